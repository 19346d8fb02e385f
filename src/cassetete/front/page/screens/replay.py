"""The solution player: any line of moves, step by step; it can be shortened, copied, shared, or played on from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassetete.app.levels.links import link
from cassetete.core.contract import AnyGame, Length, Metric, Status, View
from cassetete.core.errors import CasseteteError
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.session.copying import moves_to_copy
from cassetete.session.jobs import Improved, Result, ToImprove, Working
from cassetete.session.view_model import Movement

_ = Catalogue("cassetete")

_ANIMATED = 4
"""Up to so many moves a second, pieces glide."""

_SHORTER = {
    Metric.MOVES: _("Fewer moves"),
    Metric.PUSHES: _("Fewer pushes"),
    Metric.COST: _("Lower cost"),
}


class ReplayScreen(PlaybackScreen):
    """A line of moves from a level's start. `play_on` gets the moves up to this point."""

    speeds = (1, 2, 4, 8, 20, 60, 200)

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
        super().__init__(table, origin, speed=2)
        self.game, self.level, self.title, self._play_on = game, level, title, play_on
        self.paused = False
        self.said: Text | None = None
        self.working: int | None = None
        self._due = 0.0
        self._shown = -1
        self._set(tuple(moves))
        self.at = at

    def _set(self, moves: tuple[Any, ...]) -> None:
        """Set the moves, and every state they pass through."""
        rules, level = self.game.rules, self.level
        self.moves = moves
        self.states = [rules.start(level)]
        for move in moves:
            self.states.append(rules.play(level, self.states[-1], move))
        self.won = rules.status(level, self.states[-1]) is Status.WON
        self.lengths: tuple[Length, ...] = lengths_of(self.game, level, self.states[0], moves)
        self.at = 0

    @property
    def running(self) -> bool:
        """Whether there are moves."""
        return bool(self.moves)

    def metrics(self) -> list[Metric]:
        """The metrics by which the solution can be shortened: the game's own first."""
        own = self.game.lengths.metric(self.level)
        return [own] if own is Metric.MOVES else [own, Metric.MOVES]

    def parts(self) -> dict[str, Any]:
        """The place in the moves, their lengths, and the buttons."""
        say, end = self.say, self.at == len(self.moves)
        label = say(_("move {n} of {count}", n=self.at, count=len(self.moves)))
        pace = say(_.n("{n} move a second", "{n} moves a second", n=int(self.speeds[self.speed])))
        blocks: list[Part] = [
            {"k": "slider", "label": label, "at": self.at, "most": len(self.moves)},
            {"k": "rows", "rows": [[say(length.title), str(length.value)] for length in self.lengths]},
            self.speed_block(pace),
        ]
        if not self.won:
            blocks.append({"k": "text", "role": "bad", "text": say(_("these moves do not win"))})
        if self.said is not None:
            blocks.append({"k": "text", "role": "accent", "text": say(self.said)})
        more = [button("play-on", say(_("Play from here")), icon="play", key="⏎")]
        if self.working is None:
            for number, metric in enumerate(self.metrics() if self.won else ()):
                more.append(button("improve", say(_SHORTER[metric]), icon="shorter", which=number))
        else:
            more.append(button("stop", say(_("Stop")), icon="stop"))
        more.append(button("copy-moves", say(_("Copy the moves")), icon="copy", on=bool(self.moves)))
        if self.won:
            more.append(button("share", say(_("Copy the link")), icon="share"))
        blocks.append({"k": "buttons", "buttons": more})
        return {
            **self.base_parts(self.title, label),
            "panel": blocks,
            "dock": self.transport(self.at > 0, not end),
        }

    def draw(self) -> Part | None:
        """The board after the move; a single step glides at low speeds."""
        before, self._shown = self._shown, self.at
        movement = None
        if self.settings.animations and abs(self.at - before) == 1 and self.speeds[self.speed] <= _ANIMATED:
            first = min(self.at, before)
            if 0 <= first < len(self.moves):
                last = self.moves[first - 1] if first else None
                line = self.moves[first : first + 1]
                movement = Movement(self.states[first], last, line, backwards=self.at < before)
        last = self.moves[self.at - 1] if self.at else None
        view = View(self.states[self.at], last, options=self.settings.options(self.game))
        return self.table.board.show(self.game, self.level, view, movement=movement)

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons of the player, and its own."""
        match command:
            case "improve":
                self._improve(int(arguments.get("which", 0)))
            case "stop":
                self._stop()
            case "copy-moves":
                text, self.said = moves_to_copy(self.game, self.level, self.moves)
                self.table.effect(copy=text)
            case "play-on":
                self._play_on(self.moves[: self.at])
            case "share":
                self._share()
            case _:
                super().do(command, arguments)

    def _share(self) -> None:
        try:
            self.table.effect(copy_link=link(self.game, self.level, self.moves, solution=True, base=""))
            self.said = _("the link was copied")
        except CasseteteError as error:
            self.said = error.text

    def key(self, typed: Typed) -> bool:
        """Return plays on, I shortens; Escape first stops a search."""
        keys = {"return": "play-on", "i": "improve", "ctrl shift c": "copy-moves"}
        if typed.command == "escape" and self.working is not None:
            self._stop()
        elif typed.command in keys:
            self.do(keys[typed.command], {})
        else:
            return super().key(typed)
        return True

    def pause(self) -> None:
        """Play, pause, or play again from the start."""
        if self.at == len(self.moves):
            self.at, self.paused = 0, False
        else:
            self.paused = not self.paused

    def step(self, number: int) -> None:
        """One move on or back."""
        self.go(self.at + number)

    def rewind(self, to_end: bool) -> None:
        """To the start or the end."""
        self.go(len(self.moves) if to_end else 0)

    def go(self, at: int) -> None:
        """To a move."""
        self.paused = True
        self.at = min(len(self.moves), max(0, at))

    def tick(self, seconds: float) -> None:
        """Show the next moves when it is time."""
        if self.paused or self.at == len(self.moves):
            self._due = 0.0
            return
        self._due += min(seconds, 1.0) * self.speeds[self.speed]
        steps = int(self._due)
        self._due -= steps
        self.at = min(len(self.moves), self.at + steps)
        if self.at == len(self.moves):
            self.paused = True

    @property
    def pace(self) -> int:
        """As often as the speed asks."""
        return 0 if self.paused else max(30, int(1000 / self.speeds[self.speed]))

    # Shortening

    def _improve(self, which: int) -> None:
        if self.working is not None or not self.won or not 0 <= which < len(self.metrics()):
            return
        job = ToImprove(self.game, self.level, self.states[0], self.moves, self.metrics()[which])
        self.working = self.table.thinker.ask(job)
        self.said = _("looking for a shorter solution… (Esc stops)")

    def _stop(self) -> None:
        if self.working is not None:
            self.table.thinker.cancel(self.working)

    def answered(self, message: Working | Result) -> None:
        """Show the progress of the search, or the shorter solution."""
        if message.ticket != self.working:
            return
        if isinstance(message, Working):
            self.said = message.text or self.said
        elif isinstance(message, Improved):
            self.working = None
            before = {length.id: length.value for length in self.lengths}
            if message.moves == self.moves:
                self.said = _("no shorter solution found")
                return
            self._set(message.moves)
            self._shown, self.paused = -1, True
            now = next((length for length in self.lengths if length.value != before[length.id]), self.lengths[0])
            self.said = _("{length}: {now} instead of {before}", length=now.title, now=now.value, before=before[now.id])

    def leave(self) -> None:
        """Cancel the search."""
        self._stop()

    @property
    def address(self) -> str:
        """The same as that of the game it belongs to."""
        return self.origin.address
