"""A layer with the items built for it, so that the next frame only builds what changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import NamedTuple

from cassetete.front.window.paint.items import Item
from cassetete.front.window.paint.shape_groups import Group
from cassetete.scene.shapes import Shape

_SPARE_GROUPS = 400


class Unfinished(NamedTuple):
    """A group with placeholders, and the pictures that they stand for."""

    group: Group
    items: list[Item]
    missing: tuple[Hashable, ...]


@dataclass
class BuiltLayer:
    """The groups of a layer with their items, and where each begins among the shapes and among the items."""

    shapes: Sequence[Shape] = ()
    groups: list[tuple[Group, list[Item]]] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    final: int = 0
    """How many groups, from the first on, have no placeholder."""
    by_first_shape: dict[int, tuple[Group, list[Item]]] = field(default_factory=dict)
    """The groups by the identity of their first shape, which they keep alive."""
    unfinished: dict[int, Unfinished] = field(default_factory=dict)
    """In the same way, the groups with placeholders."""

    def common_start(self, shapes: Sequence[Shape]) -> tuple[BuiltLayer, int]:
        """The groups that a new scene has in common at its beginning, and the index of the first shape after them.

        The group before the first difference is not counted: it may go on in the new scene.
        """
        same = 0
        for one, other in zip(self.shapes, shapes, strict=False):
            if one is not other and one != other:
                break
            same += 1
        count = min(self.final, max(0, bisect_left(self.begins, same) - 1))
        end = self.offsets[count] if count < len(self.offsets) else len(self.items)
        begins, offsets = self.begins[:count], self.offsets[:count]
        common = BuiltLayer(shapes, self.groups[:count], begins, offsets, self.items[:end], count, self.by_first_shape)
        return common, self.begins[count] if count < len(self.begins) else 0

    def add(self, begin: int, group: Group, items: list[Item], missing: tuple[Hashable, ...] = ()) -> None:
        """Append a group; `missing` are the pictures for which it has placeholders."""
        if not missing:
            self.final += self.final == len(self.groups)
            self.by_first_shape[id(group[0])] = (group, items)
        else:
            self.unfinished[id(group[0])] = Unfinished(group, items, missing)
        self.begins.append(begin)
        self.offsets.append(len(self.items))
        self.groups.append((group, items))
        self.items += items

    def items_of(self, group: Group) -> list[Item] | None:
        """The items of a group that was built before."""
        old = self.by_first_shape.get(id(group[0]))
        return old[1] if old is not None and _same(old[0], group) else None

    def unfinished_of(self, group: Group) -> Unfinished | None:
        """What stood for a group in the last frame, if there were placeholders."""
        old = self.unfinished.get(id(group[0]))
        return old if old is not None and _same(old.group, group) else None

    def shifted(self, dx: float, dy: float) -> BuiltLayer:
        """The same groups elsewhere, except those without items: they may have come into view."""

        def moved(items: list[Item]) -> list[Item]:
            return [item.shifted(dx, dy) for item in items]

        known = {first: (group, moved(items)) for first, (group, items) in self.by_first_shape.items() if items}
        unfinished = {first: old._replace(items=moved(old.items)) for first, old in self.unfinished.items()}
        return BuiltLayer(by_first_shape=known, unfinished=unfinished)

    def prune(self) -> None:
        """Forget groups of earlier frames when there are many."""
        if len(self.by_first_shape) > 2 * len(self.groups) + _SPARE_GROUPS:
            present = {id(group[0]) for group, _items in self.groups}
            self.by_first_shape = {first: old for first, old in self.by_first_shape.items() if first in present}


def _same(one: Group, other: Group) -> bool:
    """Whether two groups are of the very same shapes."""
    return len(one) == len(other) and all(map(is_, one, other))
