"""Kills at random moments, of a process that writes the store and of a window that is played: no move is lost."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from report import Campaign
from windows import Unwindowed, display

from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.session import saves

if TYPE_CHECKING:
    from window.driver import Frame

WRITER = """
import random, sys
from pathlib import Path
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.session.session import begin
game = games()["sokoban"]
level = pack("sokoban").entry("bakery").level
dice = random.Random(int(sys.argv[2]))
with Store(Path(sys.argv[1])) as store:
    session = begin(game, level)
    while True:
        session = session.play((dice.choice(list(game.rules.moves(level, session.state))),))
        store.keep(session)
        store.set("n", len(session.moves))
        print(len(session.moves), flush=True)
"""
"""Each move of a game is kept as the window keeps it, and then said."""

LEVELS = ("bakery", "carousel", "door")
KEYS = ("Up", "Down", "Left", "Right")


def kept_moves(folder: Path) -> tuple[int, str]:
    """How many moves the game that was left has, replayed by the rules, and what the store says of itself."""
    with Store(folder) as store:
        left = store.latest_game()
        moves = 0 if left is None else len(saves.load(left.save, games()).moves)
        return moves, "" if store.notice is None else str(store.notice)


def killed_writer(folder: Path, dice: random.Random) -> str:
    """Kill a writer at some moment; what is wrong with its store then."""
    command = [sys.executable, "-P", "-c", WRITER, str(folder), str(dice.randrange(1000))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    time.sleep(dice.uniform(0.0, 0.3))
    process.kill()
    lines += process.stdout.read().splitlines()
    process.wait()
    said = int([line for line in lines if line.strip().isdigit()][-1])
    kept, notice = kept_moves(folder)
    if notice:
        return f"notice: {notice}"
    return "" if kept in (said, said + 1) else f"said {said} moves, kept {kept}"


def shown_moves(frames: list[Frame]) -> int:
    """The number of moves on the panel that was drawn last."""
    numbers = [
        int(frame.texts[frame.texts.index("Moves") + 1].replace("\u202f", ""))
        for frame in frames
        if "Moves" in frame.texts
    ]
    return numbers[-1] if numbers else 0


def killed_window(screen: str, folder: Path, dice: random.Random, campaign: Campaign) -> str:
    """Kill a window in the middle of a burst of keys: the moves that it has shown are kept, and it opens again."""
    from window.conftest import prepare
    from window.driver import Player

    prepare(folder, "Ada", False)
    player = Player(screen, folder, "play", "sokoban", dice.choice(LEVELS))
    try:
        keys = ["key", "--delay", str(dice.choice((1, 8, 30))), *dice.choices(KEYS, k=60)]
        typing = subprocess.Popen(["xdotool", *keys], env=player.environment, stderr=subprocess.DEVNULL)
        first = dice.randrange(3)
        player.until(lambda frame: shown_moves([frame]) >= first)
        time.sleep(dice.uniform(0.0, 0.5))
        player.kill()
        typing.kill()
        typing.wait()
        shown = shown_moves(player.frames())
    finally:
        player.stop()
    kept, notice = kept_moves(folder)
    campaign.add("moves shown by killed windows", shown)
    if notice:
        return f"notice: {notice}"
    return "" if kept >= shown else f"{shown} moves were shown, {kept} are kept"


@contextlib.contextmanager
def some_display() -> Iterator[str | None]:
    """An X server, if there can be one."""
    with contextlib.ExitStack() as stack:
        try:
            name = stack.enter_context(display())
        except Unwindowed as error:
            print(f"kills: no windows, {error}", flush=True)
            name = None
        yield name


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many kills: two of three of a writer, the others of a window, where windows can be opened."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, some_display() as screen:
        while campaign.tried < count:
            folder = Path(name) / f"profile{campaign.tried}"
            if campaign.tried % 3 == 2 and screen is not None:
                fault = killed_window(screen, folder, dice, campaign)
                campaign.add("of windows")
                campaign.check(not fault, f"window: {fault}")
            else:
                fault = killed_writer(folder, dice)
                campaign.check(not fault, f"writer: {fault}")
