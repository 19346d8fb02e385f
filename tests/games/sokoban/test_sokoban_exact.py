"""Tunnels and the perimeter, on thousands of small rooms with corridors: with and without, equal to plain search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cassetete.core.answers import EXHAUSTED, Limits
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Cell
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.kernels.nodes import COUNT, EXPANDED
from cassetete.games.sokoban.lengths import metrics
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers import box_groups, node_arrays, optimal, perimeter, two_bounds
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.speed.budget import Budget
from games.sokoban.sokoban_boards import drawn
from games.sokoban.test_sokoban_bulk import SOLVERS, _pulled, fewest_pushes

NEVER = 1 << 60


def corridors(count: int, seed: int) -> Iterator[Level]:
    """Two or three small rooms with corridors between them, often in a ring, some of them with a bend or a dead end.

    In three of four the boxes were pulled from the targets at random, so that they can be solved.
    """
    dice = random.Random(seed)
    while count:
        floor = _rooms(dice)
        boxes = dice.choice([1, 2, 2, 2, 3])
        if len(floor) < 2 * boxes + 2:
            continue
        cells = sorted(floor)
        dice.shuffle(cells)
        targets = cells[: boxes + (dice.random() < 0.1)]
        standing, player = set(cells[-boxes:]), cells[-boxes - 1]
        if count % 4:
            standing = set(targets[:boxes])
            player = _pulled(dice, floor, standing, next(cell for cell in cells if cell not in standing))
        rows, columns = max(i for i, _j in floor) + 2, max(j for _i, j in floor) + 2
        walls = {(i, j) for i in range(rows) for j in range(columns)} - floor
        level = Level(rows, columns, frozenset(walls), frozenset(targets), frozenset(standing), player)
        if rules.status(level, rules.start(level)) is Status.OPEN:
            count -= 1
            yield level


def _rooms(dice: random.Random) -> set[Cell]:
    """A room on the left, one on the right, a corridor or two from one to the other, now and then a pocket."""
    height, gap = dice.choice([2, 3, 4, 4]), dice.choice([2, 2, 3])
    left, right = dice.choice([1, 2, 2]), dice.choice([1, 2, 3])
    floor = {(i, j) for i in range(1, height + 1) for j in range(1, left + 1)}
    floor |= {(i, j) for i in range(1, height + 1) for j in range(left + gap + 1, left + gap + right + 1)}
    first = dice.randrange(1, height + 1)
    for row in {first, dice.choice([first, (first + 1) % height + 1])}:
        floor |= {(row, j) for j in range(left + 1, left + gap + 1)}
    for _pocket in range(dice.choice([0, 0, 1, 2, 3])):
        i, j = dice.choice(sorted(floor))
        di, dj = dice.choice([(0, 1), (1, 0), (-1, 0)])
        floor |= {(i + di, j + dj)} if i + di > 0 else set()
    for _pillar in range(dice.choice([0, 0, 1])):
        floor.discard(dice.choice(sorted(floor)))
    return floor


def found(level: Level, tunnels: bool, pruning: bool = True) -> tuple[int | None, int, perimeter.Perimeter]:
    """The fewest pushes, the nodes it took, and the perimeter that was grown."""
    state = rules.start(level)
    arrays = level_arrays(level)
    if not tunnels:
        arrays = arrays._replace(board=arrays.board._replace(tunnel=arrays.board.tunnel * 0))
    ring = perimeter.Perimeter(arrays, state)
    search = optimal.search(arrays, Budget(Limits()), state, 0, 1, optimal.NO_LIMIT, 0, pruning, ring)
    result = drain(search)
    if result.pushes is None:
        assert result.why is EXHAUSTED
        return None, result.expanded, ring
    moves = arrays.moves_of(state, result.pushes)
    assert rules.status(level, replay(rules, level, moves)) is Status.WON
    assert metrics(level, state, moves).pushes == len(result.pushes)
    return len(result.pushes), result.expanded, ring


@pytest.mark.parametrize("count", [1200, pytest.param(40_000, marks=pytest.mark.soak)])
def test_tunnels_and_the_perimeter_keep_the_fewest_pushes(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with and without, PI-corrals or not, pairs, groups or not, a perimeter from the start, later, or never."""
    monkeypatch.setattr(optimal, "_STRETCH", 3)
    monkeypatch.setattr(perimeter, "_STRETCH", 5)
    monkeypatch.setattr(box_groups, "MANY_BOXES", 1)
    monkeypatch.setattr(optimal, "_FEW_PARTS", 0)
    monkeypatch.setattr(box_groups, "ROWS_A_NODE", 1 << 40)
    spared = find_in_perimeter = solved = 0
    for number, level in enumerate(corridors(count, seed=11)):
        if trivial_answer(level, rules.start(level)) is not None:
            continue
        truth = fewest_pushes(level)
        solved += truth is not None
        monkeypatch.setattr(optimal, "PAIRS_FROM", (0, 7, NEVER)[number % 3])
        monkeypatch.setattr(perimeter, "FROM", NEVER)
        pruning = number % 2 == 0
        monkeypatch.setattr(optimal, "LARGE_FROM", (0, 7)[number % 3 // 2])
        monkeypatch.setattr(optimal, "GROUPS_FROM", (NEVER, 0, 5)[number % 13 % 3])
        monkeypatch.setattr(optimal, "FROZEN_SETS", (4096, 1)[number % 5 % 2])
        monkeypatch.setattr(optimal, "PLAIN_QUEUE", number % 7 < 3)
        monkeypatch.setattr(node_arrays, "BUCKETS", (1 << 10, 1, 2)[number % 11 % 3])
        plain, nodes, _none = found(level, tunnels=False, pruning=pruning)
        tunnel_pushes, fewer, _none = found(level, tunnels=True, pruning=pruning)
        assert (plain, tunnel_pushes) == (truth, truth)
        spared += fewer < nodes
        monkeypatch.setattr(perimeter, "FROM", (0, 5)[number % 4 // 2])
        monkeypatch.setattr(perimeter, "SHARE", (1, 3)[number % 8 // 4])
        both, _nodes, ring = found(level, tunnels=True, pruning=pruning)
        assert both == truth
        find_in_perimeter += bool(ring.nodes.numbers[COUNT])
    assert spared > count // 8 and find_in_perimeter > count // 4 and solved > count // 2


@pytest.mark.parametrize("count", [300, pytest.param(5000, marks=pytest.mark.soak)])
def test_the_perimeter_knows_exact_distances(count: int) -> None:
    """All of it, and by itself the proof that a room is lost: it never holds one."""
    dice = random.Random(3)
    for level in corridors(count, seed=12):
        if trivial_answer(level, rules.start(level)) is not None:
            continue
        ring = whole(level)
        arrays, nodes = level_arrays(level), ring.nodes
        node = dice.randrange(int(nodes.numbers[COUNT]))
        cells = arrays.graph.cells
        there = Level(
            level.rows,
            level.columns,
            level.walls,
            level.targets,
            frozenset(cells[box] for box in nodes.boxes[node]),
            cells[nodes.player[node]],
        )
        assert fewest_pushes(there) == nodes.pushes[node]
        assert ring.distance(rules.start(level)) == fewest_pushes(level)


def whole(level: Level) -> perimeter.Perimeter:
    """The perimeter grown until nothing is left."""
    ring = perimeter.Perimeter(level_arrays(level), rules.start(level))
    while ring.growing:
        ring.grow(NEVER)
    assert ring.nodes.numbers[EXPANDED] == ring.nodes.numbers[COUNT]
    return ring


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.soak)])
def test_ties_by_moves_are_right_with_a_perimeter(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And with frozen boxes as walls."""
    monkeypatch.setattr(perimeter, "FROM", 0)
    monkeypatch.setattr(optimal, "LARGE_FROM", 0)
    monkeypatch.setattr(optimal, "_STRETCH", 3)
    for level in corridors(count, seed=13):
        for metric in (Metric.PUSHES, Metric.MOVES):
            answers: list[Any] = [
                solve_with(GAME, SOLVERS[name], level, rules.start(level), metric, Limits())
                for name in ("optimal", "ucs")
            ]
            mine, truth = answers
            assert (mine.verdict, len(mine.moves)) == (truth.verdict, len(truth.moves))
            if metric is Metric.PUSHES:
                pushes = [metrics(level, rules.start(level), answer.moves).pushes for answer in answers]
                assert pushes[0] == pushes[1]


def test_fewest_pushes_are_claimed_and_open_ties_are_said_when_a_limit_ends_the_search_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(optimal, "_STRETCH", 1)
    open_ties = 0
    for level in corridors(25, seed=14):
        for nodes in range(1, 40, 3):
            start = rules.start(level)
            answer = solve_with(GAME, SOLVERS["optimal"], level, start, Metric.PUSHES, Limits(nodes=nodes))
            assert answer.optimal == answer.solved
            if answer.solved:
                assert metrics(level, start, answer.moves).pushes == fewest_pushes(level)
                open_ties += answer.why is two_bounds.TIES
    assert open_ties > 5


def test_a_perimeter_has_room_for_large_halls_and_many_ends() -> None:
    hall = drawn("#" * 40, *["#" + " " * 38 + "#"] * 30, "#" + "@ $" + " " * 34 + ".#", "#" + " " * 38 + "#", "#" * 40)
    assert whole(hall).distance(rules.start(hall)) == 35
    spread = drawn("########", "#@ $ $ #", "# .. . #", "#. .. .#", "# ..$..#", "#      #", "########")
    ring = whole(spread)
    assert ring.distance(rules.start(spread)) == fewest_pushes(spread)
    assert int((ring.nodes.pushes[: ring.nodes.numbers[COUNT]] == 0).sum()) >= 165


def test_a_box_in_a_tunnel_is_pushed_on_but_not_past_a_target_nor_out_of_the_way() -> None:
    arrays = level_arrays(drawn("##########", "#@ ####  #", "# $  .   #", "#  ####  #", "##########"))
    number = arrays.graph.number
    right = 3
    glides = {j for j in range(1, 9) if (2, j) in number and arrays.board.tunnel[number[2, j], right]}
    # From 4 it comes to a target, from 2 it only enters; from 6 it leaves for a place where it can only go on or back.
    assert glides == {3, 5, 6}
