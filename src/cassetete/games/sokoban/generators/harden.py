"""A made level made harder: small changes, each kept if the way back takes more of the player.

A wall opens or closes, a crate or a target moves, the keeper starts elsewhere; the native search measures what comes
out. One that it finds impossible, or too hard to measure, is not taken.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable
from dataclasses import replace

from cassetete.core.contract import Progress
from cassetete.core.grid import Cell, Direction
from cassetete.speed.random import Random

from .. import rules
from ..model import Level
from ..problems import problems
from ..solvers.search_board import region

Measure = Callable[[Level], tuple[int, Level] | None]


def climbed(
    best: tuple[int, Level], steps: int, random: Random, measured: Measure
) -> abc.Generator[Progress, None, tuple[int, Level]]:
    """The level that so many steps uphill lead to, with its score."""
    for step in range(steps):
        yield Progress(step, steps)
        level = _changed(best[1], random)
        if level is None or problems(level) or 2 * len(level.boxes & level.goals) > len(level.boxes):
            continue
        found = measured(level)
        if found is not None and found[0] >= best[0]:  # level ground is walked too: it may rise further on
            best = found
    return best


def _changed(level: Level, random: Random) -> Level | None:
    """The level after one or two changes; None if there is nothing to change."""
    for _change in range(1 + random.below(2)):
        change = random.choice((_open, _close, _crate, _crate, _target, _keeper))
        changed = change(level, random)
        if changed is None:
            return None
        level = changed
    outside = level.floor - set(region(level))
    if outside & (level.boxes | level.goals):
        return None
    return replace(level, walls=level.walls | outside)


def _free(level: Level) -> list[Cell]:
    return sorted(level.floor - level.boxes - level.goals - {level.player})


def _open(level: Level, random: Random) -> Level | None:
    inner = [(i, j) for i, j in level.walls if 0 < i < level.rows - 1 and 0 < j < level.columns - 1]
    beside = sorted(cell for cell in inner if any(rules.beside(cell, d) in level.floor for d in Direction))
    return replace(level, walls=level.walls - {random.choice(beside)}) if beside else None


def _close(level: Level, random: Random) -> Level | None:
    free = _free(level)
    return replace(level, walls=level.walls | {random.choice(free)}) if free else None


def _crate(level: Level, random: Random) -> Level | None:
    free = sorted(level.floor - level.boxes - {level.player})
    if not free:
        return None
    return replace(level, boxes=level.boxes - {random.choice(sorted(level.boxes))} | {random.choice(free)})


def _target(level: Level, random: Random) -> Level | None:
    """One target goes beside another, so that they stay together."""
    goal = random.choice(sorted(level.goals))
    kept = level.goals - {goal}
    beside = {rules.beside(cell, d) for cell in kept for d in Direction} & level.floor - level.goals
    return replace(level, goals=kept | {random.choice(sorted(beside))}) if beside else None


def _keeper(level: Level, random: Random) -> Level | None:
    free = sorted(level.floor - level.boxes)
    return replace(level, player=random.choice(free)) if free else None
