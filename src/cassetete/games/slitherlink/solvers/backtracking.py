"""The solvers to watch: the sheet's path-extending backtracking, and deduction with trial of both marks.

Both run on `search.backtracking`. The player's marks bind: drawn segments are in the solution, crossed ones are not.
The goal test notes each solution and goes on until there are two, so that one search also proves a solution unique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import Metric, Search, Solver, Status
from cassetete.core.message import Catalogue
from cassetete.search import backtracking

from .. import rules
from ..deductions.position import CROSS, LINE
from ..deductions.propagation import Propagator, propagated
from ..model import CROSSED, DRAWN, Level, Put, State
from .moves import drawing_moves

_ = Catalogue("slitherlink")

PROBES = 100
"""How many segments are tried in one step of the search, before limits are checked again."""

PATIENCE = 1000
"""A search that has a solution may take as many steps again, and this many more, to prove it the only one."""


class DeductionNode(NamedTuple):
    """A step of deduction: the marks, how many segments in a row were tried without success, the next one to try, and
    the one whose trials showed most so far, with how much."""

    marks: State
    vain: int = 0
    turn: int = 0
    best: int = -1
    score: int = -1


class PathNode(NamedTuple):
    """A step of the sheet's search: the marks, and the vertex where the path began (-1: not yet chosen)."""

    marks: State
    start: int = -1


N = TypeVar("N", DeductionNode, PathNode)


class LoopSearch:
    """The successors and the goal test of both searches, and the solutions found: two are enough."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.found: list[State] = []

    def goal(self, node: DeductionNode | PathNode) -> bool:
        """Note a solution; true when there are two of them."""
        marks = node.marks
        full = (marks.drawn | marks.crossed).bit_count() == self.level.edges
        if not full or rules.status(self.level, marks) is not Status.WON:
            return False
        self.found.append(marks)
        return len(self.found) == 2

    def deduced(self, node: DeductionNode) -> Iterator[tuple[DeductionNode, DeductionNode]]:
        """Try both marks on some segments, one after the other; branch when no trial settles anything."""
        grid = propagated(self.level, node.marks)
        if grid is None:
            return
        if grid.left == 0:
            if node.marks != grid.state():
                following = DeductionNode(grid.state())
                yield following, following
            return
        tried = _trials(grid, node)
        if tried is None:
            return
        if tried.vain < self.level.edges or grid.left == 0:
            yield tried, tried
            return
        for mark in (DRAWN, CROSSED):
            following = DeductionNode(tried.marks.with_mark(tried.best, mark), turn=tried.turn)
            yield following, following

    def extended(self, node: PathNode) -> Iterator[tuple[PathNode, PathNode]]:
        """The sheet's step: go on from the head of the path along each segment in turn."""
        grid = propagated(self.level, node.marks)
        if grid is None:
            return
        if grid.left == 0:
            if node.marks != grid.state():
                yield (whole := PathNode(grid.state())), whole
            return
        marks = grid.state()
        if node.start < 0:
            yield from self._departures(grid, marks)
            return
        for edge in grid.lattice.at_vertex[grid.head_of(node.start)]:
            if grid.value[edge] == 0:
                following = PathNode(marks.with_mark(edge, DRAWN), node.start)
                yield following, following
                # Tried: what comes next is searched without it, so that no loop is found twice.
                marks = marks.with_mark(edge, CROSSED)

    def _departures(self, grid: Propagator, marks: State) -> Iterator[tuple[PathNode, PathNode]]:
        """The start vertices, one after the other; those tried before are left out of the loop."""
        for vertex in departures(self.level, grid):
            following = PathNode(marks, vertex)
            yield following, following
            for edge in grid.lattice.at_vertex[vertex]:
                if grid.value[edge] == 0:
                    marks = marks.with_mark(edge, CROSSED)


def departures(level: Level, grid: Propagator) -> list[int]:
    """Vertices one of which is on every loop, the fewest that the clues allow, as numbers.

    A loop goes through all four corners of a 3, through at least three corners of a 2 (so through one of any two),
    and through one end of each diagonal of a 1.
    """
    begun = next((vertex for vertex, lines in enumerate(grid.lines) if lines), None)
    if begun is not None:
        return [begun]
    wide = level.columns + 1
    for clue, corners in ((3, (0,)), (2, (0, 1)), (1, (0, wide + 1))):
        for cell, value in enumerate(grid.clue):
            if value == clue:
                i, j = divmod(cell, level.columns)
                return [i * wide + j + corner for corner in corners]
    return list(range(len(grid.lines)))


def _loose_end(grid: Propagator) -> int:
    """A blank segment at the end of a path, where few ways go on; any blank one if there is no path."""
    ends = [vertex for vertex, lines in enumerate(grid.lines) if lines == 1]
    if ends:
        narrow = min(ends, key=lambda vertex: grid.blanks[vertex])
        return next(edge for edge in grid.lattice.at_vertex[narrow] if grid.value[edge] == 0)
    return grid.value.index(0)


def _trials(grid: Propagator, node: DeductionNode) -> DeductionNode | None:
    """Try both marks on up to PROBES segments: what fails is settled, what follows from both is too. None: nothing
    works any more."""
    edges = len(grid.value)
    vain, turn, best, score = node.vain, node.turn, node.best, node.score
    for _probe in range(PROBES):
        while vain < edges and not _worth_trying(grid, turn):
            turn, vain = (turn + 1) % edges, vain + 1
        if vain >= edges or grid.left == 0:
            break
        gain = _try(grid, turn)
        if gain is None:
            return None
        if grid.value[turn] or gain < 0:
            vain, best, score = 0, -1, -1
        else:
            vain += 1
            if gain > score:
                best, score = turn, gain
        turn = (turn + 1) % edges
    if best < 0 and vain >= edges and grid.left:
        best = _loose_end(grid)
    return DeductionNode(grid.state(), vain, turn, best, score)


def _worth_trying(grid: Propagator, edge: int) -> bool:
    """A blank segment with a clue or a line near it: elsewhere nothing follows from it."""
    if grid.value[edge]:
        return False
    a, b = grid.lattice.ends[edge]
    return bool(grid.clued[edge] or grid.lines[a] or grid.lines[b] or grid.blanks[a] < 3 or grid.blanks[b] < 3)


def _try(grid: Propagator, edge: int) -> int | None:
    """Both marks on a blank segment: None if neither is possible; how much follows, mostly from the one with less, if
    both are; -1 if something was settled on the way."""
    drawn = grid.consequences(edge, LINE)
    if drawn is None:
        return -1 if grid.assume(edge, CROSS) else None
    crossed = grid.consequences(edge, CROSS)
    if crossed is None:
        return -1 if grid.assume(edge, LINE) else None
    common = [(other, mark) for other, mark in crossed.items() if drawn.get(other) == mark]
    for other, mark in common:
        if not grid.assume(other, mark):
            return None
    return -1 if common else min(len(drawn), len(crossed)) * 16 + max(len(drawn), len(crossed))


def _answered(
    loops: LoopSearch, root: N, successors: Callable[[N], Iterator[tuple[N, N]]], limits: Limits
) -> Search[State, Put]:
    """A solution, and whether it is the only one, if that can be said with patience."""
    search: Search[N, N] = backtracking(root, successors, loops.goal, limits)
    allowance, expanded = None, 0
    while True:
        try:
            visit = next(search)
        except StopIteration as end:
            answer: Answer[N] = end.value
            break
        except LimitReached as reached:
            answer = Answer(Verdict.UNKNOWN, expanded=expanded, why=reached.why)
            break
        expanded = visit.expanded
        marks = visit.state.marks if visit.state else None
        yield Visit(marks, visit.expanded, visit.frontier, visit.depth)
        if loops.found and allowance is None:
            allowance = visit.expanded * 2 + PATIENCE
        if allowance is not None and visit.expanded > allowance:
            answer = Answer(Verdict.UNKNOWN, expanded=visit.expanded)
            break
    if not loops.found:
        return Answer(answer.verdict, expanded=answer.expanded, why=answer.why)
    only = answer.verdict is Verdict.IMPOSSIBLE
    moves = drawing_moves(loops.level, root.marks, loops.found[0])
    return Answer(Verdict.SOLVED, moves, optimal=only, expanded=answer.expanded)


def run_deduce(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """Deduction, trials, and branching where they settle nothing."""
    loops = LoopSearch(level)
    return _answered(loops, DeductionNode(state), loops.deduced, limits)


def run_path(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """The sheet's search: extend a path, segment by segment, and take back what fails."""
    loops = LoopSearch(level)
    return _answered(loops, PathNode(state), loops.extended, limits)


DEDUCE = Solver("deduce", _("deduction and trials"), run_deduce)
PATH = Solver("path", _("extending a path, with deductions"), run_path)
