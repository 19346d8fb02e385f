"""`cassetete show`: a level as text, or as an SVG picture."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from cassetete.app.files import write_file
from cassetete.app.levels import library
from cassetete.app.levels.library import LoadedLevel
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits, in_force
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, add_reading, each_level, label, only_one
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
    parser.option("-o", "--output", metavar="FILE", help=_("the file to write: x.svg, or x.txt for text"))
    parser.option("--theme", choices=tuple(THEMES), default="light", help=_("the colours of the SVG picture"))


def run(options: argparse.Namespace) -> int:
    """Text of every level, or one level's picture in a file."""
    console: Console = options.console
    if options.output is None:
        return _as_text(options, console)
    drawn_as = Path(options.output).suffix.lower()
    if drawn_as not in (".svg", ".txt"):
        raise UsageError(_("{path}: a picture is x.svg or x.txt", path=options.output))
    entry = only_one(options)
    if entry is None:
        return UNREADABLE
    with in_force(options):
        drawn = picture(entry, options.theme) if drawn_as == ".svg" else text(entry) + "\n"
        checkpoint()
    write_file(options.output, drawn)
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


def picture(entry: LoadedLevel, theme: str) -> str:
    """The position as SVG, with the game's art."""
    return svg(entry.game.scene(entry.level, _view(entry)), partial(library.art, entry.game), theme)


def _view(entry: LoadedLevel) -> View[object, object]:
    return View(entry.state, cursor=entry.game.controls.cursor(entry.level, entry.state))
