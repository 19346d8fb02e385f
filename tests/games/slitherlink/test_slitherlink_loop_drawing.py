"""The loop is drawn, and the clues come from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.games.slitherlink.editor import apply, blank
from cassetete.games.slitherlink.loop_drawing import sides

CELLS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=20)


@given(CELLS)
def test_the_loop_runs_between_inside_and_outside(cells: list[tuple[int, int]]) -> None:
    level = blank(4, 5)
    inside: set[tuple[int, int]] = set()
    for cell in cells:
        level = apply(level, "loop", ("cell", *cell))
        inside ^= {cell}
    for i in range(4):
        for j in range(5):
            neighbours = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
            drawn = [bool(level.marks.drawn >> side & 1) for side in sides(level, (i, j))]
            assert drawn == [((i, j) in inside) != (other in inside) for other in neighbours]
    form = games()["slitherlink"].formats[0]
    [kept] = form.parse(form.dump([level]))
    assert kept.level == level  # type: ignore[union-attr]


def test_the_clues_have_the_loop_as_a_solution() -> None:
    slitherlink = games()["slitherlink"]
    level = blank(4, 4)
    for cell in ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (3, 2)):
        level = apply(level, "loop", ("cell", *cell))
    loop = level.marks.drawn
    level = apply(level, "clues", None)
    assert level.marks.drawn == 0
    answer = solve(slitherlink, level)
    assert answer.solved
    state = slitherlink.rules.start(level)
    for move in answer.moves:
        state = slitherlink.rules.play(level, state, move)
    assert state.drawn == loop
    assert apply(level, "clues", None) == level  # nothing is drawn any more


def test_what_is_not_one_loop_gives_no_clues() -> None:
    for cells in (((0, 0), (1, 1)), ((0, 0), (2, 2)), ()):
        level = blank(3, 3)
        for cell in cells:
            level = apply(level, "loop", ("cell", *cell))
        assert apply(level, "clues", None) == level
