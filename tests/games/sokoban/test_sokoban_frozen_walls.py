"""Frozen boxes as walls: distances and bounds against a search that knows nothing of them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cassetete.games.sokoban import rules
from cassetete.games.sokoban.kernels import a_star
from cassetete.games.sokoban.kernels.board import mark, reach
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers.level_arrays import level_arrays, no_pairs, pairs_of, walls_of
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from games.sokoban.sokoban_boards import drawn
from games.sokoban.test_sokoban_bulk import fewest_pushes, rooms


def bound(level: Level, sets: int, pairs: Any = None) -> int:
    """The lower bound of a level's start, with room for so many sets of frozen boxes."""
    arrays, state = level_arrays(level), rules.start(level)
    scratch, boxes = arrays.scratch(), arrays.boxes(state)
    mark(scratch.box, boxes, 1)
    player = reach(arrays.board.step, scratch, arrays.player(state))
    mark(scratch.box, boxes, 0)
    walls = walls_of(arrays, sets)
    return int(a_star.bound_of(arrays.board, scratch, walls, pairs or no_pairs(), boxes, player))


def frozen_in_corners(count: int, seed: int) -> Any:
    """Small rooms in which one box or more stands in a corner, on a target."""
    dice = random.Random(seed)
    for level in rooms(count, seed):
        cells = sorted(set(level.targets) - {level.player})
        corners = [
            (i, j)
            for i, j in cells
            if ({(i - 1, j), (i + 1, j)} & level.walls) and ({(i, j - 1), (i, j + 1)} & level.walls)
        ]
        boxes = sorted(level.boxes - set(corners))
        for corner in corners:
            if len(boxes) > 1 and corner not in level.boxes and dice.random() < 0.8:
                boxes[dice.randrange(len(boxes))] = corner
        yield replace(level, boxes=frozenset(boxes) | (level.boxes & set(corners)))


@pytest.mark.parametrize("count", [1500, pytest.param(30_000, marks=pytest.mark.soak)])
def test_the_bound_is_never_more_than_the_fewest_pushes(count: int) -> None:
    better = lost = 0
    for level in frozen_in_corners(count, seed=21):
        if len(level.boxes) < 2 or trivial_answer(level, rules.start(level)) is not None:
            continue
        truth = fewest_pushes(level)
        with_walls, without = bound(level, 64), bound(level, 1)
        with_pairs = bound(level, 64, pairs_of(level))
        assert min(with_walls, FAR) >= min(without, FAR)
        if truth is None:
            lost += with_walls >= FAR > without
        else:
            assert max(with_walls, without, with_pairs) <= truth
            better += with_walls > without
    assert better > count // 1000 and lost > count // 1000


def test_boxes_frozen_in_a_corridor_cut_off_the_targets_behind_them() -> None:
    level = drawn("##########", "#.**   $ #", "#.**  $ @#", "##########")
    assert fewest_pushes(level) is None
    assert bound(level, 1) < FAR <= bound(level, 64)
