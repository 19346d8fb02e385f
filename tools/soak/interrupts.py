"""Ctrl-C at random moments of every kind of command, from the program's first line on: code 130 or the command's own,
no traceback, no half-written file, no process left, and all within a second of CPU."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from hard_levels import slitherlink, sokoban, turtle
from overrun import HUNTED, LARGEST
from report import Campaign
from winning import sokoban_hall

SCRIPT = "import os, sys\nfrom cassetete.__main__ import start\nos.write(2, b'up')\nsys.exit(start())"
"""What an installed `cassetete` does, and a word that the first line is done. Before that, Ctrl-C is Python's."""

INTERRUPTED = 130

_IDLE = 400
"""So many looks at a process that does nothing: it waits for another one, that compiles for example."""


def commands(folder: Path) -> list[list[str]]:
    """Command lines that end at once, and others that would take minutes: searching, compiling, writing."""
    hall, grid = folder / "hall.txt", folder / "grid.txt"
    hall.write_text(sokoban(24, 24, 72, 0), "utf-8")
    grid.write_text(slitherlink(25, 60, 0.4, 0), "utf-8")
    full, moves, board = folder / "full.txt", folder / "moves.txt", folder / "board.txt"
    for path, text in zip((full, moves), sokoban_hall(50, 50), strict=True):
        path.write_text(text, "utf-8")
    board.write_text(turtle(32, 32, 5, 0), "utf-8")
    hunts = [
        ["hardest", game, "--size", size, "--workers", "1", "--resume", str(folder / "out" / f"{game}.jsonl")]
        for game, size in HUNTED.items()
    ]
    return [
        *hunts,
        ["improve", str(full), str(moves)],
        ["replay", str(full), str(moves)],
        ["perft", str(board), "--depth", "60"],
        ["solve", str(board), "--solver", "idastar"],
        ["show", str(full), "-o", str(folder / "out" / "hall.png")],
        ["print", str(full), "-o", str(folder / "out" / "pages.pdf")],
        ["generate", "turtle", *LARGEST["turtle"], "-o", str(folder / "out")],
        ["--version"],
        ["--help"],
        ["levels", "sokoban"],
        ["check", str(hall)],
        ["solve", str(hall)],
        ["solve", str(hall), "--solver", "optimal"],
        ["solve", str(grid), "--solver", "native"],
        ["solve", str(grid), "--count"],
        ["solve", "turtle:1", "--solver", "native", "--all"],
        ["grade", str(grid)],
        ["explain", str(grid)],
        ["perft", "sokoban:1", "--depth", "60"],
        ["generate", "slitherlink", "--count", "50", "-o", str(folder / "out" / "made.txt")],
        ["hardest", "ricosheep", "--size", "4x4", "--resume", str(folder / "out" / "hunt.jsonl")],
        ["print", "sokoban:1", "-o", str(folder / "out" / "page.svg")],
        ["convert", "sokoban:1", "-o", str(folder / "out" / "level.xsb")],
        ["warm", "--quiet", "pushit"],
        ["doctor"],
    ]


def left_behind(mark: str) -> list[int]:
    """The processes whose environment has a mark; those that are just ending get a moment."""
    for _try in range(100):
        found = []
        for place in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark.encode() in place.read_bytes() and "Z" not in (place.parent / "stat").read_text("ascii"):
                    found.append(int(place.parent.name))
            except (OSError, UnicodeDecodeError):
                continue
        if not found:
            return []
        time.sleep(0.05)
    return found


def _work_for(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a process has worked for so long, or has ended. Not by the clock: a busy machine would let it do
    nothing until then."""
    place = Path(f"/proc/{process.pid}/stat")

    def worked() -> float:
        user, system = place.read_text("ascii", "replace").rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    end = worked() + seconds
    waiting = 0
    while process.poll() is None and worked() < end and waiting < _IDLE:
        before = worked()
        time.sleep(0.005)
        waiting = waiting + 1 if worked() == before else 0


def interrupted(command: list[str], seconds: float, folder: Path, campaign: Campaign, cold: bool) -> str:
    """Ctrl-C after so many seconds of work; what went wrong."""
    mark = uuid.uuid4().hex
    environment = {**os.environ, "CASSETETE_SOAK": mark}
    if cold:  # nothing is compiled yet
        environment["XDG_CACHE_HOME"] = str(folder / f"cache-{mark}")
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", SCRIPT, *command], env=environment, stdout=output, stderr=subprocess.PIPE
        )
        assert process.stderr is not None
        process.stderr.read(2)
        _work_for(process, seconds)
        process.send_signal(signal.SIGINT)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        said = process.stderr.read().decode("utf-8", "replace")
        process.wait()
        campaign.figure("clock until the end, at most", time.monotonic() - began, "s")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    campaign.figure("CPU of a command, at most", after.ru_utime - before.ru_utime, "s")
    campaign.add("ended with 130" if process.returncode == INTERRUPTED else "were done before")
    faults = []
    if process.returncode not in (INTERRUPTED, 0, 1, 2, 3):
        faults.append(f"code {process.returncode}")
    if "Traceback" in said or "Exception ignored" in said:
        faults.append(said[-400:])
    if left := left_behind(mark):
        faults.append(f"processes left: {left}")
    if odd := [path.name for path in (folder / "out").iterdir() if re.search("tmp|part", path.name)]:
        faults.append(f"files left: {odd}")
    return "; ".join(faults)


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many Ctrl-C, most in the first half second, some later; one in five where no kernel is compiled yet."""
    dice = random.Random(seed)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # where it is ignored (a job in the background)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        every = commands(folder)
        while campaign.tried < count:
            command, seconds = dice.choice(every), dice.choice((0.02, 0.1, 0.3, 1.0)) * dice.random()
            cold = dice.random() < 0.2
            shutil.rmtree(folder / "out", ignore_errors=True)
            (folder / "out").mkdir()
            fault = interrupted(command, seconds, folder, campaign, cold)
            what = f"{' '.join(command)} after {seconds:.3f} s{', nothing compiled' if cold else ''}"
            campaign.note(what)
            campaign.check(not fault, f"{what}: {fault}")
