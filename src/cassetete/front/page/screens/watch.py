"""The search view: choose an algorithm, watch every state it visits, then its solution."""

from __future__ import annotations

from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.front.page.thinking import MEMORY
from cassetete.session.search_view import SearchView

_ = Catalogue("cassetete")


class WatchScreen(PlaybackScreen):
    """A search that does a few steps at each tick; it ends with the screen."""

    player: SearchView

    def __init__(self, table: Navigator, game: AnyGame, level: Any, state: Any, origin: Screen) -> None:
        super().__init__(table, origin, SearchView(game, level, state, Limits(memory=MEMORY)))

    def parts(self) -> dict[str, Any]:
        """The algorithms and the counters."""
        say, player, visit = self.say, self.player, self.player.visit
        solvers = [
            button("solver", say(one.title), key=str(n), primary=one is player.chosen, index=n)
            for n, one in enumerate(player.solvers, 1)
        ]
        rows = [[say(row.label), row.value] for row in player.counters]
        blocks: list[Part] = [{"k": "buttons", "column": True, "buttons": solvers}, {"k": "rows", "rows": rows}]
        if player.verdict is not None:
            blocks.append({"k": "text", "role": "accent", "text": say(player.verdict), "live": True})
        elif visit is not None and visit.title is not None and visit.text is not None:
            blocks.append({"k": "text", "role": "title", "text": say(visit.title)})
            blocks.append({"k": "text", "text": say(visit.text)})
        blocks.append(self.speed_block(player.pace))
        return {
            **self.base_parts(say(_("Watch a search")), say(player.game.title)),
            "panel": blocks,
            "dock": self.transport(False, player.running, can_go_back=False),
        }

    def draw(self) -> Part | None:
        """The state the search looks at."""
        player = self.player
        options = self.settings.options(player.game)
        view = View(player.state, player.last, marks=player.marks, options=options)
        return self.table.board.show(player.game, player.level, view)

    def do(self, command: str, arguments: Arguments) -> None:
        """Start an algorithm, or one of the player's buttons."""
        if command == "solver":
            self.player.begin(int(arguments.get("index", 0)))
        else:
            super().do(command, arguments)

    def key(self, typed: Typed) -> bool:
        """Digits choose an algorithm; Escape stops a search before it leads back."""
        if typed.command == "escape" and self.player.searching:
            self.player.stop()
        elif typed.command.isdigit():
            self.player.begin(int(typed.command))
        else:
            return super().key(typed)
        return True

    def leave(self) -> None:
        """End the search."""
        self.player.stop()
