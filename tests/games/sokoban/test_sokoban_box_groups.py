"""What groups of boxes need: the tables against plain search, and bounds that are never more than the fewest pushes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from cassetete.games.sokoban import rules
from cassetete.games.sokoban.kernels.board import mark, reach
from cassetete.games.sokoban.kernels.box_groups import LOST, BoxGroups, groups_bound
from cassetete.games.sokoban.kernels.frozen_walls import match
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers.box_groups import GroupTables
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays, walls_of
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.speed.arrays import np
from games.sokoban.sokoban_boards import drawn
from games.sokoban.test_sokoban_bulk import fewest_pushes, rooms
from games.sokoban.test_sokoban_frozen_walls import frozen_in_corners
from games.sokoban.test_sokoban_two_bounds import far


def tables_of(level: Level, boxes: int, most: int, prices: list[int] | None) -> BoxGroups:
    """Tables of groups up to a size, for so many boxes, with these prices or those that suit the level's start."""
    arrays, state = level_arrays(level), rules.start(level)
    tables = GroupTables(arrays, boxes, 0)
    if prices is not None:
        tables._best_prices = lambda samples: prices  # type: ignore[method-assign]
    return tables.make([(arrays.boxes(state), arrays.player(state))], most)


def value_of(arrays: LevelArrays, groups: BoxGroups, group: tuple[int, ...], player: int) -> int | None:
    """What the table says of boxes on these cells, the player there; None if they are lost."""
    scratch, cells = arrays.scratch(), np.array(group, np.int16)
    mark(scratch.box, cells, 1)
    reach(arrays.board.step, scratch, player)
    values = (groups.pairs, groups.threes, groups.fours, groups.fives)[len(group) - 2]
    row = sum(int(groups.rank[i, cell]) for i, cell in enumerate(group))
    found = {
        int(values[row, 4 * i + d])
        for i, cell in enumerate(group)
        for d in range(4)
        if scratch.seen[arrays.board.step[cell, d]] == scratch.stamp[0]
    }
    assert len(found) == 1 and min(found) >= int(values[row, 4 * len(group)])
    return None if found == {LOST} else found.pop() - int(groups.less[len(group)])


@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.soak)])
def test_a_table_has_the_fewest_pushes_of_a_group_less_the_prices_of_its_targets(count: int) -> None:
    dice = random.Random(3)
    lost = known = 0
    for level in rooms(count, seed=31):
        arrays = level_arrays(level)
        prices = [dice.randrange(-6, 7) for _target in arrays.targets]
        live = [cell for cell in range(arrays.graph.wall) if not arrays.board.dead[cell]]
        size = dice.randrange(2, 6)
        if not size <= len(prices) or len(live) < size or len(live) == arrays.graph.wall == size:
            continue
        groups, cells = tables_of(level, len(prices), size, prices), arrays.graph.cells
        for _group in range(3):
            group = tuple(sorted(dice.sample(live, size)))
            player = dice.choice([cell for cell in range(arrays.graph.wall) if cell not in group] or [-1])
            if player < 0:
                continue
            truth: list[int] = []
            for chosen in combinations(range(len(prices)), size):
                targets = frozenset(cells[int(arrays.targets[g])] for g in chosen)
                boxes = frozenset(cells[cell] for cell in group)
                pushes = fewest_pushes(replace(level, boxes=boxes, targets=targets, player=cells[player]))
                if pushes is not None:
                    truth.append(pushes - sum(prices[g] for g in chosen))
            assert value_of(arrays, groups, group, player) == min(truth, default=None)
            lost += not truth
            known += bool(truth)
    assert lost > count // 20 and known > count // 4


def bound(level: Level, groups: BoxGroups) -> int:
    """The lower bound of a level's start by groups."""
    arrays, state = level_arrays(level), rules.start(level)
    scratch, boxes = arrays.scratch(), arrays.boxes(state)
    if match(arrays.board, scratch, walls_of(arrays, 64), boxes, arrays.player(state)) >= FAR:
        return FAR
    mark(scratch.box, boxes, 1)
    reach(arrays.board.step, scratch, arrays.player(state))
    known = (scratch.seen, scratch.stamp[0], scratch.work, scratch.cost)
    found = np.int64(-1)
    while True:  # each time more is wanted than was found
        groups.asked[:] = 0
        more = groups_bound(arrays.board, groups, *known, boxes, found)
        if more <= found or more >= FAR:
            return int(max(more, found))
        found = np.int64(more)


@pytest.mark.parametrize("count", [900, pytest.param(20_000, marks=pytest.mark.soak)])
def test_the_bound_of_groups_is_never_more_than_the_fewest_pushes(count: int) -> None:
    """With prices that suit the position, and with any others; with frozen boxes, which the tables know nothing of."""
    dice = random.Random(4)
    better = lost = 0
    sources: list[Any] = [rooms(count // 3, 32), frozen_in_corners(count // 3, 33), far(count // 3, 34)]
    for level in (level for source in sources for level in source):
        arrays, state = level_arrays(level), rules.start(level)
        size = len(arrays.boxes(state))
        if size != len(arrays.targets) or size < 2 or trivial_answer(level, state) is not None:
            continue
        truth = fewest_pushes(level)
        prices = [dice.randrange(-4, 5) for _target in arrays.targets] if dice.random() < 0.5 else None
        matched = int(
            match(arrays.board, arrays.scratch(), walls_of(arrays, 64), arrays.boxes(state), arrays.player(state))
        )
        found = bound(level, tables_of(level, size, dice.randrange(2, 6), prices))
        if truth is None:
            lost += found >= FAR > matched
        else:
            assert found <= truth
            better += found > matched
    assert better > count // 100 and lost > count // 300


def test_three_boxes_cost_what_no_two_of_them_cost() -> None:
    level = drawn("########", "#   ####", "# $ ...#", "#@$$ ###", "#   ####", "########")
    bounds = [bound(level, tables_of(level, 3, most, None)) for most in (2, 3)]
    assert bounds[0] <= bounds[1] == fewest_pushes(level)


def test_tables_are_made_only_where_each_target_has_its_box() -> None:
    level = drawn("#######", "#@$ ..#", "# $  .#", "#######")
    tables = GroupTables(level_arrays(level), 2, 0)
    assert not tables.due(1 << 40, lambda _bytes: True, lambda _most: [])
    assert tables.groups.prices.shape[0] == 0


def test_a_table_that_takes_too_much_memory_is_not_made() -> None:
    level = drawn("#######", "#@$ ..#", "# $   #", "#######")
    arrays, state = level_arrays(level), rules.start(level)
    samples = [(arrays.boxes(state), arrays.player(state))]
    tables = GroupTables(arrays, 2, 0)
    assert not tables.due(1 << 40, lambda _bytes: False, lambda _most: samples)
    tables = GroupTables(arrays, 2, 0)
    while tables.due(1 << 40, lambda _bytes: True, lambda _most: samples):
        tables.work()
    assert tables.groups.pairs.shape[0] and not tables.groups.threes.shape[0]
