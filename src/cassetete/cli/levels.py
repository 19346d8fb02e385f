"""`cassetete levels`: the games there are, or the levels of one."""

from __future__ import annotations

import argparse

from cassetete.app.levels.library import Pack, Unreadable, pack
from cassetete.app.registry import games
from cassetete.cli.console import Console
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, game_named
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which game."""
    parser.option("game", metavar="GAME", nargs="?", help=_("the game whose levels to list (the games if not given)"))


def run(options: argparse.Namespace) -> int:
    """A line for each game, or a line for each level."""
    console: Console = options.console
    game = game_named(options.game)
    if game is None:
        width = max((len(name) for name in games()), default=0)
        for name, one in games().items():
            found = pack(name)
            count = _.n("{n} level", "{n} levels", n=len(found.names()) if found else 0)
            console.print(f"{name.ljust(width)}  {console.translate(one.title)}  ({console.translate(count)})")
        return 0
    found = pack(game.id)
    if found is None:
        console.print(_("{game} has no levels of its own", game=game.id))
        return 0
    return _list(game, found, console)


def _list(game: AnyGame, found: Pack, console: Console) -> int:
    """A line for each level; a level that cannot be read is said, and the others are listed."""
    titles = dict.fromkeys((console.translate(game.title), _in(found.title, console)))
    console.print(": ".join(titles))
    names = found.names()
    width = max((len(name) for name in names), default=0)
    number = code = 0
    for chapter in found.chapters:
        console.print("")
        console.print(_in(chapter.title, console))
        for name in chapter.levels:
            number += 1
            try:
                headers = found.entry(name).level.headers
            except Unreadable as error:
                console.error(f"{error.place}: {console.translate(error.text)}")
                code = UNREADABLE
                continue
            optimum = console.translate(_("best: {n}", n=headers.optimum)) if headers.optimum is not None else ""
            title = headers.title_in(console.translate.language)
            console.print(f"  {number:3}  {game.id}:{name.ljust(width)}  {title:24}  {optimum}".rstrip())
    return code


def _in(titles: object, console: Console) -> str:
    """A title in the console's language, or in English; packs may also give one title for all languages."""
    if isinstance(titles, dict):
        return str(titles.get(console.translate.language) or titles.get("en") or next(iter(titles.values()), ""))
    return str(titles)
