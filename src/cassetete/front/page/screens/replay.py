"""The solution player: any line of moves, step by step; it can be shortened, copied, shared, or played on from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassetete.app.levels.links import BASE_SETTING, link
from cassetete.core.contract import AnyGame, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.session.copying import moves_to_copy
from cassetete.session.jobs import Result, Working
from cassetete.session.solution_player import SHORTER, SolutionPlayer

_ = Catalogue("cassetete")

_KEYS = {"return": "play-on", "i": "improve", "m": "improve-moves", "ctrl shift c": "copy-moves"}


class ReplayScreen(PlaybackScreen):
    """A line of moves from a level's start. `play_on` gets the moves up to this point."""

    player: SolutionPlayer

    def __init__(
        self,
        table: Navigator,
        game: AnyGame,
        level: Any,
        moves: Sequence[Any],
        title: str,
        origin: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        super().__init__(table, origin, SolutionPlayer(game, level, moves, table.thinker, at))
        self.game, self.level, self.title, self._play_on = game, level, title, play_on
        self._shown = at

    def parts(self) -> dict[str, Any]:
        """The place in the moves, their lengths, and the buttons."""
        say, player = self.say, self.player
        blocks: list[Part] = [
            {"k": "slider", "label": say(player.place), "at": player.at, "most": player.count},
            {"k": "rows", "rows": [[say(length.title), str(length.value)] for length in player.lengths]},
            self.speed_block(player.pace),
        ]
        if not player.won:
            blocks.append({"k": "text", "role": "bad", "text": say(_("these moves do not win"))})
        if player.said is not None:
            blocks.append({"k": "text", "role": "accent", "text": say(player.said), "live": player.working is None})
        more = [button("play-on", say(_("Play from here")), icon="play", key="⏎")]
        if player.working is None:
            names = (("improve", "I"), ("improve-moves", "M"))
            for (name, key), metric in zip(names, player.metrics() if player.won else (), strict=False):
                more.append(button(name, say(SHORTER[metric]), icon="shorter", key=key))
        else:
            more.append(button("stop", say(_("Stop")), icon="stop"))
        more.append(button("copy-moves", say(_("Copy the moves")), icon="copy", on=bool(player.moves)))
        if player.won:
            more.append(button("share", say(_("Copy the link")), icon="share"))
        blocks.append({"k": "buttons", "buttons": more})
        return {
            **self.base_parts(self.title, say(player.place)),
            "panel": blocks,
            "dock": self.transport(player.at > 0, not player.ended),
        }

    def draw(self) -> Part | None:
        """The board after the move; a single step glides at low speeds."""
        player = self.player
        movement = player.movement(self._shown) if self.settings.animations else None
        self._shown = player.at
        view = View(player.states[player.at], player.last, options=self.settings.options(self.game))
        return self.table.board.show(self.game, self.level, view, movement=movement)

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons of the player, and its own."""
        player = self.player
        match command:
            case "improve" | "improve-moves":
                player.improve(0 if command == "improve" else 1)
            case "stop":
                player.stop()
            case "copy-moves":
                text, player.said = moves_to_copy(self.game, self.level, player.moves)
                self.table.effect(copy=text)
            case "play-on":
                self._play_on(player.moves[: player.at])
            case "share":
                self._share()
            case _:
                super().do(command, arguments)

    def _share(self) -> None:
        try:
            base = str(self.table.store.setting(BASE_SETTING) or "")
            address = link(self.game, self.level, self.player.moves, solution=True, base=base)
            self.table.effect(copy_link=address)
            self.player.said = _("the link was copied")
        except CasseteteError as error:
            self.player.said = error.text

    def key(self, typed: Typed) -> bool:
        """Return plays on, I and M shorten; Escape first stops a search."""
        if typed.command == "escape" and self.player.working is not None:
            self.player.stop()
        elif typed.command in _KEYS:
            self.do(_KEYS[typed.command], {})
        else:
            return super().key(typed)
        return True

    def answered(self, message: Working | Result) -> None:
        """Show the progress of a search, or the shorter solution."""
        if self.player.receive(message) and self.player.working is None:
            self._shown = self.player.at  # another line of moves: nothing glides to it

    def leave(self) -> None:
        """Cancel the search."""
        self.player.stop()
