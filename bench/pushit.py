"""Push it down's solver against its plain C++ twin (`pushit_twin.cpp`): the same searches, measured in one run.

`python bench/pushit.py [LEVELS]` prints a table. Times are CPU seconds, the least of several runs; the program checks
that both give the same lengths and expand the same number of states.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Metric
from cassetete.core.grid import Direction
from cassetete.games.pushit import native, rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.solve import drained

HERE = Path(__file__).parent
PACK = HERE.parent / "src" / "cassetete" / "games" / "pushit" / "levels"
REPEATS = 8


def yard(size: int) -> Level:
    """A floor of 2 with loose blocks in it, and a moat to fill: many more states than any level made for people."""
    heights = [2] * (size * size)
    for row in range(1, size - 3):
        for column in range(1 + row % 2, size - 1, 2):
            heights[row * size + column] = 3
    heights[(size - 2) * size : (size - 1) * size] = [0] * size
    return Level(size, tuple(heights))


def slope(size: int) -> Level:
    """Terraces one below the other with loose blocks on each: as many drops as pushes."""
    heights = []
    for row in range(size):
        for column in range(size):
            floor = 4 - row * 4 // size
            heights.append(floor + (1 if row % 2 and column % 2 and row < size - 1 else 0))
    heights[-1] = 2
    heights[-2] = heights[-1 - size] = 0
    return Level(size, tuple(heights))


def sets(levels: Path) -> dict[str, list[Level]]:
    """What is measured, by name; `levels` may hold a folder `pushit` of level files."""
    found = {"yard 6x6": [yard(6)], "yard 7x7": [yard(7)], "slope 7x7": [slope(7)]}
    found["our pack"] = [parse(path.read_text("utf-8"))[0].level for path in sorted(PACK.glob("*.txt"))]
    folder = levels / "pushit" if (levels / "pushit").is_dir() else levels
    named = [parse(path.read_text("utf-8"))[0].level for path in sorted(folder.glob("*.txt"))]
    if named:
        found["classic"] = named
    return found


def ours(levels: list[Level], metric: Metric = Metric.MOVES) -> tuple[float, list[Answer[Direction]]]:
    """The CPU seconds of the native search over the levels, from Python and with all that costs, and its answers.

    The replay that follows each answer is left out: the twin does not even say the moves.
    """
    began = time.process_time()
    answers = [drained(native.run(level, rules.start(level), metric, Limits())) for level in levels]
    return time.process_time() - began, answers


def twin(program: Path, levels: list[Level]) -> tuple[float, list[tuple[int, int]]]:
    """The CPU seconds of the twin over the levels, and lengths with states expanded."""
    lines = [
        " ".join(map(str, (level.rows, level.columns, level.tall, rules.start(level).ball, *level.heights)))
        for level in levels
    ]
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return sum(float(row[2]) for row in rows), [(int(row[0]), int(row[1])) for row in rows]


def compiled(folder: str) -> Path:
    """The twin, compiled into the folder."""
    program = Path(folder) / "twin"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, HERE / "pushit_twin.cpp"], check=True)
    return program


def row(name: str, what: str, unit: str, mine: float, others: dict[str, float], note: str) -> dict[str, object]:
    """One row of the table; a ratio above 1 says that ours is better."""
    less_is_better = unit == "s"
    ratio = {other: (value / mine if less_is_better else mine / value) for other, value in others.items()}
    return {
        "game": "pushit", "set": name, "what": what, "unit": unit, "ours": mine, "others": others, "ratio": ratio,
        "note": note,
    }  # fmt: skip


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:
    """Measure both and check that they agree. There are no peers to measure: nobody else solves this game."""
    for peer in peers:
        report(f"pushit: no peer is known, {peer} is left out")
    rows: list[dict[str, object]] = []
    native.warm_up()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for name, chosen in sets(levels).items():
            report(f"pushit: {name}")
            mine = [ours(chosen) for _ in range(REPEATS)]
            theirs = [twin(program, chosen) for _ in range(REPEATS)]
            answers = mine[0][1]
            same = [(answer.length if answer.solved else -1, answer.expanded) for answer in answers]
            if same != theirs[0][1]:
                raise AssertionError(f"{name}: ours {same}, twin {theirs[0][1]}")
            least = min(seconds for seconds, _answers in mine)
            least_twin = min(seconds for seconds, _found in theirs)
            states = sum(answer.expanded for answer in answers)
            note = f"{len(chosen)} levels, {states} states, {states / least / 1e6:.1f} M states/s"
            rows.append(row(name, "fewest moves", "s", least, {"C++ twin": least_twin}, note))
            by_pushes = min(ours(chosen, Metric.PUSHES)[0] for _ in range(REPEATS))
            rows.append(row(name, "fewest pushes, then moves", "s", by_pushes, {}, ""))
    return rows


if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent.parent / "shared" / "levels"
    for line in measure(at, {}, lambda text: print(text, file=sys.stderr)):
        print(*line.values(), sep="\t")
