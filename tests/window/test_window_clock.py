"""The clock counts only the seconds of play."""

from __future__ import annotations

from pathlib import Path

from window.display import drawing


def test_the_clock_stands_still_in_menus_and_while_the_window_is_left(display: str, tmp_path: Path) -> None:
    done = drawing("pausing.py", display, tmp_path)
    assert (done.returncode, done.stdout.split()) == (0, ["dialogs", "focus", "menus"]), done.stdout + done.stderr
