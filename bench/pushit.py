"""Push it down's solver against its plain C++ twin (`pushit_twin.cpp`): the same searches, measured in one run.

`python bench/pushit.py [LEVELS]` prints a table. Both sides are measured alike: in one process, a level in memory at
the start and its moves in memory at the end, CPU time, the least of several measures for each level, summed over the
levels of a set. The twin searches state by state, ours by sets of states; both must find the same lengths.

The moves come as numbers, as the twin's come as letters. A row of its own says what it takes when the program asks:
watched, limited, with an `Answer` at the end. On levels of a few dozen states Python takes longer for that than the
search.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from timing import NoCompiler, cpu, first_answer, pack_by_command, readable, row, table, twin

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level, State
from cassetete.games.pushit.solvers import native
from cassetete.games.pushit.solvers.ball_sets import BallSetSearch
from cassetete.games.pushit.solvers.searches import fits_native
from cassetete.games.pushit.warm_up import warm_up
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING, STRIDE

HERE = Path(__file__).parent
PACK = HERE.parent / "src" / "cassetete" / "games" / "pushit" / "levels"
ROUNDS = 3


class Measures(NamedTuple):
    """How many times a level is measured, and how many times it is solved for one measure."""

    times: int
    block: int


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
    named = [level for level in readable(levels, "pushit", parse) if not GAME.problems(level) and fits_native(level)]
    if named:
        found["classic" if (levels / "pushit").is_dir() else levels.name] = named
    return found


def searched(level: Level, start: State, search: BallSetSearch) -> bytearray | None:
    """The native search alone: from the level in memory to its moves in memory."""
    search.begin(level, start)
    outcome = RUNNING
    while outcome not in (FOUND, EXHAUSTED):
        if outcome == NEED_GROW:
            search.grow()
        outcome = search.step(STRIDE)
    return search.ways() if outcome == FOUND else None


def alone(level: Level, measures: Measures) -> tuple[float, int]:
    """The least CPU seconds of the native search alone, and its length (-1: impossible)."""
    start, search = rules.start(level), BallSetSearch()
    timed = cpu(lambda: searched(level, start, search), measures.times, measures.block)
    return timed.least, -1 if timed.value is None else len(timed.value)


def asked(level: Level, metric: Metric, measures: Measures) -> tuple[float, Answer[Direction]]:
    """The least CPU seconds of the native search as the program asks for it, without the replay that follows."""
    start, limits = rules.start(level), Limits()
    timed = cpu(lambda: drain(native.run(level, start, metric, limits)), measures.times, measures.block)
    return timed.least, timed.value


def theirs(program: Path, levels: list[Level], measures: Measures) -> tuple[float, list[int]]:
    """The CPU seconds of the twin over the levels, measured as ours are, and the lengths (-1: impossible)."""
    lines = [
        " ".join(map(str, (level.rows, level.columns, level.tall, rules.start(level).ball, *level.heights)))
        for level in levels
    ]
    done = subprocess.run(
        [program, *map(str, measures)], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    answers = [line.split() for line in done.stdout.splitlines()]
    return sum(float(answer[2]) for answer in answers), [int(answer[0]) for answer in answers]


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:  # noqa: ARG001
    """Measure both and check that they agree. There are no peers to measure: no other program solves this game."""
    rows: list[dict[str, object]] = []
    warm_up()
    try:
        program = twin(HERE / "pushit_twin.cpp")
    except NoCompiler as missing:
        report(str(missing))
        program = None
    for name, chosen in sets(levels).items():
        report(name)
        measures = Measures(5, 1) if name.startswith("yard") else Measures(20, 5)
        least: dict[str, float] = {}
        for _round in range(ROUNDS):
            found = [alone(level, measures) for level in chosen]
            answers = [asked(level, Metric.MOVES, measures) for level in chosen]
            lengths = [length for _seconds, length in found]
            if lengths != [answer.length if answer.solved else -1 for _seconds, answer in answers]:
                raise AssertionError(f"{name}: the search and its answer differ")
            _keep(least, "alone", sum(seconds for seconds, _length in found))
            _keep(least, "asked", sum(seconds for seconds, _answer in answers))
            if program is not None:
                seconds, same = theirs(program, chosen, measures)
                _keep(least, "C++ twin", seconds)
                if same != lengths:
                    raise AssertionError(f"{name}: ours {lengths}, twin {same}")
        others = {who: 1e3 * least[who] for who in ("C++ twin",) if who in least}
        states = sum(answer.expanded for _seconds, answer in answers)
        note = f"{len(chosen)} levels, {states} states, {states / least['alone'] / 1e6:.1f} M states/s"
        rows.append(row("pushit", "fewest moves", 1e3 * least["alone"], others, unit="ms", levels=name, note=note))
        rows.append(row("pushit", "the same, as an Answer", 1e3 * least["asked"], others, unit="ms", levels=name))
        by_pushes = sum(asked(level, Metric.PUSHES, measures)[0] for level in chosen)
        rows.append(row("pushit", "fewest pushes, then moves", 1e3 * by_pushes, {}, unit="ms", levels=name))
        if name == "our pack":
            rows.append(pack_by_command("pushit", others))
    return [*rows, first_answer("pushit", "3 3 0\n0 2 2\n0 0 1\n")]


def _keep(least: dict[str, float], who: str, seconds: float) -> None:
    least[who] = min(seconds, least.get(who, seconds))


if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent.parent / "shared" / "levels"
    print(table(measure(at, {}, lambda text: print(text, file=sys.stderr))))
