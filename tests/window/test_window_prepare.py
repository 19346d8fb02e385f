"""The first start: the fast solvers are compiled in the background, the window says how far that is, and a search that
was begun without them goes on with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cassetete.app.levels.lessons import FIRST_LESSON
from cassetete.app.store import Store
from processes import TESTS
from window.conftest import prepare
from window.driver import Player, children, until

SAID = "preparing the fast solvers, once, for a minute or two: {} of 2"


@pytest.fixture
def first_start(display: str, tmp_path: Path) -> Iterator[Player]:
    """The program with an empty cache, and a game whose kernels compile until the test lets them end."""
    pytest.importorskip("numba", reason="nothing is compiled without numba")
    prepare(tmp_path / "profile", "Ada", lessons=False)
    with Store(tmp_path / "profile") as store:
        store.finish_lesson("slow_to_compile", FIRST_LESSON)
    (tmp_path / "cache").mkdir()
    player = Player(
        display,
        tmp_path / "profile",
        command=(sys.executable, str(Path(__file__).with_name("preparing.py"))),
        CASSETETE_CACHE=str(tmp_path / "cache"),
        CASSETETE_GAMES=os.pathsep.join(str(TESTS / name) for name in ("plugins", "slow_to_compile")),
        CASSETETE_JIT="1",
        CASSETETE_NO_WARM="",
        COMPILING=str(tmp_path),
    )
    yield player
    player.stop()


def compilers(pid: int) -> list[int]:
    """The processes for compiling that a process has started, or one of those it started."""
    found = []
    for child in children(pid):
        try:
            compiles = b"cassetete.app.solving.kernels" in Path(f"/proc/{child}/cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        found += [child] if compiles else compilers(child)
    return found


def test_the_first_start_compiles_in_the_background_and_a_search_goes_on(first_start: Player, tmp_path: Path) -> None:
    player = first_start
    player.reads(SAID.format(1))
    player.press(("game", "slow_to_compile"))
    player.on("LevelsScreen")
    player.press(("level", 0))
    player.on("PlayScreen")
    player.command("solve")
    words = player.reads(SAID.format(1)).words
    assert "Esc stops" in words, "the search goes on meanwhile"
    until(lambda: len(compilers(player.process.pid)) > 1, "a search that wants the kernel too")
    begun = tmp_path / "solver.begun"
    until(lambda: begun.exists() and begun.read_text("ascii") != "", "the compiling itself")
    assert len(begun.read_text("ascii").split()) == 1, "one process compiles, the search waits for the same"

    (tmp_path / "solver.done").touch()
    player.won()  # the endless search was given up for the fast one
    until((tmp_path / "generator.begun").exists, "the next kernel")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.keys("Escape")
    player.until(lambda frame: frame.screen == "HomeScreen" and SAID.format(2) in frame.words)
    (tmp_path / "generator.done").touch()
    player.until(lambda frame: frame.screen == "HomeScreen" and "preparing" not in frame.words)
    assert len(begun.read_text("ascii").split()) == 1
