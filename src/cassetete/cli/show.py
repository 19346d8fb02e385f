"""`cassetete show`: a level as text or as a picture, or a solution as a picture that moves."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from cassetete.app.files import write_file
from cassetete.app.levels import library
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.levels.moves import WrongMoves, follow
from cassetete.app.levels.pictures import MOVING, STILL, moving
from cassetete.app.levels.rasterise import LONGEST, png
from cassetete.app.solving.choose import solve
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits, in_force, memory_limit
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_reading, each_level, label, only_one
from cassetete.core.answers import Limits, Verdict
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import View
from cassetete.core.message import Catalogue
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which level, and where the picture goes."""
    add_reading(parser)
    add_limits(parser)
    where = _("the file to write: x.svg, x.png, or x.txt for text; with a solution, x.svg or x.gif that moves")
    parser.option("-o", "--output", metavar="FILE", help=where)
    parser.option("--theme", choices=tuple(THEMES), default="light", help=_("the colours of the picture"))
    width = _("the width of a PNG picture in pixels (48 for a cell, and {most} at most, if not given)", most=LONGEST)
    parser.option("--width", metavar="N", type=parser.whole(1), help=width)
    parser.option("--solution", action="store_true", help=_("a picture that plays the shortest solution"))
    parser.option("--moves", metavar="MOVES", help=_("a picture that plays these moves, in the game's notation"))


def run(options: argparse.Namespace) -> int:
    """Text of every level, or one level's picture in a file."""
    console: Console = options.console
    if options.output is None:
        return _as_text(options, console)
    drawn_as = Path(options.output).suffix.lower()
    plays = options.solution or options.moves is not None
    forms = MOVING if plays else (*STILL, ".txt")
    if drawn_as not in forms:
        shown = ", ".join(f"x{form}" for form in forms)
        raise UsageError(_("{path}: a picture is one of {forms}", path=options.output, forms=shown))
    entry = only_one(options)
    if entry is None:
        return UNREADABLE
    with in_force(options):
        if plays:
            return _as_film(entry, options, drawn_as)
        if drawn_as == ".txt":
            drawn: str | bytes = text(entry) + "\n"
        else:
            drawn = picture(entry, options.theme, drawn_as, options.width)
        checkpoint()
    write_file(options.output, drawn)
    return 0


def _as_film(entry: LoadedLevel, options: argparse.Namespace, form: str) -> int:
    """The solution, or given moves, one after the other."""
    game, level = entry.game, entry.level
    start = game.rules.start(level)
    if options.moves is not None:
        try:
            moves = follow(game, level, start, options.moves).moves
        except WrongMoves as error:
            raise UsageError(error.text) from None
    else:
        answer = solve(game, level, start, limits=Limits(seconds=options.seconds, memory=memory_limit(options.memory)))
        if not answer.solved:
            options.console.error(Unreadable(_("no solution found"), entry.source))
            return 1 if answer.verdict is Verdict.IMPOSSIBLE else 2
        moves = answer.moves
    write_file(options.output, moving(game, level, moves, form, options.theme))
    return 0


def _as_text(options: argparse.Namespace, console: Console) -> int:
    shown = 0

    def work(entry: LoadedLevel) -> int:
        nonlocal shown
        board = text(entry)
        if shown:
            console.print("")
        console.print(label(entry))
        console.print(board)
        shown += 1
        return 0

    return each_level(options, work)


def text(entry: LoadedLevel) -> str:
    """The position as text."""
    return entry.game.text(entry.level, _view(entry)).rstrip("\n")


def picture(entry: LoadedLevel, theme: str, form: str = ".svg", width: int | None = None) -> bytes:
    """The position as a picture, with the game's art."""
    drawn = svg(entry.game.scene(entry.level, _view(entry)), partial(library.art, entry.game), theme)
    return png(drawn, width) if form == ".png" else drawn.encode()


def _view(entry: LoadedLevel) -> View[object, object]:
    return View(entry.state, cursor=entry.game.controls.cursor(entry.level, entry.state))
