"""Random boards for the tests of ricosheep."""

from __future__ import annotations

from hypothesis import strategies as st

from cassetete.core.headers import Headers
from cassetete.games.ricosheep.model import Level

PLAIN = [("_", "_")] * 4 + [("B", "_")] * 2 + [("G", "_"), ("_", "S"), ("_", "S"), ("G", "S")]
WILD = [*PLAIN, ("_", "W"), ("G", "W"), ("a", "_"), ("b", "A"), ("a", "A"), ("_", "B"), ("_", "A"), ("a", "S")]
_WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=8)


@st.composite
def headers(draw: st.DrawFn) -> Headers:
    """What a file may say about itself."""
    numbers = st.none() | st.integers(0, 999)
    return Headers(
        title=draw(_WORDS),
        author=draw(_WORDS),
        stars=draw(st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99))),
        optimum=draw(numbers),
        grade=draw(_WORDS),
        seed=draw(_WORDS),
        extra=tuple(("x-" + key, value) for key, value in draw(st.lists(st.sampled_from([("a", "1"), ("b", "2 3")])))),
        notes=tuple(draw(st.lists(st.sampled_from(["a note", "another"]), max_size=2))),
    )


@st.composite
def boards(draw: st.DrawFn, cells: list[tuple[str, str]] = WILD, most: int = 5, named: bool = False) -> Level:
    """A small board whose cells are pairs of ground and piece; `named` ones have headers and may be lost."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    drawn = draw(st.lists(st.sampled_from(cells), min_size=height * width, max_size=height * width))
    rows = [drawn[i : i + width] for i in range(0, height * width, width)]
    ground = tuple("".join(pair[0] for pair in row) for row in rows)
    pieces = tuple("".join(pair[1] for pair in row) for row in rows)
    return Level(ground, pieces, draw(st.booleans()), draw(headers())) if named else Level(ground, pieces)


def plain_boards(most: int = 5) -> st.SearchStrategy[Level]:
    """Boards without wolves or colours."""
    return boards(PLAIN, most)
