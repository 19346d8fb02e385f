"""Slitherlink measured: solving and proving beside lazy SAT alone, clingo and OR-Tools, level making beside Loopy.

The first three peers are written here: the encodings are the usual ones. All times are CPU seconds of one run. clingo
and ortools are optional (`pip install clingo ortools`); so is Debian's `sgt-loopy` (`apt install sgt-puzzles`, or
`--peers loopy=PATH`). clingo and OR-Tools get some of the grids of a class, spread over it, and CAP seconds for each.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from timing import command_per_level, cpu, cpu_of_program, first_answer, peer, row, table

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.games.slitherlink import machine_code, warm_up
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.grading import grade
from cassetete.games.slitherlink.model import Level, State, lattice
from cassetete.games.slitherlink.solvers import native as fast
from cassetete.speed import jit

CLASSES = ((64, "6x6"), (130, "10x10"), (250, "15x15"), (450, "20x20"), (10**9, "30x30 and larger"))
SLOW = 8
"""About how many grids of a class the slow peers are given; we and SAT get all."""

CAP = 20
"""Seconds of CPU time that a slow peer gets for a grid; if it is not through then, the note says so."""

AGAIN = 5
"""Runs of the quick solvers on each grid: the least time counts."""

SAT = "lazy SAT (glucose4)"
UNDECIDED = "undecided"
INSTALL = {"clingo": "pip install clingo", "ortools": "pip install ortools", "loopy": "apt install sgt-puzzles"}

LEVELS = {5: 1200, 7: 500, 10: 120, 15: 24, 20: 10, 25: 5, 30: 4}
"""How many levels of each size Loopy makes; we make more of the quick ones."""

ROUNDS = 2

STATED = {
    "puzzleloop_josh": ("_medium_", "_hard_"),
    "davidjosepha": ("easy", "hard"),
    "sgt_loopy": ("_de_", "_dn_", "_dt_", "_dh_"),
}
"""How file names state the difficulty, the easiest first; janko's and puzsq's do not."""

Report = Callable[[str], None]
Row = dict[str, object]


def verdict_of(run: Any, level: Level) -> str:
    """Our own solvers: "one", "several" or "none"."""
    answer = drain(run(level, level.marks, Metric.MOVES, Limits()))
    return ("one" if answer.optimal else "several") if answer.solved else "none"


def native(level: Level) -> str:
    """Propagation, probing, then SAT."""
    return verdict_of(fast.run_native, level)


def lazy_sat(level: Level) -> str:
    """Glucose 4 with loops forbidden as they turn up."""
    return verdict_of(fast.run_sat, level)


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
    for cell, clue in enumerate(clue for clues in level.clues for clue in clues):
        if clue is not None:
            facts.append(f"clue({cell},{clue}).")
            facts += [f"side({cell},{e})." for e in net.around_cell[cell]]
    control = engine.Control(["2", "--warn=none"])
    control.add("base", [], CLINGO + "\n".join(facts))
    control.ground([("base", [])])
    found: list[int] = []
    with stopped_in_time(control.interrupt):
        result = control.solve(on_model=lambda _model: found.append(1))
    return UNDECIDED if result.interrupted else ("none", "one", "several")[len(found)]


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
    for cell, clue in enumerate(clue for clues in level.clues for clue in clues):
        if clue is not None:
            model.add(sum(line[e] for e in net.around_cell[cell]) == clue)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    with stopped_in_time(solver.stop_search):
        first = solver.solve(model)
        if first == cp_model.INFEASIBLE:
            return "none"
        if first == cp_model.UNKNOWN:
            return UNDECIDED
        model.add_bool_or([variable.negated() for variable in line if solver.value(variable)])
        second = solver.solve(model)
    return UNDECIDED if second == cp_model.UNKNOWN else "one" if second == cp_model.INFEASIBLE else "several"


@contextmanager
def stopped_in_time(stop: Callable[[], object]) -> Iterator[None]:
    """What runs here is told to stop after CAP seconds of CPU time."""
    done = threading.Event()
    until = time.process_time() + CAP

    def watch() -> None:
        while not done.wait(0.1):
            if time.process_time() > until:
                stop()
                return

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


class Times(NamedTuple):
    """Seconds and verdict for each grid that a solver was given."""

    seconds: list[float]
    verdicts: list[str]


def available(report: Report) -> tuple[dict[str, Callable[[Level], str]], str]:
    """The peers that are installed, and what is to be said of those that are not."""
    peers: dict[str, Callable[[Level], str]] = {SAT: lazy_sat}
    absent = []
    for name, solver in (("clingo", clingo), ("ortools", ortools)):
        try:
            __import__(name)
            peers[name] = solver
        except ImportError:
            absent.append(f"{name} is not installed ({INSTALL[name]})")
            report(absent[-1])
    return peers, "; ".join(absent)


def timed(solver: Callable[[Level], str], level: Level, again: int = 1) -> tuple[float, str]:
    """The least CPU time of some runs, and the verdict."""
    done = cpu(lambda: solver(level), again)
    return done.least, done.value


def measured(solver: Callable[[Level], str], grids: list[Level], again: int) -> Times:
    """A solver on some grids."""
    both = [timed(solver, level, again) for level in grids]
    return Times([seconds for seconds, _verdict in both], [verdict for _seconds, verdict in both])


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
    peers, absent = available(report)
    for name, grids in classes(levels).items():
        if not grids:
            continue
        report(f"{name}: ours")
        ours = measured(native, grids, AGAIN)
        theirs: dict[str, Times] = {}
        notes = [absent] if absent else []
        for other, solver in peers.items():
            report(f"{name}: {other}")
            slow = other != SAT
            step = max(1, len(grids) // SLOW) if slow else 1
            theirs[other] = measured(solver, grids[::step], 1 if slow else AGAIN)
            notes += _compared(other, theirs[other], ours.verdicts[::step], len(grids))
        for what, pick in (("median", statistics.median), ("slowest", max)):
            others = {other: float(pick(times.seconds)) for other, times in theirs.items()}
            title = f"solve and prove unique, {what}"
            note = "; ".join(notes)
            rows.append(
                row("slitherlink", title, float(pick(ours.seconds)), others, levels=f"{name} ({len(grids)})", note=note)
            )
            report(table(rows[-1:]).splitlines()[-1])
    return rows


def commands(levels: Path, report: Report) -> list[Row]:
    """What `cassetete solve --json` takes for a grid, beside the SAT solver alone, which reads and writes nothing."""
    rows: list[Row] = []
    for size in (10, 20):
        report(f"the command, {size}x{size}")
        found = [(path, parse(path.read_text())[0].level) for path in sorted((levels / "slitherlink").glob("*/*.txt"))]
        chosen = [(path, level) for path, level in found if level.rows == level.columns == size]
        if not chosen:
            continue
        seconds = command_per_level([path for path, _level in chosen])
        alone = measured(lazy_sat, [level for _path, level in chosen], 1)
        others = {SAT: statistics.median(alone.seconds)}
        what = "`solve --json`, median"
        rows.append(
            row("slitherlink", what, statistics.median(seconds), others, levels=f"{size}x{size} ({len(chosen)})")
        )
        report(table(rows[-1:]).splitlines()[-1])
    return rows


def _compared(name: str, times: Times, verdicts: list[str], all_grids: int) -> list[str]:
    """What is to be said of a peer's run; AssertionError if its verdicts are not ours."""
    capped = times.verdicts.count(UNDECIDED)
    for theirs, mine in zip(times.verdicts, verdicts, strict=True):
        if theirs not in (mine, UNDECIDED):
            raise AssertionError(f"{name} says {theirs}, we say {mine}")
    notes = [f"{name} on {len(verdicts)} of them"] if len(verdicts) < all_grids else []
    if capped:
        notes.append(f"{name} stopped after {CAP} s on {capped}: at least that")
    return notes


def making(peers: Mapping[str, str], report: Report) -> list[Row]:
    """Levels a second of `cassetete generate`, beside Loopy's own command at equal techniques; starting not counted.

    Loopy has nothing above its Hard. The two run alternately, and the best run of each counts.
    """
    loopy = peer(peers, "loopy", "sgt-loopy") or shutil.which("sgt-loopy", path="/usr/games")
    note = "" if loopy else f"sgt-loopy is not installed ({INSTALL['loopy']})"
    rows: list[Row] = []
    began = cpu_of_program([loopy, "--generate", "1", "3x3t0de"], repeat=3).least if loopy else 0.0
    for size, count in LEVELS.items():
        for ours, theirs, many in (
            ("easy", "Easy", 5 * count),
            ("normal", "Tricky", 5 * count),
            ("tricky", "Hard", 5 * count),
            ("hard", "Hard", count),
            ("expert", "Hard", max(2, count // 4)),
        ):
            command = [sys.executable, "-m", "cassetete", "generate", "slitherlink", "--size", f"{size}x{size}"]
            command += ["--difficulty", ours, "--seed", "7", "--count"]
            words = [str(loopy), "--generate", str(count), f"{size}x{size}t0d{theirs[0].lower()}"]
            took: list[float] = []
            their_time: list[float] = []
            for _round in range(ROUNDS):
                one = cpu_of_program([*command, "1"]).least
                took.append((cpu_of_program([*command, str(many + 1)]).least - one) / many)
                if loopy:
                    their_time.append(max(cpu_of_program(words).least - began, 1e-6) / count)
            rate = 1 / max(min(took), 1e-6)
            others = {f"Loopy {theirs}": 1 / min(their_time)} if their_time else {}
            what, size_name = f"`generate`, {ours}", f"{size}x{size}"
            rows.append(
                row("slitherlink", what, rate, others, unit="/s", levels=size_name, note=note, more_is_better=True)
            )
            report(table(rows[-1:]).splitlines()[-1])
    return rows


def grades(levels: Path, report: Report) -> None:
    """How far our grades agree with the difficulty that publishers state: Spearman's rho, and which grade is which."""
    for folder, words in STATED.items():
        found: list[tuple[str, int, int, str]] = []
        for path in sorted((levels / "slitherlink" / folder).glob("*.txt")):
            level = parse(path.read_text())[0].level
            stated = next((n for n, word in enumerate(words) if word in path.name), None)
            graded = grade(level) if stated is not None else None
            if stated is not None and graded is not None:
                found.append((f"{level.rows}x{level.columns}", stated, graded.rank, graded.id))
        report(f"{folder}: {_agreement(found)}")
        for size in sorted({one[0] for one in found}, key=lambda name: [int(n) for n in re.findall(r"\d+", name)]):
            report(f"  {size}: {_agreement([one for one in found if one[0] == size])}")
        for n, word in enumerate(words):
            ours = Counter(one[3] for one in found if one[1] == n)
            report(f"  {word.strip('_')}: " + ", ".join(f"{name} {times}" for name, times in ours.most_common()))


def _agreement(found: list[tuple[str, int, int, str]]) -> str:
    """Spearman's rho of the stated difficulties with our numbers; none if all of either are equal."""
    stated, ours = [one[1] for one in found], [one[2] for one in found]
    if len(set(stated)) < 2 or len(set(ours)) < 2:
        return f"none ({len(found)} grids, all alike)"
    return f"{statistics.correlation(_ranks(stated), _ranks(ours)):.2f} ({len(found)} grids)"


def _ranks(values: list[int]) -> list[float]:
    """The rank of each value; equal ones share the middle of theirs.

    >>> _ranks([2, 1, 2])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def measure(levels: Path, peers: Mapping[str, str], report: Report) -> list[Row]:
    """All tables; `levels` is the folder of classic sets."""
    warm_up.warm_up()
    jit.mark_ready(machine_code.KERNEL)
    native(Level(2, 2, ((None, 3), (None, None)), State()))
    rows = solving(levels, report) + commands(levels, report)
    rows.append(first_answer("slitherlink", "_3\n__\n"))
    return rows + making(peers, report)


if __name__ == "__main__" and sys.argv[1:2] == ["making"]:
    LEVELS = {int(size): LEVELS[int(size)] for size in sys.argv[2:]} or LEVELS
    making({}, print)
elif __name__ == "__main__" and sys.argv[1:2] == ["grades"]:
    grades(Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parents[2] / "shared" / "levels", print)
elif __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "levels"
    found = measure(folder, {}, print)
    print(table(found))
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
