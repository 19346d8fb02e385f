"""What a board looks like: the scene, the slide of a move, and a picture in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction, on_board
from cassetete.scene.cells import frame, layer_ring, middle, slide, square
from cassetete.scene.shapes import Disc, Label, Line, Point, Scene, Shape, Sprite, box
from cassetete.scene.tween import Motion

from . import rules
from .model import ANIMALS, BITS, Level, Move, State

_WALL = 0.13
_FREE = 0.5 - _WALL / 2
"""How far from the middle of a cell its walls begin: marks end there, or a wall would cut them."""
_SIDE_ZONE = 0.12


def scene(level: Level, view: View[State, Move]) -> Scene:
    """Cells, hideout, the selected animal with its stops, walls, animals, and on top the sides of the cells.

    Targets: a cell (row, column); a side ("side", row, column, bit), which the editor's wall brush takes and
    the controls read as either of its two cells.
    """
    shapes = [
        *_ground(level),
        *_hideout(level),
        *_layers(level, view.layers),
        *_marks(level, view),
        *_choices(level, view),
        *_walls(level),
        *_animals(level, view),
        *_arrows(level, view),
        *_sides(level.rows, level.columns),
    ]
    return Scene(level.columns, level.rows, tuple(shapes))


def motions(level: Level, before: State, move: Move) -> list[Motion]:
    """One slide from where the animal stands to where it stops."""
    after = rules.play(level, before, move)
    return [slide(f"animal-{move.animal}", level.place(before[move.animal]), level.place(after[move.animal]))]


def stops(level: Level, state: State, animal: int | None) -> dict[Cell, Move]:
    """The cells where the slides of an animal end, with the slides."""
    return {
        level.place(rules.slide(level, state, state[animal], move.direction)): move
        for move in rules.moves(level, state)
        if move.animal == animal
    }


@lru_cache(maxsize=8)
def _ground(level: Level) -> tuple[Shape, ...]:
    """The cells; those walled in on all sides, as in the middle of the real game's boards, are filled."""
    return tuple(square(level.place(cell), "wall" if code == 15 else None) for cell, code in enumerate(level.closed))


_TURNS = {
    "turtle": {Direction.UP: -90, Direction.RIGHT: 0, Direction.DOWN: 90, Direction.LEFT: 180},
    "ladybird": {Direction.UP: 0, Direction.RIGHT: 90, Direction.DOWN: 180, Direction.LEFT: -90},
}
"""The animals drawn from above turn towards where they went; those drawn from the side are mirrored."""


def _hideout(level: Level) -> Iterator[Shape]:
    if level.goal is not None:
        row, column = level.place(level.goal)
        yield Sprite("hideout", (column, row), target=(row, column))


def _layers(level: Level, layers: Iterable[State]) -> Iterator[Shape]:
    """A ring where each animal stood when a supposition was opened."""
    for depth, state in enumerate(layers):
        for cell in state:
            yield layer_ring(level.place(cell), depth, _FREE - 0.02)


def _marks(level: Level, view: View[State, Move]) -> Iterator[Shape]:
    for mark in view.marks:
        colour = "bad" if mark.kind is MarkKind.MISTAKE else "hint"
        match mark.target:
            case ("side", int(row), int(column), int(bit)):
                yield Line(_side(row, column, bit), stroke=colour, width=2 * _WALL)
            case int() | tuple() if not isinstance(mark.target, Move):
                cell = _marked_cell(level, view.state, mark.target)
                if cell is not None:
                    yield replace(frame(cell, colour, inset=0.5 - _FREE + 0.04), target=cell)


def _side(row: int, column: int, bit: int) -> tuple[Point, Point]:
    """The two ends of a side of a cell."""
    right, down = column + (bit == BITS[Direction.RIGHT]), row + (bit == BITS[Direction.DOWN])
    if bit in (BITS[Direction.UP], BITS[Direction.DOWN]):
        return ((column, down), (column + 1, down))
    return ((right, row), (right, row + 1))


def _marked_cell(level: Level, state: State, target: int | tuple[object, ...]) -> Cell | None:
    """An animal by its number, or a cell."""
    if isinstance(target, int):
        return level.place(state[target]) if 0 <= target < len(state) else None
    return target if on_board(target, level.rows, level.columns) else None


def _choices(level: Level, view: View[State, Move]) -> Iterator[Shape]:
    """The selected animal in a ring, and a dot wherever it can go."""
    if not isinstance(view.cursor, int) or not 0 <= view.cursor < len(view.state):
        return
    chosen = middle(level.place(view.state[view.cursor]))
    yield Disc(chosen, _FREE - 0.03, fill=None, stroke="cursor", width=0.06, key=f"animal-{view.cursor}")
    for place in stops(level, view.state, view.cursor):
        yield Disc(middle(place), 0.13, fill="cursor", target=place)


@lru_cache(maxsize=8)
def _walls(level: Level) -> tuple[Shape, ...]:
    return tuple(Line(ends, stroke="wall", width=_WALL) for ends in wall_lines(level))


def wall_lines(level: Level) -> list[tuple[Point, Point]]:
    """The walls as few straight lines: each is drawn once, though two cells know it, neighbours are joined.

    >>> wall_lines(Level(1, 2, (0, 0)))[:2]
    [((0, 0), (2, 0)), ((0, 1), (2, 1))]
    """
    closed = level.closed
    lines: list[tuple[Point, Point]] = []
    for y in range(level.rows + 1):
        bit, row = (BITS[Direction.UP], y) if y < level.rows else (BITS[Direction.DOWN], y - 1)
        walled = [bool(closed[row * level.columns + x] & bit) for x in range(level.columns)]
        lines += [((a, y), (b, y)) for a, b in _runs(walled)]
    for x in range(level.columns + 1):
        bit, column = (BITS[Direction.LEFT], x) if x < level.columns else (BITS[Direction.RIGHT], x - 1)
        walled = [bool(closed[y * level.columns + column] & bit) for y in range(level.rows)]
        lines += [((x, a), (x, b)) for a, b in _runs(walled)]
    return lines


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """Where each run of true flags begins and ends."""
    begin: int | None = None
    for at, flag in enumerate([*flags, False]):
        if flag and begin is None:
            begin = at
        elif not flag and begin is not None:
            yield begin, at
            begin = None


def _animals(level: Level, view: View[State, Move]) -> Iterator[Shape]:
    for animal, cell in enumerate(view.state):
        row, column = level.place(cell)
        at = (column + 0.07, row + 0.07)
        name = ANIMALS[animal % len(ANIMALS)]
        last = view.last.direction if view.last is not None and view.last.animal == animal else None
        turn = _TURNS.get(name, {}).get(last, 0) if last is not None else 0
        mirror = last is Direction.LEFT and name not in _TURNS
        key = f"animal-{animal}"
        yield Sprite(name, at, (0.86, 0.86), turn=turn, mirror=mirror, key=key, target=(row, column))
        if view.keyboard:
            yield Disc((column + 0.83, row + 0.17), 0.16, fill="paper", stroke="ink", width=0.02, key=key)
            yield Label((column + 0.83, row + 0.17), str(animal), 0.26, bold=True, key=key)


def _arrows(level: Level, view: View[State, Move]) -> Iterator[Shape]:
    """A hinted slide: an arrow from the animal to its stop."""
    for mark in view.marks:
        if isinstance(mark.target, Move) and 0 <= mark.target.animal < len(view.state):
            cell = view.state[mark.target.animal]
            stop = rules.slide(level, view.state, cell, mark.target.direction)
            if stop != cell:
                colour = "hint" if mark.kind is MarkKind.HINT else "bad"
                yield Line((middle(level.place(cell)), middle(level.place(stop))), stroke=colour, width=0.1, arrow=True)


@lru_cache(maxsize=8)
def _sides(rows: int, columns: int) -> tuple[Shape, ...]:
    """Invisible strips along the inner edges: where the editor's wall brush draws."""
    strips: list[Shape] = []
    across, along = 2 * _SIDE_ZONE, 1 - 2 * _SIDE_ZONE
    for row in range(rows):
        for column in range(columns):
            if row:
                target = ("side", row, column, BITS[Direction.UP])
                strips.append(box(column + _SIDE_ZONE, row - _SIDE_ZONE, along, across, target=target))
            if column:
                target = ("side", row, column, BITS[Direction.LEFT])
                strips.append(box(column - _SIDE_ZONE, row + _SIDE_ZONE, across, along, target=target))
    return tuple(strips)


def text(level: Level, view: View[State, Move]) -> str:
    """Cells between their walls: digits are animals, `*` the hideout, `[ ]` the selection, `.` where it can go.

    >>> print(text(Level(1, 3, (0, 2, 0), (0,), 2), View((0,), cursor=0)))
    +---+---+---+
    |[0]  . | * |
    +---+---+---+
    """
    chosen = stops(level, view.state, view.cursor) if isinstance(view.cursor, int) else {}
    lines = [_text_rule(level, 0, BITS[Direction.UP])]
    for row in range(level.rows):
        line = ["|"]
        for column in range(level.columns):
            walled = level.closed[level.index((row, column))] & BITS[Direction.RIGHT]
            line += [_text_cell(level, view, (row, column), chosen), "|" if walled else " "]
        lines += ["".join(line), _text_rule(level, row, BITS[Direction.DOWN])]
    return "\n".join(lines)


def _text_rule(level: Level, row: int, bit: int) -> str:
    codes = level.closed[row * level.columns : (row + 1) * level.columns]
    return "+" + "".join("---+" if code & bit else "   +" for code in codes)


def _text_cell(level: Level, view: View[State, Move], place: Cell, chosen: dict[Cell, Move]) -> str:
    """Three characters: what stands there, between brackets (the selection) or marks (? hint, ! mistake)."""
    cell = level.index(place)
    marks = [mark.kind for mark in view.marks if _text_target(level, view.state, mark.target) == place]
    before = ("?" if marks[0] is MarkKind.HINT else "!") if marks else " "
    after = "*" if cell == level.goal else " "
    if cell in view.state:
        animal = view.state.index(cell)
        if animal == view.cursor:
            return f"[{animal}]"
        return f"{before}{animal}{after}"
    if place in chosen:
        return f"{before}.{after}"
    return f"{before}{'*' if cell == level.goal else ' '} "


def _text_target(level: Level, state: State, target: object) -> Cell | None:
    if isinstance(target, Move):
        return _marked_cell(level, state, target.animal)
    return _marked_cell(level, state, target) if isinstance(target, int | tuple) else None
