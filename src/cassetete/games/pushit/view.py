"""The board as a scene in the sheet's perspective, its motions, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin
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

_GLASS = 0.25
"""How much is left of the colour of a block that hides the ball."""

# The ball looks where it goes: the picture and whether it is mirrored.
_LOOKS = {
    Direction.DOWN: ("ball-front", False),
    Direction.RIGHT: ("ball-front", True),
    Direction.UP: ("ball-back", False),
    Direction.LEFT: ("ball-back", True),
}


class _Piece(NamedTuple):
    """What is drawn as one: a column, blocks that may be pushed off it, or the ball, from one height to another.

    `cell` is its place in the picture.
    """

    cell: Cell
    low: int
    high: int
    shapes: tuple[Shape, ...]

    def hides(self, other: _Piece) -> bool:
        """Whether it stands before the other and rises above its foot."""
        rows, columns = self.cell[0] - other.cell[0], self.cell[1] - other.cell[1]
        return rows >= 0 and columns >= 0 and abs(columns - rows) <= 1 and self.high > other.low


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """The board, back to front, row by row and from left to right; what hides the ball is of glass, and guides show
    where it is."""
    space = perspective(level, view.turn)
    state = view.state
    loose = {way.next: rules.pushed(level, state, way) or 0 for way in rules.ways_from(level, state)}
    fixed = [height - loose.get(index, 0) for index, height in enumerate(state.heights)]
    places = _places(level, view.turn)
    glass = hiding(level, state, view.turn)
    solid = {seen: 0 if seen in glass else fixed[index] for seen, index, _cell in places}
    pieces: list[_Piece] = []
    movers: list[_Piece] = []
    for seen, index, cell in places:
        foot, height = fixed[index], state.heights[index]
        look = _BlockLook(index == level.exit, seen in glass)
        column = _blocks(space, seen, _hidden(solid, seen, foot), foot, cell, look)
        pieces.append(_Piece(seen, 0, foot, column))
        if height > foot:
            stack = _blocks(space, seen, (foot, foot), height, cell, look, _block_key(cell))
            movers.append(_Piece(seen, foot, height, stack))
            pieces.append(movers[-1])
        if index == state.ball:
            movers.append(_Piece(seen, height, height + 1, (_ball(space, cell, height, view),)))
            pieces.append(movers[-1])
    for mover in movers:
        pieces = _put_off(pieces, mover)
    shapes = [shape for piece in pieces for shape in piece.shapes]
    shapes += _guides(space, space.seen(level.cell(state.ball)), state.heights[state.ball])
    shapes += _heights(level, space, state) if HEIGHTS in view.options else []
    shapes += _overlay(level, space, view)
    return Scene(*space.size, tuple(shapes), outline=_around(level, view.turn))


@lru_cache(maxsize=8)
def _places(level: Level, turn: int) -> list[tuple[Cell, int, Cell]]:
    """The columns from back to front: where each is in the picture, its number and its cell."""
    space = perspective(level, turn)
    cells = ((index, level.cell(index)) for index in range(len(level.heights)))
    return sorted((space.seen(cell), index, cell) for index, cell in cells)


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
    heights = {space.seen(level.cell(index)): height for index, height in enumerate(state.heights)}
    found = set()
    for cell, height in heights.items():
        down, right = cell[0] - row, cell[1] - column
        if down < 0 or right < 0 or down == right == 0 or abs(down - right) > 1:
            continue
        faces = (space.left(cell, 0, height), space.right(cell, 0, height), space.top(cell, height))
        covered = sum(any(inside(face, *point) for face in faces) for point in points)
        if covered >= _MUCH:
            found.add(cell)
    return frozenset(found)


_MUCH = 3
"""Of nine points of the ball: those hidden by a column that is drawn of glass."""
_ROUND = [(0.9 * cos(n * pi / 4), 0.9 * sin(n * pi / 4)) for n in range(8)]


def _put_off(pieces: list[_Piece], mover: _Piece) -> list[_Piece]:
    """The same picture with the mover drawn as late as possible: moving on, it must not slip under the next column.

    What hides it, and whatever may hide that in turn, still comes after it.
    """
    at = next(index for index, piece in enumerate(pieces) if piece is mover)
    passed: list[_Piece] = []
    kept: list[_Piece] = []
    leftmost: int | None = None
    for piece in pieces[at + 1 :]:
        if piece.hides(mover) or (leftmost is not None and piece.cell[1] >= leftmost):
            leftmost = piece.cell[1] if leftmost is None else min(leftmost, piece.cell[1])
            kept.append(piece)
        else:
            passed.append(piece)
    return [*pieces[:at], *passed, mover, *kept]


def _hidden(solid: Mapping[Cell, int], seen: Cell, height: int) -> tuple[int, int]:
    """Up to which heights the two faces of a column are hidden: those of the columns right before them."""
    row, column = seen
    left, right = solid.get((row + 1, column), 0), solid.get((row, column + 1), 0)
    return min(left, height), min(right, height)


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
    for index, height in enumerate(state.heights):
        x, y = space.centre(space.seen(level.cell(index)), height)
        if index == state.ball:
            y += 0.3
        shapes.append(Disc((x, y), 0.25, fill="paper", stroke="ink", width=0.02))
        shapes.append(Label((x, y), str(height), 0.34 if height < 10 else 0.28 if height < 100 else 0.2, bold=True))
    return shapes


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
