"""Which shapes of a scene are drawn together as one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import is_
from types import MappingProxyType

from cassetete.scene.shapes import Disc, Label, Polygon, Shape, bounds

_DOT_RADIUS = 0.1

Group = tuple[Shape, ...]
"""Shapes that are drawn as one picture."""


def groups(
    shapes: Sequence[Shape], start: int = 0, known: Mapping[int, tuple[Group, object]] = MappingProxyType({})
) -> Iterator[tuple[int, Group]]:
    """The visible shapes from index `start` on, in groups, each with the index of its first shape.

    Neighbours in the list are one group if they overlap and have the same key and target, or if they are equal dots in
    one row. A column of blocks is then one picture, not ten: few pictures make a quick frame. `known` has the groups of
    the last frame by the identity of their first shape; the same shapes are not compared again.
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
        begin, old = index - 1, known.get(id(shape))
        if old is not None and len(old[0]) > 1 and all(map(is_, old[0], shapes[begin : begin + len(old[0])])):
            run += old[0]
            index = begin + len(run)
        else:
            run.append(shape)
    if run:
        yield begin, tuple(run)


def _together(one: Shape, other: Shape) -> bool:
    if one.target is None:
        return type(one) is Disc and type(other) is Disc and one.radius < _DOT_RADIUS and _equal_dots(one, other)
    if one.target != other.target or one.key != other.key or type(one) is Label or type(other) is Label:
        return False
    left, top, right, bottom = bounds(one)
    x, y, end, foot = bounds(other)
    return left < end and x < right and top < foot and y < bottom


def _equal_dots(one: Disc, other: Disc) -> bool:
    """Whether two dots look the same and are in one row: all rows of a grid then share a picture."""
    same = one.at[1] == other.at[1] and one.radius == other.radius and one.target == other.target
    return same and one.key is None and other.key is None and (one.fill, one.stroke) == (other.fill, other.stroke)
