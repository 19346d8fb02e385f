"""How hard a level is: what must be known to stay on a shortest way."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import Grade, Progress
from cassetete.core.drain import drain
from cassetete.search.difficulty import ATTEMPTS, Difficulty, difficulty, of_difficulty
from cassetete.search.space import Space

Ways = Mapping[str, str]
"""For each state the states that follow, a letter each; Z is the goal."""


def measured(
    ways: Ways, apparent: str = "", most: int = 1000, solution: Sequence[str] | None = None
) -> Difficulty | None:
    graph = Space("A", lambda state: [(after, after) for after in ways.get(state, "")], lambda state: state == "Z")
    return difficulty(graph, lambda state: apparent.find(state), lambda: solution, lambda state: state == "X", most)


def scored(ways: Ways, apparent: str = "", most: int = 1000, solution: Sequence[str] | None = None) -> float:
    found = measured(ways, apparent, most, solution)
    assert found is not None
    return found.score


def test_where_there_is_nothing_to_choose_nothing_need_be_known() -> None:
    assert measured({"A": "B", "B": "C", "C": "Z"}) == Difficulty(0.0, 0, 0, 0, 3)


def test_two_ways_that_are_as_good_are_no_difficulty() -> None:
    assert measured({"A": "BC", "B": "Z", "C": "Z"}) == Difficulty(0.0, 1, 0, 0, 2)


def test_a_move_that_loses_is_harder_than_one_that_costs_moves() -> None:
    detour = scored({"A": "BC", "B": "Z", "C": "A"})
    long_detour = scored({"A": "BC", "B": "Z", "C": "D", "D": "E", "E": "F", "F": "A"})
    trap = scored({"A": "BC", "B": "Z"})
    assert 0 < detour < long_detour < trap == 1


def test_a_step_away_from_the_goal_is_harder() -> None:
    ways = {"A": "BC", "B": "Z"}
    assert scored(ways, apparent="ZBA") + 1 == scored(ways, apparent="ZAB")


def test_a_level_without_a_solution_has_no_difficulty() -> None:
    assert measured({"A": "BC", "B": "A"}) is None
    assert measured({"A": "BC", "B": "A"}, most=0) is None


def test_of_a_large_level_the_way_that_a_solver_found_is_judged() -> None:
    ways = {"A": "BX", "B": "CX", "C": "ZX", "X": "A"}
    assert measured(ways, most=0, solution="ABCZ") == Difficulty(3.0, 3, 3, 0, 3)
    assert scored({"A": "BC", "B": "Z"}, most=0, solution="ABZ") < 1  # nothing is known of C


def grade_of(game: str, level: str) -> Grade:
    found = pack(game)
    assert found is not None
    grade = games()[game].coaching.grade
    assert grade is not None
    graded = grade(found.entry(level).level)
    assert graded is not None
    return graded


@pytest.mark.parametrize(
    ("name", "easier", "harder"),
    [
        ("pushit", "map_tour", "two_moats"),
        ("ricosheep", "1", "twentyfive"),
        ("sokoban", "clover", "attic"),
        ("turtle", "1", "every_paw"),
    ],
)
def test_levels_are_in_the_order_of_players(name: str, easier: str, harder: str) -> None:
    first, last = grade_of(name, easier), grade_of(name, harder)
    assert first.id == "easy" and first.rank < last.rank and last.id in ("hard", "expert")


def test_of_two_levels_the_longer_one_may_be_the_easier_one() -> None:
    straight, crowded = grade_of("sokoban", "backstage"), grade_of("sokoban", "stocktaking")
    assert straight.rank < crowded.rank
    entries = [pack("sokoban").entry(name).level.headers for name in ("backstage", "stocktaking")]  # type: ignore[union-attr]
    assert entries[0].optimum > entries[1].optimum


@pytest.mark.parametrize("name", ["pushit", "ricosheep", "sokoban", "turtle"])
def test_presets_make_levels_of_the_difficulty_they_name(name: str) -> None:
    game = games()[name]
    for preset in game.making.generators[0].presets[:2]:
        for seed in (1, 2):
            level = generate(game, seed, preset.values)
            graded = game.coaching.grade(level)  # type: ignore[misc]  # each of them has grades
            assert graded is not None
            assert graded.id == level.headers.grade == preset.values["difficulty"] == preset.title.msgid
            assert level.headers.seed == str(seed)
            assert level == generate(game, seed, preset.values)


def test_a_generator_that_never_meets_the_difficulty_gives_up() -> None:
    made: list[int] = []

    def make(_values: Mapping[str, object], seed: int) -> abc.Generator[Progress, None, Any]:
        yield Progress(0, 0)
        made.append(seed)
        return pack("sokoban").entry("first").level  # type: ignore[union-attr]

    run = of_difficulty(make, games()["sokoban"].coaching.grade or (lambda _level: None))
    assert drain(run({"difficulty": "expert"}, 5)) is None
    assert len(set(made)) == ATTEMPTS and made[0] == 5
    assert drain(run({"difficulty": "any"}, 5)).headers.grade == "easy"


def test_the_lengths_of_a_range_all_come_up() -> None:
    values = {"size": 4, "height": 3, "least": 6, "most": 12}
    lengths = {generate(games()["pushit"], seed, values).headers.optimum for seed in range(10)}
    assert lengths >= {6, 8, 10}


def test_a_sokoban_level_has_the_pushes_that_were_asked_for_and_no_box_on_a_target() -> None:
    values = {"rows": 8, "columns": 10, "boxes": 2, "rooms": 3, "pushes": 8, "tries": 10}
    for seed in range(4):
        level = generate(games()["sokoban"], seed, values)
        assert level is None or (level.headers.optimum >= 8 and not level.boxes & level.targets)
