"""`cassetete convert`: levels from one format of their game to another."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits, in_force
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_bare, add_reading, bare, found
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import AnyGame, Format
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

POSITION = "position"


def add_arguments(parser: Parser) -> None:
    """Which levels, and what they become."""
    add_reading(parser)
    to = _("the format to write: one of the game's (an unknown one lists them), or position: the board as it is now")
    parser.option("--to", metavar="FORMAT", help=to)
    parser.option("-o", "--output", metavar="FILE", help=_("the file to write (standard output if not given)"))
    add_limits(parser, _("give up after S seconds"))
    add_bare(parser)


def run(options: argparse.Namespace) -> int:
    """Write all the levels, or nothing if one of them cannot be read."""
    with in_force(options):
        return _converted(options)


def _converted(options: argparse.Namespace) -> int:
    console: Console = options.console
    entries: list[LoadedLevel] = []
    unreadable = False
    for item in found(options):
        checkpoint()
        if isinstance(item, Unreadable):
            console.error(item)
            unreadable = True
        else:
            entries.append(item)
    if unreadable:
        return UNREADABLE
    game = entries[0].game
    if any(entry.game is not game for entry in entries):
        raise UsageError(_("these are levels of several games: say which with --game"))
    console.write(_written(game, entries, options), options.output)
    return 0


def _written(game: AnyGame, entries: list[LoadedLevel], options: argparse.Namespace) -> str:
    form = _format(game, options.to, options.output, len(entries))
    levels = []
    for entry in entries:
        checkpoint()
        moved = options.to == POSITION or entry.state != game.rules.start(entry.level)
        levels.append(game.position(entry.level, entry.state) if moved else entry.level)
    if options.bare:
        levels = [bare(level) for level in levels]
    try:
        return form.dump(levels)
    except (CasseteteError, ValueError) as error:
        what = error.text if isinstance(error, CasseteteError) else str(error)
        raise UsageError(_("this cannot be written as {format}: {what}", format=form.id, what=what)) from None


def _format(game: AnyGame, name: str | None, output: str | None, count: int) -> Format[Any]:
    """The format asked for, else what the file's name says, else the first that can hold them all."""
    fitting = [form for form in game.formats if form.collection or count == 1]
    if name is not None and name != POSITION:
        chosen = [form for form in game.formats if form.id == name]
        if not chosen:
            known = ", ".join([*(form.id for form in game.formats), POSITION])
            raise UsageError(
                _("{game} has no format '{id}' (there are: {known})", game=game.id, id=name[:40], known=known)
            )
        fitting = [form for form in chosen if form in fitting]
    if not fitting:
        raise UsageError(_("a file of this format holds one level, not {count}: choose one with --level", count=count))
    suffix = Path(output).suffix.lower() if output is not None else ""
    named = [form for form in fitting if suffix in form.extensions]
    return (named or fitting)[0]
