"""`cassetete improve`: makes a solution shorter, until it is stopped or finds no more."""

from __future__ import annotations

import argparse
import json
from typing import Any

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.moves import WrongMoves
from cassetete.app.solving.improve import improve
from cassetete.cli.console import Console
from cassetete.cli.interrupts import Interrupts
from cassetete.cli.limits import add_limits
from cassetete.cli.parser import Parser
from cassetete.cli.progress import ProgressBar
from cassetete.cli.read_levels import (
    UNREADABLE,
    add_metric,
    add_moves,
    add_reading,
    label,
    metric_for,
    moves_for,
    only_one,
)
from cassetete.core.answers import Limits
from cassetete.core.contract import Improvement, Metric, Status
from cassetete.core.lengths import lengths_of, totals
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which level, the solution, and how much it may use."""
    parser.epilog = parser.translate(
        _("Ctrl-C ends it with the best so far. Exit codes: 0 a solution, 1 the moves do not win, 3 unreadable; 64, 70")
    )
    add_reading(parser, after=False)
    add_moves(parser)
    add_metric(parser)
    add_limits(parser, _("stop after S seconds"))
    parser.option(
        "--short", action="store_true", help=_("write repeated moves as a count, where the notation allows it")
    )
    parser.option("--json", action="store_true", help=_("one JSON object"))


def run(options: argparse.Namespace) -> int:
    """0 once there is a solution to print, if only the one that was given."""
    console: Console = options.console
    entry = only_one(options)
    if entry is None:
        return UNREADABLE
    game = entry.game
    metric = metric_for(entry, options)
    try:
        moves, state = moves_for(entry, options)
    except WrongMoves as error:
        console.error(error)
        return 1
    if game.rules.status(entry.level, state) is not Status.WON:
        console.error(_("these moves do not win: there is no solution to shorten"))
        return 1
    best = _shortened(entry, moves, metric, options)
    if options.json:
        console.print(json.dumps(_fields(entry, moves, best, metric, options)))
    else:
        console.print("\n".join(_lines(entry, moves, best, options)))
    return 0


def _shortened(
    entry: LoadedLevel, moves: tuple[Any, ...], metric: Metric, options: argparse.Namespace
) -> tuple[Any, ...]:
    """The best solution when the search ended: on its own, by its limits, or by Ctrl-C."""
    limits = Limits(seconds=options.seconds)
    with ProgressBar(options.console) as bar, Interrupts(deferred=True) as interrupts:

        def watch(step: Improvement[Any]) -> None:
            now = totals(entry.game, entry.level, entry.state, step.moves).by(metric)
            bar.show(step.expanded, 0, _("{metric}: {n}", metric=metric.value, n=now))

        best, why = improve(entry.game, entry.level, entry.state, moves, metric, limits, interrupts.stop, watch)
        if why is not None:
            bar.error(why.text)
    return best


def _written(entry: LoadedLevel, moves: tuple[Any, ...], options: argparse.Namespace) -> str:
    notation = entry.game.notation
    write = notation.short if options.short and notation.short is not None else notation.write
    return write(entry.level, entry.state, moves)


def _lines(entry: LoadedLevel, moves: tuple[Any, ...], best: tuple[Any, ...], options: argparse.Namespace) -> list[str]:
    console: Console = options.console
    before = lengths_of(entry.game, entry.level, entry.state, moves)
    after = lengths_of(entry.game, entry.level, entry.state, best)
    parts = []
    for then, now in zip(before, after, strict=True):
        value = str(now.value) if now.value == then.value else f"{then.value} → {now.value}"
        parts.append(f"{console.translate(now.title)}: {value}")
    return [label(entry), "  " + " · ".join(parts), "  " + _written(entry, best, options)]


def _fields(
    entry: LoadedLevel, moves: tuple[Any, ...], best: tuple[Any, ...], metric: Metric, options: argparse.Namespace
) -> dict[str, Any]:
    lines = {"before": moves, "after": best}
    found: dict[str, Any] = {"game": entry.game.id, "source": entry.source, "metric": metric.value}
    for name, line in lines.items():
        found[name] = {one.id: one.value for one in lengths_of(entry.game, entry.level, entry.state, line)}
    return found | {"moves": _written(entry, best, options)}
