"""Sokoban measured: levels solved and proven within CPU seconds a level, and what each technique is worth.

`python bench/sokoban.py LEVELS [SECONDS]` prints the table: Microban I and Boxoban by `optimal` (1 s a level), Microban
I and XSokoban by `strong` (SECONDS a level, 10 unless said; the comparisons with others use 60). Every solution is
replayed.
`python bench/sokoban.py LEVELS --ablation` prints the table of docs/solvers/sokoban.md instead.

Others' figures are not measured here: they stand in the notes, from the same kind of machine (Festival 3.1 and YASS
2.153, one core, 60 s a level).
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from timing import row, table

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.errors import BadLevel
from cassetete.core.replay import replay
from cassetete.games.sokoban import kernel_feature, kernel_star, native, optimal, rules, strong, xsb
from cassetete.games.sokoban.metrics import metrics
from cassetete.games.sokoban.model import Level

_NO_LIMIT = 1 << 30
Run = Callable[[Level], "Search[Any, Any]"]


class Tally(NamedTuple):
    """Levels solved, solved with proof, all expanded nodes, CPU seconds, and the fewest pushes of each level solved."""

    solved: int
    proven: int
    expanded: int
    seconds: float
    pushes: dict[int, int]


def read(path: Path) -> list[Level]:
    """The levels of a collection."""
    return [item.level for item in xsb.parse(path.read_text("utf-8")) if not isinstance(item, BadLevel)]


def exact(level: Level) -> Search[Any, Any]:
    """The optimal solver, pushes first."""
    return optimal.fewest(level, rules.start(level), Metric.PUSHES, Limits())


def any_solution(level: Level) -> Search[Any, Any]:
    """The strong solver."""
    return strong.any_solution(level, rules.start(level), Metric.PUSHES, Limits())


def fewest_pushes(pruning: bool = True, blind: bool = False, walking: bool = False) -> Run:
    """The first of the optimal solver's two searches, with parts of it switched off."""

    def run(level: Level) -> Search[Any, Any]:
        state = rules.start(level)
        answer = optimal.settled(level, state)
        if answer is not None:
            return answer
        place = native.place(level)
        if blind:  # the bound knows only which goals can be reached
            far = place.board.far.copy()
            far[far < 1 << 20] = 0
            place = place._replace(board=place.board._replace(far=far))
        weights = (1, 1 << 32) if walking else (0, 1)
        meter = native.Meter(Limits())
        outcome = yield from optimal.search(place, meter, state, *weights, _NO_LIMIT, 0, pruning)
        return optimal.found(place, state, outcome)

    return run


def over(
    levels: Sequence[Level], run: Run, seconds: float, report: Callable[[str], None] = lambda _text: None
) -> Tally:
    """Each level for so many CPU seconds at most."""
    solved = proven = expanded = 0
    pushes: dict[int, int] = {}
    begun = time.process_time()
    for number, level in enumerate(levels, 1):
        answer = within(run(level), seconds)
        expanded += answer.expanded
        if not answer.solved:
            report(f"  {number}: {answer.verdict.value} after {answer.expanded} nodes")
            continue
        assert rules.status(level, replay(rules, level, answer.moves)) is Status.WON
        solved += 1
        proven += answer.optimal
        pushes[number] = metrics(level, rules.start(level), answer.moves).pushes
    return Tally(solved, proven, expanded, time.process_time() - begun, pushes)


def within(search: Search[Any, Any], seconds: float) -> Answer[Any]:
    """The search's answer, or UNKNOWN once it has used up its CPU time."""
    end = time.process_time() + seconds
    while True:
        try:
            visit = next(search)
        except StopIteration as stop:
            answer: Answer[Any] = stop.value
            return answer
        if time.process_time() > end:
            search.close()
            return Answer(Verdict.UNKNOWN, expanded=visit.expanded)


def known_optima(path: Path) -> dict[int, int]:
    """The published least numbers of pushes."""
    with path.open(encoding="utf-8") as lines:
        return {int(r["level"]): int(r["optimal_pushes"]) for r in csv.DictReader(lines) if r["optimal_pushes"]}


def measure(
    levels: Path,
    peers: Mapping[str, str],  # noqa: ARG001
    report: Callable[[str], None],
    seconds: float = 10.0,
) -> list[dict[str, object]]:
    """The rows for Microban I, Boxoban hard and XSokoban."""
    kernel_star.warm_up()
    kernel_feature.warm_up()
    strong.SHORTENING = 0  # a search cut off while it shortens its solution would count as lost
    folder = levels / "sokoban"
    microban, boxoban = read(folder / "microban1_155.txt"), read(folder / "boxoban_hard_000_1000.txt")
    rows: list[dict[str, object]] = []

    def add(name: str, what: str, tally: Tally, note: str) -> None:
        rows.append(row("sokoban", what, tally.solved, {}, unit="levels", levels=name, note=note))
        rows.append(row("sokoban", f"{what}, all of it", tally.seconds, {}, levels=name))

    report("Microban I, optimal, 1 s a level")
    tally = over(microban, fewest_pushes(), 1.0, report)
    ties = over(microban, exact, 1.0).proven
    optima = known_optima(folder / "microban1_push_optimal.csv")
    wrong = [n for n, pushes in tally.pushes.items() if optima.get(n, pushes) != pushes]
    note = (
        f"{ties} with the tie by moves proven in the second, {len(wrong)} differ from known optima; "
        "a C++ A* on such a machine: 150"
    )
    add("Microban I", "optimal, 1 s a level", tally, note)
    report("Boxoban hard, optimal, 1 s a level")
    tally = over(boxoban, exact, 1.0, report)
    add("Boxoban hard (1000)", "optimal, 1 s a level", tally, f"{tally.proven} proven with ties")
    report(f"Microban I, strong, {seconds:g} s a level")
    tally = over(microban, any_solution, seconds, report)
    add("Microban I", f"strong, {seconds:g} s a level", tally, "Festival 155 in 42 s, YASS 155 in 2.2 s")
    report(f"XSokoban, strong, {seconds:g} s a level")
    tally = over(read(folder / "xsokoban_90.xsb"), any_solution, seconds, report)
    add("XSokoban", f"strong, {seconds:g} s a level", tally, "Festival 88 at 64 s, YASS 74 or more at 10 s")
    return rows


def ablation(levels: Path) -> str:
    """A Markdown table: the optimal search on Microban I, the strong one on fifteen of XSokoban."""
    kernel_star.warm_up()
    kernel_feature.warm_up()
    strong.SHORTENING = 0  # a search cut off while it shortens its solution would count as lost
    microban, xsokoban = read(levels / "sokoban/microban1_155.txt"), read(levels / "sokoban/xsokoban_90.xsb")[50:65]
    lines = ["| search | levels | solved | nodes | CPU s |", "|---|---|---|---|---|"]
    ways: dict[str, Run] = {
        "fewest pushes, everything": fewest_pushes(),
        "without PI-corrals": fewest_pushes(pruning=False),
        "without the matching's distances (only which goals can be reached)": fewest_pushes(blind=True),
        "without both": fewest_pushes(pruning=False, blind=True),
        "the keeper's cell told apart (fewest moves in the same run)": fewest_pushes(walking=True),
    }
    for name, run in ways.items():
        tally = over(microban, run, 1.0)
        lines.append(f"| {name} | Microban I, 1 s | {tally.solved} | {tally.expanded} | {tally.seconds:.0f} |")
    kept = strong.PORTFOLIO, strong.DOUBTS
    for name, portfolio, doubts in (
        ("strong, everything", *kept),
        ("without corral searches", kept[0], 2),
        ("one plan, most packed first", kept[0][:1], kept[1]),
        ("one plan, all cells alike", kept[0][3:4], kept[1]),
    ):
        strong.PORTFOLIO, strong.DOUBTS = portfolio, doubts
        tally = over(xsokoban, any_solution, 3.0)
        lines.append(f"| {name} | XSokoban 51–65, 3 s | {tally.solved} | {tally.expanded} | {tally.seconds:.0f} |")
    strong.PORTFOLIO, strong.DOUBTS = kept
    return "\n".join(lines)


if __name__ == "__main__":
    if "--ablation" in sys.argv:
        print(ablation(Path(sys.argv[1])))
    else:
        limit = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
        print(table(measure(Path(sys.argv[1]), {}, print, limit)))
