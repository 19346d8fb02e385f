"""The argument that gives moves: as they are, in a file, or on standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cassetete.cli.console import UsageError
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

_LARGEST = 8_000_000


def add_moves(parser: Parser) -> None:
    """Declare it."""
    what = _("the moves in the game's notation, a file that holds them, or - for standard input")
    parser.option("moves", metavar="MOVES", nargs="+", help=what)


def moves_text(options: argparse.Namespace) -> str:
    """The text of the moves; UsageError if it cannot be read."""
    given = " ".join(options.moves)  # a notation with spaces needs no quotes
    if options.path == given == "-":
        raise UsageError(_("standard input can be read only once"))
    if given == "-":
        return _standard_input()
    try:
        path = Path(given)
        if len(given) > 4000 or not path.is_file():
            return given
        with path.open(encoding="utf-8") as file:
            return file.read(_LARGEST).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise UsageError(_("{path}: this is not text", path=given)) from None
    except OSError as error:
        raise UsageError(_("{path}: cannot be read: {why}", path=given, why=error.strerror or "")) from None
    except ValueError:
        return given  # no path at all


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except (UnicodeDecodeError, AttributeError):
        raise UsageError(_("standard input is not text")) from None
