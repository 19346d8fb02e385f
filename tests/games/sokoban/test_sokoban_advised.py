"""The search that follows a packing plan closely: what it calls lost or not worth trying, and its plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from cassetete.core.certify import replay
from cassetete.core.contract import Status
from cassetete.core.errors import BadLevel
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.formats import xsb
from cassetete.games.sokoban.kernels import box_graph
from cassetete.games.sokoban.kernels.advised_search import smaller, sort
from cassetete.games.sokoban.kernels.board import match, reach
from cassetete.games.sokoban.kernels.corral_deadlock import FIRST, THEN, corral_deadlock
from cassetete.games.sokoban.kernels.inward_corral import prune_inwards
from cassetete.games.sokoban.kernels.lost_pairs import is_lost_pair
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.kernels.pi_corral import LOST, PRUNED
from cassetete.games.sokoban.kernels.plan_features import OUTSIDE, STARTS
from cassetete.games.sokoban.kernels.settled import no_targets_left, settled_deadlock
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers.advised_search import AdvisedSearch, Way, box_graph_of, level_guide
from cassetete.games.sokoban.solvers.halfway import FAR as FAR_AWAY
from cassetete.games.sokoban.solvers.halfway import OPEN, HalfwaySearch, halfway_positions
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays
from cassetete.games.sokoban.solvers.node_search import shared_arrays
from cassetete.games.sokoban.solvers.portfolio import until_won
from cassetete.games.sokoban.solvers.unpacking import StartMatching, origins_of, unpacked
from cassetete.speed.driver import FOUND, NEED_GROW, RUNNING
from games.sokoban.test_sokoban_bulk import fewest_pushes, rooms

TUNNEL = """\
##########
#   ##   #
#@$      #
#######. #
##########
"""
MANY = [pytest.param(500), pytest.param(20_000, marks=pytest.mark.soak)]


def _playable(count: int, seed: int) -> Iterator[tuple[Level, LevelArrays]]:
    """Levels that no search refuses before it begins."""
    for level in rooms(count, seed):
        arrays = level_arrays(level)
        if 0 < len(arrays.boxes(rules.start(level))) <= len(arrays.targets):
            yield level, arrays


@pytest.mark.parametrize("count", MANY)
def test_what_settled_boxes_make_lost_has_no_solution(count: int) -> None:
    lost = 0
    for level, arrays in _playable(count, seed=31):
        s, boxes = arrays.scratch(), arrays.boxes(rules.start(level))
        s.box[boxes] = 1
        if settled_deadlock(arrays.board, s, box_graph_of(arrays), boxes):
            lost += 1
            assert fewest_pushes(level) is None
    assert lost > count // 20


@pytest.mark.parametrize("count", MANY)
def test_a_corral_to_push_into_keeps_a_solution_and_one_without_pushes_has_none(count: int) -> None:
    pruned = lost = 0
    for level, arrays in _playable(count, seed=32):
        state, graph = rules.start(level), box_graph_of(arrays)
        s, _other, _macros, corral_search = shared_arrays(arrays, state)
        boxes = arrays.boxes(state)
        s.box[boxes] = 1
        if settled_deadlock(arrays.board, s, graph, boxes):
            continue
        reach(arrays.board.step, s, arrays.player(state))
        verdict = prune_inwards(arrays.board, s, graph, corral_search, boxes)
        if verdict == LOST:
            lost += 1
            assert fewest_pushes(level) is None
        if verdict == PRUNED and fewest_pushes(level) is not None:
            wanted = {int(box) for box in boxes if s.wanted[box]}
            pruned += len(wanted) < len(boxes)
            assert any(fewest_pushes(after) is not None for after in _after_pushes(level, arrays, wanted))
    assert pruned > count // 50 and lost > 0


@pytest.mark.parametrize("nodes", [256, 6])
@pytest.mark.parametrize("count", MANY)
def test_parts_of_the_floor_that_are_closed_for_ever_have_no_solution(count: int, nodes: int) -> None:
    """With few nodes, most verdicts are those of the search that takes boxes away."""
    lost = 0
    for level, arrays in _playable(count, seed=35):
        state = rules.start(level)
        s, other, _macros, corral_search = shared_arrays(arrays, state)
        few = {name: getattr(corral_search, name)[:nodes] for name in ("boxes", "player", "sizes", "slots", "stack")}
        boxes, player = arrays.boxes(state), np.int64(arrays.player(state))
        s.box[boxes] = 1
        reach(arrays.board.step, s, player)
        if corral_deadlock(arrays.board, s, other, corral_search._replace(**few), boxes, player):
            lost += 1
            assert fewest_pushes(level) is None
        assert not other.box[:-1].any() and not other.held[boxes].any()
    assert lost > count // 50


@pytest.mark.parametrize("count", MANY)
def test_verdicts_on_corrals_that_are_kept_and_searched_farther_have_no_solution(count: int) -> None:
    """One memory for positions that follow each other, each asked for often: first searches of four nodes say little,
    later ones go farther, and what they found on their way is remembered too."""
    random, lost, later = Random(37), 0, 0
    for level, arrays in _playable(count // 4, seed=37):
        state = rules.start(level)
        s, other, _macros, corral_search = shared_arrays(arrays, state)
        corral_search.numbers[[FIRST, THEN]] = 4
        for _ in range(4):
            boxes, player = arrays.boxes(state), np.int64(arrays.player(state))
            verdicts = []
            for _ in range(20):
                s.box[boxes] = 1
                reach(arrays.board.step, s, player)
                verdicts.append(bool(corral_deadlock(arrays.board, s, other, corral_search, boxes, player)))
                s.box[boxes] = 0
            assert verdicts == sorted(verdicts)
            lost += verdicts[-1]
            later += verdicts[-1] and not verdicts[0]
            here = replace(level, boxes=frozenset(state.boxes), player=state.player)
            assert not verdicts[-1] or fewest_pushes(here) is None
            following = list(_after_pushes(here, arrays, {int(box) for box in boxes}))
            if not following:
                break
            state = rules.start(random.choice(following))
    assert lost > count // 50 and later > 0


@pytest.mark.parametrize("count", MANY)
def test_boxes_have_no_targets_left_just_where_no_matching_is_short(count: int) -> None:
    seen = {True: 0, False: 0}
    for level, arrays in _playable(count, seed=38):
        boxes, player = arrays.boxes(rules.start(level)), arrays.player(rules.start(level))
        none = bool(no_targets_left(arrays.board, arrays.scratch(), boxes, player))
        seen[none] += 1
        assert none == (match(arrays.board, arrays.scratch(), boxes, player) >= FAR)
    assert min(seen.values()) > count // 50


@pytest.mark.parametrize("way", [Way(checked=True), None])
@pytest.mark.parametrize("style", [OPEN, FAR_AWAY])
@pytest.mark.parametrize("count", MANY)
def test_solutions_by_way_of_a_position_halfway_win(count: int, style: str, way: Way | None) -> None:
    won = 0
    for level, arrays in _playable(count // 10, seed=36):
        state = rules.start(level)
        positions = halfway_positions(arrays, state, style)
        halfway = None if positions is None else positions.best()
        if positions is None or halfway is None:
            continue
        search = HalfwaySearch(arrays, state, positions, halfway, way)
        shared = shared_arrays(arrays, state)
        code = RUNNING
        while code in (RUNNING, NEED_GROW):
            code = search.advance(shared, 16)
        if code == FOUND:
            won += 1
            moves = until_won(level, state, search.moves())
            assert rules.status(level, replay(rules, level, moves)) is Status.WON
    assert won > count // 100


def test_a_position_halfway_that_is_reached_counts_even_where_another_search_has_left_it_out() -> None:
    found = 0
    for level, arrays in _playable(30, seed=36):
        state = rules.start(level)
        positions = halfway_positions(arrays, state, OPEN)
        halfway = None if positions is None else positions.best()
        if positions is None or halfway is None:
            continue
        shared = shared_arrays(arrays, state)
        if HalfwaySearch(arrays, state, positions, halfway).advance(shared, 100_000) == FOUND:
            found += 1
            again = HalfwaySearch(arrays, state, positions, halfway)
            halfway.left_out = True
            assert again.advance(shared, 100_000) == FOUND
    assert found > 2


@pytest.mark.parametrize("count", MANY)
def test_two_boxes_are_a_lost_pair_just_where_plain_search_finds_no_way_to_two_targets(count: int) -> None:
    """And then the whole level has no solution, also where there are more targets than boxes."""
    seen = {True: 0, False: 0}
    for level, arrays in _playable(count, seed=35):
        state = rules.start(level)
        known, boxes, player = shared_arrays(arrays, state).corral_search, arrays.boxes(state), arrays.player(state)
        if len(arrays.targets) < 2 or arrays.board.dead[boxes].any():
            continue
        for one, other in combinations(boxes, 2):
            cells = frozenset({arrays.graph.cells[one], arrays.graph.cells[other]})
            lost = bool(is_lost_pair(known, one, other, player))
            seen[lost] += 1
            assert lost == (fewest_pushes(replace(level, boxes=cells)) is None)
            assert not lost or fewest_pushes(level) is None
    assert min(seen.values()) > count // 50


def _after_pushes(level: Level, arrays: LevelArrays, wanted: set[int]) -> Iterator[Level]:
    """The level after each push of these boxes that is possible at once."""
    cells, step = arrays.graph.cells, arrays.board.step
    s, state = arrays.scratch(), rules.start(level)
    s.box[arrays.boxes(state)] = 1
    reach(step, s, arrays.player(state))
    for box in wanted:
        for d in range(4):
            stand, to = int(step[box, d ^ 1]), int(step[box, d])
            if not s.box[to] and s.seen[stand] == s.stamp[0]:
                boxes = level.boxes - {cells[box]} | {cells[to]}
                yield replace(level, boxes=frozenset(boxes), player=cells[box])


def test_a_box_alone_among_walls_comes_where_plain_search_says() -> None:
    """From any side of each start; against a search over the box's cell and the player's."""
    for number, (level, arrays) in enumerate(_playable(60, seed=33)):
        n, step = arrays.graph.wall, arrays.board.step
        graph, walls = box_graph_of(arrays), arrays.boxes(rules.start(level))[1:]
        graph.wall[walls] = 1
        starts = np.zeros(n + 1, np.uint8)
        starts[int(arrays.boxes(rules.start(level))[0])] = 1
        out = np.zeros(n + 1, np.int32)
        pulling = bool(number % 2)
        box_graph.fill_zone(step, arrays.board.around, graph, starts, pulling, out)
        closed = {n, *(int(wall) for wall in walls)}
        assert {c: int(out[c]) for c in range(n)} == _plain_distances(step, closed, int(np.argmax(starts)), pulling)


def _plain_distances(step: np.ndarray, closed: set[int], start: int, pulling: bool) -> dict[int, int]:
    n = len(step) - 1
    layer = {(start, player) for player in range(n) if player != start and player not in closed}
    found = dict.fromkeys(layer, 0)
    pushes = 0
    while layer:
        todo, following = list(layer), set()
        while todo:  # walks cost nothing
            box, player = todo.pop()
            for d in range(4):
                to = int(step[player, d])
                if to not in closed and to != box and (box, to) not in found:
                    found[box, to] = pushes
                    todo.append((box, to))
                behind = int(step[player, d ^ 1])
                ahead = int(step[to, d])
                if pulling and behind == box and to not in closed and (player, to) not in found:
                    following.add((player, to))
                if not pulling and to == box and ahead not in closed and (ahead, box) not in found:
                    following.add((ahead, box))
        pushes += 1
        layer = {state for state in following if state not in found}
        found.update((state, pushes) for state in layer)
    least = dict.fromkeys(range(n), -1)
    for (box, _player), count in found.items():
        least[box] = count if least[box] < 0 else min(least[box], count)
    return least


def test_a_plan_by_playing_backwards_fills_every_target_and_takes_boxes_from_where_they_are() -> None:
    whole = 0
    for level, arrays in _playable(200, seed=34):
        boxes = [int(box) for box in arrays.boxes(rules.start(level))]
        if len(boxes) != len(arrays.targets):
            continue
        graph = box_graph_of(arrays)
        held: list[int] = []
        steps = unpacked(arrays, graph, level_guide(arrays, graph), boxes)
        for start, end in steps:
            if start >= 0:
                held.remove(start)
            held.append(end)
            assert len(set(held)) == len(held)
        assert sorted(held) == sorted(int(target) for target in arrays.targets)
        kinds = [step.start == STARTS for step in steps]
        assert kinds == sorted(kinds, reverse=True)
        whole += any(step.start == OUTSIDE for step in steps)
    assert whole > 3


def test_boxes_and_starts_match_just_where_some_order_of_the_starts_does() -> None:
    random, seen = Random(39), {True: 0, False: 0}
    for _ in range(500):
        returns = np.array([[random.random() < 0.4 for _ in range(6)] for _ in range(6)], np.uint8)
        boxes = tuple(random.sample(range(6), random.randrange(5)))
        starts = random.sample(range(6), random.randrange(len(boxes), 6))
        found = StartMatching(origins_of(returns, starts), boxes, sum(1 << start for start in starts)).complete
        orders = permutations(starts, len(boxes))
        assert found == any(all(returns[pair] for pair in zip(order, boxes, strict=True)) for order in orders)
        seen[found] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 50])
def test_ranks_among_scores_are_those_of_a_sorted_list(count: int) -> None:
    random = Random(count)
    values = np.array([random.randrange(20) for _ in range(count)] + [-1], np.int64)
    sort(values, count)
    assert values[:count].tolist() == sorted(values[:count].tolist()) and values[count] == -1
    for value in range(-1, 22):
        assert smaller(values, count, value) == sum(other < value for other in values[:count])


def test_boxes_wait_in_one_cell_of_a_tunnel_and_at_no_mouth_beside_a_wall() -> None:
    item = xsb.parse(TUNNEL)[0]
    assert not isinstance(item, BadLevel)
    level = item.level
    arrays = level_arrays(level)
    guide = AdvisedSearch(arrays, rules.start(level), "", Way(checked=True)).guide
    marked = {arrays.graph.cells[c] for c in range(arrays.graph.wall) if guide.waiting[c]}
    assert marked == {(2, 3), (2, 5), (2, 6)}
    assert {arrays.graph.cells[c]: int(guide.mouth[c]) for c in range(arrays.graph.wall) if guide.mouth[c]} == {
        (2, 3): 1 << 3,
        (2, 6): 1 << 2,
    }
