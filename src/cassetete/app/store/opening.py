"""Opening the store's file; if it is damaged, newer, read-only or locked, the game goes on in memory."""

from __future__ import annotations

import sqlite3
import time
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cassetete.app.store.schema import MIGRATIONS, NewerSchema, columns, copy_rows, in_memory, migrate, version_of
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

FILE = "cassetete.sqlite"
BUSY_TIMEOUT = 3.0
"""Seconds to wait for another window that is writing."""

_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_BESIDE = ("-wal", "-shm")


class Opened(NamedTuple):
    """A connection, the file behind it (None: in memory only), and a notice for the player."""

    db: sqlite3.Connection
    path: Path | None
    notice: Text | None = None


class Damaged(sqlite3.DatabaseError):
    """The file is a database, but not ours or not whole."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def default_folder() -> Path:
    """The user's data folder."""
    import platformdirs  # not in the page, which has no files

    return platformdirs.user_data_path("cassetete", appauthor=False)


def is_busy(error: Exception) -> bool:
    """Whether another process holds the file."""
    return _primary(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_damage(error: Exception) -> bool:
    """Whether the file itself is at fault (SQLITE_ERROR: its tables are not ours)."""
    return _primary(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _primary(error: Exception) -> int:
    """SQLite's result code, without its extension."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def reason(error: Exception) -> str:
    """An error in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def open_file(path: Path) -> Opened:
    """The store in a file. It never fails: at worst it is in memory and its notice says why."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = _identity(path)
    except OSError as error:
        return _memory(_("nothing can be saved in {folder}: {why}", folder=path.parent, why=reason(error)))
    try:
        return Opened(_connect(path), path)
    except NewerSchema:
        return _memory(_("{path} was written by a later version; it is not changed and nothing is saved", path=path))
    except sqlite3.Error as error:
        if is_busy(error):
            return _memory(_("{path} is in use by another program; nothing is saved", path=path))
        if is_damage(error):
            return _replace(path, before, error)
        return _read_only(path, error)


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that was found whole and brought up to date."""
    _check_header(path)
    deadline = time.monotonic() + BUSY_TIMEOUT
    while True:
        db = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None)
        try:
            _prepare(db)
            return db
        except BaseException as error:
            db.close()
            # SQLite does not wait its timeout when two processes switch a new file to WAL together
            if not (isinstance(error, sqlite3.Error) and is_busy(error) and time.monotonic() < deadline):
                raise
            time.sleep(0.01)


def _check_header(path: Path) -> None:
    """Raise Damaged if the file does not start like a database, or is shorter than it says: SQLite would overwrite a
    few bytes of any file, and fill a last page that was cut with zeros."""
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER)
        logged = path.with_name(path.name + "-wal").exists()
        size = path.stat().st_size
    except OSError:
        return  # what that means is for SQLite to say
    if start and (len(start) < _HEADER or not start.startswith(_MAGIC)):
        raise Damaged("file is not a database")
    page, pages = int.from_bytes(start[16:18], "big"), int.from_bytes(start[28:32], "big")
    if not logged and size < page * pages:  # with a log beside it, the rest may be there
        raise Damaged("file is cut short")


def _prepare(db: sqlite3.Connection) -> None:
    if version_of(db) > len(MIGRATIONS):
        raise NewerSchema
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise Damaged(found)
    if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    migrate(db)
    check_tables(db)
    db.execute("BEGIN IMMEDIATE")  # says now, not at the first win, that nothing can be written
    db.execute("ROLLBACK")


def check_tables(db: sqlite3.Connection) -> None:
    """Damaged unless every table is there with its columns."""
    memory = in_memory()
    wanted, found = columns(memory), columns(db)
    memory.close()
    missing = [table for table, names in wanted.items() if not set(names) <= set(found.get(table, ()))]
    if missing:
        raise Damaged(f"no usable table {missing[0]}")


def _memory(notice: Text) -> Opened:
    return Opened(in_memory(), None, notice)


def _read_only(path: Path, error: sqlite3.Error) -> Opened:
    """What a file that cannot be written says, copied into memory."""
    db = in_memory()
    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    except sqlite3.Error:
        pass
    else:
        copy_rows(source, db)
        source.close()
    return Opened(db, None, _("{path} cannot be written: {why}; nothing is saved", path=path, why=reason(error)))


def _replace(path: Path, before: tuple[int, int] | None, error: sqlite3.Error) -> Opened:
    """Set a damaged file aside and start an empty one."""
    try:
        aside = set_aside(path, before)
        db = _connect(path)
    except (OSError, sqlite3.Error, NewerSchema) as failure:
        return _memory(_("{path} is damaged and cannot be replaced: {why}", path=path, why=reason(failure)))
    if aside is None:
        return Opened(db, path)
    notice = _(
        "{path} was damaged ({why}); it was renamed to {aside} and a new one was created",
        path=path,
        why=reason(error),
        aside=aside.name,
    )
    return Opened(db, path, notice)


def set_aside(path: Path, before: tuple[int, int] | None) -> Path | None:
    """Rename the file, never delete it; None if another window has already replaced it.

    What lies beside it goes first: a new file must never meet the old one's write-ahead log.
    """
    if before is None or _identity(path) != before:
        return None
    stamp = f"damaged-{datetime.now():%Y%m%d-%H%M%S}"
    aside = path.with_name(f"{path.name}.{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{stamp}-{number}")
    for suffix in _BESIDE:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + suffix))
    path.rename(aside)
    return aside


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file is at the path; None if there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
