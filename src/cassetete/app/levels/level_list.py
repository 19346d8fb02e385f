"""The list of levels a player goes through, next and previous; each is read when it is reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cassetete.app.levels.library import LoadedLevel, Pack, Unreadable
from cassetete.core.message import Catalogue, Text
from cassetete.session.session import Session

_ = Catalogue("cassetete")


class LevelList:
    """Levels in order, and the game that was left at each; `pack` is the pack they are, if any."""

    def __init__(
        self, count: int, read: Callable[[int], LoadedLevel], pack: Pack | None = None, notice: Text | None = None
    ) -> None:
        """`notice` is what to tell the player first, such as that a file of the folder cannot be read."""
        self.pack, self.notice = pack, notice
        self.here: int | None = None
        """The place of the level that was left last."""
        self._count, self._read = count, read
        self._entries: dict[int, LoadedLevel] = {}
        self._left: dict[int, Session] = {}

    def __len__(self) -> int:
        return self._count

    def grow(self, count: int) -> None:
        """More levels have been read: there are so many now."""
        self._count = max(self._count, count)

    def entry(self, index: int) -> LoadedLevel:
        """The level at a place, from 0; Unreadable if it cannot be played."""
        if index not in self._entries:
            entry = self._read(index)
            problems = entry.problems()
            if problems:
                raise problems[0]
            self._entries[index] = entry
        return self._entries[index]

    def left(self, index: int) -> Session | None:
        """The game that was left at a place."""
        return self._left.get(index)

    def leave(self, index: int, session: Session | None) -> None:
        """Keep the game at a place until it is opened again; None: it is over."""
        self.here = index
        if session is None:
            self._left.pop(index, None)
        else:
            self._left[index] = session

    def chapter(self, index: int) -> Mapping[str, str] | None:
        """The title, by language, of the chapter a level of a pack is in."""
        for chapter in self.pack.chapters if self.pack is not None else ():
            if index < len(chapter.levels):
                return chapter.title
            index -= len(chapter.levels)
        return None


def of_pack(pack: Pack) -> LevelList:
    """The levels that come with a game."""
    names = pack.names()
    return LevelList(len(names), lambda index: pack.entry(names[index]), pack)


def of_entries(entries: Sequence[LoadedLevel], faults: Sequence[Unreadable] = ()) -> LevelList:
    """Levels that were read already; `faults` are those beside them that could not be."""
    return LevelList(len(entries), entries.__getitem__, notice=_told(faults))


def _told(faults: Sequence[Unreadable]) -> Text | None:
    """The first file that cannot be played and why, and how many others there are."""
    if not faults:
        return None
    place = faults[0].place.replace(faults[0].source, Path(faults[0].source).name, 1)
    if len(faults) == 1:
        return _("{place}: {what}", place=place, what=faults[0].text)
    others = _.n("{n} more", "{n} more", n=len(faults) - 1)
    return _("{place}: {what} ({others})", place=place, what=faults[0].text, others=others)
