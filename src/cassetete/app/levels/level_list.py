"""The shelf of levels a player walks along, next and previous, each read when it is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from cassetete.app.levels.library import LoadedLevel, Pack
from cassetete.app.registry import games
from cassetete.session import saves
from cassetete.session.session import Session, begin


@dataclass(frozen=True)
class Shelf:
    """Levels in order; `take(n)` gives the game of the n-th (from 0), begun or as it was saved."""

    levels: tuple[Callable[[], LoadedLevel], ...]
    of_pack: bool = False

    def __len__(self) -> int:
        return len(self.levels)

    def take(self, index: int) -> tuple[LoadedLevel, Session]:
        """A level and a session of it; Unreadable if it cannot be played."""
        entry = self.levels[index]()
        problems = entry.problems()
        if problems:
            raise problems[0]
        if entry.resumed and Path(entry.source).is_file():
            return entry, saves.load(Path(entry.source).read_text("utf-8"), games())
        return entry, begin(entry.game, entry.level)


def of_pack(pack: Pack) -> Shelf:
    """The levels that come with a game."""

    def loader(name: str) -> Callable[[], LoadedLevel]:
        return lambda: pack.entry(name)

    return Shelf(tuple(loader(name) for name in pack.names()), of_pack=True)


def of_entries(entries: Iterable[LoadedLevel]) -> Shelf:
    """Levels that have been read."""

    def loader(entry: LoadedLevel) -> Callable[[], LoadedLevel]:
        return lambda: entry

    return Shelf(tuple(loader(entry) for entry in entries))
