"""Time and memory limits: every solver on every hard level and every other command on the hardest of each game, each in
a process of its own, measured from outside."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hard_levels import HardLevel, hard_levels
from report import Campaign
from usage import usage_of
from winning import winning_levels

SECONDS, MEGABYTES = 1.0, 400

OTHERS = (
    ["check"],
    ["grade"],
    ["explain"],
    ["solve", "--all", "3"],
    ["solve", "--count"],
    ["solve", "--facts"],
    ["show"],
    ["show", "--solution", "-o", "x.svg"],
    ["show", "-o", "x.png"],
    ["print", "--solutions", "-o", "x.svg"],
    ["print", "--solutions", "-o", "x.pdf"],
    ["print", "--solutions", "-o", "x.png"],
    ["perft", "--depth", "60"],
    ["convert"],
    ["convert", "--to", "position"],
)
"""What else takes a level; a game that has no such thing says so at once."""


LARGEST = {
    "pushit": ["--size", "12", "--height", "13", "--least", "200", "--difficulty", "expert"],
    "ricosheep": ["--size", "32x32", "--sheep", "40", "--grass", "40", "--length", "250", "--difficulty", "expert"],
    "slitherlink": ["--size", "60x60", "--difficulty", "expert"],
    "sokoban": ["--size", "16x20", "--boxes", "8", "--tries", "1000", "--harden", "5000", "--difficulty", "expert"],
    "turtle": ["--size", "32x32", "--moves", "25", "--unique", "--difficulty", "expert"],
}
"""What takes a generator long."""

HUNTED = {"sokoban": "6x6b3", "ricosheep": "8x8x6", "pushit": "6x6", "turtle": "16x16"}
"""A size whose hunt takes long."""


def solvers_of(game: str) -> list[str]:
    """The ids of a game's solvers."""
    from cassetete.app.registry import games

    return [solver.id for solver in games()[game].solvers]


BY_CPU = """
import time
time.perf_counter = time.process_time
import sys
from cassetete.__main__ import start
sys.exit(start())
"""
"""The command, with the CPU it has used as its clock."""


def started(command: list[str]) -> list[str]:
    """The words that start a command, with CPU time as its clock: on a machine that does other things too, the clock
    goes on while the program waits for its turn. Hunts and PNG pictures wait for other processes: they have the real
    clock."""
    waits = command[0] == "hardest" or any(word.endswith(".png") for word in command)
    how = ["-m", "cassetete"] if waits else ["-c", BY_CPU]
    return [sys.executable, "-P", *how, *command]


def solving(seed: int) -> Iterator[tuple[HardLevel, list[str]]]:
    """Every solver, and the choice of one, on every hard level."""
    for level in hard_levels(seed):
        yield level, ["solve"]
        for solver in solvers_of(level.game):
            yield level, ["solve", "--solver", solver]


def other_commands(seed: int) -> Iterator[tuple[HardLevel, list[str]]]:
    """Every other command on the two largest levels of each game, and those that take no level."""
    by_game: dict[str, list[HardLevel]] = {}
    for level in hard_levels(seed):
        by_game.setdefault(level.game, []).append(level)
    for game, found in by_game.items():
        for level in found[-2:]:
            for command in OTHERS:
                yield level, command
        yield HardLevel(game, "none", ""), ["generate", game]
        yield HardLevel(game, "none", ""), ["generate", game, *LARGEST[game]]
        if game in HUNTED:
            yield HardLevel(game, "none", ""), ["hardest", game, "--size", HUNTED[game], "--workers", "1"]


def with_moves(seed: int) -> Iterator[tuple[HardLevel, list[str]]]:
    """`improve` and `replay` of long winning lines."""
    for level in winning_levels(seed):
        yield level, ["improve"]
        yield level, ["replay"]


def run(campaign: Campaign, count: int, seed: int) -> None:
    """The first `count` pairs of level and command (0: all of them).

    A command may take its seconds, one more, and what it takes to start: measured with the same words and no time.
    """
    starts: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "level.txt"
        moves = Path(folder) / "moves.txt"
        for pairs in (solving(seed), other_commands(seed), with_moves(seed)):
            for level, words in pairs:
                if count and campaign.tried >= count:
                    return
                path.write_text(level.text, "utf-8")
                moves.write_text(level.moves, "utf-8")
                command = [*words, "--game", level.game, str(path)] if level.text else [*words]
                command += [str(moves)] if level.moves else []
                command += ["--memory", str(MEGABYTES)]
                start = f"{level.game} {' '.join(words)}"
                if start not in starts:
                    starts[start] = usage_of(started([*command, "--seconds", "0"]), folder).seconds
                code, whole, megabytes, _said = usage_of(started([*command, "--seconds", str(SECONDS)]), folder)
                over = whole - starts[start] - SECONDS
                campaign.figure("overrun of --seconds, at most", over, "s")
                campaign.figure("CPU of the whole command, at most", whole, "s")
                campaign.figure("memory, at most", megabytes, "MB")
                name = f"{level.game} {level.name}: {' '.join(words)}"
                campaign.note(f"code {code}  {over:6.2f} s over  {whole:6.2f} s  {megabytes:6.0f} MB  {name}")
                good = code in (0, 1, 2, 64) and over <= 1 and megabytes <= 1.1 * MEGABYTES
                campaign.check(good, f"{name}: code {code}, {over:.2f} s over, {megabytes:.0f} MB")
