"""`cassetete generate`: levels from seeds, whole files or none, and a generator's parameters as options."""

from __future__ import annotations

import json
from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from cassetete.app.levels.generate import generate
from cassetete.app.registry import games
from cassetete.app.solving import kernels
from cassetete.cli.main import main
from cassetete.core.contract import Generator, Making, Parameter, ParameterKind, Progress
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.message import Text
from cli.terminal import Terminal
from processes import Waiting, finished


def test_a_level_on_standard_output_is_solved_in_its_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "taquin", "--length", "5", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("# optimum: 5\n# seed: 3\n") and captured.err == ""
    level = tmp_path / "x.txt"
    level.write_text(captured.out, "utf-8")
    assert main(["solve", str(level), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 5


def test_the_seeds_follow_each_other_and_give_the_same_levels_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "taquin", "--count", "3", "--seed", "7", "-o", str(tmp_path / "new" / "levels")]) == 0
    files = sorted((tmp_path / "new" / "levels").iterdir())
    assert [path.name for path in files] == ["taquin-7.txt", "taquin-8.txt", "taquin-9.txt"]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in files]
    assert main(["generate", "taquin", "--seed", "8", "-o", "-"]) == 0
    assert capsys.readouterr().out == files[1].read_text("utf-8")


def test_a_level_maker_is_compiled_first_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    monkeypatch.setattr(kernels, "usable", bool)
    monkeypatch.setattr(kernels, "ready", lambda kernel: not kernel or kernel in happened)
    monkeypatch.setattr(kernels, "compile_in_child", happened.append)
    taquin = games()["taquin"]
    maker = replace(taquin.making.generators[0], kernel="the.maker")
    game = replace(taquin, making=Making(generators=(maker,)))

    def report(progress: Progress) -> bool:
        happened.append(str(progress.text))
        return stopping

    stopping = True
    assert generate(game, 1, {}, progress=report) is None  # stopped before anything was compiled
    stopping = False
    level = generate(game, 1, {}, progress=report)
    compiling = "compiling the generator, only once…"
    assert happened[:3] == [compiling, compiling, "the.maker"]
    assert level == generate(taquin, 1, {}) == generate(game, 1, {})
    assert happened.count("the.maker") == 1


def test_json_tells_all_there_is_to_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "taquin", "--size", "2", "--length", "4", "--json", "--count", "2"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "game": "taquin",
        "generator": "scrambled",
        "seed": 0,
        "parameters": {"size": 2, "length": 4},
        "file": None,
        "level": first["level"],
    }
    assert "# optimum: 4" in first["level"] and second["seed"] == 1


def test_what_is_not_found_is_said_and_the_rest_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "taquin", "--size", "2", "--length", "7", "--count", "2", "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "seed 0: no level was found within the budget",
        "seed 1: no level was found within the budget",
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_never_replaced_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "taquin-1.txt"
    there.write_text("mine", "utf-8")
    command = ["generate", "taquin", "--count", "2", "-o", str(tmp_path)]
    assert main(command) == 64
    assert capsys.readouterr().err == f"{there} already exists (--force replaces it)\n"
    assert [path.name for path in tmp_path.iterdir()] == ["taquin-1.txt"] and there.read_text("utf-8") == "mine"
    assert main([*command, "--force"]) == 0
    assert "# seed: 1" in there.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["taquin", "--size", "4"], "argument --size: '4' is not a whole number from 2 to 3 (see"),
        (["taquin", "--size", "two"], "argument --size: 'two' is not a whole number from 2 to 3 (see"),
        (["taquin", "--rows", "4"], "unrecognized arguments: --rows"),
        (["taquin", "--count", "0"], "argument --count: '0' is not a whole number ≥ 1 (see"),
        (["taquin", "--generator", "x"], "taquin has no generator 'x' (there are: scrambled)"),
        (["nothing"], "there is no game 'nothing' (there are: "),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *arguments]) == 64
    assert said in capsys.readouterr().err


def test_help_lists_the_parameters_with_their_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "taquin", "--help"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "--size N rows and columns (from 2 to 3; 3 if not given)" in output
    assert "a board scrambled from its order" in output


def test_every_generator_of_every_game_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for game in games().values():
        for generator in game.making.generators:
            assert main(["generate", game.id, "--generator", generator.id, "--help"]) == 0
            output = capsys.readouterr().out
            assert all(f"-{parameter.name.replace('_', '-')}" in output for parameter in generator.parameters)


@pytest.fixture
def knobs(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """A game whose generator has a knob of each kind, one of them named like an option of the command; what the
    generator was given."""
    given: list[Mapping[str, Any]] = []

    def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Any]:
        given.append(values)
        yield Progress(0, 0)
        if values["seed"] == 0:
            raise CasseteteError(Text("there is no such level"))
        return replace(games()["taquin"].making.editor.blank(2, 2), headers=Headers(title="100 %"))  # type: ignore[union-attr]

    parameters = (
        Parameter("least_moves", ParameterKind.INT, -1, (-5, 5), Text("100 % moves")),
        Parameter("shape", ParameterKind.CHOICE, "round", ("round", "square"), Text("shape")),
        Parameter("wolves", ParameterKind.FLAG, True, (), Text("with wolves")),
        Parameter("seed", ParameterKind.INT, 1, (0, 9), Text("seeds of grass")),
    )
    game = replace(games()["taquin"], making=Making(generators=(Generator("knobs", Text("knobs"), parameters, run),)))
    for module in ("generate", "read_levels"):
        monkeypatch.setattr(f"cassetete.cli.{module}.games", lambda: MappingProxyType({"taquin": game}))
    return given


def test_options_of_every_kind(knobs: list[Mapping[str, Any]]) -> None:
    assert main(["generate", "taquin"]) == 0
    given = ["--least-moves", "-3", "--shape", "square", "--no-wolves", "--level-seed", "4", "--seed", "8"]
    assert main(["generate", *given, "taquin"]) == 0
    assert knobs == [
        {"least_moves": -1, "shape": "round", "wolves": True, "seed": 1},
        {"least_moves": -3, "shape": "square", "wolves": False, "seed": 4},
    ]
    assert main(["generate", "taquin", "--help"]) == 0


def test_a_difficulty_brings_the_values_of_its_preset_unless_one_of_them_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def parameters(*options: str) -> dict[str, Any]:
        assert main(["generate", "ricosheep", *options, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)["parameters"]
        return found

    usual, hard = parameters(), parameters("--difficulty", "hard")
    preset = next(each for each in games()["ricosheep"].making.generators[0].presets if each.title.msgid == "hard")
    assert hard == usual | dict(preset.values)
    assert parameters("--difficulty", "hard", "--bushes", "15") == hard | {"bushes": 15}
    assert parameters("--difficulty", "any") == usual
    easy = parameters("--difficulty", "easy", "--length", "4")
    assert easy == usual | {"difficulty": "easy", "length": 4}


def test_what_is_proven_impossible_is_said_once(
    knobs: list[Mapping[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "taquin", "--level-seed", "0", "--count", "5"]) == 1
    assert capsys.readouterr().err == "there is no such level\n"
    assert len(knobs) == 1


def test_ctrl_c_keeps_the_finished_levels_and_a_terminal_sees_progress(tmp_path: Path) -> None:
    waiting = Waiting(tmp_path)
    levels = tmp_path / "levels"
    command = ("-m", "cassetete", "generate", "waiting", "--count", "5", "-o", str(levels))
    named = waiting.environment
    with Terminal(*command, CASSETETE_GAMES=named["CASSETETE_GAMES"], WAITING=named["WAITING"]) as terminal:
        waiting.slow_one()
        terminal.until("50 % seed 2")
        terminal.type("\x03")
        terminal.until("interrupted")
        terminal.until("levels made: 2 of 5")
        assert terminal.leave() == 130
    assert sorted(path.name for path in levels.iterdir()) == ["waiting-0.txt", "waiting-1.txt"]


def test_a_pipe_sees_no_progress(tmp_path: Path) -> None:
    waiting = Waiting(tmp_path)
    code, out, err = finished(waiting.started("generate", "waiting", "--count", "2"))
    assert (code, err) == (0, "")
    assert out.count("# optimum: 4") == 2
