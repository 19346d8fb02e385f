"""Nothing a player made is lost, and collections are browsed: files, drafts, My levels, cards, text fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cassetete.app.collections.drafts import Drafts
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.recent import recent_files
from cassetete.app.levels.library import LoadedLevel, pack, read
from cassetete.app.registry import games
from cassetete.app.store import Store
from window.conftest import Start
from window.driver import Player, until

SOKOBAN = games()["sokoban"]


def boards(path: Path) -> list[Any]:
    return [entry.level for entry in read(str(path)) if isinstance(entry, LoadedLevel)]


def corridors(count: int) -> str:
    """A collection of easy levels, each of another size, with titles."""
    found = []
    for n in range(count):
        wide, high = n % 60 + 1, n // 60
        wall, floor = "#" * (wide + 5), f"#{' ' * (wide + 3)}#\n" * high
        found.append(f"Title: Corridor {n + 1}\nAuthor: Ada\n\n{wall}\n#@{' ' * wide}$.#\n{floor}{wall}\n")
    return "\n".join(found)


def draw(player: Player) -> None:
    """A small level in the editor of Sokoban."""
    for tool, cell in (("player", (2, 1)), ("box", (2, 2)), ("target", (2, 3))):
        player.press(("tool", tool))
        player.press(cell)


def to_editor(player: Player) -> None:
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")


def save_as(player: Player, path: Path) -> None:
    player.keys("F5")
    player.on("EditorScreen", "PathDialog")
    player.keys("ctrl+a")
    player.type(str(path))
    player.keys("Return")


def test_a_collection_is_not_saved_over_without_a_word(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "mine.xsb"
    before = corridors(15)
    path.write_text(before, "utf-8")
    player = start()
    to_editor(player)
    draw(player)
    save_as(player, path)
    assert "It has 15 levels." in player.on("EditorScreen", "Question").words
    player.keys("Escape")
    player.on("EditorScreen")
    assert path.read_text("utf-8") == before
    save_as(player, path)
    player.on("EditorScreen", "Question")
    player.keys("Return")  # the first answer loses nothing
    until(lambda: len(boards(path)) == 16, "the level in the collection")
    assert path.read_text("utf-8").startswith(before.rstrip())
    assert (tmp_path / "mine.xsb.bak").read_text("utf-8") == before
    save_as(player, path)
    player.on("EditorScreen", "Question")
    player.keys("n")
    until(lambda: len(boards(tmp_path / "mine 2.xsb")) == 1, "the level in a file of its own")
    player.on("EditorScreen")
    save_as(player, path)
    player.on("EditorScreen", "Question")
    player.keys("r")
    until(lambda: len(boards(path)) == 1, "the level in place of the collection")
    assert len(boards(tmp_path / "mine.xsb.2.bak")) == 16
    assert not list(tmp_path.glob(".*.tmp"))


def test_a_drawing_outlives_escape_and_a_crash(start: Start) -> None:
    player = start()
    to_editor(player)
    draw(player)
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    player.press(("tool", "wall"))
    player.press((4, 4))
    player.store(lambda store: (found := Drafts(store).load(SOKOBAN)) is not None and (4, 4) not in floor(found.level))
    player.kill()
    again = start()
    to_editor(again)
    again.press(("do", "check"))
    again.reads("the shortest solution has 1 move")
    again.press(("do", "keep"))
    again.reads("kept in My levels")
    [kept] = again.store(lambda store: mine(store))
    assert (4, 4) not in floor(kept.level)
    again.press(("do", "new"))
    again.press(("do", "check"))
    again.reads("there is no player")
    assert len(again.store(lambda store: mine(store))) == 1


def floor(level: Any) -> set[tuple[int, int]]:
    rows = [row for row in SOKOBAN.formats[0].dump([level]).splitlines() if row.startswith("#")]
    return {(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell != "#"}


def mine(store: Store) -> list[LoadedLevel]:
    own = MyLevels(store)
    return [own.entry(SOKOBAN, each) for collection in own.collections(SOKOBAN) for each in own.levels(collection.id)]


def test_a_file_of_many_levels_is_browsed_and_opens_where_it_was_left(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "corridors.xsb"
    path.write_text(corridors(155), "utf-8")
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.keys("F9")
    player.on("LevelsScreen", "PathDialog")
    player.keys("ctrl+a")
    player.type(f"{tmp_path}/corr")
    player.keys("Tab", "Return")
    player.on("CollectionScreen")
    player.reads("0 of 155 · Ada")
    player.keys("End")
    player.until(lambda frame: "155. Corridor 155" in frame.texts)
    player.keys("Home")
    player.until(lambda frame: "1. Corridor 1" in frame.texts)
    x, y = player.place("scroll bar")
    player.point(x, y)
    player.hold_button()
    player.until(lambda frame: "1. Corridor 1" not in frame.texts)
    player.point(x, 5000)  # below the window: as far as it goes
    player.let_go()
    player.until(lambda frame: "155. Corridor 155" in frame.texts)
    player.type("100")
    player.until(lambda frame: "Corridor 100" in frame.words and "Corridor 10 " not in frame.words)
    player.press(("level", 99))
    player.on("PlayScreen")
    player.keys("Escape")
    frame = player.on("CollectionScreen")
    assert "100. Corridor 100" in frame.texts and "99. Corridor 99" in frame.texts
    player.keys("Escape", "Escape")
    player.on("HomeScreen")
    [recent] = player.store(lambda store: recent_files(store))
    assert (recent.path, recent.total, recent.place) == (str(path), 155, 99)
    player.clicks = 0
    player.press(("recent", str(path)))
    assert "100. Corridor 100" in player.on("CollectionScreen").texts
    player.press(("level", 99))
    player.on("PlayScreen")
    assert player.clicks == 2, "from home to level 100 of a file that was open before"
    player.keys("Escape")
    player.on("CollectionScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("game", "sokoban"))
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.press(("path", f"{tmp_path}/corridors.xsb"))
    assert "100. Corridor 100" in player.on("CollectionScreen").texts
    player.type("corridor 1")
    player.until(lambda frame: "1. Corridor 1" in frame.texts)
    player.press(("level", 0))
    player.on("PlayScreen")
    player.keys("Right", "Right")
    player.won()
    player.keys("Escape")
    player.on("CollectionScreen")
    player.reads("1 of 155 · Ada")
    player.press(("do", "unsolved"))
    player.until(lambda frame: "1. Corridor 1" not in frame.texts and "2. Corridor 2" in frame.texts)
    player.press(("do", "keep"))
    player.reads("155 levels are in My levels now")
    player.press(("do", "back"))
    player.on("LevelsScreen")
    assert player.unpressed("CollectionScreen") == set()


def test_a_collection_that_has_changed_is_shown_as_it_is_now(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "corridors.xsb"
    path.write_text(corridors(15), "utf-8")
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.keys("F9")
    player.on("LevelsScreen", "PathDialog")
    player.keys("ctrl+a")
    player.type(str(path))
    player.keys("Return")
    player.on("CollectionScreen")
    player.reads("0 of 15 · Ada")
    for count in (17, 3):  # a level was saved into it, or another program has written it
        player.press(("level", 1))
        player.on("PlayScreen")
        path.write_text(corridors(count), "utf-8")
        player.keys("Escape")
        player.on("CollectionScreen")
        player.reads(f"0 of {count} · Ada")
    path.unlink()
    player.press(("level", 1))
    player.on("PlayScreen")
    player.keys("Escape")
    player.on("CollectionScreen")
    player.reads("0 of 3 · Ada")


def test_a_broken_file_in_a_folder_is_named_and_the_others_are_played(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    (folder / "a.txt").write_text("S___\n___G\n", "utf-8")
    (folder / "b.txt").write_text("S__?\n___G\n", "utf-8")
    (folder / "c.txt").write_text("S__\n__G\n", "utf-8")
    player = start("play", "ricosheep", str(folder))
    player.on("PlayScreen")
    player.keys("Escape")
    player.on("CollectionScreen")
    player.reads("0 of 3")
    frame = player.reads("b.txt")
    assert repr(("level", 0)) in frame.targets and repr(("level", 1)) not in frame.targets
    player.press(("level", 2))
    player.on("PlayScreen")
    player.keys("p")
    player.until(lambda frame: frame.screen == "PlayScreen")


def test_own_levels_are_named_ordered_deleted_and_exported(start: Start, tmp_path: Path) -> None:
    found = pack("sokoban")
    assert found is not None
    levels = [found.entry(name).level for name in found.names()[:3]]
    with Store(tmp_path / "profile") as store:
        MyLevels(store).add(SOKOBAN, levels, Kind.DRAWN)
    a, b, c = (level.headers.title for level in levels)
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "mine"))
    player.on("MyLevelsScreen")

    def titles() -> list[str]:
        with Store(player.profile) as store:
            return [str(entry.title) for entry in mine(store)]

    player.press(("title", 1))
    player.keys("End")
    player.type("!")
    player.keys("Tab", "ctrl+a")
    player.type("Grace")
    player.keys("Return")
    until(lambda: titles() == [a, f"{b}!", c], "the new title")
    assert [entry.level.headers.author for entry in player.store(mine)][1] == "Grace"
    player.drag(("level", 2), ("level", 0))
    until(lambda: titles() == [c, a, f"{b}!"], "another order")
    player.press(("card", 0))
    player.on("MyLevelsScreen", "Question")
    player.press(("answer", 8))  # delete
    player.on("MyLevelsScreen")
    until(lambda: titles() == [a, f"{b}!"], "the deletion")
    player.keys("ctrl+z")
    until(lambda: titles() == [c, a, f"{b}!"], "what was deleted")
    player.keys("Delete")
    until(lambda: len(titles()) == 2, "a deletion by key")
    player.press(("do", "undo"))
    until(lambda: len(titles()) == 3, "its undo")
    player.press(("do", "new"))
    player.on("MyLevelsScreen", "Prompt")
    player.type("Best of")
    player.keys("Return")
    player.reads("Best of")
    player.drag(("level", 1), ("fold", "2"))
    until(lambda: titles() == [c, f"{b}!", a], "a level in another collection")
    player.press(("collection", "1"))
    player.on("MyLevelsScreen", "Question")
    player.press(("answer", 3))
    player.on("MyLevelsScreen", "PathDialog")
    player.keys("Return")
    file, folder = player.documents / "Drawn levels.xsb", player.documents / "Best of"
    until(lambda: [level.headers.title for level in boards(file)] == [c, f"{b}!"], "the exported file")
    player.on("MyLevelsScreen")
    player.press(("collection", "2"))
    player.on("MyLevelsScreen", "Question")
    player.press(("answer", 4))
    until(lambda: [level.headers.title for level in boards(folder)] == [a], "the exported folder")
    player.on("MyLevelsScreen")
    player.clip("#####\n#@$.#\n#####\n")
    player.press(("do", "paste"))
    player.reads("1 level added")
    player.press(("do", "folder"))
    assert player.on("MyLevelsScreen", "Question").says(str(player.documents))
    player.keys("Escape")
    player.on("MyLevelsScreen")
    player.keys("Home")  # the pasted level is shown, below
    player.press(("level", 0))
    player.on("PlayScreen")
    player.keys("Escape")
    player.on("MyLevelsScreen")
    player.press(("do", "import"))
    player.on("MyLevelsScreen", "PathDialog")
    player.press(("path", f"{player.documents}/Best of/"))
    player.press(("answer", "ok"))
    player.on("MyLevelsScreen")
    player.press(("do", "draw"))
    player.on("EditorScreen")
    player.keys("Escape")
    player.on("LevelsScreen")


def test_a_path_is_typed_in_a_real_field(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "a b.txt"
    path.write_text("S___\n___G\n", "utf-8")
    player = start()
    player.press(("game", "ricosheep"))
    player.on("LevelsScreen")
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.clip(f"{tmp_path}/x b.tx")
    player.keys("ctrl+a", "ctrl+v")
    player.reads("x b.tx")
    player.keys("Left", "Left", "Left", "Left", "BackSpace", "BackSpace")
    player.type("a ")
    player.keys("Home", "Delete")
    player.type("/")
    player.keys("End", "ctrl+BackSpace", "ctrl+z")
    player.type("tx")
    player.keys("shift+Left", "shift+Left", "BackSpace")
    player.type("t")
    player.reads("a b.txt")
    player.press(("answer", "ok"))
    player.on("PlayScreen")


def test_a_pasted_level_is_shown_where_it_went(start: Start, tmp_path: Path) -> None:
    found, sokoban = pack("sokoban"), games()["sokoban"]
    assert found is not None
    levels = [found.entry(name).level for name in found.names()]
    with Store(tmp_path / "profile") as store:
        MyLevels(store).add(sokoban, levels, title="Many")
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "mine"))
    last = repr(("level", len(levels)))
    assert last not in player.on("MyLevelsScreen").targets
    player.clip("#####\n#@$.#\n#####\n")
    player.keys("ctrl+v")
    player.until(lambda frame: last in frame.targets)


def test_keys_are_typed_on_after_the_system_s_chooser(start: Start, tmp_path: Path) -> None:
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.press(("answer", "browse0"))
    player.in_dialog("Open levels", "", key="Escape")
    player.retype(f"{tmp_path}/corr")
    player.reads("corr")
    player.keys("Escape")
    player.on("LevelsScreen")


def test_the_system_s_chooser_opens_a_file(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "corridors.xsb"
    path.write_text(corridors(3), "utf-8")
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.press(("answer", "browse0"))
    player.in_dialog("Open levels", str(path))
    player.on("CollectionScreen")
    player.reads("0 of 3")


def test_the_system_s_chooser_saves_where_the_last_file_was(start: Start, tmp_path: Path) -> None:
    first = tmp_path / "elsewhere" / "first.xsb"
    first.parent.mkdir()
    player = start()
    to_editor(player)
    draw(player)
    save_as(player, first)
    until(first.exists, "the first file")
    player.on("EditorScreen")
    player.keys("F5")
    player.on("EditorScreen", "PathDialog")
    player.press(("answer", "browse0"))
    player.in_dialog("Save the level as.*", "")  # under the name that it proposes
    until(lambda: len(list(first.parent.iterdir())) == 2, "the second file beside it")
