"""The board as a scene in the sheet's perspective, its motions, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction
from cassetete.scene.shapes import Disc, Line, Point, Polygon, Scene, Shape, Sprite
from cassetete.scene.tween import Motion

from . import rules
from .model import Level, State
from .perspective import BALL_RADIUS, Perspective, perspective

# Blocks flatter than this (in very high levels) are drawn as one, or their outlines would fill their faces.
_THINNEST = 0.12

CHARACTER = "character"

# The ball looks where it goes: the picture and whether it is mirrored.
_LOOKS = {
    Direction.DOWN: ("ball-front", False),
    Direction.RIGHT: ("ball-front", True),
    Direction.UP: ("ball-back", False),
    Direction.LEFT: ("ball-back", True),
}


@dataclass(frozen=True)
class _Piece:
    """What is drawn as one: a column, blocks that may be pushed off it, or the ball, from one height to another."""

    cell: Cell
    low: int
    high: int
    shapes: tuple[Shape, ...]

    def hides(self, other: _Piece) -> bool:
        """Whether it stands before the other and rises above its foot."""
        rows, columns = self.cell[0] - other.cell[0], self.cell[1] - other.cell[1]
        return rows >= 0 and columns >= 0 and abs(columns - rows) <= 1 and self.high > other.low


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """The board, back to front, row by row and from left to right; guides show where the ball is if it is hidden."""
    space = perspective(level)
    state = view.state
    ball = level.cell(state.ball)
    loose = {way.next: rules.pushed(level, state, way) or 0 for way in rules.ways_from(level, state)}
    fixed = [height - loose.get(index, 0) for index, height in enumerate(state.heights)]
    pieces: list[_Piece] = []
    movers: list[_Piece] = []
    for index, height in enumerate(state.heights):
        cell = level.cell(index)
        stack = height - fixed[index]
        is_exit = index == level.exit
        column = _blocks(space, cell, _hidden(space, fixed, cell), height - stack, is_exit)
        pieces.append(_Piece(cell, 0, height - stack, column))
        if stack:
            foot = (height - stack, height - stack)
            movers.append(_Piece(cell, foot[0], height, _blocks(space, cell, foot, height, is_exit, _block_key(cell))))
            pieces.append(movers[-1])
        if index == state.ball:
            movers.append(_Piece(cell, height, height + 1, (_ball(space, cell, height, view),)))
            pieces.append(movers[-1])
    for mover in movers:
        pieces = _put_off(pieces, mover)
    shapes = [shape for piece in pieces for shape in piece.shapes]
    shapes += _guides(space, ball, state.heights[state.ball])
    shapes += _overlay(level, space, view)
    return Scene(*space.size, tuple(shapes))


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


def _hidden(space: Perspective, fixed: Sequence[int], cell: Cell) -> tuple[int, int]:
    """Up to which heights the two faces of a column are hidden: those of the columns right before them."""
    row, column = cell
    at = row * space.columns + column
    left = fixed[at + space.columns] if row + 1 < space.rows else 0
    right = fixed[at + 1] if column + 1 < space.columns else 0
    return min(left, fixed[at]), min(right, fixed[at])


@lru_cache(maxsize=4096)
def _blocks(
    space: Perspective, cell: Cell, lows: tuple[int, int], high: int, is_exit: bool, key: str | None = None
) -> tuple[Shape, ...]:
    """The blocks of a cell up to a height, from where they can be seen at the left and at the right."""
    return tuple(_faces(space, cell, lows, high, is_exit, key))


def _faces(
    space: Perspective, cell: Cell, lows: tuple[int, int], high: int, is_exit: bool, key: str | None
) -> Iterator[Shape]:
    """Two faces, the joints between blocks, and the top."""
    if high > lows[0]:
        yield Polygon(space.left(cell, lows[0], high), fill="left", stroke="ink", key=key, target=cell)
    if high > lows[1]:
        yield Polygon(space.right(cell, lows[1], high), fill="right", stroke="ink", key=key, target=cell)
    joints = range(min(lows) + 1, high) if space.block >= _THINNEST else ()
    for height in joints:
        _back, right, front, left = space.top(cell, height)
        seen = (*((left,) if height > lows[0] else ()), front, *((right,) if height > lows[1] else ()))
        yield Line(seen, width=0.03, key=key, target=cell)
    fill = "exit" if is_exit else "top" if high else "board-alt"
    yield Polygon(space.top(cell, high), fill=fill, stroke="ink", key=key, target=cell)


def _block_key(cell: Cell) -> str:
    return f"block-{cell[0]}-{cell[1]}"


def _ball(space: Perspective, cell: Cell, height: int, view: View[State, Direction]) -> Sprite:
    """The ball, or the character if the player prefers one, looking where it last went."""
    x, y = space.ball(cell, height)
    name, mirror = _LOOKS[view.last] if view.last is not None else ("ball", False)
    if CHARACTER in view.options:
        name = "character-back" if name == "ball-back" else "character-front"
    size = 2 * BALL_RADIUS
    return Sprite(name, (x - BALL_RADIUS, y - BALL_RADIUS), (size, size), mirror=mirror, key="ball", target=cell)


def _guides(space: Perspective, ball: Cell, height: int) -> list[Shape]:
    """The sheet's marks: a line straight up from the ball, an arrow at its column and one at its row; and a ring
    around the ball, seen even through the blocks that hide it."""
    x, y = space.ball(ball, height)
    column_x, column_y = space.point(space.rows, ball[1] + 0.5, 0)
    row_x, row_y = space.point(ball[0] + 0.5, space.columns, 0)
    far, near = 0.45, 0.12
    return [
        Disc((x, y), BALL_RADIUS, fill=None, stroke="ball", width=0.05, key="guide"),
        Line(((x, y - BALL_RADIUS), (x, 0.0)), stroke="ball", width=0.04, key="guide"),
        Line(
            ((column_x - far, column_y + far), (column_x - near, column_y + near)),
            stroke="ball",
            width=0.08,
            arrow=True,
            key="guide-column",
        ),
        Line(
            ((row_x + far, row_y + far), (row_x + near, row_y + near)),
            stroke="ball",
            width=0.08,
            arrow=True,
            key="guide-row",
        ),
    ]


def _overlay(level: Level, space: Perspective, view: View[State, Direction]) -> list[Shape]:
    """Over everything: where the ball was when a supposition was opened, the cursor, and the marks of a hint."""
    heights = view.state.heights
    shapes: list[Shape] = []
    for depth, layer in enumerate(view.layers):
        at = space.ball(level.cell(layer.ball), layer.heights[layer.ball])
        shapes.append(Disc(at, 0.8 * BALL_RADIUS, fill=None, stroke=f"layer-{depth % 6}", width=0.06))
    ringed = [(view.cursor, "cursor")]
    ringed += [(mark.target, "bad" if mark.kind is MarkKind.MISTAKE else "hint") for mark in view.marks]
    for cell, role in ringed:
        if not level.holds(cell):
            continue
        height = heights[cell[0] * level.columns + cell[1]]
        shapes.append(Polygon(space.top(cell, height), stroke=role, width=0.12))
    ball = space.ball(level.cell(view.state.ball), heights[view.state.ball])
    beside = {level.cell(way.next): way for way in rules.ways_from(level, view.state)}
    for mark in view.marks:
        if mark.kind is MarkKind.HINT and mark.target in beside:
            x, y = space.centre(mark.target, heights[view.state.ball])
            shapes.append(Line((_towards(ball, (x, y), 0.35), (x, y)), stroke="hint", width=0.12, arrow=True))
    return shapes


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The ball rolls and drops; a pushed block slides along with it, then falls."""
    space = perspective(level)
    after = rules.play(level, before, move)
    way = next(way for way in rules.ways_from(level, before) if way.direction is move)
    blocks = rules.pushed(level, before, way) or 0
    height = before.heights[before.ball]
    slide = (move.step[1] - move.step[0], (move.step[0] + move.step[1]) / 2)
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
    along_row = move.step[0] == 0
    found.append(Motion("guide-column" if along_row else "guide-row", (still, slide), end=until))
    return found


def _slide_and_fall(slide: Point, fall: float) -> tuple[Point, ...]:
    level_way: tuple[Point, ...] = ((0.0, 0.0), slide)
    return (*level_way, (slide[0], slide[1] + fall)) if fall else level_way


def _length(leg: Point) -> float:
    return float((leg[0] ** 2 + leg[1] ** 2) ** 0.5)


def text(level: Level, view: View[State, Direction]) -> str:
    """The heights; the ball's in brackets, the exit's between < >, a hint's between * *, the cursor's between | |.

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
    lines = []
    for row in range(level.rows):
        line = ""
        for column in range(level.columns):
            fence = around.get((row, column), "  ")
            line += fence[0] + str(view.state.heights[row * level.columns + column]).rjust(width) + fence[1]
        lines.append(line.rstrip())
    return "\n".join(lines)
