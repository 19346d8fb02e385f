"""Recent files: the files and folders of levels that were opened last, and where each was left."""

from __future__ import annotations

from typing import NamedTuple

from cassetete.app.store import Store

_KEY = "recent_files"
_MOST = 12


class RecentFile(NamedTuple):
    """A file or folder: its path, its game's id, its title, how many levels it has, and the place of the last one
    opened."""

    path: str
    game: str
    title: str
    total: int
    place: int = 0


def recent_files(store: Store, game: str | None = None) -> list[RecentFile]:
    """The files, the latest first; of all games or of one."""
    kept = store.setting(_KEY)
    found = []
    for row in kept if isinstance(kept, list) else ():
        try:
            path, name, title, total, place = row
            found.append(RecentFile(str(path), str(name), str(title), int(total), int(place)))
        except (ArithmeticError, TypeError, ValueError):
            continue
    return [each for each in found if game is None or each.game == game]


def remember_file(store: Store, file: RecentFile) -> None:
    """A file was opened, or left at a place."""
    others = [each for each in recent_files(store) if each.path != file.path]
    store.set(_KEY, [list(each) for each in (file, *others)][:_MOST])


def forget_file(store: Store, path: str) -> None:
    """A file is no longer there, or not wanted in the list."""
    store.set(_KEY, [list(each) for each in recent_files(store) if each.path != path])
