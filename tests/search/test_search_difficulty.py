"""How hard a level is: the chance of a player who looks no farther than the next move."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import Grade, Progress
from cassetete.core.drain import drain
from cassetete.core.errors import Infeasible
from cassetete.games.sokoban.generators.rooms import rooms_of
from cassetete.search.difficulty import ATTEMPTS, PATIENCE, Difficulty, difficulty, of_difficulty
from cassetete.search.space import Space

Ways = Mapping[str, str]
"""For each state the states that follow, a letter each; Z is the goal."""


def measured(
    ways: Ways, apparent: str = "", most: int = 1000, solution: Sequence[str] | None = None, beside: int = 1000
) -> Difficulty | None:
    graph = Space("A", lambda state: [(after, after) for after in ways.get(state, "")], lambda state: state == "Z")
    return difficulty(graph, apparent.find, lambda: solution, lambda state: state == "X", most, beside)


def scored(ways: Ways, apparent: str = "", most: int = 1000, solution: Sequence[str] | None = None) -> float:
    found = measured(ways, apparent, most, solution)
    assert found is not None
    return found.score


STEP = -log2(PATIENCE)


def test_where_there_is_nothing_to_choose_only_patience_is_needed() -> None:
    found = measured({"A": "B", "B": "C", "C": "Z"})
    assert found is not None and found[1:] == (0, 0, 0, 3) and found.score == pytest.approx(3 * STEP)


def test_two_ways_that_are_as_good_are_no_difficulty() -> None:
    found = measured({"A": "BC", "B": "Z", "C": "Z"})
    assert found is not None and found[1:] == (1, 0, 0, 2) and found.score == pytest.approx(2 * STEP)


def test_a_move_that_loses_is_harder_than_one_that_costs_moves() -> None:
    detour = scored({"A": "BC", "B": "Z", "C": "A"})
    long_detour = scored({"A": "BC", "B": "Z", "C": "D", "D": "E", "E": "F", "F": "A"})
    trap = scored({"A": "BC", "B": "Z"})
    assert 2 * STEP < detour < long_detour < trap == pytest.approx(1 + 2 * STEP)


def test_a_loss_that_is_seen_is_hardly_a_difficulty() -> None:
    assert scored({"A": "BX", "B": "Z"}) < scored({"A": "BC", "B": "Z", "C": "X"}) / 4


def test_a_loss_that_shows_late_is_harder_than_one_at_each_step() -> None:
    seen = {"A": "BX", "B": "CX", "C": "DX", "D": "ZX"}
    late = {"A": "BP", "B": "CQ", "C": "DR", "D": "ZS", "P": "X", "Q": "X", "R": "X", "S": "X"}
    assert scored(late) > 3 * scored(seen)


def test_a_step_away_from_the_goal_is_harder() -> None:
    ways = {"A": "BC", "B": "Z", "C": "A"}
    assert scored(ways, apparent="ZBCA") < scored(ways, apparent="ZCAB")


def solved_exactly(ways: Ways, apparent: str) -> float:
    """The chance by Gaussian elimination, in fractions."""
    live = {"Z"}
    while more := {state for state in ways if state not in live and set(ways[state]) & live}:
        live |= more
    states = sorted(live)
    rows = []
    for state in states:
        row = [Fraction(state == other) for other in states] + [Fraction(state == "Z")]
        if state != "Z":
            before = apparent.find(state)
            liked = {
                after: Fraction("0.05")
                if after == "X"
                else Fraction("0.6") ** (1 + (apparent.find(after) > before) - (apparent.find(after) < before))
                for after in sorted(set(ways[state]) - {state})
            }
            for after, like in liked.items():
                if after in live:
                    row[states.index(after)] -= Fraction("0.98") * like / sum(liked.values())
        rows.append(row)
    for n in range(len(states)):
        pivot = next(row for row in rows[n:] if row[n])
        rows.remove(pivot)
        rows.insert(n, [value / pivot[n] for value in pivot])
        for m, row in enumerate(rows):
            if m != n and row[n]:
                rows[m] = [one - row[n] * other for one, other in zip(row, rows[n], strict=True)]
    return float(rows[states.index("A")][-1])


def _way(ways: Ways) -> str:
    """The states of a shortest way from A to Z."""
    found = ["A"]
    for way in found:
        if way[-1] == "Z":
            return way
        found += [way + after for after in ways.get(way[-1], "") if after not in way]
    raise AssertionError


@given(
    st.fixed_dictionaries({state: st.text("ABCDEFXZ", min_size=1, max_size=4) for state in "ABCDEF"}),
    st.permutations("ABCDEFZ").map("".join),
)
def test_the_score_is_that_of_the_exact_chance(ways: Ways, apparent: str) -> None:
    found = measured(ways, apparent)
    if found is not None:
        assert found.score == pytest.approx(-log2(solved_exactly(ways, apparent)), rel=0.03, abs=0.03)
        near = measured(ways, apparent, most=0, solution=_way(ways))
        assert near is not None and near.length == found.length
        assert near.score == pytest.approx(found.score, rel=0.03, abs=0.03)


def test_a_level_without_a_solution_has_no_difficulty() -> None:
    assert measured({"A": "BC", "B": "A"}) is None
    assert measured({"A": "BC", "B": "A"}, most=0) is None


def test_of_a_large_level_the_way_that_a_solver_found_is_judged() -> None:
    ways = {"A": "BX", "B": "CX", "C": "ZX", "X": "A"}
    found = measured(ways, most=0, solution="ABCZ", beside=0)
    assert found is not None and found[1:] == (3, 3, 0, 3) and found.score == pytest.approx(scored(ways))
    trap = {"A": "BC", "B": "Z"}
    unknown = measured(trap, most=0, solution="ABZ", beside=0)  # nothing is known of C: one may come back from there
    assert unknown is not None and 2 * STEP < unknown.score < scored(trap) == scored(trap, most=0, solution="ABZ")
    assert (unknown.choices, unknown.traps) == (1, 0)


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


@pytest.mark.parametrize("name", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_every_difficulty_has_a_preset(name: str) -> None:
    presets = games()[name].making.generators[0].presets
    words = [str(preset.values["difficulty"]) for preset in presets]
    assert words == [preset.title.msgid for preset in presets] == ["easy", "normal", "hard", "expert"]


@pytest.mark.parametrize("name", ["pushit", "ricosheep", "sokoban", "turtle"])
def test_presets_make_levels_of_the_difficulty_they_name(name: str) -> None:
    game = games()[name]
    for preset in game.making.generators[0].presets:
        for seed in (1, 2) if preset.title.msgid in ("easy", "normal") else (1,):
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


@pytest.mark.parametrize("size", [(9, 11, 1), (9, 11, 3), (12, 14, 5)])
def test_a_sokoban_level_has_the_rooms_that_were_asked_for(size: tuple[int, int, int]) -> None:
    rows, columns, rooms = size
    values = {"rows": rows, "columns": columns, "boxes": 3, "rooms": rooms, "tries": 10, "harden": 5}
    for seed in range(3):
        level = generate(games()["sokoban"], seed, values)
        assert level is None or (rooms_of(level.floor) == rooms and len(level.boxes) == 3)
    assert generate(games()["sokoban"], 0, values) is not None


@pytest.mark.parametrize("asked", [{"pushes": 20, "boxes": 3}, {"boxes": 6, "pushes": 10}, {"boxes": 7, "rows": 12}])
def test_sokoban_levels_with_rare_values_are_found(asked: dict[str, int]) -> None:
    levels = [generate(games()["sokoban"], seed, {**asked, "tries": 15}) for seed in (9500, 9501, 9502)]
    made = [level for level in levels if level is not None]
    assert made
    for level in made:
        assert len(level.boxes) == asked["boxes"] and not level.boxes & level.targets
        assert level.headers.optimum >= asked.get("pushes", 1)


def test_the_lengths_of_a_range_all_come_up_with_a_number_of_pushes_too() -> None:
    values = {"pushes": 4, "least": 12, "most": 20}
    headers = [generate(games()["pushit"], seed, values).headers for seed in range(10)]
    assert {each.pushes for each in headers} == {4}
    assert len({each.optimum for each in headers}) > 2


def test_more_rooms_than_fit_are_refused() -> None:
    with pytest.raises(Infeasible, match="no more than 4 rooms fit"):
        generate(games()["sokoban"], 0, {"rows": 9, "columns": 11, "rooms": 5})


@pytest.mark.parametrize("name", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_the_grade_a_level_of_the_pack_says_it_has_is_its_grade(name: str) -> None:
    game, found = games()[name], pack(name)
    assert found is not None
    said = [entry.level for entry in map(found.entry, found.names()) if entry.level.headers.grade]
    if game.id == "slitherlink":
        said = said[::4]
    for level in said:
        graded = game.coaching.grade(level)  # type: ignore[misc]  # each of them has grades
        assert graded is not None and graded.id == level.headers.grade, level.headers.title
