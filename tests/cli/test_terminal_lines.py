"""Playing line by line, as a pipe or a screen reader does."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cassetete.app.solving import hints as advice
from cassetete.cli.main import main
from cassetete.core.contract import AnyGame


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    def play(script: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(script))
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out

    return play


def test_moves_win_the_level(played) -> None:  # type: ignore[no-untyped-def]
    output = played("L\n", "taquin")
    assert output.count("One slide") == 2
    assert "7|8|0\nWon! ★★★\nMoves: 1 · 0:00\nPerfect! This is the best possible.\n" in output


def test_undo_redo_and_restart(played) -> None:  # type: ignore[no-untyped-def]
    output = played("undo\nDR\nundo\nredo\nrestart\nundo\nredo\nredo\n", "taquin")
    counts = [line.rpartition(": ")[2] for line in output.splitlines() if "Moves: " in line]
    assert counts == ["0", "0", "2", "0", "2", "0", "2", "0", "0"]
    assert "there is nothing to undo" in output and "there is nothing to redo" in output


def test_hint_then_solve(played) -> None:  # type: ignore[no-untyped-def]
    output = played("hint\nhint\nsolve\nhint\nsolve\n", "taquin", "two")
    assert "3 slides are left.\n" in output and "Slide tile 4.\n" in output and "\nULL\n" in output
    assert "Solved by the computer" in output


def test_next_and_previous_stop_at_the_ends(played) -> None:  # type: ignore[no-untyped-def]
    output = played("prev\nnext\nnext\n", "taquin")
    assert "this is the first level" in output and "this is the last level" in output and "2/2" in output


def test_suppositions(played) -> None:  # type: ignore[no-untyped-def]
    output = played("suppose\nD\nreject\nreject\nsuppose\nL\naccept\n", "taquin")
    assert "supposition rejected" in output and "there is no open supposition" in output
    assert output.endswith("supposition accepted\nWon! ★★★\nMoves: 1 · 0:00\nPerfect! This is the best possible.\n")


def test_help_lists_what_the_game_has(played) -> None:  # type: ignore[no-untyped-def]
    lacking, having = played("help\n", "taquin"), played("help\n", "slitherlink")
    for word in ("  explain ", "  option "):
        assert word not in lacking
        assert word in having


def test_commands_have_their_full_names_too(played) -> None:  # type: ignore[no-untyped-def]
    said = played("next\nprevious\noptions 1\nwarnings\nkeys\n", "pushit")
    assert "is not a move" not in said
    assert "1 [x]" in said and "warnings are off" in said and "  restart " in said


def test_what_is_said_once_is_not_said_again(played) -> None:  # type: ignore[no-untyped-def]
    said = played("explain\noption\n", "taquin")
    assert said.count("does not explain its solutions") == 1
    assert "this game has no options" in said


def test_what_is_no_move_is_said_and_changes_nothing(played) -> None:  # type: ignore[no-untyped-def]
    output = played("DX\n\x1b[31m\nR\nU\n\nhelp\nquit\nL\n", "taquin")
    assert "'X' is not a move (expected U, D, L or R); help lists the commands" in output
    assert "no tile can slide that way" in output
    assert "\x1b" not in output and "Won" not in output
    assert "Moves look like this: D" in output


def test_a_lost_position_is_reported(played, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "impossible.txt"
    path.write_text("2|1\n3|0\n")
    output = played("hint\nsolve\n", "taquin", str(path))
    assert "This level has no solution: it cannot be won." in output and "proven: there is no solution" in output
    assert "undo" not in output


def test_control_c_ends_the_thinking_not_the_game(played, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    def interrupted(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(advice, "solve", interrupted)
    monkeypatch.setattr(advice, "hint", interrupted)
    output = played("hint\nsolve\nL\n", "taquin")
    assert output.count("stopped thinking") == 2 and "Solved by the computer" in output


def test_a_level_by_number_by_file_and_by_folder(played) -> None:  # type: ignore[no-untyped-def]
    folder = Path(__file__).parents[1] / "plugins" / "taquin" / "levels"
    assert "A small turn" in played("", "taquin", "2")
    assert "A small turn" in played("", "taquin", "--level", "2")
    assert "A small turn · Taquin · Moves: 0" in played("", str(folder / "two.txt"))
    assert "One slide · Taquin · 1/2" in played("", "taquin", str(folder))


def test_a_saved_game_goes_on_with_its_history(played, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.save"
    path.write_text("cassetete save 1\ngame: taquin\nlevel:\n| 1|2|3\n| 0|5|6\n| 4|7|8\nplayed:\n| U\n")
    output = played("undo\n", str(path))
    assert "Moves: 1\n1|2|3\n4|5|6\n0|7|8\n" in output and output.endswith("Moves: 0\n1|2|3\n0|5|6\n4|7|8\n")


def test_the_game_speaks_french(played) -> None:  # type: ignore[no-untyped-def]
    assert "Gagné !" in played("L\n", "taquin", "--lang", "fr")


def test_every_game_gives_a_hint_and_its_solution(game: AnyGame, played) -> None:  # type: ignore[no-untyped-def]
    output = played("help\nhint\nsolve\nundo\nnext\n", game.id)
    assert "Moves look like this" in output and "Solved by the computer" in output and "· 2/" in output


def test_a_turned_board_is_printed_turned_and_says_how_moves_are_written(played, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "a.txt"
    path.write_text("# tall: 2\n3 2 2\n3 3 2\n3 3 1\n")
    output = played("turn-right\nR\nturn-left\nhelp\n", "pushit", str(path))
    assert "moves are written as if it were not" in output
    assert " 3  3 [3]\n 3  3  2\n<1> 2  2\n" in output  # clockwise: the far corner is at the right
    assert " 3  3  3\n 3  3 [2]\n<1> 2  2\n" in output  # R is still to the right of the unturned board
    assert output.count("Here the ball pushes up to 2 blocks at once.") == 2  # when it opens, and in the help
