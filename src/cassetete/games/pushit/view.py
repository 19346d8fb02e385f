"""The board as a scene in the sheet's perspective, its motions, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import cos, dist, pi, sin
from typing import NamedTuple

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction
from cassetete.scene.pick import inside
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite
from cassetete.scene.tween import Motion

from . import rules
from .model import Level, State
from .perspective import BALL_RADIUS, Perspective, perspective

# Blocks flatter than this (in very high levels) are drawn as one, or their outlines would fill their faces.
_THINNEST = 0.12

CHARACTER, HEIGHTS = "character", "heights"
"""The options: a character instead of the ball, and the heights written on the cells."""

_APART = 0.4
"""How far apart two heights are written at least, if there is room."""
_ASIDE = (0.0, 0.4, -0.4, 0.2, -0.2)
_GLASS = 0.25
"""How much is left of the colour of a block that hides the ball."""

# The ball looks where it goes: the picture and whether it is mirrored.
_LOOKS = {
    Direction.DOWN: ("ball-front", False),
    Direction.RIGHT: ("ball-front", True),
    Direction.UP: ("ball-back", False),
    Direction.LEFT: ("ball-back", True),
}


class _Mover(NamedTuple):
    """What may move next: the ball, or blocks that it may push off their column. `cell` is its place in the picture."""

    cell: Cell
    low: int
    shapes: tuple[Shape, ...]

    @property
    def depth(self) -> int:
        """How far to the front it stands."""
        return self.cell[0] + self.cell[1]


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """The board, back to front; what hides the ball is of glass, and guides show where it is."""
    space = perspective(level, view.turn)
    state = view.state
    loose = {way.next: rules.pushed(level, state, way) or 0 for way in rules.ways_from(level, state)}
    fixed = list(state.heights)
    for index, blocks in loose.items():
        fixed[index] -= blocks
    glass = hiding(level, state, view.turn)
    movers = []
    for index, blocks in loose.items():
        if blocks:
            cell, foot = level.cell(index), fixed[index]
            seen = space.seen(cell)
            look = _BlockLook(index == level.exit, seen in glass)
            stack = _blocks(space, seen, (foot, foot), foot + blocks, cell, look, _block_key(cell))
            movers.append(_Mover(seen, foot, stack))
    at, height = level.cell(state.ball), state.heights[state.ball]
    movers.append(_Mover(space.seen(at), height, (_ball(space, at, height, view),)))
    columns = _columns(level, view.turn, tuple(fixed), glass)
    shapes = list(chain.from_iterable(_in_order(level, view.turn, fixed, columns, movers)))
    shapes += _guides(space, space.seen(at), height)
    shapes += _heights(level, space, state) if HEIGHTS in view.options else []
    shapes += _overlay(level, space, view)
    return Scene(*space.size, tuple(shapes), outline=_around(level, view.turn))


class _Places(NamedTuple):
    """The columns from back to front, by how far to the front they are.

    So a move changes the order of few of them, and a front end that follows the order draws few shapes again.
    """

    columns: tuple[tuple[Cell, int, Cell], ...]
    """Where each is in the picture, its number and its cell."""
    by_cell: Mapping[Cell, int]
    """The position in `columns` of a place in the picture."""
    ends: tuple[int, ...]
    """Behind the last column of each depth."""


@lru_cache(maxsize=8)
def _places(level: Level, turn: int) -> _Places:
    space = perspective(level, turn)
    cells = ((index, level.cell(index)) for index in range(len(level.heights)))
    found = sorted(((space.seen(cell), index, cell) for index, cell in cells), key=lambda one: (sum(one[0]), one[0]))
    by_cell = {seen: position for position, (seen, _index, _cell) in enumerate(found)}
    ends = {sum(seen): position + 1 for seen, position in by_cell.items()}
    return _Places(tuple(found), by_cell, tuple(ends.values()))


def _in_order(
    level: Level, turn: int, fixed: Sequence[int], columns: Sequence[tuple[Shape, ...]], movers: Sequence[_Mover]
) -> list[tuple[Shape, ...]]:
    """The shapes of columns and movers, back to front.

    A mover comes behind the columns right before it that it can move over: it must not slip under the next one.
    """
    places = _places(level, turn)
    waiting = list(columns)
    found: list[tuple[Shape, ...]] = []
    done = 0
    # Of movers at one depth the lowest comes first: a column that hides only that one comes between them.
    for mover in sorted(movers, key=lambda one: (one.depth, one.low)):
        end = places.ends[mover.depth]
        found += waiting[done:end]
        done = end
        row, column = mover.cell
        for cell in ((row, column + 1), (row + 1, column)):
            place = places.by_cell.get(cell)
            if place is not None and fixed[places.columns[place][1]] <= mover.low:
                found.append(waiting[place])
                waiting[place] = ()
        found.append(mover.shapes)
    return found + waiting[done:]


class _Drawn(NamedTuple):
    """The columns of a board as they were last drawn."""

    fixed: tuple[int, ...]
    glass: frozenset[Cell]
    shapes: list[tuple[Shape, ...]]


class _Last:
    """What was drawn last of one board."""

    drawn: _Drawn | None = None


@lru_cache(maxsize=8)
def last_drawn(_level: Level, _turn: int) -> _Last:
    """What was drawn last of a level, turned like this."""
    return _Last()


def _columns(level: Level, turn: int, fixed: tuple[int, ...], glass: frozenset[Cell]) -> Sequence[tuple[Shape, ...]]:
    """The shapes of each column, from back to front.

    A move changes few of them: the others are those of the last call.
    """
    places, last = _places(level, turn), last_drawn(level, turn)
    before = last.drawn
    if before is None:
        shapes: list[tuple[Shape, ...]] = [()] * len(fixed)
        changed = set(places.by_cell)
    else:
        shapes = before.shapes.copy()
        changed = set(glass ^ before.glass)
        if fixed != before.fixed:
            space = perspective(level, turn)
            pairs = enumerate(zip(fixed, before.fixed, strict=True))
            changed |= {space.seen(level.cell(index)) for index, (now, then) in pairs if now != then}
        # What stands before a column hides a part of its faces.
        changed |= {cell for row, column in changed for cell in ((row - 1, column), (row, column - 1))}
    for seen in changed & places.by_cell.keys():
        place = places.by_cell[seen]
        shapes[place] = _column(level, turn, fixed, glass, place)
    last.drawn = _Drawn(fixed, glass, shapes)
    return shapes


def _column(level: Level, turn: int, fixed: tuple[int, ...], glass: frozenset[Cell], place: int) -> tuple[Shape, ...]:
    """One column, without the parts of its faces that the columns right before them hide."""
    places = _places(level, turn)
    seen, index, cell = places.columns[place]

    def hidden(before: Cell) -> int:
        front = places.by_cell.get(before)
        return 0 if front is None or before in glass else min(fixed[places.columns[front][1]], fixed[index])

    lows = hidden((seen[0] + 1, seen[1])), hidden((seen[0], seen[1] + 1))
    look = _BlockLook(index == level.exit, seen in glass)
    return _blocks(perspective(level, turn), seen, lows, fixed[index], cell, look)


@lru_cache(maxsize=64)
def _around(level: Level, turn: int) -> tuple[Point, ...]:
    """The corners of the columns, and the ends of the ways along which the arrows slide."""
    space = perspective(level, turn)
    points: list[Point] = []
    for index, height in enumerate(level.heights):
        seen = space.seen(level.cell(index))
        points += space.top(seen, height)
        points += space.top(seen, 0)
    start = rules.start(level)
    x, y = space.ball(space.seen(level.cell(start.ball)), start.heights[start.ball])
    points += [(x - BALL_RADIUS, y - BALL_RADIUS), (x + BALL_RADIUS, y - BALL_RADIUS)]
    for cell in ((0, 0), (space.rows - 1, space.columns - 1)):
        points += [arrow[0] for arrow in _arrows(space, cell)]
    return tuple(points)


def _arrows(space: Perspective, cell: Cell) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The arrow at the column of a cell and the one at its row, each from its end to its head."""
    column_x, column_y = space.point(space.rows, cell[1] + 0.5, 0)
    row_x, row_y = space.point(cell[0] + 0.5, space.columns, 0)
    far, near = 0.45, 0.12
    return (
        ((column_x - far, column_y + far), (column_x - near, column_y + near)),
        ((row_x + far, row_y + far), (row_x + near, row_y + near)),
    )


@lru_cache(maxsize=16)
def hiding(level: Level, state: State, turn: int = 0) -> frozenset[Cell]:
    """The places in the picture of the columns that hide more than a little of the ball.

    >>> hiding(Level(2, (0, 0, 0, 2)), State(0, (0, 0, 0, 2)))
    frozenset({(1, 1)})
    """
    space = perspective(level, turn)
    row, column = space.seen(level.cell(state.ball))
    x, y = space.ball((row, column), state.heights[state.ball])
    points = [(x, y), *((x + dx * BALL_RADIUS, y + dy * BALL_RADIUS) for dx, dy in _ROUND)]
    places = _places(level, turn)
    found = set()
    for down in range(space.rows - row):
        for right in (down - 1, down, down + 1):
            place = places.by_cell.get((row + down, column + right))
            if place is None or right < 0 or down == right == 0:
                continue
            cell, height = places.columns[place][0], state.heights[places.columns[place][1]]
            if space.point(*cell, height)[1] > y + BALL_RADIUS:
                continue  # it is not high enough
            faces = (space.left(cell, 0, height), space.right(cell, 0, height), space.top(cell, height))
            covered = sum(any(inside(face, *point) for face in faces) for point in points)
            if covered >= _MUCH:
                found.add(cell)
    return frozenset(found)


_MUCH = 3
"""Of nine points of the ball: those hidden by a column that is drawn of glass."""
_ROUND = [(0.9 * cos(n * pi / 4), 0.9 * sin(n * pi / 4)) for n in range(8)]


class _BlockLook(NamedTuple):
    """How blocks look: those on the exit have a top of another colour, those of glass can be seen through."""

    is_exit: bool
    glass: bool


@lru_cache(maxsize=4096)
def _blocks(
    space: Perspective,
    seen: Cell,
    lows: tuple[int, int],
    high: int,
    target: Cell,
    look: _BlockLook,
    key: str | None = None,
) -> tuple[Shape, ...]:
    """The blocks of a cell up to a height, from where they can be seen at the left and at the right."""
    return tuple(_faces(space, seen, lows, high, target, look, key))


def _faces(
    space: Perspective,
    cell: Cell,
    lows: tuple[int, int],
    high: int,
    target: Cell,
    look: _BlockLook,
    key: str | None,
) -> Iterator[Shape]:
    """Two faces, the joints between blocks, and the top."""
    opacity = _GLASS if look.glass else 1.0
    if high > lows[0]:
        face = space.left(cell, lows[0], high)
        yield Polygon(face, fill="left", stroke="ink", opacity=opacity, key=key, target=target)
    if high > lows[1]:
        face = space.right(cell, lows[1], high)
        yield Polygon(face, fill="right", stroke="ink", opacity=opacity, key=key, target=target)
    joints = range(min(lows) + 1, high) if space.block >= _THINNEST else ()
    for height in joints:
        _back, right, front, left = space.top(cell, height)
        seen = (*((left,) if height > lows[0] else ()), front, *((right,) if height > lows[1] else ()))
        yield Line(seen, width=0.03, key=key, target=target)
    fill = "exit" if look.is_exit else "top" if high else "board-alt"
    yield Polygon(space.top(cell, high), fill=fill, stroke="ink", opacity=opacity, key=key, target=target)


def _block_key(cell: Cell) -> str:
    return f"block-{cell[0]}-{cell[1]}"


def _ball(space: Perspective, cell: Cell, height: int, view: View[State, Direction]) -> Sprite:
    """The ball, or the character if the player prefers one, looking where it last went."""
    x, y = space.ball(space.seen(cell), height)
    name, mirror = _LOOKS[view.last.turned(space.turn)] if view.last is not None else ("ball", False)
    if CHARACTER in view.options:
        name = "character-back" if name == "ball-back" else "character-front"
    size = 2 * BALL_RADIUS
    return Sprite(name, (x - BALL_RADIUS, y - BALL_RADIUS), (size, size), mirror=mirror, key="ball", target=cell)


def _heights(level: Level, space: Perspective, state: State) -> list[Shape]:
    """The height of each column, written on its top; the ball's own beside it."""
    shapes: list[Shape] = []
    taken: list[Point] = []
    for index, height in enumerate(state.heights):
        x, y = space.centre(space.seen(level.cell(index)), height)
        if index == state.ball:
            y += 0.3
        # A column may hide the top of one behind it: then one of the numbers gives way.
        near = [other for other in taken if abs(other[0] - x) < 1 and abs(other[1] - y) < _APART]
        places = [(x + aside, y) for aside in _ASIDE]
        at = max(places, key=lambda at: min((_APART, *(dist(at, other) for other in near))))
        taken.append(at)
        shapes += _height(at, height)
    return shapes


@lru_cache(maxsize=4096)
def _height(at: Point, height: int) -> tuple[Shape, Shape]:
    size = 0.34 if height < 10 else 0.28 if height < 100 else 0.2
    return Disc(at, 0.25, fill="paper", stroke="ink", width=0.02), Label(at, str(height), size, bold=True)


def _guides(space: Perspective, ball: Cell, height: int) -> list[Shape]:
    """The sheet's marks: a line straight up from the ball, an arrow at its column and one at its row; and a ring
    around the ball, seen even through the blocks that hide it."""
    x, y = space.ball(ball, height)
    at_column, at_row = _arrows(space, ball)
    return [
        Disc((x, y), BALL_RADIUS, fill=None, stroke="ball", width=0.05, key="guide"),
        Line(((x, y - BALL_RADIUS), (x, 0.0)), stroke="ball", width=0.04, key="guide"),
        Line(at_column, stroke="ball", width=0.08, arrow=True, key="guide-column"),
        Line(at_row, stroke="ball", width=0.08, arrow=True, key="guide-row"),
    ]


def _overlay(level: Level, space: Perspective, view: View[State, Direction]) -> list[Shape]:
    """Over everything: where the ball was when a supposition was opened, the cursor, and the marks of a hint."""
    heights = view.state.heights
    shapes: list[Shape] = []
    for depth, layer in enumerate(view.layers):
        at = space.ball(space.seen(level.cell(layer.ball)), layer.heights[layer.ball])
        shapes.append(Disc(at, 0.8 * BALL_RADIUS, fill=None, stroke=f"layer-{depth % 6}", width=0.06))
    ringed = [(view.cursor, "cursor")]
    ringed += [(mark.target, mark.kind.role) for mark in view.marks]
    for cell, role in ringed:
        if not level.holds(cell):
            continue
        height = heights[cell[0] * level.columns + cell[1]]
        shapes.append(Polygon(space.top(space.seen(cell), height), stroke=role, width=0.12))
    return shapes


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The ball rolls and drops; a pushed block slides along with it, then falls."""
    return turned(level, before, move, 0)


def turned(level: Level, before: State, move: Direction, turn: int) -> list[Motion]:
    """The motions of a move on a board that is turned."""
    space, step = perspective(level, turn), move.turned(turn).step
    after = rules.play(level, before, move)
    way = next(way for way in rules.ways_from(level, before) if way.direction is move)
    blocks = rules.pushed(level, before, way) or 0
    height = before.heights[before.ball]
    slide = (step[1] - step[0], (step[0] + step[1]) / 2)
    roll = _slide_and_fall(slide, (height - after.heights[after.ball]) * space.block)
    still: Point = (0.0, 0.0)
    until = 1.0
    found = []
    if blocks:
        assert way.behind is not None
        fall = (height - before.heights[way.behind]) * space.block
        until = _length(slide) / (_length(slide) + fall)
        found.append(Motion(_block_key(level.cell(way.next)), _slide_and_fall(slide, fall)))
    found += [Motion(key, roll, end=until) for key in ("ball", "guide")]
    along_row = step[0] == 0
    found.append(Motion("guide-column" if along_row else "guide-row", (still, slide), end=until))
    return found


def _slide_and_fall(slide: Point, fall: float) -> tuple[Point, ...]:
    level_way: tuple[Point, ...] = ((0.0, 0.0), slide)
    return (*level_way, (slide[0], slide[1] + fall)) if fall else level_way


def _length(leg: Point) -> float:
    return float((leg[0] ** 2 + leg[1] ** 2) ** 0.5)


def text(level: Level, view: View[State, Direction]) -> str:
    """The heights; the ball's in brackets, the exit's between < >, a hint's between * *, the cursor's between | |. A
    turned board is written as it is seen.

    >>> level = Level(2, (12, 3, 0, 1))
    >>> print(text(level, View(rules.start(level))))
    [12]  3
      0 < 1>
    """
    around = {level.cell(level.exit): "<>"}
    for mark in view.marks:
        if level.holds(mark.target):
            around[mark.target] = "!!" if mark.kind is MarkKind.MISTAKE else "**"
    if level.holds(view.cursor):
        around[view.cursor] = "||"
    around[level.cell(view.state.ball)] = "[]"
    width = len(str(max(view.state.heights)))
    space = perspective(level, view.turn)
    rows = [[""] * space.columns for _row in range(space.rows)]
    for index, height in enumerate(view.state.heights):
        cell = level.cell(index)
        fence, (row, column) = around.get(cell, "  "), space.seen(cell)
        rows[row][column] = fence[0] + str(height).rjust(width) + fence[1]
    return "\n".join("".join(row).rstrip() for row in rows)
