"""Levels to browse, whatever they are: a pack, a file, a folder, or a player's own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from cassetete.app.collections.my_levels import MyLevel, MyLevels
from cassetete.app.levels.level_list import LevelList, of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, Pack, Unreadable, read
from cassetete.app.store import level_key
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

Title = Mapping[str, str] | Text | str
"""A title by language, as a message, or as it is."""


class Facts(NamedTuple):
    """What a card says of a level: its title by language, its author, its key in the records; or what is wrong with
    it."""

    title: str
    author: str = ""
    key: str = ""
    fault: Text | None = None


class SectionOf(NamedTuple):
    """A part of a collection: a name for what is kept about it, its title, and the places of its levels."""

    key: str
    title: Title
    places: range


class Collection(Protocol):
    """Levels in order, in sections."""

    id: str
    """A name for what is kept about it: where it was left, what is folded."""
    game: AnyGame
    title: Title
    levels: LevelList
    """To be played; a level that cannot be read is Unreadable."""

    def sections(self) -> Sequence[SectionOf]:
        """Its parts, in order."""

    def facts(self, place: int, language: str) -> Facts:
        """About the level at a place."""

    def board(self, place: int) -> LoadedLevel | None:
        """The level at a place, to be drawn; None if it cannot be."""
        try:
            return self.levels.entry(place)
        except Unreadable:
            return None

    def more(self, seconds: float) -> bool:  # noqa: ARG002
        """Read on for about so long; False when all is read."""
        return False


class PackLevels(Collection):
    """The levels that come with a game."""

    def __init__(self, pack: Pack) -> None:
        self.id, self.game, self.title = f"pack:{pack.game.id}", pack.game, pack.title
        self.names = pack.names()
        self.levels = of_pack(pack)
        self._pack = pack
        self._keys: dict[int, str] = {}

    def sections(self) -> Sequence[SectionOf]:
        """The chapters."""
        found, start = [], 0
        for number, chapter in enumerate(self._pack.chapters):
            found.append(SectionOf(str(number), chapter.title, range(start, start + len(chapter.levels))))
            start += len(chapter.levels)
        return found

    def facts(self, place: int, language: str) -> Facts:
        """From the level's headers."""
        return _facts(self.levels, self._keys, place, language)


def _facts(levels: LevelList, keys: dict[int, str], place: int, language: str) -> Facts:
    try:
        entry = levels.entry(place)
    except Unreadable as fault:
        return Facts(fault.source, fault=fault.text)
    if place not in keys:
        keys[place] = level_key(entry.game, entry.level)
    headers = entry.level.headers
    return Facts(headers.title_in(language) or str(entry.title), headers.author, keys[place])


class FileLevels(Collection):
    """The levels of a file or a folder, read a little at a time; those that cannot be read have their places too."""

    def __init__(self, path: Path, game: AnyGame | None = None) -> None:
        """`game` is the game of the levels, if that is known; else the first level says which it is. Unreadable if
        nothing can be read."""
        self.path = path.absolute()
        self.id, self.title = f"file:{self.path}", self.path.stem if self.path.is_file() else self.path.name
        self._begin(game)
        found = game
        while found is None:
            if not self._next():
                raise next(item for item in self._items if isinstance(item, Unreadable))
            item = self._items[-1]
            found = item.game if isinstance(item, LoadedLevel) else None
        self.game = found

    def _begin(self, game: AnyGame | None) -> None:
        self._read_as = self._stamp()
        self._items: list[LoadedLevel | Unreadable] = []
        self._reader: Iterator[LoadedLevel | Unreadable] | None = read(str(self.path), game, devices=False)
        self._keys: dict[int, str] = {}
        self.levels = LevelList(0, self._entry)

    def _stamp(self) -> tuple[int, int] | None:
        """When the file or folder was last written, and its size; None if it is not there."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def look_again(self) -> bool:
        """Begin to read again (`more`) if the file or folder has been written since; whether it has. One that is gone
        stays as it was."""
        if self._stamp() in (None, self._read_as):
            return False
        self._begin(self.game)
        return True

    def __len__(self) -> int:
        return len(self._items)

    def _next(self) -> bool:
        item = next(self._reader, None) if self._reader is not None else None
        if item is None:
            self._reader = None
            return False
        self._items.append(item)
        return True

    def _entry(self, place: int) -> LoadedLevel:
        item = self._items[place]
        if isinstance(item, Unreadable):
            raise item
        return item

    def more(self, seconds: float) -> bool:
        """Read more of the levels."""
        deadline = time.perf_counter() + seconds
        while self._next():
            if time.perf_counter() > deadline:
                break
        self.levels.grow(len(self._items))
        return self._reader is not None

    def read_all(self) -> FileLevels:
        """Read to the end."""
        while self._next():
            pass
        self.levels.grow(len(self._items))
        return self

    def fault(self, place: int) -> Unreadable | None:
        """What is wrong with a level; None if it can be played."""
        item = self._items[place]
        return item if isinstance(item, Unreadable) else next(iter(item.problems()), None)

    def place_of(self, number: int) -> int:
        """The place of the level with that number among those that can be played, from 0."""
        return [place for place in range(len(self)) if self.fault(place) is None][number]

    def playable(self) -> list[LoadedLevel]:
        """The levels that can be played, of those read so far."""
        return [item for item in self._items if isinstance(item, LoadedLevel) and not item.problems()]

    def sections(self) -> Sequence[SectionOf]:
        """A file is one section; in a folder, each folder below is one."""
        if not self.path.is_dir():
            return [SectionOf("", "", range(len(self._items)))]
        found: list[SectionOf] = []
        start = 0
        for place, item in enumerate(self._items):
            name = _folder_of(item, self.path)
            if place + 1 == len(self._items) or _folder_of(self._items[place + 1], self.path) != name:
                found.append(SectionOf(name, name, range(start, place + 1)))
                start = place + 1
        return found

    def facts(self, place: int, language: str) -> Facts:
        """From the level's headers, else the name of its file."""
        facts = _facts(self.levels, self._keys, place, language)
        if facts.fault is not None:
            return facts._replace(title=Path(facts.title).name)
        return facts


def _folder_of(item: LoadedLevel | Unreadable, top: Path) -> str:
    parent = Path(item.source).parent
    return parent.relative_to(top).as_posix().removeprefix(".") if parent.is_relative_to(top) else ""


class EntryLevels(Collection):
    """Levels that were read already, such as those of a file that was dropped on the page."""

    def __init__(self, entries: Sequence[LoadedLevel], title: str) -> None:
        self.entries = list(entries)
        self.id, self.game, self.title = f"entries:{title}", self.entries[0].game, title
        self.levels = of_entries(self.entries)
        self._keys: dict[int, str] = {}

    def sections(self) -> Sequence[SectionOf]:
        """All of them are one section."""
        return [SectionOf("", "", range(len(self.entries)))]

    def facts(self, place: int, language: str) -> Facts:
        """From the level's headers."""
        return _facts(self.levels, self._keys, place, language)


class OwnLevels(Collection):
    """The player's own levels of a game, or those of one collection."""

    def __init__(self, game: AnyGame, mine: MyLevels) -> None:
        self.id, self.game, self.title = f"mine:{game.id}", game, _("My levels")
        self.mine = mine
        self.reload()

    def reload(self) -> None:
        """Read the list again, after a change."""
        self.collections = self.mine.collections(self.game)
        self.items: list[MyLevel] = []
        self._sections: list[SectionOf] = []
        self._numbers: list[int] = []
        for each in self.collections:
            found = self.mine.levels(each.id)
            start = len(self.items)
            self.items += found
            self._numbers += range(1, len(found) + 1)
            self._sections.append(SectionOf(str(each.id), each.name, range(start, start + len(found))))
        self.levels = LevelList(len(self.items), self._entry)

    def _entry(self, place: int) -> LoadedLevel:
        return self.mine.entry(self.game, self.items[place], self._numbers[place])

    def board(self, place: int) -> LoadedLevel | None:
        """The level at a place, half drawn though it may be."""
        try:
            return self._entry(place)
        except Unreadable:
            return None

    def sections(self) -> Sequence[SectionOf]:
        """The collections."""
        return self._sections

    def facts(self, place: int, language: str) -> Facts:  # noqa: ARG002
        """As they are kept."""
        item = self.items[place]
        return Facts(item.title, item.author, item.level)
