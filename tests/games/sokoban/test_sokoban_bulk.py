"""The native searches on thousands of small random rooms, against a breadth-first search over pushes written here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cassetete.core.answers import MEMORY_LIMIT, NODE_LIMIT, Answer, Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Cell
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.kernels import board as kernel
from cassetete.games.sokoban.kernels import move_heaps
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.kernels.nodes import COUNT, STALE, add, lookup
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers import box_groups, node_arrays, optimal, packing_plan, portfolio
from cassetete.games.sokoban.solvers.advised_search import box_graph_of, level_guide
from cassetete.games.sokoban.solvers.deadlocks import deadlock
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays, lost_pairs_of, pairs_of
from cassetete.games.sokoban.solvers.node_arrays import new_nodes, with_room
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.games.sokoban.solvers.rooms import level_tables
from cassetete.speed.budget import Budget
from games.sokoban.sokoban_boards import drawn, only, without_exact_search

SOLVERS = {solver.id: solver for solver in GAME.solvers}
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def rooms(count: int, seed: int) -> Iterator[Level]:
    """Small rooms with many walls, so that there are corridors, doors and parts that boxes close off.

    In two of three the boxes were pulled from the targets at random, so that they can be solved.
    """
    dice = random.Random(seed)
    while count:
        rows, columns = dice.choice([(3, 5), (4, 4), (4, 5), (3, 6)])
        inside = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
        dice.shuffle(inside)
        boxes = dice.choice([2, 2, 3, 3, 4])
        floor = inside[: dice.randrange(max(2 * boxes + 2, len(inside) * 7 // 10), len(inside) + 1)]
        targets = dice.sample(floor[1:], boxes + (dice.random() < 0.1))
        standing, player = set(dice.sample(floor[1:], boxes)), floor[0]
        if count % 3:
            standing = set(targets[:boxes])
            player = _pulled(dice, set(floor), standing, next(cell for cell in floor if cell not in standing))
        walls = {(i, j) for i in range(rows + 2) for j in range(columns + 2)} - set(floor)
        level = Level(rows + 2, columns + 2, frozenset(walls), frozenset(targets), frozenset(standing), player)
        if rules.status(level, rules.start(level)) is Status.OPEN:
            count -= 1
            yield level


def _pulled(dice: random.Random, floor: set[Cell], boxes: set[Cell], player: Cell) -> Cell:
    """Walk about at random, pulling whatever is behind three times in four; where the player ends."""
    for _step in range(60):
        di, dj = dice.choice(SIDES)
        to, behind = (player[0] + di, player[1] + dj), (player[0] - di, player[1] - dj)
        if to in floor and to not in boxes:
            if behind in boxes and dice.random() < 0.75:
                boxes.remove(behind)
                boxes.add(player)
            player = to
    return player


def fewest_pushes(level: Level) -> int | None:
    """Layer by layer over (boxes, all that the player can walk to); no cleverness at all."""

    def walk(start: Cell, boxes: frozenset[Cell]) -> frozenset[Cell]:
        seen = {start}
        todo = [start]
        for i, j in todo:
            for di, dj in SIDES:
                cell = (i + di, j + dj)
                if cell not in level.walls and cell not in boxes and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return frozenset(seen)

    assert level.player is not None
    layer = {(level.boxes, walk(level.player, level.boxes))}
    seen, pushes = set(layer), 0
    while layer:
        if any(boxes <= level.targets for boxes, _region in layer):
            return pushes
        following = set()
        for boxes, region in layer:
            for box in boxes:
                for di, dj in SIDES:
                    to, stand = (box[0] + di, box[1] + dj), (box[0] - di, box[1] - dj)
                    if stand in region and to not in level.walls and to not in boxes:
                        after = boxes - {box} | {to}
                        position = (after, walk(box, after))
                        if position not in seen:
                            seen.add(position)
                            following.add(position)
        layer, pushes = following, pushes + 1
    return None


def by_pushes(level: Level, pruning: bool) -> int | None:
    state = rules.start(level)
    if trivial_answer(level, state) is not None:
        return None
    arrays = level_arrays(level)
    result = drain(optimal.search(arrays, Budget(Limits()), state, 0, 1, optimal.NO_LIMIT, 0, pruning))
    return None if result.pushes is None else len(result.pushes)


@pytest.mark.parametrize("count", [2000, pytest.param(30_000, marks=pytest.mark.soak)])
def test_the_fewest_pushes_and_every_claim_that_a_room_is_lost(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Penalties of pairs and groups from the first node on, or after a few that were met without them; PI-corrals or
    not; frozen boxes as walls (many sets of them, or so few that they replace each other) or not; nodes by lists or
    last in, first out."""
    lost = solved = 0
    monkeypatch.setattr(box_groups, "MANY_BOXES", 1)
    monkeypatch.setattr(optimal, "_FEW_PARTS", 0)
    monkeypatch.setattr(box_groups, "ROWS_A_NODE", 1 << 40)
    for number, level in enumerate(rooms(count, seed=5)):
        monkeypatch.setattr(optimal, "PAIRS_FROM", (0, 10)[number % 2])
        monkeypatch.setattr(optimal, "LARGE_FROM", (0, 10)[number % 4 // 2])
        monkeypatch.setattr(optimal, "GROUPS_FROM", (0, 7, 1 << 60)[number % 11 % 3])
        monkeypatch.setattr(optimal, "FROZEN_SETS", (4096, 1, 3)[number % 3])
        monkeypatch.setattr(optimal, "PLAIN_QUEUE", number % 5 < 2)
        monkeypatch.setattr(node_arrays, "BUCKETS", (1 << 10, 1, 2)[number % 7 % 3])
        monkeypatch.setattr(optimal, "_STRETCH", 5)
        truth = fewest_pushes(level)
        assert by_pushes(level, pruning=number % 4 < 2) == truth
        if deadlock(level, rules.start(level)) is not None:
            assert truth is None
            lost += 1
        solved += truth is not None
    assert lost > count // 10 and solved > count // 10


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.soak)])
def test_the_portfolio_solves_the_solvable_only(count: int) -> None:
    for level in rooms(count, seed=6):
        moves = without_exact_search(level)
        assert (moves is not None) == (fewest_pushes(level) is not None)
        if moves is not None:
            assert rules.status(level, replay(rules, level, moves)) is Status.WON


@pytest.mark.parametrize(
    "member", [one for one in portfolio.PORTFOLIO if one[1] in (portfolio.ADVISED, portfolio.RANKED, portfolio.CHECKED)]
)
def test_every_search_of_the_portfolio_alone_solves_the_solvable_only(
    member: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, member)
    for level in rooms(60, seed=9):
        moves = without_exact_search(level)
        assert (moves is not None) == (fewest_pushes(level) is not None)


def test_a_box_is_hot_where_another_can_then_come_to_fewer_targets() -> None:
    """Against pushes of one box by a player who can be anywhere, the other cell being a wall."""
    hotspot = 0
    for level in rooms(40, seed=10):
        arrays = level_arrays(level)
        made, cells = level_tables(arrays), arrays.graph.cells
        live = [c for c in range(len(cells)) if not arrays.board.dead[c]]
        targets = {int(target) for target in arrays.targets}
        for other in live:
            for box in live:
                if box != other:
                    reached = _pushed(arrays, box, other) & targets - {other}
                    assert made.hotspot[box, other] == (reached < _pushed(arrays, box, -1) & targets - {other})
                    hotspot += int(made.hotspot[box, other])
    assert hotspot > 100


def _pushed(arrays: LevelArrays, box: int, wall: int) -> set[int]:
    """Where a box can be pushed to if only walls and another box bound it and its player, wherever he is."""
    found, queue = {box}, [box]
    for at in queue:
        for d in range(4):
            to, stand = arrays.graph.step[at][d], arrays.graph.step[at][d ^ 1]
            if arrays.graph.wall not in (to, stand) and wall not in (to, stand) and to not in found:
                found.add(to)
                queue.append(to)
    return found


@pytest.mark.parametrize("style", ["", *packing_plan.PlanStyle._fields])
def test_a_packing_plan_fills_every_target_and_moves_only_what_it_has_parked(style: str) -> None:
    chosen = packing_plan.PlanStyle(**{style: True}) if style else packing_plan.PlanStyle()
    for level in rooms(60, seed=12):
        arrays = level_arrays(level)
        held: set[int] = set()
        for start, end in packing_plan.packing_order(arrays, arrays.boxes(rules.start(level)).tolist(), chosen):
            assert start < 0 or start in held
            held.discard(start)
            assert end not in held
            held.add(end)
        assert held == set(arrays.targets.tolist())


def test_targets_that_are_the_only_way_between_two_rooms_are_emptied_by_parking_many_boxes() -> None:
    level = drawn(
        "##################",
        "#     #....#     #",
        "# $$$ #....#     #",
        "# $$     ..      #",
        "# $$$ ######     #",
        "# $$@ ######     #",
        "#     ######     #",
        "##################",
    )
    arrays = level_arrays(level)
    starts = arrays.boxes(rules.start(level)).tolist()
    steps = packing_plan.packing_order(arrays, starts, packing_plan.PlanStyle(far=True))
    assert sum(step.start < 0 for step in steps) == len(starts)
    assert {step.end for step in steps} >= set(arrays.targets.tolist())


def test_a_further_row_of_a_position_is_not_found_also_in_a_larger_table() -> None:
    board, boxes = level_arrays(next(rooms(1, seed=3))).board, np.array([0, 2], np.int16)
    nodes = new_nodes(2, without=("pushes", "bound", "queue"))
    players = [np.int64(cell) for cell in range(3, 8)]
    keys = [np.uint64(kernel.hash_of(board, boxes, player)) for player in players]
    for player, key in zip(players, keys, strict=True):
        add(nodes, boxes, player, key, lookup(nodes, boxes, player, key))
    nodes.boxes[5], nodes.player[5], nodes.closed[5] = boxes, players[2], STALE
    nodes.numbers[COUNT] = 6
    for held in (nodes, with_room(board, nodes, len(nodes.player))):
        found = [lookup(held, boxes, player, key) for player, key in zip(players, keys, strict=True)]
        assert found == [0, 1, 2, 3, 4]


def test_rooms_are_blocks_of_two_by_three_and_doors_belong_to_none() -> None:
    level = drawn("###########", "#@  #     #", "#   . $ ###", "#   #     #", "###########")
    arrays = level_arrays(level)
    room = {cell: int(level_tables(arrays).room[number]) for number, cell in enumerate(arrays.graph.cells)}
    assert room[1, 1] == room[3, 3] >= 0 and room[1, 5] == room[3, 7] >= 0 and room[1, 1] != room[1, 5]
    assert room[2, 4] == room[1, 9] == room[3, 9] == -1
    linked = level_guide(arrays, box_graph_of(arrays)).linked
    assert linked[room[1, 1]] == 1 << room[1, 5] and linked[room[1, 5]] == 1 << room[1, 1]


def test_the_moves_of_a_cell_leave_its_heap_in_order_the_older_of_equal_ones_first() -> None:
    dice = random.Random(11)
    ranks = [dice.randrange(50) for _node in range(200)]
    links = np.full((2, 200), -1, np.int32)
    heaps = move_heaps.MoveHeaps(np.array(ranks), np.array(ranks), links[0], links[1], links[0], links[1])
    top = np.int64(-1)
    for node in range(200):
        top = move_heaps.merge(heaps, top, np.int64(node))
    left = []
    while top >= 0:
        left.append((int(heaps.rank[top]), int(top)))
        top = move_heaps.merge(heaps, np.int64(heaps.left[top]), np.int64(heaps.right[top]))
    assert left == sorted((rank, node) for node, rank in enumerate(ranks))


@pytest.mark.parametrize("count", [300])
def test_two_boxes_alone_need_what_the_tables_say_and_are_lost_where_they_say(count: int) -> None:
    dice = random.Random(8)
    penalties = lost = 0
    for level in rooms(count, seed=7):
        pairs, cells = pairs_of(level), level_arrays(level).graph.cells
        assert np.array_equal(lost_pairs_of(level).penalty >= FAR, pairs.penalty >= FAR)
        known = [(a, b) for a in range(len(cells)) for b in range(a) if pairs.number.size and pairs.number[a, b] >= 0]
        for a, b in dice.sample(known, min(4, len(known))):
            player = dice.choice([c for c in range(len(cells)) if c not in (a, b)])
            pair = pairs.number[a, b]
            penalty = int(pairs.penalty[pair, pairs.part[pair, player]])
            alone = replace(level, boxes=frozenset({cells[a], cells[b]}), player=cells[player])
            truth = fewest_pushes(alone)
            assert (penalty >= FAR) == (truth is None)
            if truth is not None:
                arrays = level_arrays(alone)
                state = rules.start(alone)
                bound = kernel.match(arrays.board, arrays.scratch(), arrays.boxes(state), arrays.player(state))
                assert bound + penalty <= truth
            penalties += 0 < penalty < FAR
            lost += penalty >= FAR
    assert penalties > 3 and lost > 3


def test_a_search_that_may_use_little_memory_or_few_nodes_says_so() -> None:
    level = drawn("##########", "#        #", "# $ $ $  #", "#  $ $   #", "#@    ...#", "#     .. #", "##########")
    for name in ("optimal", "portfolio"):
        little: Answer[Any] = solve_with(
            GAME, SOLVERS[name], level, rules.start(level), Metric.PUSHES, Limits(memory=1000)
        )
        assert (little.verdict, little.why) == (Verdict.UNKNOWN, MEMORY_LIMIT)
        few: Answer[Any] = solve_with(GAME, SOLVERS[name], level, rules.start(level), Metric.PUSHES, Limits(nodes=3))
        assert (few.verdict, few.why) == (Verdict.UNKNOWN, NODE_LIMIT)
