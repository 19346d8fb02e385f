"""Windows under attack: random keys and clicks with the memory watched, two windows on one profile, sizes from 1x1 to
4000x3000, a removed profile, a store that is held, a damaged cache, and an X server that dies."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report import Campaign

TESTS = Path(__file__).parents[2] / "tests"
sys.path.append(str(TESTS))

if TYPE_CHECKING:
    from window.driver import Player

KEYS = """
    Up Down Left Right Return Escape Tab space BackSpace a y h s r n p v e g F1 F2 F3 F5 F9 question plus minus 1 2
    asciitilde slash ctrl+v ctrl+c ctrl+o ctrl+s ctrl+z
""".split()  # noqa: SIM905  # easier to read
FLAT = 1.25
"""The most memory of the last third of a long run, as a share of the most of its first two thirds."""
LONG = 120.0


class Unwindowed(Exception):
    """Windows cannot be opened here."""


@contextlib.contextmanager
def display() -> Iterator[str]:
    """An X server."""
    from window.display import x_server
    from window.driver import missing_tools

    if missing_tools():
        raise Unwindowed(f"missing: {', '.join(missing_tools())}")
    with x_server("4000x3000") as name:
        yield name


@contextlib.contextmanager
def window(profile: Path, *arguments: str) -> Iterator[Player]:
    """A window of its own on an X server of its own."""
    from window.conftest import prepare
    from window.driver import Player

    with display() as name:
        prepare(profile, "Ada", False)
        player = Player(name, profile, *arguments)
        try:
            yield player
        finally:
            player.stop()


def memory_of(pid: int) -> float:
    """The megabytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * 4096 / 1e6


def monkey(player: Player, dice: random.Random, seconds: float, campaign: Campaign) -> str:
    """Random keys, clicks and sizes for so long; what went wrong."""
    began = time.monotonic()
    held: list[tuple[float, float]] = []
    while (passed := time.monotonic() - began) < seconds:
        if player.process.poll() is not None:
            return (
                f"the window ended after {len(held)} events with {player.process.returncode}: {player.output()[-300:]}"
            )
        kind = dice.random()
        if kind < 0.55:
            player.keys(*dice.choices(KEYS, k=dice.randrange(1, 6)))
        elif kind < 0.95:
            x, y = dice.randrange(1080), dice.randrange(760)
            player._do("mousemove", "--window", player.window, x, y, "click", dice.choice((1, 1, 1, 3)))
        else:
            width, height = dice.choice(((1, 1), (200, 200), (1080, 760), (1640, 1000), (4000, 3000)))
            player._do("windowsize", player.window, width, height)
        with contextlib.suppress(OSError):  # it has just ended
            held.append((passed, memory_of(player.process.pid)))
        player._seen.clear()  # hours of frames
        player._acted = 0
    campaign.add("random events", len(held))
    campaign.figure("memory of a window, at most", max((size for _at, size in held), default=0), "MB")
    early = max((size for at, size in held if at < seconds * 2 / 3), default=0)
    late = max((size for at, size in held if at >= seconds * 2 / 3), default=0)
    campaign.figure("most memory late, of that early", 100 * late / early if early else 0, "%")
    try:
        for width, height in ((1000, 700), (1080, 760)):
            player.resize(width, height)
    except AssertionError:
        return f"the window draws nothing any more after {len(held)} events"
    return f"memory grew from {early:.0f} to {late:.0f} MB" if seconds >= LONG and late > FLAT * early else ""


def attacks(dice: random.Random, seconds: float, folder: Path, campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Each attack once: its name, and what went wrong."""
    from window.driver import Player, until

    with window(folder / "monkey") as player:
        yield "monkey", monkey(player, dice, seconds, campaign)
    with window(folder / "two", "play", "sokoban", "round") as first:
        second = Player(first.environment["DISPLAY"], folder / "two", "play", "sokoban", "round")
        faults = ""
        try:
            for turn in range(10):
                player = (first, second)[turn % 2]
                player._do("windowfocus", player.window)
                faults = faults or monkey(player, dice, min(seconds / 20, 30), campaign)
        finally:
            second.stop()
        yield "two windows on one profile", faults
    with window(folder / "removed", "play", "sokoban", "round") as player:
        shutil.rmtree(folder / "removed")
        player.keys("Up", "Right")
        said: Any = until(lambda: any("removed" in frame.words for frame in player.frames()), "the notice")
        yield "profile folder removed", "" if said and player.process.poll() is None else "nothing was said"
    yield "the store is held by another program", _held(folder / "held")
    yield "the cache is emptied and removed", _without_cache(folder / "cache")
    yield "the X server dies", _without_server(folder / "dying")


def _held(profile: Path) -> str:
    """Keys while another process has locked the store: all are drawn, and all are kept once it is free."""
    from cassetete.app.store import Store
    from window.driver import until

    with window(profile, "play", "sokoban", "round") as player:
        player.keys("Up")
        player.running(lambda session: len(session.moves) == 1)
        other = sqlite3.connect(profile / "cassetete.sqlite", isolation_level=None, timeout=20)
        try:
            other.execute("BEGIN EXCLUSIVE")
            drawn = len(player.frames())
            for turn in range(20):
                player.keys("Right" if turn % 2 == 0 else "Left")
            held = "in use by another program"
            until(lambda: any(held in frame.words for frame in player.frames()[drawn:]), "the notice")
            other.execute("ROLLBACK")
        finally:
            other.close()
        player.keys("Right")
        player.running(lambda session: len(session.moves) == 22)
        frames = len(player.frames()) - drawn
        player.keys("ctrl+q")
        code = player.ended()
    with Store(profile) as store:
        if store.notice is not None:
            return f"the store: {store.notice}"
    return "" if code == 0 and frames > 0 else f"ended with {code}, {frames} frames drawn meanwhile"


def _without_cache(profile: Path) -> str:
    """Pictures in the cache emptied, cut and removed while a window draws at other sizes."""
    cache = profile.with_name("pictures")
    with environment_of(XDG_CACHE_HOME=str(cache)), window(profile, "play", "sokoban", "round") as player:
        player.resize(1000, 700)
        for number, size in enumerate(((900, 640), (1080, 760), (1200, 800), (1000, 700))):
            for file in sorted(cache.rglob("*.png")):
                if number == 0:
                    file.write_bytes(b"")
                elif number == 1:
                    file.write_bytes(file.read_bytes()[:30])
                else:
                    file.unlink()
            if number == 3:  # the window may write into it at this very moment
                shutil.rmtree(cache, ignore_errors=True)
            player.resize(*size)
            player.keys("Up", "Down")
        if player.process.poll() is not None:
            return f"the window ended with {player.process.returncode}: {player.output()[-300:]}"
        said = [frame.words for frame in player.frames() if "error" in frame.words]
        return f"an error was said: {said[0]}" if said else ""


@contextlib.contextmanager
def environment_of(**variables: str) -> Iterator[None]:
    """More variables for the programs that are started."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _without_server(profile: Path) -> str:
    """Kill the X server under a window: the program ends, none of its processes stays, and its store is whole."""
    from cassetete.app.store import Store
    from window.conftest import prepare
    from window.display import _x_server
    from window.driver import Player

    server, number = _x_server("1280x900", 96)
    prepare(profile, "Ada", False)
    player = Player(f":{number}", profile, "play", "sokoban", "round")
    try:
        player.keys("Up", "Right")
        player.running()
        server.kill()
        server.wait()
        code = player.ended()
    finally:
        player.stop()
        server.kill()
        server.wait()
    with Store(profile) as store:
        if store.notice is not None or store.latest_game() is None:
            return f"the store: {store.notice}"
    return "" if code != 0 else "the program ended with 0"


def run(campaign: Campaign, count: int, seed: int) -> None:
    """Every attack, the monkey for `count` seconds."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        try:
            for attack, fault in attacks(dice, float(count), Path(name), campaign):
                campaign.note(attack)
                campaign.check(not fault, f"{attack}: {fault}")
        except Unwindowed as error:
            print(f"windows: skipped, {error}", flush=True)
