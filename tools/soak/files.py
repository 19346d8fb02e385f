"""Mutated files through every command: each ends with one of its exit codes, and prints nothing a terminal obeys."""

from __future__ import annotations

import contextlib
import io
import random
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from report import Campaign

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.cli.main import main
from cassetete.session import saves
from cassetete.session.session import begin

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_JUNK = [
    b"\0", b"\xff", b"\x1b[2J", b"\x1b]0;x\x07", b"9" * 400, b"-1", b"1e308", b"\xef\xbb\xbf", b"\r", b"\t",
    "\u202e".encode(), "é".encode(), b"#", b"# title: \x1b[31m\n", b"# optimum: 99999999999\n", b"<!DOCTYPE a [",
    b"&a;", b"{", b'{"moves": ', b"(", b"999(", b"slither/", b"\n\n\n", b" " * 200, b"$" * 120, b";", b"\xed\xa0\x80",
]  # fmt: skip


def originals() -> list[bytes]:
    """Levels of every game in every format, collections, positions and saved games."""
    found: list[bytes] = []
    for game in games().values():
        levels_of = pack(game.id)
        entries = [] if levels_of is None else [levels_of.entry(name) for name in levels_of.names()[:6]]
        for form in game.formats:
            for entry in entries:
                with contextlib.suppress(Exception):
                    found.append(form.dump([entry.level]).encode())
            if form.collection:
                with contextlib.suppress(Exception):
                    found.append(form.dump([entry.level for entry in entries]).encode())
        for entry in entries[:2]:
            session = begin(game, entry.level)
            for move in list(game.rules.moves(entry.level, session.state))[:1]:
                session = session.play((move,))
            found.append(saves.dump(session, entry.source).encode())
    return found


def mutated(dice: random.Random, content: bytes, other: bytes) -> bytes:
    """A few random changes."""
    data = bytearray(content)
    for _change in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(data) + 1)
        kind = dice.randrange(7)
        if kind == 0 and data:
            data[dice.randrange(len(data))] = dice.randrange(256)
        elif kind == 1:
            data[at:at] = dice.choice(_JUNK)
        elif kind == 2:
            del data[at : at + dice.randrange(1, 40)]
        elif kind == 3:
            data[at:at] = data[at : at + dice.randrange(1, 60)] * dice.choice((1, 2, 30))
        elif kind == 4:
            data[at:] = other[dice.randrange(len(other) + 1) :]
        elif kind == 5:
            del data[at:]
        else:
            data[at : at + 1] = bytes([dice.choice(b"0123456789#@$._SGB+x|-=,: ")])
    return bytes(data)


def commands(dice: random.Random, path: str, folder: Path) -> Iterator[list[str]]:
    """Command lines over a file."""
    limits = ["--seconds", "0.3", "--memory", "1500"]
    game = ["--game", dice.choice(list(games()))] if dice.random() < 0.3 else []
    yield ["check", path, *game]
    yield dice.choice(
        [
            ["solve", path, "--json", *limits, *game],
            ["solve", path, "--count", *limits, "--game", "slitherlink"],
            ["show", path, *game],
            ["show", path, "-o", str(folder / "x.svg"), "--level", "1", *game],
            ["convert", path, *game],
            ["convert", path, "--to", "position", *game],
            ["print", path, "-o", str(folder / "x.svg"), *game],
            ["grade", path, *limits, *game],
            ["explain", path, *limits, *game],
            ["replay", path, "UDLR", "--level", "1", *game],
            ["replay", "sokoban:1", path],
            ["improve", path, "UDLR", "--level", "1", *limits, *game],
            ["perft", path, "--depth", "1", "--level", "1", *game],
            ["hardest", "ricosheep", "--size", "2x2", "--tasks", "0", "--resume", path],
        ]
    )


GOOD = {0, 1, 2, 3, 64}


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many files, two commands each."""
    dice = random.Random(seed)
    pool = originals()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while campaign.tried < count:
            content = mutated(dice, dice.choice(pool), dice.choice(pool))
            path = folder / f"level{dice.choice(('.txt', '.xsb', '.slc', '.save', '.sok'))}"
            path.write_bytes(content)
            fault = ""
            for command in commands(dice, str(path), folder):
                said = io.StringIO()
                began = time.process_time()
                try:
                    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                        code = main(command)
                except BaseException as error:
                    code = -1
                    said.write(f"{type(error).__name__}: {error}")
                campaign.figure("CPU of one command, at most", time.process_time() - began, "s")
                text = said.getvalue()
                unsafe = _UNSAFE.search(text) if command[0] != "convert" else None
                if code not in GOOD or "Traceback" in text or unsafe:
                    kept = Path(tempfile.gettempdir()) / f"soak-{seed}-{campaign.tried}{path.suffix}"
                    kept.write_bytes(content)
                    fault = f"{command[0]} gave {code} on {kept}: {text[-200:]!r}"
            campaign.check(not fault, fault)
            for left in folder.iterdir():
                left.unlink()
