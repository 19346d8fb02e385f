"""Headers are read with their places and written back whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.errors import BadLevel
from cassetete.core.headers import Headers, lines_of, split_headers

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)
keys = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True).filter(
    lambda key: key not in {"title", "author", "stars", "optimum", "pushes", "grade", "seed"}
)
headers = st.builds(
    Headers,
    title=st.one_of(st.just(""), words),
    author=st.one_of(st.just(""), words),
    stars=st.one_of(st.none(), st.tuples(st.integers(0, 10**6), st.integers(0, 10**6))),
    optimum=st.one_of(st.none(), st.integers(0, 10**6)),
    pushes=st.one_of(st.none(), st.integers(0, 10**6)),
    grade=st.one_of(st.just(""), words),
    seed=st.one_of(st.just(""), words),
    extra=st.lists(st.tuples(keys, words), max_size=3).map(tuple),
    notes=st.lists(words.filter(lambda note: ":" not in note), max_size=2).map(tuple),
)


@given(headers)
def test_round_trip(value: Headers) -> None:
    sheet = split_headers(value.dump() + "BODY\n")
    assert sheet.headers == value
    assert sheet.body == ["BODY"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("# optimum: ten\n", 1, 12),
        ("\n# stars: 3\n", 2, 10),
        ("#stars: 3 2 1\n", 1, 9),
        ("# optimum: ²\n", 1, 12),
        ("# optimum: 99999999999999999999\n", 1, 12),
        ("# optimum: -1\n", 1, 12),
    ],
)
def test_bad_numbers_are_placed(text: str, line: int, column: int) -> None:
    with pytest.raises(BadLevel) as caught:
        split_headers(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_line_ends_of_every_system_are_read() -> None:
    assert lines_of("a\nb\r\nc\rd") == ["a", "b", "c", "d"]
    assert lines_of("\ufeffa\u2028b") == ["a\u2028b"]


def test_positions_keep_the_name_and_drop_the_lengths() -> None:
    value = Headers("T", "A", (1, 2), 3, 4, "easy", "5", (("k", "v"),), ("n",)).of_position()
    assert value == Headers("T", "A", extra=(("k", "v"),), notes=("n",))
