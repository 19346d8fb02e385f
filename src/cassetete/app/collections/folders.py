"""Where the player's files go: a folder of the documents, or the one the player chose; and the last folder used."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cassetete.app.store import Store
from cassetete.core.user_folders import documents_folder

_FOLDER, _LAST = "files_folder", "last_folder"
_MOST = 200


def usual_folder() -> Path:
    """`cassetete` in the user's documents."""
    return documents_folder() / "cassetete"


def files_folder(store: Store) -> Path:
    """The folder for new files."""
    chosen = store.setting(_FOLDER)
    return Path(chosen) if isinstance(chosen, str) and chosen else usual_folder()


def set_files_folder(store: Store, folder: Path | None) -> None:
    """Choose the folder for new files; None: the usual one."""
    store.set(_FOLDER, str(folder) if folder is not None else "")


def last_folder(store: Store) -> Path:
    """The folder of the file that was last opened or saved, if it is still there; else the folder for new files."""
    last = store.setting(_LAST)
    try:
        if isinstance(last, str) and last and Path(last).is_dir():
            return Path(last)
    except OSError:  # it is in a folder that is closed to the user
        pass
    return files_folder(store)


def remember_folder(store: Store, path: Path) -> None:
    """A file was opened or saved."""
    folder = path if path.is_dir() else path.parent
    store.set(_LAST, str(folder.absolute()))


def typed_path(typed: str, folder: Path) -> Path:
    """The path that somebody typed: `~` is the home folder, and a name alone is in `folder`.

    >>> typed_path("a.txt", Path("/levels")).as_posix(), typed_path("/b.txt", Path("/levels")).as_posix()
    ('/levels/a.txt', '/b.txt')
    """
    path = Path(typed.strip())
    try:
        return folder / path.expanduser()
    except RuntimeError:  # ~name of nobody
        return folder / path


def completions(typed: str, folder: Path) -> Sequence[str]:
    """The paths that begin with what was typed, folders with a `/` at their end; in order, and not too many."""
    head, name = os.path.split(typed)
    try:
        with os.scandir(typed_path(head, folder) if head else folder) as found:
            names = [entry.name + ("/" if entry.is_dir() else "") for entry in found if _fits(entry.name, name)]
    except (OSError, RuntimeError, ValueError):
        return []
    start = typed[: len(typed) - len(name)]
    return [start + each for each in sorted(names, key=lambda each: (not each.endswith("/"), each.lower()))[:_MOST]]


def _fits(name: str, typed: str) -> bool:
    return name.startswith(typed) and (typed.startswith(".") or not name.startswith("."))
