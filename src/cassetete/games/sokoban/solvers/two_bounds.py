"""`optimal`: the fewest pushes, moves or least cost, ties by moves.

For pushes there are two searches. The first takes the player as anywhere they can walk to and finds the fewest pushes;
the second distinguishes where the player stands and finds the fewest moves among the solutions with that many pushes.
Both have the positions around the end (`perimeter.py`), which grow along with them.

The fewest pushes are found from two sides: A* raises what every solution needs at least, windows shorten one that is
there. A* often comes to the optimum's layer soon, and then looks for a solution in it for ever; or it fills the memory
there. Some solution is found quickly by `portfolio`, and shortened by `push_windows.py` until no more pushes are left
to save. Where both meet, that many pushes are proven. While they do not, A* has no use for positions that cannot beat
the solution.
"""

from __future__ import annotations

from collections import abc

from cassetete.core.answers import EXHAUSTED, Limits, Visit, Why
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.speed import jit
from cassetete.speed.budget import Budget

from .. import rules
from ..floor_graph import DIRECTIONS, Push
from ..model import Level, State
from .level_arrays import LevelArrays, level_arrays
from .node_arrays import MOST_MEMORY
from .optimal import NO_LIMIT, AStar, PushResult, answer_of, search
from .perimeter import Perimeter
from .push_a_star import trivial_answer, weights
from .push_windows import PushWindows

_ = Catalogue("sokoban")

TIES = Why("ties", _("perhaps fewer moves are enough for as many pushes"))

FROM = 30_000
"""After how many nodes of A* it is worth looking for a solution by other means."""
FEW, MUCH, LATE = 8, 2, 300_000
"""The work that then goes into a solution: a node for each few of A*, and much more once A* has had so many nodes."""
_PORTFOLIO = "cassetete.games.sokoban.warm_up_portfolio"
_NODE_OF_PORTFOLIO = 16
_WINDOW = 300
"""What they weigh, in nodes of A*: a position of the portfolio, and the making of a window."""
_MEMORY = 1 << 29
"""The most that the other side may hold."""


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric, ties by moves; where only the pushes are proven, `why` says so."""
    answer = trivial_answer(level, state)
    if answer is not None:
        return answer
    arrays, budget = level_arrays(level), Budget(limits, MOST_MEMORY)
    perimeter = Perimeter(arrays, state)
    yield Visit(state, 0, 1, 0)
    if metric is not Metric.PUSHES:
        result = yield from search(arrays, budget, state, *weights(level, metric), NO_LIMIT, 0)
        return answer_of(arrays, state, result)
    first = yield from fewest_pushes(arrays, budget, state, perimeter)
    if first.pushes is None:
        return answer_of(arrays, state, first)
    step, push = weights(level, Metric.PUSHES)
    most, before = len(first.pushes), first.expanded
    second = yield from search(arrays, budget, state, step, push, most, before, perimeter=perimeter)
    if second.pushes is not None:
        return answer_of(arrays, state, second)
    return answer_of(arrays, state, first)._replace(expanded=second.expanded, why=TIES)


def fewest_pushes(
    arrays: LevelArrays, budget: Budget, state: State, perimeter: Perimeter, other: Solution | None = None
) -> abc.Generator[Visit[State], None, PushResult]:
    """The fewest pushes, proven; or the limit that was reached before, or that there is no solution.

    The depth of what it yields is what every solution needs at least; `other` has the best solution so far.
    """
    run = AStar(arrays, budget, state, 0, True, perimeter)
    run.begin(0, 1, NO_LIMIT)
    exact = run.go_on()
    other = other or Solution(arrays, budget, state)
    work = other.run()
    while True:
        try:
            visit = next(exact)
        except StopIteration as stop:
            result: PushResult = stop.value
            if result.why is EXHAUSTED and other.pushes is not None:
                return PushResult(other.pushes, result.expanded, None)
            return result
        yield visit
        while other.weight < _share(run.expanded - run.before):
            if budget.exceeded(run.expanded, run.bytes) is not None or next(work, "end") == "end":
                break
            run.before = other.expanded
            yield run.visit()
            if other.pushes is not None:
                run.allow(len(other.pushes) - 1)
                if len(other.pushes) <= run.at_least:
                    return PushResult(other.pushes, run.expanded, None)


def _share(nodes: int) -> int:
    """How much work may have gone into a solution when A* has had so many nodes."""
    return max(0, nodes - FROM) // FEW + MUCH * max(0, nodes - LATE)


def some_solution(
    arrays: LevelArrays, budget: Budget, state: State
) -> abc.Generator[Visit[State], None, tuple[Direction, ...] | None]:
    """A solution of the portfolio, if it has one, and if its kernels are at hand: compiling takes longer than most
    proofs."""
    if not jit.ready(_PORTFOLIO):
        return None
    from .portfolio import in_turn, until_won  # most levels do without it

    answer = yield from in_turn(arrays, Budget(Limits(seconds=budget.seconds_left()), _MEMORY), state)
    return until_won(arrays.level, state, answer.moves) if answer.solved else None


class Solution:
    """The shortest solution so far, of the portfolio."""

    def __init__(self, arrays: LevelArrays, budget: Budget, state: State) -> None:
        self._arrays, self._budget, self._state = arrays, budget, state
        self._found = 0
        self._windows: PushWindows | None = None

    @property
    def pushes(self) -> list[Push] | None:
        """The solution, None as long as there is none."""
        return self._windows.pushes if self._windows is not None else None

    @property
    def expanded(self) -> int:
        """The nodes that it took so far."""
        return self._found + (self._windows.expanded if self._windows is not None else 0)

    @property
    def weight(self) -> int:
        """What it took so far, in nodes of A*."""
        windows = self._windows
        more = windows.expanded + _WINDOW * windows.windows if windows is not None else 0
        return _NODE_OF_PORTFOLIO * self._found + more

    def run(self) -> abc.Generator[None, None, None]:
        """Find a solution and shorten it, a stretch of work at a time; it ends where there is nothing to do."""
        work = some_solution(self._arrays, self._budget, self._state)
        while True:
            try:
                self._found = next(work).expanded
            except StopIteration as stop:
                moves = stop.value
                break
            yield
        if moves is None:
            return
        self._windows = PushWindows(self._arrays, self._state, self._pushes_of(moves), _MEMORY)
        yield
        yield from self._windows.run()

    def _pushes_of(self, moves: abc.Iterable[Direction]) -> list[Push]:
        level, state, number = self._arrays.level, self._state, self._arrays.graph.number
        pushes: list[Push] = []
        for move in moves:
            pushing = rules.pushes(level, state, move)
            state = rules.play(level, state, move)
            if pushing:
                assert state.player is not None
                pushes.append((number[state.player], DIRECTIONS.index(move)))
        return pushes
