"""The fast solvers: `native` runs the compiled kernels, then SAT; `sat` is SAT alone.

The compiled grid marks all that follows by propagation and probing, and searches for a while where that leaves
segments blank; what is still open then goes to the SAT solver. Until the kernels are compiled for the first time, the
SAT solver does it all. The player's marks bind.
"""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cassetete.core.answers import EXHAUSTED, Answer, End, Limits, Verdict, Visit, Why
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.drain import drain, relay
from cassetete.core.message import Catalogue
from cassetete.speed.budget import Budget

from ..machine_code import KERNEL, compiled
from ..model import Level, Put, State
from .backtracking import run_deduce
from .moves import drawing_moves
from .sat import LazySat, available

if TYPE_CHECKING:
    from ..compiled_grid import CompiledGrid

_ = Catalogue("slitherlink")

NO_SOLVER = Why("no-solver", _("the SAT solver is not installed here"))

PROBING_PATIENCE = 25
"""Probing may make this many marks for each segment of the grid; then what is left goes to SAT, if it is installed."""

SEARCH_PATIENCE = 100
"""Search may make this many marks for each segment; then what is left goes to SAT, if it is installed."""


@dataclass(frozen=True)
class Known:
    """What is known of a grid: all that was found to follow from its marks, whether that is everything, or that they
    contradict the clues; and the compiled grid itself, if it can be searched."""

    marks: State
    whole: bool = False
    wrong: bool = False
    grid: CompiledGrid | None = None


class SolutionSearch:
    """The solutions of a grid that keep the marks of a state, found step by step; `expanded` counts the steps.

    Without `native` the SAT solver does it all; by default that is so only as long as the kernels are not compiled.
    """

    def __init__(self, level: Level, state: State, limits: Limits = Limits(), native: bool | None = None) -> None:
        self.level = level
        self.state = state
        self.native = compiled() if native is None else native
        self.expanded = 0
        self._budget = Budget(limits)

    def known(self) -> abc.Generator[Visit[State], None, Known | Why]:
        """All that propagation and probing find (without `native` the marks alone); Why if a limit came first."""
        why = self._step()
        if why is not None:
            return why
        yield Visit(self.state, self.expanded, 1, 0)
        if not self.native:
            return Known(self.state)

        from ..compiled_grid import CompiledGrid

        grid = CompiledGrid(self.level, self.state)
        for marks in grid.probed():
            if grid.left and not grid.wrong:
                yield Visit(grid.state(), self.expanded, grid.left, 0)
            if marks > PROBING_PATIENCE * self.level.edges and available():
                break
            why = self._step()
            if why is not None:
                return why
        return Known(State() if grid.wrong else grid.state(), grid.solved, grid.wrong, grid if grid.settled else None)

    def run(self) -> abc.Generator[Visit[State] | State, None, Why | None]:
        """Every solution, between the steps of the search; at the end None, or the limit that was hit."""
        known = yield from self.known()
        if not isinstance(known, Known):
            return known
        if known.wrong:
            return None
        if known.whole:
            yield known.marks
            return None
        found: list[State] = []
        if known.grid is not None:
            why = yield from self._searched(known.grid, known.marks, found)
            if why is not None or known.grid.exhausted:
                return why
        return (yield from self._by_sat(known.marks, found))

    def _searched(
        self, grid: CompiledGrid, marks: State, found: list[State]
    ) -> abc.Generator[Visit[State] | State, None, Why | None]:
        """The solutions that the compiled grid finds before it loses patience, noted in `found`."""
        most = grid.steps + SEARCH_PATIENCE * self.level.edges
        for solution in grid.searched():
            if solution is not None:
                found.append(solution)
                yield solution
            why = self._step()
            if why is not None:
                return why
            if grid.steps > most and available():
                return None
            yield Visit(marks, self.expanded, len(found), 0)
        return None

    def _by_sat(self, marks: State, found: list[State]) -> abc.Generator[Visit[State] | State, None, Why | None]:
        """The solutions that are not among those found so far."""
        if not available():
            return NO_SOLVER
        with LazySat(self.level, marks) as sat:
            for solution in found:
                sat.exclude(solution)
            while True:
                why = self._step()
                if why is not None:
                    return why
                answer = sat.step()
                if answer is False:
                    return None
                if isinstance(answer, State):
                    yield answer
                    sat.exclude(answer)
                else:
                    yield Visit(marks, self.expanded, len(sat.blank), sat.calls)

    def _step(self) -> Why | None:
        """Count a step; the limit that forbids it, if any."""
        why = self._budget.exceeded(self.expanded)
        if why is None:
            self.expanded += 1
        return why


def _answered(search: SolutionSearch) -> Search[State, Put]:
    """A solution, and whether it is the only one."""
    found: list[State] = []
    why: Why | None = None
    steps = search.run()
    while len(found) < 2:
        try:
            step = next(steps)
        except StopIteration as end:
            why = end.value
            break
        if isinstance(step, Visit):
            yield step
        else:
            found.append(step)
    steps.close()
    if not found:
        verdict = Verdict.IMPOSSIBLE if why is None else Verdict.UNKNOWN
        return Answer(verdict, expanded=search.expanded, why=why or EXHAUSTED)
    only = len(found) == 1 and why is None
    moves = drawing_moves(search.level, search.state, found[0])
    return Answer(Verdict.SOLVED, moves, optimal=only, expanded=search.expanded)


def run_native(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """Propagation and probing, then SAT."""
    return _answered(SolutionSearch(level, state, limits, native=True))


def run_sat(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """SAT alone."""
    return _answered(SolutionSearch(level, state, limits, native=False))


def solve(level: Level, state: State, limits: Limits = Limits()) -> Answer[Put]:
    """A solution, and whether it is the only one, by the fastest way there is now."""
    return drain(_answered(SolutionSearch(level, state, limits)))


def known_of(level: Level, state: State) -> Known:
    """All that propagation and probing find, within the limits in force."""
    known = drain(SolutionSearch(level, state).known())
    if not isinstance(known, Known):  # by the limits in force around this
        raise LimitReached(known)
    return known


def unique(level: Level) -> bool:
    """Whether the level's clues and marks have exactly one solution; LimitReached where that was not found out."""
    found = 0
    steps = SolutionSearch(level, level.marks).run()
    while found < 2:
        try:
            found += isinstance(next(steps), State)
        except StopIteration as end:
            if end.value == NO_SOLVER:
                return _proven_unique(level)
            if end.value is not None:
                raise LimitReached(end.value) from None
            return found == 1
    return False


def _proven_unique(level: Level) -> bool:
    """The same in plain Python, which proves less."""
    answer = drain(run_deduce(level, level.marks, Metric.MOVES, Limits()))
    if answer.verdict is Verdict.IMPOSSIBLE or answer.optimal:
        return answer.solved
    raise LimitReached(answer.why or NO_SOLVER)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Put]:  # noqa: ARG001
    """All solutions that keep the marks of the state, one by one."""
    search = SolutionSearch(level, state, limits)

    def answer(step: Visit[State] | State) -> Answer[Put] | None:
        if isinstance(step, Visit):
            return None
        return Answer(Verdict.SOLVED, drawing_moves(level, state, step), expanded=search.expanded)

    why = yield from relay(search.run(), answer)
    return End(why is None, why)


NATIVE = Solver("native", _("propagation and probing, then SAT"), run_native, kernel=KERNEL)
SAT = Solver("sat", _("SAT, excluding loops as they appear"), run_sat, fits=lambda _level: available())
