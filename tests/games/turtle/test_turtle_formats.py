"""Turtle levels as text: both ways, with the place of every slip."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.headers import Headers
from cassetete.games.turtle.formats import FORMATS, drifting_droids, wall_codes
from cassetete.games.turtle.formats import tiles as boards
from cassetete.games.turtle.model import Level
from classic import classic
from games.turtle.turtle_boards import levels

ROWS_16 = ("0 " * 15 + "0\n") * 16


@given(levels(), st.booleans(), st.booleans(), st.text("abc é", max_size=5))
def test_levels_round_trip_half_drawn_or_not(level: Level, turtle: bool, goal: bool, title: str) -> None:
    level = replace(level, headers=Headers(title=title.strip(), optimum=3, notes=("a note",)))
    level = replace(level, animals=level.animals if turtle else (), goal=level.goal if goal else None)
    [parsed] = wall_codes.parse(wall_codes.dump([level]))
    assert parsed.level == level
    assert parsed.line == 4 if title.strip() else 3


@given(st.lists(st.integers(0, 255), min_size=4, max_size=4))
def test_a_situation_is_four_bytes(animals: list[int]) -> None:
    level = Level(16, 16, (0,) * 256, tuple(animals), 7)
    text = wall_codes.dump([level])
    assert f"situation {int.from_bytes(animals, 'little')}\n" in text
    assert wall_codes.parse(text)[0].level == level
    plain = ROWS_16 + "animals " + " ".join(map(str, animals)) + "\nbut 7\n"
    assert wall_codes.parse(plain)[0].level == level


def test_three_animals_on_the_sheet_s_board_are_written_as_cells() -> None:
    assert "\nanimals 9 82 193\n" in wall_codes.dump([Level(16, 16, (0,) * 256, (9, 82, 193), 0)])


def test_places_are_those_of_the_codes() -> None:
    [parsed] = wall_codes.parse("# title: x\n\n 9  3\n12   6\nbut 0\n")
    assert parsed.line == 3
    assert parsed.places == {(0, 0): (3, 2), (0, 1): (3, 5), (1, 0): (4, 1), (1, 1): (4, 6)}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("# title: nothing\n", 2, 1),
        ("9 -1\n", 1, 3),
        ("9 ٣\n", 1, 3),
        ("9 " + "9" * 5000 + "\n", 1, 3),
        ("0 0\n\n0 0\nbut 1\n", 3, 1),
        ("0 0\nanimals 0 9\n", 2, 11),
        ("0 0\nsituation 3\n", 2, 1),
        (ROWS_16 + "situation 4294967296\n", 17, 11),
        (ROWS_16 + "situation x\n", 17, 11),
        (ROWS_16 + "situation 1 2\n", 17, 13),
        ("0 0\nbut 0\n  but 1\n", 3, 3),
        ("0 " * 101 + "\n", 1, 201),
        ("0\n" * 101, 101, 1),
        ("0" * 10_000_000, 1, 8001),
        ("0\n" + "\n" * 2000 + "but 0", 102, 1),
    ],
)
def test_slips_are_reported_where_they_are(text: str, line: int, column: int) -> None:
    with pytest.raises(BadLevel) as error:
        wall_codes.parse(text)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)


@given(st.text(alphabet="0159 \n#butanimalsion:x+F²", max_size=80))
def test_no_text_gives_anything_but_a_level_or_a_bad_level(text: str) -> None:
    for form in FORMATS:
        assert 0 <= form.likeness(text) <= 100
        try:
            [parsed] = form.parse(text)
        except BadLevel as error:
            assert error.line >= 1
            assert error.column >= 1
        else:
            assert isinstance(parsed, Parsed)
            assert wall_codes.parse(wall_codes.dump([parsed.level]))[0].level == parsed.level


def test_likeness() -> None:
    assert wall_codes.likeness("9 3\n12 6\nanimals 0\nbut 3\n") == 100
    assert wall_codes.likeness("9 3\n12 x\nanimals 0\nbut 3\n") == 90
    assert wall_codes.likeness("animals 0\nbut 3\n") == 70
    assert wall_codes.likeness("but it was late,\nand we went home\n") == 0
    assert wall_codes.likeness("3 2 1\n0 0 0\n1 1 1\n") == 20
    assert drifting_droids.likeness("# title: record\n7650+42+E2302B12+C9\n") == 100
    assert drifting_droids.likeness("7650+42+E2302B1+C9") == 100  # an odd digit: ours to explain
    assert drifting_droids.likeness("7650+42+zz+C9") == 70
    assert drifting_droids.likeness("1+1+1+1") == 0


def test_game_ids_of_the_records() -> None:
    level = drifting_droids.parse("0765+42+2E21BD0F+93")[0].level
    assert level.animals == (0xBD, 0x2E, 0x21, 0x0F)
    assert level.goal == 0x93
    assert level.walls == level.closed
    assert level.walls[7 * 16 + 7] == level.walls[8 * 16 + 8] == 15
    assert drifting_droids.dump([level]) == "0765+40+BD2E210F+93\n"


@given(
    st.lists(st.integers(0, 15), min_size=4, max_size=4),
    st.lists(st.integers(0, 255), min_size=1, max_size=5, unique=True),
    st.integers(0, 255),
)
def test_any_four_tiles_go_both_ways(tiles: list[int], robots: list[int], goal: int) -> None:
    quarters = "".join(f"{tile:x}" for tile in tiles)
    cells = "".join(f"{robot:02x}" for robot in robots)
    text = f"{quarters}+{len(robots)}{len(robots) - 1}+{cells}+{goal:02x}"
    level = drifting_droids.parse(text)[0].level
    assert level.animals == (robots[-1], *robots[:-1])
    assert boards.tiles_of(level) == tuple(tiles)
    assert drifting_droids.parse(drifting_droids.dump([level]))[0].level == level


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("765+42+E2302B12+C9", 4),
        ("765G+42+E2302B12+C9", 4),
        ("7650+02+E2302B12+C9", 6),
        ("7650+62+E2302B12+C9", 6),
        ("7650+44+E2302B12+C9", 7),
        ("7650+4F+E2302B12+C9", 7),
        ("7650+42+E2302B12C9", 17),
        ("7650+42+E2302B12+C", 19),
        ("7650+42+E2302B12+C9F", 20),
        ("7650+42+E2302B12+C9 x", 21),
    ],
)
def test_broken_ids_say_where(text: str, column: int) -> None:
    with pytest.raises(BadLevel) as error:
        drifting_droids.parse(text)
    assert (error.value.line, error.value.column) == (1, column)


def test_other_boards_have_no_id() -> None:
    standard = drifting_droids.parse("7650+42+E2302B12+C9")[0].level
    for level in (
        Level(2, 2, (0, 0, 0, 0), (0,), 3),
        replace(standard, walls=(15, *standard.walls[1:])),
        replace(standard, animals=()),
        replace(standard, goal=None),
    ):
        with pytest.raises(BadLevel):
            drifting_droids.dump([level])


def test_the_classic_boards_are_made_of_our_tiles_and_round_trip() -> None:
    folder = classic("turtle")
    records = {
        row["file"]: row["kind"] for row in csv.DictReader((folder / "optimal.csv").read_text("utf-8").splitlines())
    }
    assert len(records) == 125
    for name, kind in records.items():
        text = (folder / name).read_text("utf-8")
        level = wall_codes.parse(text)[0].level
        assert wall_codes.dump([level]) == text
        assert drifting_droids.parse(drifting_droids.dump([level]))[0].level == level
        if kind.startswith("record "):
            assert drifting_droids.parse(kind.removeprefix("record "))[0].level == level
