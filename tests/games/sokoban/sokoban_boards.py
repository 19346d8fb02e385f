"""Boards for the tests of Sokoban: drawn by hand, or at random."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from cassetete.core.answers import Limits
from cassetete.core.drain import drain
from cassetete.core.errors import BadLevel
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.formats import xsb
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers import portfolio
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.speed.budget import Budget


def without_exact_search(level: Level) -> tuple[Direction, ...] | None:
    """The portfolio's solution without the exact search and without limits; None if it finds nothing."""
    state = rules.start(level)
    if trivial_answer(level, state) is not None:
        return None
    answer = drain(portfolio.in_turn(level_arrays(level), Budget(Limits()), state))
    return portfolio.until_won(level, state, answer.moves) if answer.solved else None


def only(monkeypatch: pytest.MonkeyPatch, *members: tuple[str, int]) -> None:
    """Make a portfolio of these searches alone."""
    turns = portfolio.Turns(first=(), round=members)
    monkeypatch.setattr(portfolio, "LEADING", dict.fromkeys(portfolio.LEADING, turns))
    monkeypatch.setattr(portfolio, "FOLLOWING", ())


def drawn(*lines: str) -> Level:
    """The level that the lines of an XSB file draw."""
    (parsed,) = xsb.parse("\n".join(lines))
    assert not isinstance(parsed, BadLevel)
    return parsed.level


_WORDS = st.text("abc XYZ.#@$:;é1(-", max_size=12).map(str.strip)
_KEYS = st.sampled_from(["source", "moves", "a-b", "comment"])


@st.composite
def headers(draw: st.DrawFn) -> Headers:
    """Headers as a reader gives them."""
    numbers = st.none() | st.integers(0, 999)
    return Headers(
        title=draw(_WORDS),
        author=draw(_WORDS),
        stars=draw(st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99))),
        optimum=draw(numbers),
        pushes=draw(numbers),
        grade=draw(_WORDS),
        seed=draw(_WORDS),
        extra=tuple(draw(st.lists(st.tuples(_KEYS, _WORDS.filter(bool)), max_size=2))),
        notes=tuple(draw(st.lists(_WORDS.map(lambda note: note.lstrip(";:").strip()), max_size=3))),
    )


@st.composite
def any_level(draw: st.DrawFn) -> Level:
    """Any level that can be held, playable or not, down to one cell."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    signs = draw(st.lists(st.sampled_from("##   $.*"), min_size=rows * columns, max_size=rows * columns))
    cells = {divmod(n, columns): sign for n, sign in enumerate(signs)}
    floor = [cell for cell, sign in cells.items() if sign in " ."]
    return Level(
        rows,
        columns,
        frozenset(cell for cell, sign in cells.items() if sign == "#"),
        frozenset(cell for cell, sign in cells.items() if sign in ".*"),
        frozenset(cell for cell, sign in cells.items() if sign in "$*"),
        draw(st.sampled_from(floor) | st.none()) if floor else None,
        draw(st.sampled_from([(1, 1), (0, 1), (3, 2)])),
        draw(headers()),
    )


@st.composite
def small_level(draw: st.DrawFn, largest: int = 4) -> Level:
    """A playable level in a small walled room, solvable or not."""
    rows, columns = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    inside = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
    cells = draw(st.permutations(inside))
    boxes = draw(st.integers(1, 2 if len(inside) > 5 else 1))
    pillars = draw(st.integers(0, max(0, len(inside) // 3 - boxes)))
    player, standing, rest = cells[0], frozenset(cells[1 : 1 + boxes]), cells[1 + boxes :]
    walls = set(rest[:pillars])
    walls |= {(i, j) for i in range(rows + 2) for j in range(columns + 2) if (i, j) not in inside}
    costs = draw(st.sampled_from([(1, 1), (1, 3), (2, 0), (0, 1)]))
    targets = standing  # solvable, by pulling the boxes away from here; or anywhere, and mostly not
    for di, dj in draw(st.lists(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]), max_size=40)):
        ahead, behind = (player[0] + di, player[1] + dj), (player[0] - di, player[1] - dj)
        if ahead not in walls | standing:
            standing = standing - {behind} | {player} if behind in standing else standing
            player = ahead
    if draw(st.integers(0, 3)) == 0:
        targets = frozenset(draw(st.permutations([cell for cell in inside if cell not in walls]))[:boxes])
    return Level(rows + 2, columns + 2, frozenset(walls), targets, standing, player, costs, Headers())


@st.composite
def crowded_level(draw: st.DrawFn) -> Level:
    """A playable level with one to three boxes close together in a small room, solvable mostly: pulled apart."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(3, 5))
    inside = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
    cells = draw(st.permutations(inside))
    boxes = draw(st.integers(1, min(3, len(inside) // 4)))
    pillars = draw(st.integers(0, len(inside) // 4))
    player, targets = cells[0], frozenset(cells[1 : 1 + boxes])
    walls = set(cells[1 + boxes : 1 + boxes + pillars])
    walls |= {(i, j) for i in range(rows + 2) for j in range(columns + 2) if (i, j) not in inside}
    standing = targets
    for di, dj in draw(st.lists(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]), max_size=60)):
        ahead, behind = (player[0] + di, player[1] + dj), (player[0] - di, player[1] - dj)
        if ahead not in walls | standing:
            standing = standing - {behind} | {player} if behind in standing else standing
            player = ahead
    if draw(st.integers(0, 2)) == 0:
        targets = frozenset(draw(st.permutations([cell for cell in inside if cell not in walls]))[:boxes])
    return Level(rows + 2, columns + 2, frozenset(walls), targets, standing, player, (1, 1), Headers())
