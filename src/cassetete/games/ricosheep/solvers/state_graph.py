"""The state graph of a level, in arrays that kernels fill: Python owns them, grows them and reads them.

Importing this loads NumPy and the kernels: only solvers and generators do so, when they run.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Any

from cassetete.core.answers import Visit
from cassetete.core.grid import Cell, Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import grown

from ..kernels import multi_word, single_word
from ..kernels.graph import AXIS, COUNT, DEPTH, GOAL, LIMIT, NEXT, NO_LIMIT, PARENT, Graph, distances, reset
from ..model import BUSH, COATS, SHEEP, Level, State

AXES = ((Direction.LEFT, Direction.RIGHT), (Direction.UP, Direction.DOWN))
"""The moves of each axis: to the low side, to the high side."""

WORD = 64
_FIRST_ROOM = 2048


class StateGraph:
    """The graph from a state, at first empty: a search for `speed.driver`. Its nodes and ends: see `kernels.graph`.

    With `goals` false, play goes on after a win. No state more than `limit` moves away is entered.
    """

    def __init__(self, level: Level, state: State, *, goals: bool = True, limit: int = NO_LIMIT) -> None:
        self.index = free_cells(level.ground)
        self.coats = tuple(c for c in COATS if any(coat == c for _row, _column, coat in state.sheep)) or (SHEEP,)
        self.width = max(1, -(-len(self.index) // WORD))
        self._cells = tuple(self.index)
        self._wolves = bool(state.wolves)
        # A tuft whose colour no sheep has is never covered.
        goals = goals and all(coat in self.coats for _row, _column, coat in level.tinted_grass)
        one_word = self.width == len(self.coats) == 1 and not self._wolves
        self._kernel: Any = single_word if one_word else multi_word
        self._board = self._single_word_board(level, goals) if one_word else self._multi_word_board(level, goals)
        start = self.words(state)
        self.arrays = Graph(
            np.zeros((2 * _FIRST_ROOM, 2) if one_word else 2 * _FIRST_ROOM, np.uint64),
            np.empty((2 * _FIRST_ROOM, len(start)), np.uint64),
            np.empty((_FIRST_ROOM, 2), np.int32),
            np.empty((_FIRST_ROOM, 3), np.int32),
            np.zeros(5, np.int64),
        )
        self.arrays.ends[-1] = start
        self._start = state
        reset(self.arrays, limit)

    def _single_word_board(self, level: Level, goals: bool) -> single_word.SingleWordBoard:
        grass = {*level.plain_grass, *((row, column) for row, column, _coat in level.tinted_grass)}
        wanted = sum(1 << self.index[cell] for cell in grass) if goals else 0
        return single_word.SingleWordBoard(*_single_word_runs(level.ground), np.array([wanted], np.uint64))

    def _multi_word_board(self, level: Level, goals: bool) -> multi_word.MultiWordBoard:
        wanted = [0] * (len(self.coats) + 1)
        for cell in level.plain_grass:
            wanted[0] |= 1 << self.index[cell]
        for row, column, coat in level.tinted_grass:
            if coat in self.coats:
                wanted[1 + self.coats.index(coat)] |= 1 << self.index[row, column]
        sizes = np.array([self.width, len(self.coats), self._wolves, goals], np.int64)
        grass = np.array(_in_words(wanted, self.width), np.uint64)
        return multi_word.MultiWordBoard(*_multi_word_runs(level.ground), sizes, grass)

    @property
    def count(self) -> int:
        """How many nodes were met."""
        return int(self.arrays.counters[COUNT])

    @property
    def expanded(self) -> int:
        """How many states were expanded: the start, then two a node."""
        return max(0, 2 * int(self.arrays.counters[NEXT]) + 1)

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return sum(int(array.nbytes) for array in self.arrays)

    def stop_at(self, depth: int) -> None:
        """Expand nothing that is so many moves away."""
        self.arrays.counters[LIMIT] = depth

    def step(self, budget: int) -> int:
        """Expand so many states: a status of `speed.driver`."""
        return int(self._kernel.step(self._board, self.arrays, (budget + 1) // 2))

    def visit(self) -> Visit[State]:
        """The next state to be expanded, and how far the search is."""
        node = int(self.arrays.counters[NEXT])
        if node < 0:
            return Visit(self._start, 0, 1, 0)
        depth = int(self.arrays.nodes[min(node, self.count - 1), DEPTH]) if self.count else 0
        return Visit(self.state(2 * node) if node < self.count else None, self.expanded, 2 * (self.count - node), depth)

    def grow(self) -> None:
        """Make room for twice as many nodes."""
        table, ends, links, nodes, counters = self.arrays
        table = np.zeros((2 * len(table), *table.shape[1:]), np.uint64)
        self.arrays = Graph(table, grown(ends), grown(links), grown(nodes), counters)
        self._kernel.refill(self.arrays)

    def node(self, state: State, axis: int) -> int:
        """The node a state has along an axis; -1 if it was not met, or if moving that way loses."""
        self.arrays.ends[-1] = self.words(state)
        return int(self._kernel.find(self._board, self.arrays, axis))

    def wins(self, end: int) -> bool:
        """Whether the herd of an end covers the grass."""
        return bool(self._kernel.wins(self._board, self.arrays, end))

    def distances(self) -> Any:
        """For each node, the moves from its nearer end to a win; -1 if neither can win."""
        count = self.count
        far, queue = np.empty(count, np.int32), np.empty(count, np.int32)
        self._kernel.mark_wins(self._board, self.arrays, far)
        distances(self.arrays.links, count, far, np.zeros(count + 2, np.int32), np.empty(2 * count, np.int32), queue)
        return far

    def moves(self) -> tuple[Direction, ...]:
        """The moves from the start to the first end that wins; none if none was met."""
        end, moves = int(self.arrays.counters[GOAL]), []
        while end >= 0:
            node, side = divmod(end, 2)
            moves.append(AXES[int(self.arrays.nodes[node, AXIS])][side])
            end = int(self.arrays.nodes[node, PARENT])
        return tuple(reversed(moves))

    def words(self, state: State) -> list[int]:
        """A state as whole numbers of 64 bits: a layer for each coat, then the wolves."""
        layers = [0] * (len(self.coats) + self._wolves)
        for row, column, coat in state.sheep:
            layers[self.coats.index(coat)] |= 1 << self.index[row, column]
        for cell in state.wolves:
            layers[-1] |= 1 << self.index[cell]
        return _in_words(layers, self.width)

    def state(self, end: int) -> State:
        """The state of an end."""
        words = [int(word) for word in self.arrays.ends[end]]
        layers = [
            sum(word << WORD * place for place, word in enumerate(words[at : at + self.width]))
            for at in range(0, len(words), self.width)
        ]
        herd = zip(self.coats, layers, strict=False)
        sheep = frozenset((*cell, coat) for coat, layer in herd for cell in self._cells_of(layer))
        return State(sheep, frozenset(self._cells_of(layers[-1])) if self._wolves else frozenset())

    def _cells_of(self, layer: int) -> list[Cell]:
        return [self._cells[bit] for bit in range(layer.bit_length()) if layer >> bit & 1]


def _in_words(layers: list[int], width: int) -> list[int]:
    return [layer >> WORD * word & (1 << WORD) - 1 for layer in layers for word in range(width)]


@lru_cache(maxsize=64)
def free_cells(ground: tuple[str, ...]) -> dict[Cell, int]:
    """The cells without a bush, numbered row by row."""
    free = [(i, j) for i, line in enumerate(ground) for j, letter in enumerate(line) if letter != BUSH]
    return {cell: number for number, cell in enumerate(free)}


def _runs(ground: tuple[str, ...], axis: int) -> list[list[int]]:
    """The runs of an axis, each with the numbers of its cells from the low side on."""
    runs: list[list[int]] = []
    open_runs: dict[Cell, list[int]] = {}
    for (row, column), number in free_cells(ground).items():
        before = (row, column - 1) if axis == 0 else (row - 1, column)
        run = open_runs.pop(before, None)
        if run is None:
            run = []
            runs.append(run)
        run.append(number)
        open_runs[row, column] = run
    return runs


@lru_cache(maxsize=16)
def _single_word_runs(ground: tuple[str, ...]) -> tuple[Any, Any, Any, Any]:
    """The runs of a meadow as `single_word` takes them."""
    found = [[run for run in _runs(ground, axis) if len(run) > 1] for axis in range(2)]
    most, longest = max(map(len, found)), max((len(run) for runs in found for run in runs), default=0)
    # Lists first: writing them item by item into arrays takes longer.
    masks, fixed = [[0] * most for _axis in range(2)], [0, 0]
    packs = [[[0] * (longest + 1) for _run in range(most)] for _side in range(4)]
    for axis, runs in enumerate(found):
        loose = (1 << len(free_cells(ground))) - 1
        for number, run in enumerate(runs):
            bits = [1 << cell for cell in run]
            masks[axis][number] = sum(bits)
            loose &= ~sum(bits)
            packs[2 * axis][number][: len(run) + 1] = accumulate(bits, initial=0)
            packs[2 * axis + 1][number][: len(run) + 1] = accumulate(reversed(bits), initial=0)
        fixed[axis] = loose
    return (
        np.array([len(runs) for runs in found], np.int64),
        np.array(masks, np.uint64),
        np.array(packs, np.uint64).reshape(4, most, longest + 1),
        np.array(fixed, np.uint64),
    )


@lru_cache(maxsize=16)
def _multi_word_runs(ground: tuple[str, ...]) -> tuple[Any, Any, Any, Any, Any, Any]:
    """The runs of a meadow as `multi_word` takes them, and its two arrays to work in."""
    found = [_runs(ground, axis) for axis in range(2)]
    count, most = max(1, len(free_cells(ground))), max(map(len, found))
    run_of, cells = [[0] * count for _axis in range(2)], [[0] * count for _axis in range(2)]
    first, stop = [[0] * most for _axis in range(2)], [[0] * most for _axis in range(2)]
    for axis, runs in enumerate(found):
        at = 0
        for number, run in enumerate(runs):
            for cell in run:
                run_of[axis][cell] = number
            cells[axis][at : at + len(run)] = run
            first[axis][number], stop[axis][number] = at, at + len(run)
            at += len(run)
    run_array, first_array, stop_array, cell_array = (np.array(of, np.uint64) for of in (run_of, first, stop, cells))
    return run_array, first_array, stop_array, cell_array, np.zeros(most, np.uint64), np.zeros(most, np.uint64)
