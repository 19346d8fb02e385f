"""Which canvas items of the last frame to reuse in the next one, and which changes to show together."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from cassetete.front.window.paint.items import Box, Item

_LOOK_AHEAD = 8
_MANY_NEW = 100
"""With more new items than this, most of the window is redrawn anyway, whichever items are reused."""


def aligned(old: Sequence[Item], new: Sequence[Item]) -> tuple[int, list[int | None], int]:
    """How many items are the same at the beginning, then the index of the old item to reuse for each new one (or None),
    then how many are the same at the end.

    The indices rise, so that nothing is restacked. As many items as possible are reused unchanged; others reuse one of
    their kind that is where they will be.

    >>> a, b, c, d = (Item("rect", (n, n, n + 9, n + 9), ("red",)) for n in (0, 20, 40, 45))
    >>> aligned([a, b, c], [a, c])
    (1, [], 1)
    >>> aligned([a, c], [a, b, c])
    (1, [None], 1)
    >>> aligned([a, b, c], [b, c, a])
    (0, [1, 2, None], 0)
    >>> aligned([a, b, c], [a, b, d])
    (2, [2], 0)
    """
    first = 0
    shorter = min(len(old), len(new))
    while first < shorter and (old[first] is new[first] or old[first][:3] == new[first][:3]):
        first += 1
    tail = 0
    shorter -= first
    while tail < shorter and (old[-1 - tail] is new[-1 - tail] or old[-1 - tail][:3] == new[-1 - tail][:3]):
        tail += 1
    return first, _matched(old, new, (first, len(old) - tail), (first, len(new) - tail)), tail


def _matched(
    old: Sequence[Item], new: Sequence[Item], olds: tuple[int, int], news: tuple[int, int]
) -> list[int | None]:
    same = _same(old, new, olds, news, lambda item: item[:3])
    kept = _rising(same)
    near = len(same) - len(kept) <= _MANY_NEW
    if not near:
        # A board that moves as a whole: reuse items of the same look elsewhere.
        same = _same(old, new, olds, news, lambda item: (item.kind, item.look))
        kept = _rising(same)
    found: list[int | None] = [index if at in kept else None for at, index in enumerate(same)]
    begin, free = 0, olds[0]
    for end in (*sorted(kept), len(found)):
        anchor = found[end] if end < len(found) else None
        stop = olds[1] if anchor is None else anchor
        for at in range(begin, end):
            alike = _alike(old, new[news[0] + at], (free, stop), near)
            if alike is not None:
                found[at], free = alike, alike + 1
        begin, free = end + 1, stop + 1
    return found


def _same(
    old: Sequence[Item],
    new: Sequence[Item],
    olds: tuple[int, int],
    news: tuple[int, int],
    look: Callable[[Item], tuple[Any, ...]],
) -> list[int | None]:
    """For each new item the first unused old one that looks the same."""
    places: dict[tuple[Any, ...], list[int]] = {}
    for index in range(olds[1] - 1, olds[0] - 1, -1):
        places.setdefault(look(old[index]), []).append(index)
    found: list[int | None] = []
    for item in new[slice(*news)]:
        there = places.get(look(item))
        found.append(there.pop() if there else None)
    return found


def _rising(numbers: Sequence[int | None]) -> set[int]:
    """The places of a longest increasing subsequence.

    >>> sorted(_rising([5, 1, None, 2, 9, 3]))
    [1, 3, 5]
    """
    tops: list[int] = []
    ends: list[int] = []
    before: dict[int, int] = {}
    for at, number in enumerate(numbers):
        if number is not None:
            length = bisect(tops, number)
            tops[length : length + 1] = [number]
            ends[length : length + 1] = [at]
            if length:
                before[at] = ends[length - 1]
    found: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(at)
        at = before.get(at, -1)
    return found


def _alike(old: Sequence[Item], item: Item, among: tuple[int, int], near: bool) -> int | None:
    """An old item of the same kind, if `near` one that is where the new one will be."""
    place = item.box() if near else None
    for index in range(among[0], min(among[0] + _LOOK_AHEAD, among[1])):
        if old[index].kind == item.kind and (place is None or _touch(old[index].box(), place)):
            return index
    return None


def _touch(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


class _Boxed(Protocol):
    def box(self) -> Box: ...


C = TypeVar("C", bound=_Boxed)

_MOST_CLUSTERS = 6
_CROWD = 60
_SMALL = 8000.0
"""Square pixels: so small a part is quicker redrawn along with another one."""


def around(*boxes: Box) -> Box:
    """The box around boxes.

    >>> around((0, 0, 1, 1), (3, 2, 4, 5))
    (0, 0, 4, 5)
    """
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def clusters(changes: Sequence[C]) -> list[list[C]]:
    """The changes in a few clusters, each in its own small part of the window; one cluster if they fill the window."""
    boxes = [change.box() for change in changes]
    if len(boxes) > _CROWD and _full(boxes):
        return [list(changes)]
    found: list[tuple[Box, list[C]]] = []
    for box, change in zip(boxes, changes, strict=True):
        cluster = [change]
        while found:
            waste, index = min((_waste(box, other[0]), index) for index, other in enumerate(found))
            if waste > _SMALL and len(found) < _MOST_CLUSTERS:
                break
            other, members = found.pop(index)
            box, cluster = around(box, other), members + cluster
        found.append((box, cluster))
    return [cluster for _box, cluster in found]


def _full(boxes: Sequence[Box]) -> bool:
    """Whether boxes are large enough to fill the box around them."""
    return sum(map(_area, boxes)) >= _area(around(*boxes))


def _waste(one: Box, other: Box) -> float:
    """How many square pixels are redrawn needlessly if two boxes are redrawn as one."""
    return _area(around(one, other)) - _area(one) - _area(other)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
