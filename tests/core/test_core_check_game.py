"""A wrong record is refused with a sentence that names the field; the other games are there all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.registry import games
from cassetete.core.check_game import faults, trial
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind
from cassetete.core.message import Text

PLUGINS = Path(__file__).parent.parent / "plugins"
LEVEL = "1|2|3\n0|5|6\n4|7|8\n"
TOY: Any = games()["taquin"]  # Any: the point is to fill in what does not fit


def with_parameter(kind: Any, default: Any, allowed: tuple[Any, ...]) -> AnyGame:
    parameter = Parameter("size", kind, default, allowed, Text("size"))
    generator: Generator[Any] = replace(TOY.making.generators[0], parameters=(parameter,))
    return replace(TOY, making=replace(TOY.making, generators=(generator,)))


def with_format(**fields: Any) -> AnyGame:
    return replace(TOY, formats=(replace(TOY.formats[0], **fields),))


PARAMETER = "making.generators[0].parameters[0]"

WRONG: dict[str, Callable[[], Any]] = {
    "GAME must be a Game, not an int": lambda: 3,
    "title must be a Text, not a str": lambda: replace(TOY, title="Taquin"),
    "id must be a str, not None": lambda: replace(TOY, id=None),
    "id must be small letters, digits, '-' and '_', not 'My game'": lambda: replace(TOY, id="My game"),
    "formats must not be empty": lambda: replace(TOY, formats=()),
    "formats must be a tuple, not a list": lambda: replace(TOY, formats=list(TOY.formats)),
    "formats: two have the same id (taquin, taquin)": lambda: replace(TOY, formats=TOY.formats * 2),
    "formats[0].title must be a Text, not a str": lambda: with_format(title="tiles"),
    "formats[0].likeness must be a function, not an int": lambda: with_format(likeness=90),
    "rules has no function play, cost": lambda: replace(
        TOY, rules=type("Half", (), {name: getattr(TOY.rules, name) for name in ("start", "moves", "status")})
    ),
    "solvers[0].optimal[0] must be a Metric, not a str": lambda: replace(
        TOY, solvers=(replace(TOY.solvers[0], optimal=frozenset({"moves"})),)
    ),
    "solvers must not be empty": lambda: replace(TOY, solvers=()),
    "coaching must be a Coaching, not None": lambda: replace(TOY, coaching=None),
    "coaching.warn must be a function, not a bool": lambda: replace(TOY, coaching=replace(TOY.coaching, warn=True)),
    "display.window must have 2 values, not 3": lambda: replace(TOY, display=replace(TOY.display, window=(1, 2, 3))),
    f"{PARAMETER}.kind must be a ParameterKind, not a str": lambda: with_parameter("number", 3, (2, 4)),
    f"{PARAMETER}.default must be a number from 2 to 4, not 9": lambda: with_parameter(ParameterKind.INT, 9, (2, 4)),
    f"{PARAMETER}.range must be the least and the greatest number, not (2,)": lambda: with_parameter(
        ParameterKind.INT, 2, (2,)
    ),
    f"{PARAMETER}.default must be one of its choices, not 'c'": lambda: with_parameter(
        ParameterKind.CHOICE, "c", ("a", "b")
    ),
    f"{PARAMETER}.default must be True or False, not 1": lambda: with_parameter(ParameterKind.FLAG, 1, ()),
}

RETURNS: dict[str, Callable[[], AnyGame]] = {
    "notation.write must return a str, not None": lambda: replace(
        TOY, notation=replace(TOY.notation, write=lambda *_given: None)
    ),
    "formats[0].dump must return a str, not None": lambda: with_format(dump=lambda _levels: None),
    "formats[0].likeness must return an int, not None": lambda: with_format(likeness=lambda _text: None),
    "scene must return a Scene, not None": lambda: replace(TOY, scene=lambda *_given: None),
    "text must return a str, not None": lambda: replace(TOY, text=lambda *_given: None),
    "problems must return a Sequence, not None": lambda: replace(TOY, problems=lambda _level: None),
    "problems must return Problems with a Text, not a str (number 0)": lambda: replace(
        TOY, problems=lambda _level: ["no hole"]
    ),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_field_is_named(sentence: str) -> None:
    assert list(faults(WRONG[sentence]())) == [sentence]


@pytest.mark.parametrize("sentence", RETURNS)
def test_a_wrong_answer_is_named(sentence: str) -> None:
    assert list(trial(RETURNS[sentence](), LEVEL)) == [sentence]


def test_our_games_are_right(game: AnyGame) -> None:
    assert list(faults(game)) == []


def test_a_level_that_cannot_be_read_says_nothing() -> None:
    assert list(trial(TOY, "1|x\n")) == []
    assert list(trial(TOY, LEVEL)) == []


def test_a_wrong_plugin_is_refused_and_the_others_are_there(tmp_path: Path) -> None:
    (tmp_path / "wrong").mkdir()
    source = (
        "from dataclasses import replace\n"
        "from cassetete_plugin_taquin.game import GAME as TOY\n"
        "GAME = replace(TOY, id='wrong', notation=replace(TOY.notation, write=lambda *_given: None))\n"
    )
    (tmp_path / "wrong" / "game.py").write_text(source)
    done = subprocess.run(
        [sys.executable, "-c", "import cassetete; print(*cassetete.games())"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CASSETETE_GAMES": f"{PLUGINS}{os.pathsep}{tmp_path}"},
    )
    assert f"{tmp_path / 'wrong'}: game 'wrong': notation.write must return a str, not None" in done.stderr
    assert {"taquin", "sokoban"} <= set(done.stdout.split())
    assert "wrong" not in done.stdout.split()
