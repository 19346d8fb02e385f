"""The store keeps what it was given, survives being killed, and goes on whatever has happened to its file."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cassetete.app.levels import library
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.store import FILE, Store, WinResult, export, level_key, opening, schema
from cassetete.app.store.export import kept_level, solutions
from cassetete.core.contract import AnyGame
from cassetete.core.headers import Headers
from cassetete.core.lengths import Totals, totals
from cassetete.session import saves
from cassetete.session.session import Record, begin
from processes import NOT_ON_WINDOWS

TAQUIN = games()["taquin"]


def level(name: str = "one") -> Any:
    found = pack("taquin")
    assert found is not None
    return found.entry(name).level


def won(moves: int, seconds: float = 10.0, hints: int = 0, solved_for: bool = False) -> Record:
    return Record(Totals(moves, 0, moves), seconds, hints, solved_for)


def win(store: Store, moves: int, seconds: float = 10.0) -> WinResult:
    return store.win(TAQUIN, level(), won(moves, seconds))


def asides(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"{FILE}.damaged-*"))


def script(code: str, *args: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *map(str, args)], stdout=subprocess.PIPE, text=True)


# What it keeps


def test_settings_and_the_player_last(tmp_path: Path) -> None:
    with Store(tmp_path / "deep" / "profile") as store:
        assert store.notice is None
        assert store.path is not None
        assert store.player is None
        store.player = "Zoé"
        store.set("theme", {"name": "dark", "sizes": [1, 2]})
        store.set("theme", {"name": "light"})
    with Store(tmp_path / "deep" / "profile") as store:
        assert store.player == "Zoé"
        assert store.setting("theme") == {"name": "light"}
        assert store.setting("animations", True) is True


def test_a_game_goes_on_where_it_was_left(tmp_path: Path, game: AnyGame) -> None:
    found = pack(game.id)
    assert found is not None
    entry = found.entry("1")
    session = begin(game, entry.level)
    move = next(iter(game.rules.moves(entry.level, session.state)))
    session = session.play((move,))
    key = level_key(game, entry.level)
    with Store(tmp_path) as store:
        store.keep(begin(game, entry.level), entry.source)
        store.keep(session, entry.source)
    with Store(tmp_path) as store:
        (running,) = store.saved_games()
        assert (running.level, running.game, running.source) == (key, game.id, entry.source)
        assert running == store.saved_game(key) == store.latest_game() == store.latest_game(game.id)
        assert saves.load(running.save, games()).state == session.state
        store.forget(key)
        assert store.saved_game(key) is None
        assert store.latest_game() is None


def test_the_game_left_last_is_the_one_to_continue(tmp_path: Path) -> None:
    with Store(tmp_path, now=lambda: datetime(2030, 1, 1, tzinfo=UTC)) as store:
        for name in ("one", "two", "one"):
            store.keep(begin(TAQUIN, level(name)), name)
        assert [running.source for running in store.saved_games("taquin")] == ["one", "two"]
        assert store.saved_games("pushit") == []


def test_a_key_knows_the_level_not_its_name(game: AnyGame) -> None:
    found = pack(game.id)
    assert found is not None
    levels = [found.entry(name).level for name in found.names()]
    for one in levels:
        renamed = replace(one, headers=Headers(title="Else", author="Someone", notes=("a note",)))
        assert level_key(game, one) == level_key(game, renamed)
    assert len({level_key(game, one) for one in levels}) == len(levels)


def test_the_top_ten_is_by_score_then_time(tmp_path: Path) -> None:
    clock = iter(datetime(2030, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(100))
    with Store(tmp_path, now=lambda: next(clock)) as store:
        store.player = "Ada"
        assert win(store, 9, 30) == WinResult(1, False, None, 1)
        slower = win(store, 9, 40)
        assert (slower.rank, slower.record) == (2, False)
        faster = win(store, 9, 20)
        assert (faster.rank, faster.record) == (1, False)
        shorter = win(store, 7, 90)
        assert (shorter.rank, shorter.record) == (1, True)
        assert shorter.best is not None
        assert (shorter.best.moves, shorter.best.seconds) == (9, 20)
        key = level_key(TAQUIN, level())
        assert [(s.moves, s.seconds, s.record) for s in store.top(key)] == [
            (7, 90, True),
            (9, 20, False),
            (9, 30, False),
            (9, 40, False),
        ]
        for moves in range(10, 16):
            win(store, moves)
        assert win(store, 99).rank is None
        assert [s.moves for s in store.top(key)] == [7, 9, 9, 9, 10, 11, 12, 13, 14, 15]
        assert store.best(key) == store.top(key)[0]
        assert store.top("taquin:other") == []
        assert {s.player for s in store.top(key)} == {"Ada"}


def test_sokoban_is_scored_by_pushes_then_moves(tmp_path: Path) -> None:
    found = pack("sokoban")
    assert found is not None
    entry = found.entry("1")
    with Store(tmp_path) as store:
        for moves, pushes in ((20, 5), (30, 4), (25, 4)):
            placing = store.win(entry.game, entry.level, Record(Totals(moves, pushes, moves), 1.0, 0, False))
        assert placing.record
        top = store.top(level_key(entry.game, entry.level))
        assert [(score.score, score.moves) for score in top] == [(4, 25), (4, 30), (5, 20)]


def test_stars_are_the_most_ever_won(tmp_path: Path) -> None:
    key = level_key(TAQUIN, level())
    with Store(tmp_path) as store:
        assert store.stars(key) == 0
        for moves in (1, 50):
            win(store, moves)
        assert store.stars(key) == 3
        assert store.solved("taquin") == {key: 3}
        assert store.solved("pushit") == {}


def test_a_win_ends_the_running_game_and_the_machine_s_win_is_none(tmp_path: Path) -> None:
    key = level_key(TAQUIN, level())
    with Store(tmp_path) as store:
        store.keep(begin(TAQUIN, level()))
        assert store.win(TAQUIN, level(), won(1, solved_for=True)) == WinResult(None, False, None, 0)
        assert store.saved_game(key) is None
        assert store.top(key) == []
        assert store.solved("taquin") == {}
        store.keep(begin(TAQUIN, level()))
        win(store, 1)
        assert store.saved_game(key) is None


def test_lessons_that_are_done(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for lesson in ("push", "fall", "push"):
            store.finish_lesson("pushit", lesson)
        assert store.lessons("pushit") == {"push", "fall"}
        assert store.lessons("turtle") == frozenset()


def test_records_as_text(tmp_path: Path) -> None:
    with Store(tmp_path, now=lambda: datetime(2030, 5, 4, tzinfo=UTC)) as store:
        store.player = "Ada\nLovelace"
        win(store, 12, 65.5)
        win(store, 3, 7)
        assert export(store).split("\n") == [
            "Records",
            "",
            "Taquin – One slide",
            "    player        score  moves  pushes  cost    time  hints  played        date",
            "1.  Ada Lovelace      3      3       0     3  0:07.0      0       0  2030-05-04  *",
            "2.  Ada Lovelace     12     12       0    12  1:05.5      0       0  2030-05-04",
            "",
        ]


def test_hints_that_were_not_played_cost_no_star(tmp_path: Path) -> None:
    """Neither at once, nor when the length of a shortest solution becomes known later."""
    board = replace(level(), headers=Headers(title="unknown"))
    for name, played, stars in (("nudged", 0, 3), ("helped", 1, 2)):
        with Store(tmp_path / name) as store:
            store.player = "Ada"
            key = level_key(TAQUIN, board)
            store.win(TAQUIN, board, Record(Totals(1, 0, 1), 5.0, 2, False, (), played))
            assert [(score.hints, score.hints_played) for score in store.top(key)] == [(2, played)]
            store.keep_optimum(TAQUIN, board, 1)
            assert store.solved(TAQUIN.id)[key] == stars


# Killed, and shared

WRITER = """
import sys
from pathlib import Path
from cassetete.app.store import Store, opening
opening.BUSY_TIMEOUT = 240.0
store = Store(Path(sys.argv[1]))
assert store.notice is None, store.notice
for number in range(int(sys.argv[3])):
    store.set(sys.argv[2], number)
    print(number, flush=True)
"""


@NOT_ON_WINDOWS
def test_kill_9_in_the_middle_of_writes_loses_at_most_the_last(tmp_path: Path) -> None:
    for round_ in range(3):
        writer = script(WRITER, tmp_path, "n", 10**9)
        assert writer.stdout is not None
        seen = [int(writer.stdout.readline()) for _ in range(50 * (round_ + 1))]
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        writer.stdout.close()
        writer.wait()
        said = int(rest[-1]) if rest else seen[-1]
        with Store(tmp_path) as store:
            assert store.notice is None
            assert store.setting("n") in (said, said + 1)
    assert asides(tmp_path) == []


def test_two_processes_write_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BUSY_TIMEOUT", "WRITE_TIMEOUT"):  # on a slow machine three writers may wait long for each other
        monkeypatch.setattr(opening, name, 240.0)
    writers = [script(WRITER, tmp_path, name, 200) for name in ("a", "b")]
    with Store(tmp_path) as store:
        for number in range(200):
            store.set("c", number)
        for writer in writers:
            writer.communicate()
            assert writer.returncode == 0
        assert store.notice is None
    with Store(tmp_path) as store:
        assert [store.setting(name) for name in "abc"] == [199, 199, 199]


def test_a_locked_store_takes_the_writing_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_TIMEOUT", 0.01)
    with Store(tmp_path) as store, closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        win(store, 9)
        other.execute("BEGIN IMMEDIATE")
        store.set("theme", "dark")
        assert "in use" in str(store.notice)
        placing = win(store, 7)
        assert (placing.rank, placing.record) == (1, True)
        other.execute("ROLLBACK")
        store.set("language", "fr")
        assert [score.moves for score in store.top(level_key(TAQUIN, level()))] == [7, 9]
        other.execute("BEGIN IMMEDIATE")
        store.set("sound", True)
        other.execute("ROLLBACK")
    with Store(tmp_path) as store:
        assert (store.setting("theme"), store.setting("language"), store.setting("sound")) == ("dark", "fr", True)


def test_a_store_locked_from_the_start_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_TIMEOUT", 0.01)
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with Store(tmp_path) as store:
            assert "in use" in str(store.notice)
            goes_on(store)
    assert asides(tmp_path) == []


# Damaged, newer, read-only


def goes_on(store: Store) -> None:
    store.player = "Ada"
    assert store.player == "Ada"
    assert win(store, 5).rank is not None


def well_used(folder: Path) -> bytes:
    """The bytes of a store with many pages, all of them in the one file."""
    with Store(folder) as store:
        for number in range(300):
            store.set(f"key {number}", "value " * 20)
        win(store, 5)
    assert not (folder / f"{FILE}-wal").exists()
    return (folder / FILE).read_bytes()


@pytest.mark.parametrize(
    "content", [b"hello\n", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 3000, Random(5).randbytes(20_000)]
)
def test_what_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with Store(tmp_path) as store:
        assert "damaged" in str(store.notice)
        assert store.path is not None
        goes_on(store)
    (aside,) = asides(tmp_path)
    assert aside.read_bytes() == content
    assert aside.name in str(store.notice)
    with Store(tmp_path) as store:
        assert store.notice is None
        assert store.player == "Ada"


def test_a_file_cut_short_anywhere_is_set_aside(tmp_path: Path) -> None:
    whole = well_used(tmp_path / "whole")
    lengths = {*range(1, 200, 33), *range(200, len(whole), len(whole) // 25), 4096, 8192, len(whole) - 1}
    for length in sorted(lengths):
        folder = tmp_path / str(length)
        folder.mkdir()
        (folder / FILE).write_bytes(whole[:length])
        with Store(folder) as store:
            assert "damaged" in str(store.notice), length
            assert store.path is not None
            goes_on(store)
        assert len(asides(folder)) == 1


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with Store(tmp_path) as store:
        assert store.notice is None
        goes_on(store)


def test_corrupt_pages_are_found(tmp_path: Path) -> None:
    whole = bytearray(well_used(tmp_path))
    whole[4096 : 4096 * 4] = b"\xaa" * 4096 * 3
    (tmp_path / FILE).write_bytes(whole)
    with Store(tmp_path) as store:
        assert "damaged" in str(store.notice)
        goes_on(store)


def test_the_database_of_another_program_is_set_aside(tmp_path: Path) -> None:
    for version in (0, len(schema.MIGRATIONS)):
        with closing(sqlite3.connect(tmp_path / FILE)) as db:
            db.execute("CREATE TABLE settings (colour TEXT)")
            db.execute(f"PRAGMA user_version = {version}")
            db.commit()
        with Store(tmp_path) as store:
            assert "damaged" in str(store.notice)
            goes_on(store)
        (tmp_path / FILE).unlink()
    assert len(asides(tmp_path)) == 2


def test_damage_found_later_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.set("theme", "dark")
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("DROP TABLE scores")
        goes_on(store)
        assert "cannot be written" in str(store.notice)
        assert store.path is None
        assert store.setting("theme") == "dark"


FULL = """
import resource, sys
from pathlib import Path
from cassetete.app.store import Store
store = Store(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, 250_000))
for number in range(100):
    store.set(f"key {number}", "value" * 1000)
print(store.path is not None, store.setting("key 0") == store.setting("key 99") == "value" * 1000, store.notice)
"""


@NOT_ON_WINDOWS
def test_a_full_disk_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    output = script(FULL, tmp_path).communicate()[0]
    assert output.startswith("False True ")
    assert "cannot be written" in output
    with Store(tmp_path) as store:
        assert store.notice is None
        assert store.setting("key 0") == "value" * 1000


def test_a_newer_store_is_left_untouched(tmp_path: Path) -> None:
    well_used(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / FILE).read_bytes()
    with Store(tmp_path) as store:
        assert "later version" in str(store.notice)
        assert store.path is None
        goes_on(store)
    assert (tmp_path / FILE).read_bytes() == before
    assert asides(tmp_path) == []


def test_an_older_store_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        store.player = "Ada"
        win(store, 5)
    later = (*schema.MIGRATIONS, ("CREATE TABLE medals (level TEXT)", "ALTER TABLE lessons ADD COLUMN date TEXT"))
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    monkeypatch.setattr(opening, "MIGRATIONS", later)
    with Store(tmp_path) as store:
        assert store.notice is None
        assert store.player == "Ada"
        assert len(store.top(level_key(TAQUIN, level()))) == 1
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(later),)
        assert db.execute("SELECT * FROM medals").fetchall() == []


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with Store(tmp_path) as store:
        assert "cannot be written" in str(store.notice)
        goes_on(store)
    assert (tmp_path / FILE).is_dir()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("hello")
    with Store(tmp_path / "file" / "profile") as store:
        assert "nothing can be saved" in str(store.notice)
        goes_on(store)
    assert (tmp_path / "file").read_text() == "hello"


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The folder and its files may only be read, by us too: the superuser becomes somebody else for a while.

    Somebody else may not read our Python either: what it loads at the first use of a store is loaded before.
    """
    with tempfile.TemporaryDirectory() as elsewhere, Store(Path(elsewhere)) as store:
        goes_on(store)
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555)
    us = os.geteuid()
    if us == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(us)
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755)


@NOT_ON_WINDOWS
def test_a_read_only_store_can_be_read_and_the_game_goes_on() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        well_used(folder)
        before = (folder / FILE).read_bytes()
        with read_only(folder), Store(folder) as store:
            assert "cannot be written" in str(store.notice)
            assert store.path is None
            assert len(store.top(level_key(TAQUIN, level()))) == 1
            goes_on(store)
        assert (folder / FILE).read_bytes() == before


@NOT_ON_WINDOWS
def test_a_damaged_file_in_a_read_only_folder() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(b"hello" * 100)
        with read_only(folder), Store(folder) as store:
            assert store.notice is not None
            goes_on(store)
        assert (folder / FILE).read_bytes() == b"hello" * 100


@NOT_ON_WINDOWS
def test_the_user_s_own_folder_is_the_default(tmp_path: Path) -> None:
    code = "from cassetete.app.store import Store; store = Store(); store.player = 'Ada'; print(store.path)"
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    where = Path(done.stdout.strip())
    assert tmp_path in where.parents
    with Store(where.parent) as store:
        assert store.player == "Ada"


def test_a_store_of_the_first_version_keeps_all_it_had(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        schema.perform(db, schema.MIGRATIONS[0])
        key = level_key(TAQUIN, level())
        db.execute("INSERT INTO scores VALUES (1, ?, 'Ada', 5, 5, 0, 5, 9.5, 0, '2026-01-01', 0)", (key,))
        db.execute("INSERT INTO solved VALUES (?, 'taquin', 'One', 3)", (key,))
        db.execute("PRAGMA user_version = 1")
        db.commit()
    with Store(tmp_path) as store:
        assert store.notice is None
        assert [(score.player, score.score, score.solution) for score in store.top(key)] == [("Ada", 5, "")]
        assert store.level_records()[0].bests == ()
        won = played(store, "sokoban", "round", "urrrdLLL")
        assert won.record is False and won.best is None
        assert {best.solution for best in store.level_records()[0].bests} == {"urrrdLLL"}


def test_rows_of_an_older_file_are_copied_into_a_newer_one() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as old, closing(schema.in_memory()) as new:
        schema.perform(old, schema.MIGRATIONS[0])
        old.execute("INSERT INTO scores VALUES (1, 'k', 'Ada', 5, 5, 0, 5, 9.5, 0, '2026-01-01', 0)")
        schema.copy_rows(old, new)
        assert new.execute("SELECT player, solution FROM scores").fetchall() == [("Ada", "")]


def played(store: Store, name: str, level_name: str, text: str, *, solved_for: bool = False) -> WinResult:
    """A win by these moves."""
    entry = pack(name).entry(level_name)  # type: ignore[union-attr]
    moves = entry.game.notation.read(entry.level, entry.state, text)
    used = totals(entry.game, entry.level, entry.state, moves)
    return store.win(entry.game, entry.level, Record(used, 3.0, 0, solved_for, moves))


def test_the_best_solution_by_each_length_is_kept(tmp_path: Path) -> None:
    key = level_key(games()["sokoban"], pack("sokoban").entry("round").level)  # type: ignore[union-attr]
    with Store(tmp_path) as store:
        store.player = "Ada"
        assert played(store, "sokoban", "round", "urlrrrdLLL").bests == ()  # the first: nothing to beat
        assert played(store, "sokoban", "round", "urrrdLLL", solved_for=True).bests == ()
        assert {best.solution for best in store.bests(key)} == {"urlrrrdLLL"}
        assert set(played(store, "sokoban", "round", "urrrdLLL").bests) == {
            *("moves", "pushes", "box-lines", "box-changes", "pushing-sessions", "player-lines")
        }
        assert played(store, "sokoban", "round", "urlrrrdLLL").bests == ()
    with Store(tmp_path) as store:
        kept = {best.metric: (best.value, best.solution, best.player) for best in store.bests(key)}
        assert kept["moves"] == (8, "urrrdLLL", "Ada")
        assert kept["player-lines"] == (4, "urrrdLLL", "Ada")
        assert [score.solution for score in store.top(key)] == ["urrrdLLL", "urlrrrdLLL", "urlrrrdLLL"]
        assert "Moves 8 (Ada): urrrdLLL" in solutions(store)
        assert "Moves 8 (Ada): u3rd3L" in solutions(store, short=True, game="sokoban")
        assert solutions(store, game="pushit") == ""
        entry = kept_level(store.level_records()[0])
        assert entry is not None and level_key(entry.game, entry.level) == key


# Players, optima and names


def old_store(folder: Path) -> None:
    """A file as version 3 wrote it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.executescript((Path(__file__).parent / "store_version_3.sql").read_text("utf-8"))


def test_a_store_of_version_3_keeps_all_it_had(tmp_path: Path) -> None:
    old_store(tmp_path)
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    key = level_key(entry.game, entry.level)
    with Store(tmp_path) as store:
        assert store.notice is None and store.player == "Bob"
        assert [(s.player, s.score, s.solution) for s in store.top(key)] == [
            ("Ada", 3, "urrrdLLL"),
            ("Bob", 3, "urlrrrdLLL"),
            ("Ada", 3, "urlrrrdLLL"),
        ]
        assert {best.player for best in store.bests(key)} == {"Ada"}
        assert len(store.saved_games()) == 1 and store.lessons("sokoban") == {"first"}
        assert store.setting("theme") == "dark"
        assert sorted(store.solved("sokoban").values()) == [1, 3], "Bob's own stars"
        store.player = "Ada"
        assert store.solved("sokoban") == {key: 3} and store.stars(key) == 3
        store.player = "Cleo"
        assert store.solved("sokoban") == {}


def test_an_old_file_that_cannot_be_written_is_read_as_a_new_one(tmp_path: Path) -> None:
    old_store(tmp_path)
    found = opening._read_only(tmp_path / FILE, sqlite3.OperationalError("read-only"))
    assert sorted(found.db.execute("SELECT player, stars FROM player_stars")) == [("Ada", 3), ("Bob", 1), ("Bob", 3)]
    found.db.close()


def test_bests_stars_and_unlocking_are_each_player_s_own(tmp_path: Path) -> None:
    key = level_key(TAQUIN, level())
    with Store(tmp_path) as store:
        store.player = "Ada"
        assert win(store, 1).own is None
        store.player = "Bob"
        assert (store.own_best(key), store.stars(key), store.solved("taquin")) == (None, 0, {})
        first = win(store, 9)
        assert (first.record, first.own) == (False, None) and first.best is not None and first.best.score == 1
        second = win(store, 7)
        assert second.own is not None and second.own.score == 9
        win(store, 8)
        own = store.own_best(key)
        assert own is not None and (own.player, own.score) == ("Bob", 7)
        assert store.solved("taquin") == {key: 1}
        store.player = "Ada"
        assert store.solved("taquin") == {key: 3}
        assert [(s.player, s.score) for s in store.top(key)] == [("Ada", 1), ("Bob", 7), ("Bob", 8), ("Bob", 9)]


def test_every_game_remains_in_the_history(tmp_path: Path) -> None:
    key = level_key(TAQUIN, level())
    with Store(tmp_path) as store:
        for moves in range(30, 10, -1):
            win(store, moves)
        assert [score.score for score in store.history(key)] == list(range(11, 31))
        assert len(store.top(key)) == 10


def test_what_was_won_before_a_name_was_given_is_the_player_s(tmp_path: Path) -> None:
    key = level_key(TAQUIN, level())
    with Store(tmp_path) as store:
        win(store, 1)
        assert store.stars(key) == 3
        store.player = "Ada"
        assert store.stars(key) == 3 and [score.player for score in store.top(key)] == ["Ada"]
        store.player = "Bob"
        assert store.stars(key) == 0


def test_one_level_is_one_level_from_a_pack_a_file_or_the_clipboard(tmp_path: Path) -> None:
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    bare = replace(entry.level, headers=Headers())
    texts = [form.dump([bare]) for form in entry.game.formats]
    for text in texts:
        path = tmp_path / "level.txt"
        path.write_text(text, "utf-8")
        (read_back,) = library.read(str(path))
        (pasted,) = library.read_text(text, library.CLIPBOARD)
        for found in (read_back, pasted):
            assert isinstance(found, LoadedLevel)
            assert level_key(found.game, found.level) == level_key(entry.game, entry.level)


def test_an_optimum_is_kept_by_level_and_judges_earlier_wins(tmp_path: Path) -> None:
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    bare = replace(entry.level, headers=Headers())
    key = level_key(entry.game, bare)
    moves = entry.game.notation.read(bare, entry.state, "urrrdLLL")
    won = Record(totals(entry.game, bare, entry.state, moves), 3.0, 0, False, moves, name="My level")
    with Store(tmp_path) as store:
        assert store.optimum(key) is None
        assert store.win(entry.game, bare, won).stars == 1
        store.keep_optimum(entry.game, bare, 3)
        assert store.stars(key) == 3 and store.optimum(key) == 3
        assert store.win(entry.game, bare, won).stars == 3
        assert [records.title for records in store.level_records()] == ["My level"]
    with Store(tmp_path) as store:
        assert store.optimum(key) == 3


@pytest.mark.parametrize(("asked", "played", "stars"), [(0, 0, 3), (2, 0, 3), (2, 1, 2)])
def test_hints_that_were_only_read_cost_no_star_when_the_optimum_is_found(
    asked: int, played: int, stars: int, tmp_path: Path
) -> None:
    bare = replace(level(), headers=Headers())
    with Store(tmp_path) as store:
        store.win(TAQUIN, bare, Record(Totals(1, 0, 1), 5.0, asked, False, hints_played=played))
        store.keep_optimum(TAQUIN, bare, 1)
        assert store.stars(level_key(TAQUIN, bare)) == stars


def test_a_level_without_a_name_is_not_shown_by_its_hash(tmp_path: Path) -> None:
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    bare = replace(entry.level, headers=Headers())
    with Store(tmp_path) as store:
        store.win(entry.game, bare, Record(Totals(8, 3, 8), 3.0, 0, False))
        text = export(store)
        assert level_key(entry.game, bare).partition(":")[2] not in text and "untitled level (" in text


# Damage


def used(folder: Path) -> bytes:
    """A store with a name, a score and a saved game, opened once more so that there is a good copy of it."""
    with Store(folder) as store:
        store.player = "Zoé"
        win(store, 9)
        store.keep(begin(TAQUIN, level("two")), "taquin:two")
    Store(folder).close()
    return (folder / FILE).read_bytes()


def test_one_changed_byte_never_keeps_the_program_from_starting(tmp_path: Path) -> None:
    """The store opens and goes on with any byte of its file changed; the score is there or the player is told."""
    whole = used(tmp_path)
    dice = Random(14)
    for place in [*range(16, 100, 3), *(dice.randrange(len(whole)) for _try in range(120))]:
        damaged = bytearray(whole)
        damaged[place] ^= dice.randrange(1, 256)
        for path in tmp_path.glob(f"{FILE}*"):
            if not path.name.endswith(opening.BACKUP):
                path.unlink()
        (tmp_path / FILE).write_bytes(damaged)
        with Store(tmp_path) as store:
            kept = [score.moves for score in store.top(level_key(TAQUIN, level()))]
            assert kept == [9] or store.notice is not None, place
            goes_on(store)
        (tmp_path / (FILE + opening.BACKUP)).unlink()
        for path in tmp_path.glob(f"{FILE}*"):
            path.unlink()
        used(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        "PRAGMA user_version = -3",
        "UPDATE running SET save = x'00ff'",
        "UPDATE settings SET value = CAST(x'22c3' AS TEXT)",
        "UPDATE scores SET moves = 'many'",
    ],
)
def test_values_that_are_none_are_damage(tmp_path: Path, damage: str) -> None:
    used(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(damage)
        db.commit()
    with Store(tmp_path) as store:
        assert "last good copy" in str(store.notice)
        assert store.player == "Zoé"
        assert [score.moves for score in store.top(level_key(TAQUIN, level()))] == [9]
        assert store.saved_game(level_key(TAQUIN, level("two"))) is not None
    assert len(asides(tmp_path)) == 1


@pytest.mark.parametrize("version", [-1, -3, -(2**31)])
def test_a_negative_version_is_known_as_damage_before_anything_is_changed(tmp_path: Path, version: int) -> None:
    used(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    with Store(tmp_path) as store:
        assert "its version is negative" in str(store.notice)


def test_scores_that_vanish_from_a_whole_file_come_back(tmp_path: Path) -> None:
    used(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        for table in ("scores", "solved", "bests"):
            db.execute(f"DELETE FROM {table}")
        db.commit()
    with Store(tmp_path) as store:
        assert "restored from the last good copy" in str(store.notice)
        assert [score.moves for score in store.top(level_key(TAQUIN, level()))] == [9]
        assert store.solved("taquin")


@NOT_ON_WINDOWS
def test_a_profile_folder_removed_while_playing_is_written_again_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    with Store(folder) as store:
        win(store, 9)
        shutil.rmtree(folder)
        store.set("theme", "dark")
        assert "removed while you played" in str(store.notice)
    with Store(folder) as store:
        assert store.setting("theme") == "dark"
        assert [score.moves for score in store.top(level_key(TAQUIN, level()))] == [9]
