"""`cassetete records`: the player's records, and the best solutions by every length."""

from __future__ import annotations

import argparse
from pathlib import Path

from cassetete.app.store import Store, export
from cassetete.app.store.export import solutions
from cassetete.cli.console import Console
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import game_named
from cassetete.core.message import Catalogue, printable

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Whose records, and what of them."""
    parser.option("game", metavar="GAME", nargs="?", help=_("only the records of this game"))
    what = _("the best solutions instead: plain (every move), or short (repeated moves are counted)")
    parser.option("--solutions", choices=("plain", "short"), help=what)
    where = _("the folder of your records and settings (the system's usual one if not given)")
    parser.option("--profile", metavar="DIR", type=Path, default=None, help=where)
    parser.option("-o", "--output", metavar="FILE", help=_("the file to write (standard output if not given)"))


def run(options: argparse.Namespace) -> int:
    """The tables, or the solutions, as text."""
    console: Console = options.console
    game = game_named(options.game)
    name = game.id if game is not None else ""
    with Store(options.profile) as store:
        if store.notice is not None:
            console.error(store.notice)
        won = any(found.scores and name in ("", found.game) for found in store.level_records())
        if options.solutions:
            text = solutions(store, console.translate, short=options.solutions == "short", game=name)
        else:
            text = export(store, console.translate, name) if won else ""
    if not text:
        console.error(_("No level has been solved yet."))
    else:
        console.write(printable(text), options.output)
    return 0
