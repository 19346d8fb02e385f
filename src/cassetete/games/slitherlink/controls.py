"""What keys and clicks do: left draws, right crosses out, either erases; the keyboard aims at a segment first."""

from __future__ import annotations

from cassetete.core.contract import Aim, Help, Play, Status
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.text import Catalogue

from . import rules
from .model import BLANK, CROSSED, DRAWN, Level, Put, Segment, State, edge_number, segment_of
from .options import ONE_BUTTON

_ = Catalogue("slitherlink")

KEYS = (
    Help("←↑↓→", _("move from segment to segment")),
    Help(_("Space"), _("draw the segment, or erase its mark")),
    Help("X", _("cross the segment out, or erase its mark")),
    Help(_("Drag"), _("mark all segments of a straight stretch, or around a corner")),
    Help(_("Click"), _("left click: draw; right click: cross out; a click on a mark erases it")),
)


def first_segment(level: Level, state: State) -> Segment:  # noqa: ARG001  # the contract's shape
    """Where the cursor starts: the top side of the first cell."""
    return (0, 0), (0, 1)


def bind(level: Level, state: State, cursor: object, event: Event) -> Play[Put] | Aim | None:
    """The move an event means, or where it sends the cursor."""
    if isinstance(event, Press) and ONE_BUTTON in event.options:
        return _cycle(level, state, edge_number(level.rows, level.columns, event.target))
    if isinstance(event, Press):
        mark = {1: DRAWN, 3: CROSSED}.get(event.button)
        edge = edge_number(level.rows, level.columns, event.target)
        return None if mark is None or edge is None else _toggle(level, state, edge, mark)
    if isinstance(event, Drag):
        return _along(level, state, event)
    if not isinstance(event, Key) or event.ctrl:
        return None
    edge = edge_number(level.rows, level.columns, cursor)
    if edge is None:
        edge = 0
    direction = Direction.from_key(event.name)
    if direction is not None:
        aim = neighbour(level, segment_of(level.rows, level.columns, edge), direction)
        return None if aim is None else Aim(aim)
    mark = {"space": DRAWN, "x": CROSSED, "X": CROSSED}.get(event.name)
    return None if mark is None else _toggle(level, state, edge, mark)


def _cycle(level: Level, state: State, edge: int | None) -> Play[Put] | None:
    """Any click: drawn, then crossed, then empty again."""
    if edge is None or rules.status(level, state) is not Status.OPEN:
        return None
    put = {BLANK: DRAWN, DRAWN: CROSSED, CROSSED: BLANK}[state.mark(edge)]
    return Play((Put(segment_of(level.rows, level.columns, edge), put),))


def _toggle(level: Level, state: State, edge: int, mark: str) -> Play[Put] | None:
    if rules.status(level, state) is not Status.OPEN:
        return None
    put = mark if state.mark(edge) == BLANK else BLANK
    return Play((Put(segment_of(level.rows, level.columns, edge), put),))


def _along(level: Level, state: State, event: Drag) -> Play[Put] | None:
    """A drag from one segment to another marks all those of the straight stretch between them, or the two sides of a
    corner; what is so marked already stays, and nothing is marked after the loop is whole."""
    mark = {1: DRAWN, 3: CROSSED}.get(event.button)
    ends = [edge_number(level.rows, level.columns, target) for target in (event.start, event.end)]
    if mark is None or ends[0] is None or ends[1] is None or ends[0] == ends[1]:
        return None
    moves: list[Put] = []
    for segment in stretch(*(segment_of(level.rows, level.columns, edge) for edge in ends if edge is not None)):
        edge = edge_number(level.rows, level.columns, segment)
        if edge is not None and state.mark(edge) != mark and rules.status(level, state) is Status.OPEN:
            moves.append(Put(segment, mark))
            state = state.with_mark(edge, mark)
    return Play(tuple(moves)) if moves else None


def stretch(a: Segment, b: Segment) -> list[Segment]:
    """The segments from one to another: in a row or a column all between them, at a corner the two, else none.

    >>> stretch(((0, 0), (0, 1)), ((0, 2), (0, 3)))
    [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 3))]
    """
    corners = sorted({*a, *b})
    if len({i for i, _j in corners}) == 1 or len({j for _i, j in corners}) == 1:
        (i, j), (p, q) = corners[0], corners[-1]
        if i == p:
            return [((i, n), (i, n + 1)) for n in range(j, q)]
        return [((n, j), (n + 1, j)) for n in range(i, p)]
    return [a, b] if set(a) & set(b) else []


def neighbour(level: Level, segment: Segment, direction: Direction) -> Segment | None:
    """The next segment in a direction: sideways the top and left sides of a row of cells take turns, up and down the
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
