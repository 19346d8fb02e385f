"""The graph of what a herd can become, in arrays that kernels fill: Python owns them, grows them and reads them.

Importing this loads NumPy and the kernels: only solvers, level makers and hunts do so, when they run.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from cassetete.core.grid import Cell, Direction

from ..kernels import narrow as kernel
from ..kernels import wide as kernel_wide
from ..kernels.narrow import AXIS, COUNT, DEPTH, FOUND, LIMIT, NEXT, NO_LIMIT, ORIGIN
from ..model import BUSH, COATS, SHEEP, Level, State

AXES = ((Direction.LEFT, Direction.RIGHT), (Direction.UP, Direction.DOWN))
"""The moves of each axis: to the low side, to the high side."""

WORD = 64
_FIRST_ROOM = 2048


def graph_of(level: Level, state: State, *, goals: bool = True, limit: int = NO_LIMIT) -> Graph:
    """The graph from a state, with only that state's moves in it; `goals` false lets play go on after a win.

    No state more than `limit` moves away is entered.
    """
    one_word = sum(line.count(BUSH) for line in level.ground) + WORD >= level.height * level.width
    one_coat = len({coat for _row, _column, coat in state.sheep}) <= 1
    make = WordGraph if one_word and one_coat and not state.wolves else WideGraph
    return make(level, state, goals, limit)


@lru_cache(maxsize=64)
def free_cells(ground: tuple[str, ...]) -> dict[Cell, int]:
    """The cells without a bush, numbered row by row."""
    free = [(i, j) for i, line in enumerate(ground) for j, letter in enumerate(line) if letter != BUSH]
    return {cell: number for number, cell in enumerate(free)}


def runs_of(ground: tuple[str, ...], axis: int) -> list[list[int]]:
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
def word_board(ground: tuple[str, ...]) -> tuple[Any, ...]:
    """The runs of a meadow as `kernel` wants them."""
    found = [[run for run in runs_of(ground, axis) if len(run) > 1] for axis in range(2)]
    most, longest = max(map(len, found)), max((len(run) for runs in found for run in runs), default=0)
    masks, fixed = np.zeros((2, most), np.uint64), np.zeros(2, np.uint64)
    packs = np.zeros((4, most, longest + 1), np.uint64)
    for axis, runs in enumerate(found):
        loose = (1 << len(free_cells(ground))) - 1
        for number, run in enumerate(runs):
            bits = [1 << cell for cell in run]
            masks[axis, number] = sum(bits)
            loose &= ~sum(bits)
            for sheep in range(1, len(run) + 1):
                packs[2 * axis, number, sheep] = sum(bits[:sheep])
                packs[2 * axis + 1, number, sheep] = sum(bits[-sheep:])
        fixed[axis] = loose
    return np.array([len(runs) for runs in found], np.int64), masks, packs, fixed


@lru_cache(maxsize=16)
def wide_board(ground: tuple[str, ...]) -> tuple[Any, ...]:
    """The runs of a meadow as `kernel_wide` wants them."""
    found = [runs_of(ground, axis) for axis in range(2)]
    cells, most = max(1, len(free_cells(ground))), max(map(len, found))
    run_of, line = np.zeros((2, cells), np.uint64), np.zeros((2, cells), np.uint64)
    first, stop = np.zeros((2, most), np.uint64), np.zeros((2, most), np.uint64)
    for axis, runs in enumerate(found):
        at = 0
        for number, run in enumerate(runs):
            run_of[axis, run] = number
            line[axis, at : at + len(run)] = run
            first[axis, number], stop[axis, number] = at, at + len(run)
            at += len(run)
    return run_of, first, stop, line, np.zeros(most, np.uint64), np.zeros(most, np.uint64)


class Graph:
    """What both widths share: numbered cells, tallies and the way back to the start."""

    ends: Any
    table: Any

    def __init__(self, level: Level, state: State, goals: bool) -> None:
        self.level = level
        self.index = free_cells(level.ground)
        self.cells = tuple(self.index)
        self.coats = tuple(c for c in COATS if any(coat == c for _row, _column, coat in state.sheep)) or (SHEEP,)
        self.wolves = bool(state.wolves)
        self.width = max(1, -(-len(self.cells) // WORD))
        # A tuft whose colour no sheep has is never covered.
        self.goals = goals and all(coat in self.coats for _row, _column, coat in level.tinted_grass)
        self.links = np.empty((_FIRST_ROOM, 2), np.int32)
        self.marks = np.empty((_FIRST_ROOM, 3), np.int32)
        self.cursor = np.zeros(5, np.int64)

    @property
    def count(self) -> int:
        """How many tallies were met."""
        return int(self.cursor[COUNT])

    @property
    def expanded(self) -> int:
        """How many states were moved along an axis they did not come by: two a tally."""
        return 2 * int(self.cursor[NEXT])

    @property
    def depth(self) -> int:
        """How far from the start the next state to be expanded is."""
        return int(self.marks[min(int(self.cursor[NEXT]), self.count - 1), DEPTH])

    @property
    def found(self) -> int:
        """The first end that wins, -1 if none was met."""
        return int(self.cursor[FOUND])

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return int(self.ends.nbytes + self.links.nbytes + self.marks.nbytes + self.table.nbytes)

    def stop_at(self, depth: int) -> None:
        """Expand nothing that is so many moves away."""
        self.cursor[LIMIT] = depth

    def grow(self) -> None:
        """Make room for twice as many tallies."""
        self.ends = _doubled(self.ends)
        self.links, self.marks = _doubled(self.links), _doubled(self.marks)
        self.table = np.zeros_like(self.table, shape=(2 * len(self.table), *self.table.shape[1:]))
        self._refill()

    def path(self, end: int) -> tuple[Direction, ...]:
        """The moves from the start to an end."""
        moves = []
        while end >= 0:
            tally, side = divmod(end, 2)
            moves.append(AXES[int(self.marks[tally, AXIS])][side])
            end = int(self.marks[tally, ORIGIN])
        return tuple(reversed(moves))

    def words(self, state: State) -> list[int]:
        """A state as whole numbers of 64 bits: a layer for each coat, then the wolves."""
        layers = [0] * (len(self.coats) + self.wolves)
        for row, column, coat in state.sheep:
            layers[self.coats.index(coat)] |= 1 << self.index[row, column]
        for cell in state.wolves:
            layers[-1] |= 1 << self.index[cell]
        return [layer >> WORD * word & (1 << WORD) - 1 for layer in layers for word in range(self.width)]

    def state(self, end: int) -> State:
        """The state of an end."""
        words = self._row(end)
        layers = [
            sum(word << WORD * place for place, word in enumerate(words[at : at + self.width]))
            for at in range(0, len(words), self.width)
        ]
        sheep = [(*cell, coat) for coat, layer in zip(self.coats, layers, strict=False) for cell in self._cells(layer)]
        return State(frozenset(sheep), frozenset(self._cells(layers[-1])) if self.wolves else frozenset())

    def _row(self, end: int) -> list[int]:
        """The words of an end."""
        raise NotImplementedError

    def _cells(self, layer: int) -> list[Cell]:
        return [self.cells[bit] for bit in range(layer.bit_length()) if layer >> bit & 1]

    def tally(self, state: State, axis: int) -> int:
        """The tally a state has along an axis; -1 if it was not met, or if moving that way loses."""
        raise NotImplementedError

    def advance(self, budget: int) -> int:
        """Expand so many tallies: a status of the kernel."""
        raise NotImplementedError

    def distances(self) -> Any:
        """For each tally, the moves from its nearer end to a win; -1 if neither can win."""
        count = self.count
        far = np.empty(count, np.int32)
        self._mark_wins(far)
        first, before = np.zeros(count + 2, np.int32), np.empty(2 * count, np.int32)
        kernel.backward(self.links, count, far, first, before, np.empty(count, np.int32))
        return far

    def wins(self, end: int) -> bool:
        """Whether the herd of an end covers the grass."""
        raise NotImplementedError

    def _refill(self) -> None:
        raise NotImplementedError

    def _mark_wins(self, far: Any) -> None:
        raise NotImplementedError


class WordGraph(Graph):
    """Herds of one coat on at most 64 free cells, without wolves."""

    def __init__(self, level: Level, state: State, goals: bool, limit: int) -> None:
        super().__init__(level, state, goals)
        self._board = word_board(level.ground)
        self.ends = np.empty((_FIRST_ROOM, 2), np.uint64)
        self.table = np.zeros((2 * _FIRST_ROOM, 2), np.uint64)
        grown = [*level.plain_grass, *((row, column) for row, column, _coat in level.tinted_grass)]
        self.grass = np.uint64(sum(1 << self.index[cell] for cell in grown) if self.goals else 0)
        self._start = np.uint64(self.words(state)[0])
        kernel.reset(self.cursor, limit)
        self.advance(1)

    def _arrays(self) -> tuple[Any, ...]:
        return self.table, self.ends, self.links, self.marks, self.cursor, self._start, self.grass

    def _row(self, end: int) -> list[int]:
        return [int(self.ends[end >> 1, end & 1])]

    def advance(self, budget: int) -> int:
        """Expand so many tallies: a status of the kernel."""
        work = (*self._board, *self._arrays(), budget)
        return int(kernel.step(*work))

    def tally(self, state: State, axis: int) -> int:
        """The tally a state has along an axis; -1 if it was not met."""
        low, _high = kernel.packed(np.uint64(self.words(state)[0]), axis, *self._board)
        return int(kernel.find(low, axis, self.table, int(self.cursor[kernel.EPOCH])))

    def wins(self, end: int) -> bool:
        """Whether the herd of an end covers the grass."""
        return bool(kernel.wins(self.ends[end >> 1, end & 1], self.grass))

    def _refill(self) -> None:
        kernel.refill(self.table, self.ends, self.marks, self.cursor)

    def _mark_wins(self, far: Any) -> None:
        kernel.mark_wins(self.ends, self.count, self.grass, far)


class WideGraph(Graph):
    """Herds of any width, with coats and wolves."""

    def __init__(self, level: Level, state: State, goals: bool, limit: int) -> None:
        super().__init__(level, state, goals)
        size = (len(self.coats) + self.wolves) * self.width
        self.ends = np.empty((2 * _FIRST_ROOM, size), np.uint64)
        self.table = np.zeros(2 * _FIRST_ROOM, np.uint64)
        self._frame = np.array([self.width, len(self.coats), self.wolves, self.goals], np.int64)
        self._board = wide_board(level.ground)
        self.grass = self._grass()
        self.ends[-1] = self.words(state)
        kernel.reset(self.cursor, limit)
        self.advance(1)

    def _row(self, end: int) -> list[int]:
        return [int(word) for word in self.ends[end]]

    def _grass(self) -> Any:
        wanted = [0] * (len(self.coats) + 1)
        for cell in self.level.plain_grass:
            wanted[0] |= 1 << self.index[cell]
        for row, column, coat in self.level.tinted_grass:
            if coat in self.coats:
                wanted[1 + self.coats.index(coat)] |= 1 << self.index[row, column]
        words = [layer >> WORD * word & (1 << WORD) - 1 for layer in wanted for word in range(self.width)]
        return np.array(words, np.uint64)

    def _arrays(self) -> tuple[Any, ...]:
        graph = (self.table, self.ends, self.links, self.marks, self.cursor, self.grass)
        return self._frame, *self._board, *graph

    def advance(self, budget: int) -> int:
        """Expand so many tallies: a status of the kernel."""
        work = (*self._arrays(), budget)
        return int(kernel_wide.step(*work))

    def tally(self, state: State, axis: int) -> int:
        """The tally a state has along an axis; -1 if it was not met, or if moving that way loses."""
        trial = len(self.ends) - 3
        self.ends[-1] = self.words(state)
        work = (self.ends, trial + 2, trial, axis, self._frame, *self._board)
        if not kernel_wide.packed(*work):
            return -1
        return int(kernel_wide.find(self.ends, trial, axis, self.table, self.marks))

    def wins(self, end: int) -> bool:
        """Whether the herd of an end covers the grass."""
        return bool(kernel_wide.wins(self.ends, end, self._frame, self.grass))

    def _refill(self) -> None:
        kernel_wide.refill(self.table, self.ends, self.marks, self.cursor)

    def _mark_wins(self, far: Any) -> None:
        kernel_wide.mark_wins(self.ends, self.count, self._frame, self.grass, far)


def _doubled(array: Any) -> Any:
    larger = np.empty_like(array, shape=(2 * len(array), *array.shape[1:]))
    larger[: len(array)] = array
    return larger
