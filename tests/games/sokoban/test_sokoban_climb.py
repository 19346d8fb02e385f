"""Levels made harder by small changes."""

from __future__ import annotations

from typing import Any

from cassetete.games.sokoban.generators import halls as storeroom
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.problems import problems


def made(climb: int) -> Level:
    values: dict[str, Any] = {"rows": 7, "columns": 8, "boxes": 3, "tries": 4, "climb": climb}
    work = storeroom.generate(values, 5)
    while True:
        try:
            next(work)
        except StopIteration as end:
            level = end.value
            assert isinstance(level, Level)
            return level


def test_a_climb_makes_a_made_level_no_easier() -> None:
    plain, hardened = made(0), made(40)
    assert hardened == made(40)
    assert hardened != plain
    assert problems(hardened) == []
    before, after = storeroom.measured(plain), storeroom.measured(hardened)
    assert before is not None and after is not None
    assert before[0] <= after[0]
    assert after[1].headers.optimum == hardened.headers.optimum
