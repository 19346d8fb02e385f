"""A layer with the items built for it, so that the next frame only builds what changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from cassetete.front.window.paint.items import Item
from cassetete.front.window.paint.shape_groups import Group
from cassetete.scene.shapes import Shape

_SPARE_GROUPS = 400


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

    def add(self, begin: int, group: Group, items: list[Item], final: bool) -> None:
        """Append a group; `final` is False if one of its items is a placeholder."""
        if final:
            self.final += self.final == len(self.groups)
            self.by_first_shape[id(group[0])] = (group, items)
        self.begins.append(begin)
        self.offsets.append(len(self.items))
        self.groups.append((group, items))
        self.items += items

    def items_of(self, group: Group) -> list[Item] | None:
        """The items of a group that was built before."""
        old = self.by_first_shape.get(id(group[0]))
        if old is None or len(old[0]) != len(group) or any(a is not b for a, b in zip(old[0], group, strict=True)):
            return None
        return old[1]

    def shifted(self, dx: float, dy: float) -> BuiltLayer:
        """The same groups elsewhere, except those without items: they may have come into view."""
        shifted = {
            first: (group, [item.shifted(dx, dy) for item in items])
            for first, (group, items) in self.by_first_shape.items()
            if items
        }
        return BuiltLayer(by_first_shape=shifted)

    def prune(self) -> None:
        """Forget groups of earlier frames when there are many."""
        if len(self.by_first_shape) > 2 * len(self.groups) + _SPARE_GROUPS:
            present = {id(group[0]) for group, _items in self.groups}
            self.by_first_shape = {first: old for first, old in self.by_first_shape.items() if first in present}
