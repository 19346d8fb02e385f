"""The player's data in SQLite: settings, saved games, scores, stars and lessons; each write is one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cassetete.app.store.keys import level_key
from cassetete.app.store.opening import CLOSE_TIMEOUT, FILE, default_folder, identity, is_busy, open_file, reason
from cassetete.app.store.schema import copy_rows, in_memory, transaction
from cassetete.core.contract import AnyGame
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue, Text
from cassetete.session import saves
from cassetete.session.session import Record, Session
from cassetete.session.stars import judged_by
from cassetete.session.stars import stars as stars_for

_ = Catalogue("cassetete")

T = TypeVar("T")

TOP = 10
"""How many scores of a level are listed."""

_PLAYER = "player"
_SCORE = "player, score, moves, pushes, cost, seconds, hints, date, record, solution, hints_played"
_BEST_FIRST = "ORDER BY score, moves, seconds, id"


class Score(NamedTuple):
    """A game that was won. `score` is by the game's metric; `record` means that it beat all before it;
    `solution` is the moves in the game's notation (empty in scores of earlier versions)."""

    player: str
    score: int
    moves: int
    pushes: int
    cost: int
    seconds: float
    hints: int
    date: str
    record: bool
    solution: str = ""
    hints_played: int = 0
    """How many of the hints went as far as to play the move (of earlier versions: all of them)."""


class BestSolution(NamedTuple):
    """The best solution of a level by one of its lengths: which (the id of a `Length`), how much, by whom."""

    metric: str
    value: int
    moves: int
    solution: str
    player: str
    date: str


class WinResult(NamedTuple):
    """What a win gained: its rank among all results (None: below the tenth), whether it beat `best`, the best score
    before (None if it is the first), its stars, the lengths by which it beat every solution before, and the player's
    own best before."""

    rank: int | None
    record: bool
    best: Score | None
    stars: int
    bests: tuple[str, ...] = ()
    own: Score | None = None


class SavedGame(NamedTuple):
    """A game that is not finished: the level's key, the game's id, where the level came from, and the save's text."""

    level: str
    game: str
    source: str
    save: str
    updated: str


class LevelRecords(NamedTuple):
    """A level's key, its game's id, its title, its scores (the best first), its text ("" if it was not kept) and its
    best solution by each length."""

    level: str
    game: str
    title: str
    scores: list[Score]
    board: str = ""
    bests: tuple[BestSolution, ...] = ()


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The data of one player, used from one thread. `notice` is a problem to show to the player, if there is one."""

    def __init__(self, folder: Path | None = None, now: Callable[[], datetime] = _now) -> None:
        self._now = now
        self._late: list[Callable[[sqlite3.Connection], Any]] = []
        self.notice: Text | None
        self.path: Path | None
        self._db, self.path, self.notice = open_file((folder or default_folder()) / FILE)
        self._file = identity(self.path) if self.path is not None else None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is still to be written and close the file."""
        if self._late:
            self._db.execute(f"PRAGMA busy_timeout = {round(1000 * CLOSE_TIMEOUT)}")
            self.write(lambda _db: None)
        self._db.close()

    @property
    def kept(self) -> bool:
        """Whether all that was written is in the file."""
        return self.path is not None and not self._late

    @property
    def connection(self) -> sqlite3.Connection:
        """The database, for what reads all of it (`transfer`)."""
        return self._db

    def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work on the whole database, as one transaction."""
        result = self.write(work)
        self.__dict__.pop("_settings", None)
        return result

    # Settings and the player

    def setting(self, key: str, default: Any = None) -> Any:
        """The value of a setting, anything that JSON can write. All are read from the file at once, the first time."""
        return self._settings.get(key, default)

    def set(self, key: str, value: Any) -> None:
        """Keep a setting."""
        row = key, json.dumps(value)
        self._settings[key] = json.loads(row[1])
        self.write(lambda db: db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", row))

    @cached_property
    def _settings(self) -> dict[str, Any]:
        values = {}
        for key, value in self.read("SELECT key, value FROM settings"):
            with suppress(ValueError, RecursionError):  # what is no JSON, or too deep for it, is not set
                values[key] = json.loads(value)
        return values

    @property
    def player(self) -> str | None:
        """The player's name; None if none was given yet."""
        name = self.setting(_PLAYER)
        return name if isinstance(name, str) else None

    @player.setter
    def player(self, name: str) -> None:
        """Who plays from now on; what was won before any name was given is theirs."""
        nameless = not self.player
        self.set(_PLAYER, name)
        if nameless and name:
            self.write(lambda db: _adopt(db, name))

    # Saved games

    def keep(self, session: Session, source: str = "") -> None:
        """Save a game as it stands, one for each level; `source` says where the level came from."""
        game = session.game
        save = saves.dump(session, source)
        row = level_key(game, session.level), game.id, source, save, self.date()
        self.write(lambda db: db.execute("INSERT OR REPLACE INTO running VALUES (?, ?, ?, ?, ?)", row))

    def saved_game(self, level: str) -> SavedGame | None:
        """The saved game of a level."""
        rows = self.read("SELECT level, game, source, save, updated FROM running WHERE level = ?", level)
        return SavedGame(*rows[0]) if rows else None

    def latest_game(self, game: str | None = None) -> SavedGame | None:
        """The game that was saved last, of all games or of one."""
        found = self.saved_games(game)
        return found[0] if found else None

    def saved_games(self, game: str | None = None) -> list[SavedGame]:
        """The saved games, the latest first."""
        rows = self.read(
            "SELECT level, game, source, save, updated FROM running WHERE ?1 IS NULL OR game = ?1"
            " ORDER BY updated DESC, rowid DESC",
            game,
        )
        return [SavedGame(*row) for row in rows]

    def forget(self, level: str) -> None:
        """Delete the saved game of a level."""
        self.write(lambda db: db.execute("DELETE FROM running WHERE level = ?", (level,)))

    # Scores, stars, lessons

    def win(self, game: AnyGame, level: Any, won: Record) -> WinResult:
        """Record a won game: its stars, its score and its solution. Its saved game is deleted.

        A game that was solved by the machine earns nothing.
        """
        key = level_key(game, level)
        if won.solved_for:
            self.forget(key)
            return WinResult(None, False, self.best(key), 0, own=self.own_best(key))
        headers = judged_by(level.headers, self.optimum(key))
        score = won.totals.by(game.lengths.metric(level))
        stars = stars_for(headers, score, won.hints_played)
        player, date = self.player or "", self.date()
        start = game.rules.start(level)
        solution = game.notation.write(level, start, won.moves)
        lengths = lengths_of(game, level, start, won.moves) if won.moves else ()
        board = game.formats[0].dump([level])
        counts = score, *won.totals, won.seconds, won.hints
        line = Score(player, *counts, date, record=False, solution=solution, hints_played=won.hints_played)

        def write(db: sqlite3.Connection) -> WinResult:
            db.execute("DELETE FROM running WHERE level = ?", (key,))
            db.execute(
                "INSERT INTO solved VALUES (?, ?, ?, ?) ON CONFLICT (level) DO UPDATE"
                " SET title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END,"
                " stars = max(stars, excluded.stars)",
                (key, game.id, str(headers.title) or won.name, stars),
            )
            _award(db, key, player, stars)
            placing = _enter(db, self.new_number(db, "scores"), key, line)._replace(stars=stars)
            if not lengths:
                return placing
            db.execute("INSERT OR REPLACE INTO boards VALUES (?, ?)", (key, board))
            beaten = [
                length.id
                for length in lengths
                if _beats(db, key, BestSolution(length.id, length.value, len(won.moves), solution, player, date))
            ]
            return placing._replace(bests=tuple(beaten))

        return self.write(write)

    def top(self, level: str) -> list[Score]:
        """A level's top ten: the best of each player, the best of all first, then the other results."""
        found = self.read(f"SELECT {_SCORE} FROM scores WHERE level = ? {_BEST_FIRST}", level)
        scores = [_score(row) for row in found]
        bests = {score.player: score for score in reversed(scores)}
        first = [score for score in scores if bests[score.player] is score]
        return [*first, *(score for score in scores if bests[score.player] is not score)][:TOP]

    def history(self, level: str) -> list[Score]:
        """Every game that was won at a level, the latest first."""
        rows = self.read(f"SELECT {_SCORE} FROM scores WHERE level = ? ORDER BY date DESC, id DESC", level)
        return [_score(row) for row in rows]

    def best(self, level: str) -> Score | None:
        """A level's best score, whoever it is by."""
        top = self.top(level)
        return top[0] if top else None

    def own_best(self, level: str) -> Score | None:
        """The player's own best score at a level."""
        query = f"SELECT {_SCORE} FROM scores WHERE level = ? AND player = ? {_BEST_FIRST} LIMIT 1"
        rows = self.read(query, level, self.player or "")
        return _score(rows[0]) if rows else None

    def optimum(self, level: str) -> int | None:
        """The proven length of a level's shortest solution, by its game's metric, if it was found."""
        rows = self.read("SELECT value FROM optima WHERE level = ?", level)
        return int(rows[0][0]) if rows else None

    def keep_optimum(self, game: AnyGame, level: Any, value: int) -> None:
        """Keep the proven length of a shortest solution, and give the stars that earlier results earn by it."""
        key, headers = level_key(game, level), judged_by(level.headers, value)
        row = key, value, self.date()

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO optima VALUES (?, ?, ?)", row)
            # a score of an earlier version does not say how many of its hints were played
            query = "SELECT player, score, coalesce(hints_played, hints) FROM scores WHERE level = ?"
            for player, score, played in db.execute(query, (key,)).fetchall():
                _award(db, key, player, stars_for(headers, score, played))
            db.execute(
                "UPDATE solved SET stars = max(stars, coalesce("
                "(SELECT max(stars) FROM player_stars WHERE level = ?1), 0)) WHERE level = ?1",
                (key,),
            )

        self.write(write)

    def bests(self, level: str) -> tuple[BestSolution, ...]:
        """A level's best solution by each of its lengths, in the order in which the game counts them."""
        rows = self.read(f"SELECT {', '.join(BestSolution._fields)} FROM bests WHERE level = ? ORDER BY rowid", level)
        return tuple(BestSolution(*row) for row in rows)

    def board(self, level: str) -> str:
        """The text of a level that was solved; empty if it was not kept."""
        rows = self.read("SELECT text FROM boards WHERE level = ?", level)
        return str(rows[0][0]) if rows else ""

    def stars(self, level: str) -> int:
        """The most stars that the player won at a level; 0 if it was never solved."""
        rows = self.read("SELECT stars FROM player_stars WHERE level = ? AND player = ?", level, self.player or "")
        return int(rows[0][0]) if rows else 0

    def solved(self, game: str) -> dict[str, int]:
        """The levels of a game that the player solved, and the stars won at each."""
        query = (
            "SELECT solved.level, player_stars.stars FROM solved JOIN player_stars ON player_stars.level = solved.level"
            " WHERE solved.game = ? AND player_stars.player = ? ORDER BY solved.rowid"
        )
        return dict(self.read(query, game, self.player or ""))

    def lessons(self, game: str) -> frozenset[str]:
        """The lessons of a game that are done."""
        return frozenset(row[0] for row in self.read("SELECT lesson FROM lessons WHERE game = ?", game))

    def finish_lesson(self, game: str, lesson: str) -> None:
        """Record that a lesson is done."""
        self.write(lambda db: db.execute("INSERT OR IGNORE INTO lessons VALUES (?, ?)", (game, lesson)))

    def level_records(self) -> list[LevelRecords]:
        """Every level's records, game by game."""
        rows = self.read("SELECT level, game, title FROM solved ORDER BY game, title, level")
        return [
            LevelRecords(level, game, title, self.top(level), self.board(level), self.bests(level))
            for level, game, title in rows
        ]

    # Reading and writing

    def date(self) -> str:
        """Now, as every table keeps it."""
        return self._now().isoformat(timespec="microseconds")

    def read(self, query: str, *values: object) -> list[Any]:
        """The rows of a query."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._retreat(error)
            return self._db.execute(query, values).fetchall()

    def new_number(self, db: sqlite3.Connection, table: str, name: str = "") -> int | None:
        """The number of a new row; None: the next one, which the database takes itself.

        A row with a name gets the same number wherever it is made.
        """
        del db, table, name
        return None

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work as one transaction, after what had to wait; in memory if the file does not take it.

        Where another program holds the file, nothing waits for it: the work is done at a later write.
        """
        self._find_file()
        todo = [*self._late, work]
        try:
            result: T = transaction(self._db, lambda db: [each(db) for each in todo][-1])
        except sqlite3.Error as error:
            if is_busy(error):
                return self._postpone(work)
            self._retreat(error)
            result = transaction(self._db, lambda db: [each(db) for each in todo][-1])
        self._late.clear()
        return result

    def _find_file(self) -> None:
        """If the file was removed, or another one put in its place, while this program runs: keep all there is in a new
        one, and say so. SQLite would go on writing into a file that no longer has a name."""
        if self.path is None:
            return
        try:
            if identity(self.path) == self._file:
                return
        except OSError:
            pass  # the folder can no longer be read: opening says why
        memory, lost = self._copy(), self.path
        self._db.close()
        self._db, self.path, notice = open_file(lost)
        self._file = identity(lost) if self.path is not None else None
        with suppress(sqlite3.Error):
            copy_rows(memory, self._db)
        memory.close()
        self.notice = notice or _(
            "your records were removed while you played; they were written again ({path})", path=lost
        )

    def _postpone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Another program holds the file: do the work at the next write, and return now what it will give."""
        self.notice = _("{path} is in use by another program; trying again later", path=self.path)
        self._late.append(work)
        db = self._copy()
        results = [transaction(db, each) for each in self._late]
        db.close()
        last: T = results[-1]
        return last

    def _retreat(self, error: sqlite3.Error) -> None:
        """Go on in memory with what can still be read."""
        self.notice = _("{path} cannot be written: {why}; nothing is saved", path=self.path, why=reason(error))
        memory = self._copy()
        self._db.close()
        self._db, self.path = memory, None

    def _copy(self) -> sqlite3.Connection:
        memory = in_memory()
        copy_rows(self._db, memory)
        return memory


def _score(row: tuple[Any, ...]) -> Score:
    score = Score(*row)
    played = score.hints if score.hints_played is None else score.hints_played
    return score._replace(record=bool(score.record), hints_played=played)


def _beats(db: sqlite3.Connection, level: str, new: BestSolution) -> bool:
    """Enter a best solution; whether it beat one that was there (an equal length in fewer moves does too)."""
    rows = db.execute("SELECT value, moves FROM bests WHERE level = ? AND metric = ?", (level, new.metric)).fetchall()
    if rows and (new.value, new.moves) >= tuple(rows[0]):
        return False
    if rows:
        db.execute(
            "UPDATE bests SET value = ?, moves = ?, solution = ?, player = ?, date = ? WHERE level = ? AND metric = ?",
            (*new[1:], level, new.metric),
        )
        return True
    db.execute("INSERT INTO bests VALUES (?, ?, ?, ?, ?, ?, ?)", (level, *new))
    return False


def _award(db: sqlite3.Connection, level: str, player: str, stars: int) -> None:
    """Give a player the stars of a level, unless there are as many already."""
    db.execute(
        "INSERT INTO player_stars VALUES (?, ?, ?) ON CONFLICT (level, player) DO UPDATE"
        " SET stars = max(stars, excluded.stars)",
        (level, player, stars),
    )


def _adopt(db: sqlite3.Connection, name: str) -> None:
    """Give what nobody has won to a player."""
    for level, stars in db.execute("SELECT level, stars FROM player_stars WHERE player = ''").fetchall():
        _award(db, level, name, stars)
    db.execute("DELETE FROM player_stars WHERE player = ''")
    db.execute("UPDATE scores SET player = ? WHERE player = ''", (name,))
    db.execute("UPDATE bests SET player = ? WHERE player = ''", (name,))


def _enter(db: sqlite3.Connection, number: int | None, level: str, line: Score) -> WinResult:
    """Enter a score among those of its level, as the row of that number."""
    rows = db.execute(f"SELECT {_SCORE} FROM scores WHERE level = ? {_BEST_FIRST} LIMIT 1", (level,)).fetchall()
    best = _score(rows[0]) if rows else None
    query = f"SELECT {_SCORE} FROM scores WHERE level = ? AND player = ? {_BEST_FIRST} LIMIT 1"
    owned = db.execute(query, (level, line.player)).fetchall()
    record = best is not None and (line.score, line.moves) < (best.score, best.moves)
    entered = db.execute(
        f"INSERT INTO scores (id, level, {_SCORE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (number, level, *line._replace(record=record)),
    ).lastrowid
    ids = [row[0] for row in db.execute(f"SELECT id FROM scores WHERE level = ? {_BEST_FIRST}", (level,))]
    rank = ids.index(entered) + 1
    return WinResult(rank if rank <= TOP else None, record, best, 0, own=_score(owned[0]) if owned else None)
