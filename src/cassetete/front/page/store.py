"""The player's data in the page: the program's own store in memory, each row kept by the page as a text.

The page keeps texts by key in IndexedDB. A row of the store is one text, `table:key` → JSON, so two open pages do not
overwrite each other's games, and a page of a later version brings older rows up to date as it does with a file.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from cassetete.app.store.schema import MIGRATIONS, Connection, columns, migrate, perform, transaction, version_of
from cassetete.app.store.store import Store
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

T = TypeVar("T")

VERSION = "version"
"""The key of the schema's version among the texts."""

LARGEST_FILE = 64_000_000
_CHANGED = "page_changed"
_STEP = 1 << 32
_LARGEST_NUMBER = 1 << 53
"""Numbers go to the page and back, where only those below this are exact."""


class BadData(CasseteteError):
    """A file that does not hold a player's data."""


class PageStore(Store):
    """A store whose rows are texts of the page; `changes` gives those that were written since it was asked last."""

    def __init__(self, texts: Mapping[str, str], now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        # Not the store's own constructor: that opens a file.
        self._now, self._late, self.notice, self.path = now, [], None, None
        self._db = _restored(texts)
        _watch(self._db)
        self._columns = columns(self._db)
        self._keys = {table: _keys(self._db, table) for table in self._columns}
        self._written: dict[str, str | None] = {}
        written = texts.get(VERSION, "")
        if not written.isdigit() or int(written) < len(MIGRATIONS):  # a later version's rows stay as they are
            self._written = {VERSION: str(len(MIGRATIONS)), **dict(_rows(self._db))}

    def changes(self) -> dict[str, str | None]:
        """The texts to keep, by key; None: the text is to be deleted."""
        self._collect()
        written, self._written = self._written, {}
        return written

    def adopt(self, texts: Mapping[str, str | None]) -> None:
        """Rows that another open page wrote, or deleted."""
        known = self._columns
        for key, text in texts.items():
            table, _colon, row_key = key.partition(":")
            if table not in known:
                continue
            if text is not None:
                _insert(self._db, table, known[table], text)
            else:
                self._db.execute(f"DELETE FROM {table} WHERE {_joined(self._keys[table])} = ?", (row_key,))
        self._db.execute(f"DELETE FROM {_CHANGED}")
        self.__dict__.pop("_settings", None)

    def new_number(self, db: sqlite3.Connection, table: str, name: str = "") -> int:
        """A number that another open page, adding a row at the same moment, does not take too.

        It is above all others, unless the row has a name: then every page gives it the same number.
        """
        if name:
            number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:5]) + 1
            if not db.execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone():
                return number
        last = int(db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
        # A small part of what is left, so that there is room for millions of rows.
        return last + 1 + secrets.randbelow(max(1, min(_STEP, (_LARGEST_NUMBER - last) >> 10)))

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work as one transaction, and note the rows it changes."""
        result = super().write(work)
        self._collect()
        return result

    def _collect(self) -> None:
        """Note the rows that changed since the last time."""
        changed = self._db.execute(f"SELECT DISTINCT name, row_key FROM {_CHANGED}").fetchall()
        if not changed:
            return
        self._db.execute(f"DELETE FROM {_CHANGED}")
        for table, key in changed:
            where = _joined(self._keys[table])
            row = self._db.execute(f"SELECT * FROM {table} WHERE {where} = ?", (key,)).fetchone()
            self._written[f"{table}:{key}"] = _text(self._columns[table], row) if row is not None else None

    # The whole of it as a file

    def file(self) -> bytes:
        """All the data as a file of the program: a page or a window on another machine can take it over."""
        return self._db.serialize()

    def take_over(self, content: bytes) -> int:
        """Add what another file holds and lose nothing: the better stars, the later game, all scores; how many rows."""
        if len(content) > LARGEST_FILE or not content.startswith(b"SQLite format 3\0"):
            raise BadData(_("this is not a file of saved data"))
        other = sqlite3.connect(":memory:", isolation_level=None)
        try:
            other.deserialize(content)
            other.execute("PRAGMA trusted_schema = OFF")
            if not {"running", "solved"} <= set(columns(other)):
                raise BadData(_("this is not a file of saved data"))
            if version_of(other) > len(MIGRATIONS):
                raise BadData(_("this file was written by a later version of the program"))
            migrate(other)
            return int(self.write(lambda db: _merged(other, db, self.new_number)))
        except sqlite3.Error:
            raise BadData(_("this is not a file of saved data")) from None
        finally:
            other.close()
            self.__dict__.pop("_settings", None)


def _restored(texts: Mapping[str, str]) -> sqlite3.Connection:
    """The store that the texts describe: made with the tables they were written for, then brought up to date."""
    db = sqlite3.connect(":memory:", isolation_level=None, factory=Connection)
    written = texts.get(VERSION, "")
    version = int(written) if written.isdigit() else len(MIGRATIONS)
    for number in range(min(version, len(MIGRATIONS))):
        perform(db, MIGRATIONS[number])
        db.execute(f"PRAGMA user_version = {number + 1}")
    known = columns(db)

    def fill(into: sqlite3.Connection) -> None:
        for key, text in texts.items():
            table = key.partition(":")[0]
            if table in known:
                _insert(into, table, known[table], text)

    transaction(db, fill)
    migrate(db)
    return db


def _insert(db: sqlite3.Connection, table: str, names: list[str], text: str) -> None:
    """Insert a row, as far as this version knows its columns; a text that is none is left alone."""
    try:
        row = json.loads(text)
    except ValueError:
        return
    shared = [name for name in names if isinstance(row, dict) and name in row]
    if not shared:
        return
    holes = ", ".join("?" for _name in shared)
    try:
        db.execute(
            f"INSERT OR REPLACE INTO {table} ({', '.join(shared)}) VALUES ({holes})", [row[name] for name in shared]
        )
    except sqlite3.Error:
        return


def _keys(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a table's primary key."""
    found = [(row[5], row[1]) for row in db.execute(f'PRAGMA table_info("{table}")') if row[5]]
    return [name for _order, name in sorted(found)] or ["rowid"]


def _joined(names: Iterable[str], owner: str = "") -> str:
    """An SQL expression for a row's key as one text."""
    return " || '|' || ".join(f"{owner}{name}" for name in names)


def _watch(db: sqlite3.Connection) -> None:
    """Let the database note which rows change, whatever part of the program changes them."""
    db.execute(f"CREATE TEMP TABLE {_CHANGED} (name TEXT, row_key TEXT)")
    for table in columns(db):
        names = _keys(db, table)
        for event, owners in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            notes = "".join(
                f"INSERT INTO {_CHANGED} VALUES ('{table}', {_joined(names, f'{owner}.')}); " for owner in owners
            )
            db.execute(
                f"CREATE TEMP TRIGGER page_{table}_{event.lower()} AFTER {event} ON main.{table} BEGIN {notes}END"
            )


def _text(names: list[str], row: tuple[Any, ...]) -> str:
    return json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, separators=(",", ":"))


def _rows(db: sqlite3.Connection) -> Iterable[tuple[str, str]]:
    """Every row as a key and a text."""
    for table, names in columns(db).items():
        for key, *row in db.execute(f"SELECT {_joined(_keys(db, table))}, * FROM {table}").fetchall():
            yield f"{table}:{key}", _text(names, tuple(row))


_BETTER = {"running": "updated", "solved": "stars", "player_stars": "stars"}
"""Where both have a row, the one with the greater value stays."""


_NOT_TELLING = {"collections": ("place",), "my_levels": ("place", "added")}
"""In what two numbered rows may differ and still be the same."""


def _merged(
    source: sqlite3.Connection, target: sqlite3.Connection, new_number: Callable[[sqlite3.Connection, str], int]
) -> int:
    """Copy the rows of another store. A numbered row gets a new number, and what names it by number follows."""
    taken = 0
    numbers: dict[tuple[str, int], int] = {}
    for table, names in sorted(columns(target).items()):  # "collections" come before "my_levels", which name them
        for row in source.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall():
            values = dict(zip(names, row, strict=True))
            number = values.pop("id", None)
            if "collection" in values:
                values["collection"] = numbers.get(("collections", values["collection"]), values["collection"])
            if number is not None:
                telling = {name: value for name, value in values.items() if name not in _NOT_TELLING.get(table, ())}
                same = " AND ".join(f"{name} IS ?" for name in telling)
                found = target.execute(f"SELECT id FROM {table} WHERE {same}", list(telling.values())).fetchone()
                if found is not None:
                    numbers[table, number] = found[0]
                    continue
                values["id"] = numbers[table, number] = new_number(target, table)
            elif not _wins(target, table, names, values):
                continue
            holes = ", ".join("?" for _name in values)
            statement = f"INSERT OR REPLACE INTO {table} ({', '.join(values)}) VALUES ({holes})"
            target.execute(statement, list(values.values()))
            taken += 1
    return taken


def _wins(target: sqlite3.Connection, table: str, names: list[str], values: Mapping[str, Any]) -> bool:
    """Whether a row is to replace the one of the same key: where there is none, or a worse one."""
    keys = _keys(target, table)
    where = " AND ".join(f"{key} = ?" for key in keys)
    here = target.execute(f"SELECT * FROM {table} WHERE {where}", [values[key] for key in keys]).fetchone()
    if here is None:
        return True
    better = _BETTER.get(table)
    if table == "bests":
        return bool((values["value"], values["moves"]) < (here[names.index("value")], here[names.index("moves")]))
    return better is not None and bool(values[better] > here[names.index(better)])
