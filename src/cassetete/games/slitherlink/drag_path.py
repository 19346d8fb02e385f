"""Which segments a drag of the pointer follows: from corner to corner, and half a segment at each end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .model import Level, Segment, Vertex, ordered

PAD = 0.5
"""Room around the grid, so that the outermost segments are as easy to hit as the others."""

REACH = 0.34
"""How near to a corner the pointer must come for the line to pass through it."""

_STEP = 0.1
_STROKE = 0.2


def traced(
    level: Level, way: Sequence[tuple[float, float]], first: Segment | None, last: Segment | None
) -> list[Segment]:
    """The segments along the pointer's way, in board units; `first` and `last` are those under its two ends.

    The line goes through the corners that the pointer came near to; going back takes it back. An end that is far from
    every corner adds its own segment.

    >>> traced(Level(2, 2, ((None,) * 2,) * 2), [(0.5, 0.5), (1.5, 0.6), (1.4, 1.5)], None, None)
    [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    """
    corners = _corners(level, way)
    if not corners:
        far = abs(way[0][0] - way[-1][0]) + abs(way[0][1] - way[-1][1]) >= _STROKE
        return [first] if first is not None and first == last and far else []
    found = [ordered((a, b)) for a, b in pairwise(corners)]
    if first is not None and corners[0] in first and _corner(level, way[0]) is None and first not in found:
        found.insert(0, first)
    if last is not None and corners[-1] in last and _corner(level, way[-1]) is None and last not in found:
        found.append(last)
    return list(dict.fromkeys(found))


def _corners(level: Level, way: Sequence[tuple[float, float]]) -> list[Vertex]:
    """The corners passed, each next to the one before; those that were gone back from are left out."""
    passed: list[Vertex] = []
    for point in _finely(way):
        corner = _corner(level, point)
        if corner is None or (passed and corner == passed[-1]):
            continue
        for step in _steps(passed[-1], corner) if passed else [corner]:
            if len(passed) > 1 and step == passed[-2]:
                passed.pop()
            else:
                passed.append(step)
    return passed


def _finely(way: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The way with points so near to each other that no corner is jumped over."""
    points = [way[0]]
    for (ax, ay), (bx, by) in pairwise(way):
        count = int(max(abs(bx - ax), abs(by - ay)) / _STEP) + 1
        points += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return points


def _corner(level: Level, point: tuple[float, float]) -> Vertex | None:
    x, y = point[0] - PAD, point[1] - PAD
    i, j = round(y), round(x)
    near = (x - j) ** 2 + (y - i) ** 2 <= REACH**2
    return (i, j) if near and 0 <= i <= level.rows and 0 <= j <= level.columns else None


def _steps(start: Vertex, end: Vertex) -> list[Vertex]:
    """From one corner to the next one passed; a slanting way is cut into steps along the grid, rows first."""
    (i, j), (p, q) = start, end
    down, right = (p > i) - (p < i), (q > j) - (q < j)
    return [(n, j) for n in range(i + down, p + down, down or 1) if down] + [
        (p, n) for n in range(j + right, q + right, right or 1) if right
    ]


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
