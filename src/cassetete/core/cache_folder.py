"""The folder for what can be made again (machine code, pictures): it is the user's, and nobody else can write it.

Machine code from this folder is run, so a folder that another user could have filled is never used. Where the user's
cache cannot be used, a temporary folder takes its place: processes that this one starts share it, and it is removed at
the end, or by the next process that needs one if this one was killed. Where no folder at all can be written (every disk
is full), what the user's cache holds is still read, and nothing is kept.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import os
import re
import shutil
import stat
import tempfile
from pathlib import Path

from cassetete.core import user_folders

VARIABLE = "CASSETETE_CACHE"
"""Names the folder instead of the user's usual one."""

_OTHERS_WRITE = 0o022
_TEMPORARY = "cassetete-"


def cache_folder(*names: str) -> Path:
    """A folder of the cache, made if it is missing; one that is not there or cannot be written if none can be."""
    for find in (_writable_root, _temporary):
        root = find()
        if root is not None:
            ours = str(root) != os.environ.get(VARIABLE) or root.name.startswith(_TEMPORARY)
            if all(_private(root.joinpath(*names[:depth]), ours) for depth in range(1, len(names) + 1)):
                return root.joinpath(*names)
    return next(iter(readable_folders(*names)), user_folders.NOWHERE.joinpath(*names))


def readable_folders(*names: str) -> list[Path]:
    """Folders of what is usually the cache, as they are: where the disk is full or read-only, what is there is good."""
    found = []
    for root, _ours in _candidates():
        parts = [root.joinpath(*names[:depth]) for depth in range(len(names) + 1)]
        if all(map(_closed_to_others, parts)):
            found.append(parts[-1])
    return found


@functools.cache
def cache_root() -> Path:
    """The whole cache: what CASSETETE_CACHE names, else the user's cache folder, else a temporary one. If none of them
    can be written, the first that can be read without danger."""
    return _writable_root() or next(iter(readable_folders()), user_folders.NOWHERE)


def can_be_written() -> bool:
    """Whether anything can be kept, if only until the end."""
    return _writable_root() is not None


@functools.cache
def _writable_root() -> Path | None:
    return next((folder for folder, ours in _candidates() if _private(folder, ours)), None) or _temporary()


def _candidates() -> list[tuple[Path, bool]]:
    """The folders that may be the cache, and whether they are ours."""
    named = os.environ.get(VARIABLE)
    return [*([(Path(named), False)] if named else []), (user_folders.cache_folder(), True)]


def _closed_to_others(folder: Path) -> bool:
    """Whether a folder is there, and nobody but this user can have filled it."""
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & _OTHERS_WRITE)


def is_temporary() -> bool:
    """Whether what is kept is lost at the end."""
    return cache_root().name.startswith(_TEMPORARY)


def _private(folder: Path, ours: bool) -> bool:
    """Whether the folder is there or can be made, and can be written by this user and no other.

    If others could have filled it, it is emptied, but only if it is `ours`: what somebody has named may hold anything.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid"):  # on Windows, the folders of a user are closed to others by the system
            status = folder.stat()
            if status.st_uid != os.getuid():
                return False
            if status.st_mode & _OTHERS_WRITE:  # what is in it may be anybody's
                if not ours:
                    return False
                shutil.rmtree(folder)
                folder.mkdir(mode=0o700)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
        return True
    except (OSError, RuntimeError):
        return False


def temporary_folder(name: str) -> Path:
    """A folder that is gone at the end, for where the cache takes no more; OSError if there is none either."""
    root = _temporary()
    if root is None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    folder = root / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@functools.cache
def _temporary() -> Path | None:
    """A folder of this process; None if none can be made."""
    _sweep()
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{_TEMPORARY}{os.getpid()}-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[VARIABLE] = str(folder)  # for the processes that this one starts
    return folder


def _sweep() -> None:
    """Remove the temporary folders of processes that were killed."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob("cassetete-*-*"):
            found = re.fullmatch(r"cassetete-(\d+)-\w+", folder.name)
            if found and not running(int(found[1])) and _owned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _owned(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.lstat().st_uid == os.getuid()


def running(pid: int) -> bool:
    """Whether a process runs; True where the system cannot say."""
    try:
        import psutil

        return bool(psutil.pid_exists(pid))
    except ImportError:
        pass
    if os.name != "posix":  # there, sending signal 0 would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
