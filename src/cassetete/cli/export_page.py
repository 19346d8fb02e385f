"""`cassetete export-page`: the page as files for any web server."""

from __future__ import annotations

import argparse
from pathlib import Path

from cassetete.cli.console import Console, UsageError
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue
from cassetete.front.page.files import built_page, copy_page

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """The folder to write."""
    parser.option("folder", metavar="DIR", type=Path, help=_("the folder to write the files into"))


def run(options: argparse.Namespace) -> int:
    """Copy the built page."""
    console: Console = options.console
    page = built_page()
    if page is None:
        raise UsageError(_("the page is not built: run make page"))
    count = copy_page(page, options.folder)
    console.print(_.n("{n} file written to {folder}", "{n} files written to {folder}", n=count, folder=options.folder))
    return 0
