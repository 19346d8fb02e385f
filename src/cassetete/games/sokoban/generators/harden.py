"""A generated level made harder: small changes, each kept if the score does not fall.

A wall opens or closes, a box or a target moves, the player starts elsewhere; the native search measures the result. One
that is impossible, or too hard to measure, or begins with a box on a target is not kept.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable
from dataclasses import replace

from cassetete.core.contract import Progress
from cassetete.core.drain import relay
from cassetete.core.grid import Cell, Direction
from cassetete.search.anneal import Scored, anneal, uphill
from cassetete.speed.random import Random

from .. import rules
from ..floor_graph import region
from ..model import Level
from ..problems import problems


def hardened(
    start: Scored[Level],
    steps: int,
    random: Random,
    measured: Callable[[Level], Scored[Level] | None],
    enough: int | None = None,
) -> abc.Generator[Progress, None, Scored[Level]]:
    """The level after so many changes were tried, or fewer if it scores `enough`, with its score."""

    def neighbour(level: Level) -> Scored[Level] | None:
        changed = _changed(level, random)
        if changed is None or problems(changed) or changed.boxes & changed.targets:
            return None
        return measured(changed)

    work = anneal(start, neighbour, steps, uphill, enough)
    result = yield from relay(work, lambda now: Progress(now.steps, steps))
    return result.last


def _changed(level: Level, random: Random) -> Level | None:
    """The level after one or two changes; None if there is nothing to change."""
    for _change in range(1 + random.below(2)):
        change = random.choice((_open_wall, _close_wall, _move_box, _move_box, _move_target, _move_player))
        changed = change(level, random)
        if changed is None:
            return None
        level = changed
    outside = level.floor - set(region(level))
    if outside & (level.boxes | level.targets):
        return None
    return replace(level, walls=level.walls | outside)


def _free(level: Level) -> list[Cell]:
    return sorted(level.floor - level.boxes - level.targets - {level.player})


def _open_wall(level: Level, random: Random) -> Level | None:
    inner = [(i, j) for i, j in level.walls if 0 < i < level.rows - 1 and 0 < j < level.columns - 1]
    beside = sorted(cell for cell in inner if any(rules.beside(cell, d) in level.floor for d in Direction))
    return replace(level, walls=level.walls - {random.choice(beside)}) if beside else None


def _close_wall(level: Level, random: Random) -> Level | None:
    free = _free(level)
    return replace(level, walls=level.walls | {random.choice(free)}) if free else None


def _move_box(level: Level, random: Random) -> Level | None:
    free = sorted(level.floor - level.boxes - {level.player})
    if not free:
        return None
    return replace(level, boxes=level.boxes - {random.choice(sorted(level.boxes))} | {random.choice(free)})


def _move_target(level: Level, random: Random) -> Level | None:
    """One target goes beside another, so that they stay together."""
    target = random.choice(sorted(level.targets))
    kept = level.targets - {target}
    beside = {rules.beside(cell, d) for cell in kept for d in Direction} & level.floor - level.targets
    return replace(level, targets=kept | {random.choice(sorted(beside))}) if beside else None


def _move_player(level: Level, random: Random) -> Level | None:
    free = sorted(level.floor - level.boxes)
    return replace(level, player=random.choice(free)) if free else None
