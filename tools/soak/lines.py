"""Games played line by line in the terminal: random moves of every game, every command, and junk. Nothing ends a game
but `quit`, and nothing is printed that a terminal obeys."""

from __future__ import annotations

import contextlib
import io
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from report import Campaign

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.cli.main import main

_COMMANDS = (
    "help", "hint", "check", "warn", "undo", "redo", "restart", "next", "prev", "suppose", "accept", "reject", "turn",
    "records", "options", "solve", "explain",
)  # fmt: skip
_JUNK = (
    "", "\0", "\x1b[2J", "(" * 300, "9999999(l)", "0,0-9,9=+", "-1,-1-0,0=+", "é" * 500, "U" * 3000, "save", "load",
    "save /dev/null/x", "load /dev/zero", "warn warn", "٣",
)  # fmt: skip
LINES = 25


def _typed(dice: random.Random, game: Any, level: Any) -> list[str]:
    """What somebody types: mostly moves, which are possible until a command has gone elsewhere."""
    lines = []
    state = game.rules.start(level)
    for _line in range(LINES):
        kind = dice.random()
        moves = list(game.rules.moves(level, state))
        if kind < 0.55 and moves:
            move = dice.choice(moves)
            lines.append(game.notation.write(level, state, (move,)))
            state = game.rules.play(level, state, move)
        elif kind < 0.9:
            lines.append(dice.choice(_COMMANDS))
        else:
            lines.append(dice.choice(_JUNK))
    return lines


def run(campaign: Campaign, count: int, seed: int) -> None:
    """`count` games of 25 lines each."""
    dice = random.Random(seed)
    os.environ["CASSETETE_ANONYMOUS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        while campaign.tried < count:
            game = dice.choice(list(games().values()))
            levels = pack(game.id)
            if levels is None:
                continue
            entry = levels.entry(dice.choice(levels.names()))
            lines = _typed(dice, game, entry.level)
            said = io.StringIO()
            before, sys.stdin = sys.stdin, io.StringIO("\n".join([*lines, "quit", ""]))
            command = ["play", game.id, entry.source.partition(":")[2], "--plain", "--profile", str(Path(folder) / "p")]
            try:
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                    code = main(command)
            finally:
                sys.stdin = before
            campaign.add("lines", len(lines))
            good = code == 0 and "\x1b" not in said.getvalue()
            campaign.check(good, f"{entry.source}: code {code}, {lines!r}: {said.getvalue()[-200:]!r}")
