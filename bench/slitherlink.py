"""Slitherlink measured: solving and proving beside lazy SAT alone, clingo and OR-Tools, level making beside Loopy.

Our three peers are written here: the encodings are the usual ones. All times are CPU seconds of one run. clingo and
ortools are optional; Debian's `sgt-loopy` (package sgt-puzzles) is too.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cassetete.app.generate import generate
from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.games.slitherlink import answers, kernel, kernel_make
from cassetete.games.slitherlink.formats import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.model import Level, State, lattice
from cassetete.speed import jit

CLASSES = ((64, "6x6"), (130, "10x10"), (250, "15x15"), (450, "20x20"), (10**9, "30x30 and larger"))
SLOW = 12
"""How many grids of a class the slow peers are given (spread over the class); we and SAT get all."""

Report = Callable[[str], None]
Row = dict[str, object]


def drained(run: Any, level: Level) -> str:
    """Our own solvers: "one", "several" or "none"."""
    search = run(level, level.marks, Metric.MOVES, Limits())
    while True:
        try:
            next(search)
        except StopIteration as end:
            return ("one" if end.value.optimal else "several") if end.value.solved else "none"


def native(level: Level) -> str:
    """Propagation, probing, then SAT."""
    return drained(answers.run_native, level)


def lazy_sat(level: Level) -> str:
    """Glucose 4 with loops forbidden as they turn up."""
    return drained(answers.run_sat, level)


CLINGO = """
{line(E)} :- edge(E,_,_).
:- clue(C,N), #count{E : line(E), side(C,E)} != N.
at(V,E) :- edge(E,V,_).
at(V,E) :- edge(E,_,V).
degree(V,D) :- at(V,_), D = #count{E : line(E), at(V,E)}.
:- degree(V,D), D != 0, D != 2.
on(V) :- degree(V,2).
first(V) :- on(V), not on(W) : at(W,_), W < V.
reached(V) :- first(V).
reached(W) :- reached(V), line(E), edge(E,V,W).
reached(W) :- reached(V), line(E), edge(E,W,V).
:- on(V), not reached(V).
:- not on(V) : at(V,_).
#show line/1.
"""


def clingo(level: Level) -> str:
    """Answer sets with reachability."""
    import clingo as engine

    net = lattice(level.rows, level.columns)
    facts = [f"edge({e},{a},{b})." for e, (a, b) in enumerate(net.ends)]
    for cell, clue in enumerate(clue for row in level.clues for clue in row):
        if clue is not None:
            facts.append(f"clue({cell},{clue}).")
            facts += [f"side({cell},{e})." for e in net.around_cell[cell]]
    control = engine.Control(["2", "--warn=none"])
    control.add("base", [], CLINGO + "\n".join(facts))
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as models:
        for _model in models:
            found += 1
    return ("none", "one", "several")[found]


def ortools(level: Level) -> str:
    """CP-SAT with a circuit constraint; the second run forbids the loop of the first."""
    from ortools.sat.python import cp_model

    net = lattice(level.rows, level.columns)
    model = cp_model.CpModel()
    line = [model.new_bool_var(f"e{e}") for e in range(len(net.ends))]
    arcs = []
    for e, (a, b) in enumerate(net.ends):
        there, back = model.new_bool_var(f"t{e}"), model.new_bool_var(f"b{e}")
        arcs += [(a, b, there), (b, a, back)]
        model.add(there + back == line[e])
    arcs += [(v, v, model.new_bool_var(f"v{v}")) for v in range(len(net.at_vertex))]
    model.add_circuit(arcs)
    model.add_bool_or(line)
    for cell, clue in enumerate(clue for row in level.clues for clue in row):
        if clue is not None:
            model.add(sum(line[e] for e in net.around_cell[cell]) == clue)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return "none"
    model.add_bool_or([variable.negated() for variable in line if solver.value(variable)])
    return "one" if solver.solve(model) == cp_model.INFEASIBLE else "several"


def available(report: Report) -> dict[str, Callable[[Level], str]]:
    """The peers that are installed."""
    peers: dict[str, Callable[[Level], str]] = {"lazy SAT (glucose4)": lazy_sat}
    for name, solver in (("clingo", clingo), ("ortools", ortools)):
        try:
            __import__(name)
            peers[name] = solver
        except ImportError:
            report(f"{name} is not installed: left out")
    return peers


def timed(solver: Callable[[Level], str], level: Level, again: int = 1) -> tuple[float, str]:
    """The least CPU time of some runs, and the verdict."""
    times = []
    for _run in range(again):
        began = time.process_time()
        verdict = solver(level)
        times.append(time.process_time() - began)
    return min(times), verdict


def classes(levels: Path) -> dict[str, list[Level]]:
    """The grids of the folder by size."""
    found: dict[str, list[Level]] = {name: [] for _most, name in CLASSES}
    for path in sorted((levels / "slitherlink").glob("*/*.txt")):
        level = parse(path.read_text())[0].level
        name = next(name for most, name in CLASSES if level.rows * level.columns <= most)
        found[name].append(level)
    return found


def solving(levels: Path, report: Report) -> list[Row]:
    """Median and slowest time of each class, for each solver."""
    rows: list[Row] = []
    peers = available(report)
    for name, grids in classes(levels).items():
        ours = [timed(native, level, 3) for level in grids]
        row: dict[str, dict[str, float]] = {"median": {}, "max": {}}
        for peer, solver in peers.items():
            slow = peer != "lazy SAT (glucose4)"
            step = max(1, len(grids) // SLOW) if slow else 1
            theirs = [timed(solver, level, 1 if slow else 3) for level in grids[::step]]
            if [verdict for _time, verdict in theirs] != [verdict for _time, verdict in ours[::step]]:
                raise AssertionError(f"{peer} and we do not agree on {name}")
            row["median"][peer] = statistics.median(seconds for seconds, _verdict in theirs)
            row["max"][peer] = max(seconds for seconds, _verdict in theirs)
        for what, pick in (("median", statistics.median), ("max", max)):
            mine = float(pick([seconds for seconds, _verdict in ours]))
            ratio = {peer: seconds / mine for peer, seconds in row[what].items()}
            rows.append(_row(f"{name} ({len(grids)})", f"solve and prove unique, {what}", "s", mine, row[what], ratio))
            report(shown(rows[-1]))
    return rows


def making(report: Report) -> list[Row]:
    """Levels a second, beside Loopy at the level of the same name (ours are graded by our own ladder)."""
    loopy = shutil.which("sgt-loopy") or shutil.which("sgt-loopy", path="/usr/games")
    rows: list[Row] = []
    for size, count in ((10, 40), (20, 8), (30, 3)):
        for ours, theirs in (("easy", "de"), ("normal", "dn"), ("tricky", "dt"), ("hard", "dh")):
            began = time.process_time()
            for seed in range(count):
                generate(GAME, seed, {"rows": size, "columns": size, "difficulty": ours})
            rate = count / (time.process_time() - began)
            others: dict[str, float] = {}
            if loopy:
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                command = [loopy, "--generate", str(count), f"{size}x{size}t0{theirs}"]
                subprocess.run(command, capture_output=True, check=True)
                others["Loopy"] = count / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
            ratio = {name: rate / other for name, other in others.items()}
            rows.append(_row(f"{size}x{size}", f"make {ours}", "levels/s", rate, others, ratio))
            report(shown(rows[-1]))
    return rows


def _row(name: str, what: str, unit: str, ours: float, others: dict[str, float], ratio: dict[str, float]) -> Row:
    return {
        "game": "slitherlink",
        "set": name,
        "what": what,
        "unit": unit,
        "ours": ours,
        "others": others,
        "ratio": ratio,
        "note": "CPU time",
    }


def shown(row: Row) -> str:
    """A row as a line."""
    others, ratio = row["others"], row["ratio"]
    assert isinstance(others, dict) and isinstance(ratio, dict)
    peers = "  ".join(f"{name} {value:.4g} (x{ratio[name]:.2g})" for name, value in others.items())
    return f"{row['set']:<24} {row['what']:<34} {row['ours']:.4g} {row['unit']}   {peers}"


def measure(levels: Path, peers: Mapping[str, str], report: Report) -> list[Row]:  # noqa: ARG001  # the bench's shape
    """All tables; `levels` is the folder of classic sets."""
    kernel.warm_up()
    kernel_make.warm_up()
    jit.mark_ready(answers.KERNEL)
    native(Level(2, 2, ((None, 3), (None, None)), State()))
    return solving(levels, report) + making(report)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "levels"
    measure(folder, {}, print)
