"""The search view: choose an algorithm, see every state it visits, then its solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.certify import watch
from cassetete.core.contract import AnyGame, Mark, Search, Solver
from cassetete.core.message import Catalogue, Text
from cassetete.session.playback import Playback
from cassetete.session.view_model import Row

_ = Catalogue("cassetete")

_SHOWING = 6
"""Moves a second of the solution, at the most."""


class SearchView(Playback):
    """A search that does a few steps at a time, and then the moves of its solution."""

    speeds: ClassVar[tuple[float, ...]] = (2, 5, 15, 60, 300, 3000, 0)

    def __init__(self, game: AnyGame, level: Any, state: Any, limits: Limits) -> None:
        super().__init__(speed=2)
        self.game, self.level, self.start, self._limits = game, level, state, limits
        # Compiled searches show no states, and the screen would wait while they compile.
        self.solvers = [one for one in game.solvers if not one.kernel and one.fits(level)]
        self.chosen: Solver[Any, Any, Any] | None = None
        self.visit: Visit[Any] | None = None
        self.answer: Answer[Any] | None = None
        self.state: Any = state
        """What the board shows."""
        self.last: Any = None
        """The move that led there, while the solution is shown."""
        self.seconds = 0.0
        """How long the search has been running, without its pauses."""
        self._search: Search[Any, Any] | None = None
        self._rest: list[Any] = []

    @property
    def searching(self) -> bool:
        """Whether the search goes on."""
        return self._search is not None

    @property
    def running(self) -> bool:
        """Whether the search goes on, or its solution is shown."""
        return self.searching or bool(self._rest)

    @property
    def rate(self) -> float:
        """Steps a second: of the search as chosen, of its solution slowly enough to follow."""
        chosen = super().rate
        return chosen if self.searching else min(_SHOWING, chosen or _SHOWING)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What the search points at on the board."""
        return self.visit.marks if self.visit is not None and self.searching else ()

    @property
    def counters(self) -> list[Row]:
        """How far it has come."""
        visit = self.visit
        return [
            Row(_("States expanded"), str(visit.expanded if visit else 0)),
            Row(_("Frontier"), str(visit.frontier if visit else 0)),
            Row(_("Depth"), str(visit.depth if visit else 0)),
            Row(_("Seconds"), f"{self.seconds:.1f}"),
        ]

    @property
    def pace(self) -> Text:
        """The chosen speed in words."""
        speed = int(self.speeds[self.speed])
        return _.n("{n} state a second", "{n} states a second", n=speed) if speed else _("as fast as possible")

    @property
    def verdict(self) -> Text | None:
        """How the search has ended."""
        answer = self.answer
        if answer is None:
            return None
        if answer.solved and answer.optimal and not any(solver.optimal for solver in self.game.solvers):
            return _("Solved: proven to be the only solution.")
        if answer.solved and answer.optimal:
            return _.n("Solved in {n} move, proven shortest.", "Solved in {n} moves, proven shortest.", n=answer.length)
        if answer.solved:
            return _.n("Solved in {n} move.", "Solved in {n} moves.", n=answer.length)
        if answer.verdict is Verdict.IMPOSSIBLE:
            return _("Proven: there is no solution.")
        return _("Unknown: {why}", why=answer.why.text if answer.why else "")

    def begin(self, number: int) -> None:
        """Start the search of a solver, by its place in `solvers` from 1; nothing if there is none."""
        if not 1 <= number <= len(self.solvers):
            return
        self.stop()
        self.chosen = self.solvers[number - 1]
        metric = self.game.lengths.metric(self.level)
        self._search = watch(self.game, self.chosen, self.level, self.start, metric, self._limits)
        self.visit, self.answer, self._rest, self.last = None, None, [], None
        self.state, self.seconds, self._due, self.paused = self.start, 0.0, 0.0, False

    def stop(self) -> None:
        """End the search."""
        if self._search is not None:
            self._search.close()
            self._search, self.paused = None, True

    def step(self, number: int) -> None:
        """Pause, and show one more state; a search does not go back."""
        self.paused = True
        if number > 0:
            self._next()

    def rewind(self, to_end: bool) -> None:
        """As fast as possible to the end."""
        if to_end and self.running:
            self.speed, self.paused = len(self.speeds) - 1, False

    def advance(self, seconds: float, time_left: Callable[[], bool]) -> bool:
        """Do as many steps as the speed asks for, while there is time; whether something has changed."""
        if self.paused or not self.running:
            return False
        searching = self.searching
        if searching:
            self.seconds += seconds
        steps = self._steps_due(seconds, self.rate) if self.rate else None
        if steps == 0:
            return False
        done = 0
        while self.running and self.searching == searching and done != steps and (not done or time_left()):
            self._next()
            done += 1
        return True

    def _next(self) -> None:
        """One more state of the search, or one more move of its solution."""
        if self._search is not None:
            try:
                self.visit = next(self._search)
            except StopIteration as end:
                self._search, self.answer = None, end.value
                self.state, self.last = self.start, None
                self._rest = list(self.answer.moves) if self.answer is not None and self.answer.solved else []
                return
            if self.visit.state is not None:
                self.state = self.visit.state
        elif self._rest:
            self.last = self._rest.pop(0)
            self.state = self.game.rules.play(self.level, self.state, self.last)
