"""Opening the store's file: a damaged one is restored from the last good copy; where it is newer, read-only or locked,
the game goes on in memory."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cassetete.app.store.schema import (
    MIGRATIONS,
    Connection,
    NewerSchema,
    columns,
    copy_rows,
    in_memory,
    migrate,
    version_of,
)
from cassetete.core.message import Catalogue, Text
from cassetete.core.user_folders import data_folder

_ = Catalogue("cassetete")

FILE = "cassetete.sqlite"
BUSY_TIMEOUT, CLOSE_TIMEOUT = 3.0, 10.0
"""Seconds to wait for another window that is writing, when the file is opened and when it is closed."""

WRITE_TIMEOUT = 0.05
"""The same while a game is played: a window must not stand still. What could not be written waits."""

BACKUP = ".backup"
"""What is added to the file's name for the copy that was whole when the file was opened last."""

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
    return data_folder()


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
        before = identity(path)
    except OSError as error:
        return _memory(_("nothing can be saved in {folder}: {why}", folder=path.parent, why=reason(error)))
    try:
        db = _connect(path)
        notice = _restore_missing(db, path)
        _back_up(db, path)
        return Opened(db, path, notice)
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
        db = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, factory=Connection)
        try:
            _prepare(db)
            db.execute(f"PRAGMA busy_timeout = {round(1000 * WRITE_TIMEOUT)}")
            return db
        except (UnicodeError, ValueError, TypeError, OverflowError) as error:  # a text or a number that is none
            db.close()
            raise Damaged(reason(error)) from None
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
    version = version_of(db)
    if version > len(MIGRATIONS):
        raise NewerSchema
    if version < 0:
        raise Damaged("its version is negative")
    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise Damaged(found)
    if version == 0 and columns(db):
        raise Damaged("a database of another program")
    if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    migrate(db)
    check_tables(db)
    check_rows(db)
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


def check_rows(db: sqlite3.Connection) -> None:
    """Damaged unless every row can be read and has values of its columns' types."""
    memory = in_memory()
    tables = columns(memory)
    memory.close()
    for table in tables:
        types = {row[1]: row[2] for row in db.execute(f'PRAGMA table_info("{table}")')}
        try:
            rows = db.execute(f"SELECT {', '.join(types)} FROM {table}").fetchall()
        except sqlite3.OperationalError as error:
            if _primary(error):
                raise
            raise Damaged(reason(error)) from None  # a text that is not UTF-8
        if not all(_well_typed(row, types.values()) for row in rows):
            raise Damaged(f"a value of another type in {table}")


_TYPES: dict[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (float, int)}


def _well_typed(row: Iterable[object], types: Iterable[str]) -> bool:
    return all(
        value is None or isinstance(value, _TYPES.get(kind, (object,))) for value, kind in zip(row, types, strict=True)
    )


def backup_of(path: Path) -> Path:
    """Where the last good copy of a file is."""
    return path.with_name(path.name + BACKUP)


def _back_up(db: sqlite3.Connection, path: Path) -> None:
    """Keep a copy of a file that was found whole; the copy is whole too, or the one before it stays."""
    try:
        if _unchanged(path):
            return
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
            copy = Path(folder) / FILE
            target = sqlite3.connect(copy, isolation_level=None)
            try:
                db.backup(target)
            finally:
                target.close()
            copy.replace(backup_of(path))
    except (OSError, sqlite3.Error):
        return  # a full disk: the older copy is still there


def _unchanged(path: Path) -> bool:
    """Whether nothing was written since the copy was made."""
    backup, log = backup_of(path), path.with_name(path.name + "-wal")
    written = [each.stat().st_mtime_ns for each in (path, log) if each.exists()]
    return backup.exists() and backup.stat().st_mtime_ns > max(written, default=0)


def _good_copy(path: Path) -> sqlite3.Connection | None:
    """The last good copy, if it is there and still good; in memory, so that nothing can write to it."""
    backup = backup_of(path)
    if not backup.is_file():
        return None
    memory = in_memory()
    try:
        _check_header(backup)
        source = sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
        try:
            if source.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise Damaged("the copy too")
            copy_rows(source, memory)
        finally:
            source.close()
    except (OSError, sqlite3.Error, UnicodeError, ValueError, TypeError):
        memory.close()
        return None
    return memory


_NEVER_DELETED = ("solved", "player_stars", "optima", "bests", "boards", "lessons")
"""What only ever grows: a row that the last good copy has, and the file has not, was lost by damage. (Only the
stars of nobody go away, to the first player who gives a name: they are left aside.)"""


def _restore_missing(db: sqlite3.Connection, path: Path) -> Text | None:
    """Bring back rows that no longer are in a file which looks whole; what to say if there were any."""
    good = _good_copy(path)
    if good is None:
        return None
    restored = 0
    try:
        for table in _NEVER_DELETED:
            names = columns(good)[table]
            here = set(db.execute(f"SELECT {_key(db, table)} FROM {table}"))
            somebody = " WHERE player <> ''" if table == "player_stars" else ""
            there = good.execute(f"SELECT {', '.join(names)}, {_key(good, table)} FROM {table}{somebody}")
            for row in there.fetchall():
                if row[len(names) :] not in here:
                    _insert(db, table, names, row[: len(names)])
                    restored += 1
        restored += _restore_scores(db, good)
    except sqlite3.Error:
        return None
    finally:
        good.close()
    if not restored:
        return None
    return _.n(
        "{path}: {n} lost row was restored from the last good copy",
        "{path}: {n} lost rows were restored from the last good copy",
        n=restored,
        path=path,
    )


def _insert(db: sqlite3.Connection, table: str, names: list[str], row: tuple[object, ...]) -> None:
    holes = ", ".join("?" for _name in names)
    db.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({holes})", row)


def _key(db: sqlite3.Connection, table: str) -> str:
    """The columns of a table's primary key."""
    return ", ".join(row[1] for row in db.execute(f'PRAGMA table_info("{table}")') if row[5])


def _restore_scores(db: sqlite3.Connection, good: sqlite3.Connection) -> int:
    """Scores that are gone: the program never deletes one."""
    names = columns(good)["scores"]
    here = {row[0] for row in db.execute("SELECT id FROM scores")}
    restored = 0
    for row in good.execute(f"SELECT {', '.join(names)} FROM scores").fetchall():
        if dict(zip(names, row, strict=True))["id"] not in here:
            _insert(db, "scores", names, row)
            restored += 1
    return restored


def _memory(notice: Text) -> Opened:
    return Opened(in_memory(), None, notice)


def _read_only(path: Path, error: sqlite3.Error) -> Opened:
    """What a file that cannot be written says, copied into memory and brought up to date there."""
    db = in_memory()
    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    except sqlite3.Error:
        pass
    else:
        try:
            whole = sqlite3.connect(":memory:", isolation_level=None)
            source.backup(whole)
            migrate(whole)
            check_tables(whole)
            db.close()
            db = whole
        except sqlite3.Error:
            whole.close()
            copy_rows(source, db)
        source.close()
    return Opened(db, None, _("{path} cannot be written: {why}; nothing is saved", path=path, why=reason(error)))


def _replace(path: Path, before: tuple[int, int] | None, error: sqlite3.Error) -> Opened:
    """Set a damaged file aside and start a new one: the last good copy, and what else can still be read."""
    try:
        aside = set_aside(path, before)
        db = _connect(path)
    except (OSError, sqlite3.Error, NewerSchema) as failure:
        return _memory(_("{path} is damaged and cannot be replaced: {why}", path=path, why=reason(failure)))
    if aside is None:
        return Opened(db, path)
    good = _good_copy(path)
    if good is not None:
        copy_rows(good, db)
        good.close()
    _salvage(aside, db)
    details = {"path": path, "why": reason(error), "aside": aside.name}
    if good is not None:
        notice = _("{path} was damaged ({why}); it is now called {aside}, and the last good copy is used", **details)
    elif any(db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in columns(db)):
        notice = _("{path} was damaged ({why}); it is now called {aside}, and what could be read was kept", **details)
    else:
        notice = _("{path} was damaged ({why}); it was renamed to {aside} and a new one was created", **details)
    return Opened(db, path, notice)


def _salvage(aside: Path, db: sqlite3.Connection) -> None:
    """Add the saved games that can be read of a damaged file and are newer. No scores: a wrong one is worse than none.

    A copy is read: SQLite would change the file, or leave others beside it.
    """
    found: list[tuple[object, ...]] = []
    with (
        suppress(OSError, sqlite3.Error, UnicodeError, ValueError, TypeError),
        tempfile.TemporaryDirectory(dir=aside.parent, prefix=".salvage-") as folder,
    ):
        copy = Path(folder) / FILE
        for suffix in ("", "-wal"):
            if aside.with_name(aside.name + suffix).exists():
                shutil.copyfile(aside.with_name(aside.name + suffix), copy.with_name(copy.name + suffix))
        source = sqlite3.connect(copy, isolation_level=None)
        try:
            found += source.execute("SELECT level, game, source, save, updated FROM running")
        finally:
            source.close()
    for row in found:
        if _well_typed(row, ["TEXT"] * 5) and len(str(row[0])) < 200:
            with suppress(sqlite3.Error):
                db.execute(
                    "INSERT INTO running VALUES (?, ?, ?, ?, ?) ON CONFLICT (level) DO UPDATE SET"
                    " save = excluded.save, updated = excluded.updated WHERE excluded.updated > updated",
                    row,
                )


def set_aside(path: Path, before: tuple[int, int] | None) -> Path | None:
    """Rename the file, never delete it; None if another window has already replaced it.

    What lies beside it goes first: a new file must never meet the old one's write-ahead log.
    """
    if before is None or identity(path) != before:
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


def identity(path: Path) -> tuple[int, int] | None:
    """Which file is at the path; None if there is none."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
