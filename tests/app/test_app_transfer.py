"""Profiles as files: what is exported comes back, and the better of two machines' records stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import Store, level_key
from cassetete.app.store.transfer import BadProfile, export_profile, merge_profile, read_profile
from cassetete.cli.main import main
from cassetete.core.lengths import Totals, totals
from cassetete.session.session import Record, begin

TAQUIN = games()["taquin"]


def won(store: Store, seconds: float, hints: int = 0) -> None:
    """Level 1 of the toy game, solved."""
    entry = pack("taquin").entry("1")  # type: ignore[union-attr]
    moves = TAQUIN.notation.read(entry.level, entry.state, "L")
    counted = totals(TAQUIN, entry.level, entry.state, moves)
    store.win(TAQUIN, entry.level, Record(counted, seconds, hints, False, moves))


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    with Store(tmp_path / "here") as here, Store(tmp_path / "there") as there:
        yield here, there


def everything(store: Store) -> dict[str, Any]:
    """What the store holds, without the numbers that rows happen to have."""
    tables = json.loads(export_profile(store))["tables"]
    return {
        table: sorted(json.dumps({k: v for k, v in row.items() if k not in ("id", "record")}) for row in rows)
        for table, rows in tables.items()
    }


def carried(store: Store, folder: Path) -> dict[str, Any]:
    path = folder / "profile.json"
    path.write_text(export_profile(store), "utf-8")
    return read_profile(path)


def test_an_empty_profile_becomes_a_copy(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    won(here, 3.5)
    here.player = "Ada"
    here.finish_lesson("taquin", "slide")
    entry = pack("taquin").entry("2")  # type: ignore[union-attr]
    here.keep(begin(TAQUIN, entry.level), "taquin:2")
    assert merge_profile(there, carried(here, tmp_path)).total > 4
    assert everything(there) == everything(here)
    assert there.player == "Ada"
    assert merge_profile(there, carried(here, tmp_path)).total == 0


def test_records_of_two_machines_are_joined(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    won(here, 9.0)
    won(there, 4.0)
    here.player, there.player = "Ada", "Bob"
    merge_profile(here, carried(there, tmp_path))
    entry = pack("taquin").entry("1")  # type: ignore[union-attr]
    top = here.top(level_key(TAQUIN, entry.level))
    assert [score.seconds for score in top] == [4.0, 9.0]
    assert here.player == "Ada"  # what was chosen here stays


def test_every_game_remains_in_the_history(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    for number in range(8):
        won(here, 10.0 + number)
        won(there, 10.5 + number)
    merge_profile(here, carried(there, tmp_path))
    entry = pack("taquin").entry("1")  # type: ignore[union-attr]
    key = level_key(TAQUIN, entry.level)
    assert [score.seconds for score in here.top(key)] == [10 + n / 2 for n in range(10)]
    assert sorted(score.seconds for score in here.history(key)) == [10 + n / 2 for n in range(16)]


def test_a_player_has_the_most_stars_of_both_machines(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    entry = pack("taquin").entry("2")  # type: ignore[union-attr]
    key = level_key(TAQUIN, entry.level)
    for store, used in ((here, 9), (there, 3)):
        store.player = "Ada"
        store.win(TAQUIN, entry.level, Record(Totals(used, 0, used), 5.0, 0, False))
    assert (here.stars(key), there.stars(key)) == (1, 3)
    merge_profile(here, carried(there, tmp_path))
    assert here.stars(key) == 3
    merge_profile(there, carried(here, tmp_path))
    assert there.stars(key) == 3


def test_joining_in_any_order_gives_the_same_records(tmp_path: Path) -> None:
    def joined(first: int, second: int) -> dict[str, Any]:
        with Store(tmp_path / f"{first}{second}") as store:
            for number in (first, second):
                merge_profile(store, profiles[number])
            return {
                table: rows
                for table, rows in everything(store).items()
                if table in ("scores", "solved", "player_stars", "bests")
            }

    profiles = []
    for number in range(2):
        with Store(tmp_path / f"machine{number}") as store:
            for more in range(6):
                won(store, 5.0 + more * (number + 1))
            profiles.append(carried(store, tmp_path))
    assert joined(0, 1) == joined(1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "junk",
        '{"kind": "cassetete profile"}',
        '{"kind": "cassetete profile", "tables": []}',
        "[" * 9999,
    ],
)
def test_what_is_no_profile_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "profile.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadProfile):
        read_profile(path)
    assert main(["profile", "import", str(path), "--profile", str(tmp_path / "here")]) == 64
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "here").exists()


VALUES = st.one_of(
    st.none(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.integers(), max_size=2), st.booleans()
)


@given(table=st.sampled_from(["scores", "bests", "solved", "running", "settings", "my_levels", "days"]), data=st.data())
def test_a_damaged_row_is_left_out_and_does_no_harm(table: str, data: st.DataObject) -> None:
    with Store(Path("/dev/null/memory")) as store:
        won(store, 3.0)
        before = store.level_records()
        row = data.draw(st.dictionaries(st.sampled_from(sorted(columns_of(store, table))), VALUES))
        merge_profile(store, {table: [row], "unknown": [{"x": 1}]})
        assert {record.level for record in before} <= {record.level for record in store.level_records()}
        assert all(isinstance(record.level, str) for record in store.level_records())
        export_profile(store)


def columns_of(store: Store, table: str) -> list[str]:
    return [row[1] for row in store.connection.execute(f"PRAGMA table_info({table})")]


@pytest.mark.parametrize("table", ["collections", "my_levels", "scores", "settings"])
def test_half_a_character_does_no_harm(table: str, two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    won(here, 3.5)
    tables = carried(here, tmp_path)
    whole = {"id": 1, "game": "taquin", "kind": "own", "title": "mine", "place": 1, "collection": 1}
    texts = ("level", "title", "author", "text", "added", "name", "value", "player", "metric")
    tables["collections"] = [whole]
    tables[table] = [*tables.get(table, ()), {**whole, **dict.fromkeys(texts, "\ud800")}]
    merge_profile(there, tables)
    assert everything(there)["scores"] == everything(here)["scores"]


def test_a_device_is_no_profile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It has no size, and no end."""
    if not Path("/dev/zero").exists():
        pytest.skip("there is no endless file here")
    assert main(["profile", "import", "/dev/zero", "--profile", str(tmp_path)]) == 64
    assert capsys.readouterr().err == "/dev/zero: too large for a profile\n"


def test_the_command_exports_and_imports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there, file = (str(tmp_path / name) for name in ("here", "there", "profile.json"))
    with Store(Path(here)) as store:
        won(store, 3.0)
    assert main(["profile", "export", file, "--profile", here]) == 0
    assert main(["profile", "import", file, "--profile", there]) == 0
    assert "entries are new or better" in capsys.readouterr().out
    assert main(["profile", "import", file, "--profile", there]) == 0
    assert capsys.readouterr().out == "0 entries are new or better\n"
    assert main(["profile", "import", "--profile", there]) == 64
