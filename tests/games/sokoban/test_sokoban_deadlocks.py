"""Proofs that a position is lost: the plain ones, the kernels' twins, and what the player reads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.grid import Direction
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.floor_graph import floor_graph
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.kernels import board as kernel
from cassetete.games.sokoban.kernels.corral_deadlock import corral_deadlock
from cassetete.games.sokoban.kernels.freeze import freeze
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers.deadlocks import REASONS, deadlock
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from cassetete.games.sokoban.solvers.node_search import shared_arrays
from games.sokoban.sokoban_boards import crowded_level, drawn
from games.sokoban.test_sokoban_bulk import rooms

SOLVERS = {solver.id: solver for solver in GAME.solvers}
MANY = [pytest.param(200), pytest.param(3000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("examples", MANY)
def test_every_deadlock_claim_is_confirmed_by_exhaustive_search(examples: int) -> None:
    @settings(max_examples=examples)
    @given(crowded_level())
    def check(level: Level) -> None:
        state = rules.start(level)
        for move in (Direction.UP, Direction.LEFT, Direction.DOWN, Direction.RIGHT, Direction.RIGHT, Direction.UP):
            found = deadlock(level, state)
            if found is not None:
                assert (
                    solve_with(GAME, SOLVERS["bfs"], level, state, Metric.MOVES, Limits()).verdict is Verdict.IMPOSSIBLE
                )
                assert found.reason in REASONS and found.boxes
            if move not in rules.moves(level, state):
                break
            state = rules.play(level, state, move)

    check()


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("#####", "#$  #", "#@ .#", "#####"), "dead"),
        (("#######", "#     #", "# $$@ #", "# $$  #", "# ....#", "#######"), "frozen"),
        (("#######", "#@ .#$#", "#######"), "away"),
        (("########", "#@ $ $.#", "#   .  #", "########"), "targets"),
        (("######", "#  # #", "#$$ .#", "#.@  #", "######"), "corral"),
        (("#######", "#@ $ .#", "#     #", "#######"), None),
    ],
)
def test_a_deadlock_says_why(rows: tuple[str, ...], reason: str | None) -> None:
    level = drawn(*rows)
    found = deadlock(level, rules.start(level))
    assert (found.reason if found else None) == reason


def test_frozen_boxes_are_the_same_in_lists_and_in_arrays() -> None:
    """The same function, plain and compiled; with the dead squares of the kernels, which know more of them."""
    some = 0
    for level in rooms(300, seed=21):
        arrays, state = level_arrays(level), rules.start(level)
        graph, boxes = floor_graph(level), arrays.boxes(state)
        frozen = np.zeros(len(arrays.board.step), np.uint8)
        count = kernel.freeze_boxes(arrays.board.step, arrays.board.dead, frozen, boxes)
        plain = [0] * len(graph.step)
        dead = [int(flag) for flag in arrays.board.dead]
        assert freeze(graph.step, dead, plain, [int(box) for box in boxes]) == count
        assert frozen.tolist() == plain
        some += bool(count)
    assert some > 10


def test_the_matching_is_the_same_in_lists_and_in_arrays() -> None:
    for level in rooms(300, seed=22):
        arrays, state = level_arrays(level), rules.start(level)
        if not 0 < len(arrays.boxes(state)) <= len(arrays.targets):
            continue  # answered before any kernel is called
        loose = arrays.board._replace(no_freeze=np.ones(1, np.uint8), distance=_without_sides(level))
        bound = kernel.match(loose, arrays.scratch(), arrays.boxes(state), arrays.player(state))
        graph = floor_graph(level)
        assert bound == graph.bound(graph.boxes_of(state))


def _without_sides(level: Level) -> np.ndarray:
    """The plain distances in the kernel's layout: the same on every side of a box."""
    distance = np.array(floor_graph(level).distance, np.int32)
    return np.ascontiguousarray(np.repeat(distance.T[:, np.newaxis, :], 4, axis=1))


def test_a_corral_that_plain_python_proves_closed_is_closed_for_the_kernel() -> None:
    """The kernel also adds boxes that touch the corral, so it may prove more."""
    proven = 0
    for level in rooms(1500, seed=23):
        state = rules.start(level)
        found = deadlock(level, state)
        if found is None or found.reason != "corral":
            continue
        alone = replace(level, boxes=found.boxes)
        proven += 1
        assert _kernel_proves(level) and _kernel_proves(alone)
    assert proven > 3


def _kernel_proves(level: Level) -> bool:
    arrays, state = level_arrays(level), rules.start(level)
    scratch, other, _macros, corral_search = shared_arrays(arrays, state)
    boxes, player = arrays.boxes(state), np.int64(arrays.player(state))
    scratch.box[boxes] = 1
    kernel.reach(arrays.board.step, scratch, player)
    return bool(corral_deadlock(arrays.board, scratch, other, corral_search, boxes, player))
