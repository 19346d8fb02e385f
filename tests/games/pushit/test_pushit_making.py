"""Push it down's level maker keeps its promises, and its hunt says the truth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.levels import generate as making
from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.core.errors import CasseteteError, Infeasible
from cassetete.core.lengths import totals
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.generators.hunt import boards, run, tasks
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.solvers.searches import BREADTH_FIRST, SOLVERS
from games.pushit.pushit_graph import needs_a_push, whole_graph

WANTED = [
    {},
    {"least": 20, "most": 24},
    {"size": 4, "least": 20, "most": 30, "lost_least": 80},
    {"size": 3, "height": 3, "push": False, "pushes": 2},
    {"size": 4, "least": 8, "lost_most": 20},
]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_levels_are_what_was_asked_for(wanted: dict[str, Any]) -> None:
    level = making.generate(GAME, 1, wanted)
    assert isinstance(level, Level)
    assert level == making.generate(GAME, 1, wanted)
    values = making.settled(GAME.making.generators[0], wanted)
    assert level.rows == level.columns == values["size"]
    assert max(level.heights) <= values["height"] <= 2 * level.heights[0]
    start = rules.start(level)
    shortest = drain(BREADTH_FIRST.run(level, start, Metric.MOVES, Limits())).length
    assert level.headers.optimum == shortest
    assert values["least"] <= shortest <= values["most"]
    uniform_cost = next(solver for solver in SOLVERS if solver.id == "ucs")
    fewest = totals(GAME, level, start, drain(uniform_cost.run(level, start, Metric.PUSHES, Limits())).moves).pushes
    assert level.headers.pushes == fewest
    assert values["pushes"] in (0, fewest)
    assert needs_a_push(level) or not values["push"]
    distance = whole_graph(level, start)
    lost = 100 * sum(1 for steps in distance.values() if steps is None) // len(distance)
    assert values["lost_least"] <= lost <= values["lost_most"]
    assert level.headers.seed == "1"
    assert level.headers.grade


def test_other_seeds_make_other_levels() -> None:
    made = [making.generate(GAME, seed, {"size": 4}) for seed in range(6)]
    assert len({level.heights for level in made}) == 6


@pytest.mark.parametrize(
    "wanted",
    [{"least": 9, "most": 9}, {"most": 7}, {"lost_least": 60, "lost_most": 50}, {"least": 9, "most": 8}],
    ids=str,
)
def test_what_cannot_be_is_seen_at_once(wanted: dict[str, Any]) -> None:
    work = GAME.making.generators[0].run(making.settled(GAME.making.generators[0], wanted), 1)
    with pytest.raises(Infeasible):
        next(work)


def hunted(task: str) -> Any:
    work = run(task)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def test_every_small_board_is_tried() -> None:
    """The hunt leaves out boards that are like another: of all 2x2 boards up to height 3, none is longer."""
    found = max((hunted(task) for task in tasks("2x2h3", 0, 0).items), key=lambda each: each.length)
    longest = 0
    for number in range(4**4):
        level = Level(2, tuple(number // 4**i % 4 for i in range(4)))
        longest = max(longest, drain(BREADTH_FIRST.run(level, rules.start(level), Metric.MOVES, Limits())).length)
    assert found.length == longest
    assert tasks("2x2h3", 0, 0).exhaustive


def test_boards_left_out_are_like_one_that_is_tried() -> None:
    """On 3x3 with start 2 and exit 1, any board is as long as the one with its walls cut down."""
    from cassetete.speed.random import Random

    random = Random(5)
    tried = set(boards(3, 5, 2, 1))
    for _ in range(200):
        heights = (2, *(random.below(6) for _ in range(7)), 1)
        cut = tuple(min(high, 3 if cell in (2, 6) else 4) for cell, high in enumerate(heights))
        assert cut in tried
        answers = [
            drain(BREADTH_FIRST.run(level, rules.start(level), Metric.MOVES, Limits()))
            for level in (Level(3, heights), Level(3, cut))
        ]
        assert answers[0].moves == answers[1].moves


def test_a_hunt_repeats_itself_and_its_level_is_as_long_as_it_says() -> None:
    (task,) = tasks("4x4", 4000, 0).items
    found = hunted(task)
    assert found == hunted(task)
    level = parse(found.level)[0].level
    assert drain(BREADTH_FIRST.run(level, rules.start(level), Metric.MOVES, Limits())).length == found.length >= 10
    assert level.headers.optimum == found.length


@pytest.mark.parametrize("size", ["", "3", "3x4", "1x1", "40x40", "4x4h", "4x4h0", "-3x-3"])
def test_a_size_that_is_none_is_refused(size: str) -> None:
    with pytest.raises(CasseteteError, match="not a size"):
        tasks(size, 10, 0)


def test_the_records_in_the_docs_are_as_long_as_they_say() -> None:
    text = (Path(__file__).parents[3] / "docs" / "records-pushit.md").read_text("utf-8")
    found = re.findall(r"## (\d+)x\d+, (\d+) moves\n\n```\n([^`]+)```", text)
    assert len(found) == 3
    for size, length, grid in found:
        level = parse(grid)[0].level
        answer = drain(BREADTH_FIRST.run(level, rules.start(level), Metric.MOVES, Limits()))
        assert (level.rows, answer.length, answer.optimal) == (int(size), int(length), True)
