"""`cassetete solve`: the verdict on each level."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.registry import games
from cassetete.app.solving.choose import NoSolver, choose, expect, named, solve_by, solve_by_named
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import GAVE_UP, add_limits
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import add_metric, add_reading, each_level, files_at, label, metric_for
from cassetete.core.answers import MEMORY_LIMIT, Answer, Limits, Verdict, Want, Why
from cassetete.core.certify import certify
from cassetete.core.checkpoint import LimitReached, checkpoint
from cassetete.core.contract import AnyGame, Metric, Solver
from cassetete.core.drain import drain_until
from cassetete.core.lengths import Totals, line, totals
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

COMPILING = _("compiling the fast solver, only once; plain Python searches in the meantime")

EXIT = {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNKNOWN: 2}
_VERDICTS = {
    Verdict.SOLVED: _("solved"),
    Verdict.IMPOSSIBLE: _("impossible"),
    Verdict.UNKNOWN: _("unknown"),
}
_METRICS = {Metric.MOVES: _("fewest moves"), Metric.PUSHES: _("fewest pushes"), Metric.COST: _("least cost")}
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
    limits = Limits(seconds=options.seconds)
    console: Console = options.console
    expect(files_at(options.path))

    def work(entry: LoadedLevel) -> int:
        result = solved(entry, options, limits)
        if result.every is not None:
            console.print_pieces(_json_pieces(result) if options.json else _text_pieces(lines(result, console)))
        else:
            console.print(json.dumps(fields(result)) if options.json else "\n".join(lines(result, console)))
        return GAVE_UP if result.given_up is not None else EXIT[result.answer.verdict]

    return each_level(options, work)


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


def solved(entry: LoadedLevel, options: argparse.Namespace, limits: Limits) -> Result:
    """The verdict on one level; the time limit holds for the list of all solutions too."""
    game = entry.game
    metric = metric_for(entry, options)
    if options.all is not None and game.solutions.all is None:
        raise UsageError(_("{game} cannot list all solutions", game=game.id))
    if (options.count and game.solutions.count is None) or (options.facts and game.solutions.facts is None):
        raise UsageError(_("{game} can neither count solutions nor compare them", game=game.id))
    solver, want = _solver(entry, options, metric)
    began = time.perf_counter()
    try:
        if options.solver:
            answer = solve_by_named(game, solver, entry.level, entry.state, metric, limits)
        else:
            note = partial(options.console.error, COMPILING)
            answer = solve_by(game, solver, entry.level, entry.state, want, metric, limits, compiling=note)
    except MemoryError:
        seconds = time.perf_counter() - began
        answer = Answer(Verdict.UNKNOWN, seconds=seconds, why=MEMORY_LIMIT, solver=solver.id)
    if options.all is None:
        return _compared(Result(entry, answer, metric), options)
    every = _every(entry, answer, metric, limits, options.all)
    return _compared(Result(entry, answer._replace(seconds=time.perf_counter() - began), metric, every), options)


def _compared(result: Result, options: argparse.Namespace) -> Result:
    """With the number of solutions and what they have in common, where that is asked for."""
    game, level, state = result.entry.game, result.entry.level, result.entry.state
    try:
        if options.count and game.solutions.count is not None:
            result = replace(result, count=game.solutions.count(level, state))
        if options.facts and game.solutions.facts is not None:
            result = replace(result, facts=tuple(game.solutions.facts(level, state)))
    except LimitReached as reached:
        result = replace(result, given_up=reached.why)
    except MemoryError:
        result = replace(result, given_up=MEMORY_LIMIT)
    return result


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


def _every(entry: LoadedLevel, answer: Answer[Any], metric: Metric, limits: Limits, most: int) -> Every:
    """Up to `most` solutions, each replayed."""
    if not answer.solved:
        return Every((), answer.verdict is Verdict.IMPOSSIBLE, answer.why)
    assert entry.game.solutions.all is not None
    listed: list[str] = []

    def enough(one: Answer[Any]) -> bool:
        if len(listed) == most:
            return True
        checkpoint()
        moves = certify(entry.game, entry.level, entry.state, one).moves
        listed.append(entry.game.notation.write(entry.level, entry.state, moves))
        return False

    try:
        end = drain_until(entry.game.solutions.all(entry.level, entry.state, metric, limits), enough)
    except LimitReached as reached:
        return Every(listed, False, reached.why)
    if end is None:
        return Every(listed, False)
    return Every(listed, end.complete, None if end.complete else end.why)


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
