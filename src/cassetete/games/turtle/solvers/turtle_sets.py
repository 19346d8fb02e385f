"""The search over sets of turtles (`kernels/turtle_sets.py`): its layers, the way back through them, all solutions."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from cassetete.core.answers import EXHAUSTED, Answer, End, Verdict, Visit, Why
from cassetete.core.contract import Search, SolutionStream
from cassetete.core.drain import drain
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.driver import unsolved

from .. import rules
from ..kernels import board, look_ahead
from ..kernels import turtle_sets as kernel
from ..model import Level, Move, State
from .board_tables import BoardTables
from .deepening import DeepeningBoard, deepen
from .slides import distinct, named, slide_between

_EXPAND = 8192
_LOOK = 32768
_KEPT = 300_000


class DepthLayer(NamedTuple):
    """The states of one depth: sorted keys of the helpers' cells, and for each the set of turtle cells."""

    keys: Any
    sets: Any


def fits(level: Level, state: State) -> bool:
    """Whether the level is one for this search: at most 16 by 16, at most three helpers."""
    return max(level.rows, level.columns) <= board.SIDE and len(state) <= 4


class HelperRows:
    """The memory of the search for a number of helpers: a row for each of their places."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        self.nobody, self.least, count = first_and_last(helpers, board.CELLS)
        # A line of the cache for each row: aligned, or each row would be two.
        raw = np.zeros(8 * count + 8, np.uint64)
        offset = -raw.ctypes.data % 64 // 8
        self.lines = raw[offset : offset + 8 * count].reshape(count, 8)
        self.active = np.zeros(count // 64 + 1, np.uint64)
        self.summary = np.zeros(len(self.active) // 64 + 1, np.uint64)
        self.bytes = raw.nbytes + self.active.nbytes

    def begin(self, turtle: int, helpers: list[int]) -> None:
        """Find the first state."""
        at = _rank([*sorted(helpers), *self.nobody]) - self.least
        kernel.push_one(self.lines, self.active, self.summary, at, turtle)

    def take(self) -> DepthLayer:
        """The next layer."""
        count = kernel.found(self.active, self.summary)
        layer = DepthLayer(np.empty(count, np.uint32), np.empty((count, 4), np.uint64))
        kernel.take(
            self.lines, self.active, self.summary, kernel.PAIRS, kernel.TRIPLES, self.least, layer.keys, layer.sets
        )
        return layer

    def clean(self, layers: list[DepthLayer]) -> None:
        """Empty the rows for the next search."""
        layers = [*layers, self.take()]
        if sum(len(layer.keys) for layer in layers) > _KEPT:
            self.lines.fill(0)
            return
        for layer in layers:
            kernel.clear(self.lines, kernel.PAIRS, kernel.TRIPLES, self.least, layer.keys)


def _rank(cells: list[int]) -> int:
    a, b, c = cells
    return int(a + kernel.PAIRS[b] + kernel.TRIPLES[c])


def first_and_last(helpers: int, cells: int) -> tuple[list[int], int, int]:
    """The cells of helpers that are not there, the least rank, and how many ranks there are."""
    nobody = [board.NOBODY + i for i in range(3 - helpers)]
    least = _rank([*range(helpers), *nobody])
    return nobody, least, _rank([*range(cells - helpers, cells), *nobody]) - least + 1


_spare: dict[int, HelperRows] = {}


class TurtleSets:
    """The arrays of a search and its layers so far. `finish` gives the rows back."""

    def __init__(self, level: Level, state: State) -> None:
        assert level.goal is not None
        self.level, self.count = level, len(state) - 1
        tables = BoardTables(level)
        self.stop, self.ray, self.enter, self.ends = tables.stop, tables.ray, tables.enter, tables.ends
        self.cell, self.level_cell = tables.cells.wide, tables.cells.narrow
        self.cross, self.cut, self.prop = (np.empty(board.CELLS + 3, np.uint64) for _i in range(3))
        self.shade = np.empty((4, board.CELLS), np.uint64)
        self.cells = np.zeros(4, np.uint64)
        opened = look_ahead.fill_cross(
            self.cell(level.goal), self.stop, board.BIT, board.STEP, tables.codes,
            self.cross, self.cut, self.prop, self.shade, self.cells,
        )  # fmt: skip
        self.opened = np.uint64(opened)
        self.rows = _spare.pop(self.count) if self.count in _spare else HelperRows(self.count)
        self.layers: list[DepthLayer] = []
        turtle, *helpers = (self.cell(cell) for cell in state)
        self.rows.begin(turtle, helpers)
        self.held = self.rows.bytes

    def finish(self) -> None:
        """Give the rows back, empty; a search that is abandoned does not, and its rows are forgotten."""
        self.rows.clean(self.layers)
        _spare[self.count] = self.rows

    def state(self, key: int, turtle: int) -> State:
        """The state of a key and a turtle cell, in the level's own numbers."""
        cells = (turtle, *(key >> 10 * i & kernel.FIELD for i in range(self.count)))
        return tuple(self.level_cell(cell) for cell in cells)

    def next_layer(self) -> DepthLayer:
        """Take the layer that was found last."""
        layer = self.rows.take()
        self.layers.append(layer)
        self.held += layer.keys.nbytes + layer.sets.nbytes
        return layer

    def look(self, layer: DepthLayer, first: int, last: int) -> int:
        """The first record from which at most two moves win."""
        n = look_ahead.look(
            self.ends, self.enter, board.STEP, self.cells, self.cross, self.cut, self.prop, self.shade, self.opened,
            self.count, layer.keys, layer.sets, first, last,
        )  # fmt: skip
        return int(n)

    def winners(self, layer: DepthLayer) -> Any:
        """The turtle cells of a layer from which two moves win."""
        out = np.zeros_like(layer.sets)
        key, alone = np.empty(1, np.uint32), np.empty((1, 4), np.uint64)
        look_ahead.winners(
            self.ends, self.enter, board.STEP, self.cells, self.cross, self.cut, self.prop, self.shade, self.opened,
            self.count, layer.keys, layer.sets, key, alone, out,
        )  # fmt: skip
        return out

    def expand(self, layer: DepthLayer, first: int, last: int) -> None:
        """All moves from some records."""
        kernel.expand(
            self.ends, self.ray, self.enter, kernel.PAIRS, kernel.TRIPLES, board.STEP, self.rows.least, self.count,
            self.rows.lines, self.rows.active, self.rows.summary, layer.keys, layer.sets, first, last,
        )  # fmt: skip

    def way(self, record: int) -> list[State]:
        """States from the first layer to a turtle of a record of the last one from which at most two moves win."""
        layer = self.layers[-1]
        cells = [64 * word + i for word in range(4) for i in range(64) if int(layer.sets[record, word]) >> i & 1]
        singles = DepthLayer(np.full(len(cells), layer.keys[record], np.uint32), np.zeros((len(cells), 4), np.uint64))
        for n, cell in enumerate(cells):
            singles.sets[n, cell >> 6] = np.uint64(1 << (cell & 63))
        turtle = cells[self.look(singles, 0, len(cells))]
        key = int(layer.keys[record])
        chain = [self.state(key, turtle)]
        for before in reversed(self.layers[:-1]):
            key, turtle = kernel.before(self.stop, board.STEP, self.count, before.keys, before.sets, key, turtle)
            chain.append(self.state(int(key), int(turtle)))
        return chain[::-1]

    def useful(self) -> list[dict[int, int]]:
        """For each layer, the turtle cells (as one number) of each key that lie on a shortest way."""
        chosen = self.winners(self.layers[-1])
        found = [_as_numbers(self.layers[-1].keys, chosen)]
        self.rows.clean(self.layers)
        for after, layer in zip(self.layers[:0:-1], self.layers[-2::-1], strict=True):
            kernel.put(self.rows.lines, kernel.PAIRS, kernel.TRIPLES, self.rows.least, after.keys, chosen)
            earlier = np.zeros_like(layer.sets)
            kernel.mark_leading(
                self.stop, kernel.PAIRS, kernel.TRIPLES, self.rows.least, self.count,
                self.rows.lines, layer.keys, layer.sets, earlier,
            )  # fmt: skip
            kernel.clear(self.rows.lines, kernel.PAIRS, kernel.TRIPLES, self.rows.least, after.keys)
            chosen = earlier
            found.append(_as_numbers(layer.keys, chosen))
        return found[::-1]


def _as_numbers(keys: Any, sets: Any) -> dict[int, int]:
    some = np.flatnonzero(sets.any(axis=1))
    return {int(keys[n]): sum(int(sets[n, word]) << 64 * word for word in range(4)) for n in some}


def _search(
    sets: TurtleSets, budget: Budget, expanded: int
) -> Generator[Visit[State], None, tuple[int | None, int, Why | None]]:
    """Layer after layer until two moves win: the record of the last layer, the states expanded, and what ended it."""
    while True:
        layer = sets.next_layer()
        count, depth = len(layer.keys), len(sets.layers) - 1
        if not count:
            return None, expanded, EXHAUSTED
        for first in range(0, count, _LOOK):
            last = min(count, first + _LOOK)
            record = sets.look(layer, first, last)
            if record < last:
                return record, expanded, None
            yield Visit(None, expanded, count, depth)
        for first in range(0, count, _EXPAND):
            why = budget.exceeded(expanded, sets.held)
            if why is not None:
                return None, expanded, why
            last = min(count, first + _EXPAND)
            sets.expand(layer, first, last)
            expanded += last - first
            yield Visit(None, expanded, count - last, depth)


def search(level: Level, state: State, budget: Budget, expanded: int = 0) -> Search[State, Move]:
    """A shortest solution, or the proof that there is none; `expanded` states were expanded before."""
    assert level.goal is not None
    sets = TurtleSets(level, state)
    record, expanded, why = yield from _search(sets, budget, expanded)
    if why is not None or record is None:
        sets.finish()
        return unsolved(why or EXHAUSTED, expanded)
    chain = sets.way(record)
    sets.finish()
    slides = [slide_between(level, before, after) for before, after in pairwise(chain)]
    moves = named(level, state, slides)
    for move in moves:
        state = rules.play(level, state, move)
    last, _visited = deepen(DeepeningBoard(level, level.goal), state, 8)
    assert last is not None
    return Answer(Verdict.SOLVED, moves + last, optimal=True, expanded=expanded)


def solutions(level: Level, state: State, budget: Budget) -> SolutionStream[Move]:
    """All shortest solutions; which helper moves makes a difference."""
    why = budget.exceeded(0)
    if why is not None:
        return End(False, why)
    if state[0] == level.goal:
        yield Answer(Verdict.SOLVED, optimal=True)
        return End(True)
    sets = TurtleSets(level, state)
    record, expanded, why = drain(_search(sets, budget, 0))
    if record is None:
        sets.finish()
        return End(why == EXHAUSTED, why)
    useful = sets.useful()
    _spare[sets.count] = sets.rows
    for moves in _lines(sets, useful, state):
        yield Answer(Verdict.SOLVED, moves, optimal=True, expanded=expanded)
    return End(True)


def _lines(sets: TurtleSets, useful: list[dict[int, int]], state: State) -> Iterator[tuple[Move, ...]]:
    """Every line of moves through the useful states, in the order of the rules."""
    level, successors = sets.level, distinct(sets.level)
    if not any(useful[0].values()):
        return
    shortest_is_one = any(after[0] == level.goal for _move, after in successors(state))

    def onward(at: State, depth: int) -> Iterator[tuple[Move, ...]]:
        for move, after in successors(at):
            if after[0] == level.goal:
                if depth == len(useful) or shortest_is_one:
                    yield (move,)
            elif depth < len(useful) - 1:
                if _has(sets, useful[depth + 1], after):
                    for rest in onward(after, depth + 1):
                        yield (move, *rest)
            elif depth == len(useful) - 1 and not shortest_is_one:
                for rest in onward(after, depth + 1):
                    yield (move, *rest)

    yield from onward(state, 0)


def _has(sets: TurtleSets, useful: dict[int, int], state: State) -> bool:
    turtle, *helpers = (sets.cell(cell) for cell in state)
    a, b, c = [*sorted(helpers), *sets.rows.nobody]
    return bool(useful.get(a | b << 10 | c << 20, 0) >> turtle & 1)
