"""How a grid looks: dots, lines, crosses and clues; in a window as a scene, in a terminal as text."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache

from cassetete.core.contract import MarkKind, Status, View
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, box
from cassetete.scene.tween import Motion

from . import rules
from .drag_path import PAD
from .model import (
    BLANK,
    CROSSED,
    DRAWN,
    INSIDE,
    Level,
    Put,
    Segment,
    State,
    edge_number,
    flags,
    lattice,
    numbers,
    segment_of,
    sides,
)
from .options import DIM, ERRORS, PATHS, RED_CROSSES, SHADE, path_numbers, shades, wrong

CLUE_ZONE = 0.4
"""The side of the square in the middle of a cell that means the cell and not one of its sides."""


def scene(level: Level, view: View[State, Put]) -> Scene:
    """The grid; each segment has a diamond around it to click on, and so has the middle of each cell."""
    shapes: list[Shape] = []
    if rules.status(level, view.state) is Status.WON:
        shapes += _inside(level, view.state)
    else:
        shapes += _shades(level, view)
    shapes += _pointed_out(level, view)
    shapes += _dots(level.rows, level.columns)
    shapes += _clues(level, view.state.drawn, DIM in view.options, view.paper)
    shapes += _marks(level, view)
    shapes += _zones(level.rows, level.columns)
    return Scene(level.columns + 2 * PAD, level.rows + 2 * PAD, tuple(shapes))


def motions(level: Level, before: State, move: Put) -> list[Motion]:  # noqa: ARG001  # the contract's shape
    """None: nothing moves here."""
    return []


def _middle(segment: Segment) -> Point:
    (ax, ay), (bx, by) = _ends(segment)
    return (ax + bx) / 2, (ay + by) / 2


def _ends(segment: Segment) -> tuple[Point, Point]:
    (i, j), (p, q) = segment
    return (j + PAD, i + PAD), (q + PAD, p + PAD)


def _diamond(segment: Segment) -> tuple[Point, ...]:
    """The square on its tip whose diagonal is the segment: together they tile the board."""
    (ax, ay), (bx, by) = _ends(segment)
    x, y = _middle(segment)
    across, along = (by - ay) / 2, (bx - ax) / 2
    return (ax, ay), (x + across, y - along), (bx, by), (x - across, y + along)


def _inside(level: Level, state: State) -> list[Shape]:
    """The cells within the loop: each line crossed on the way from the left border changes sides."""
    drawn = flags(state.drawn, level.edges)
    cells: list[Shape] = []
    for i in range(level.rows):
        within = False
        for j in range(level.columns):
            within ^= drawn[sides(level.rows, level.columns, (i, j))[2]] == "1"
            if within:
                cells.append(box(j + PAD, i + PAD, fill="inside"))
    return cells


def _shades(level: Level, view: View[State, Put]) -> list[Shape]:
    """The shaded cells; the player's own shades have a small mark of their kind besides, which needs no colours."""
    own = view.state.inside | view.state.outside
    shapes: list[Shape] = []
    for cell, shade in sorted(shades(level, view.state, SHADE in view.options).items()):
        i, j = divmod(cell, level.columns)
        shapes.append(box(j + PAD, i + PAD, fill="inside" if shade == INSIDE else "outside"))
        if own >> cell & 1:
            at = (j + PAD + 0.14, i + PAD + 0.14)
            shapes.append(Disc(at, 0.045, fill="muted" if shade == INSIDE else None, stroke="muted", width=0.025))
    return shapes


def _pointed_out(level: Level, view: View[State, Put]) -> list[Shape]:
    """Hints, mistakes, the segment under the pointer or the cursor of the keys: broad strokes under the segments."""
    strokes: list[Shape] = []
    for mark in view.marks:
        role = mark.kind.role
        segment = _segment(level, mark.target)
        if segment is not None:
            strokes.append(Line(_ends(segment), stroke=role, width=0.26))
            if mark.kind is MarkKind.MISTAKE:  # hollow, so that the mark is visible
                strokes.append(Line(_ends(segment), stroke="board", width=0.17))
        match mark.target:
            case ("cell", int(i), int(j)):
                strokes.append(Disc((j + PAD + 0.5, i + PAD + 0.5), 0.36, fill=None, stroke=role, width=0.07))
            case ("corner", int(i), int(j)):
                strokes.append(Disc((j + PAD, i + PAD), 0.2, fill=None, stroke=role, width=0.06))
    aimed, lit = _segment(level, view.cursor), _segment(level, view.pointer)
    if aimed is not None and view.keyboard:
        strokes.append(Polygon(_diamond(aimed), stroke="cursor", width=0.04))
    if lit is not None and not view.keyboard:
        strokes.append(Line(_ends(lit), stroke="grid", width=0.2))
    return strokes


def _segment(level: Level, target: Hashable) -> Segment | None:
    edge = edge_number(level.rows, level.columns, target)
    return None if edge is None else segment_of(level.rows, level.columns, edge)


@lru_cache(maxsize=8)
def _dots(rows: int, columns: int) -> tuple[Shape, ...]:
    places = ((j + PAD, i + PAD) for i in range(rows + 1) for j in range(columns + 1))
    return tuple(Disc(place, 0.055, fill="muted") for place in places)


@lru_cache(maxsize=4)
def _clues(level: Level, lines_drawn: int, dim: bool, paper: bool) -> tuple[Shape, ...]:
    """The clues: blue when met (dimmed, with that option), red when exceeded. Only drawn segments count."""
    drawn = flags(lines_drawn, level.edges)
    met = "met" if dim else "accent"
    labels: list[Shape] = []
    for i, row in enumerate(level.clues):
        for j, clue in enumerate(row):
            if clue is not None:
                lines = rules.lines_around(level, drawn, (i, j))
                role = met if lines == clue else "ink" if lines < clue else "bad"
                bold = (lines > clue or (lines == clue and not dim)) and not paper
                labels.append(_clue(i, j, clue, "ink" if paper else role, bold))
    return tuple(labels)


@lru_cache(maxsize=10_000)
def _clue(i: int, j: int, clue: int, role: str, bold: bool) -> Label:
    return Label((j + PAD + 0.5, i + PAD + 0.5), str(clue), 0.5, fill=role, bold=bold)


def _marks(level: Level, view: View[State, Put]) -> list[Shape]:
    """Lines and crosses, each in the colour of the supposition it was made under; wrong ones are red."""
    drawn, crossed = flags(view.state.drawn, level.edges), flags(view.state.crossed, level.edges)
    shapes: list[Shape] = []
    paths = path_numbers(level, view.state) if PATHS in view.options and not view.layers else {}
    errors = wrong(level, view.state) if ERRORS in view.options and not view.paper else None
    plain_cross = "bad" if RED_CROSSES in view.options else "muted"
    for edge in numbers(view.state.drawn | view.state.crossed):
        segment = segment_of(level.rows, level.columns, edge)
        if drawn[edge] == "1":
            role = f"colour-{paths[edge] % 6}" if edge in paths else _layer(view, edge, DRAWN)
            shapes.append(_line(segment, "bad" if errors is not None and edge in errors.loops else role))
        elif crossed[edge] == "1":
            role = _layer(view, edge, CROSSED)
            shapes += _cross(segment, plain_cross if role == "layer-0" else role)
    for vertex in errors.branches if errors is not None else ():
        i, j = divmod(vertex, level.columns + 1)
        shapes.append(Disc((j + PAD, i + PAD), 0.17, fill=None, stroke="bad", width=0.06))
    return shapes


@lru_cache(maxsize=10_000)
def _line(segment: Segment, role: str) -> Line:
    return Line(_ends(segment), stroke=role, width=0.11)


@lru_cache(maxsize=10_000)
def _cross(segment: Segment, role: str) -> tuple[Line, Line]:
    x, y = _middle(segment)
    d = 0.08
    return (
        Line(((x - d, y - d), (x + d, y + d)), stroke=role, width=0.04, target=segment),
        Line(((x - d, y + d), (x + d, y - d)), stroke=role, width=0.04, target=segment),
    )


def _layer(view: View[State, Put], edge: int, mark: str) -> str:
    """The role of a mark: layer 0 if it was there before any open supposition; five colours take turns after."""
    depth = len(view.layers)
    while depth and view.layers[depth - 1].mark(edge) == mark:
        depth -= 1
    return f"layer-{(depth - 1) % 5 + 1 if depth else 0}"


@lru_cache(maxsize=8)
def _zones(rows: int, columns: int) -> tuple[Shape, ...]:
    zones: list[Shape] = []
    for edge in range((rows + 1) * columns + rows * (columns + 1)):
        segment = segment_of(rows, columns, edge)
        zones.append(Polygon(_diamond(segment), target=segment))
    inset = PAD + (1 - CLUE_ZONE) / 2
    zones += [
        box(j + inset, i + inset, CLUE_ZONE, CLUE_ZONE, target=("cell", i, j))
        for i in range(rows)
        for j in range(columns)
    ]
    return tuple(zones)


def text(level: Level, view: View[State, Put]) -> str:
    """The grid in plain characters; the cursor is in brackets, a hint is `?`, a mistake `!`, a cell to look at is
    between ( ), a branch is `#`; cells shaded as inside have colons, those outside tildes.

    >>> print(text(Level(1, 2, ((3, None),)), View(State(drawn=0b1, crossed=0b10), cursor=((0, 1), (1, 1)))))
     +---+ x .
       3[ ]
     .   .   .
    """
    signs = _cell_signs(level, view)
    aimed = edge_number(level.rows, level.columns, view.cursor)
    pointed = {
        edge_number(level.rows, level.columns, mark.target): "!" if mark.kind is MarkKind.MISTAKE else "?"
        for mark in view.marks
    }
    for edge, ((i, j), (p, q)) in enumerate(lattice(level.rows, level.columns).segments):
        mark, across = view.state.mark(edge), p == i
        if mark == DRAWN:
            signs[2 * i][4 * j + 1] = signs[2 * p][4 * q + 1] = "+"
        row, middle = (signs[2 * i], 4 * j + 3) if across else (signs[2 * i + 1], 4 * j + 1)
        row[middle] = pointed.get(edge) or {DRAWN: "-" if across else "|", CROSSED: "x", BLANK: " "}[mark]
        if edge == aimed:
            row[middle - 1], row[middle + 1] = "[", "]"
        elif across and mark == DRAWN:
            row[middle - 1] = row[middle + 1] = "-"
    for vertex in wrong(level, view.state).branches if ERRORS in view.options else ():
        i, j = divmod(vertex, level.columns + 1)
        signs[2 * i][4 * j + 1] = "#"
    return "\n".join("".join(row).rstrip() for row in signs)


def _cell_signs(level: Level, view: View[State, Put]) -> list[list[str]]:
    """The characters of the grid without its segments: two lines and four columns for each cell."""
    line = [" ", *".   " * level.columns, ".", " "]
    signs = [line.copy() if i % 2 == 0 else [" "] * len(line) for i in range(2 * level.rows + 1)]
    for cell, shade in shades(level, view.state, SHADE in view.options).items():
        i, j = divmod(cell, level.columns)
        signs[2 * i + 1][4 * j + 2] = signs[2 * i + 1][4 * j + 4] = ":" if shade == INSIDE else "~"
    for i, row in enumerate(level.clues):
        for j, clue in enumerate(row):
            if clue is not None:
                signs[2 * i + 1][4 * j + 3] = str(clue)
    for mark in view.marks:
        match mark.target:
            case ("cell", int(i), int(j)) if 0 <= i < level.rows and 0 <= j < level.columns:
                signs[2 * i + 1][4 * j + 2], signs[2 * i + 1][4 * j + 4] = "(", ")"
    return signs


def editing_scene(level: Level, view: View[State, Put]) -> Scene:
    """The grid as the editor shows it: a click anywhere in a cell means that cell."""
    drawn = scene(level, replace(view, state=view.state._replace(inside=0)))
    inside = (divmod(cell, level.columns) for cell in numbers(view.state.inside))
    coloured = [box(j + PAD, i + PAD, fill="inside") for i, j in inside]
    shapes = (shape for shape in drawn.shapes if shape.target is None)
    return Scene(drawn.width, drawn.height, (*coloured, *shapes, *_cells(level.rows, level.columns)))


@lru_cache(maxsize=8)
def _cells(rows: int, columns: int) -> tuple[Shape, ...]:
    return tuple(box(j + PAD, i + PAD, target=("cell", i, j)) for i in range(rows) for j in range(columns))
