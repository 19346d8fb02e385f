"""Reading and writing levels of Push it down: round trips, errors with their place, recognition."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.errors import BadLevel, BadMove
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.games.pushit.formats import dump, likeness, parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.problems import problems
from cassetete.games.pushit.rules import start

SAMPLES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (resources.files("cassetete.games.pushit") / "samples.toml").read_text("utf-8")
)

words = st.text("abcé :#-0", max_size=12).map(str.strip)
headers = st.builds(
    Headers,
    title=words,
    author=words,
    stars=st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99)),
    optimum=st.none() | st.integers(0, 999),
    extra=st.lists(st.tuples(st.sampled_from(("mood", "x-y")), words.filter(bool)), max_size=2).map(tuple),
)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    heights = draw(st.lists(st.integers(0, 999_999), min_size=rows * columns, max_size=rows * columns))
    pair = st.tuples(st.integers(0, 9), st.integers(0, 9))
    return Level(columns, tuple(heights), draw(pair), draw(st.integers(0, 9)), draw(pair), draw(headers))


@given(levels())
def test_what_is_written_is_read_back(level: Level) -> None:
    text = dump([level])
    (parsed,) = parse(text)
    assert parsed.level == level
    assert dump([parsed.level]) == text
    problems(level), start(level)


@given(levels())
def test_places_are_where_the_numbers_stand(level: Level) -> None:
    text = dump([level])
    (parsed,) = parse(text)
    lines = text.splitlines()
    for index, height in enumerate(level.heights):
        line, column = parsed.places[level.cell(index)]
        assert lines[line - 1][column - 1 :].split(" ")[0] == str(height)


@pytest.mark.parametrize("sample", SAMPLES["bad"], ids=lambda sample: sample["name"])
def test_errors_tell_their_place(sample: dict[str, Any]) -> None:
    with pytest.raises(BadLevel) as error:
        parse(sample["text"])
    assert [error.value.line, error.value.column] == sample["at"]
    assert likeness(sample["text"]) >= 60


@pytest.mark.parametrize("sample", SAMPLES["problem"], ids=lambda sample: sample["name"])
def test_problems_tell_their_place(sample: dict[str, Any]) -> None:
    (parsed,) = parse(sample["level"])
    problem = problems(parsed.level)[0]
    place = (parsed.line, 1) if problem.place is None else parsed.places[problem.place]
    assert list(place) == sample["at"]
    start(parsed.level)


def test_the_message_of_the_style_guide() -> None:
    with pytest.raises(BadLevel, match=r"3:5: 'x' is not a height \(expected a whole number ≥ 0\)"):
        parse("1 1 1\n1 1 1\n1 1 x\n")


@given(st.text("0123456789 \t\n\r-x#:.²٣talcossr\0", max_size=60) | st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    assert 0 <= likeness(text) <= 100
    try:
        (parsed,) = parse(text)
    except BadLevel as error:
        assert error.line >= 1
        assert error.column >= 1
    else:
        assert parse(dump([parsed.level]))[0].level == parsed.level


HUGE = 10_000_000


@pytest.mark.parametrize(
    "text",
    ["1" * HUGE, "1 " * (HUGE // 2), "x" * HUGE, "1 0\n" * (HUGE // 4), "1 0\n0 " + "²" * HUGE, "1\n" * (HUGE // 2)],
    ids=["one word", "one row", "junk", "rows", "junk later", "a column"],
)
def test_a_huge_text_is_refused(text: str) -> None:
    likeness(text)
    with pytest.raises(BadLevel):
        parse(text)


def test_only_what_departs_from_the_sheet_is_written() -> None:
    assert dump([Level(2, (10, 0, 0, 0))]) == "10 0\n0 0\n"
    assert dump([Level(2, (1, 0, 0, 0), (0, 1), 2, (1, 3))]) == "# start: 0 1\n# tall: 2\n# cost: 1 3\n1 0\n0 0\n"


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("5 4\n4 0\n", 90),
        ("# tall: 2\n5 4\n4 0\n", 100),
        ("5 4 3\n4 x 3\n", 70),
        ("1,0\n0,0\n", 0),
        ("0 0\n1 2\nsituation 599872009\n", 0),
        ("0 0\n1 2\nanimals 3 2\nbut 0\n", 0),
        ("__32\n01__\n", 0),
        ("3211\n0120\n", 20),
        ("_B_\nGS_\n", 0),
        ("#####\n#@$.#\n#####\n", 0),
        ("  ####\n  #  #\n  # @#\n", 0),
        ("OOOO\nOR.O\n", 0),
        ("0765+42+2E21BD0F+93\n", 0),
        ("", 0),
    ],
)
def test_recognition_among_the_neighbours(text: str, score: int) -> None:
    assert likeness(text) == score


def test_a_letter_that_is_no_move() -> None:
    level = Level(2, (0, 0, 0, 0))
    assert GAME.notation.read(level, start(level), "dR") == (Direction.DOWN, Direction.RIGHT)
    with pytest.raises(BadMove) as error:
        GAME.notation.read(level, start(level), "DRx")
    assert error.value.column == 3
