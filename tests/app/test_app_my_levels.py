"""A player's own levels, drafts and files: nothing is lost."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.collections.drafts import Draft, Drafts, begin_drawing
from cassetete.app.collections.folders import completions, files_folder, last_folder, remember_folder, set_files_folder
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.recent import RecentFile, forget_file, recent_files, remember_file
from cassetete.app.files import CannotWrite
from cassetete.app.levels.library import LoadedLevel, pack, read
from cassetete.app.levels.saving import file_name, free_name, joined, keep_backup, replace_file
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from processes import NOT_ON_WINDOWS

GAMES = [pytest.param(game, id=game.id) for game in games().values() if pack(game.id) is not None]
SOKOBAN = games()["sokoban"]


def some(game: AnyGame, count: int = 4) -> list[Any]:
    found = pack(game.id)
    assert found is not None
    return [found.entry(name).level for name in found.names()[:count]]


def titles(mine: MyLevels, collection: int) -> list[str]:
    return [each.title for each in mine.levels(collection)]


@pytest.mark.parametrize("puzzle", GAMES)
def test_own_levels_are_kept_as_they_are(puzzle: AnyGame, tmp_path: Path) -> None:
    levels = some(puzzle)
    with Store(tmp_path) as store:
        added = MyLevels(store).add(puzzle, levels, Kind.DRAWN)
        assert len(added.levels) == len(levels)
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        [collection] = mine.collections(puzzle)
        assert (collection.kind, collection.total) == (Kind.DRAWN, len(levels))
        found = mine.levels(collection.id)
        assert [mine.entry(puzzle, each).level for each in found] == levels
        assert mine.add(puzzle, levels[:2], Kind.DRAWN).known == 2
        assert mine.count(puzzle) == len(levels)


@pytest.mark.parametrize("puzzle", GAMES)
def test_title_and_author_are_changed_in_the_level_itself(puzzle: AnyGame, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        added = mine.add(puzzle, some(puzzle, 2), title="Mine")
        [first, second] = mine.levels(added.collection)
        mine.describe(puzzle, first, title="  Another   name ", author="Ada")
        [changed, other] = mine.levels(added.collection)
        assert other == second
        assert (changed.title, changed.author) == ("Another name", "Ada")
        assert mine.entry(puzzle, changed).level.headers.title == "Another name"
        assert mine.entry(puzzle, changed).level.headers.author == "Ada"
        assert changed.level == first.level


def test_levels_and_collections_are_put_in_order(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        first = mine.add(SOKOBAN, some(SOKOBAN, 3), title="First").collection
        second = mine.add(SOKOBAN, some(SOKOBAN, 5)[3:], title="Second").collection
        a, b, c = titles(mine, first)
        moved = mine.levels(first)[2]
        mine.move(moved.id, first, 0)
        assert titles(mine, first) == [c, a, b]
        mine.move(moved.id, second, 1)
        assert titles(mine, first) == [a, b]
        assert titles(mine, second)[1] == c
        mine.move_collection(SOKOBAN, second, -1)
        mine.rename(second, "  Renamed\n")
        assert [each.name for each in mine.collections(SOKOBAN)] == ["Renamed", "First"]


def test_what_was_deleted_comes_back_to_its_place(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        collection = mine.add(SOKOBAN, some(SOKOBAN, 4), title="Mine").collection
        before = titles(mine, collection)
        mine.delete([mine.levels(collection)[1].id, mine.levels(collection)[2].id])
        assert titles(mine, collection) == [before[0], before[3]]
        mine.delete_collection(collection)
        assert mine.collections(SOKOBAN) == []
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        assert mine.undo_delete(SOKOBAN) == 2
        assert titles(mine, collection) == [before[0], before[3]]
        assert mine.undo_delete(SOKOBAN) == 2
        assert titles(mine, collection) == before
        assert mine.undo_delete(SOKOBAN) == 0


@pytest.mark.parametrize("puzzle", GAMES)
def test_a_collection_is_exported_and_read_back(puzzle: AnyGame, tmp_path: Path) -> None:
    levels = some(puzzle, 3)
    with Store(tmp_path / "profile") as store:
        mine = MyLevels(store)
        collection = mine.add(puzzle, levels, title="Mine").collection
        folder = mine.export_folder(puzzle, collection, tmp_path / "out")
        found = [entry.level for entry in read(str(folder), puzzle) if isinstance(entry, LoadedLevel)]
        assert found == levels
        again = mine.export_folder(puzzle, collection, tmp_path / "out")
        assert again != folder and len(list(again.iterdir())) == len(levels)
        path = tmp_path / f"mine{puzzle.formats[0].extensions[0]}"
        if puzzle.formats[0].collection:
            mine.export_file(puzzle, collection, path)
            assert [entry.level for entry in read(str(path), puzzle) if isinstance(entry, LoadedLevel)] == levels
        else:
            with pytest.raises(CasseteteError):
                mine.export_file(puzzle, collection, path)
            assert not path.exists()


KILLED = """
import os, sys, time
from pathlib import Path
from cassetete.app.levels.library import pack
from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.registry import games
from cassetete.app.store import Store
puzzle = games()["sokoban"]
found = pack("sokoban")
levels = [found.entry(name).level for name in found.names()[:12]]
mine = MyLevels(Store(Path(sys.argv[1])))
mine.add(puzzle, levels, title="whole")
print("ready", flush=True)
number = 0
while True:
    number += 1
    mine.add(puzzle, levels[:6], title=f"batch {number}")
"""


def test_a_killed_program_has_added_a_collection_whole_or_not_at_all(tmp_path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    child.kill()
    child.communicate()
    with Store(tmp_path) as store:
        counts = [each.total for each in MyLevels(store).collections(SOKOBAN)]
    assert counts[0] == 12
    assert set(counts[1:]) <= {6}


@pytest.mark.parametrize("puzzle", GAMES)
def test_a_half_drawn_level_is_kept_as_a_draft(puzzle: AnyGame, tmp_path: Path) -> None:
    assert puzzle.making.editor is not None
    editor = puzzle.making.editor
    level = replace(editor.blank(*editor.smallest), headers=Headers(title="Half", author="Ada"))
    with Store(tmp_path) as store:
        Drafts(store).keep(puzzle, level)
    with Store(tmp_path) as store:
        drafts = Drafts(store)
        assert drafts.load(puzzle) == Draft(level)
        drafts.drop(puzzle)
        assert drafts.load(puzzle) is None


def test_a_level_is_added_to_a_collection_that_stays_as_it_was(tmp_path: Path) -> None:
    first, second, third = some(SOKOBAN, 3)
    before = "; a comment that must stay\n\n" + SOKOBAN.formats[0].dump([first, second])
    text = joined(before, SOKOBAN, third)
    assert text is not None
    assert text.startswith("; a comment that must stay")
    read_back = [item.level for item in SOKOBAN.formats[0].parse(text)]  # type: ignore[union-attr]
    assert [replace(level, headers=Headers()) for level in read_back] == [
        replace(level, headers=Headers()) for level in (first, second, third)
    ]
    assert read_back[2].headers.title == third.headers.title


def test_a_file_of_one_level_takes_no_other() -> None:
    game = games()["ricosheep"]
    first, second = some(game, 2)
    assert joined(game.formats[0].dump([first]), game, second) is None


def test_a_replaced_file_is_kept_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    for number in range(3):
        replace_file(path, f"text {number}")
    assert path.read_text() == "text 2"
    assert (tmp_path / "mine.txt.bak").read_text() == "text 0"
    assert (tmp_path / "mine.txt.2.bak").read_text() == "text 1"
    assert len(list(tmp_path.iterdir())) == 3
    for number in range(3, 20):
        replace_file(path, f"text {number}")
    assert len(list(tmp_path.iterdir())) == 10
    assert keep_backup(tmp_path / "nothing.txt") is None


@NOT_ON_WINDOWS
def test_a_saved_file_is_as_readable_as_the_umask_says(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        replace_file(tmp_path / "new.txt", "x")
        assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o644
    finally:
        os.umask(old)


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    with pytest.raises(CannotWrite):
        replace_file(taken, "x")
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotWrite):
        replace_file(tmp_path / "file" / "below.txt", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken"]
    assert list(taken.iterdir()) == []


def test_names_of_files_come_from_titles(tmp_path: Path) -> None:
    assert file_name("../../etc/passwd", "x", ".txt") == "etc passwd.txt"
    assert file_name("con", "x", ".txt") == "x.txt"
    assert len(file_name("y" * 500, "x", ".txt")) == 84
    path = tmp_path / "a.txt"
    path.write_text("")
    assert free_name(path).name == "a 2.txt"


@NOT_ON_WINDOWS
def test_files_go_to_the_documents_unless_another_folder_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Documents"))
    with Store(tmp_path / "profile") as store:
        assert last_folder(store) == files_folder(store) == tmp_path / "Documents" / "cassetete"
        remember_folder(store, tmp_path / "profile" / "x.txt")
        assert last_folder(store) == tmp_path / "profile"
        set_files_folder(store, tmp_path / "elsewhere")
        assert files_folder(store) == tmp_path / "elsewhere"


def test_paths_are_completed(tmp_path: Path) -> None:
    (tmp_path / "levels").mkdir()
    (tmp_path / "level.txt").write_text("")
    (tmp_path / ".hidden").write_text("")
    assert completions("lev", tmp_path) == ["levels/", "level.txt"]
    assert completions(f"{tmp_path}/level.", tmp_path) == [f"{tmp_path}/level.txt"]
    assert completions("", tmp_path) == ["levels/", "level.txt"]
    assert completions(".h", tmp_path) == [".hidden"]
    assert completions("nowhere/x", tmp_path) == []
    assert completions("~nosuch/x", tmp_path) == completions("a\0b/c", tmp_path) == []


def test_recent_files_are_remembered_with_their_place(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number in range(20):
            remember_file(store, RecentFile(f"/f{number}", "sokoban" if number % 2 else "turtle", f"F{number}", 5))
        remember_file(store, RecentFile("/f18", "turtle", "F18", 5, 3))
        assert [file.path for file in recent_files(store)][:3] == ["/f18", "/f19", "/f17"]
        assert len(recent_files(store)) == 12
        assert recent_files(store, "turtle")[0].place == 3
        forget_file(store, "/f18")
        assert recent_files(store)[0].path == "/f19"
        store.set("recent_files", ["nonsense", ["/x"]])
        assert recent_files(store) == []


def test_a_drawing_that_gives_way_to_another_goes_to_my_levels(tmp_path: Path) -> None:
    assert SOKOBAN.making.editor is not None
    blank = SOKOBAN.making.editor.blank(5, 5)
    drawn = SOKOBAN.making.editor.apply(blank, "box", (1, 1))
    [other] = some(SOKOBAN, 1)
    with Store(tmp_path) as store:
        mine = MyLevels(store)
        Drafts(store).keep(SOKOBAN, blank)
        assert begin_drawing(store, SOKOBAN, other) == (Draft(other), False)
        assert mine.count(SOKOBAN) == 0
        Drafts(store).keep(SOKOBAN, drawn)
        assert begin_drawing(store, SOKOBAN) == (Draft(drawn), False)
        assert begin_drawing(store, SOKOBAN, other) == (Draft(other), True)
        [collection] = mine.collections(SOKOBAN)
        [kept] = mine.levels(collection.id)
        assert mine.entry(SOKOBAN, kept).level == drawn
        Drafts(store).keep(SOKOBAN, other, kept.id)
        begin_drawing(store, SOKOBAN, blank)
        [kept] = mine.levels(collection.id)
        assert mine.entry(SOKOBAN, kept).level == other
