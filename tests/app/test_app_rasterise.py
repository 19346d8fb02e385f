"""Large pictures are drawn in another process, which never outlives the limits of the command."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cassetete.app.levels import rasterise
from cassetete.app.processes import spawn
from cassetete.cli.main import main
from cassetete.core.answers import MEMORY_LIMIT
from cassetete.core.checkpoint import LimitReached
from cassetete.scene import raster
from cassetete.speed.budget import process_memory, resident_memory

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{n}" height="{n}" viewBox="0 0 2 2">'
SQUARE = SVG + '<rect width="1" height="2"/></svg>'
ENDLESS = "import time\ndef main(*_):\n    while True:\n        time.sleep(60)\n"
Process = subprocess.Popen[bytes]


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that were started."""
    found: list[Process] = []
    start = spawn.start

    def noted(*words: str, stdout: int, stderr: None) -> Process:
        found.append(start(*words, stdout=stdout, stderr=stderr))
        return found[-1]

    monkeypatch.setattr(spawn, "start", noted)
    return found


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasterise, "_MUCH_TEXT", 0)


@pytest.fixture
def endless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, children: list[Process], all_are_large: None
) -> Callable[[], float]:
    """Drawing never ends; a clock on which the time is over as soon as it has begun."""
    (tmp_path / "endless_drawing.py").write_text(ENDLESS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(rasterise, "_CHILD", "endless_drawing")
    clock = time.perf_counter
    return lambda: clock() + 1e6 * len(children)


@pytest.mark.usefixtures("all_are_large")
def test_another_process_draws_the_same_picture(children: list[Process]) -> None:
    picture = SQUARE.format(n=20)
    assert rasterise.png(picture, 40) == raster.png(picture, 40)
    assert [process.poll() is not None for process in children] == [True]


@pytest.mark.usefixtures("all_are_large")
def test_what_cannot_be_drawn_is_the_same_error(children: list[Process]) -> None:
    with pytest.raises(ValueError) as here:
        raster.png("<svg")
    with pytest.raises(ValueError) as there:
        rasterise.png("<svg")
    assert str(there.value) == str(here.value) and len(children) == 1


def test_a_small_picture_needs_no_process(children: list[Process]) -> None:
    assert rasterise.png(SQUARE.format(n=20)) == raster.png(SQUARE.format(n=20))
    assert children == []


def test_a_picture_has_a_greatest_size_unless_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def drawn(_svg: str, width: int | None) -> bytes:
        asked.append(width)
        return b""

    monkeypatch.setattr(rasterise, "_in_child", drawn)
    for width in (None, 9000):
        rasterise.png(SQUARE.format(n=9600), width)
    assert asked == [rasterise.LONGEST, 9000]


@pytest.mark.parametrize("command", ["show", "print"])
def test_the_time_limit_ends_a_drawing_that_never_ends(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    children: list[Process],
    endless: Callable[[], float],
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(time, "perf_counter", endless)
    target = tmp_path / "out" / "x.png"
    target.parent.mkdir()
    assert main([command, "sokoban:1", "-o", str(target), "--seconds", "100000"]) == 2
    assert "the time limit was reached" in capsys.readouterr().err
    assert [process.returncode is not None for process in children] == [True]
    assert list(target.parent.iterdir()) == []


@pytest.mark.usefixtures("endless")
def test_the_memory_of_the_process_that_draws_counts(children: list[Process], monkeypatch: pytest.MonkeyPatch) -> None:
    most = resident_memory() + 1_000_000_000
    monkeypatch.setattr(rasterise, "resident_memory", lambda pid=None: resident_memory() if pid is None else most)
    with process_memory(most), pytest.raises(LimitReached) as reached:
        rasterise.png(SQUARE.format(n=20))
    assert reached.value.why == MEMORY_LIMIT
    assert [process.returncode is not None for process in children] == [True]


@pytest.mark.usefixtures("endless")
def test_ctrl_c_ends_a_drawing_that_never_ends(children: list[Process], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rasterise.png(SQUARE.format(n=20))
    assert [process.returncode is not None for process in children] == [True]
