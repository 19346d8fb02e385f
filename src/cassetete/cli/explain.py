"""`cassetete explain`: the whole solution of a level, deduction by deduction."""

from __future__ import annotations

import argparse

from cassetete.app.levels.library import LoadedLevel
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import add_reading, each_level, label
from cassetete.core.certify import replay
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Status, View
from cassetete.core.message import Catalogue
from cassetete.front.terminal.text_view import reason_of

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which levels, and how much of them to show."""
    parser.epilog = parser.translate(
        _("exit codes: 0 all explained, 1 some have no solution, 2 some given up, 3 some unreadable; 64, 70, 130")
    )
    add_reading(parser, many=True)
    parser.option("--boards", action="store_true", help=_("show the board after each step"))
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """A numbered line for each step: its rule and its reason; then the solved board."""
    console: Console = options.console

    def work(entry: LoadedLevel) -> int:
        game, level, state = entry.game, entry.level, entry.state
        if game.coaching.explain is None:
            raise UsageError(_("{game} does not explain its solutions", game=game.id))
        console.print(label(entry))
        for number, step in enumerate(game.coaching.explain(level, state), 1):
            checkpoint()
            marks = game.notation.write(level, state, step.moves)
            console.print(f"{number:4}. {console.translate(reason_of(step))}  [{marks}]")
            state = replay(game.rules, level, step.moves, state)
            if options.boards:
                console.print(game.text(level, View(state, marks=step.marks)))
        console.print(game.text(level, View(state)))
        if game.rules.status(level, state) is Status.WON:
            return 0
        console.print(_("there is no solution"))
        return 1

    return each_level(options, work)
