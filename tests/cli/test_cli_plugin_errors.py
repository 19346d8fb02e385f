"""A plugin whose code fails: it is named, and the levels of the other games are not affected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from processes import environment

ROOT = Path(__file__).parents[2]
GAME = '''
from dataclasses import replace

from cassetete_plugin_taquin.game import GAME as TAQUIN

FAILS = "{fails}"


def fail(*arguments):
    raise ZeroDivisionError("planted")


def when(name, usual):
    return fail if FAILS == name else usual


def parse(text):
    """Fails for this test's file, not for the levels that a plugin is tried with."""
    return fail() if FAILS == "parse" and "planted" in text else TAQUIN.formats[0].parse(text)


def problems(level):
    return fail() if FAILS == "problems" and level.headers.title == "planted" else TAQUIN.problems(level)


def even(values, seed):
    """Fails for the odd seeds."""
    if seed % 2:
        fail()
    return TAQUIN.making.generators[0].run(values, seed)


form = TAQUIN.formats[0]
form = replace(form, likeness=when("likeness", lambda text: 0), parse=parse)
maker = replace(TAQUIN.making.generators[0], kernel="", run=when("generate", TAQUIN.making.generators[0].run))
if FAILS == "generate":
    maker = replace(maker, run=even)
GAME = replace(
    TAQUIN,
    id="broken",
    package=__package__,
    formats=(form,),
    problems=problems,
    solvers=tuple(replace(one, kernel="", run=when("solve", one.run)) for one in TAQUIN.solvers),
    making=replace(TAQUIN.making, generators=(maker,)),
)
'''
NAMED = "an error in the plugin 'broken' ("
PLANTED = ": ZeroDivisionError: planted)"


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    folder = tmp_path / "plugins" / "broken"
    folder.mkdir(parents=True)
    return folder


def run(plugin: Path, fails: str, *arguments: str) -> tuple[int, list[str], list[str]]:
    (plugin / "game.py").write_text(GAME.replace("{fails}", fails), "utf-8")
    games = f"{ROOT / 'tests' / 'plugins'}:{plugin}"
    command = [sys.executable, "-m", "cassetete", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(CASSETETE_GAMES=games), cwd=ROOT, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def place(plugin: Path) -> str:
    return f"{NAMED}{plugin / 'game.py'}:"


def test_files_of_other_games_are_recognised_without_it(plugin: Path, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("_S\n_G\n", "utf-8")
    code, out, err = run(plugin, "likeness", "check", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    assert code == 0 and len(out) == 2
    assert len(err) == 1 and err[0].startswith(place(plugin)) and err[0].endswith(PLANTED)


@pytest.mark.parametrize("fails", ["parse", "problems"])
def test_its_own_files_are_unreadable(plugin: Path, fails: str, tmp_path: Path) -> None:
    file = tmp_path / "level.taquin"
    file.write_text("# title: planted\n1|2\n3|0\n", "utf-8")
    code, _out, err = run(plugin, fails, "solve", "--game", "broken", str(file))
    assert code == 3
    assert len(err) == 1 and err[0].startswith(f"{file}: {place(plugin)}") and err[0].endswith(PLANTED)


def test_the_other_levels_of_a_batch_are_solved(plugin: Path, tmp_path: Path) -> None:
    level = "1|2\n0|3\n"
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(level, "utf-8")
    paths = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
    code, out, err = run(plugin, "solve", "solve", "--game", "broken", *paths)
    assert (code, out) == (70, [])
    assert [line.split(": ")[0] for line in err] == paths
    assert all(place(plugin) in line and line.endswith(PLANTED) for line in err)


def test_the_other_seeds_are_made(plugin: Path) -> None:
    code, out, err = run(plugin, "generate", "generate", "broken", "--seed", "0", "--count", "3")
    assert code == 70 and out
    assert len(err) == 1 and err[0].startswith("seed 1: an error in the plugin 'broken'")
