"""`cassetete report`: the report of the last internal error, to read or to send."""

from __future__ import annotations

import argparse

from cassetete.app.crash_report import reports
from cassetete.cli.console import Console
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which report."""
    parser.option("--list", action="store_true", help=_("list the files of all reports, the latest first"))
    parser.option("-o", "--output", metavar="FILE", help=_("the file to write (standard output if not given)"))


def run(options: argparse.Namespace) -> int:
    """The latest report, or where all of them are."""
    console: Console = options.console
    found = reports()
    if not found:
        console.print(_("There is no report: no internal error has happened."))
    elif options.list:
        for path in found:
            console.print(str(path))
    else:
        console.write(found[0].read_text("utf-8", "replace"), options.output)
    return 0
