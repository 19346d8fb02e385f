"""A profile as a file: to back it up, to move it to another machine, or to join the records of two machines."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cassetete import __version__
from cassetete.app.levels.library import Unreadable, read_text
from cassetete.app.registry import games
from cassetete.app.store.keys import level_key
from cassetete.app.store.schema import columns
from cassetete.app.store.store import Store
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

KIND = "cassetete profile"
VERSION = 1
LARGEST = 64_000_000
"""Bytes of a file that is read at all."""

_MOST = 2**53
"""No number in a profile is larger."""

_DRAWN = "drawn"
"""The kind of the collection of drawings, as `app.collections.my_levels` has it."""

_LAST = 1_000_000
"""The place of a level behind all others of its collection."""

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


def is_empty(store: Store) -> bool:
    """Whether there is nothing to export."""
    db = store.connection
    return not any(db.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() for table in columns(db))


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
    chosen here; of two drawings, the later, and the other goes to My levels. What was deleted here comes back. Rows
    that the tables cannot hold are left out.
    """

    def work(db: sqlite3.Connection) -> Merged:
        known = columns(db)
        added: dict[str, int] = {}
        ids = _Ids({}, {})
        first = ("collections", "my_levels")
        for table in (*first, *(table for table in tables if table not in first)):
            if table in known:
                rows = [_clean(db, table, row) for row in tables.get(table, ())]
                count = sum(_add(db, table, row, ids) for row in rows)
                if count:
                    added[table] = count
        return Merged(added)

    return store.change(work)


_BAD_VALUES = (ArithmeticError, KeyError, TypeError, ValueError)
_REFUSED = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, *_BAD_VALUES)

Rule = Callable[[sqlite3.Connection, str, Row], int]


class _Ids(NamedTuple):
    """The numbers here of what has another number in the profile."""

    collections: dict[int, int]
    levels: dict[int, int]


def _add(db: sqlite3.Connection, table: str, row: Row, ids: _Ids) -> int:
    """Add a row, if it is new or better."""
    if table == "collections":
        return _collection(db, row, ids.collections)
    if table == "my_levels":
        return _own_level(db, row, ids)
    if table == "drafts" and row:
        row = {**row, "mine": ids.levels.get(row.get("mine", 0))}
    return _tried(db, table, row, _RULES.get(table, _keep))


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
    here = db.execute(f'SELECT updated FROM "{table}" WHERE level = ?', (row["level"],)).fetchone()
    if here is not None and here[0] >= row["updated"]:
        return 0
    return _insert(db, table, row, "INSERT OR REPLACE")


def _draft(db: sqlite3.Connection, table: str, row: Row) -> int:
    """The later of two drawings of a game; the other one is kept among the player's own levels."""
    found = db.execute("SELECT text, mine, updated FROM drafts WHERE game = ?", (row["game"],)).fetchone()
    if found is not None and found[0] == row["text"]:
        return 0
    if found is not None and found[2] >= row["updated"]:
        return _set_aside(db, row)
    if found is not None:
        _set_aside(db, {"game": row["game"], "text": found[0], "mine": found[1], "updated": found[2]})
    return _insert(db, table, row, "INSERT OR REPLACE")


def _set_aside(db: sqlite3.Connection, row: Row) -> int:
    """A drawing that is not gone on with: a level among the drawn ones; an empty board, or what is no level, is not."""
    game = games().get(row["game"])
    try:
        items = read_text(row["text"], "", game) if game is not None else []
    except CasseteteError:
        return 0
    if game is None or len(items) != 1 or isinstance(items[0], Unreadable):
        return 0
    level = items[0].level
    editor = game.making.editor
    if editor is not None and replace(level, headers=Headers()) == editor.blank(*editor.size(level)):
        return 0
    key = level_key(game, level)
    if db.execute("SELECT 1 FROM my_levels WHERE level = ? AND deleted IS NULL", (key,)).fetchone():
        return 0
    drawn = {"id": 0, "game": game.id, "kind": _DRAWN, "title": "", "place": 0}
    ids = _Ids({}, {})
    _collection(db, drawn, ids.collections)
    headers = {"title": level.headers.title, "author": level.headers.author}
    place = {"id": 0, "collection": 0, "place": _LAST, "level": key, "added": row["updated"]}
    return _own_level(db, {**place, **headers, "text": game.formats[0].dump([level])}, ids)


def _day(db: sqlite3.Connection, table: str, row: Row) -> int:
    """The level of a day: solved on one machine is solved."""
    key = row["game"], row["day"]
    here = db.execute("SELECT solved FROM days WHERE game = ? AND day = ?", key).fetchone()
    if here is not None and (here[0] is not None or row.get("solved") is None):
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


def _collection(db: sqlite3.Connection, row: Row, found: dict[int, int]) -> int:
    """A collection of the player's levels: one of the same game and title is the same collection, unless only that
    one is deleted."""
    if "id" not in row:
        return 0
    name = [row.get("game"), row.get("kind"), row.get("title")]
    query = "SELECT id, deleted FROM collections WHERE game = ? AND kind = ? AND title = ? ORDER BY deleted IS NOT NULL"
    here = db.execute(query, name).fetchone()
    if here is not None and (here[1] is None or row.get("deleted") is not None):
        found[row["id"]] = here[0]
        return 0
    try:
        _insert(db, "collections", {key: value for key, value in row.items() if key != "id"})
    except sqlite3.Error:
        return 0
    found[row["id"]] = db.execute("SELECT last_insert_rowid()").fetchone()[0]
    return 1


def _own_level(db: sqlite3.Connection, row: Row, ids: _Ids) -> int:
    """A level of such a collection, once; one that is deleted here and not there comes back."""
    collection = ids.collections.get(row.get("collection", -1))
    if collection is None:
        return 0
    query = "SELECT id, deleted FROM my_levels WHERE collection = ? AND level = ? ORDER BY deleted IS NOT NULL"
    here = db.execute(query, (collection, row.get("level"))).fetchone()
    if here is not None and (here[1] is None or row.get("deleted") is not None):
        ids.levels[row.get("id", -1)] = here[0]
        return 0
    new = {**{key: value for key, value in row.items() if key != "id"}, "collection": collection}
    added = _tried(db, "my_levels", new, _insert)
    if added:
        ids.levels[row.get("id", -1)] = db.execute("SELECT last_insert_rowid()").fetchone()[0]
    return added


_RULES: dict[str, Rule] = {
    "running": _later,
    "drafts": _draft,
    "days": _day,
    "solved": _more_stars,
    "player_stars": _more_stars,
    "bests": _shorter,
    "scores": _score,
}
"""How a row joins the rows of its table; where there is no rule, what is here stays."""
