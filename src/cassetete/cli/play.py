"""`cassetete play`: a game in the window, or in the terminal."""

from __future__ import annotations

import argparse
import os
import stat
from pathlib import Path

from cassetete.app.collections.sources import FileLevels
from cassetete.app.levels import library
from cassetete.app.levels.level_list import LevelList, of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, Unreadable, looks_like_path
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.cli.console import Console, UsageError
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import UNREADABLE, game_named
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front import terminal

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """What to play."""
    parser.option("game", metavar="GAME", help=_("the game to play, or a file of levels"))
    what = _("a level of the game's pack by name or number, a file, or a folder of levels")
    parser.option("where", metavar="LEVEL", nargs="?", help=what)
    parser.option("--level", metavar="N", type=parser.whole(1), default=1, help=_("start with the N-th level, from 1"))
    parser.option("--terminal", action="store_true", help=_("play in the terminal, even where there is a window"))
    parser.window_options()
    parser.option("--ask-name", action="store_true", help=_("ask for the player's name first, if none is known"))
    parser.option("--player", metavar="NAME", help=_("who plays: records, stars and progress are theirs"))
    parser.option("--plain", action="store_true", help=_("line by line: for pipes, screen readers and plain terminals"))


def run(options: argparse.Namespace) -> int:
    """Read the levels and play them."""
    console: Console = options.console
    name, where = options.game, options.where
    game = None
    if name in games() or where is not None or not (os.path.lexists(name) or ":" in name or looks_like_path(name)):
        game = game_named(name)
    else:
        where = name
    try:
        levels, start = _levels(game, where, console)
        if not len(levels):
            return UNREADABLE
        if options.level > len(levels):
            raise UsageError(_("there is no level {n} (the last is {count})", n=options.level, count=len(levels)))
        _name_player(options)
        return _play(levels, max(start, options.level - 1), options, _browsed(game, where))
    except Unreadable as error:
        console.error(error)
        return UNREADABLE


def _name_player(options: argparse.Namespace) -> None:
    if options.player is None:
        return
    name = " ".join(options.player.split())[:40]
    if not name or not name.isprintable():
        raise UsageError(_("'{name}' is not a name", name=options.player[:40]))
    with Store(options.profile) as store:
        store.player = name


def _browsed(game: AnyGame | None, where: str | None) -> FileLevels | None:
    """The file or folder as the window browses it, if it has several levels."""
    if where is None or not os.path.lexists(where):
        return None
    try:
        found = FileLevels(Path(where), game).read_all()
    except Unreadable:
        return None
    return found if len(found) > 1 else None


def _play(levels: LevelList, start: int, options: argparse.Namespace, browsed: FileLevels | None) -> int:
    """In the window if one can be opened; moves that come through a pipe are played line by line."""
    console: Console = options.console
    if not (options.terminal or options.plain or _piped()):
        from cassetete.front.window import main as window

        why = window.why_not()
        if why is None:
            game = levels.entry(start).game
            language = console.translate.language if options.lang else None
            usual = game.display.window
            if browsed is not None:
                start = browsed.place_of(start)
            return window.run(options.profile, language, options.size, levels, start, usual, options.ask_name, browsed)
        console.error(why)
    return terminal.play(
        levels, start, console.translate, options.profile, plain=options.plain, ask_name=options.ask_name
    )


def _piped() -> bool:
    """Whether standard input is a pipe or a file, with moves to play."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def _levels(game: AnyGame | None, where: str | None, console: Console) -> tuple[LevelList, int]:
    """The levels to play, and which comes first (from 0)."""
    if where == "-":
        raise UsageError(_("a game cannot be played from standard input: name a file"))
    pack = library.pack(game.id) if game is not None else None
    if pack is not None and game is not None:
        names = pack.names()
        if where is None:
            return of_pack(pack), 0
        if not os.path.lexists(where) and ":" not in where and not looks_like_path(where):
            found = pack.entry(where)
            return of_pack(pack), names.index(found.source.partition(":")[2])
    if where is None:
        raise UsageError(_("{game} has no levels of its own: name a file", game=game.id if game else ""))
    return _readable(where, game, console), 0


def _readable(where: str, game: AnyGame | None, console: Console) -> LevelList:
    """The playable levels there, complaints made about the others."""
    entries, faults = [], []
    for item in library.read(where, game):
        found = [item] if isinstance(item, Unreadable) else item.problems()
        for fault in found:
            console.error(fault)
        faults += found
        if not found and isinstance(item, LoadedLevel):
            entries.append(item)
    return of_entries(entries, faults)
