"""Sokoban measured: levels solved and proven within CPU seconds a level, and what each technique is worth.

`python bench/sokoban.py LEVELS [--seconds S] [--sets NAME …] [--only 1-30]` prints the table: Microban I (`microban`)
and Boxoban hard (`boxoban`) by `optimal`, 1 s a level; Microban I and XSokoban (`xsokoban`) by `portfolio`, S a level
(10 unless said; the comparisons with others use 60); what is left when each technique is switched off (`ablation`); the
three levels of Microban I that have no published optimum (`proofs`; two of them by two ways); XSokoban by `optimal`,
fewest pushes, S a level, one by one (`optima`); Microban I by the command `solve --json` from end to end, S a level
(`command`), beside the peers `festival` and `yass`: their command (`yass -maxtime 10`) is given the file of levels.
`--beside FOLDER --peers festival=PATH yass=PATH` measures every level of a folder of your own by turns: `portfolio`
with S CPU seconds until it has a solution, YASS as many, and Festival a second more, which its memory takes it, told to
take 64 s in all. Every solution is replayed. `--markdown` prints `ablation` for docs/notes/sokoban-ablation.md.
`make bench` measures all.

Others' figures are not measured here: they stand in the notes, from the same kind of machine (Festival 3.1 and YASS
2.153, one core, 60 s a level).
"""

from __future__ import annotations

import argparse
import csv
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from timing import command_per_level, cpu_of_program, first_answer, peer, percentile, row, table

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import replay
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.errors import BadLevel
from cassetete.games.sokoban import rules, warm_up, warm_up_portfolio
from cassetete.games.sokoban.formats import xsb
from cassetete.games.sokoban.lengths import metrics
from cassetete.games.sokoban.model import Level
from cassetete.games.sokoban.solvers import node_search, optimal, perimeter, portfolio, two_bounds
from cassetete.games.sokoban.solvers.advised_search import UNPACKED
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from cassetete.games.sokoban.solvers.node_arrays import MOST_MEMORY
from cassetete.games.sokoban.solvers.push_a_star import trivial_answer
from cassetete.speed.budget import Budget

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
    return two_bounds.fewest(level, rules.start(level), Metric.PUSHES, Limits())


def any_solution(level: Level) -> Search[Any, Any]:
    """The portfolio."""
    return portfolio.any_solution(level, rules.start(level), Metric.PUSHES, Limits())


def fewest_pushes(
    pruning: bool = True,
    blind: bool = False,
    walking: bool = False,
    thawed: bool = False,
    everywhere: bool = False,
    tunnels: bool = True,
    around: bool = True,
) -> Run:
    """The first of the optimal solver's two searches, with parts of it switched off."""

    def run(level: Level) -> Search[Any, Any]:
        state = rules.start(level)
        answer = trivial_answer(level, state)
        if answer is not None:
            return answer
        arrays = level_arrays(level)
        board = arrays.board
        if blind:  # the bound knows only which targets can be reached
            distance = board.distance.copy()
            distance[distance < 1 << 20] = 0
            board = board._replace(distance=distance)
        if everywhere:  # dead squares are found out by the matching, push by push
            board = board._replace(dead=board.dead * 0)
        if thawed:
            board = board._replace(no_freeze=board.no_freeze + board.no_freeze.dtype.type(1))
        if not tunnels:
            board = board._replace(tunnel=board.tunnel * 0)
        weights = (1, 1 << 32) if walking else (0, 1)
        arrays = arrays._replace(board=board)
        ring = perimeter.Perimeter(arrays, state)
        ring.growing = ring.growing and around
        result = yield from optimal.search(
            arrays, Budget(Limits()), state, *weights, optimal.NO_LIMIT, 0, pruning, ring
        )
        return optimal.answer_of(arrays, state, result)

    return run


def bare() -> Run:
    """Breadth first from both ends, no more than dead squares and frozen boxes known."""
    return fewest_pushes(pruning=False, blind=True, tunnels=False)


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


SETS = ("microban", "command", "boxoban", "xsokoban", "ablation", "proofs", "optima")
PEERS = ("festival", "yass")
_UNKNOWN = (93, 144, 153)
_BY_TWO_WAYS = (93, 144)


def measure(
    levels: Path,
    peers: Mapping[str, str],
    report: Callable[[str], None],
    seconds: float = 10.0,
    sets: Sequence[str] = SETS,
    only: slice = slice(None),
) -> list[dict[str, object]]:
    """The rows for Microban I, Boxoban hard and XSokoban, then one for each technique switched off."""
    (warm_up if set(sets) <= {"proofs"} else warm_up_portfolio).warm_up()
    portfolio.SHORTENING = 0  # a search cut off while it shortens its solution would count as lost
    folder = levels / "sokoban"
    microban, xsokoban = read(folder / "microban1_155.txt")[only], read(folder / "xsokoban_90.xsb")[only]
    rows: list[dict[str, object]] = []

    def add(name: str, what: str, tally: Tally, note: str) -> None:
        rows.append(row("sokoban", what, tally.solved, {}, unit="levels", levels=name, note=note))
        rows.append(row("sokoban", f"{what}, all of it", tally.seconds, {}, levels=name))

    if "microban" in sets:
        report("Microban I, optimal, 1 s a level")
        tally = over(microban, fewest_pushes(), 1.0, report)
        ties = over(microban, exact, 1.0).proven
        optima = known_optima(folder / "microban1_push_optimal.csv")
        first = only.start or 0
        wrong = [n for n, pushes in tally.pushes.items() if optima.get(n + first, pushes) != pushes]
        note = f"{ties} with the tie by moves proven, {len(wrong)} differ from known optima; a C++ A*: 150"
        add("Microban I", "optimal, 1 s a level", tally, note)
        report(f"Microban I, portfolio, {seconds:g} s a level")
        tally = over(microban, any_solution, seconds, report)
        add("Microban I", f"portfolio, {seconds:g} s a level", tally, "Festival 155 in 42 s, YASS 155 in 2.2 s")
    if "command" in sets:
        report(f"Microban I, the command end to end, {seconds:g} s a level")
        rows.append(command(microban, peers, seconds, report))
        rows.append(first_answer("sokoban", "######\n#@$ .#\n######\n", "optimal"))
    if "boxoban" in sets:
        report("Boxoban hard, optimal, 1 s a level")
        tally = over(read(folder / "boxoban_hard_000_1000.txt")[only], exact, 1.0, report)
        add("Boxoban hard (1000)", "optimal, 1 s a level", tally, f"{tally.proven} proven with ties")
    if "xsokoban" in sets:
        report(f"XSokoban, portfolio, {seconds:g} s a level")
        tally = over(xsokoban, any_solution, seconds, report)
        add("XSokoban", f"portfolio, {seconds:g} s a level", tally, "Festival 88 at 64 s, YASS 74 or more at 10 s")
    if "proofs" in sets:
        for number, name, tally in proofs(read(folder / "microban1_155.txt"), report):
            note = f"{tally.expanded} nodes, {tally.seconds:.1f} s"
            rows.append(
                row("sokoban", name, tally.pushes[1], {}, unit="pushes", levels=f"Microban {number}", note=note)
            )
    if "optima" in sets:
        report(f"XSokoban, fewest pushes, {seconds:g} s a level")
        rows += proven_optima(xsokoban, (only.start or 0) + 1, seconds, report)
    if "ablation" in sets:
        for name, which, tally in ablation(levels, report):
            note = f"{tally.expanded} nodes, {tally.seconds:.1f} s"
            rows.append(row("sokoban", name, tally.solved, {}, unit="levels", levels=which, note=note))
    return rows


def command(
    levels: Sequence[Level], peers: Mapping[str, str], seconds: float, report: Callable[[str], None]
) -> dict[str, object]:
    """The row of `cassetete solve --json`, a file for each level; a peer is given one file with all of them."""
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "levels.xsb"
        together.write_text(xsb.dump(levels), "utf-8")
        files = [Path(folder) / f"{number:03}.xsb" for number in range(1, len(levels) + 1)]
        for file, level in zip(files, levels, strict=True):
            file.write_text(xsb.dump([level]), "utf-8")
        each = command_per_level(files, "--seconds", f"{seconds:g}")
        others = {}
        for name in PEERS:
            found = peer(peers, name)
            if found is not None:
                report(name)
                others[name] = cpu_of_program([*shlex.split(found), together]).least
    note = f"{len(levels)} levels, the median {1e3 * percentile(each, 50):.1f} ms, the slowest {max(each):.2f} s"
    return row("sokoban", "`solve --json`", sum(each), others, levels="Microban I", note=note)


def proofs(levels: Sequence[Level], report: Callable[[str], None]) -> Iterator[tuple[int, str, Tally]]:
    """The fewest pushes where no optimum is published, the first two by two ways that share no bound and no pruning."""
    never = {"PAIRS_FROM": optimal.NO_LIMIT, "LARGE_FROM": optimal.NO_LIMIT, "GROUPS_FROM": optimal.NO_LIMIT}
    for number in _UNKNOWN:
        for name, run, values in (
            ("fewest pushes, everything", fewest_pushes(), {}),
            ("from both ends, no bound", bare(), never),
        ):
            if values and number not in _BY_TWO_WAYS:
                continue
            report(f"Microban {number}, {name}")
            with changed(optimal, **values):
                yield number, name, over(levels[number - 1 : number], run, 600.0, report)


def proven_optima(
    levels: Sequence[Level], first: int, seconds: float, report: Callable[[str], None]
) -> Iterator[dict[str, object]]:
    """A row for each level whose fewest pushes are proven in time; for the others, what is proven is reported."""
    for number, level in enumerate(levels, first):
        begun = time.process_time()
        arrays, state, budget = level_arrays(level), rules.start(level), Budget(Limits(), MOST_MEMORY)
        other = two_bounds.Solution(arrays, budget, state)
        search = two_bounds.fewest_pushes(arrays, budget, state, perimeter.Perimeter(arrays, state), other)
        visit = next(search)
        why = "time"
        found = None
        while time.process_time() < begun + seconds:
            try:
                visit = next(search)
            except StopIteration as stop:
                found, why = stop.value.pushes, stop.value.why.code if stop.value.why else ""
                break
        search.close()
        note = f"{visit.expanded} nodes, {time.process_time() - begun:.1f} s"
        best = found or other.pushes
        if best is not None:
            moves = arrays.moves_of(state, best)
            assert rules.status(level, replay(rules, level, moves)) is Status.WON
            assert metrics(level, state, moves).pushes == len(best)
        if found is None:
            most = "no solution found" if best is None else f"at most {len(best)}"
            report(f"  {number}: at least {visit.depth} pushes, {most} ({why}, {note})")
            continue
        report(f"  {number}: {len(found)} pushes, {note}")
        yield row("sokoban", "fewest pushes", len(found), {}, unit="pushes", levels=f"XSokoban {number}", note=note)


def beside(
    folder: Path, peers: Mapping[str, str], seconds: float, report: Callable[[str], None]
) -> list[dict[str, object]]:
    """A row for all levels of a folder: how many `portfolio` and the peers solve, by turns, and by which alone."""
    warm_up_portfolio.warm_up()
    found = {name: program for name in PEERS if (program := peer(peers, name))}
    files = sorted(folder.glob("*.xsb"))
    solved: dict[str, set[str]] = {"ours": set(), **{name: set() for name in found}}
    with changed(portfolio, SHORTENING=0):
        for file in files:
            (level,) = read(file)
            begun = time.process_time()
            if over([level], any_solution, seconds).solved:
                solved["ours"].add(file.stem)
            took: dict[str, float | None] = {"ours": time.process_time() - begun}
            for name, program in found.items():
                took[name] = _PROGRAMS[name](program, file, seconds)
                if took[name] is not None:
                    solved[name].add(file.stem)
            told = [f"{who} {took[who]:.1f} s" if file.stem in solved[who] else f"{who} no" for who in took]
            report(f"  {file.stem}: {', '.join(told)}")
    alone = [
        f"by {name} and not by ours: {' '.join(sorted(solved[name] - solved['ours'])) or 'none'}" for name in found
    ]
    note = "; ".join([f"{len(files)} levels", *alone])
    others = {name: float(len(solved[name])) for name in found}
    return [
        row(
            "sokoban",
            f"portfolio, {seconds:g} s a level",
            len(solved["ours"]),
            others,
            unit="levels",
            levels=folder.name,
            note=note,
            more_is_better=True,
        )
    ]


def _festival_takes(program: str, file: Path, seconds: float) -> float | None:
    """The CPU seconds in which Festival solves a level, None if it does not. It has a second more, for its memory."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*shlex.split(program), str(file.resolve()), "-out_dir", folder, "-time", "64", "-cores", "1"]
        used = _cpu_of(words, Path(folder), seconds + 1)
        lines = [line for each in Path(folder).glob("*.sok") for line in each.read_text("latin1").splitlines()]
        return used if any(line and set(line) <= set("lurdLURD") for line in lines) else None


def _yass_takes(program: str, file: Path, seconds: float) -> float | None:
    """The same of YASS, which takes a path from the root for an option."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(file, Path(folder) / "level.xsb")
        words = [*shlex.split(program), "level.xsb", "-maxtime", f"{seconds:.0f}", "-memory", "2000", "-prompt", "no"]
        used = _cpu_of(words, Path(folder), seconds)
        told = [each.read_text("latin1") for each in Path(folder).glob("*Solutions.sok")]
        return used if any("Solution" in text.splitlines() for text in told) else None


_PROGRAMS = {"festival": _festival_takes, "yass": _yass_takes}


def _cpu_of(words: Sequence[str], folder: Path, seconds: float) -> float:
    """The CPU seconds that a program takes in a folder, ended after so many."""
    import resource  # not on Windows

    limit = resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1)
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        words, cwd=folder, stdin=quiet, stdout=quiet, stderr=quiet, preexec_fn=lambda: resource.setrlimit(*limit)
    ) as process:
        _pid, _status, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime


@contextmanager
def changed(module: Any, **values: Any) -> Iterator[None]:
    """A module with other values for a while."""
    kept = {name: getattr(module, name) for name in values}
    try:
        for name, value in values.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in kept.items():
            setattr(module, name, value)


def ablation(levels: Path, report: Callable[[str], None]) -> Iterator[tuple[str, str, Tally]]:
    """The optimal search on Microban I and the portfolio on fifteen of XSokoban, a technique less each time."""
    microban, xsokoban = read(levels / "sokoban/microban1_155.txt"), read(levels / "sokoban/xsokoban_90.xsb")[50:65]
    without_groups = {"GROUPS_FROM": optimal.NO_LIMIT}
    without_pairs = {"PAIRS_FROM": optimal.NO_LIMIT, **without_groups}
    never = {**without_pairs, "LARGE_FROM": optimal.NO_LIMIT}
    exact_ways: list[tuple[str, Run, dict[str, Any]]] = [
        ("fewest pushes, everything", fewest_pushes(), {}),
        ("without dead squares (the matching refuses them), pairs and walls", fewest_pushes(everywhere=True), never),
        ("without the matching's distances, pairs and walls", fewest_pushes(blind=True), never),
        ("without frozen boxes", fewest_pushes(thawed=True), {}),
        ("without PI-corrals", fewest_pushes(pruning=False), {}),
        ("without penalties of pairs and of groups", fewest_pushes(), without_pairs),
        ("without penalties of groups", fewest_pushes(), without_groups),
        ("frozen boxes are no walls", fewest_pushes(), {"FROZEN_SETS": 1}),
        ("nodes of equal promise last in, first out", fewest_pushes(), {"PLAIN_QUEUE": True}),
        ("without tunnels", fewest_pushes(tunnels=False), {}),
        ("without the perimeter", fewest_pushes(around=False), {}),
        ("without tunnels and the perimeter", fewest_pushes(tunnels=False, around=False), {}),
        ("the perimeter alone: no bound, PI-corrals, tunnels, pairs", bare(), never),
        ("the player's cell distinguished", fewest_pushes(walking=True), {}),
    ]
    for name, run, values in exact_ways:
        report(name)
        with changed(optimal, **values):
            yield name, "Microban I, 0.5 s", over(microban, run, 0.5)
    planned = (UNPACKED, portfolio.CHECKED)
    ways: list[tuple[str, tuple[str, int] | None, dict[str, Any]]] = [
        ("the portfolio", None, {}),
        ("checked moves by the unpacked plan alone", planned, {}),
        ("the same without corral searches", planned, {"CORRAL_NODES": 2}),
        ("the same without remembering their verdicts", planned, {"CORRAL_VERDICTS": 2}),
        ("from both ends alone", ("", portfolio.MEETING), {}),
        ("from the end alone", ("", portfolio.PULLS), {}),
    ]
    for name, member, values in ways:
        report(name)
        leading = dict.fromkeys(portfolio.LEADING, portfolio.Turns((), (member,))) if member else {}
        only = {"LEADING": leading, "FOLLOWING": ()} if leading else {}
        with changed(portfolio, **only), changed(node_search, **values):
            yield name, "XSokoban 51–65, 2 s", over(xsokoban, any_solution, 2.0)


def markdown(levels: Path, report: Callable[[str], None]) -> str:
    """The table of docs/notes/sokoban-ablation.md."""
    warm_up_portfolio.warm_up()
    lines = ["| search | levels | solved | nodes | CPU s |", "|---|---|---|---|---|"]
    with changed(portfolio, SHORTENING=0):
        for name, which, tally in ablation(levels, report):
            lines.append(f"| {name} | {which} | {tally.solved} | {tally.expanded} | {tally.seconds:.1f} |")
            report(lines[-1])
    return "\n".join(lines)


def _part(text: str) -> slice:
    first, _dash, last = text.partition("-")
    return slice(int(first) - 1, int(last or first))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--only", type=_part, default=slice(None))
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--peers", nargs="+", default=[], metavar="NAME=PATH")
    parser.add_argument("--beside", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    named = dict(each.split("=", 1) for each in options.peers)
    if options.markdown:
        print(markdown(options.levels, print))
    elif options.beside:
        print(table(beside(options.beside, named, options.seconds, partial(print, flush=True))))
    else:
        print(table(measure(options.levels, named, print, options.seconds, options.sets, options.only)))
