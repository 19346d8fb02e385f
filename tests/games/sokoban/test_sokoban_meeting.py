"""The greedy search from both ends: it finds a solution just where plain search does, and its distances are right."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cassetete.core.certify import replay
from cassetete.core.contract import Status
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.kernels.board import fill_start_distances
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from cassetete.games.sokoban.solvers.meeting_search import meeting_search
from cassetete.games.sokoban.solvers.node_search import shared_arrays
from cassetete.games.sokoban.solvers.portfolio import until_won
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from games.sokoban.test_sokoban_bulk import fewest_pushes, rooms

MANY = [pytest.param(1000), pytest.param(20_000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("budget", [1, 1000])
@pytest.mark.parametrize("count", MANY)
def test_it_finds_a_solution_just_where_there_is_one(count: int, budget: int) -> None:
    """With a node at a time both sides take turns; with many, one of them often ends the search alone."""
    seen: Counter[bool] = Counter()
    for level in rooms(count, seed=41):
        arrays, state = level_arrays(level), rules.start(level)
        search = meeting_search(arrays, state)
        if search is None:
            continue
        shared = shared_arrays(arrays, state)
        code = RUNNING
        while code in (RUNNING, NEED_GROW):
            code = search.advance(shared, budget)
        assert code in (FOUND, EXHAUSTED) and search.spent == (code == EXHAUSTED)
        seen[code == FOUND] += 1
        assert (code == FOUND) == (fewest_pushes(level) is not None)
        if code == FOUND:
            moves = until_won(level, state, search.moves())
            assert rules.status(level, replay(rules, level, moves)) is Status.WON
    assert min(seen[True], seen[False]) > count // 10 and seen.total() > count // 2


def test_where_targets_are_left_over_there_is_no_such_search() -> None:
    left_over = 0
    for level in rooms(100, seed=42):
        arrays, state = level_arrays(level), rules.start(level)
        if len(arrays.boxes(state)) < len(arrays.targets):
            left_over += 1
            assert meeting_search(arrays, state) is None
    assert left_over > 2


def test_a_box_is_as_many_pulls_from_its_start_as_plain_search_says() -> None:
    """From every cell and every part of the floor beside it; against a search over the box's cell and the player's."""
    for level in rooms(40, seed=43):
        arrays = level_arrays(level)
        board, n = arrays.board, arrays.graph.wall
        start = int(arrays.boxes(rules.start(level))[0])
        distance = np.full((n, 4, 1), FAR, np.int32)
        fill_start_distances(board.step, board.side, distance, np.zeros(4 * n + 4, np.int32), np.int64(start), 0)
        found = _plain_pushes(board.step, start)
        for cell in range(n):
            for player in range(n):
                if player != cell and board.side[cell, player] < 4:
                    expected = found.get((cell, player), FAR)
                    assert distance[cell, board.side[cell, player], 0] == expected


def _plain_pushes(step: np.ndarray, start: int) -> dict[tuple[int, int], int]:
    """The fewest pushes to each place of one box and the player, who may begin anywhere."""
    wall = len(step) - 1
    layer = {(start, player) for player in range(wall) if player != start}
    found: dict[tuple[int, int], int] = {}
    pushes = 0
    while layer:
        todo, following = list(layer), set()
        found.update(dict.fromkeys(layer, pushes))
        while todo:  # walks cost nothing
            box, player = todo.pop()
            for d in range(4):
                to, ahead = (
                    int(step[player, d]),
                    int(step[int(step[player, d]), d]) if step[player, d] != wall else wall,
                )
                if to == box and ahead != wall:
                    following.add((ahead, box))
                elif to not in (box, wall) and (box, to) not in found:
                    found[box, to] = pushes
                    todo.append((box, to))
        pushes += 1
        layer = {place for place in following if place not in found}
    return found
