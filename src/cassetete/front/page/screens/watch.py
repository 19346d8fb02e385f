"""The search view: choose an algorithm, watch every state it visits, then its solution."""

from __future__ import annotations

import time
from typing import Any

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.certify import watch
from cassetete.core.contract import AnyGame, Search, Solver, View
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.front.page.thinking import MEMORY

_ = Catalogue("cassetete")

_SLICE_SECONDS = 0.025


class WatchScreen(PlaybackScreen):
    """A search that does a few steps at each tick; it ends with the screen."""

    speeds = (2, 5, 15, 60, 300, 3000, 0)
    """States a second; 0 is as fast as possible."""

    def __init__(self, table: Navigator, game: AnyGame, level: Any, state: Any, origin: Screen) -> None:
        super().__init__(table, origin, speed=2)
        self.game, self.level, self.start = game, level, state
        self.solvers = [one for one in game.solvers if not one.kernel and one.fits(level)]
        self.chosen: Solver[Any, Any, Any] | None = None
        self.search: Search[Any, Any] | None = None
        self.visit: Visit[Any] | None = None
        self.answer: Answer[Any] | None = None
        self.on_board: Any = state
        self.rest: list[Any] = []
        self.last: Any = None
        self.spent = 0.0
        self._due = 0.0

    @property
    def running(self) -> bool:
        """Whether a search goes on, or its solution is shown."""
        return self.search is not None or bool(self.rest)

    def parts(self) -> dict[str, Any]:
        """The algorithms and the counters."""
        say, visit = self.say, self.visit
        solvers = [
            button("solver", say(one.title), key=str(n), primary=one is self.chosen, index=n)
            for n, one in enumerate(self.solvers, 1)
        ]
        rows = [
            [say(_("States expanded")), str(visit.expanded if visit else 0)],
            [say(_("Frontier")), str(visit.frontier if visit else 0)],
            [say(_("Depth")), str(visit.depth if visit else 0)],
            [say(_("Seconds")), f"{self.spent:.1f}"],
        ]
        blocks: list[Part] = [{"k": "buttons", "column": True, "buttons": solvers}, {"k": "rows", "rows": rows}]
        if self.answer is not None:
            blocks.append({"k": "text", "role": "accent", "text": say(self._verdict(self.answer)), "live": True})
        elif visit is not None and visit.title is not None and visit.text is not None:
            blocks.append({"k": "text", "role": "title", "text": say(visit.title)})
            blocks.append({"k": "text", "text": say(visit.text)})
        speed = int(self.speeds[self.speed])
        pace = _.n("{n} state a second", "{n} states a second", n=speed) if speed else _("as fast as possible")
        blocks.append(self.speed_block(say(pace)))
        return {
            **self.base_parts(say(_("Watch a search")), say(self.game.title)),
            "panel": blocks,
            "dock": self.transport(False, self.running, can_go_back=False),
        }

    def draw(self) -> Part | None:
        """The state the search looks at."""
        marks = self.visit.marks if self.visit is not None and self.search is not None else ()
        view = View(self.on_board, self.last, marks=marks, options=self.settings.options(self.game))
        return self.table.board.show(self.game, self.level, view)

    def _verdict(self, answer: Answer[Any]) -> Text:
        if answer.solved and answer.optimal and not any(solver.optimal for solver in self.game.solvers):
            return _("Solved: proven to be the only solution.")
        if answer.solved and answer.optimal:
            return _.n("Solved in {n} move, proven shortest.", "Solved in {n} moves, proven shortest.", n=answer.length)
        if answer.solved:
            return _.n("Solved in {n} move.", "Solved in {n} moves.", n=answer.length)
        if answer.verdict is Verdict.IMPOSSIBLE:
            return _("Proven: there is no solution.")
        return _("Unknown: {why}", why=answer.why.text if answer.why else "")

    def do(self, command: str, arguments: Arguments) -> None:
        """Start an algorithm, or one of the player's buttons."""
        if command == "solver" and 1 <= int(arguments.get("index", 0)) <= len(self.solvers):
            self.begin(self.solvers[int(arguments["index"]) - 1])
        else:
            super().do(command, arguments)

    def begin(self, solver: Solver[Any, Any, Any]) -> None:
        """Start a search."""
        self.leave()
        self.chosen = solver
        metric = self.game.lengths.metric(self.level)
        self.search = watch(self.game, solver, self.level, self.start, metric, Limits(memory=MEMORY))
        self.visit, self.answer, self.rest, self.last = None, None, [], None
        self.on_board, self.spent, self._due, self.paused = self.start, 0.0, 0.0, False

    def key(self, typed: Typed) -> bool:
        """Digits choose an algorithm; Escape stops a search before it leads back."""
        if typed.command == "escape" and self.search is not None:
            self.leave()
            self.paused = True
            return True
        if typed.command.isdigit() and 1 <= int(typed.command) <= len(self.solvers):
            self.begin(self.solvers[int(typed.command) - 1])
            return True
        return super().key(typed)

    def step(self, number: int) -> None:
        """One more state."""
        self.paused = True
        if number > 0:
            self._next()

    def rewind(self, to_end: bool) -> None:
        """As fast as possible to the end."""
        if to_end and self.running:
            self.speed, self.paused = len(self.speeds) - 1, False

    def _next(self) -> None:
        """One more state of the search, or one more move of its solution."""
        if self.search is not None:
            try:
                self.visit = next(self.search)
            except StopIteration as end:
                self.search, self.answer = None, end.value
                self.on_board, self.last = self.start, None
                self.rest = list(self.answer.moves) if self.answer is not None and self.answer.solved else []
                return
            if self.visit.state is not None:
                self.on_board = self.visit.state
        elif self.rest:
            self.last = self.rest.pop(0)
            self.on_board = self.game.rules.play(self.level, self.on_board, self.last)

    def tick(self, seconds: float) -> None:
        """Do as many steps as the speed asks for and there is time for."""
        if self.paused or not self.running:
            return
        if self.search is not None:
            self.spent += seconds
        speed = self.speeds[self.speed] if self.search is not None else min(6, self.speeds[self.speed] or 6)
        self._due = self._due + min(seconds, 1.0) * speed if speed else float("inf")
        deadline = time.perf_counter() + _SLICE_SECONDS
        while self._due >= 1 and self.running and time.perf_counter() < deadline:
            searching = self.search is not None
            self._next()
            self._due -= 1
            if searching and self.search is None:
                break
        self._due = min(self._due, 1.0) if self._due != float("inf") else 0.0

    @property
    def pace(self) -> int:
        """Often enough for the speed, and to stay easy to stop."""
        if self.paused or not self.running:
            return 0
        speed = self.speeds[self.speed] if self.search is not None else 6
        return max(40, int(1000 / speed)) if speed else 40

    def leave(self) -> None:
        """End the search."""
        if self.search is not None:
            self.search.close()
            self.search = None

    @property
    def address(self) -> str:
        """The same as that of the game it belongs to."""
        return self.origin.address
