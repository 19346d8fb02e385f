"""How hard a level is: what must be known to stay on a shortest way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import Grade
from cassetete.search.difficulty import Difficulty, difficulty
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
