"""`cassetete print`: levels on pages of paper, with their solutions on other pages."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from cassetete.app import library
from cassetete.app.choose import solve
from cassetete.app.library import Entry
from cassetete.cli.parser import Parser
from cassetete.cli.reading import UNREADABLE, add_reading, playable
from cassetete.cli.voice import Usage, Voice
from cassetete.cli.writing import write
from cassetete.core.answers import Limits
from cassetete.core.contract import View
from cassetete.core.replay import replay
from cassetete.core.text import Catalogue
from cassetete.front.plain import one_line
from cassetete.scene.shapes import Scene
from cassetete.scene.sheet import sheet

_ = Catalogue("cassetete")

PATIENCE = Limits(seconds=20)


def add_arguments(parser: Parser) -> None:
    """Which levels, and where the pages go."""
    add_reading(parser, many=True)
    parser.option("-o", "--output", metavar="FILE", required=True, help=_("the pages: x.svg, then x-2.svg, x-3.svg …"))
    parser.option("--across", metavar="N", type=parser.whole(1), default=2, help=_("levels side by side (2)"))
    parser.option("--each", metavar="N", type=parser.whole(1), default=6, help=_("levels on a page (6)"))
    parser.option("--solutions", action="store_true", help=_("pages of solutions after the levels"))


def run(options: argparse.Namespace) -> int:
    """Write the pages; all levels must be of one game."""
    voice: Voice = options.voice
    first = Path(options.output)
    if first.suffix.lower() != ".svg":
        raise Usage(_("{path}: a page is x.svg", path=options.output))
    read = list(playable(options))
    entries = [entry for entry in read if entry is not None]
    if len({entry.game.id for entry in entries}) > 1:
        raise Usage(_("print the levels of one game at a time"))
    pages = _pages(entries, options, voice, solved=False)
    if options.solutions:
        pages += _pages(entries, options, voice, solved=True)
    for number, page in enumerate(pages, 1):
        name = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
        write(str(name), page)
        voice.say(str(name))
    return UNREADABLE if len(entries) < len(read) else 0


def _pages(entries: list[Entry], options: argparse.Namespace, voice: Voice, *, solved: bool) -> list[str]:
    pages = []
    for start in range(0, len(entries), options.each):
        here = entries[start : start + options.each]
        pictures = [(one_line(entry.title), picture(entry, solved=solved)) for entry in here]
        heading = voice(_("{game}: solutions", game=here[0].game.title) if solved else here[0].game.title)
        pages.append(sheet(pictures, options.across, partial(library.art, here[0].game), heading=heading))
    return pages


def picture(entry: Entry, *, solved: bool) -> Scene:
    """The level as it starts, or as it is when it is won (as it starts, if no solution is found in time)."""
    state = entry.state
    if solved:
        answer = solve(entry.game, entry.level, state, limits=PATIENCE)
        state = replay(entry.game.rules, entry.level, answer.moves, state)
    return entry.game.scene(entry.level, View(state))
