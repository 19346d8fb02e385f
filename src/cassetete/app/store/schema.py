"""The tables of the store, and how an older file becomes a newer one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from cassetete.core.errors import BadLevel
from cassetete.core.headers import split_headers
from cassetete.core.message import whole
from cassetete.session.stars import stars

T = TypeVar("T")


class Connection(sqlite3.Connection):
    """Takes any text: a level may be called like a file whose name is no UTF-8."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As of any connection."""
        try:
            return super().execute(sql, parameters)
        except UnicodeEncodeError:
            return super().execute(sql, [whole(value) if isinstance(value, str) else value for value in parameters])


def stars_by_player(db: sqlite3.Connection) -> None:
    """Give the stars of a level to those who won it, by the best score of each: the best of all has the most."""
    named = db.execute("SELECT value FROM settings WHERE key = 'player'").fetchall()
    someone = named[0][0].strip('"') if named else ""
    for level, most in db.execute("SELECT level, stars FROM solved").fetchall():
        scores = db.execute(
            "SELECT player, min(score) FROM scores WHERE level = ? GROUP BY player", (level,)
        ).fetchall()
        boards = db.execute("SELECT text FROM boards WHERE level = ?", (level,)).fetchall()
        best = min((score for _player, score in scores), default=0)
        for player, score in scores or [(someone, best)]:
            earned = most if score == best else min(most, _stars(boards[0][0] if boards else "", score))
            db.execute("INSERT OR REPLACE INTO player_stars VALUES (?, ?, ?)", (level, player, earned))


def _stars(board: str, score: int) -> int:
    try:
        return stars(split_headers(board).headers, score)
    except BadLevel:
        return 1


MIGRATIONS: tuple[tuple[str | Callable[[sqlite3.Connection], None], ...], ...] = (
    (
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """CREATE TABLE running (
            level TEXT PRIMARY KEY, game TEXT NOT NULL, source TEXT NOT NULL, save TEXT NOT NULL, updated TEXT NOT NULL)
        """,
        """CREATE TABLE scores (
            id INTEGER PRIMARY KEY, level TEXT NOT NULL, player TEXT NOT NULL, score INTEGER NOT NULL,
            moves INTEGER NOT NULL, pushes INTEGER NOT NULL, cost INTEGER NOT NULL, seconds REAL NOT NULL,
            hints INTEGER NOT NULL, date TEXT NOT NULL, record INTEGER NOT NULL)
        """,
        "CREATE INDEX scores_of_level ON scores (level, score, moves, seconds)",
        "CREATE TABLE solved (level TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, stars INTEGER NOT NULL)",
        "CREATE TABLE lessons (game TEXT NOT NULL, lesson TEXT NOT NULL, PRIMARY KEY (game, lesson))",
    ),
    (
        "ALTER TABLE scores ADD COLUMN solution TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE boards (level TEXT PRIMARY KEY, text TEXT NOT NULL)",
        """CREATE TABLE bests (
            level TEXT NOT NULL, metric TEXT NOT NULL, value INTEGER NOT NULL, moves INTEGER NOT NULL,
            solution TEXT NOT NULL, player TEXT NOT NULL, date TEXT NOT NULL, PRIMARY KEY (level, metric))
        """,
    ),
    (
        """CREATE TABLE collections (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, place INTEGER NOT NULL,
            deleted TEXT)
        """,
        """CREATE TABLE my_levels (
            id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, place INTEGER NOT NULL, level TEXT NOT NULL,
            title TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL, added TEXT NOT NULL, deleted TEXT)
        """,
        "CREATE INDEX levels_of_collection ON my_levels (collection, place)",
        "CREATE INDEX collections_of_level ON my_levels (level)",
        "CREATE TABLE drafts (game TEXT PRIMARY KEY, text TEXT NOT NULL, mine INTEGER, updated TEXT NOT NULL)",
        """CREATE TABLE days (
            game TEXT NOT NULL, day TEXT NOT NULL, level TEXT NOT NULL, text TEXT NOT NULL, solved TEXT,
            PRIMARY KEY (game, day))
        """,
    ),
    (
        "CREATE TABLE optima (level TEXT PRIMARY KEY, value INTEGER NOT NULL, found TEXT NOT NULL)",
        """CREATE TABLE player_stars (
            level TEXT NOT NULL, player TEXT NOT NULL, stars INTEGER NOT NULL, PRIMARY KEY (level, player))
        """,
        stars_by_player,
    ),
    ("ALTER TABLE scores ADD COLUMN hints_played INTEGER",),
)
"""The statements that lead from each version to the next; the file says in `user_version` how many it has had."""


class NewerSchema(Exception):
    """The file was written by a later version of the program."""


def version_of(db: sqlite3.Connection) -> int:
    """How many migrations the file has had."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do the work as one transaction: all of it is written, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


def migrate(db: sqlite3.Connection) -> None:
    """Bring the tables up to date; two windows that start together do it once."""
    if version_of(db) < len(MIGRATIONS):
        transaction(db, _migrate)


def _migrate(db: sqlite3.Connection) -> None:
    for number in range(version_of(db), len(MIGRATIONS)):
        perform(db, MIGRATIONS[number])
        db.execute(f"PRAGMA user_version = {number + 1}")


def perform(db: sqlite3.Connection, steps: tuple[str | Callable[[sqlite3.Connection], None], ...]) -> None:
    """Do the steps of a migration."""
    for step in steps:
        if isinstance(step, str):
            db.execute(step)
        else:
            step(db)


def in_memory() -> sqlite3.Connection:
    """An empty store that lasts as long as the program."""
    db = sqlite3.connect(":memory:", isolation_level=None, factory=Connection)
    migrate(db)
    return db


def columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table."""
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {table: [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')] for table in tables}


def copy_rows(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy what can be read of the tables; what cannot is left out. An older file has fewer tables and columns."""
    for table, names in columns(target).items():
        try:
            there = {row[1] for row in source.execute(f'PRAGMA table_info("{table}")')}
            shared = [name for name in names if name in there]
            if not shared:
                continue
            listed, holes = ", ".join(shared), ", ".join("?" for _name in shared)
            for row in source.execute(f"SELECT {listed} FROM {table}"):
                target.execute(f"INSERT OR REPLACE INTO {table} ({listed}) VALUES ({holes})", row)
        except sqlite3.Error:
            continue
