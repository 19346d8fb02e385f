"""Ricosheep against its C++ twin: the whole graph of a level and every state's distance to a win, in one run of both.

CPU seconds of one core; each figure is the mean of several runs in a row, the least of ROUNDS such means, the
rounds of both programs taking turns. `python bench/ricosheep.py [LEVELS]` prints the table.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from timing import NoCompiler, first_answer, pack_by_command, readable, row, table, twin

from cassetete.core.answers import Limits
from cassetete.games.ricosheep.formats import one_grid, parse
from cassetete.games.ricosheep.generators.generate import LevelRequest, random_cells
from cassetete.games.ricosheep.model import Level
from cassetete.games.ricosheep.solvers.native import explore_all
from cassetete.games.ricosheep.solvers.state_graph import StateGraph
from cassetete.games.ricosheep.warm_up import warm_up
from cassetete.speed.random import Random

ROUNDS = 5
TWIN = Path(__file__).with_name("ricosheep_twin.cpp")


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:  # noqa: ARG001
    """One row for each set of levels; `levels` is the folder of the classic sets."""
    warm_up()
    official = [level for level in readable(levels, "ricosheep", parse) if one_grid(level) is not None]
    name = "official maps" if (levels / "ricosheep").is_dir() else levels.name
    sets = {name: official} if official else {}
    sets |= {
        "8x8, 18 sheep (one word)": [_random(8, 8, 18, 30, seed) for seed in (1, 2, 3)],
        "9x9, 16 sheep (more words)": [_random(9, 9, 16, 20, seed) for seed in (1, 2)],
        "12x12, 8 sheep, a wolf (more words)": [_random(12, 12, 8, 20, seed, wolves=1) for seed in (3, 4)],
        "32x32, 5 sheep (more words)": [_random(32, 32, 5, 8, seed) for seed in (1, 2)],
    }
    rows: list[dict[str, object]] = []
    try:
        program = twin(TWIN)
    except NoCompiler as missing:
        report(str(missing))
        program = None
    for name, boards in sets.items():
        report(name)
        rows.append(_row(name, boards, program))
    return [*rows, pack_by_command("ricosheep", {}), first_answer("ricosheep", "S_B\n___\nB_G\n")]


def _row(name: str, boards: list[Level], program: Path | None) -> dict[str, object]:
    ours = theirs = most = 0.0
    states = 0
    for level in boards:
        times = 20 if graph_size(level) < 20_000 else 1
        best = [float("inf"), float("inf")]
        for _round in range(ROUNDS):
            began = time.process_time()
            for _time in range(times):
                found = _ours(level)
            best[0] = min(best[0], (time.process_time() - began) / times)
            if program is None:
                continue
            *same, seconds = _twin(program, level, times)
            best[1] = min(best[1], seconds)
            if found != tuple(same):
                raise AssertionError(f"{name}: {found} and {same}")
        ours, theirs, most = ours + best[0], theirs + best[1], max(most, best[0])
        states += 2 * found[0]
    note = (
        f"{len(boards)} levels, {states} states, the longest {1e3 * most:.2f} ms, {states / ours / 1e6:.1f} M states/s"
    )
    others = {} if program is None else {"C++ twin": 1e3 * theirs}
    what = "whole graph and all distances"
    return row("ricosheep", what, 1e3 * ours, others, unit="ms", levels=name, note=note)


def graph_size(level: Level) -> int:
    """How many nodes the graph of a level has."""
    return _ours(level)[0]


def _ours(level: Level) -> tuple[int, int, int]:
    graph = StateGraph(level, level.start)
    explore_all(graph, Limits())
    far = graph.distances()
    length = len(graph.moves()) or -1
    return graph.count, length, int(far.max())


def _twin(program: Path, level: Level, times: int) -> tuple[int, int, int, float]:
    grid = one_grid(level)
    assert grid is not None
    text = f"{level.rows} {level.columns} {times}\n" + "\n".join(grid) + "\n"
    words = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True).stdout.split()
    return int(words[0]), int(words[1]), int(words[2]), float(words[3])


def _random(rows: int, columns: int, sheep: int, bushes: int, seed: int, wolves: int = 0) -> Level:
    """A meadow with two tufts, the same on every machine."""
    request = LevelRequest(rows, columns, sheep, sheep, bushes, 1, wolves)
    random = Random(seed)
    kinds = random_cells(request, random)
    free = [(i, j) for i in range(rows) for j in range(columns) if all((i, j) not in kind for kind in kinds)]
    letters = dict.fromkeys(kinds[0], "B") | dict.fromkeys(kinds[1], "S") | dict.fromkeys(kinds[2], "W")
    letters |= dict.fromkeys(random.sample(free, 3), "G")
    text = "\n".join("".join(letters.get((i, j), "_") for j in range(columns)) for i in range(rows))
    return parse(text + "\n")[0].level


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "levels"
    print(table(measure(folder, {}, lambda text: print(text, file=sys.stderr))))
