"""`cassetete solve`: verdicts, the JSON of a level, limits and exit codes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cassetete.cli import solve
from cassetete.cli.main import main

KEYS = ["game", "source", "level", "title", "verdict", "moves", "length", "pushes", "cost"]
KEYS += ["optimal", "metric", "expanded", "seconds", "solver", "why"]
IMPOSSIBLE = "2|1\n3|0\n"
FAR = "8|6|7\n2|5|4\n3|0|1\n"


@pytest.fixture
def impossible(tmp_path: Path) -> str:
    path = tmp_path / "impossible.txt"
    path.write_text(IMPOSSIBLE)
    return str(path)


@pytest.fixture
def far(tmp_path: Path) -> str:
    path = tmp_path / "far.txt"
    path.write_text(FAR)
    return str(path)


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_solved_level_says_everything_in_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:two", "--json"]) == 0
    [answer] = answers(capsys)
    assert list(answer) == KEYS
    assert (answer["game"], answer["source"], answer["level"]) == ("taquin", "taquin:two", 1)
    assert (answer["verdict"], answer["moves"], answer["length"]) == ("solved", "ULL", 3)
    assert (answer["pushes"], answer["cost"], answer["optimal"], answer["metric"]) == (None, 3, True, "moves")
    assert (answer["solver"], answer["why"]) == ("bfs", None)


def test_people_read_the_title_the_length_and_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:two"]) == 0
    output = capsys.readouterr().out
    assert "A small turn" in output and "moves: 3" in output and "proven" in output and "ULL" in output


def test_an_impossible_level_is_proven_so(impossible: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", impossible, "--json"]) == 1
    [answer] = answers(capsys)
    assert (answer["verdict"], answer["moves"], answer["length"], answer["why"]) == (
        "impossible",
        None,
        None,
        "exhausted",
    )


def test_no_time_gives_unknown(far: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", far, "--seconds", "0", "--json"]) == 2
    [answer] = answers(capsys)
    assert (answer["verdict"], answer["why"], answer["optimal"]) == ("unknown", "seconds", False)


def test_the_highest_code_wins_and_every_level_is_reported(
    impossible: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("1|2\n0|x\n")
    assert main(["solve", str(broken), "taquin:one", impossible, "--game", "taquin", "--json"]) == 3
    captured = capsys.readouterr()
    assert captured.err == f"{broken}:2:3: 'x' is not a tile\n"
    assert [json.loads(line)["verdict"] for line in captured.out.splitlines()] == ["solved", "impossible"]


def test_a_level_with_problems_is_unreadable_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "twice.txt"
    path.write_text("# title: Twice\n1|1\n0|3\n")
    assert main(["solve", str(path)]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"{path}:2:1: each tile must be there once\n"


def test_after_solves_from_where_the_moves_lead(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:two", "--after", "U", "--json"]) == 0
    assert answers(capsys)[0]["moves"] == "LL"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("UX", "--after: column 2: 'X' is not a move (expected U, D, L or R)"),
        ("UU", "--after: move 2 is not allowed: no tile can slide that way"),
    ],
)
def test_after_says_which_move_is_wrong(moves: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:two", "--after", moves]) == 64
    assert capsys.readouterr().err == said + "\n"


def test_all_lists_the_shortest_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.txt"
    path.write_text("0|3\n2|1\n")
    assert main(["solve", "--all", str(path), "--json"]) == 0
    [answer] = answers(capsys)
    assert answer["complete"] is True
    assert answer["solutions"] == len(answer["all"]) == len(set(answer["all"]))
    assert answer["moves"] in answer["all"]
    assert {len(moves) for moves in answer["all"]} == {answer["length"]}


def test_all_n_says_whether_there_are_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.txt"
    path.write_text("0|3\n2|1\n")
    assert main(["solve", str(path), "--all", "--json"]) == 0
    count = answers(capsys)[0]["solutions"]
    assert count > 1, "the example must have several solutions"
    assert main(["solve", str(path), "--all", "1", "--json"]) == 0
    [answer] = answers(capsys)
    assert (answer["solutions"], answer["complete"]) == (1, False)
    assert main(["solve", str(path), "--all", str(count), "--json"]) == 0
    assert answers(capsys)[0]["complete"] is True


def test_the_solver_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:one", "--solver", "dfs", "--json"]) == 0
    [answer] = answers(capsys)
    assert (answer["solver"], answer["optimal"]) == ("dfs", False)


def test_level_chooses_in_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:", "--level", "2", "--json"]) == 0
    assert [answer["source"] for answer in answers(capsys)] == ["taquin:two"]


def test_a_saved_game_is_solved_from_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.save"
    path.write_text("cassetete save 1\ngame: taquin\nlevel:\n| 1|2|3\n| 0|5|6\n| 4|7|8\nplayed:\n| U\n")
    assert main(["solve", str(path), "--json"]) == 0
    assert answers(capsys)[0]["moves"] == "LL"


def test_options_and_paths_mix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:one", "--json", "taquin:two"]) == 0
    assert len(answers(capsys)) == 2


class Pieces(io.StringIO):
    """A standard output that knows how much it was given at once."""

    longest = 0

    def write(self, text: str) -> int:
        self.longest = max(self.longest, len(text))
        return super().write(text)


@pytest.mark.parametrize("option", ["--json", "--lang=en"])
def test_all_solutions_are_never_held_as_one_text(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty.txt").write_text("___\n" * 3)
    monkeypatch.setattr(solve, "_PIECE", 10)
    monkeypatch.setattr(sys, "stdout", output := Pieces())
    assert main(["solve", str(tmp_path / "empty.txt"), "--all", option]) == 0
    written = output.getvalue()
    assert output.longest < len(written) / 10
    if option == "--json":
        assert len(set(json.loads(written)["all"])) == 213
    else:
        lines = written.splitlines()
        assert len(set(lines[2:-1])) == 213
        assert lines[-1] == "  solutions: 213, all of them"
