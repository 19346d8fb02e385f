"""Time and memory limits: every solver on every hard level, each in a process of its own, measured from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from hard_levels import hard_levels
from report import Campaign

SECONDS, MEGABYTES = 1.0, 400


def solvers_of(game: str) -> list[str]:
    """The ids of a game's solvers."""
    from cassetete.app.registry import games

    return [solver.id for solver in games()[game].solvers]


def measured(command: list[str]) -> tuple[int, float, float, dict[str, object]]:
    """Exit code, seconds of CPU, the most megabytes it held, and what it printed as JSON.

    CPU, not the clock: on a machine that does other things too, the clock goes on while the program waits for its turn.
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        output.seek(0)
        text = output.read().decode("utf-8", "replace").strip()
    found = json.loads(text) if text.startswith("{") else {}
    return process.returncode, seconds, usage.ru_maxrss / 1000, found


def run(campaign: Campaign, count: int, seed: int) -> None:
    """The first `count` pairs of level and solver (0: all of them)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "level.txt"
        for level in hard_levels(seed):
            path.write_text(level.text, "utf-8")
            for solver in ["", *solvers_of(level.game)]:
                if count and campaign.tried >= count:
                    return
                command = [sys.executable, "-P", "-m", "cassetete", "solve", "--json", "--game", level.game, str(path)]
                command += ["--seconds", str(SECONDS), "--memory", str(MEGABYTES)]
                command += ["--solver", solver] if solver else []
                code, whole, megabytes, found = measured(command)
                seconds = min(whole, float(str(found.get("seconds", whole))))
                over = seconds - SECONDS
                campaign.figure("overrun of --seconds, at most", over, "s")
                campaign.figure("CPU of the whole command, at most", whole, "s")
                campaign.figure("memory, at most", megabytes, "MB")
                name = f"{level.game} {level.name} by {solver or 'the default'}"
                campaign.note(f"{seconds:6.2f} s  {whole:6.2f} s  {megabytes:6.0f} MB  {found.get('why')}  {name}")
                good = code in (0, 1, 2) and over <= 1 and megabytes <= 1.1 * MEGABYTES
                campaign.check(good, f"{name}: code {code}, {seconds:.2f} s, {megabytes:.0f} MB")
