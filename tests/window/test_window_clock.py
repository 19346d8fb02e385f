"""The play clock: it counts the seconds in which one plays, and no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from processes import environment
from window.driver import PATIENCE


def test_the_clock_stands_still_in_menus_and_while_the_window_is_left(display: str, tmp_path: Path) -> None:
    program = Path(__file__).with_name("pausing.py")
    done = subprocess.run(
        [sys.executable, str(program), str(tmp_path)],
        env=environment(DISPLAY=display),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["dialogs", "focus", "menus"]), done.stdout + done.stderr
