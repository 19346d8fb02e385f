"""Memory limits: every solver and every other command that can take much, on levels whose searches grow fast."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
from hard_levels import pushit, ricosheep, slitherlink, sokoban, walled_in
from overrun import solvers_of, started
from report import Campaign
from usage import Usage, usage_of

SECONDS = 10.0
WATCH_EVERY = 0.02


def levels() -> dict[str, str]:
    """A level of each game."""
    return {
        "sokoban": sokoban(14, 16, 24, 0),
        "slitherlink": slitherlink(40, 40, 0.05, 0),
        "ricosheep": ricosheep(20, 20, 20, 0),
        "pushit": pushit(10, 0),
        "turtle": walled_in(16, 4),
    }


def commands(folder: Path) -> Iterator[list[str]]:
    """Every solver, then the other commands."""
    paths = {}
    for game, text in levels().items():
        paths[game] = str(folder / f"{game}.txt")
        Path(paths[game]).write_text(text, "utf-8")
    for game, path in paths.items():
        yield ["solve", path, "--game", game]
        for solver in solvers_of(game):
            yield ["solve", path, "--game", game, "--solver", solver]
    grid = str(folder / "grid.txt")
    Path(grid).write_text(slitherlink(14, 14, 0.05, 0), "utf-8")
    yield ["solve", grid, "--count"]
    yield ["solve", grid, "--all", "--solver", "native"]
    yield ["solve", paths["ricosheep"], "--all", "--game", "ricosheep"]
    yield ["grade", paths["slitherlink"]]
    yield ["explain", paths["slitherlink"]]
    yield ["perft", paths["sokoban"], "--depth", "60"]
    yield ["show", paths["sokoban"], "--solution"]
    yield ["hardest", "ricosheep", "--size", "5x5", "--workers", "2"]
    yield ["generate", "sokoban", "--count", "20"]


class Watch:
    """The most that all a process has started held at one time, in megabytes."""

    def __init__(self, pid: int) -> None:
        self.megabytes = 0.0
        self._ended = threading.Event()
        self._process = psutil.Process(pid)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._ended.is_set():
            held = 0
            try:
                for process in self._process.children(recursive=True):
                    held += process.memory_info().rss
            except psutil.Error:
                pass
            self.megabytes = max(self.megabytes, held / 1e6)
            time.sleep(WATCH_EVERY)

    def stop(self) -> None:
        """The process has ended."""
        self._ended.set()
        self._thread.join()


def measured(command: list[str]) -> tuple[Usage, float]:
    """What the command used, and the most megabytes of it with its children at one time."""
    watches: list[Watch] = []

    def watch(starter: int) -> Callable[[], None]:
        watches.append(Watch(starter))
        return watches[0].stop

    return usage_of(command, watch=watch), watches[0].megabytes


def run(campaign: Campaign, count: int, seed: int) -> None:
    """The first `count` commands (0: all of them), with 100 and 250 MB by turns; `seed` says which comes first."""
    with tempfile.TemporaryDirectory() as name:
        for number, command in enumerate(commands(Path(name))):
            if count and campaign.tried >= count:
                return
            limit = (100, 250)[(number + seed) % 2]
            used, tree = measured([*started(command), "--seconds", str(SECONDS), "--memory", str(limit)])
            code, own, said = used.code, used.megabytes, used.said
            campaign.add("ended by the memory limit", "the memory limit was reached" in said)
            campaign.figure("memory of what was allowed, at most", 100 * max(own, tree) / limit, "%")
            what = f"{' '.join(command)}: code {code}, {own:.0f} MB alone, {tree:.0f} MB in all of {limit}"
            campaign.note(f"{what}  {' '.join(said.split())[:60]}")
            good = code in (0, 1, 2) and max(own, tree) <= 1.1 * limit and "Traceback" not in said
            campaign.check(good, what)
