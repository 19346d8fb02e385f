"""Mutated files through every command: each ends with one of its exit codes, and prints nothing a terminal obeys."""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

from damage import filled
from report import Campaign

from cassetete.app.hunts.results import TaskResult
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.app.store.transfer import export_profile
from cassetete.cli.main import main
from cassetete.session import saves
from cassetete.session.session import begin

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_JUNK = [
    b"\0", b"\xff", b"\x1b[2J", b"\x1b]0;x\x07", b"9" * 400, b"-1", b"1e308", b"\xef\xbb\xbf", b"\r", b"\t",
    "\u202e".encode(), "é".encode(), b"\\ud800", b"\\u001b[2J", b"NaN", b"null", b"[" * 2000,
    b"#", b"# title: \x1b[31m\n", b"# optimum: 99999999999\n", b"<!DOCTYPE a [",
    b"&a;", b"{", b'{"moves": ', b"(", b"999(", b"slither/", b"\n\n\n", b" " * 200, b"$" * 120, b";", b"\xed\xa0\x80",
]  # fmt: skip


def originals(folder: Path) -> list[bytes]:
    """Levels of every game in every format, collections, positions, saved games, and what else commands read: a profile
    that was exported, the results of a hunt, what `solve --json` writes."""
    filled(folder)
    with Store(folder) as store:
        found = [export_profile(store).encode()] * 4
    found += [_hunted("ricosheep 2x2").encode(), b'{"level": 1, "verdict": "solved", "moves": "UDLR"}\n']
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


def _hunted(size: str) -> str:
    """The results file of a hunt, of a few lines."""
    values = {"str": size, "int": 3, "bool": True, "float": 0.5}
    result = TaskResult(**{field.name: values[str(field.type)] for field in fields(TaskResult)})
    return result.line * 5


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
    """Command lines over a file: `check`, and one of the others."""
    limits = ["--seconds", "0.3", "--memory", "1500"]
    game = ["--game", dice.choice(list(games()))] if dice.random() < 0.3 else []
    page = str(folder / "x.svg")
    form = dice.choice([form.id for game in games().values() for form in game.formats])
    yield ["check", path, *game]
    if Path(path).read_bytes().startswith(b'{\n "kind"'):
        yield ["profile", "import", path, "--profile", str(folder / "profile")]
        yield ["records", "--profile", str(folder / "profile")]
        return
    yield dice.choice(
        [
            ["solve", path, "--json", *limits, *game],
            ["solve", "-", "--json", *limits, *game],
            ["solve", path, "--count", *limits, "--game", "slitherlink"],
            ["solve", path, "--facts", *limits, "--game", "slitherlink"],
            ["solve", path, "--all", "3", *limits, *game],
            ["show", path, *limits, *game],
            ["show", path, "--solution", *limits, *game],
            ["show", path, "-o", page, "--level", "1", *game],
            ["convert", path, *game],
            ["convert", path, "--to", "position", *game],
            ["convert", path, "--to", form, *game],
            ["print", path, "-o", page, *limits, *game],
            ["print", path, "-o", str(folder / "x.pdf"), "--level", "1", *limits, *game],
            ["grade", path, *limits, *game],
            ["explain", path, *limits, *game],
            ["replay", path, "UDLR", "--level", "1", *game],
            ["replay", path, "-", "--level", "1", *game],
            ["replay", "sokoban:1", path],
            ["improve", path, "UDLR", "--level", "1", *limits, *game],
            ["perft", path, "--depth", "1", "--level", "1", *limits, *game],
            ["hardest", "ricosheep", "--size", "2x2", "--tasks", "0", "--resume", path],
            ["profile", "import", path, "--profile", str(folder / "profile")],
        ]
    )


GOOD = {0, 1, 2, 3, 64}


@contextlib.contextmanager
def standard_input(content: bytes) -> Iterator[None]:
    """A file as standard input."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(content), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def ran(command: list[str], content: bytes, folder: Path, campaign: Campaign) -> str:
    """Run a command; what is wrong with how it ended, or with what it printed and wrote."""
    said = io.StringIO()
    began = time.process_time()
    try:
        with standard_input(content), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(command)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        code = -1
        said.write(f"{type(error).__name__}: {error}")
    campaign.add(f"by {command[0]}")
    campaign.figure("CPU of one command, at most", time.process_time() - began, "s")
    text = said.getvalue()
    # what `convert` prints is a file; on a terminal it is escaped, which this is not
    unsafe = _UNSAFE.search(text) if command[0] != "convert" else None
    if code not in GOOD or "Traceback" in text or unsafe:
        return f"gave {code}: {text[-200:]!r}"
    for page in folder.glob("*.svg"):
        try:
            ElementTree.parse(page)
        except ElementTree.ParseError as error:
            return f"wrote SVG that is no XML: {error}"
    left = [file.name for file in folder.iterdir() if file.suffix == ".tmp"]
    return f"left {left}" if left else ""


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many files, two commands each."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as name:
        pool = originals(Path(whole))
        folder = Path(name)
        while campaign.tried < count:
            content = mutated(dice, dice.choice(pool), dice.choice(pool))
            path = folder / f"level{dice.choice(('.txt', '.xsb', '.slc', '.save', '.sok'))}"
            path.write_bytes(content)
            faults = []
            for command in commands(dice, str(path), folder):
                if fault := ran(command, content, folder, campaign):
                    kept = Path(tempfile.gettempdir()) / f"soak-{seed}-{campaign.tried}{path.suffix}"
                    kept.write_bytes(content)
                    faults.append(f"{' '.join(command)} on {kept}: {fault}")
            campaign.check(not faults, "; ".join(faults))
            for left in folder.iterdir():
                if left.is_file():
                    left.unlink()
