"""A small slice of each campaign of `tools/soak`, from a seed; `make soak` runs them whole."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from processes import environment

SOAK = Path(__file__).parents[2] / "tools" / "soak"


def soak(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", str(SOAK), *arguments],
        env=environment(PYTHONPATH=str(SOAK.parents[1] / "src"), CASSETETE_GAMES=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("campaign", "count"),
    [
        ("files", 150),
        ("plugins", 12),
        ("titles", 12),
        ("links", 400),
        ("lines", 10),
        ("levels", 100),
        ("damage", 40),
        ("disks", 5),
        ("kills", 4),
        ("interrupts", 3),
        ("overrun", 2),
        ("memory", 1),
    ],
)
def test_a_slice_of_a_campaign_finds_nothing(campaign: str, count: int) -> None:
    assert f"{campaign}: tried {count}, failed 0" in soak(campaign, "--count", str(count), "--seed", "14")


def test_a_slice_of_the_attacks_on_windows_finds_nothing() -> None:
    said = soak("windows", "--count", "1", "--seed", "14")
    assert "windows: tried 7, failed 0" in said or "windows: skipped" in said


def test_hard_levels_are_levels() -> None:
    sys.path.append(str(SOAK))
    try:
        hard = importlib.import_module("hard_levels")
    finally:
        sys.path.remove(str(SOAK))
    for level in hard.hard_levels():
        [entry] = read_text(level.text, level.name, games()[level.game])
        assert isinstance(entry, LoadedLevel) and not entry.problems(), level.name


def test_an_unknown_campaign_is_refused() -> None:
    done = subprocess.run([sys.executable, str(SOAK), "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "there are: files" in done.stderr
