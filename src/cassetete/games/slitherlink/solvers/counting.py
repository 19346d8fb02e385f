"""Counting solutions exactly, without listing them: frontier dynamic programming.

Vertices are passed row by row; each chooses its right and its lower segment. All that matters of the part already
passed is: which of the segments that cross the frontier are drawn, how their ends are joined by paths (as brackets: 1
opens, 2 closes), and what the clues of the current row still ask of the segments below. Equal frontiers are counted
together (Simpath after Knuth; plug dynamic programming). A loop may be closed once, and nothing else be drawn.
"""

from __future__ import annotations

from collections import defaultdict

from cassetete.core.checkpoint import checkpoint

from ..model import Level, State, edge_number, marks_of, numbers, segment_of
from .native import known_of

_OPEN, _CLOSE = 1, 2


def count(level: Level, state: State) -> int:
    """The number of solutions that keep the marks of the state.

    >>> count(Level(2, 2, ((None, None), (None, None))), State())
    13
    """
    # Fewer blank segments make fewer frontiers.
    known = known_of(level, state)
    if known.wrong:
        return 0
    if known.whole:
        return 1
    if level.columns > level.rows:
        level, marks = _transposed(level, known.marks)
        return _Frontier(level, marks).count()
    return _Frontier(level, known.marks).count()


def _transposed(level: Level, marks: State) -> tuple[Level, State]:
    turned = Level(level.columns, level.rows, tuple(zip(*level.clues, strict=True)))
    state = State()
    for put in marks_of(level, marks):
        (i, j), (p, q) = put.segment
        edge = edge_number(turned.rows, turned.columns, ((j, i), (q, p)))
        if edge is not None:
            state = state.with_mark(edge, put.mark)
    return turned, state


class _Frontier:
    """A frontier is a number: 2 bits for each place it crosses (the vertical segments of the columns, and the
    horizontal one at the vertex), then a bit for each cell of the row: whether its lower side must be drawn."""

    def __init__(self, level: Level, marks: State) -> None:
        self.level = level
        self.marks = marks
        self.places = level.columns + 2
        self.total = 0
        self.last_clue, self.last_drawn = self._last_asked()

    def count(self) -> int:
        """The number of loops that meet the clues and keep the marks."""
        layer = {0: 1}
        for i in range(self.level.rows + 1):
            # The horizontal place of the row's first vertex is empty: all places move on by one column.
            layer = {self._next_row(key): ways for key, ways in layer.items()}
            for j in range(self.level.columns + 1):
                layer = self._passed(layer, i, j)
        return self.total

    def _next_row(self, key: int) -> int:
        plugs = key & (1 << 2 * self.places) - 1
        return (key ^ plugs) | (plugs << 2 & (1 << 2 * self.places) - 1)

    def _last_asked(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The last cell whose clue is not 0 and the last vertex whose right or lower segment is drawn, as passed."""
        level = self.level
        cells = [(i, j) for i, row in enumerate(level.clues) for j, clue in enumerate(row) if clue]
        drawn = [segment_of(level.rows, level.columns, edge)[0] for edge in numbers(self.marks.drawn)]
        return max(cells, default=(-1, -1)), max(drawn, default=(-1, -1))

    def _passed(self, layer: dict[int, int], i: int, j: int) -> dict[int, int]:
        """The frontiers after vertex (i, j): places j (left) and j + 1 (up) become j (down) and j + 1 (right)."""
        after: dict[int, int] = defaultdict(int)
        level = self.level
        right = self._choices(((i, j), (i, j + 1)))
        down = self._choices(((i, j), (i + 1, j)))
        cell = 2 * self.places + j
        clued = i > 0 and j < level.columns and level.clues[i - 1][j] is not None
        for number, (key, ways) in enumerate(layer.items()):
            if number % 256 == 0:
                checkpoint()
            left, up = key >> 2 * j & 3, key >> 2 * j + 2 & 3
            base = key & ~(15 << 2 * j)
            asked = right
            if clued:
                must = base >> cell & 1
                base &= ~(1 << cell)
                if must not in right:
                    continue
                asked = (must,)
            for r in asked:
                for d in down:
                    if (left > 0) + (up > 0) + r + d in (0, 2):
                        self._choose(after, base, ways, (i, j), (left, up), (r, d))
        return after

    def _choices(self, segment: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, ...]:
        edge = edge_number(self.level.rows, self.level.columns, segment)
        if edge is None:
            return (0,)
        return {"+": (1,), "x": (0,), ".": (0, 1)}[self.marks.mark(edge)]

    def _choose(
        self,
        after: dict[int, int],
        base: int,
        ways: int,
        vertex: tuple[int, int],
        before: tuple[int, int],
        lines: tuple[int, int],
    ) -> None:
        (i, j), (left, up), (r, d) = vertex, before, lines
        joined: int | None
        if left and up:
            joined = self._joined(base, j, left, up)
            if joined is None:
                self._closed(base, ways, i, j)
                return
        elif left or up:
            joined = base | (left or up) << (2 * j if d else 2 * j + 2)
        elif r:
            joined = base | _OPEN << 2 * j | _CLOSE << 2 * j + 2
        else:
            joined = base
        key = self._clue_below(joined, i, j, r)
        if key is not None:
            after[key] += ways

    def _joined(self, base: int, j: int, left: int, up: int) -> int | None:
        """Two paths joined; None when they are the two ends of one."""
        if left == _OPEN and up == _CLOSE:
            return None
        if left == _CLOSE and up == _OPEN:
            return base
        # Both open (both close): the partner of the inner one changes its bracket.
        step, here = (1, j + 2) if left == _OPEN else (-1, j - 1)
        depth = 1
        while True:
            plug = base >> 2 * here & 3
            if plug == left:
                depth += 1
            elif plug:
                depth -= 1
                if depth == 0:
                    return base ^ 3 << 2 * here
            here += step

    def _clue_below(self, key: int, i: int, j: int, r: int) -> int | None:
        """Say what the lower side of the cell below to the left must be, now that its others are known, and note the
        upper side of the cell below to the right; None if a clue cannot be met any more."""
        level = self.level
        if i == level.rows:
            return key
        if j < level.columns and level.clues[i][j] is not None:
            key |= r << 2 * self.places + j
        if j == 0 or level.clues[i][j - 1] is None:
            return key
        bit = 1 << 2 * self.places + j - 1
        clue = level.clues[i][j - 1]
        assert clue is not None
        sides = bool(key & bit) + bool(key >> 2 * (j - 1) & 3) + bool(key >> 2 * j & 3)
        if sides not in (clue, clue - 1):
            return None
        return key | bit if sides < clue else key & ~bit

    def _closed(self, base: int, ways: int, i: int, j: int) -> None:
        """The loop is whole: count it if nothing else is drawn and nothing more is asked for."""
        if base & (1 << 2 * self.places) - 1:
            return
        key = self._clue_below(base, i, j, 0)
        if key is None or key >> 2 * self.places:
            return
        # The cell below to the right, and all later ones, have no side drawn any more.
        if self.last_clue < (i, j) and self.last_drawn <= (i, j):
            self.total += ways
