"""Patches lead from one list to the other, and are short where little changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cassetete.front.page.patches import applied, difference

lists = st.lists(st.sampled_from("abcdefgh"), max_size=40)
long_lists = st.lists(st.sampled_from("ab"), max_size=8).map(lambda pieces: "".join(piece * 23 for piece in pieces))
"""Longer than what is compared at once, and the same in many places."""


@given(lists, lists)
def test_a_patch_gives_the_other_list(before: list[str], after: list[str]) -> None:
    assert applied(before, difference(before, after)) == after


@given(long_lists, long_lists)
def test_a_patch_gives_the_other_long_list(before: str, after: str) -> None:
    assert applied(list(before), difference(list(before), list(after))) == list(after)


@given(st.integers(0, 120), st.integers(0, 120), st.integers(0, 120), st.integers(0, 120))
def test_only_what_is_between_equal_ends_is_replaced(head: int, out: int, into: int, tail: int) -> None:
    ends = [str(number) for number in range(head + tail)]
    before = [*ends[:head], *(f"out {n}" for n in range(out)), *ends[head:]]
    after = [*ends[:head], *(f"in {n}" for n in range(into)), *ends[head:]]
    patch = difference(before, after)
    assert applied(before, patch) == after
    assert sum(len(markup) for _at, _out, markup in patch) == into


@given(st.lists(st.integers(), max_size=300, unique=True), st.data())
def test_a_patch_of_a_few_changes_is_short(numbers: list[int], data: st.DataObject) -> None:
    before = [str(number) for number in numbers]
    after = list(before)
    for _change in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(after)))
        after[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(st.sampled_from(["x", "y", "z"]), max_size=2)
        )
    patch = difference(before, after)
    assert applied(before, patch) == after
    assert sum(out + len(into) for _at, out, into in patch) <= 24


def test_equal_lists_need_no_patch() -> None:
    assert difference(["a", "b"], ["a", "b"]) == []
