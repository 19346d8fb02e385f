"""`cassetete solve`: the verdict on each level."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.registry import games
from cassetete.app.solving.choose import NoSolver, choose, expect, named, rival
from cassetete.app.solving.examine import COMPILING, examine
from cassetete.cli.console import Console, UsageError
from cassetete.cli.interrupts import INTERRUPTED, Interrupts
from cassetete.cli.limits import GAVE_UP, add_limits, memory_limit
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import (
    INTERNAL,
    UNREADABLE,
    ReadAhead,
    add_metric,
    add_reading,
    each_level,
    files_at,
    label,
    metric_for,
    told_failure,
)
from cassetete.core.answers import Answer, Limits, Verdict, Want, Why
from cassetete.core.contract import AnyGame, Metric, Solver
from cassetete.core.lengths import Totals, line, totals
from cassetete.core.message import Catalogue, Text, one_line
from cassetete.session.jobs import Examined, ToExamine
from cassetete.speed.budget import resident_memory

if TYPE_CHECKING:
    from cassetete.app.workers.batch import LevelRun

_ = Catalogue("cassetete")

EXIT = {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNKNOWN: 2}
_VERDICTS = {
    Verdict.SOLVED: _("solved"),
    Verdict.IMPOSSIBLE: _("impossible"),
    Verdict.UNKNOWN: _("unknown"),
}
_METRICS = {Metric.MOVES: _("fewest moves"), Metric.PUSHES: _("fewest pushes"), Metric.COST: _("least cost")}
_WORKERS = _(
    "how many processes (1 if not given: this one): they share the levels and --memory. One for which no level is left"
    " helps at another level, if its game has a solver that proves and one that finds any solution: a proof ends that,"
    " and any solution does once the proof has had as much as with one process"
)
_LEAST_MEMORY = 100_000_000
"""The bytes that are worth a process of its own: less is what Python and the compiled code take already."""

_LISTS = 2 / 3
"""How much of its part of the memory this process fills with lists: the rest is for what is on its way."""

_ALL = 10**12 - 1
_PIECE = 1000
"""How many lines (or parts of JSON) are printed at once where all solutions are listed."""


def add_arguments(parser: Parser) -> None:
    """Which levels, how, and how much it may use."""
    parser.epilog = parser.translate(
        _("exit codes: 0 solved, 1 some impossible, 2 some unknown, 3 some unreadable (the highest); 64, 70, 130")
    )
    add_reading(parser, many=True)
    parser.option("--solver", metavar="ID", help=_("the solver to use (the best for the metric if not given)"))
    add_metric(parser)
    every = _("list at most N solutions: the shortest ones, or all of them in games without lengths")
    parser.option("--all", metavar="N", nargs="?", const=_ALL, type=parser.whole(1), help=every)
    parser.option("--count", action="store_true", help=_count_help)
    parser.option("--facts", action="store_true", help=_facts_help)
    add_limits(parser)
    parser.option("--workers", metavar="N", type=parser.whole(1), default=1, help=_WORKERS)
    parser.option("--json", action="store_true", help=_("one JSON object per level, each on a line"))


def _count_help() -> Text:
    able = ", ".join(name for name, game in games().items() if game.solutions.count)
    return _("count the solutions without listing them ({games})", games=able)


def _facts_help() -> Text:
    able = ", ".join(name for name, game in games().items() if game.solutions.facts)
    return _("show what all solutions have in common and is not on the board yet ({games})", games=able)


def tidy(arguments: Sequence[str]) -> list[str]:
    """`--all` takes a number only where one follows: `--all FILE` is all the solutions of FILE.

    >>> tidy(["--all", "3", "a.txt"]), tidy(["--all", "a.txt"])
    (['--all', '3', 'a.txt'], ['--all=999999999999', 'a.txt'])
    """
    following = [*arguments, ""][1:]
    return [
        f"--all={_ALL}" if here == "--all" and not after.lstrip("-").isdigit() else here
        for here, after in zip(arguments, following, strict=True)
    ]


@dataclass(frozen=True)
class Every:
    """All the solutions that were listed, whether there are no others, and why that is not known.

    Solutions are kept as they are printed, which takes less memory than their moves.
    """

    written: Sequence[str] = ()
    complete: bool = False
    why: Why | None = None


@dataclass(frozen=True)
class Result:
    """What there is to tell about a level."""

    entry: LoadedLevel
    answer: Answer[Any]
    metric: Metric
    every: Every | None = None
    count: int | None = None
    facts: tuple[Any, ...] | None = None
    given_up: Why | None = None
    """Why the solutions were not counted or compared to the end."""

    @property
    def totals(self) -> Totals | None:
        """Moves, pushes and cost of the solution."""
        if not self.answer.solved:
            return None
        return totals(self.entry.game, self.entry.level, self.entry.state, self.answer.moves)


def run(options: argparse.Namespace) -> int:
    """Solve each level as soon as it is read and print its result; the highest code of all."""
    levels = ReadAhead(options)
    processes = _processes(levels, options)
    if processes > 1:
        return _by_workers(levels, options, processes)
    expect(files_at(options.path))

    def work(entry: LoadedLevel) -> int:
        return _show(solved(entry, options), options)

    return each_level(options, work, levels)


def solved(entry: LoadedLevel, options: argparse.Namespace) -> Result:
    """What there is to say of one level, found out in this process."""
    asked, solver = _question(entry, options)
    listed: list[str] = []
    note = partial(options.console.error, COMPILING)
    return _result(entry, examine(asked, listed.append, chosen=solver, compiling=note), listed, options)


def _processes(levels: ReadAhead, options: argparse.Namespace) -> int:
    """How many processes are of use: no more than there is work for, and each with enough memory; 1 is this one."""
    most: int = options.workers
    limit = memory_limit(options.memory)
    if limit is not None:
        most = min(most, (limit - resident_memory()) // _LEAST_MEMORY)
    if most <= 1:
        return 1
    levels.read(most)
    if not levels.ended:
        return most
    return min(most, sum(1 if _other_slice(item, options) is None else 2 for item in levels.ahead))


def _other_slice(item: LoadedLevel | Unreadable, options: argparse.Namespace) -> int | None:
    """What the other solver has of nodes where two take turns at a level; None if one does it all."""
    if isinstance(item, Unreadable) or options.solver or options.metric or options.all:
        return None
    if options.count or options.facts:
        return None
    try:
        asked, solver = _question(item, options)
        other = rival(item.game, solver, item.level, asked.want, asked.metric or item.game.lengths.metric(item.level))
    except Exception:  # said when it is the level's turn
        return None
    return other.slice if other is not None else None


def _by_workers(levels: ReadAhead, options: argparse.Namespace, processes: int) -> int:
    """Solve the levels in processes that share the memory; Ctrl-C prints what is finished."""
    from cassetete.app.workers.batch import in_order  # slow to import, and one process needs none of it
    from cassetete.app.workers.batch_pool import BatchPool

    console: Console = options.console
    code = 0
    limit, said = memory_limit(options.memory), False
    share, ceiling = None, math.inf
    if limit is not None:
        held = resident_memory()
        share = (limit - held) // (processes + (options.all is not None))  # the lists of all solutions are kept here
        ceiling = held + share * _LISTS

    def compiling() -> None:
        nonlocal said
        if not said:
            console.error(COMPILING)
        said = True

    with Interrupts(deferred=True) as interrupts, BatchPool(processes, share) as pool:
        runs = _runs(levels, options, interrupts)
        full = partial(_holds_more, ceiling)
        for run in in_order(pool, runs, interrupts.stop, compiling, full):
            code = max(code, _told(run, options))
        if not interrupts.stop():
            return code
    console.error(_("interrupted"))
    return INTERRUPTED


def _holds_more(ceiling: float) -> bool:
    return resident_memory() > ceiling


def _runs(levels: ReadAhead, options: argparse.Namespace, interrupts: Interrupts) -> Iterator[LevelRun]:
    """The levels as they are read, each with what is asked about it; faults in their places."""
    from cassetete.app.workers.batch import LevelRun

    batch = files_at(options.path)
    found = iter(levels)
    while True:
        interrupts.deferred = False  # what is read may be slow to come
        try:
            item = next(found, None)
        except KeyboardInterrupt:
            interrupts.interrupt()
            return
        except Exception as error:
            yield LevelRun(None, tag=error)
            return
        finally:
            interrupts.deferred = True
        if item is None:
            return
        if isinstance(item, Unreadable):
            yield LevelRun(None, tag=[item])
        elif faults := item.problems():
            yield LevelRun(None, tag=faults)
        else:
            try:
                asked = replace(_question(item, options)[0], batch=batch)
            except Exception as error:
                yield LevelRun(None, tag=(item, error))
                continue
            yield LevelRun(asked, _other_slice(item, options), tag=item)


def _told(run: LevelRun, options: argparse.Namespace) -> int:
    """Print what is known of a level; its exit code. What ends the command with one process ends it here too."""
    console: Console = options.console
    if isinstance(run.tag, list):
        for fault in run.tag:
            console.error(fault)
        return UNREADABLE
    if isinstance(run.tag, Exception):
        raise run.tag
    if isinstance(run.tag, tuple):
        entry, error = run.tag
        return told_failure(error, entry, options)
    entry, found = run.tag, run.result
    assert found is not None
    if found.why is not None and found.why.code in ("internal", "error"):
        console.error(f"{one_line(entry.source)}: {console.translate(found.why.text)}")
        return INTERNAL
    if found.answer is None:
        found = replace(found, answer=Answer(Verdict.UNKNOWN, why=found.why, solver=_question(entry, options)[1].id))
    try:
        return _show(_result(entry, found, run.written, options), options)
    except Exception as error:
        return told_failure(error, entry, options)


def _result(entry: LoadedLevel, found: Examined, listed: Sequence[str], options: argparse.Namespace) -> Result:
    assert found.answer is not None
    every = Every(listed, found.end.complete, found.end.why) if found.end is not None else None
    return Result(entry, found.answer, metric_for(entry, options), every, found.count, found.facts, found.given_up)


def _show(result: Result, options: argparse.Namespace) -> int:
    """Print what was found out about a level; its exit code."""
    console: Console = options.console
    if result.every is not None:
        console.print_pieces(_json_pieces(result) if options.json else _text_pieces(lines(result, console)))
    else:
        console.print(json.dumps(fields(result)) if options.json else "\n".join(lines(result, console)))
    return GAVE_UP if result.given_up is not None else EXIT[result.answer.verdict]


def _json_pieces(result: Result) -> Iterator[str]:
    """The JSON object of a level with all its solutions, never held whole."""
    pieces = json.JSONEncoder().iterencode(fields(result))
    while piece := "".join(islice(pieces, _PIECE)):
        yield piece


def _text_pieces(block: Iterator[str]) -> Iterator[str]:
    """The lines of a level with all its solutions, never held whole."""
    between = ""
    while some := list(islice(block, _PIECE)):
        yield between + "\n".join(some)
        between = "\n"


def _question(entry: LoadedLevel, options: argparse.Namespace) -> tuple[ToExamine, Solver[Any, Any, Any]]:
    """What is asked about a level, and the solver that answers; UsageError if the game cannot do it."""
    game = entry.game
    metric = metric_for(entry, options)
    if options.all is not None and game.solutions.all is None:
        raise UsageError(_("{game} cannot list all solutions", game=game.id))
    if (options.count and game.solutions.count is None) or (options.facts and game.solutions.facts is None):
        raise UsageError(_("{game} can neither count solutions nor compare them", game=game.id))
    solver, want = _solver(entry, options, metric)
    asked = ToExamine(
        game,
        entry.level,
        entry.state,
        Limits(seconds=options.seconds),
        want,
        metric,
        options.solver,
        options.all,
        options.count,
        options.facts,
    )
    return asked, solver


def _solver(entry: LoadedLevel, options: argparse.Namespace, metric: Metric) -> tuple[Solver[Any, Any, Any], Want]:
    """The named solver, else one that proves the minimum, else (without --metric) any; and what is wanted of it."""
    game: AnyGame = entry.game
    try:
        if options.solver:
            return named(game, entry.level, options.solver), Want.SHORTEST
        try:
            want = Want.SHORTEST if options.metric or options.all else Want.BEST
            return choose(game, entry.level, want, metric), want
        except NoSolver:
            if options.metric:
                raise
        try:
            return choose(game, entry.level, Want.PROOF), Want.PROOF
        except NoSolver:
            return choose(game, entry.level, Want.FAST), Want.FAST
    except NoSolver as error:
        raise UsageError(error.text) from None


def fields(result: Result) -> dict[str, Any]:
    """The JSON object of a level."""
    entry, answer, sizes, every = result.entry, result.answer, result.totals, result.every
    game, level, state = entry.game, entry.level, entry.state
    why = answer.why or (every.why if every is not None else None) or result.given_up
    found: dict[str, Any] = {
        "game": game.id,
        "source": entry.source,
        "level": entry.number,
        "title": str(entry.title),
        "verdict": answer.verdict.value,
        "moves": game.notation.write(level, state, answer.moves) if answer.solved else None,
    }
    if answer.solved and game.display.report is not None:
        found.update(game.display.report(level, line(game, level, state, answer.moves).end))
    found.update(
        length=sizes.moves if sizes else None,
        pushes=sizes.pushes if sizes and game.lengths.pushes else None,
        cost=sizes.cost if sizes else None,
        optimal=answer.optimal,
        metric=result.metric.value,
        expanded=answer.expanded,
        seconds=round(answer.seconds, 6),
        solver=answer.solver,
        why=why.code if why is not None else None,
    )
    if every is not None:
        found.update(solutions=len(every.written), complete=every.complete, all=every.written)
    if result.count is not None:
        found.update(count=result.count)
    if result.facts is not None:
        found.update(facts=game.notation.write(level, state, result.facts))
    return found


def lines(result: Result, console: Console) -> Iterator[str]:
    """The level's block for people: what it is, the verdict with its figures, and the moves."""
    entry, answer, sizes = result.entry, result.answer, result.totals
    parts: list[Text | str] = [_VERDICTS[answer.verdict]]
    if sizes is not None:
        parts.append(_("moves: {n}", n=sizes.moves))
        if entry.game.lengths.pushes is not None:
            parts.append(_("pushes: {n}", n=sizes.pushes))
        if sizes.cost != sizes.moves:
            parts.append(_("cost: {n}", n=sizes.cost))
        parts.append(_claim(result))
    if answer.why is not None:
        parts.append(answer.why.text)
    parts += [
        _("{seconds} s", seconds=f"{answer.seconds:.3g}"),
        _.n("{n} state", "{n} states", n=answer.expanded),
        answer.solver,
    ]
    yield label(entry)
    yield "  " + " · ".join(console.translate(text) for text in parts)
    write = entry.game.notation.write
    if result.every is not None and answer.solved:
        yield from (f"  {written}" for written in result.every.written)
        yield "  " + console.translate(_how_many(result.every))
    elif answer.solved:
        yield f"  {write(entry.level, entry.state, answer.moves)}"
    if result.count is not None:
        yield "  " + console.translate(_("number of solutions: {n}", n=result.count))
    if result.given_up is not None:
        unknown = _("the solutions could not all be looked at: {why}", why=result.given_up.text)
        yield "  " + console.translate(unknown)
    if result.facts is not None:
        common = write(entry.level, entry.state, result.facts) if result.facts else "-"
        yield "  " + console.translate(_("in all solutions: {marks}", marks=common))


def _claim(result: Result) -> Text:
    """What is proven of the solution: that it is the shortest, or, where solvers look for no shortest, the only one."""
    if not any(solver.optimal for solver in result.entry.game.solvers):
        return _("the only solution, proven") if result.answer.optimal else _("not proven to be the only solution")
    least = _METRICS[result.metric]
    return _("{least}, proven", least=least) if result.answer.optimal else _("not proven shortest")


def _how_many(every: Every) -> Text:
    if every.complete:
        return _("solutions: {n}, all of them", n=len(every.written))
    if every.why is not None:
        return _("solutions: {n}, perhaps more ({why})", n=len(every.written), why=every.why.text)
    return _("solutions: {n}, and there are more", n=len(every.written))
