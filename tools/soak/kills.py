"""Kills at random moments, of a process that writes the store and of a window that is played: no move is lost."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from report import Campaign
from windows import Unwindowed, window

from cassetete.app.store import Store

WRITER = """
import sys
from pathlib import Path
from cassetete.app.store import Store
with Store(Path(sys.argv[1])) as store:
    number = 0
    while True:
        number += 1
        store.set("n", number)
        print(number, flush=True)
"""


def killed_writer(folder: Path, seconds: float) -> str:
    """Kill a writer after so long; what is wrong with its store then."""
    process = subprocess.Popen([sys.executable, "-P", "-c", WRITER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    time.sleep(seconds)
    process.kill()
    lines += process.stdout.read().splitlines()
    process.wait()
    whole = [line for line in lines if line.strip().isdigit()]
    said = int(whole[-1])
    with Store(folder) as store:
        if store.notice is not None:
            return f"notice: {store.notice}"
        kept = store.setting("n")
    return "" if kept in (said, said + 1) else f"said {said}, kept {kept}"


def killed_window(folder: Path, dice: random.Random) -> str:
    """Play some moves in a window, kill it, and look what was kept."""
    with window(folder, "play", "sokoban", "round") as player:
        wanted = dice.randrange(1, 12)
        keys = [dice.choice(("Up", "Down", "Left", "Right")) for _move in range(wanted)]
        player.keys(*keys)
        shown = player.until(lambda frame: frame.screen == "PlayScreen")
        before = player.running() if any(text.isdigit() and int(text) for text in shown.texts) else None
        player.kill()
        if before is None:
            return ""
        after = player.running()
        return "" if len(after.moves) >= len(before.moves) else f"{len(before.moves)} moves, {len(after.moves)} kept"


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many kills: nine of ten of a writer, the others of a window, where windows can be opened."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        while campaign.tried < count:
            folder = Path(name) / f"profile{campaign.tried}"
            if campaign.tried % 10 == 9:
                try:
                    campaign.check(not (fault := killed_window(folder, dice)), f"window: {fault}")
                    continue
                except Unwindowed as error:
                    campaign.note(str(error))
            fault = killed_writer(folder, dice.uniform(0.0, 0.3))
            campaign.check(not fault, f"writer: {fault}")
            shutil.rmtree(folder, ignore_errors=True)
