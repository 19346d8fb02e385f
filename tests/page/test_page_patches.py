"""Patches lead from one list to the other, and are short where little changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cassetete.front.page.patches import applied, difference

lists = st.lists(st.sampled_from("abcdefgh"), max_size=40)


@given(lists, lists)
def test_a_patch_gives_the_other_list(before: list[str], after: list[str]) -> None:
    assert applied(before, difference(before, after)) == after


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
