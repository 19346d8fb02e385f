"""The argument that gives moves: as they are, in a file, or on standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cassetete.cli.parser import Parser
from cassetete.cli.voice import Usage
from cassetete.core.text import Catalogue

_ = Catalogue("cassetete")

_LARGEST = 8_000_000


def add_moves(parser: Parser) -> None:
    """Declare it."""
    what = _("the moves in the game's notation, a file that holds them, or - for standard input")
    parser.option("moves", metavar="MOVES", help=what)


def moves_text(options: argparse.Namespace) -> str:
    """The text of the moves; Usage if it cannot be read."""
    if options.path == options.moves == "-":
        raise Usage(_("standard input can be read only once"))
    if options.moves == "-":
        return _standard_input()
    try:
        path = Path(options.moves)
        if len(options.moves) > 4000 or not path.is_file():
            return str(options.moves)
        with path.open(encoding="utf-8") as file:
            return file.read(_LARGEST).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Usage(_("{path}: this is no text", path=options.moves)) from None
    except OSError as error:
        raise Usage(_("{path}: cannot be read: {why}", path=options.moves, why=error.strerror or "")) from None
    except ValueError:
        return str(options.moves)  # no path at all


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except (UnicodeDecodeError, AttributeError):
        raise Usage(_("standard input is no text")) from None
