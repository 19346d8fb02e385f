"""The other commands: check, show, convert, levels, replay, perft."""

from __future__ import annotations

import io
import json
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.cli.main import COMMANDS, main
from cassetete.search.perft import layers

LEVELS = str(Path(__file__).parents[1] / "plugins" / "taquin" / "levels")


def test_check_says_good_for_each_good_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", LEVELS]) == 0
    assert capsys.readouterr().out.count(": good (taquin: ") == 2


def test_check_tells_bad_from_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, unreadable = tmp_path / "bad.txt", tmp_path / "unreadable.txt"
    bad.write_text("1|1\n0|3\n")
    unreadable.write_text("1|2\n0|x\n")
    assert main(["check", str(bad), "taquin:one"]) == 1
    assert main(["check", "--game", "taquin", str(unreadable), str(bad)]) == 3
    assert capsys.readouterr().err.splitlines() == [
        f"{bad}:1:1: each tile must be there once",
        f"{unreadable}:2:3: 'x' is not a tile",
        f"{bad}:1:1: each tile must be there once",
    ]


def test_show_draws_the_board_as_it_is_after_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "taquin:one", "--after", "L"]) == 0
    assert capsys.readouterr().out.endswith("1|2|3\n4|5|6\n7|8|0\n")


@pytest.mark.parametrize("theme", ["light", "dark", "colour-blind"])
def test_show_writes_a_picture(theme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "x.svg"
    assert main(["show", "taquin:one", "-o", str(picture), "--theme", theme]) == 0
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]
    assert capsys.readouterr().out == ""


def test_show_draws_only_one_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", LEVELS, "-o", str(tmp_path / "x.svg")]) == 64
    assert "--level" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_convert_writes_the_position_and_it_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.txt"
    assert main(["convert", "taquin:two", "--after", "U", "--to", "position", "-o", str(position)]) == 0
    assert main(["solve", str(position), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 2


def test_convert_lists_the_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "taquin:two", "--to", "zip"]) == 64
    assert capsys.readouterr().err == "taquin has no format 'zip' (there are: taquin, position)\n"


def test_convert_replaces_a_file_whole(tmp_path: Path) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")
    target.chmod(0o600)
    assert main(["convert", "taquin:one", "-o", str(target)]) == 0
    assert target.read_text() == "# title: One slide\n# optimum: 1\n1|2|3\n4|5|6\n7|0|8\n"
    assert target.stat().st_mode & 0o777 == 0o600


def test_levels_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(games())


def test_levels_of_a_game_in_its_chapters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "levels", "taquin"]) == 0
    output = capsys.readouterr().out
    assert "Premiers pas" in output and "taquin:one" in output and "One slide" in output


@pytest.mark.parametrize(
    ("moves", "code", "said"),
    [
        ("ULL", 0, "won · moves: 3 · cost: 3"),
        ("U", 1, "not won yet · moves: 1 · cost: 1"),
        ("ULLL", 1, "move 4 is not allowed: no tile can slide that way"),
        ("UL?", 1, "column 3: '?' is not a move (expected U, D, L or R)"),
    ],
)
def test_replay_says_where_moves_lead(moves: str, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "taquin:two", moves]) == code
    captured = capsys.readouterr()
    assert captured.out + captured.err == said + "\n"


def test_moves_with_spaces_need_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    found = pack("slitherlink")
    assert found is not None
    entry = found.entry("1")
    written = entry.game.notation.write(entry.level, entry.state, solve(entry.game, entry.level).moves)
    assert " " in written
    assert main(["replay", "slitherlink:1", *written.split()]) == 0
    assert capsys.readouterr().out.startswith("won")


def test_replay_reads_moves_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("ULL\n"))
    assert main(["replay", "taquin:two", "-"]) == 0
    assert capsys.readouterr().out.startswith("won")


def test_perft_counts_states_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "taquin:two", "--depth", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["perft", "taquin:two", "--depth", "3", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["states"]
    assert lines == [f"{depth} {count}" for depth, count in enumerate(counts)]
    assert counts[:2] == [1, 3]


def test_perft_of_a_small_board_ends_in_zeros() -> None:
    game = games()["taquin"]
    [parsed] = game.formats[0].parse("1|2\n0|3\n")
    counts = list(islice(layers(game.rules, parsed.level, parsed.level.tiles), 21))  # type: ignore[union-attr]
    assert sum(counts) == 12
    assert counts[-1] == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_in_both_languages(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    english = capsys.readouterr().out
    assert main([name, "--help", "--lang", "fr"]) == 0
    french = capsys.readouterr().out
    assert "show this help" in english and "afficher cette aide" in french


def test_perft_keeps_to_its_limits(capsys: pytest.CaptureFixture[str]) -> None:
    """It once filled the memory of the machine."""
    assert main(["perft", "taquin:two", "--depth", "99999", "--seconds", "0"]) == 2
    assert main(["perft", "taquin:two", "--depth", "99999", "--memory", "1"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said == [f"taquin:two: given up: the {what} limit was reached" for what in ("time", "memory")]
