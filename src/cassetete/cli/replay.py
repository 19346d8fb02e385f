"""`cassetete replay`: plays moves by the rules and says where they lead."""

from __future__ import annotations

import argparse
import sys

from cassetete.cli.parser import Parser
from cassetete.cli.reading import UNREADABLE, WrongMoves, add_reading, follow, only_one
from cassetete.cli.voice import Usage, Voice
from cassetete.core.contract import Status
from cassetete.core.replay import measure
from cassetete.core.text import Catalogue, Text

_ = Catalogue("cassetete")

_STATUS = {Status.WON: _("won"), Status.OPEN: _("not won yet"), Status.LOST: _("lost")}


def add_arguments(parser: Parser) -> None:
    """Which level, and the moves."""
    parser.epilog = parser.voice(_("exit codes: 0 won, 1 not won or a wrong move, 3 unreadable; 64, 70, 130"))
    add_reading(parser)
    parser.option("moves", metavar="MOVES", help=_("the moves in the game's notation, - for standard input"))


def run(options: argparse.Namespace) -> int:
    """0 when the moves are allowed and win."""
    voice: Voice = options.voice
    if options.path == options.moves == "-":
        raise Usage(_("standard input can be read only once"))
    entry = only_one(options)
    if entry is None:
        return UNREADABLE
    try:
        moves, state = follow(entry, _standard_input() if options.moves == "-" else options.moves)
    except WrongMoves as error:
        voice.complain(error)
        return 1
    sizes = measure(entry.game, entry.level, entry.state, moves)
    status = entry.game.rules.status(entry.level, state)
    told: list[Text] = [_STATUS[status], _("moves: {n}", n=sizes.length)]
    if sizes.pushes is not None:
        told.append(_("pushes: {n}", n=sizes.pushes))
    told.append(_("cost: {n}", n=sizes.cost))
    voice.say(" · ".join(voice(text) for text in told))
    return 0 if status is Status.WON else 1


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except (UnicodeDecodeError, AttributeError):
        raise Usage(_("standard input is no text")) from None
