"""The solvers to watch: the sheet's path-extending backtracking, and deduction with trial of both marks.

Both run on `search.backtracking`. The player's marks bind: drawn segments are in the solution, crossed ones are not.
The goal test notes each solution it is shown and asks for more until enough are known, so that one search also
proves a solution unique.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import Metric, Search, Solver, Status
from cassetete.core.message import Catalogue
from cassetete.search import backtracking

from .. import rules
from ..model import DRAWN, Level, Put, State, edge_number, lattice, mask_of, numbers
from .propagation import CROSS, LINE, Workbench

_ = Catalogue("slitherlink")

PROBES = 100
"""How many segments are tried in one step of the search, before limits are looked at again."""

CREDIT = 50
"""After a second solution, and each more, so many steps go without trials: where loops are many, trials are a waste."""

PATIENCE = 1000
"""A search that has a solution may take as many steps again, and this many more, to prove it the only one."""


class Node(NamedTuple):
    """A step of deduction: the marks, how many segments in a row were tried in vain, the next one to try, and the
    one whose trials showed most so far, with how much."""

    marks: State
    vain: int = 0
    turn: int = 0
    best: int = -1
    score: int = -1


class Path(NamedTuple):
    """A step of the sheet's search: the marks, and the vertex where the path began (-1: not yet chosen)."""

    marks: State
    start: int = -1


class Loops:
    """The solutions a search has come upon; it stops when there are `enough`."""

    def __init__(self, level: Level, enough: int | None) -> None:
        self.level = level
        self.enough = enough
        self.found: list[State] = []
        self.count = 0
        self.credit = 0

    def bench(self, state: State) -> Workbench | None:
        """The marks and all that follows from them by the rules; None if they contradict each other."""
        bench = Workbench(self.level)
        return bench if bench.load(state) else None

    def goal(self, node: Node | Path) -> bool:
        """Note a solution; true when there are enough of them."""
        marks = node.marks
        full = (marks.drawn | marks.crossed).bit_count() == self.level.edges
        if not full or rules.status(self.level, marks) is not Status.WON:
            return False
        self.found.append(marks)
        self.count += 1
        if self.count > 1:
            self.credit = CREDIT
        return self.count == self.enough

    def deduced(self, node: Node) -> Iterator[tuple[Node, Node]]:
        """Try both marks on some segments, one after the other; branch when no trial tells anything."""
        bench = self.bench(node.marks)
        if bench is None:
            return
        if bench.left == 0:
            if node.marks != bench.state():
                following = Node(bench.state())
                yield following, following
            return
        node = node._replace(marks=bench.state())
        if self.credit:
            self.credit -= 1
            node = node._replace(vain=self.level.edges, best=_loose_end(bench))
        else:
            tried = _trials(bench, node)
            if tried is None:
                return
            node = tried
            if node.vain < self.level.edges or bench.left == 0:
                yield node, node
                return
        for mark in (LINE, CROSS):
            following = Node(_marked(node.marks, node.best, mark), turn=node.turn)
            yield following, following

    def extended(self, node: Path) -> Iterator[tuple[Path, Path]]:
        """The sheet's step: go on from the head of the path along each segment in turn."""
        bench = self.bench(node.marks)
        if bench is None:
            return
        if bench.left == 0:
            if node.marks != bench.state():
                yield (whole := Path(bench.state())), whole
            return
        marks = bench.state()
        if node.start < 0:
            yield from self._departures(bench, marks)
            return
        for edge in bench.net.at_vertex[bench.head_of(node.start)]:
            if bench.value[edge] == 0:
                following = Path(_marked(marks, edge, LINE), node.start)
                yield following, following
                # Tried: what comes next is searched without it, so that no loop is found twice.
                marks = _marked(marks, edge, CROSS)

    def _departures(self, bench: Workbench, marks: State) -> Iterator[tuple[Path, Path]]:
        """The start vertices, one after the other; those tried before are left out of the loop."""
        net = bench.net
        for vertex in departures(self.level, bench):
            following = Path(marks, vertex)
            yield following, following
            for edge in net.at_vertex[vertex]:
                if bench.value[edge] == 0:
                    marks = _marked(marks, edge, CROSS)


def _marked(state: State, edge: int, mark: int) -> State:
    return (
        State(state.drawn | 1 << edge, state.crossed) if mark == LINE else State(state.drawn, state.crossed | 1 << edge)
    )


def departures(level: Level, bench: Workbench) -> list[int]:
    """Vertices one of which is on every loop, the fewest that the clues allow, as numbers.

    A loop goes through all four corners of a 3, through at least three corners of a 2 (so through one of any two),
    and through one end of each diagonal of a 1.
    """
    begun = next((vertex for vertex, lines in enumerate(bench.lines) if lines), None)
    if begun is not None:
        return [begun]
    wide = level.columns + 1
    for clue, corners in ((3, (0,)), (2, (0, 1)), (1, (0, wide + 1))):
        for cell, value in enumerate(bench.clue):
            if value == clue:
                i, j = divmod(cell, level.columns)
                return [i * wide + j + corner for corner in corners]
    return list(range(len(bench.lines)))


def _loose_end(bench: Workbench) -> int:
    """A blank segment at the end of a path, where few ways go on; any blank one if there is no path."""
    ends = [vertex for vertex, lines in enumerate(bench.lines) if lines == 1]
    if ends:
        narrow = min(ends, key=lambda vertex: bench.blanks[vertex])
        return next(edge for edge in bench.net.at_vertex[narrow] if bench.value[edge] == 0)
    return bench.value.index(0)


def _trials(bench: Workbench, node: Node) -> Node | None:
    """Try both marks on up to PROBES segments: what fails is settled, what follows from both is too. None: nothing
    works any more."""
    edges = len(bench.value)
    vain, turn, best, score = node.vain, node.turn, node.best, node.score
    for _probe in range(PROBES):
        while vain < edges and not _worth_trying(bench, turn):
            turn, vain = (turn + 1) % edges, vain + 1
        if vain >= edges or bench.left == 0:
            break
        gain = _try(bench, turn)
        if gain is None:
            return None
        if bench.value[turn] or gain < 0:
            vain, best, score = 0, -1, -1
        else:
            vain += 1
            if gain > score:
                best, score = turn, gain
        turn = (turn + 1) % edges
    if best < 0 and vain >= edges and bench.left:
        best = _loose_end(bench)
    return Node(bench.state(), vain, turn, best, score)


def _worth_trying(bench: Workbench, edge: int) -> bool:
    """A blank segment with a clue or a line near it: elsewhere nothing follows from it."""
    if bench.value[edge]:
        return False
    a, b = bench.net.ends[edge]
    return bool(bench.clued[edge] or bench.lines[a] or bench.lines[b] or bench.blanks[a] < 3 or bench.blanks[b] < 3)


def _try(bench: Workbench, edge: int) -> int | None:
    """Both marks on a blank segment: None if neither can be; how much the lesser of them tells if both can; -1 if
    something was settled on the way."""
    length = len(bench.trail)
    follows: list[dict[int, int]] = []
    for mark in (LINE, CROSS):
        if bench.assume(edge, mark):
            follows.append({other: bench.value[other] for other, _p, _q in bench.trail[length:]})
            bench.undo(length)
        else:
            bench.undo(length)
            if not bench.assume(edge, LINE + CROSS - mark):
                return None
            return -1
    drawn, crossed = follows
    common = [(other, mark) for other, mark in crossed.items() if drawn.get(other) == mark]
    for other, mark in common:
        if not bench.assume(other, mark):
            return None
    return -1 if common else min(len(drawn), len(crossed)) * 16 + max(len(drawn), len(crossed))


def _search(limits: Limits, loops: Loops, root: Node | Path) -> Search[Any, Any]:
    successors: Any = loops.deduced if isinstance(root, Node) else loops.extended
    return backtracking(root, successors, loops.goal, limits)


def _answered(level: Level, state: State, limits: Limits, root: Node | Path) -> Search[State, Put]:
    """A solution, and whether it is the only one, if that can be said with patience."""
    loops = Loops(level, enough=2)
    search = _search(limits, loops, root)
    allowance = None
    while True:
        try:
            visit = next(search)
        except StopIteration as end:
            answer: Answer[Any] = end.value
            break
        yield visit._replace(state=visit.state.marks if visit.state else None)
        if loops.found and allowance is None:
            allowance = visit.expanded * 2 + PATIENCE
        if allowance is not None and visit.expanded > allowance:
            answer = Answer(Verdict.UNKNOWN, expanded=visit.expanded)
            break
    if not loops.found:
        return Answer(answer.verdict, expanded=answer.expanded, why=answer.why)
    only = answer.verdict is Verdict.IMPOSSIBLE
    return Answer(Verdict.SOLVED, drawing(level, state, loops.found[0]), optimal=only, expanded=answer.expanded)


def run_deduce(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """Deduction, trials, and branching where they tell nothing."""
    return _answered(level, state, limits, Node(state))


def run_path(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """The sheet's search: extend a path, segment by segment, and take back what fails."""
    return _answered(level, state, limits, Path(state))


def drawing(level: Level, state: State, solution: State) -> tuple[Put, ...]:
    """The moves that draw what a state lacks of a solution, in the order of its loop."""
    net = lattice(level.rows, level.columns)
    lines = numbers(solution.drawn)
    ends, draws = net.ends, net.draws
    # At each vertex of the loop, its two segments combined: one of them taken out leaves the other.
    meeting = [0] * len(net.at_vertex)
    for edge in lines:
        a, b = ends[edge]
        meeting[a] ^= edge
        meeting[b] ^= edge
    edge = lines[0]
    vertex = ends[edge][1]
    moves = []
    for _step in lines:
        moves.append(draws[edge])
        edge ^= meeting[vertex]
        a, b = ends[edge]
        vertex ^= a ^ b
    if state.drawn:
        there = {draws[edge] for edge in numbers(state.drawn)}
        return tuple(move for move in moves if move not in there)
    return tuple(moves)


def mask_drawn(level: Level, moves: Sequence[Put]) -> int:
    """The mask of the segments that some moves draw."""
    edges = (edge_number(level.rows, level.columns, move.segment) for move in moves if move.mark == DRAWN)
    return mask_of(edge for edge in edges if edge is not None)


PLAIN = (
    Solver("deduce", _("deduction and trials"), run_deduce),
    Solver("path", _("extending a path (the sheet's search)"), run_path),
)
