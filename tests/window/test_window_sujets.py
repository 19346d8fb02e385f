"""The small games of the sheets, in their own windows, with real keys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from processes import PATIENCE, environment, finished
from window.driver import until


def played(display: str, module: str, *words: str, keys: tuple[str, ...]) -> tuple[int, str, str]:
    """What a module's program says and returns after those keys."""
    env = environment(DISPLAY=display)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-m", module, *words], env=env, text=True, **pipes)  # type: ignore[call-overload]

    def xdotool(*words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=env, text=True, capture_output=True, timeout=PATIENCE)
        return done.stdout.strip()

    try:
        window = until(lambda: xdotool("search", "--onlyvisible", "--name", "^tk$"), "the window").split()[0]
        xdotool("windowfocus", "--sync", window, "mousemove", "--window", window, "9", "9", "key", *keys)
        return finished(process)
    finally:
        process.kill()
        process.wait()


def test_turtle_rescue_is_played_with_the_keys_of_its_sheet(display: str) -> None:
    keys = ("1", "Up", "Up", "2", "0", "Left", "Down", "Right", "Up", "Escape")
    code, said, wrong = played(display, "cassetete.sujets.tortue", keys=keys)
    assert (code, said) == (0, "déplacements : 5\n"), wrong


def test_push_it_down_is_played_with_the_keys_of_its_sheet(display: str, tmp_path: Path) -> None:
    for name, text in (("a", "1 2 0\n3 3 1\n3 3 1\n"), ("b", "1 0\n0 0\n")):
        (tmp_path / name).write_text(text)
    files = (str(tmp_path / "a"), str(tmp_path / "b"))
    keys = ("Right", "Up", "a", "Right", "Right", "Down", "Down", "n", "Right", "r", "p", "Q")
    code, said, wrong = played(display, "cassetete.sujets.pushit", *files, keys=keys)
    assert (code, said, wrong) == (0, "a : gagné en 4 coups\n", "")
