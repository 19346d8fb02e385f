"""Broken plugins: sources, packs, lessons, catalogues and pictures changed in every way. What is wrong is said with its
place, the other games are there, and nothing ends with a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import warnings
from pathlib import Path
from types import FunctionType
from typing import Any

from files import mutated
from report import Campaign

from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.rules_text import rules_text
from cassetete.app.registry import FOLDERS, games
from cassetete.cli.main import main

TAQUIN = Path(__file__).parents[2] / "tests" / "plugins" / "taquin"
_PATIENCE = 60
_OWN = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

PLANTED = [
    "raise SystemExit(0)", "raise SystemExit('gone')", "import sys; sys.exit(3)", "raise BaseException('odd')",
    "class Odd(BaseException):\n    def __str__(self): return 1 / 0\nraise Odd", "raise ValueError('a\\nb\\x1b[2J')",
    "raise ValueError('x' * 10**6)", "1 / 0", "import nothing_of_the_kind", "def f(): return f()\nf()", "GAME = None",
    "GAME = []", "GAME = type('Game', (), {'id': 'taquin'})()", "del GAME", "print('spoken at import')", "(", "\0",
    "from dataclasses import replace\nGAME = replace(GAME, id='sokoban')", "GAME = replace(GAME, id='A b')",
    "GAME = replace(GAME, id='x' * 10**5)", "GAME = replace(GAME, id='con')", "GAME = replace(GAME, title='x')",
    "GAME = replace(GAME, title=_('{nobody}'))", "GAME = replace(GAME, title=_('{'))",
    "GAME = replace(GAME, title=_('a\\x1b[2J'))", "GAME = replace(GAME, title=_('x' * 10**5))",
    "GAME = replace(GAME, title=_(''))", "GAME = replace(GAME, title=_(3))", "GAME = replace(GAME, solvers=())",
    "GAME = replace(GAME, formats=GAME.formats * 2)", "GAME = replace(GAME, rules=None)",
    "GAME = replace(GAME, rules=GAME)", "GAME = replace(GAME, package='nowhere')", "GAME = replace(GAME, package='')",
    "GAME = replace(GAME, package=3)", "GAME = replace(GAME, level_type=int)", "GAME = replace(GAME, problems=len)",
    "GAME = replace(GAME, text=lambda *_a: '\\x1b[2J')", "GAME = replace(GAME, text=lambda *_a: 1 / 0)",
    "GAME = replace(GAME, text=lambda *_a: None)", "GAME = replace(GAME, scene=lambda *_a: None)",
    "GAME = replace(GAME, position=lambda *_a: None)", "GAME = replace(GAME, bind=None)",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], likeness=lambda text: 'much'),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], likeness=lambda text: 10**9),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], parse=lambda text: 3),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], parse=lambda text: [None]),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], parse=lambda text: []),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], dump=lambda levels: b''),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], extensions=()),))",
    "GAME = replace(GAME, formats=(replace(GAME.formats[0], extensions=('',)),))",
    "GAME = replace(GAME, solvers=tuple(replace(s, run=lambda *_a: None, kernel='') for s in GAME.solvers))",
    "GAME = replace(GAME, solvers=tuple(replace(s, run=lambda *_a: iter([3]), kernel='') for s in GAME.solvers))",
    "GAME = replace(GAME, solvers=tuple(replace(s, run=lambda *_a: exit(1), kernel='') for s in GAME.solvers))",
    "GAME = replace(GAME, solvers=tuple(replace(s, kernel='nothing.there') for s in GAME.solvers))",
    "GAME = replace(GAME, rules=replace(GAME.rules, moves=lambda *_a: None)) if hasattr(GAME.rules, 'moves') else None",
]  # fmt: skip
"""What is written at the end of `game.py`."""

NAMES = "from dataclasses import replace\nfrom cassetete.core.message import Catalogue\n_ = Catalogue('taquin')\n"

_VALUES: list[Any] = [
    "one", "two", "", " ", ".", "..", "../one", "/etc/passwd", "a/b", "a\\b", "C:one", "con", "one\0", "one\x1b[2J",
    "\u202eone", "x" * 10**5, "é" * 50, "👩‍👩‍👧", "one.txt", "a:b", "trailing.", "trailing ", 3, -1.5, True, [], {},
    ["one", "one"], [["one"]], [3, "two"], {"en": "A"}, {"fr": "A"}, {"en": 3}, {"en": ""}, {"en": "a\nb\x1b[2J"},
    {"en": "x" * 10**5}, {"en": {"en": "A"}}, [{"title": "A", "levels": ["one"]}], [{"title": {"en": "A"}}],
]  # fmt: skip


def some_toml(dice: random.Random, depth: int = 0) -> Any:
    """Any value that a table may have, mostly of a wrong kind."""
    if depth < 3 and dice.random() < 0.2:
        return [some_toml(dice, depth + 1) for _n in range(dice.randrange(4))]
    if depth < 3 and dice.random() < 0.2:
        return {dice.choice(("en", "fr", "title", "levels", "\x1b")): some_toml(dice, depth + 1) for _n in range(2)}
    return dice.choice(_VALUES)


def toml(value: Any) -> str:
    """A value as TOML (JSON but for tables)."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def odd_pack(dice: random.Random, _old: bytes) -> bytes:
    """A `pack.toml` that is TOML, with odd values in the places that count."""
    title = {"en": "Tiles"} if dice.random() < 0.6 else some_toml(dice)
    chapters = [
        {
            "title": {"en": "First"} if dice.random() < 0.6 else some_toml(dice),
            "levels": ["one", "two"] if dice.random() < 0.4 else some_toml(dice),
        }
        for _n in range(dice.randrange(3))
    ]
    chosen: Any = chapters if dice.random() < 0.8 else some_toml(dice)
    return f"title = {toml(title)}\nchapter = {toml(chosen)}\n".encode()


def odd_lesson(dice: random.Random, _old: bytes) -> bytes:
    """A `lesson.toml` with odd values."""
    board = {"level": "1|2\n0|3\n", "text": {"en": "Put them in order."}}
    board[dice.choice(("level", "text"))] = some_toml(dice)
    return f"board = {toml(dice.choice(([board], [board, board], board, some_toml(dice))))}\n".encode()


def bomb(dice: random.Random, _old: bytes) -> bytes:
    """Something large or deep."""
    return dice.choice(
        (b"[" * 10**5, b"a=" + b"[" * 10**5, b"x" * (2 * 10**6), b"a." * 10**4 + b"a = 1", b"[a]\n" * 10**4, b"\0" * 9)
    )


def bytewise(dice: random.Random, old: bytes) -> bytes:
    """A few bytes changed."""
    return mutated(dice, old, old)


Change = FunctionType


def changed(dice: random.Random, folder: Path) -> str:
    """Break one file of a plugin; how."""
    if dice.random() < 0.35:
        planted = dice.choice(PLANTED)
        file = folder / "game.py"
        file.write_bytes(file.read_bytes() + f"\n{NAMES}{planted}\n".encode())
        return f"planted: {planted[:80]!r}"
    art = folder / "art"
    art.mkdir(exist_ok=True)
    (art / "tile.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', "utf-8")
    ways: list[tuple[str, tuple[Change, ...]]] = [
        ("levels/pack.toml", (odd_pack, odd_pack, odd_pack, bytewise, bomb)),
        ("lesson.toml", (odd_lesson, odd_lesson, bytewise, bomb)),
        ("levels/one.txt", (bytewise, bomb)),
        ("locale/fr/LC_MESSAGES/taquin.mo", (bytewise, bomb)),
        ("README.md", (bytewise, bomb)),
        ("game.py", (bytewise, bomb)),
        (dice.choice(("rules.py", "formats.py", "model.py", "view.py", "__init__.py", "hints.py")), (bytewise,)),
    ]
    name, changes = dice.choice(ways)
    file = folder / name
    change = dice.choice(changes)
    file.write_bytes(change(dice, file.read_bytes()))
    return f"{name} by {change.__name__}"


def seen(level: Path) -> list[str]:
    """What is wrong with how the program lives with a plugin: run in a process of its own."""
    found = []
    commands = [
        ["levels"],
        ["levels", "taquin"],
        ["solve", str(level), "--seconds", "2", "--json"],
        ["check", "taquin:"],
        ["solve", "taquin:one", "--seconds", "1"],
        ["show", "taquin:two"],
        ["print", "taquin:two", "-o", str(level.with_name("page.svg")), "--seconds", "2"],
        ["levels", "taquin", "--lang", "fr"],
    ]
    for command in commands:
        said, out = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
                code = main(command)
        except BaseException as error:
            code = -1
            said.write(f"{type(error).__name__}: {error}")
        text = out.getvalue() + said.getvalue()
        ours = "please report it" in text
        if code not in {0, 1, 2, 3, 64, 70} or "Traceback" in text or _UNSAFE.search(text) or ours:
            found.append(f"{' '.join(command)} gave {code}: {text[-300:]!r}")
        if command == ["levels"] and (code or not all(f"{name} " in out.getvalue() for name in _OWN)):
            found.append(f"levels lacks games of ours: {text[-300:]!r}")
        if str(level) in command and (code or json.loads(out.getvalue())["verdict"] != "solved"):
            found.append(f"a level of ours was not solved: {code} {text[-300:]!r}")
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        for game in games().values():
            try:
                lesson_boards(game)
                rules_text(game, "fr")
            except Exception as error:
                found.append(f"the lesson of {game.id}: {type(error).__name__}: {error}"[:300])
    return found


def in_child(folder: Path, level: Path) -> list[str] | None:
    """`seen` in a process of its own; None if the plugin never ends."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(reader)
        signal.alarm(_PATIENCE)
        os.environ |= {FOLDERS: str(folder), "XDG_STATE_HOME": str(folder.with_name("state"))}
        games.cache_clear()
        try:
            result = seen(level)
        except BaseException as error:
            result = [f"{type(error).__name__}: {error}"]
        with os.fdopen(writer, "w", encoding="utf-8", errors="backslashreplace") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        text = pipe.read()
    _pid, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return None if os.WTERMSIG(status) == signal.SIGALRM else [f"ended by signal {os.WTERMSIG(status)}"]
    return list(json.loads(text)) if text else [f"ended with {os.waitstatus_to_exitcode(status)} and said nothing"]


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many plugins."""
    if not hasattr(os, "fork"):
        print("plugins: skipped, this system cannot fork", file=sys.stderr)
        return
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        level = Path(name) / "level.txt"
        level.write_text("_S\n_G\n", "utf-8")
        while campaign.tried < count:
            folder = Path(name) / "plugins"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(TAQUIN, folder / "taquin", ignore=shutil.ignore_patterns("__pycache__"))
            how = "; ".join(changed(dice, folder / "taquin") for _n in range(dice.choice((1, 1, 1, 2))))
            faults = in_child(folder, level)
            if faults is None:
                campaign.add("never ended by themselves")
            if faults:
                kept = Path(tempfile.gettempdir()) / f"soak-plugin-{seed}-{campaign.tried}"
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                how += f" (kept in {kept})"
            campaign.check(not faults, f"{how}: {faults}")
