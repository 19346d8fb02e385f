"""Without the packages that may be missing, the rest works, and what needs one of them says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cassetete

ROOT = Path(__file__).parents[2]
BARE = Path(sys.base_prefix) / ("python.exe" if sys.platform == "win32" else "bin/python3")


def bare(*arguments: str, home: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """`python -m cassetete` in the clone, by a Python that has nothing installed."""
    named = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CASSETETE_GAMES")}
    return subprocess.run(
        [BARE, "-S", "-m", "cassetete", *arguments],
        cwd=ROOT,
        env={
            **named,
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "USERPROFILE": str(home),
        },
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_runs_from_a_clone_with_nothing_installed(tmp_path: Path) -> None:
    done = bare("--version", home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"cassetete {cassetete.__version__}\n", "")


@pytest.mark.parametrize("name", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_every_game_is_solved_in_plain_python(name: str, tmp_path: Path) -> None:
    done = bare("solve", f"{name}:1", "--json", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"verdict": "solved"' in done.stdout


def test_a_game_is_played_and_records_are_kept(tmp_path: Path) -> None:
    done = bare("play", "ricosheep", "1", "--terminal", home=tmp_path, given="RD\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Won!" in done.stdout
    assert bare("records", "--profile", str(tmp_path / "profile"), home=tmp_path).returncode == 0


def test_what_needs_a_package_names_it(tmp_path: Path) -> None:
    done = bare("print", "sokoban:1", "-o", str(tmp_path / "page.pdf"), home=tmp_path)
    assert done.returncode == 69
    assert done.stderr == 'this needs the package fpdf2, which is not installed: python -m pip install "fpdf2"\n'
    window = bare(home=tmp_path)
    assert window.returncode == 0
    assert "no window" in window.stderr and "cassetete play sokoban" in window.stdout
