"""`cassetete check`: whether levels can be read and make sense."""

from __future__ import annotations

import argparse

from cassetete.app.levels.library import Unreadable
from cassetete.cli.console import Console
from cassetete.cli.limits import add_limits, in_force
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_reading, found
from cassetete.core.checkpoint import checkpoint
from cassetete.core.message import Catalogue, one_line

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which levels."""
    parser.epilog = parser.translate(
        _("exit codes: 0 all good, 1 some not, 2 given up, 3 some unreadable; 64, 70, 130")
    )
    add_reading(parser, many=True, after=False)
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """One line for each good level, one error line for each fault."""
    console: Console = options.console
    code = 0
    for item in found(options):
        if isinstance(item, Unreadable):
            console.error(item)
            code = UNREADABLE
            continue
        with in_force(options):
            faults = item.problems()
            checkpoint()
        for fault in faults:
            console.error(fault)
        if faults:
            code = max(code, 1)
        else:
            line = item.parsed.line if item.parsed is not None else 1
            place = one_line(f"{item.source}:{line}")
            title = one_line(console.translate(item.title))
            console.print(_("{place}: good ({game}: {title})", place=place, game=item.game.id, title=title))
    return code
