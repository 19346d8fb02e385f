"""Which items of the last frame can serve in the next one, and which changes are near each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from cassetete.front.window.items import Box, Item

_AHEAD = 40
_PATIENCE = 4000
"""So many looks ahead in all: where nearly everything is new, looking for what stayed is not worth its time."""


def aligned(old: Sequence[Item], new: Sequence[Item]) -> list[int | None]:
    """For each new item the old one it is made of, the same or one of its kind, never out of order.

    >>> a, b, c = (Item("rect", (n, n, n, n), ("red",)) for n in range(3))
    >>> aligned([a, b, c], [a, c])
    [0, 2]
    >>> aligned([a, c], [a, b, c])
    [0, None, 1]
    """
    first = 0
    while first < len(old) and first < len(new) and old[first] == new[first]:
        first += 1
    tail = 0
    shorter = min(len(old), len(new)) - first
    while tail < shorter and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = _matched(old, new, (first, len(old) - tail), (first, len(new) - tail))
    return [*range(first), *middle, *range(len(old) - tail, len(old))]


def _matched(
    old: Sequence[Item], new: Sequence[Item], olds: tuple[int, int], news: tuple[int, int]
) -> list[int | None]:
    """The stretch in which something changed, greedily: what comes back within a short way is taken up again."""
    (i, old_end), (j, new_end) = olds, news
    leaving, coming = set(old[i:old_end]), set(new[j:new_end])
    found: list[int | None] = []
    patience = _PATIENCE
    while j < new_end:
        if i >= old_end:
            found += [None] * (new_end - j)
            break
        if old[i] == new[j]:
            found.append(i)
            i, j = i + 1, j + 1
            continue
        gone = come = 0
        if patience > 0 and not (i + 1 < old_end and j + 1 < new_end and old[i + 1] == new[j + 1]):
            patience -= _AHEAD
            gone, come = _resumed(old, new, (i, old_end), (j, new_end))
        if come:
            found += [None] * come
            j += come
        elif gone:
            i += gone
        elif old[i] in coming or new[j] in leaving:
            # One of them is only elsewhere: the painter takes it up there.
            if new[j] in leaving or old[i] not in coming:
                found.append(None)
                j += 1
            else:
                i += 1
        else:
            found.append(i if old[i].kind == new[j].kind else None)
            i, j = i + 1, j + 1
    return found


def _resumed(old: Sequence[Item], new: Sequence[Item], olds: tuple[int, int], news: tuple[int, int]) -> tuple[int, int]:
    """How many old items have gone, or new ones have come, before something known goes on; (0, 0) if nothing does."""
    (i, old_end), (j, new_end) = olds, news
    here, wanted = old[i], new[j]
    for ahead in range(1, _AHEAD):
        if j + ahead < new_end and new[j + ahead] == here:
            return 0, ahead
        if i + ahead < old_end and old[i + ahead] == wanted:
            return ahead, 0
    return 0, 0


class _Boxed(Protocol):
    def box(self) -> Box: ...


C = TypeVar("C", bound=_Boxed)

_MOST = 6
_SMALL = 8000.0
"""Square pixels that it is quicker to redraw along with others than by themselves."""


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
    """The changes in a few bundles, each in a part of the window of its own, as small as can be."""
    found: list[tuple[Box, list[C]]] = []
    for change in changes:
        box, bundle = change.box(), [change]
        while found:
            dear, index = min((_waste(box, other[0]), index) for index, other in enumerate(found))
            if dear > _SMALL and len(found) < _MOST:
                break
            other, mates = found.pop(index)
            box, bundle = around(box, other), mates + bundle
        found.append((box, bundle))
    return [bundle for _box, bundle in found]


def _waste(one: Box, other: Box) -> float:
    """What is redrawn in vain if two boxes are redrawn as one."""
    return _area(around(one, other)) - _area(one) - _area(other)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
