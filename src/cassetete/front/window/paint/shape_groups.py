"""Which shapes of a scene are drawn as one, and what is known of them from the frame before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_
from types import MappingProxyType

from cassetete.front.window.paint.items import Box, Item
from cassetete.scene.shapes import Disc, Label, Line, Polygon, Shape, Sprite

_DOT = 0.1
_SPARE = 400

Group = tuple[Shape, ...]
"""Shapes that are drawn as one picture."""


def groups(
    shapes: Sequence[Shape], start: int = 0, found: Mapping[int, tuple[Group, object]] = MappingProxyType({})
) -> Iterator[tuple[int, Group]]:
    """The shapes that can be seen, from one on, those of one thing together: its neighbours in order that overlap, have
    the same key and the same target; and rows of equal dots. Each comes with the place of its first shape.

    A column of blocks is then one picture, not ten: few pictures with soft edges are what makes a frame quick. What is
    found by the identity of its first shape was together before.
    """
    run: list[Shape] = []
    begin = index = start
    while index < len(shapes):
        shape = shapes[index]
        index += 1
        if type(shape) is Polygon and shape.fill is None and shape.stroke is None:
            continue
        if run and not _together(run[-1], shape):
            yield begin, tuple(run)
            run = []
        if run:
            run.append(shape)
            continue
        begin, old = index - 1, found.get(id(shape))
        if old is not None and len(old[0]) > 1 and all(map(is_, old[0], shapes[begin : begin + len(old[0])])):
            run += old[0]
            index = begin + len(run)
        else:
            run.append(shape)
    if run:
        yield begin, tuple(run)


def _together(one: Shape, other: Shape) -> bool:
    if one.target is None:
        return type(one) is Disc and type(other) is Disc and one.radius < _DOT and _alike(one, other)
    if one.target != other.target or one.key != other.key or type(one) is Label or type(other) is Label:
        return False
    left, top, right, bottom = bounds(one)
    x, y, end, foot = bounds(other)
    return left < end and x < right and top < foot and y < bottom


def _alike(one: Disc, other: Disc) -> bool:
    """Whether two dots look the same and are in one row: all rows of a grid then share a picture."""
    same = one.at[1] == other.at[1] and one.radius == other.radius and one.target == other.target
    return same and one.key is None and other.key is None and (one.fill, one.stroke) == (other.fill, other.stroke)


def bounds(shape: Shape) -> Box:
    """The box a shape is drawn in, its pen included; a text's is about as large."""
    if isinstance(shape, Sprite):
        (x, y), (w, h) = shape.at, shape.size
        return x, y, x + w, y + h
    if isinstance(shape, Disc):
        (x, y), reach = shape.at, shape.radius + (shape.width / 2 if shape.stroke else 0)
        return x - reach, y - reach, x + reach, y + reach
    if isinstance(shape, Label):
        (x, y), reach = shape.at, shape.size * max(1, len(shape.text))
        return x - reach, y - shape.size, x + reach, y + shape.size
    pen = shape.width / 2 if isinstance(shape, Line) or shape.stroke else 0.0
    if isinstance(shape, Line) and shape.arrow:
        pen = 4 * shape.width
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen


@dataclass
class Known:
    """A layer as it was drafted: its groups with their items, and where each begins among the shapes and the items."""

    shapes: Sequence[Shape] = ()
    drafted: list[tuple[Group, list[Item]]] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    firm: int = 0
    """So many groups, from the first on, are as they shall be: none of them is only sketched."""
    found: dict[int, tuple[Group, list[Item]]] = field(default_factory=dict)
    """The groups by the identity of their first shape, which they keep alive."""

    def opening(self, shapes: Sequence[Shape]) -> tuple[Known, int]:
        """What is the same again at the beginning of a scene, up to the group before the one in which it differs; and
        the place of the shape that follows it."""
        same = 0
        for one, other in zip(self.shapes, shapes, strict=False):
            if one is not other and one != other:
                break
            same += 1
        # A group is at its end where the next one begins: with a shape that is the same, too.
        count = min(self.firm, max(0, bisect_left(self.begins, same) - 1))
        end = self.offsets[count] if count < len(self.offsets) else len(self.items)
        begins, offsets = self.begins[:count], self.offsets[:count]
        again = Known(shapes, self.drafted[:count], begins, offsets, self.items[:end], count, self.found)
        return again, self.begins[count] if count < len(self.begins) else 0

    def add(self, begin: int, group: Group, items: list[Item], firm: bool) -> None:
        """One more group."""
        if firm:
            self.firm += self.firm == len(self.drafted)
            self.found[id(group[0])] = (group, items)
        self.begins.append(begin)
        self.offsets.append(len(self.items))
        self.drafted.append((group, items))
        self.items += items

    def there(self, group: Group) -> list[Item] | None:
        """The items of a group that was there before."""
        old = self.found.get(id(group[0]))
        if old is None or len(old[0]) != len(group) or any(a is not b for a, b in zip(old[0], group, strict=True)):
            return None
        return old[1]

    def shifted(self, dx: float, dy: float) -> Known:
        """The same groups elsewhere; those that were out of sight may come into it."""
        found = {
            first: (group, [item.shifted(dx, dy) for item in items])
            for first, (group, items) in self.found.items()
            if items
        }
        return Known(found=found)

    def prune(self) -> None:
        """Forget the groups that are not there any more, now and then."""
        if len(self.found) > 2 * len(self.drafted) + _SPARE:
            there = {id(group[0]) for group, _items in self.drafted}
            self.found = {first: old for first, old in self.found.items() if first in there}
