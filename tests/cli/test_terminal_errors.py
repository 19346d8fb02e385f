"""An error of ours in the terminal: a person is told and goes on; a program that plays gets exit code 70."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.terminal import RIGHT, Terminal

FAULTY = """
import sys
from cassetete.session.controller import Controller

right = {"event": Controller.event, "play_text": Controller.play_text, "do": Controller.do}

def faulty(name):
    def once(controller, *given, **more):
        setattr(Controller, name, right[name])
        raise RuntimeError("a fault in " + name)
    return once

for name in right:
    setattr(Controller, name, faulty(name))
from cassetete.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def reports(folder: Path) -> list[str]:
    return [path.read_text("utf-8") for path in folder.rglob("crash-*.txt")]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where reports are written."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return tmp_path


def test_on_the_whole_screen_the_game_goes_on(state: Path) -> None:
    with Terminal("-c", FAULTY, "play", "ricosheep:1", "--terminal", "--lang", "en") as terminal:
        terminal.until("Moves: 0")
        terminal.type(RIGHT)
        terminal.until("an error of ours: RuntimeError: a fault in event; your game is kept")
        terminal.type(RIGHT)
        terminal.until("Moves: 1")
        terminal.type("a")
        terminal.until("a fault in do")
        terminal.type("a")
        terminal.until("Moves: 0")
        terminal.type("q")
        assert terminal.leave() == 0
    found = reports(state)
    assert len(found) == 2
    assert all("RuntimeError: a fault in" in text and "ricosheep" in text for text in found)


def test_line_by_line_the_game_goes_on(state: Path) -> None:
    with Terminal("-c", FAULTY, "play", "ricosheep:1", "--plain", "--lang", "en") as terminal:
        terminal.until("Moves: 0")
        terminal.type("R\n")
        terminal.until("an error of ours: RuntimeError: a fault in play_text; your game is kept")
        terminal.type("R\n")
        terminal.until("Moves: 1")
        terminal.type("quit\n")
        assert terminal.leave() == 0
    assert len(reports(state)) == 1


def test_a_program_that_plays_gets_the_exit_code(state: Path) -> None:
    command = [sys.executable, "-c", FAULTY, "play", "ricosheep:1", "--plain", "--lang", "en"]
    done = subprocess.run(command, input="R\nquit\n", capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 70
    assert "a fault in play_text" in done.stderr
    assert len(reports(state)) == 1
