"""Disks and databases that refuse: a full disk, a read-only home, a store that is locked, newer or another program's.

Each command ends with one of its exit codes, says what it cannot write, and leaves no half-written file; a game that is
won is kept, or it is said that nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from report import Campaign

from cassetete.app.store import FILE, Store

PLAY = ["play", "ricosheep", "1", "--terminal"]
WINNING = "RD\n"

WRITING = [
    PLAY,
    ["records"],
    ["solve", "sokoban:1"],
    ["profile", "export", "profile.json"],
    ["convert", "sokoban:1", "-o", "level.xsb"],
    ["print", "sokoban:1", "-o", "page.svg"],
    ["show", "sokoban:1", "-o", "page.svg"],
    ["generate", "pushit", "-o", "made", "--seconds", "1"],
    ["hardest", "ricosheep", "--size", "2x2", "--resume", "hunt.jsonl", "--seconds", "1"],
    ["doctor"],
    ["report"],
]

GOOD = {0, 1, 2, 64, 74}
SAID = ("nothing is saved", "cannot be written", "No space left", "Read-only", "later version", "set aside")

FULL = (
    'mount -t tmpfs -o size="$1" none "$2" && cd "$2" && cp -a "$3/." . && (dd if=/dev/zero of=fill bs=1k; true) 2>&-'
)
FULL += ' && truncate -s "-$4" fill && shift 4 && "$@"; code=$?; cp -a . "$KEPT"; exit $code'
READ_ONLY = 'mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" && cd "$2" && shift 4 && exec "$@"'


def namespaces() -> bool:
    """Whether a user may mount here, in a namespace of their own."""
    if shutil.which("unshare") is None:
        return False
    done = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], stderr=subprocess.DEVNULL, check=False
    )
    return done.returncode == 0


def ran(words: list[str], profile: Path, folder: Path, before: list[str] | None = None) -> tuple[int, str]:
    """Exit code and output of a command, whose home and profile are in a folder; `before` starts it."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_STATE_HOME": str(folder / "state")}
    command = [sys.executable, "-P", "-m", "cassetete", *words]
    if words[0] in ("play", "records", "profile"):
        command += ["--profile", str(profile)]
    done = subprocess.run(
        [*(before or []), *command],
        env={**os.environ, **home, "KEPT": str(folder.parent / "kept")},
        cwd=folder,
        input=WINNING,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def wrong(code: int, said: str, left: Path) -> str:
    """What is wrong with the end of a command."""
    if code not in GOOD or "Traceback" in said:
        return f"code {code}: {said[-300:]}"
    drafts = [path.name for path in left.rglob("*.tmp")]
    return f"left {drafts}" if drafts else ""


def won(profile: Path) -> bool:
    """Whether a won game is kept."""
    with Store(profile) as store:
        return bool(store.read("SELECT 1 FROM scores"))


def full_disk(dice: random.Random, folder: Path) -> str:
    """A small disk with a few free kilobytes, with or without a profile that was there before."""
    disk, kept, whole = folder / "disk", folder / "kept", folder / "whole"
    for path in (disk, kept, whole):
        path.mkdir()
    if dice.random() < 0.5:
        Store(whole / "profile").close()
    free = f"{dice.choice((0, 1, 4, 8, 32, 100))}k"
    words = dice.choice(WRITING) if dice.random() < 0.6 else PLAY
    before = ["unshare", "-rm", "sh", "-c", FULL, "sh", f"{dice.choice((400, 600, 900))}k", str(disk), str(whole), free]
    code, said = ran(words, disk / "profile", disk, before)
    fault = wrong(code, said, kept)
    if not fault and words is PLAY and not any(part in said for part in SAID) and not won(kept / "profile"):
        fault = f"the game is not kept, and nothing was said: {said[-300:]}"
    return f"{' '.join(words)} with {free} free: {fault}" if fault else ""


def read_only_home(dice: random.Random, folder: Path) -> str:
    """Nothing can be written, with or without a profile."""
    disk = folder / "disk"
    disk.mkdir()
    if dice.random() < 0.5:
        Store(disk / "profile").close()
    words = dice.choice(WRITING)
    before = ["unshare", "-rm", "sh", "-c", READ_ONLY, "sh", "", str(disk), "", ""]
    code, said = ran(words, disk / "profile", disk, before)
    fault = wrong(code, said, disk)
    if not fault and words is PLAY and not any(part in said for part in SAID):
        fault = f"nothing was said: {said[-300:]}"
    return f"{' '.join(words)}: {fault}" if fault else ""


@contextlib.contextmanager
def profile_with(folder: Path, statement: str) -> Iterator[sqlite3.Connection]:
    """A profile whose database another program has a hand on."""
    Store(folder).close()
    with contextlib.closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute(statement)
        yield db


def locked(dice: random.Random, folder: Path) -> str:
    """Another program holds the database for the whole game."""
    with profile_with(folder / "profile", dice.choice(("BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"))):
        code, said = ran(PLAY, folder / "profile", folder)
    fault = wrong(code, said, folder)
    if not fault and not any(part in said for part in (*SAID, "another program")) and not won(folder / "profile"):
        fault = f"the game is not kept, and nothing was said: {said[-300:]}"
    return fault


def newer(_dice: random.Random, folder: Path) -> str:
    """A later version has written the database: it stays as it is."""
    with profile_with(folder / "profile", "PRAGMA user_version = 99"):
        pass
    before = (folder / "profile" / FILE).read_bytes()
    code, said = ran(PLAY, folder / "profile", folder)
    if (folder / "profile" / FILE).read_bytes() != before:
        return "the file of a later version was changed"
    return wrong(code, said, folder) or ("" if any(part in said for part in SAID) else f"nothing was said: {said}")


def foreign(_dice: random.Random, folder: Path) -> str:
    """The database is another program's: it is set aside, whole, and a new one begun."""
    (folder / "profile").mkdir()
    with contextlib.closing(sqlite3.connect(folder / "profile" / FILE)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
        db.execute("INSERT INTO bookmarks VALUES ('kept')")
        db.commit()
    code, said = ran(PLAY, folder / "profile", folder)
    aside = [path for path in (folder / "profile").iterdir() if "damaged" in path.name]
    if len(aside) != 1 or b"kept" not in aside[0].read_bytes():
        return f"the other program's file is not set aside: {said[-300:]}"
    return wrong(code, said, folder) or ("" if won(folder / "profile") else f"not kept: {said[-300:]}")


ATTACKS: dict[str, Callable[[random.Random, Path], str]] = {
    "full disk": full_disk,
    "read-only home": read_only_home,
    "locked": locked,
    "newer": newer,
    "foreign": foreign,
}
MOUNTING = ("full disk", "read-only home")


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many commands, each with one of the attacks; the first two need Linux, where a user may mount."""
    dice = random.Random(seed)
    names = list(ATTACKS)
    if not namespaces():
        print(f"disks: without {' and '.join(MOUNTING)}: nothing can be mounted here", flush=True)
        names = [name for name in names if name not in MOUNTING]
    while campaign.tried < count:
        name = names[campaign.tried % len(names)]
        with tempfile.TemporaryDirectory() as folder:
            fault = ATTACKS[name](dice, Path(folder))
        campaign.add(name)
        campaign.note(f"{name}: {fault or 'good'}")
        campaign.check(not fault, f"{name}: {fault}")
