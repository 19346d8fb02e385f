"""Playing on a real terminal screen, with the keys of the sheets."""

from __future__ import annotations

import signal

import pytest

pytest.importorskip("curses", reason="this system has no curses")

from cassetete.core.contract import AnyGame
from cli.terminal import DOWN, LEFT, RIGHT, ROOT, UP, Terminal

PLAY = ("-m", "cassetete", "play", "taquin")


def test_arrows_undo_redo_hint_win_and_next() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.until("Q quit")
        terminal.until("One slide · Taquin · 1/2 · Moves: 0")
        terminal.type(DOWN)
        terminal.until("Moves: 1")
        terminal.until("4|0|6\n7|5|8")
        terminal.type("a")
        terminal.until("Moves: 0")
        terminal.until("4|5|6\n7|0|8")
        terminal.type("y")
        terminal.until("Moves: 1")
        terminal.type("\x1a")
        terminal.until("Moves: 0")
        terminal.type("h")
        terminal.until("1 slide is left.")
        terminal.type(LEFT)
        terminal.until("Won! ★★★")
        terminal.until("7|8|0")
        terminal.type("n")
        terminal.until("A small turn · Taquin · 2/2 · Moves: 0")
        terminal.type("n")
        terminal.until("this is the last level")
        terminal.type("p")
        terminal.until("One slide")
        terminal.type("Q")
        assert terminal.leave() == 0


def test_the_first_record_asks_for_a_name_and_an_unfinished_game_goes_on() -> None:
    with Terminal(*PLAY, CASSETETE_ANONYMOUS="") as terminal:
        terminal.until("Moves: 0")
        terminal.type(LEFT)
        terminal.until("Your first record! Your name?")
        terminal.type("Adax\x7f\r")
        terminal.until("Q quit")
        terminal.type("b")
        terminal.until("1.  Ada         1      1")
        terminal.type(" n")
        terminal.until("A small turn · Taquin · 2/2 · Moves: 0")
        terminal.type(UP)
        terminal.until("Moves: 1")
        terminal.type("q")
        assert terminal.leave() == 0
    with Terminal(*PLAY, "two") as terminal:
        terminal.until("A small turn · Taquin · 2/2 · Moves: 1")


def test_the_solution_plays_itself_and_restart_starts_again() -> None:
    with Terminal(*PLAY, "two") as terminal:
        terminal.until("Moves: 0")
        terminal.type(RIGHT + UP)
        terminal.until("Moves: ")
        terminal.type("r")
        terminal.until("Moves: 0")
        terminal.type("s")
        terminal.until("Solved by the computer")
        terminal.until("Moves: 3")
        terminal.type("u")
        terminal.until("Moves: 2")
        terminal.type("q")
        assert terminal.leave() == 0


def test_suppositions_and_the_list_of_keys() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.until("Q quit")
        terminal.type("\x1bOQ")
        terminal.until("suppositions: 1")
        terminal.type(DOWN)
        terminal.until("Moves: 1")
        terminal.type("\x1bOS")
        terminal.until("supposition rejected")
        terminal.until("Moves: 0")
        terminal.type("?")
        terminal.until("press any key")
        terminal.until("undo")
        terminal.type(" ")
        terminal.until("Moves: 0")
        terminal.type("q")
        assert terminal.leave() == 0


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 4), (6, 60)])
def test_a_small_terminal_does_not_crash(rows: int, columns: int) -> None:
    with Terminal(*PLAY, rows=rows, columns=columns) as terminal:
        if columns > 40:
            terminal.until("enlarge the terminal")
        terminal.type("h?  ss" + UP + DOWN + "q")
        assert terminal.leave() == 0


SHELL = """
import signal, subprocess, sys
signal.signal(signal.SIGINT, lambda *_: None)
print("code", subprocess.call([sys.executable, *sys.argv[1:]]))
input("typed: ")
"""


def test_control_c_leaves_with_the_terminal_as_it_was() -> None:
    with Terminal("-c", SHELL, *PLAY) as shell:
        shell.until("Q quit")
        shell.child.sendintr()
        assert "interrupted" in shell.until("code 130")
        shell.until("typed:")
        shell.type("echo works")
        shell.until("typed: echo works")


def test_a_termination_signal_restores_the_terminal() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.until("Q quit")
        terminal.child.kill(signal.SIGTERM)
        assert terminal.leave() == 128 + signal.SIGTERM


def test_a_plain_terminal_is_played_line_by_line() -> None:
    with Terminal(*PLAY, TERM="dumb") as terminal:
        terminal.until("7|0|8\n>")
        terminal.type("L\n")
        terminal.until("Won!")
        terminal.type("quit\n")
        assert terminal.leave() == 0


def test_every_game_shows_its_solution_on_the_screen(game: AnyGame) -> None:
    with Terminal("-m", "cassetete", "play", game.id, rows=60, columns=140) as terminal:
        terminal.until("Q quit")
        terminal.type("s")
        terminal.until("Solved by the computer")
        terminal.type("q")
        assert terminal.leave() == 0


def test_pushit_py_plays_its_maps_and_says_why_there_is_no_window() -> None:
    with Terminal(str(ROOT / "pushit.py"), TERM="dumb") as terminal:
        terminal.until("no window: ")
        terminal.until("\n>")
        terminal.until("Push it down")
        terminal.type("solve\n")
        terminal.until("Solved by the computer")
        terminal.type("quit\n")
        assert terminal.leave() == 0


def test_pushit_by_arrows() -> None:
    with Terminal(str(ROOT / "pushit.py"), str(ROOT / "maps" / "map_tour.txt"), CASSETETE_LANG="fr") as terminal:
        terminal.until("Q fin")
        for count, arrow in enumerate([DOWN] * 5 + [RIGHT] * 5, 1):
            terminal.type(arrow)
            terminal.until(f"Coups : {count}")
        terminal.until("Gagné")
        terminal.type("r")
        terminal.until("Coups : 0")
        terminal.type("q")
        assert terminal.leave() == 0


def test_a_solution_is_explained_and_options_are_turned() -> None:
    with Terminal("-m", "cassetete", "play", "slitherlink", "heart", "--terminal") as terminal:
        terminal.until("Q quit")
        terminal.type("e")
        terminal.until("1. clue: the 0 at (2, 3)")
        terminal.type(RIGHT)
        terminal.until("2. clue: the 0 at (2, 6)")
        terminal.type(LEFT)
        terminal.until("1. clue: the 0 at (2, 3)")
        terminal.type(" ")
        terminal.until("3. clue")
        terminal.type("x")
        assert "x 0 x" not in terminal.until("Q quit")  # the last line: all others have been drawn
        terminal.type("o")
        terminal.until("2 [ ] cross out")
        terminal.type("2")
        terminal.until("2 [x] cross out")
        terminal.type("b")
        terminal.until("Q quit")
        terminal.type("x")
        terminal.until("x 0 x", times=6)
        terminal.type("c")
        terminal.until("no mistake so far")
        terminal.type("q")
        assert terminal.leave() == 0
