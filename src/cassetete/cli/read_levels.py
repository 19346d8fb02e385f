"""What commands read: the levels at the paths they are given, and moves played from there."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cassetete.app.game_errors import in_game
from cassetete.app.levels import library
from cassetete.app.levels import moves as following
from cassetete.app.levels.decode import decode
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.levels.moves import LONGEST, WrongMoves
from cassetete.app.registry import games
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import GAVE_UP, in_force
from cassetete.cli.parser import Parser
from cassetete.core.answers import CANCELLED
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import AnyGame, Metric
from cassetete.core.errors import BadLevel
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue, one_line

_ = Catalogue("cassetete")

UNREADABLE, INTERNAL = 3, 70
_FILE_NAME = re.compile(r".*\.[A-Za-z]\w{0,7}")


def add_reading(parser: Parser, *, many: bool = False, after: bool = True) -> None:
    """The arguments that say which levels to read, and from where to go on."""
    where = _("a file, a collection, a folder, a position, a saved game, - for standard input, or pack:level")
    parser.option("path", metavar="PATH", nargs="+" if many else None, help=where)
    parser.option("--game", metavar="ID", help=_("the game whose levels these are (recognised if not given)"))
    parser.option("--level", metavar="N", type=parser.whole(1), help=_("only the N-th level of a file, from 1"))
    if after:
        parser.option("--after", metavar="MOVES", help=_("play these moves first"))


def game_named(name: str | None) -> AnyGame | None:
    """The game of that id; if there is none, a UsageError lists those that exist."""
    if name is None:
        return None
    if name not in games():
        known = ", ".join(games())
        raise UsageError(_("there is no game '{name}' (there are: {known})", name=name[:40], known=known))
    return games()[name]


def found(options: argparse.Namespace) -> Iterator[LoadedLevel | Unreadable]:
    """Every level at the paths, unreadable ones in their places, after the moves of --after."""
    game = game_named(options.game)
    paths: Sequence[str] = options.path if isinstance(options.path, list) else [options.path]
    if paths.count("-") > 1:
        raise UsageError(_("standard input can be read only once"))
    for path in paths:
        if path == "-" and sys.stdin is None:
            raise UsageError(_("there is no standard input"))
        for item in library.read(path, game, options.level):
            after = getattr(options, "after", None)
            yield item if after is None or isinstance(item, Unreadable) else played_after(item, after)


def files_at(paths: Sequence[str]) -> int:
    """How many files the paths name, those in folders included: about so many levels are to come."""
    count = 0
    for path in paths:
        try:
            count += sum(1 for _file in Path(path).iterdir()) if Path(path).is_dir() else 1
        except (OSError, ValueError):  # said when it is read
            count += 1
    return count


def played_after(entry: LoadedLevel, text: str) -> LoadedLevel:
    """The entry with the moves of --after played; UsageError if they cannot be."""
    if entry.problems():
        return entry
    try:
        return replace(entry, state=follow(entry, text)[1])
    except WrongMoves as error:
        raise UsageError(_("--after: {what}", what=error.text)) from None


def playable(
    options: argparse.Namespace, levels: Iterable[LoadedLevel | Unreadable] | None = None
) -> Iterator[LoadedLevel | None]:
    """The levels that can be played; for each that cannot, its errors are printed and None stands in its place."""
    console: Console = options.console
    for item in found(options) if levels is None else levels:
        faults = [item] if isinstance(item, Unreadable) else item.problems()
        for fault in faults:
            console.error(fault)
        yield None if faults or isinstance(item, Unreadable) else item


class ReadAhead:
    """The levels at the paths, of which some were read before they are needed. What stops the reading is raised in
    its place."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.ahead: deque[LoadedLevel | Unreadable] = deque()
        self.ended = False
        """Whether there are no more than those that were read."""
        self._rest = found(options)
        self._error: Exception | None = None

    def read(self, count: int) -> None:
        """Read ahead until there are so many and one more, or no more."""
        try:
            while not self.ended and len(self.ahead) <= count:
                self.ahead.append(next(self._rest))
        except StopIteration:
            self.ended = True
        except Exception as error:
            self.ended, self._error = True, error

    def __iter__(self) -> Iterator[LoadedLevel | Unreadable]:
        while self.ahead:
            yield self.ahead.popleft()
        if self._error is not None:
            raise self._error
        if not self.ended:
            yield from self._rest


def each_level(
    options: argparse.Namespace,
    work: Callable[[LoadedLevel], int],
    levels: Iterable[LoadedLevel | Unreadable] | None = None,
) -> int:
    """Do the work for every level that can be played, each within the time limit; the highest exit code.

    A level at which the code of its game fails is reported, and the others are done.
    """
    code = 0
    for entry in playable(options, levels):
        if entry is None:
            code = max(code, UNREADABLE)
            continue
        try:
            with in_force(options):
                code = max(code, work(entry))
        except Exception as error:
            code = max(code, told_failure(error, entry, options))
    return code


def told_failure(error: Exception, entry: LoadedLevel, options: argparse.Namespace) -> int:
    """Say that the work at a level failed; the exit code. What is no fault of the level or its game is raised."""
    console: Console = options.console
    if isinstance(error, LimitReached):
        if error.why == CANCELLED:
            raise error
        console.error(_("{place}: given up: {why}", place=one_line(entry.source), why=error.why.text))
        return GAVE_UP
    failed = in_game(error, entry.game)
    if os.environ.get("CASSETETE_DEBUG") == "1":
        raise error
    failed.place = one_line(entry.source)
    console.error(failed)
    return INTERNAL


def only_one(options: argparse.Namespace) -> LoadedLevel | None:
    """The one level at the path, None after its errors were printed; UsageError if there are several."""
    first: LoadedLevel | None = None
    for count, entry in enumerate(playable(options), 1):
        if count > 1:
            raise UsageError(_("there are several levels here: choose one with --level"))
        first = entry
    return first


def add_metric(parser: Parser) -> None:
    """The option that says what to minimise."""
    metrics = [metric.value for metric in Metric]
    parser.option("--metric", choices=metrics, help=_("what to minimise (what the game counts if not given)"))


def metric_for(entry: LoadedLevel, options: argparse.Namespace) -> Metric:
    """What to minimise: the option, else what the game counts; UsageError if the game does not count that."""
    metric = Metric(options.metric) if options.metric else _usual_metric(entry, getattr(options, "solver", None))
    if metric is Metric.PUSHES and entry.game.lengths.pushes is None:
        raise UsageError(_("{game} has no pushes to count", game=entry.game.id))
    return metric


def _usual_metric(entry: LoadedLevel, solver: str | None) -> Metric:
    """What the game counts; where a solver is named that proves no minimum of that, what it does prove."""
    usual = entry.game.lengths.metric(entry.level)
    proven = next((one.optimal for one in entry.game.solvers if one.id == solver), frozenset())
    return next((metric for metric in (usual, *Metric) if metric in proven), usual)


def label(entry: LoadedLevel) -> str:
    """The line that names a level: its title, its game and where it was read."""
    return f"{one_line(str(entry.title))}  ({entry.game.id}, {one_line(entry.source)})"


def follow(entry: LoadedLevel, text: str) -> tuple[tuple[Any, ...], Any]:
    """The moves a text writes and the state they lead to; WrongMoves where that fails."""
    found = following.follow(entry.game, entry.level, entry.state, text)
    return found.moves, found.state


def add_bare(parser: Parser) -> None:
    """The option that leaves out what other programs may not read."""
    parser.option("--bare", action="store_true", help=_("the board alone, without title, stars and other headers"))


def bare(level: Any) -> Any:
    """The level without its headers."""
    return replace(level, headers=Headers())


def add_moves(parser: Parser) -> None:
    """The argument that gives moves: as they are, in a file, or on standard input."""
    what = _("the moves in the game's notation, a file with them, or - for standard input (else the level's own)")
    parser.option("moves", metavar="MOVES", nargs="*", help=what)


def moves_for(entry: LoadedLevel, options: argparse.Namespace) -> tuple[tuple[Any, ...], Any]:
    """The moves that were given, or those of the solution that the level brings, and the state they lead to.

    WrongMoves where that fails; UsageError if there are none.
    """
    text = moves_text(options) if options.moves else entry.level.headers.solution
    if not options.moves and not text:
        raise UsageError(_("this level brings no solution: give the moves"))
    try:
        return follow(entry, text)
    except WrongMoves:
        if options.moves and _FILE_NAME.fullmatch(options.moves[-1]) and text == " ".join(options.moves):
            missing = _("there is no such file")
            raise UsageError(_("{path}: {what}", path=" ".join(options.moves), what=missing)) from None
        raise


def moves_text(options: argparse.Namespace) -> str:
    """The text of the moves; UsageError if it cannot be read."""
    given = " ".join(options.moves)  # a notation with spaces needs no quotes
    if options.path == given == "-":
        raise UsageError(_("standard input can be read only once"))
    if given == "-":
        return _standard_input(options.level)
    try:
        if not Path(given).is_file():
            return given
    except PermissionError as error:
        raise UsageError(_("{path}: cannot be read: {why}", path=given, why=error.strerror or "")) from None
    except (OSError, ValueError):  # too long for a path, or none at all
        return given
    try:
        with Path(given).open("rb") as file:
            return _solution_in(_bounded(decode(file.read(4 * LONGEST + 4)), given), options.level)
    except BadLevel as error:
        raise UsageError(_("{path}: {what}", path=given, what=error.text)) from None
    except OSError as error:
        raise UsageError(_("{path}: cannot be read: {why}", path=given, why=error.strerror or "")) from None


def _standard_input(level: int | None) -> str:
    """What is piped in, decoded as a file is: other programs write a mark first, or UTF-16."""
    try:
        pipe = getattr(sys.stdin, "buffer", None)
        text = sys.stdin.read(LONGEST + 1) if pipe is None else decode(pipe.read(4 * LONGEST + 4))
    except (BadLevel, UnicodeDecodeError, AttributeError):
        raise UsageError(_("standard input is not text")) from None
    return _solution_in(_bounded(text, "-"), level)


def _bounded(text: str, name: str) -> str:
    """The text; UsageError if that is too much."""
    if len(text) > LONGEST:
        raise UsageError(_("{path}: too long for moves (more than {most} characters)", path=name, most=LONGEST))
    return text


def _solution_in(text: str, level: int | None) -> str:
    """The moves in what `solve --json` wrote: of the level that is asked for, or of the only one; other text as it is.

    >>> _solution_in('{"level": 1, "moves": "UDLR"}', None)
    'UDLR'
    """
    if not text.lstrip().startswith("{"):
        return text
    try:
        found = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        return text
    if not all(isinstance(one, dict) and "moves" in one for one in found):
        return text
    chosen = [one["moves"] for one in found if level is None or one.get("level") == level]
    if len(chosen) > 1:
        raise UsageError(_("there are several solutions here: choose a level with --level"))
    if not chosen or not isinstance(chosen[0], str):
        raise UsageError(_("there is no solution in what `solve --json` wrote"))
    return chosen[0]
