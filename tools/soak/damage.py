"""Damaged, cut and newer databases: the store opens, goes on, and says what happened; nothing is lost unsaid."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from report import Campaign

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import FILE, Store, level_key
from cassetete.core.lengths import Totals
from cassetete.session.session import Record, begin


def filled(folder: Path) -> None:
    """A profile with scores and saved games, and a good copy of it."""
    with Store(folder) as store:
        store.player = "Ada"
        for game in games().values():
            found = pack(game.id)
            assert found is not None
            for name in found.names()[:4]:
                level = found.entry(name).level
                store.win(game, level, Record(Totals(9, 1, 9), 10.0, 0, False))
                store.keep(begin(game, level), f"{game.id}:{name}")
    Store(folder).close()


def harmed(dice: random.Random, path: Path) -> str:
    """Do something to the file; what."""
    data = bytearray(path.read_bytes())
    kind = dice.randrange(6)
    at = dice.randrange(len(data))
    if kind < 3:
        data[at] ^= dice.randrange(1, 256)
        path.write_bytes(data)
        return f"byte {at}"
    if kind == 3:
        del data[at:]
        path.write_bytes(data)
        return f"cut at {at}"
    if kind == 4:
        data[at : at + 512] = dice.randbytes(512)
        path.write_bytes(data)
        return f"512 bytes at {at}"
    with closing(sqlite3.connect(path)) as db:
        statement = dice.choice(
            [
                "PRAGMA user_version = -1",
                "PRAGMA user_version = 99",
                "DROP TABLE scores",
                "UPDATE running SET save = x'00'",
            ]
        )
        db.execute(statement)
        db.commit()
    return statement


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many harmed files."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        filled(whole)
        game = games()["sokoban"]
        found = pack("sokoban")
        assert found is not None
        keys = [level_key(game, found.entry(one).level) for one in found.names()[:4]]
        while campaign.tried < count:
            folder = Path(name) / "harmed"
            shutil.copytree(whole, folder)
            what = harmed(dice, folder / FILE)
            fault = ""
            try:
                with Store(folder) as store:
                    told = store.notice is not None
                    kept = sum(bool(store.top(key)) for key in keys)
                    if kept < len(keys) and not told:
                        fault = "scores were lost and nothing was said"
                    store.set("theme", "dark")
                    if store.setting("theme") != "dark":
                        fault = "it does not go on"
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
            campaign.check(not fault, f"{what}: {fault}")
            shutil.rmtree(folder)
