"""`cassetete print`: levels on pages of paper, with their solutions on other pages."""

from __future__ import annotations

import argparse
from pathlib import Path

from cassetete.app.levels.pages import FORMATS, LIMITS, page_form, write_pages
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits, in_force, memory_limit
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_reading, playable
from cassetete.core.answers import Limits
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.scene.print_page import PAPERS

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which levels, and where the pages go."""
    parser.epilog = parser.translate(_("exit codes: 0 printed, 2 given up, 3 some unreadable; 64, 70, 130"))
    add_reading(parser, many=True)
    add_limits(parser, _("give up after S seconds; solutions and grades share half of them"))
    where = _("x.pdf: all the pages; x.svg or x.png: the first page, then x-2.svg, x-3.svg …")
    parser.option("-o", "--output", metavar="FILE", required=True, help=where)
    parser.option("--format", choices=FORMATS, help=_("what to write (from the file's name if not given)"))
    parser.option("--across", metavar="N", type=parser.whole(1), default=2, help=_("levels side by side (2)"))
    parser.option("--each", metavar="N", type=parser.whole(1), default=6, help=_("levels on a page (6)"))
    parser.option("--paper", choices=tuple(PAPERS), default="a4", help=_("the size of the paper (a4)"))
    parser.option("--title", metavar="TEXT", default="", help=_("the heading of the pages (the game's name)"))
    parser.option(
        "--solutions",
        action=argparse.BooleanOptionalAction,
        default=None,
        help=_("pages of solutions after the levels (by default in a PDF file only)"),
    )


def run(options: argparse.Namespace) -> int:
    """Write the pages; all levels must be of one game."""
    console: Console = options.console
    try:
        form = page_form(Path(options.output), options.format)
    except CasseteteError as error:
        raise UsageError(_("{path}: {why}", path=options.output, why=error.text)) from None
    read = list(playable(options))
    entries = [entry for entry in read if entry is not None]
    if len({entry.game.id for entry in entries}) > 1:
        raise UsageError(_("print the levels of one game at a time"))
    solutions = form == "pdf" if options.solutions is None else options.solutions
    if entries:
        with in_force(options):
            files = write_pages(
                entries,
                Path(options.output),
                console.translate,
                form=form,
                across=options.across,
                each=options.each,
                paper=options.paper,
                title=options.title,
                solutions=solutions,
                limits=_for_a_level(options, len(entries) * (1 + solutions)),
            )
        for file in files:
            console.print(str(file))
    return UNREADABLE if len(entries) < len(read) else 0


def _for_a_level(options: argparse.Namespace, tasks: int) -> Limits:
    """What each grade and each solution may cost: an even share of half of the time, the other half is for drawing."""
    share = LIMITS.seconds if options.seconds is None else min(LIMITS.seconds or 0, options.seconds / 2 / tasks)
    return Limits(seconds=share, memory=memory_limit(options.memory))
