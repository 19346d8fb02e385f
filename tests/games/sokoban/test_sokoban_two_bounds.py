"""The fewest pushes from two sides, on thousands of small rooms: solutions shortened by windows, and the proof."""

from __future__ import annotations

import random
from collections import abc
from collections.abc import Iterator
from itertools import islice

import pytest

from cassetete.core.answers import EXHAUSTED, NODE_LIMIT, Limits, Visit
from cassetete.core.certify import replay
from cassetete.core.contract import Status
from cassetete.core.drain import drain
from cassetete.core.grid import Cell, Direction
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.floor_graph import Push, connected, floor_graph
from cassetete.games.sokoban.lengths import metrics
from cassetete.games.sokoban.model import Level, State
from cassetete.games.sokoban.solvers import box_groups, optimal, perimeter, push_windows, two_bounds
from cassetete.games.sokoban.solvers.level_arrays import LevelArrays, level_arrays
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.speed.budget import Budget
from games.sokoban.test_sokoban_bulk import SIDES, fewest_pushes
from games.sokoban.test_sokoban_exact import corridors

MEMORY = 1 << 26


def pulled_apart(dice: random.Random, floor: set[Cell], boxes: set[Cell], player: Cell) -> Cell:
    """Pull boxes at random, any that the player can walk to, seldom back; where the player ends."""
    last = player
    for _pull in range(60):
        reached = set(connected([player], floor - boxes))
        pulls = [
            (box, (box[0] + di, box[1] + dj), (box[0] + 2 * di, box[1] + 2 * dj))
            for box in sorted(boxes)
            for di, dj in SIDES
            if (box[0] + di, box[1] + dj) in reached and (box[0] + 2 * di, box[1] + 2 * dj) in reached
        ]
        pulls = [pull for pull in pulls if pull[1] != last] or pulls
        if not pulls:
            break
        last, to, player = dice.choice(pulls)
        boxes.remove(last)
        boxes.add(to)
    return player


def far(count: int, seed: int) -> Iterator[Level]:
    """Rooms with pillars whose one to five boxes were pulled far from their targets; in one of eight, some box was then
    put elsewhere."""
    dice = random.Random(seed)
    while count:
        rows, columns = dice.choice([(3, 6), (4, 5), (4, 6), (5, 5)])
        inside = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
        floor = set(dice.sample(inside, dice.randrange(len(inside) * 3 // 4, len(inside) + 1)))
        boxes = dice.choice([1, 2, 3, 3, 4, 5] if len(floor) < 17 else [2, 2, 3])
        targets = dice.sample(sorted(floor), boxes)
        standing = set(targets)
        player = pulled_apart(dice, floor, standing, dice.choice(sorted(floor - standing)))
        if dice.random() < 0.125:
            standing = {*sorted(standing)[1:], dice.choice(sorted(floor - standing - {player}))}
        walls = {(i, j) for i in range(rows + 2) for j in range(columns + 2)} - floor
        level = Level(rows + 2, columns + 2, frozenset(walls), frozenset(targets), frozenset(standing), player)
        if rules.status(level, rules.start(level)) is Status.OPEN:
            count -= 1
            yield level


def mixed(count: int, seed: int) -> Iterator[Level]:
    """Three rooms, then one with corridors; none that is won or lost at first sight."""
    rooms = far(count - count // 4, seed)
    for pair in zip(rooms, rooms, rooms, corridors(count // 4, seed), strict=False):
        yield from (level for level in pair if trivial_answer(level, rules.start(level)) is None)


def wandering(level: Level, dice: random.Random) -> list[Push] | None:
    """The pushes of some solution, far from the shortest: depth first, any push at random; None if that is long."""
    graph, state = floor_graph(level), rules.start(level)
    assert state.player is not None
    start = graph.boxes_of(state), graph.number[state.player]
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[tuple[int, int], list[Push]]] = [(start, [])]
    while stack and len(seen) < 3000:
        (boxes, player), line = stack.pop()
        if boxes & ~graph.targets == 0:
            return line
        walks = graph.walks(player, boxes)
        position = boxes, next(cell for cell, steps in enumerate(walks) if steps >= 0)
        if position in seen or len(line) > 200:
            continue
        seen.add(position)
        following = []
        for box in range(graph.wall):
            for d in range(4):
                stand, to = graph.step[box][d ^ 1], graph.step[box][d]
                free = boxes >> box & 1 and graph.wall not in (stand, to) and not boxes >> to & 1
                if free and walks[stand] >= 0:
                    following.append(((boxes ^ (1 << box | 1 << to), box), [*line, (box, d)]))
        dice.shuffle(following)
        stack += following
    return None


def wins(arrays: LevelArrays, level: Level, pushes: list[Push]) -> bool:
    """Whether the pushes, and no others, win."""
    state = rules.start(level)
    moves = arrays.moves_of(state, pushes)
    won = rules.status(level, replay(rules, level, moves)) is Status.WON
    return won and metrics(level, state, moves).pushes == len(pushes)


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_windows_keep_a_solution_that_never_gets_longer(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_windows, "_WIDTHS", (4, 9))
    monkeypatch.setattr(push_windows, "_SHAKES", 10)
    monkeypatch.setattr(push_windows, "_SHAKEN", 8)
    dice = random.Random(1)
    tried = shortened = shortest = 0
    for level in mixed(count, seed=31):
        pushes = wandering(level, dice)
        if pushes is None:
            continue
        arrays, most = level_arrays(level), len(pushes)
        windows = push_windows.PushWindows(arrays, rules.start(level), pushes, MEMORY)
        for _step in islice(windows.run(), 60):
            if windows.pushes is not pushes:
                pushes = windows.pushes
                assert len(pushes) <= most and wins(arrays, level, pushes)
                shortened += len(pushes) < most
                most = len(pushes)
        truth = fewest_pushes(level)
        assert truth is not None and most >= truth
        tried += 1
        shortest += most == truth
    assert tried > count // 4 and shortened > tried // 2 and shortest > tried // 2, (tried, shortened, shortest)


def proven(level: Level) -> tuple[int | None, optimal.PushResult]:
    """The fewest pushes, replayed, None if there is no solution; and the search's own result."""
    arrays, state = level_arrays(level), rules.start(level)
    ring = perimeter.Perimeter(arrays, state)
    result = drain(two_bounds.fewest_pushes(arrays, Budget(Limits()), state, ring))
    if result.pushes is None:
        assert result.why is EXHAUSTED
        return None, result
    assert wins(arrays, level, result.pushes)
    return len(result.pushes), result


@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.soak)])
def test_the_two_bounds_meet_at_the_fewest_pushes(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other side begins at once or later, with a solution that wanders, is the best, or is not there at all; pairs,
    walls and the perimeter early or late."""
    dice, met, lost = random.Random(2), 0, 0
    made: list[push_windows.PushWindows] = []

    class Windows(push_windows.PushWindows):
        def __init__(self, arrays: LevelArrays, state: State, pushes: list[Push], memory: int) -> None:
            super().__init__(arrays, state, pushes, memory)
            made.append(self)

    monkeypatch.setattr(two_bounds, "PushWindows", Windows)
    monkeypatch.setattr(optimal, "_STRETCH", 1)
    monkeypatch.setattr(push_windows, "_WIDTHS", (4, 9, 30))
    found: list[Push] | None = None
    original = two_bounds.some_solution

    def given(
        arrays: LevelArrays, budget: Budget, state: State
    ) -> abc.Generator[Visit[State], None, tuple[Direction, ...] | None]:
        yield Visit(state, 1, 0, 0)
        return None if found is None else arrays.moves_of(state, found)

    monkeypatch.setattr(box_groups, "MANY_BOXES", 1)
    monkeypatch.setattr(optimal, "_FEW_PARTS", 0)
    monkeypatch.setattr(box_groups, "ROWS_A_NODE", 1 << 40)
    for number, level in enumerate(mixed(count, seed=32)):
        truth = fewest_pushes(level)
        found = wandering(level, dice) if number % 3 else None
        monkeypatch.setattr(two_bounds, "some_solution", original if number % 10 == 0 else given)
        monkeypatch.setattr(two_bounds, "FROM", (0, 5)[number % 2])
        monkeypatch.setattr(two_bounds, "LATE", (0, 7)[number % 6 // 3])
        monkeypatch.setattr(two_bounds, "MUCH", (1, 1000)[number % 4 // 2])
        monkeypatch.setattr(optimal, "PAIRS_FROM", (0, 9, 1 << 60)[number % 5 % 3])
        monkeypatch.setattr(optimal, "LARGE_FROM", (0, 9)[number % 7 % 2])
        monkeypatch.setattr(optimal, "GROUPS_FROM", (0, 6, 1 << 60)[number % 13 % 3])
        monkeypatch.setattr(perimeter, "FROM", (0, 4, 1 << 60)[number % 11 % 3])
        answer, result = proven(level)
        assert answer == truth
        lost += answer is None
        met += bool(made) and result.pushes is made[-1].pushes
    assert met > count // 20 and lost > count // 200, (met, lost)


def test_limits_hold_for_both_sides_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_bounds, "FROM", 0)
    monkeypatch.setattr(two_bounds, "LATE", 0)
    monkeypatch.setattr(optimal, "_STRETCH", 1)
    stopped = 0
    for level in mixed(40, seed=33):
        arrays, state = level_arrays(level), rules.start(level)
        ring = perimeter.Perimeter(arrays, state)
        result = drain(two_bounds.fewest_pushes(arrays, Budget(Limits(nodes=4)), state, ring))
        if result.why is NODE_LIMIT:
            stopped += 1
            assert result.expanded < 4 + 40
    assert stopped > 2
