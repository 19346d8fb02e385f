"""The headers of a level in any format: the shared ones, and Sokoban's costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cassetete.core.errors import BadLevel
from cassetete.core.headers import Header, Headers, split_headers, whole_numbers

from ..model import Level

OWN = ("cost",)
"""Sokoban's own header: what a step and a push cost."""


def costs_in(own: Mapping[str, Header]) -> tuple[int, int]:
    """The two numbers of the `cost` header; 1 and 1 if there is none."""
    if "cost" not in own:
        return 1, 1
    step, push = whole_numbers(own["cost"], 2)
    return step, push


def own_pairs(level: Level) -> list[tuple[str, str]]:
    """The `cost` header, where the level needs it."""
    return [] if level.costs == (1, 1) else [("cost", f"{level.costs[0]} {level.costs[1]}")]


def understand(found: Sequence[Header], notes: Sequence[str]) -> tuple[Headers, tuple[int, int]]:
    """Headers and costs out of key lines, by the shared reader; its errors get back their place in the file."""
    lines = [f"# {header.key}: {header.value}" for header in found]
    try:
        sheet = split_headers("\n".join(lines), OWN)
        costs = costs_in(sheet.own)
    except BadLevel as error:
        wrong = found[error.line - 1]
        raise BadLevel(error.text, wrong.line, wrong.column) from None
    return replace(sheet.headers, notes=tuple(notes)), costs
