"""One box moved while the others stay: where it can go, what it cuts off there, and what the position is then like."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from cassetete.games.sokoban import rules
from cassetete.games.sokoban.kernels import macro_moves
from cassetete.games.sokoban.kernels import unpacking as kernel
from cassetete.games.sokoban.kernels.board import mark, reach
from cassetete.games.sokoban.kernels.floor_cuts import find_cuts, lowest_without, parts_without
from cassetete.games.sokoban.kernels.plan_features import (
    closed_links,
    count_blocking,
    features_after,
    plan_features,
)
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers.advised_search import AdvisedSearch, box_graph_of, level_guide
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays
from cassetete.games.sokoban.solvers.packing_plan import new_macro_moves
from cassetete.games.sokoban.solvers.unpacking import PullList, StartMatching, origins_of
from games.sokoban.sokoban_boards import drawn

MANY = [pytest.param(40), pytest.param(2000, marks=pytest.mark.soak)]


def _halls(count: int, seed: int) -> Iterator[tuple[Level, LevelArrays]]:
    """Levels of several rooms with doors and pillars, and as many boxes as targets."""
    random = Random(seed)
    while count:
        rows, columns = random.randrange(7, 13), random.randrange(9, 18)
        floor = {(i, j) for i in range(1, rows - 1) for j in range(1, columns - 1) if random.random() > 0.08}
        for wall in range(4, columns - 3, random.randrange(4, 7)):
            doors = random.sample(range(1, rows - 1), random.randrange(1, 3))
            floor -= {(i, wall) for i in range(rows) if i not in doors}
        if len(floor) < 20:
            continue
        boxes = random.randrange(2, 9)
        cells = random.sample(sorted(floor), 2 * boxes + 1)
        marks = dict.fromkeys(cells[:boxes], "$") | dict.fromkeys(cells[boxes:-1], ".") | {cells[-1]: "@"}
        lines = [
            "".join(marks.get((i, j), " ") if (i, j) in floor else "#" for j in range(columns)) for i in range(rows)
        ]
        level = drawn(*lines)
        arrays = level_arrays(level)
        if len(arrays.boxes(rules.start(level))) == len(arrays.targets) >= 2:
            count -= 1
            yield level, arrays


def _reached(step: Any, full: Any, player: int) -> set[int]:
    """Where the player can come."""
    found, todo = {player}, [player]
    for at in todo:
        for to in map(int, step[at]):
            if not full[to] and to not in found:
                found.add(to)
                todo.append(to)
    return found


@pytest.mark.parametrize("count", MANY)
def test_one_walk_tells_into_which_parts_a_box_cuts_the_floor_from_any_cell(count: int) -> None:
    cutting, random = 0, Random(1)
    for level, arrays in _halls(count // 4, seed=1):
        step, full, n = arrays.board.step, arrays.scratch().box, arrays.graph.wall
        full[arrays.boxes(rules.start(level))[1:]] = 1
        cuts = new_macro_moves(n).cuts
        find_cuts(step, full, cuts)
        free = [cell for cell in range(n) if not full[cell]]
        for cell in free:
            full[cell] = 1
            parts = {min(_reached(step, full, player)) for player in free if player != cell}
            assert parts_without(step, cuts, cell) == len(parts)
            cutting += len(parts) > 1
            for player in random.sample([other for other in free if other != cell], 4):
                assert lowest_without(step, cuts, cell, player) == min(_reached(step, full, player))
            full[cell] = 0
    assert cutting > count


@pytest.mark.parametrize("pulling", [False, True])
@pytest.mark.parametrize("count", MANY)
def test_macro_moves_are_what_a_plain_search_finds_for_one_box(count: int, pulling: bool) -> None:
    for level, arrays in _halls(count, seed=2):
        state, board, s = rules.start(level), arrays.board, arrays.scratch()
        boxes, player = arrays.boxes(state), arrays.player(state)
        mark(s.box, boxes, 1)
        macros = new_macro_moves(arrays.graph.wall)
        anywhere = macro_moves.pulled_anywhere if pulling else macro_moves.pushed_anywhere
        for box in map(int, boxes):
            entries = anywhere(board, s, macros, box, player)
            rows = zip(*(each[:entries].tolist() for each in (macros.cell, macros.player, macros.pushes)), strict=True)
            assert s.box[box] == 1
            plain = _plain(board, s.box, box, player, pulling)
            assert {(cell, lowest): pushes for cell, lowest, pushes in rows} == plain


def _plain(board: Any, full: Any, box: int, player: int, pulling: bool) -> dict[tuple[int, int], int]:
    """The fewest pushes, or pulls, to every cell of the box and part of the floor of the player."""
    full = full.copy()
    full[box] = 0

    def lowest(cell: int, where: int) -> int:
        full[cell] = 1
        least = min(_reached(board.step, full, where))
        full[cell] = 0
        return least

    found = {(box, lowest(box, player)): 0}
    todo = deque(found)
    while todo:
        cell, where = todo.popleft()
        full[cell] = 1
        near = _reached(board.step, full, where)
        full[cell] = 0
        for d in range(4):
            to, behind = int(board.step[cell, d]), int(board.step[cell, d ^ 1])
            after = int(board.step[to, d]) if pulling else cell
            if (to if pulling else behind) not in near or full[to] or (pulling and full[after]):
                continue
            if not pulling and (board.dead[to] or board.nearest[to, board.side[to, cell]] >= 1 << 20):
                continue
            following = to, lowest(to, after)
            if following not in found:
                found[following] = found[cell, where] + 1
                todo.append(following)
    return found


@pytest.mark.parametrize("count", MANY)
def test_the_features_after_a_macro_move_are_those_of_the_position(count: int) -> None:
    tried = 0
    for level, arrays in _halls(count, seed=3):
        state, board, s = rules.start(level), arrays.board, arrays.scratch()
        boxes, player = arrays.boxes(state), arrays.player(state)
        guide = AdvisedSearch(arrays, state, "").guide
        macros = new_macro_moves(arrays.graph.wall)
        after, known = np.zeros(8, np.int64), np.zeros(8, np.int64)
        mark(s.box, boxes, 1)
        for row, box in enumerate(map(int, boxes)):
            count_blocking(board, guide, boxes)
            entries = macro_moves.pushed_anywhere(board, s, macros, box, player)
            s.box[box] = 0
            guide.closed[0] = closed_links(board.step, s, guide)
            found = []
            for f in range(1, entries):
                to = int(macros.cell[f])
                child = np.sort(np.append(np.delete(boxes, row), to)).astype(np.int16)
                s.box[to] = 1
                features_after(board, s, guide, macros.cuts, boxes, row, to, child, after)
                s.box[to] = 0
                found.append((to, int(macros.player[f]), child, after.tolist()))
            for to, where, child, features in found:
                s.box[to] = 1
                reach(board.step, s, where)
                plan_features(board, s, guide, child, known)
                assert features == known.tolist()
                s.box[to] = 0
                tried += 1
            s.box[box] = 1
    assert tried > 20 * count


@pytest.mark.parametrize("count", MANY)
def test_what_is_told_of_a_pull_is_true_of_the_position_it_leads_to(count: int) -> None:
    told = (kernel.PARTS, kernel.LINKS, kernel.STUCK)
    for level, arrays in _halls(count, seed=4):
        state = rules.start(level)
        boxes, player = tuple(int(box) for box in arrays.boxes(state)), arrays.player(state)
        guide = level_guide(arrays, box_graph_of(arrays))
        pulls = PullList(arrays, guide)
        rows = pulls.of(boxes, player, [True] * arrays.graph.wall, boxes)
        s = arrays.scratch()
        mark(s.box, np.array(boxes, np.int16), 1)
        count_of_all = 0
        for row, box in enumerate(boxes):
            others = boxes[:row] + boxes[row + 1 :]
            plain = _plain(arrays.board, s.box, box, player, pulling=True)
            mine = [does for does in rows if does[kernel.ROW] == row]
            count_of_all += len(mine)
            assert {(does[kernel.TO], does[kernel.PLAYER]): does[kernel.PULLS] for does in mine} == {
                key: pushes for key, pushes in plain.items() if key[0] != box
            }
            for does in mine:
                lowest, position = pulls.describe(tuple(sorted((*others, does[kernel.TO]))), does[kernel.PLAYER])
                assert lowest == does[kernel.PLAYER]
                assert [does[field] for field in told] == [position[field] for field in told]
                lowest, position = pulls.describe(others, does[kernel.PLAYER])
                gone = [does[field] for field in (kernel.PLAYER_GONE, kernel.PARTS_GONE, kernel.LINKS_GONE)]
                assert gone == [lowest, position[kernel.PARTS], position[kernel.LINKS]]
        assert count_of_all == len(rows)


def test_after_a_box_leaves_the_others_match_just_where_a_new_matching_is_found() -> None:
    random, seen = Random(5), {True: 0, False: 0}
    for _ in range(2000):
        returns = np.array([[random.random() < 0.45 for _ in range(7)] for _ in range(7)], np.uint8)
        size = random.randrange(1, 6)
        boxes, starts = tuple(random.sample(range(7), size)), random.sample(range(7), size)
        origins, bits = origins_of(returns, starts), sum(1 << start for start in starts)
        matching = StartMatching(origins, boxes, bits)
        if not matching.complete:
            continue
        for box in boxes:
            for start in starts:
                others = tuple(other for other in boxes if other != box)
                known = StartMatching(origins, others, bits & ~(1 << start)).complete
                assert matching.without(box, start) == known
                seen[known] += 1
    assert min(seen.values()) > 100
