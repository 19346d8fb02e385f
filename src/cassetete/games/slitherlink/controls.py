"""What keys and clicks do: left draws, right crosses out, either erases; the keyboard aims at a segment first."""

from __future__ import annotations

from cassetete.core.contract import Aim, Help, Play, Status
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .drag_path import stretch, traced
from .model import (
    BLANK,
    CROSSED,
    DRAWN,
    INSIDE,
    OUTSIDE,
    Level,
    Put,
    Segment,
    State,
    diagonal_of,
    edge_number,
    segment_of,
)
from .options import ONE_BUTTON

_ = Catalogue("slitherlink")

KEYS = (
    Help("←↑↓→", _("move from segment to segment")),
    Help(_("Space"), _("draw the segment, or erase its mark")),
    Help("X", _("cross the segment out, or erase its mark")),
    Help("I", _("shade the cell beside the segment: inside, outside, not at all")),
    Help(_("Drag"), _("from corner to corner: draw a line, or with the right button cross it out")),
    Help(_("Drag"), _("along a line or along crosses: erase them")),
    Help(_("Click"), _("left click: draw; right click: cross out; a click on a mark erases it")),
    Help(_("Click"), _("in the middle of a cell: shade it as inside, as outside, not at all")),
)


def first_segment(level: Level, state: State) -> Segment:  # noqa: ARG001  # the contract's shape
    """Where the cursor starts: the top side of the first cell."""
    return (0, 0), (0, 1)


def bind(level: Level, state: State, cursor: object, event: Event) -> Play[Put] | Aim | None:
    """The move an event means, or where it sends the cursor."""
    if isinstance(event, Press):
        return _pressed(level, state, event)
    if isinstance(event, Drag):
        return _dragged(level, state, event)
    if not isinstance(event, Key) or event.ctrl:
        return None
    edge = edge_number(level.rows, level.columns, cursor)
    if edge is None:
        edge = 0
    direction = Direction.from_key(event.name)
    if direction is not None:
        aim = neighbour(level, segment_of(level.rows, level.columns, edge), direction)
        return None if aim is None else Aim(aim)
    if event.name in ("i", "I"):
        return _shade(level, state, _beside(level, segment_of(level.rows, level.columns, edge)))
    mark = {"space": DRAWN, "x": CROSSED, "X": CROSSED}.get(event.name)
    return None if mark is None else _toggle(level, state, edge, mark)


def _pressed(level: Level, state: State, event: Press) -> Play[Put] | None:
    match event.target:
        case ("cell", int(i), int(j)) if 0 <= i < level.rows and 0 <= j < level.columns:
            return _shade(level, state, i * level.columns + j, backwards=event.button == 3)
    edge = edge_number(level.rows, level.columns, event.target)
    if ONE_BUTTON in event.options:
        return _cycle(level, state, edge)
    mark = {1: DRAWN, 3: CROSSED}.get(event.button)
    return None if mark is None or edge is None else _toggle(level, state, edge, mark)


def _shade(level: Level, state: State, cell: int, backwards: bool = False) -> Play[Put] | None:
    """The next of a cell's shades: inside, outside, none; the right button goes round the other way."""
    if rules.status(level, state) is not Status.OPEN:
        return None
    order = [BLANK, INSIDE, OUTSIDE]
    shade = order[(order.index(state.shade(cell)) + (-1 if backwards else 1)) % 3]
    return Play((Put(diagonal_of(level.columns, cell), shade),))


def _beside(level: Level, segment: Segment) -> int:
    """The cell below or to the right of a segment; at the lower and right borders, the one before it."""
    i, j = segment[0]
    return min(i, level.rows - 1) * level.columns + min(j, level.columns - 1)


def _cycle(level: Level, state: State, edge: int | None) -> Play[Put] | None:
    """Any click: drawn, then crossed, then empty again."""
    if edge is None or rules.status(level, state) is not Status.OPEN:
        return None
    return _put(level, edge, {BLANK: DRAWN, DRAWN: CROSSED, CROSSED: BLANK}[state.mark(edge)])


def _toggle(level: Level, state: State, edge: int, mark: str) -> Play[Put] | None:
    if rules.status(level, state) is not Status.OPEN:
        return None
    return _put(level, edge, mark if state.mark(edge) == BLANK else BLANK)


def _put(level: Level, edge: int, mark: str) -> Play[Put]:
    """The cursor goes to the segment, so that the keyboard goes on from where the mouse was."""
    segment = segment_of(level.rows, level.columns, edge)
    return Play((Put(segment, mark),), cursor=segment)


def _dragged(level: Level, state: State, event: Drag) -> Play[Put] | None:
    """A drag marks the blank segments it follows, or erases those it follows if it begins on one with that mark; other
    marks stay, and nothing is marked after the loop is whole."""
    mark = {1: DRAWN, 3: CROSSED}.get(event.button)
    if mark is None:
        return None
    ends = [edge_number(level.rows, level.columns, target) for target in (event.start, event.end)]
    first, last = (None if edge is None else segment_of(level.rows, level.columns, edge) for edge in ends)
    if event.way:
        segments = traced(level, event.way, first, last)
    else:
        segments = stretch(first, last) if first is not None and last is not None and first != last else []
    edges = [edge_number(level.rows, level.columns, segment) for segment in segments]
    erasing = bool(edges) and edges[0] is not None and state.mark(edges[0]) == mark
    before, after = (mark, BLANK) if erasing else (BLANK, mark)
    moves: list[Put] = []
    for segment, edge in zip(segments, edges, strict=True):
        if edge is not None and state.mark(edge) == before and rules.status(level, state) is Status.OPEN:
            moves.append(Put(segment, after))
            state = state.with_mark(edge, after)
    return Play(tuple(moves), cursor=moves[-1].segment) if moves else None


def neighbour(level: Level, segment: Segment, direction: Direction) -> Segment | None:
    """The next segment in a direction: sideways the top and left sides of a row of cells alternate, up and down the
    top and left sides of a column; None at the border.

    >>> neighbour(Level(1, 1, ((None,),)), ((0, 0), (0, 1)), Direction.RIGHT)
    ((0, 1), (1, 1))
    """
    (i, j), (k, _l) = segment
    down, right = direction.step
    if k == i:
        row = i - 1 if down < 0 or (down == 0 and i == level.rows) else i
        column = j + 1 if right > 0 else j
        found = (row, column), (row + 1, column)
    else:
        row = i + 1 if down > 0 else i
        column = j - 1 if right < 0 or (right == 0 and j == level.columns) else j
        found = (row, column), (row, column + 1)
    return None if edge_number(level.rows, level.columns, found) is None else found
