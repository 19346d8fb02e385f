"""Levels made harder by small changes."""

from __future__ import annotations

from cassetete.core.drain import drain
from cassetete.games.sokoban.generators import rooms
from cassetete.games.sokoban.generators.harden import hardened
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.problems import problems
from cassetete.speed.random import Random


def made(changes: int) -> Level:
    level = drain(rooms.generate({"rows": 7, "columns": 8, "boxes": 3, "tries": 4, "harden": changes}, 5))
    assert level is not None
    return level


def test_changes_make_a_generated_level_no_easier() -> None:
    plain, harder = made(0), made(40)
    assert harder == made(40)
    assert harder != plain
    assert problems(harder) == []
    before, after = rooms.measured(plain), rooms.measured(harder)
    assert before is not None and after is not None
    assert before[0] <= after[0]
    assert after[1].headers.optimum == harder.headers.optimum


def test_no_box_begins_on_a_target_however_a_level_is_changed() -> None:
    steps: list[Level] = []

    def alike(level: Level) -> tuple[int, Level]:
        steps.append(level)
        return 0, level

    drain(hardened((0, made(0)), 300, Random(1), alike))
    assert len(steps) > 30
    assert not any(level.boxes & level.targets for level in steps)
