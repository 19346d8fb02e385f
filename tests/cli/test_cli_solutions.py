"""The commands about solutions: improve, records, and replay step by step; costs from header to answer."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.cli.main import main
from cassetete.core.lengths import Totals
from cassetete.session.session import Record

DETOUR = "########\n#      #\n# @$  .#\n#      #\n########\n"
LONG = "RurrdLulldRRR"
SRC = Path(__file__).parents[2] / "src"


@pytest.fixture
def room(tmp_path: Path) -> str:
    path = tmp_path / "room.xsb"
    path.write_text(DETOUR, "utf-8")
    return str(path)


def test_improve_takes_moves_a_file_or_standard_input(
    room: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "long.lurd").write_text("\ufeffRurrd\nLulldRRR\n", "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(LONG))
    for moves in (LONG, str(tmp_path / "long.lurd"), "-"):
        assert main(["improve", room, moves, "--lang", "en"]) == 0
        out = capsys.readouterr().out
        assert "Pushes: 5 → 3" in out
        assert out.endswith("  RRR\n")
    assert main(["improve", room, LONG, "--short", "--metric", "moves", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["moves"], output["before"]["moves"], output["after"]["moves"]) == ("3R", 13, 3)


@pytest.mark.parametrize(("moves", "code"), [("RR", 1), ("RRRRRRR", 1), ("hello", 1)])
def test_improve_needs_a_solution(room: str, moves: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["improve", room, moves]) == code
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1


def test_improve_serves_games_without_a_way_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["improve", "ricosheep:1", "--metric", "pushes", "U"]) == 64
    assert main(["improve", "taquin:one", "LRLRL", "--json"]) in (0, 1)
    capsys.readouterr()


def test_ctrl_c_ends_it_with_the_best_so_far(room: str) -> None:
    code = (
        "import os, signal, sys\n"
        "from cassetete.app.solving import improve as improving\n"
        "from cassetete.cli import improve as command\n"
        "def slow(*asked, **named):\n"
        "    asked[7](improving.Improvement(asked[3]))\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    assert asked[6]()\n"
        "    return asked[3], improving.CANCELLED\n"
        "command.improve = slow\n"
        "from cassetete.cli.main import main\n"
        f"sys.exit(main(['improve', {room!r}, {LONG!r}, '--lang', 'en']))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"  {LONG}\n")
    assert "stopped" in done.stderr
    assert signal.getsignal(signal.SIGINT) is not None


def test_replay_shows_every_step(room: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", room, "3R", "--steps", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    boards = [part for part in out.split("\n\n") if "#" in part]
    assert len(boards) == 4
    assert [board.split("\n")[0] for board in boards[1:]] == ["1. R", "2. R", "3. R"]
    assert "#    @*#" in boards[3]
    assert out.rstrip().split("\n")[-1].startswith("won · moves: 3")


def test_records_are_listed_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile, game = tmp_path / "profile", games()["sokoban"]
    for more in ([], ["--solutions", "plain"], ["sokoban"]):
        assert main(["records", "--profile", str(profile), "--lang", "en", *more]) == 0
        assert capsys.readouterr() == ("", "No level has been solved yet.\n")
    (parsed,) = game.formats[0].parse(DETOUR)
    level = parsed.level  # type: ignore[union-attr]
    line = game.notation.read(level, game.rules.start(level), "RRR")
    with Store(profile) as store:
        store.player = "Ada"
        store.win(game, level, Record(Totals(3, 3, 3), 1.0, 0, False, line))
    asked = ["records", "--profile", str(profile), "--lang", "en"]
    assert main(asked) == 0
    assert "Ada" in capsys.readouterr().out
    assert main([*asked, "sokoban", "--solutions", "plain"]) == 0
    plain = capsys.readouterr().out
    assert "Pushes 3 (Ada): RRR" in plain and "# @$  .#" in plain
    assert main([*asked, "--solutions", "short", "-o", str(tmp_path / "out.txt")]) == 0
    assert "Box lines 1 (Ada): 3R" in (tmp_path / "out.txt").read_text("utf-8")
    assert main([*asked, "pushit", "--solutions", "plain"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("cost", "moves", "least"), [("1 1", "RRR", 3), ("1 9", "RRR", 27), ("9 1", "RRR", 3), ("0 2", "RRR", 6)]
)
def test_costs_reach_from_the_header_to_the_answer(
    cost: str, moves: str, least: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "priced.xsb"
    path.write_text(f"{DETOUR}Cost: {cost}\n", "utf-8")
    assert main(["solve", str(path), "--metric", "cost", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["moves"], output["cost"], output["optimal"], output["metric"]) == (moves, least, True, "cost")
    assert main(["replay", str(path), moves, "--lang", "en"]) == 0
    assert f"cost: {least}" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["replay", "improve"])
def test_a_file_of_moves_that_is_not_there_is_said(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "sokoban:1", "mine/best of all.lurd", "--lang", "en"]) == 64
    assert "mine/best of all.lurd: there is no such file" in capsys.readouterr().err
