"""`cassetete replay`: plays moves by the rules and says where they lead."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.moves import WrongMoves
from cassetete.cli.console import Console
from cassetete.cli.limits import add_limits, in_force
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_moves, add_reading, moves_for, only_one
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Status, View
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_STATUS = {Status.WON: _("won"), Status.OPEN: _("not won yet"), Status.LOST: _("lost")}


def add_arguments(parser: Parser) -> None:
    """Which level, and the moves."""
    parser.epilog = parser.translate(
        _("exit codes: 0 won, 1 not won or a wrong move, 2 given up, 3 unreadable; 64, 70, 130")
    )
    add_reading(parser)
    add_moves(parser)
    add_limits(parser, _("give up after S seconds"))
    parser.option("--steps", action="store_true", help=_("show the board after every move"))


def run(options: argparse.Namespace) -> int:
    """0 when the moves are allowed and win."""
    with in_force(options):
        return _replayed(options)


def _replayed(options: argparse.Namespace) -> int:
    console: Console = options.console
    entry = only_one(options)
    if entry is None:
        return UNREADABLE
    try:
        moves, state = moves_for(entry, options)
    except WrongMoves as error:
        console.error(error)
        return 1
    if options.steps:
        _show_steps(entry, moves, console)
    sizes = totals(entry.game, entry.level, entry.state, moves)
    status = entry.game.rules.status(entry.level, state)
    parts: list[Text] = [_STATUS[status], _("moves: {n}", n=sizes.moves)]
    if entry.game.lengths.pushes is not None:
        parts.append(_("pushes: {n}", n=sizes.pushes))
    parts.append(_("cost: {n}", n=sizes.cost))
    console.print(" · ".join(console.translate(text) for text in parts))
    return 0 if status is Status.WON else 1


def _show_steps(entry: LoadedLevel, moves: Sequence[Any], console: Console) -> None:
    """The board as it is, then each move and the board after it."""
    game, level, state = entry.game, entry.level, entry.state
    console.print(game.text(level, View(state)).rstrip("\n"))
    for number, move in enumerate(moves, 1):
        checkpoint()
        written = game.notation.write(level, state, (move,))
        state = game.rules.play(level, state, move)
        console.print(f"\n{number}. {written}")
        console.print(game.text(level, View(state, move)).rstrip("\n"))
    console.print("")
