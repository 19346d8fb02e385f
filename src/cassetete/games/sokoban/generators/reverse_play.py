"""Reverse play: boxes are pulled off their targets.

(Taylor and Parberry 2011, "Procedural generation of Sokoban levels".)
"""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.grid import Cell, Direction
from cassetete.speed.random import Random

from ..model import Level


def pull_apart(
    level: Level,
    targets: frozenset[Cell],
    steps: int,
    chance: tuple[int, int],
    random: Random,
    stay_off: bool = False,
) -> Level:
    """The level with boxes that stood on the targets and were pulled about by a player who walks at random.

    A box behind the player comes along with that chance, m in n; with `stay_off`, none that is off the targets
    comes back onto one. The same moves backwards solve the level.
    """
    player, boxes = level.player, targets
    assert player is not None
    floor, ways = level.floor, [direction.step for direction in Direction]
    for _step in range(steps):
        down, right = random.choice(ways)
        row, column = player
        ahead, behind = (row + down, column + right), (row - down, column - right)
        if ahead in floor and ahead not in boxes:
            comes = behind in boxes and random.chance(*chance)
            if comes and not (stay_off and player in targets and behind not in targets):
                boxes = boxes - {behind} | {player}
            player = ahead
    return replace(level, targets=targets, boxes=boxes, player=player)
