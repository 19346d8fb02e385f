"""Push it down's solver against its plain C++ twin (`pushit_twin.cpp`): the same searches, measured in one run.

`python bench/pushit.py [LEVELS]` prints a table. Both sides are measured alike: in one process, a level in memory at
the start and its moves at the end, CPU time, the least of several times for each level, summed over the levels of a
set. The twin searches state by state, ours by sets of states; both must find the same lengths.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from timing import NoCompiler, cpu, row, table, twin

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Metric
from cassetete.core.grid import Direction
from cassetete.games.pushit import native, rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.solve import drained

HERE = Path(__file__).parent
PACK = HERE.parent / "src" / "cassetete" / "games" / "pushit" / "levels"
ROUNDS = 3


def yard(size: int) -> Level:
    """A floor of 2 with loose blocks in it, and a moat to fill: many more states than any level made for people."""
    heights = [2] * (size * size)
    for i in range(1, size - 3):
        for j in range(1 + i % 2, size - 1, 2):
            heights[i * size + j] = 3
    heights[(size - 2) * size : (size - 1) * size] = [0] * size
    return Level(size, tuple(heights))


def slope(size: int) -> Level:
    """Terraces one below the other with loose blocks on each: as many drops as pushes."""
    heights = []
    for i in range(size):
        for j in range(size):
            floor = 4 - i * 4 // size
            heights.append(floor + (1 if i % 2 and j % 2 and i < size - 1 else 0))
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


def ours(level: Level, metric: Metric, times: int) -> tuple[float, Answer[Direction]]:
    """The least CPU seconds of the native search, from the level in memory to its moves, called from Python.

    The replay that follows each answer is left out: the twin has none.
    """
    start, limits = rules.start(level), Limits()
    timed = cpu(lambda: drained(native.run(level, start, metric, limits)), times)
    return timed.least, timed.value


def theirs(program: Path, levels: list[Level], times: int) -> tuple[float, list[int]]:
    """The CPU seconds of the twin over the levels, measured as ours are, and the lengths (-1: impossible)."""
    lines = [
        " ".join(map(str, (level.rows, level.columns, level.tall, rules.start(level).ball, *level.heights)))
        for level in levels
    ]
    done = subprocess.run([program, str(times)], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [line.split() for line in done.stdout.splitlines()]
    return sum(float(answer[2]) for answer in answers), [int(answer[0]) for answer in answers]


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:  # noqa: ARG001
    """Measure both and check that they agree. There are no peers to measure: nobody else solves this game."""
    rows: list[dict[str, object]] = []
    native.warm_up()
    try:
        program = twin(HERE / "pushit_twin.cpp")
    except NoCompiler as missing:
        report(str(missing))
        program = None
    for name, chosen in sets(levels).items():
        report(name)
        times = 5 if name.startswith("yard") else 25
        others: dict[str, float] = {}
        best = float("inf")
        for _round in range(ROUNDS):
            found = [ours(level, Metric.MOVES, times) for level in chosen]
            best = min(best, sum(seconds for seconds, _answer in found))
            lengths = [answer.length if answer.solved else -1 for _seconds, answer in found]
            if program is not None:
                seconds, same = theirs(program, chosen, times)
                others["C++ twin"] = min(seconds, others.get("C++ twin", seconds))
                if same != lengths:
                    raise AssertionError(f"{name}: ours {lengths}, twin {same}")
        states = sum(answer.expanded for _seconds, answer in found)
        note = f"{len(chosen)} levels, {states} states, {states / best / 1e6:.1f} M states/s"
        rows.append(row("pushit", "fewest moves", 1e3 * best, _milli(others), unit="ms", levels=name, note=note))
        by_pushes = sum(ours(level, Metric.PUSHES, times)[0] for level in chosen)
        rows.append(row("pushit", "fewest pushes, then moves", 1e3 * by_pushes, {}, unit="ms", levels=name))
    return rows


def _milli(seconds: dict[str, float]) -> dict[str, float]:
    return {name: 1e3 * value for name, value in seconds.items()}


if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent.parent / "shared" / "levels"
    print(table(measure(at, {}, lambda text: print(text, file=sys.stderr))))
