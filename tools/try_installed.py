"""Tries an installed cassetete as a user would: every command once, a game played, a window opened and closed.

    python tools/try_installed.py [--window]

It is run by the environment that has cassetete installed, outside the clone: by `make test` with the wheel and the
sdist, and by the public CI on every system. It ends with 0 if all went well and no process is left behind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEVEL = "ricosheep:1"
MISSING = 69
NEED_NUMBA = ("generate", "hardest")
"""Commands that, without Numba, may say for some games that they need it (2: no task of a hunt could be done)."""


def run(*arguments: str, given: str = "", codes: tuple[int, ...] = (0,)) -> str:
    """Run a command; its output."""
    done = subprocess.run(
        [sys.executable, "-m", "cassetete", *arguments],
        input=given.encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    out, err = (text.decode("utf-8", "replace").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    print(f"cassetete {' '.join(arguments)}: {done.returncode}")
    if done.returncode not in codes or "Traceback" in err:
        raise SystemExit(f"expected {codes}\n{out[-2000:]}\n{err[-2000:]}")
    return out


def commands(folder: Path) -> None:
    """Every command once."""
    profile, file = str(folder / "profile"), str(folder / "level.txt")
    known = [
        line.split()[0] for line in run("--help").partition("commands:\n")[2].splitlines() if line.startswith("  ")
    ]
    assert "solve" in known and "report" in known, known
    solved = json.loads(run("solve", LEVEL, "--json"))
    assert solved["verdict"] == "solved", solved
    assert "Won" in run("play", "ricosheep", "1", "--terminal", given=solved["moves"] + "\nquit\n")
    tried = {
        "check": ("check", LEVEL),
        "convert": ("convert", LEVEL, "-o", file),
        "doctor": None,
        "explain": ("explain", "slitherlink:1"),
        "generate": ("generate", "pushit", "--seed", "1"),
        "grade": ("grade", "slitherlink:1"),
        "hardest": ("hardest", "pushit", "--size", "2x2", "--workers", "1"),
        "improve": ("improve", "sokoban:1", "rRR"),
        "levels": ("levels",),
        "perft": ("perft", LEVEL, "--depth", "2"),
        "print": ("print", LEVEL, "-o", str(folder / "page.pdf")),
        "profile": ("profile", "export", str(folder / "profile.json"), "--profile", profile),
        "records": ("records", "--profile", profile),
        "replay": ("replay", LEVEL, solved["moves"]),
        "report": ("report",),
        "show": ("show", LEVEL, "-o", str(folder / "board.svg")),
    }
    for name in known:
        arguments = tried.get(name)
        run(*(arguments or (name, "--help")), codes=(0, 2, MISSING) if name in NEED_NUMBA else (0,))
    assert (folder / "page.pdf").read_bytes().startswith(b"%PDF")
    run("profile", "import", str(folder / "profile.json"), "--profile", profile)
    run("solve", file)
    checks = [json.loads(line) for line in _doctor(profile).splitlines()]
    bad = [check for check in checks if check["state"] == "bad" and check["check"] != "window"]
    assert not bad, bad


def _doctor(profile: str) -> str:
    command = [sys.executable, "-m", "cassetete", "doctor", "--json", "--profile", profile]
    return subprocess.run(command, capture_output=True, check=False, timeout=600).stdout.decode()


WINDOW = """
import sys
import psutil
from cassetete.cli.main import main
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.main import why_not

why = why_not()
if why is not None:
    sys.exit(str(why))
run = WindowLoop.run

def run_and_quit(self):
    root = self.canvas.root
    root.after(2000, root.event_generate, "<Key-Right>")
    root.after(2500, root.event_generate, "<Key-h>")
    root.after(6000, self.quit)
    run(self)

WindowLoop.run = run_and_quit
code = main(["play", "ricosheep", "1", "--profile", sys.argv[1]])
left = psutil.Process().children(recursive=True)
print("the window was closed, processes left:", len(left))
sys.exit(1 if left else code)
"""


def main() -> None:
    """Try it."""
    os.environ["CASSETETE_ANONYMOUS"] = "1"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        began = time.monotonic()
        commands(Path(name))
        if "--window" in sys.argv[1:]:
            command = [sys.executable, "-c", WINDOW, str(Path(name) / "window")]
            done = subprocess.run(command, check=False, timeout=300)
            if done.returncode:
                raise SystemExit(f"the window ended with {done.returncode}")
        print(f"all went well, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
