"""What changed between two lists of elements, as a few short replacements: `[at, out, [in, …]]`, applied in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Patch: TypeAlias = list[tuple[int, int, list[str]]]

_NEAR = 48
"""How far ahead the same element is looked for."""


def difference(before: Sequence[str], after: Sequence[str]) -> Patch:
    """The replacements that lead from one list to the other.

    >>> difference(["a", "b", "c"], ["a", "x", "c"])
    [(1, 1, ['x'])]
    """
    patch: Patch = []
    old = new = 0
    end_old, end_new = len(before), len(after)
    same = _same_end(before, after)
    end_old, end_new = end_old - same, end_new - same
    while old < end_old and new < end_new:
        if before[old : old + _NEAR] == after[new : new + _NEAR]:  # most of a large board; faster than one by one
            step = min(_NEAR, end_old - old, end_new - new)
            old, new = old + step, new + step
            continue
        while old < end_old and new < end_new and before[old] == after[new]:
            old, new = old + 1, new + 1
        out, into = _resynchronised(before[old : min(end_old, old + _NEAR)], after[new : min(end_new, new + _NEAR)])
        _add(patch, new, out, after[new : new + into])
        old, new = old + out, new + into
    if old < end_old or new < end_new:
        _add(patch, new, end_old - old, after[new:end_new])
    return patch


def _same_end(before: Sequence[str], after: Sequence[str]) -> int:
    """How many elements at the end are the same, at least."""
    longest = min(len(before), len(after))
    same = 0
    while same + _NEAR <= longest:
        old, new = len(before) - same, len(after) - same
        if before[old - _NEAR : old] != after[new - _NEAR : new]:
            break
        same += _NEAR
    while same < longest and before[-same - 1] == after[-same - 1]:
        same += 1
    return same


def _resynchronised(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many elements to take out and to put in until the two lists agree again: the fewest in all, or everything."""
    places: dict[str, int] = {}
    for place, element in enumerate(before):
        places.setdefault(element, place)
    best = len(before), len(after)
    for into, element in enumerate(after):
        if into >= sum(best):
            break
        out = places.get(element)
        if out is not None and out + into < sum(best):
            best = out, into
    return best


def _add(patch: Patch, at: int, out: int, into: Sequence[str]) -> None:
    """Add a replacement, joined to the last one if they touch."""
    if patch:
        last_at, last_out, last_in = patch[-1]
        if last_at + len(last_in) == at:
            patch[-1] = (last_at, last_out + out, [*last_in, *into])
            return
    patch.append((at, out, list(into)))


def applied(elements: Sequence[str], patch: Patch) -> list[str]:
    """The list after the replacements.

    >>> applied(["a", "b"], [(1, 1, []), (0, 0, ["c"])])
    ['c', 'a']
    """
    result = list(elements)
    for at, out, into in patch:
        result[at : at + out] = into
    return result
