"""Reads levels from anywhere: files, collections, folders, saved games, standard input, and the packs."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cassetete.app.game_errors import in_game
from cassetete.app.levels.decode import decode
from cassetete.app.registry import GROUP, PluginWarning, games
from cassetete.core.contract import AnyGame, Format, Parsed, Problem
from cassetete.core.errors import BadLevel, CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.session import saves

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cassetete.app.levels.game_tables import Chapter
    from cassetete.session.session import Session

_ = Catalogue("cassetete")

CLIPBOARD, STANDARD_INPUT, LINK = "clipboard", "-", "link"
NAMELESS = {CLIPBOARD: _("Pasted level"), STANDARD_INPUT: _("Level from standard input"), LINK: _("Level from a link")}
UNTITLED = _("Untitled level")
"""What levels without a title are called: by the sources that are no files, and from nowhere."""

LARGEST_FILE = 16_000_000
MOST_LINES = 500_000
MOST_FILES = 20_000
LARGEST_SPRITE = 1_000_000
"""What is read at most: bytes and lines of a file, files of a folder, bytes of a plugin's sprite. Games limit the size
of a board (`core.grid.MAX_SIDE`) and the levels of a collection."""


_HEAD = 300_000
_LONG_HEADER = re.compile(r"^(#[^\n]{600})[^\n]+", re.MULTILINE)

_NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v6H1z" fill="#888"/></svg>'


class Unreadable(CasseteteError):
    """What stopped a reading, with its place: `source:line:column: what is wrong`; line 0 is the source as a whole."""

    def __init__(self, text: Text, source: str, line: int = 0, column: int = 0) -> None:
        super().__init__(text)
        self.source, self.line, self.column = source, line, column

    @property
    def place(self) -> str:
        """Where it is: `source:line:column`, or the source alone."""
        return f"{self.source}:{self.line}:{self.column}" if self.line else self.source

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True)
class LoadedLevel:
    """A level that was read: its game, the state to go on from, where it stood, and the saved game if it is one."""

    game: AnyGame
    level: Any
    state: Any
    source: str
    number: int = 1
    parsed: Parsed[Any] | None = None
    session: Session | None = None
    count: int = 1
    """How many levels are where it stood."""
    nickname: str = ""
    """What to call a level that has no title, where its source does not say it: a generated one, a saved game."""

    @property
    def name(self) -> str:
        """The level's title, else its file's name, with its number if the file has several; empty if there is none.

        >>> from dataclasses import replace
        >>> from cassetete.core.headers import Headers
        >>> level = pack("pushit").entry("map_tour").level
        >>> bare = replace(level, headers=Headers())
        >>> game = pack("pushit").game
        >>> [LoadedLevel(game, bare, None, "maps/hill.txt", n, count=c).name for n, c in ((1, 1), (2, 3))]
        ['hill', 'hill 2']
        """
        named = str(self.level.headers.title) or self.nickname
        if named or not self.source or self.source in NAMELESS:
            return named
        stem = Path(self.source).stem
        return f"{stem} {self.number}" if self.count > 1 else stem

    @property
    def title(self) -> str | Text:
        """The level's name, or what to say where it has none."""
        return self.name or NAMELESS.get(self.source, UNTITLED)

    def problems(self) -> list[Unreadable]:
        """What keeps it from being playable, each with its place in the file."""
        try:
            return [self._placed(problem) for problem in self.game.problems(self.level)]
        except Exception as error:
            return [Unreadable(in_game(error, self.game).text, self.source)]

    def _placed(self, problem: Problem) -> Unreadable:
        line, column = (self.parsed.line if self.parsed else 1), 1
        if self.parsed is not None and problem.place is not None:
            line, column = self.parsed.places.get(problem.place, (line, column))
        return Unreadable(problem.text, self.source, line, column)


def read(
    where: str, game: AnyGame | None = None, number: int | None = None, *, devices: bool = True
) -> Iterator[LoadedLevel | Unreadable]:
    """Every level at `where`: a path, a folder, "-", or `pack:level`; unreadable ones in their places.

    A pipe or a device may keep its reader waiting for ever: a front end that must not wait reads without `devices`.

    >>> [entry.level.headers.title for entry in read("pushit:map_tour")]
    ['The tower']
    """
    if where == "-":
        yield from _numbered(_standard_input(game), "-", number)
        return
    path = Path(where)
    try:
        if "\0" in where or not where.strip():
            raise ValueError(where)
        is_folder, exists = path.is_dir(), path.exists()
        if exists and not is_folder and not devices and not path.is_file():
            yield Unreadable(_("this is a device or a pipe, not a file"), where)
            return
        if is_folder:
            next(path.iterdir(), None)  # a folder that is closed to this user is not empty
    except PermissionError as error:
        yield _unread(error, where)
        return
    except (OSError, ValueError):
        yield Unreadable(_("this is not a path"), where[:200].replace("\0", "?"))
        return
    if is_folder:
        names = list(itertools.islice(path.rglob("*"), MOST_FILES + 1))
        files = level_files(names[:MOST_FILES])
        if len(names) > MOST_FILES:
            yield Unreadable(_("too many files for a folder of levels (more than {most})", most=MOST_FILES), where)
        elif not files:
            yield Unreadable(_("there is no level file in this folder"), where)
        for file in files:
            yield from _numbered(_file(file, game), str(file), number)
    elif not exists and ":" in where and not looks_like_path(where.partition(":")[2]):
        yield from _numbered(_pack_entries(where, game), where, number)
    else:
        yield from _numbered(_file(path, game), where, number)


def looks_like_path(where: str) -> bool:
    """Whether a word is meant as a path, not as the name of a level: it has a folder or an extension in it.

    >>> looks_like_path("maps/x"), looks_like_path("x.txt"), looks_like_path("map_tour")
    (True, True, False)
    """
    return "/" in where or os.sep in where or bool(Path(where).suffix)


def _numbered(
    found: Iterable[LoadedLevel | Unreadable], source: str, number: int | None
) -> Iterator[LoadedLevel | Unreadable]:
    """All of them, or only the one asked for."""
    if number is None:
        yield from found
        return
    items = list(found)
    if 1 <= number <= len(items):
        yield items[number - 1]
    elif len(items) == 1 and isinstance(items[0], Unreadable):
        yield items[0]  # nothing could be read at all
    else:
        yield Unreadable(_("there is no level {n} (this file has {count})", n=number, count=len(items)), source)


def level_files(names: Iterable[Path]) -> list[Path]:
    """Those that are files and have a level's extension, in order."""
    known = {extension for _id, formats in games().formats() for form in formats for extension in form.extensions}
    known.add(saves.EXTENSION)
    found = []
    for path in sorted(names):
        with contextlib.suppress(OSError):  # in a folder that is closed to this user
            if path.suffix.lower() in known and path.is_file():
                found.append(path)
    return found


def _unread(error: OSError, source: str) -> Unreadable:
    return Unreadable(_("cannot be read: {why}", why=error.strerror or type(error).__name__), source)


def _standard_input(game: AnyGame | None) -> list[LoadedLevel | Unreadable]:
    try:
        return read_text(_decoded(sys.stdin.buffer.read(LARGEST_FILE + 1), "-"), "-", game)
    except Unreadable as error:
        return [error]


def _file(path: Path, game: AnyGame | None) -> list[LoadedLevel | Unreadable]:
    source = str(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
        return read_text(_decoded(content, source), source, game)
    except FileNotFoundError:
        return [Unreadable(_("there is no such file"), source)]
    except OSError as error:
        return [_unread(error, source)]
    except Unreadable as error:
        return [error]


def _decoded(content: bytes, source: str) -> str:
    """The file's text, or where it is none."""
    if len(content) > LARGEST_FILE:
        raise Unreadable(_("too large for a level file (more than {most} bytes)", most=LARGEST_FILE), source)
    try:
        text = decode(content)
    except BadLevel as error:
        raise Unreadable(error.text, source, error.line, error.column) from None
    if text.count("\n") > MOST_LINES:
        raise Unreadable(
            _("too many lines for a level file (more than {most})", most=MOST_LINES), source, MOST_LINES + 1
        )
    return text


def read_text(text: str, source: str, game: AnyGame | None = None) -> list[LoadedLevel | Unreadable]:
    """The levels in a text; `source` names it in errors."""
    try:
        if saves.looks_like(text):
            return [_saved(text, source, game)]
        chosen, form = recognise(text, game)
        return _parsed(text, source, chosen, form)
    except BadLevel as error:
        return [Unreadable(error.text, source, error.line, error.column)]
    except Exception as error:
        return [Unreadable(in_game(error, chosen).text, source)]


def _parsed(text: str, source: str, game: AnyGame, form: Format[Any]) -> list[LoadedLevel | Unreadable]:
    entries: list[LoadedLevel | Unreadable] = []
    items = form.parse(text)
    for number, item in enumerate(items, 1):
        if isinstance(item, BadLevel):
            entries.append(Unreadable(item.text, source, item.line, item.column))
        else:
            start = game.rules.start(item.level)
            entries.append(LoadedLevel(game, item.level, start, source, number, item, count=len(items)))
    return entries


def _saved(text: str, source: str, game: AnyGame | None) -> LoadedLevel:
    session = saves.load(text, games())
    if game is not None and session.game is not game:
        raise BadLevel(_("this is a saved game of {game}", game=session.game.id))
    return LoadedLevel(session.game, session.level, session.state, source, session=session, nickname=session.name)


def likeness(text: str, game_id: str, form: Format[Any]) -> float:
    """How much a text looks like a level in a format of a game; a format that fails is out, with a warning."""
    try:
        alike = form.likeness(text)
    except Exception as error:
        warnings.warn(str(in_game(error, games()[game_id]).text), PluginWarning, stacklevel=2)
        return 0
    if isinstance(alike, int | float) and 0 <= alike <= 100:
        return alike
    why = f"game '{game_id}': likeness of the format '{form.id}' must be from 0 to 100, not {alike!r:.40}"
    warnings.warn(why, PluginWarning, stacklevel=2)
    return 0


def recognise(text: str, game: AnyGame | None = None) -> tuple[AnyGame, Format[Any]]:
    """The game and format a text looks most like; BadLevel if none does, or two do equally."""
    if not text.strip():
        raise BadLevel(_("this file is empty"))
    candidates = games().formats() if game is None else [(game.id, game.formats)]
    glanced = _LONG_HEADER.sub(r"\1", text[:_HEAD]) + text[_HEAD:]  # formats look at the first characters only
    alike: dict[Any, float] = {}  # formats of one game may share what recognises them
    scores = []
    for name, formats in candidates:
        for form in formats:
            if form.likeness not in alike:
                alike[form.likeness] = likeness(glanced, name, form)
            scores.append((alike[form.likeness], name, form))
    best = max(score for score, _name, _form in scores)
    if best <= 0 and game is None:
        raise BadLevel(_("no known game has such levels"))
    tied = {name: form for score, name, form in reversed(scores) if score == best}
    if len(tied) > 1:
        known = ", ".join(sorted(tied))
        raise BadLevel(_("this could be a level of several games ({games}): say which with --game", games=known))
    ((name, form),) = tied.items()
    return game or games()[name], form


@dataclass(frozen=True)
class Pack:
    """The levels that come with a game, in order."""

    game: AnyGame
    title: Mapping[str, str]
    chapters: tuple[Chapter, ...]

    def names(self) -> list[str]:
        """The levels' names in playing order."""
        return [name for chapter in self.chapters for name in chapter.levels]

    def entry(self, name: str) -> LoadedLevel:
        """The level of that name or number (from 1); Unreadable if there is none."""
        names = self.names()
        if name.isascii() and name.isdigit() and 1 <= int(name[:9]) <= len(names) and name not in names:
            name = names[int(name) - 1]
        source = f"{self.game.id}:{name[:80]}"
        if name not in names:
            raise Unreadable(_("the pack has no level '{name}'", name=name[:80]), source)
        for form in self.game.formats:
            for extension in form.extensions:
                file = game_folder(self.game) / "levels" / f"{name}{extension}"
                if file.is_file():
                    return _only_level(file, source, self.game)
        raise Unreadable(_("the pack lists '{name}' but has no file for it", name=name), source)


def _only_level(file: Traversable, source: str, game: AnyGame) -> LoadedLevel:
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise _unread(error, source) from None
    found = read_text(_decoded(content, source), source, game)
    if len(found) != 1:
        raise Unreadable(_("a level of a pack has a file of its own, and this has {n} levels", n=len(found)), source)
    if isinstance(found[0], Unreadable):
        raise found[0]
    return found[0]


def game_folder(game: AnyGame) -> Traversable:
    """The folder of a game, with its levels, art and README."""
    from importlib import resources  # slow to import, and level files need none

    return resources.files(game.package)


@cache
def pack(game_id: str) -> Pack | None:
    """A game's pack, from its `levels/pack.toml`; None if it has none, or if that is wrong, which is said."""
    game = games()[game_id]
    file = game_folder(game) / "levels" / "pack.toml"
    if not file.is_file():
        return None
    from cassetete.app.levels.game_tables import BadTable, read_pack

    try:
        return Pack(game, *read_pack(file))
    except BadTable as error:
        warnings.warn(f"{file}: {error}", PluginWarning, stacklevel=2)
        return None


def _pack_entries(where: str, game: AnyGame | None) -> Iterator[LoadedLevel | Unreadable]:
    pack_id, _colon, name = where.partition(":")
    found = pack(pack_id) if pack_id in games() else None
    if found is None or (game is not None and found.game is not game):
        yield Unreadable(_("there is no such file, and no such pack"), (where if name else pack_id)[:200])
        return
    for level in [name] if name else found.names():
        try:
            yield found.entry(level)
        except Unreadable as error:
            yield error


def art(game: AnyGame, name: str) -> str:
    """The SVG source of a sprite of the game; of a plugin that has none, or none that can be drawn, a grey square."""
    if game.package.startswith(f"{GROUP}."):
        return (game_folder(game) / "art" / f"{name}.svg").read_text("utf-8")
    return _art_of_plugin(game.id, name)


@cache
def _art_of_plugin(game_id: str, name: str) -> str:
    from xml.etree import ElementTree

    file = game_folder(games()[game_id]) / "art" / f"{name}.svg"
    try:
        with file.open("rb") as stream:
            source = stream.read(LARGEST_SPRITE + 1).decode("utf-8")
        if len(source) > LARGEST_SPRITE or "<!DOCTYPE" in source or "<!ENTITY" in source:
            raise ValueError(f"no more than {LARGEST_SPRITE} bytes, and no document type")
        if ElementTree.fromstring(source).tag.rpartition("}")[2] != "svg":
            raise ValueError("no <svg> element")
        return source
    except (OSError, ValueError, SyntaxError) as error:  # a ParseError is a SyntaxError
        warnings.warn(f"{file}: this is no picture ({error})", PluginWarning, stacklevel=2)
        return _NO_PICTURE
