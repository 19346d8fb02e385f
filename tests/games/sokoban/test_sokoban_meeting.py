"""The searches without a plan, from both ends or from the end alone: they find a solution just where plain search does,
and their tables are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, islice

import numpy as np
import pytest

from cassetete.app.levels.library import pack
from cassetete.core.answers import MEMORY_LIMIT, Limits
from cassetete.core.certify import replay
from cassetete.core.contract import Status
from cassetete.core.drain import drain
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.kernels.board import BoardArrays, fill_start_distances
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.model import State
from cassetete.games.sokoban.solvers import portfolio
from cassetete.games.sokoban.solvers.advised_search import UNPACKED
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays, unreached_pairs
from cassetete.games.sokoban.solvers.meeting_search import MeetingSearch, meeting_search
from cassetete.games.sokoban.solvers.node_search import shared_arrays
from cassetete.games.sokoban.solvers.portfolio import until_won
from cassetete.games.sokoban.solvers.pull_search import PullSearch, pull_search
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from games.sokoban.sokoban_boards import only
from games.sokoban.test_sokoban_bulk import fewest_pushes, rooms

MANY = [pytest.param(1000), pytest.param(20_000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("search_of", [meeting_search, pull_search])
@pytest.mark.parametrize("budget", [1, 1000])
@pytest.mark.parametrize("count", MANY)
def test_it_finds_a_solution_just_where_there_is_one(
    count: int, budget: int, search_of: Callable[[LevelArrays, State], MeetingSearch | PullSearch | None]
) -> None:
    """With a node at a time both sides take turns; with many, one of them often ends the search alone."""
    seen: Counter[bool] = Counter()
    for level in rooms(count, seed=41):
        arrays, state = level_arrays(level), rules.start(level)
        search = search_of(arrays, state)
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
            assert meeting_search(arrays, state) is None and pull_search(arrays, state) is None
    assert left_over > 2


def test_two_boxes_are_lost_backwards_just_where_no_pushes_of_any_two_lead() -> None:
    """No pushes but over cells from which a box alone can come to a target."""
    lost = reached = 0
    for level in rooms(150, seed=44):
        arrays, state = level_arrays(level), rules.start(level)
        boxes, player, n = arrays.boxes(state), arrays.player(state), arrays.graph.wall
        pairs = unreached_pairs(arrays, boxes, player)
        found = set()
        for two in combinations(boxes.tolist(), 2):
            found |= _pushed_pairs(arrays.board, two, player)
        for a, b in combinations(range(n if pairs.number.size else 0), 2):
            pair = pairs.number[a, b]
            for cell in set(range(n)) - {a, b} if pair >= 0 else ():
                known = pairs.penalty[pair, pairs.part[pair, cell]] < FAR
                assert known == ((a, b, cell) in found)
                reached += known
                lost += not known
    assert lost > 1000 and reached > 1000


def test_a_search_that_would_take_too_much_memory_is_given_up_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pulls, planned = ("", portfolio.PULLS), (UNPACKED, portfolio.CHECKED)
    only(monkeypatch, pulls, planned)
    given_up: list[bool] = []
    keep_to = portfolio.keep_to

    def watched(budget: Budget, made: dict[tuple[str, int], portfolio.PlanSearch | None]) -> bool:
        kept = keep_to(budget, made)
        given_up.append(pulls in made and made[pulls] is None)
        return kept

    monkeypatch.setattr(portfolio, "keep_to", watched)
    levels = pack("sokoban")
    assert levels is not None
    entry = levels.entry("goods-lift")
    arrays, state = level_arrays(entry.level), entry.state
    sizes = [search.size() for one in (pulls, planned) if (search := portfolio.search_of(arrays, state, *one))]
    assert len(sizes) == 2
    for most, solved in ((2 * sum(sizes) + sizes[0], True), (sizes[1], False)):
        given_up.clear()
        answer = drain(portfolio.in_turn(arrays, Budget(Limits(), most), state))
        assert given_up[-1] and answer.solved == solved
        assert solved or answer.why == MEMORY_LIMIT


def test_turns_go_on_where_only_one_search_leads_and_none_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = (UNPACKED, portfolio.CHECKED)
    only(monkeypatch, planned)
    levels = pack("sokoban")
    assert levels is not None
    entry = levels.entry("goods-lift")
    turns = list(islice(portfolio._turns(level_arrays(entry.level), entry.state, {}), 20))
    searches = {id(run) for run in turns if run is not None}
    assert len(turns) == 20 and len(searches) == 1


def _pushed_pairs(board: BoardArrays, two: tuple[int, int], player: int) -> set[tuple[int, int, int]]:
    """Two boxes, in order, and the player, one step at a time, from a position on."""
    step, wall = board.step, len(board.step) - 1
    todo = [] if board.dead[list(two)].any() else [(*two, player)]
    found = set(todo)
    for a, b, at in todo:
        for d in range(4):
            to = int(step[at, d])
            ahead = int(step[to, d])
            if to == wall:
                continue
            if to in (a, b):
                other = b if to == a else a
                if ahead in (wall, other) or board.dead[ahead]:
                    continue
                after = (min(ahead, other), max(ahead, other), to)
            else:
                after = (a, b, to)
            if after not in found:
                found.add(after)
                todo.append(after)
    return found


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
