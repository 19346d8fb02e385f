"""Turtle-rescue measured: our solver beside programs of others, position by position, in CPU time.

`python bench/turtle.py LEVELS [NAME=COMMAND …]`: LEVELS is a folder of level files, with `optimal.csv` (columns file
and optimal_moves) if the lengths are known. A COMMAND is any program that speaks this protocol: it reads one position
a line,

    WALLS CELLS GOAL ID

(WALLS one hexadecimal wall code a cell, CELLS the animals' cells joined by commas, the turtle first, GOAL a cell, ID a
DriftingDroids game ID or `-`), and answers each with a line `LENGTH SECONDS`: the least number of moves and the CPU
time it took, by its own clock, without starting up. docs/solvers/turtle.md says how two programs are wrapped so.
Only boards of 16 by 16 with four animals are measured.
"""

from __future__ import annotations

import csv
import math
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.errors import BadLevel
from cassetete.games.turtle import formats, kernel, native, retrograde, rules
from cassetete.games.turtle.model import Level

_REPEATS = 2
"""Runs of each program, ours and theirs alike; the least counts."""

RECORD = "7650+42+E2302B12+C9"


class Timing(NamedTuple):
    """A length and the CPU seconds it took."""

    length: int
    seconds: float


def positions(levels: Path) -> list[tuple[Level, int | None]]:
    """The positions of a folder, with their lengths where a file says them."""
    known: dict[str, int] = {}
    table = levels / "optimal.csv"
    if table.exists():
        with table.open(encoding="utf-8") as lines:
            known = {row["file"]: int(row["optimal_moves"]) for row in csv.DictReader(lines)}
    found = []
    for path in sorted(levels.glob("*.txt")):
        try:
            level = formats.parse(path.read_text("utf-8"))[0].level
        except BadLevel:
            continue
        if (level.rows, level.columns, len(level.animals)) == (16, 16, 4) and level.goal is not None:
            found.append((level, known.get(path.name)))
    return found


def ours(levels: Sequence[Level]) -> list[Timing]:
    """Our solver: the least of some runs each, solutions replayed."""
    timings = []
    for level in levels:
        best = math.inf
        for _repeat in range(_REPEATS):
            began = time.process_time()
            answer = native.drained(native.run(level, level.animals, Metric.MOVES, Limits()))
            best = min(best, time.process_time() - began)
        state = level.animals
        for move in answer.moves:
            state = rules.play(level, state, move)
        assert state[0] == level.goal, "a solution that does not win"
        timings.append(Timing(answer.length, best))
    return timings


def theirs(command: str, levels: Sequence[Level]) -> list[Timing]:
    """A program of others over all positions: the least of some runs each."""
    lines = "".join(_line(level) for level in levels)
    runs: list[list[list[str]]] = []
    for _repeat in range(_REPEATS):
        done = subprocess.run(shlex.split(command), input=lines, capture_output=True, text=True, check=True)
        runs.append([line.split() for line in done.stdout.splitlines()])
    return [
        Timing(int(answers[0][0]), min(float(answer[1]) for answer in answers)) for answers in zip(*runs, strict=True)
    ]


def _line(level: Level) -> str:
    walls = "".join(f"{code:x}" for code in level.closed)
    try:
        name = formats.dump_id([level]).splitlines()[-1]
    except BadLevel:
        name = "-"
    return f"{walls} {','.join(map(str, level.animals))} {level.goal} {name}\n"


def quantile(values: Sequence[float], share: float) -> float:
    """The least value that so many do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:
    """All the rows of the table; differing lengths are reported, and counted in the note."""
    kernel.warm_up()
    cases = positions(levels / "turtle" if (levels / "turtle").is_dir() else levels)
    boards = [level for level, _length in cases]
    rows: list[dict[str, object]] = []
    if boards:
        report(f"turtle: {len(boards)} positions")
        mine = ours(boards)
        wrong = sum(length not in (None, timing.length) for (_level, length), timing in zip(cases, mine, strict=True))
        others: dict[str, list[Timing]] = {}
        for name, command in peers.items():
            report(f"turtle: {name}")
            others[name] = theirs(command, boards)
            differing = sum(a.length != b.length for a, b in zip(mine, others[name], strict=True))
            if differing:
                report(f"turtle: {name} differs on {differing} lengths")
        shares = {"median": 0.5, "95th percentile": 0.95, "99th percentile": 0.99, "slowest": 1.0}
        for what, share in shares.items():
            value = quantile([timing.seconds for timing in mine], share)
            them = {name: quantile([timing.seconds for timing in times], share) for name, times in others.items()}
            rows.append(_row(levels.name, what, value, them, f"{len(boards)} positions, {wrong} wrong"))
    report("turtle: the 25-move record, and all positions of its board and goal")
    record = formats.parse_id(RECORD)[0].level
    [timing] = ours([record])
    them = {name: theirs(command, [record])[0].seconds for name, command in peers.items()}
    rows.append(_row("record", RECORD, timing.seconds, them, f"{timing.length} moves"))
    began = time.process_time()
    analysis = native.drained(retrograde.analyse(record))
    note = f"{sum(analysis.counts)} positions, the furthest {len(analysis.counts) - 1} moves away"
    rows.append(_row("record", "retrograde", time.process_time() - began, {}, note))
    return rows


def _row(of: str, what: str, value: float, others: Mapping[str, float], note: str) -> dict[str, object]:
    return {
        "game": "turtle",
        "set": of,
        "what": what,
        "unit": "s",
        "ours": value,
        "others": dict(others),
        "ratio": {name: other / value for name, other in others.items()},
        "note": note,
    }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    named = dict(argument.split("=", 1) for argument in sys.argv[2:])
    for row in measure(Path(sys.argv[1]), named, lambda text: print(text, file=sys.stderr)):
        print(row)
