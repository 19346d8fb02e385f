"""Profiles as files: what is exported comes back, and the better of two machines' records stays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.collections.drafts import Drafts
from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import FILE, Store, level_key
from cassetete.app.store.transfer import BadProfile, export_profile, merge_profile, read_profile
from cassetete.cli.main import main
from cassetete.core.lengths import Totals, totals
from cassetete.session.session import Record, begin
from processes import NOT_ON_WINDOWS

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


@NOT_ON_WINDOWS
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


# Two machines, joined in both directions


SHEEP = games()["ricosheep"]


def level_of(number: str) -> Any:
    return pack("ricosheep").entry(number).level  # type: ignore[union-attr]


def own_levels(store: Store) -> dict[str, list[str]]:
    """The levels that the player sees, by collection."""
    mine = MyLevels(store)
    return {str(each.name): [one.level for one in mine.levels(each.id)] for each in mine.collections(SHEEP)}


@given(data=st.data())
def test_joining_twice_changes_nothing_and_both_directions_give_the_same_records(data: st.DataObject) -> None:
    """Random records of two machines, with conflicts in every table."""
    small = st.integers(0, 3)
    texts = st.sampled_from(["a", "b"])
    dates = st.sampled_from(["2026-01-01T00:00:00", "2026-01-02T00:00:00"])
    kinds: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "solved": {"level": texts, "game": st.just("taquin"), "title": st.just("t"), "stars": small},
        "player_stars": {"level": texts, "player": texts, "stars": small},
        "bests": {
            "level": texts,
            "metric": texts,
            "value": small,
            "moves": small,
            "solution": st.just("L"),
            "player": st.just("p"),
            "date": dates,
        },
        "scores": {
            "level": texts,
            "player": texts,
            "score": small,
            "moves": small,
            "pushes": st.just(0),
            "cost": small,
            "seconds": st.just(1.0),
            "hints": st.just(0),
            "date": dates,
            "record": st.just(0),
            "solution": st.just(""),
            "hints_played": st.just(0),
        },
        "days": {
            "game": st.just("taquin"),
            "day": dates,
            "level": st.just("a"),
            "text": st.just("x"),
            "solved": st.sampled_from([None, "2026-01-03"]),
        },
    }
    machines = [
        {table: data.draw(st.lists(st.fixed_dictionaries(row), max_size=4)) for table, row in kinds.items()}
        for _machine in range(2)
    ]

    def joined(*order: int) -> dict[str, Any]:
        with Store(Path("/dev/null/memory")) as store:
            for number in order:
                merge_profile(store, machines[number])
            assert merge_profile(store, machines[order[-1]]).total == 0
            assert merge_profile(store, json.loads(export_profile(store))["tables"]).total == 0
            found = everything(store)
            return {table: found[table] for table in ("scores", "player_stars", "bests", "days")} | {
                "stars": sorted(store.read("SELECT level, stars FROM solved"))
            }

    assert joined(0, 1) == joined(1, 0) == joined(0, 1, 0)


def test_a_drawing_of_another_machine_never_replaces_a_level_of_this_one(
    two: tuple[Store, Store], tmp_path: Path
) -> None:
    """A drawing names the level it changes by a number, which is another level's here."""
    here, there = two
    [castle] = MyLevels(here).add(SHEEP, [level_of("1")]).levels
    [garden] = MyLevels(there).add(SHEEP, [level_of("2")], title="there").levels
    assert castle == garden
    Drafts(there).keep(SHEEP, level_of("3"), garden)
    merge_profile(here, carried(there, tmp_path))
    draft = Drafts(here).load(SHEEP)
    assert draft is not None and draft.level == level_of("3")
    rows = here.read("SELECT level FROM my_levels WHERE id = ?", draft.mine)
    assert rows == [(level_key(SHEEP, level_of("2")),)]


@pytest.mark.parametrize("first", ["here", "there"])
def test_of_two_drawings_none_is_lost(first: str, two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    for store in (here, there) if first == "here" else (there, here):
        Drafts(store).keep(SHEEP, level_of("1" if store is here else "2"))
    for _again in range(2):
        merge_profile(here, carried(there, tmp_path))
        draft = Drafts(here).load(SHEEP)
        assert draft is not None
        kept = [level for levels in own_levels(here).values() for level in levels]
        found = sorted([level_key(SHEEP, draft.level), *kept])
        assert found == sorted(level_key(SHEEP, level_of(number)) for number in "12")


def test_an_import_brings_back_what_was_deleted_here(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, _there = two
    mine = MyLevels(here)
    mine.add(SHEEP, [level_of("1"), level_of("2")], title="A")
    collection = mine.add(SHEEP, [level_of("3")], title="B").collection
    before, backup = own_levels(here), carried(here, tmp_path)
    mine.delete_collection(collection)
    mine.delete([mine.levels(mine.collections(SHEEP)[0].id)[0].id])
    assert own_levels(here) != before
    assert merge_profile(here, backup).total == 3
    assert {name: sorted(levels) for name, levels in own_levels(here).items()} == {
        name: sorted(levels) for name, levels in before.items()
    }
    assert merge_profile(here, backup).total == 0


def test_a_collection_of_an_unknown_kind_can_be_seen(two: tuple[Store, Store], tmp_path: Path) -> None:
    here, there = two
    MyLevels(there).add(SHEEP, [level_of("1")], title="A")
    tables = carried(there, tmp_path)
    tables["collections"][0]["kind"] = "later"
    merge_profile(here, tables)
    assert list(own_levels(here)) == ["A"]


# What cannot be read or kept


def test_a_backup_is_not_replaced_by_an_empty_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The store was written by a later version: nothing of it can be read."""
    file, folder = tmp_path / "backup.json", tmp_path / "profile"
    with Store(folder) as store:
        won(store, 3.0)
    assert main(["profile", "export", str(file), "--profile", str(folder)]) == 0
    good = file.read_text("utf-8")
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA user_version = 999")
    assert main(["profile", "export", str(file), "--profile", str(folder)]) == 1
    assert "later version" in capsys.readouterr().err
    assert file.read_text("utf-8") == good


def test_an_import_that_was_not_kept_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program holds the file until after the command."""
    monkeypatch.setattr("cassetete.app.store.store.CLOSE_TIMEOUT", 0.01)
    file, folder = tmp_path / "profile.json", tmp_path / "here"
    with Store(tmp_path / "there") as store:
        won(store, 3.0)
        file.write_text(export_profile(store), "utf-8")
    with Store(folder) as store:
        won(store, 5.0)
        before = everything(store)
    holding = sqlite3.connect(folder / FILE, isolation_level=None)

    def merge_while_held(store: Store, tables: Any) -> Any:
        holding.execute("BEGIN IMMEDIATE")
        return merge_profile(store, tables)

    monkeypatch.setattr("cassetete.cli.profile.merge_profile", merge_while_held)
    assert main(["profile", "import", str(file), "--profile", str(folder)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "in use by another program" in said.err
    holding.close()
    with Store(folder) as store:
        assert everything(store) == before
