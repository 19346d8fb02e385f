"""Folders of the cache that processes use: one in use is never removed, and of the others the latest are kept.

A process that uses a folder holds a lock on a file in it until it ends. Where the system cannot rename a folder that
has an open file (Windows), holding that file open is enough.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from cassetete.core.file_lock import lock_file

_MARK = "in-use"
_REMOVED = ".removed-"
_TRIES = 100

_held: dict[Path, BinaryIO] = {}


def hold(folder: Path) -> None:
    """Keep a folder, made if it is missing, from being removed until this process ends.

    Where that cannot be done (the disk is full, say) nothing happens: who finds it removed makes it again.
    """
    if folder in _held:
        return
    if not _held:
        atexit.register(release_all)
    with contextlib.suppress(OSError):
        for _try in range(_TRIES):  # each one more only if another process has removed it at this moment
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            mark = folder / _MARK
            with contextlib.suppress(FileNotFoundError), contextlib.ExitStack() as stack:
                file = stack.enter_context(mark.open("ab"))
                lock_file(file.fileno(), wait=True, shared=True)
                if os.path.samestat(os.fstat(file.fileno()), mark.stat()):  # else it was in the folder of before
                    os.utime(mark)
                    _held[folder] = file
                    stack.pop_all()
                    return


def release_all() -> None:
    """Let others remove what this process has held."""
    while _held:
        _folder, file = _held.popitem()
        file.close()


def remove_all_but(latest: int, folders: Iterable[Path]) -> list[Path]:
    """Remove those of the folders that no process uses, except for the `latest` used last; those that were removed."""
    newest_first = sorted(folders, key=_last_use, reverse=True)
    return [folder for folder in newest_first[latest:] if _remove(folder)]


def clear_away(folder: Path) -> None:
    """Remove what a process has left that was killed while it removed folders from this one."""
    for left in folder.glob(f"*{_REMOVED}*"):
        shutil.rmtree(left, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """When a process last began to use it; when it was made, if that is not written down."""
    for path in (folder / _MARK, folder):
        with contextlib.suppress(OSError):
            return path.stat().st_mtime
    return 0.0


def _remove(folder: Path) -> bool:
    """Remove a folder unless a process uses it; whether it was removed.

    It gets another name first, so that nobody finds half of it.
    """
    if folder in _held or folder.is_symlink():
        return False
    away = folder.with_name(f"{folder.name}{_REMOVED}{os.getpid()}")
    try:
        with contextlib.ExitStack() as stack:
            if os.name == "posix":
                mark = stack.enter_context((folder / _MARK).open("ab"))
                lock_file(mark.fileno(), wait=False)
            folder.rename(away)
    except OSError:  # in use, or removed by another process
        return False
    shutil.rmtree(away, ignore_errors=True)
    return True
