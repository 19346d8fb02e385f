"""A profile as a file: to back it up, to move it to another machine, or to join the records of two machines."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cassetete import __version__
from cassetete.app.store.schema import columns
from cassetete.app.store.store import Store
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

KIND = "cassetete profile"
VERSION = 1
LARGEST = 64_000_000
"""Bytes of a file that is read at all."""

_MOST = 2**53
"""No number in a profile is larger."""

Row = dict[str, Any]
Tables = dict[str, list[Row]]


class BadProfile(CasseteteError):
    """A file that is not a profile."""


class Merged(NamedTuple):
    """What an import brought: rows that are new or better, by table."""

    added: Mapping[str, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.added.values())


def export_profile(store: Store) -> str:
    """Everything in the store, as text."""
    tables = {table: _rows(store.connection, table) for table in columns(store.connection)}
    profile = {"kind": KIND, "version": VERSION, "program": __version__, "tables": tables}
    return json.dumps(profile, ensure_ascii=False, indent=1) + "\n"


def _rows(db: sqlite3.Connection, table: str) -> list[Row]:
    found = db.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def read_profile(path: Path) -> Tables:
    """The tables in a file; BadProfile says what is wrong with it."""
    try:
        with path.open("rb") as stream:  # what is no file has no size to ask for
            content = stream.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise BadProfile(_("{path}: too large for a profile", path=path))
        profile = json.loads(content.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or _("this is not a profile")
        raise BadProfile(_("{path}: {why}", path=path, why=why)) from None
    if not isinstance(profile, dict) or profile.get("kind") != KIND or not isinstance(profile.get("tables"), dict):
        raise BadProfile(_("{path}: {why}", path=path, why=_("this is not a profile")))
    if profile.get("version") != VERSION:
        raise BadProfile(_("{path}: written by a later version of the program", path=path))
    tables: Tables = {}
    for table, rows in profile["tables"].items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BadProfile(_("{path}: the table '{table}' is damaged", path=path, table=str(table)[:40]))
        tables[table] = rows
    return tables


def merge_profile(store: Store, tables: Tables) -> Merged:
    """Join a profile to the store, in one transaction: nothing that is there is lost, and the better of two stays.

    Of two games left at a level, the later; of stars, the most; of best solutions, the shorter; of settings, what was
    chosen here. Rows that the tables cannot hold are left out.
    """

    def work(db: sqlite3.Connection) -> Merged:
        known = columns(db)
        added: dict[str, int] = {}
        collections: dict[Any, int] = {}
        order = ["collections", *(table for table in tables if table != "collections")]
        for table in order:
            if table in known:
                rows = [_clean(db, table, row) for row in tables.get(table, ())]
                add = _RULES.get(table, _keep)
                count = 0
                for row in rows:
                    if table == "collections":
                        count += _collection(db, row, collections)
                    elif table == "my_levels":
                        count += _own_level(db, row, collections)
                    else:
                        count += _tried(db, table, row, add)
                if count:
                    added[table] = count
        return Merged(added)

    return store.change(work)


_BAD_VALUES = (ArithmeticError, KeyError, TypeError, ValueError)
_REFUSED = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, *_BAD_VALUES)

Rule = Callable[[sqlite3.Connection, str, Row], int]


def _tried(db: sqlite3.Connection, table: str, row: Row, add: Rule) -> int:
    """Add a row by its rule; 0 if the table cannot hold it."""
    try:
        return add(db, table, row) if row else 0
    except _REFUSED:
        return 0


def _clean(db: sqlite3.Connection, table: str, row: Row) -> Row:
    """The row as its table holds it; empty if a value is missing or of another kind."""
    kept: Row = {}
    for _place, name, kind, needed, default, key in db.execute(f'PRAGMA table_info("{table}")'):
        value = row.get(name)
        if value is None and (needed or key) and default is None and name != "id":
            return {}
        if value is None:
            continue
        if kind == "REAL" and isinstance(value, int | float) and 0 <= value <= _MOST:
            kept[name] = float(value)
        elif kind == "INTEGER" and isinstance(value, int) and abs(value) <= _MOST:
            kept[name] = int(value)
        elif kind == "TEXT" and isinstance(value, str) and _is_text(value):
            kept[name] = value
        else:
            return {}
    return kept


def _is_text(value: str) -> bool:
    """Whether it can be written at all: JSON can name half a character."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _insert(db: sqlite3.Connection, table: str, row: Row, how: str = "INSERT") -> int:
    names, holes = ", ".join(f'"{name}"' for name in row), ", ".join("?" for _name in row)
    return db.execute(f'{how} INTO "{table}" ({names}) VALUES ({holes})', tuple(row.values())).rowcount


def _keep(db: sqlite3.Connection, table: str, row: Row) -> int:
    """What is here stays."""
    return max(0, _insert(db, table, row, "INSERT OR IGNORE"))


def _later(db: sqlite3.Connection, table: str, row: Row) -> int:
    """The later of two rows with the same key."""
    key = "game" if table == "drafts" else "level"
    here = db.execute(f'SELECT updated FROM "{table}" WHERE {key} = ?', (row[key],)).fetchone()
    if here is not None and here[0] >= row["updated"]:
        return 0
    return _insert(db, table, row, "INSERT OR REPLACE")


def _more_stars(db: sqlite3.Connection, table: str, row: Row) -> int:
    """The greater number of stars of a level, or of one player at a level."""
    keys = [name for name in ("level", "player") if name in row]
    found = " AND ".join(f"{name} = ?" for name in keys)
    here = db.execute(f'SELECT stars FROM "{table}" WHERE {found}', tuple(row[name] for name in keys)).fetchone()
    if here is not None and here[0] >= row["stars"]:
        return 0
    return _insert(db, table, row, "INSERT OR REPLACE")


def _shorter(db: sqlite3.Connection, table: str, row: Row) -> int:
    place = row["level"], row["metric"]
    here = db.execute("SELECT value, moves, date FROM bests WHERE level = ? AND metric = ?", place).fetchone()
    if here is not None and tuple(here) <= (row["value"], row["moves"], row["date"]):
        return 0
    return _insert(db, table, row, "INSERT OR REPLACE")


def _score(db: sqlite3.Connection, table: str, row: Row) -> int:
    """A score that is not here yet: every game remains in the history."""
    new = {name: value for name, value in row.items() if name != "id"}
    same = [name for name in new if name != "record"]
    test = " AND ".join(f"{name} IS ?" for name in same)
    if db.execute(f"SELECT 1 FROM scores WHERE {test}", tuple(new[name] for name in same)).fetchone():
        return 0
    return _insert(db, table, new)


def _collection(db: sqlite3.Connection, row: Row, found: dict[Any, int]) -> int:
    """A collection of the player's levels: one of the same game and title is the same collection."""
    if "id" not in row:
        return 0
    name = [row.get("game"), row.get("kind"), row.get("title")]
    here = db.execute("SELECT id FROM collections WHERE game = ? AND kind = ? AND title = ?", name).fetchone()
    if here is not None:
        found[row["id"]] = here[0]
        return 0
    try:
        _insert(db, "collections", {key: value for key, value in row.items() if key != "id"})
    except sqlite3.Error:
        return 0
    found[row["id"]] = db.execute("SELECT last_insert_rowid()").fetchone()[0]
    return 1


def _own_level(db: sqlite3.Connection, row: Row, found: dict[Any, int]) -> int:
    """A level of such a collection, once."""
    collection = found.get(row.get("collection"))
    if collection is None:
        return 0
    query = "SELECT 1 FROM my_levels WHERE collection = ? AND level = ?"
    if db.execute(query, (collection, row.get("level"))).fetchone():
        return 0
    new = {**{key: value for key, value in row.items() if key != "id"}, "collection": collection}
    return _tried(db, "my_levels", new, _insert)


_RULES: dict[str, Rule] = {
    "running": _later,
    "drafts": _later,
    "solved": _more_stars,
    "player_stars": _more_stars,
    "bests": _shorter,
    "scores": _score,
}
"""How a row joins the rows of its table; where there is no rule, what is here stays."""
