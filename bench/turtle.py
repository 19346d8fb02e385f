"""Turtle-rescue measured: our solver beside programs of others, position by position, in CPU time.

`python bench/turtle.py LEVELS [NAME=COMMAND …]`: LEVELS is a folder of level files (or has a folder `turtle` of them),
with `optimal.csv` (columns file and optimal_moves) if the lengths are known. NAME is `ricochet` or `droids`, and
COMMAND any program that speaks this protocol (`ricochet-bench` and `droids-bench` are looked for on the PATH). It reads
one position a line,

    WALLS CELLS GOAL ID

(WALLS one hexadecimal wall code a cell, CELLS the animals' cells joined by commas, the turtle first, GOAL a cell, ID a
DriftingDroids game ID or `-`), and answers each with a line `LENGTH SECONDS`: the least number of moves and the CPU
time it took, by its own clock, without starting up. docs/notes/turtle-peers.md says how two programs are wrapped so.
Only boards of 16 by 16 with four animals are measured.
"""

from __future__ import annotations

import csv
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from timing import command_per_level, cpu, first_answer, peer, percentile, row, table

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.core.errors import BadLevel
from cassetete.games.turtle import rules
from cassetete.games.turtle.formats import drifting_droids, wall_codes
from cassetete.games.turtle.model import Level
from cassetete.games.turtle.solvers import native, retrograde
from cassetete.games.turtle.warm_up import warm_up

_REPEATS, _QUICK = 5, 0.05
"""Runs of each program over the positions it solves within so many seconds."""

PEERS = ("ricochet", "droids")
RECORD = "7650+42+E2302B12+C9"


class Timing(NamedTuple):
    """A length and the CPU seconds it took."""

    length: int
    seconds: float


def positions(levels: Path) -> list[tuple[Level, int | None]]:
    """The positions of a folder, with their lengths where a file says them."""
    known: dict[str, int] = {}
    lengths = levels / "optimal.csv"
    if lengths.exists():
        with lengths.open(encoding="utf-8") as lines:
            known = {line["file"]: int(line["optimal_moves"]) for line in csv.DictReader(lines)}
    found = []
    for path in sorted(levels.glob("*.txt")):
        try:
            level = wall_codes.parse(path.read_text("utf-8"))[0].level
        except BadLevel:
            continue
        if (level.rows, level.columns, len(level.animals)) == (16, 16, 4) and level.goal is not None:
            found.append((level, known.get(path.name)))
    return found


def ours(levels: Sequence[Level]) -> list[Timing]:
    """Our solver once over all positions, solutions replayed."""
    timings = []
    for level in levels:
        timed = cpu(lambda level=level: drain(native.run(level, level.animals, Metric.MOVES, Limits())))  # type: ignore[misc]
        state = level.animals
        for move in timed.value.moves:
            state = rules.play(level, state, move)
        assert state[0] == level.goal, "a solution that does not win"
        timings.append(Timing(timed.value.length, timed.least))
    return timings


def theirs(command: str, levels: Sequence[Level]) -> list[Timing]:
    """A program of others once over all positions."""
    lines = "".join(_line(level) for level in levels)
    done = subprocess.run(shlex.split(command), input=lines, capture_output=True, text=True, check=True)
    answers = [line.split() for line in done.stdout.splitlines()]
    return [Timing(int(length), float(seconds)) for length, seconds in answers]


def least(solve: Callable[[Sequence[Level]], list[Timing]], levels: Sequence[Level]) -> list[Timing]:
    """The least times of a program, ours and theirs alike: quick positions are solved again and again."""
    timings = solve(levels)
    quick = [number for number, timing in enumerate(timings) if timing.seconds < _QUICK]
    for _repeat in range(_REPEATS - 1):
        for number, timing in zip(quick, solve([levels[number] for number in quick]), strict=True):
            timings[number] = min(timings[number], timing, key=lambda each: each.seconds)
    return timings


def _line(level: Level) -> str:
    walls = "".join(f"{code:x}" for code in level.closed)
    try:
        name = drifting_droids.dump([level]).splitlines()[-1]
    except BadLevel:
        name = "-"
    return f"{walls} {','.join(map(str, level.animals))} {level.goal} {name}\n"


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:
    """All the rows of the table; differing lengths are reported, and counted in the note."""
    warm_up()
    cases = positions(levels / "turtle" if (levels / "turtle").is_dir() else levels)
    boards = [level for level, _length in cases]
    programs = {name: found for name in PEERS if (found := peer(peers, name, f"{name}-bench"))}
    rows: list[dict[str, object]] = []
    if boards:
        report(f"{len(boards)} positions")
        mine = least(ours, boards)
        wrong = sum(length not in (None, timing.length) for (_level, length), timing in zip(cases, mine, strict=True))
        others: dict[str, list[Timing]] = {}
        for name, command in programs.items():
            report(name)
            others[name] = least(partial(theirs, command), boards)
            differing = sum(a.length != b.length for a, b in zip(mine, others[name], strict=True))
            if differing:
                report(f"{name} differs on {differing} lengths")
        shares = {"median": 50, "95th percentile": 95, "99th percentile": 99, "slowest": 100}
        for what, share in shares.items():
            value = percentile([timing.seconds for timing in mine], share)
            them = {name: percentile([timing.seconds for timing in times], share) for name, times in others.items()}
            note = f"{len(boards)} positions, {wrong} wrong"
            rows.append(row("turtle", what, value, them, levels="positions", note=note))
        report("the command, end to end")
        folder = levels / "turtle" if (levels / "turtle").is_dir() else levels
        seconds = command_per_level(sorted(folder.glob("*.txt")))
        for what, share in (("median", 50), ("95th percentile", 95)):
            them = {name: percentile([timing.seconds for timing in times], share) for name, times in others.items()}
            rows.append(row("turtle", f"`solve --json`, {what}", percentile(seconds, share), them, levels="positions"))
    report("the 25-move record, and all positions of its board and goal")
    record = drifting_droids.parse(RECORD)[0].level
    timing = min(ours([record] * 2), key=lambda each: each.seconds)
    them = {name: theirs(command, [record])[0].seconds for name, command in programs.items()}
    rows.append(row("turtle", "shortest solution", timing.seconds, them, levels=RECORD, note=f"{timing.length} moves"))
    analysed = cpu(lambda: drain(retrograde.analyse(record)))
    counts = analysed.value.counts
    note = f"{sum(counts)} positions, the furthest {len(counts) - 1} moves away"
    rows.append(row("turtle", "every position's distance", analysed.least, {}, levels=RECORD, note=note))
    return [*rows, first_answer("turtle", "9 1 3\n8 0 2\n12 4 6\nanimals 0 4\nbut 8\n")]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    named = dict(argument.split("=", 1) for argument in sys.argv[2:])
    print(table(measure(Path(sys.argv[1]), named, lambda text: print(text, file=sys.stderr))))
