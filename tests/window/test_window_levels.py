"""Levels in the window: chosen, opened from files, generated, drawn in the editor, checked, saved and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cassetete.app.collections.daily import Daily
from cassetete.app.collections.drafts import Drafts
from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import LoadedLevel, pack, read
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import level_key
from cassetete.core.contract import AnyGame
from cassetete.front.window.widgets.settings_dialog import SWITCHES
from cli.terminal import Terminal
from window.conftest import Start


def level_in(path: Path, game: AnyGame) -> Any:
    [entry] = read(str(path), game)
    assert isinstance(entry, LoadedLevel)
    return entry.level


def test_a_level_is_drawn_checked_kept_and_played(start: Start, tmp_path: Path) -> None:
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    player.command("check")
    player.reads("there is no player")
    for tool, cell in (("player", (2, 1)), ("box", (2, 2)), ("target", (2, 3)), ("target", (2, 4)), ("wall", (3, 3))):
        player.press(("tool", tool))
        player.press(cell)
    player.command("check")
    player.reads("1 ≠ 2")
    player.press(("tool", "floor"))
    player.press((2, 3))
    player.press(("do", "undo"))
    player.press(("do", "redo"))
    player.command("check")
    player.reads("the shortest solution has 2 moves")
    player.press(("caret", "title", 0))
    player.type("Mine")
    player.keys("Tab")
    player.type("Ada")
    player.keys("Return")
    player.press(("do", "keep"))
    player.reads("kept in My levels")
    player.command("save")
    player.on("EditorScreen", "PathDialog")
    player.keys("Return")
    player.reads("saved:")
    game = games()["sokoban"]
    level = level_in(player.documents / "Mine.xsb", game)
    assert (level.headers.title, level.headers.author, level.headers.optimum) == ("Mine", "Ada", 2)

    for name in ("rows-", "columns-", "rows+", "columns+", "rows+"):
        player.press(("do", name))
    assert "Rows − 7 + Columns − 6 +" in player.reads("Rows − 7").words
    player.command("load")
    player.on("EditorScreen", "PathDialog")
    player.type("Mine.xsb")
    player.keys("Return")
    player.on("EditorScreen")
    player.reads("Rows − 6")
    player.press(("do", "try"))
    player.on("PlayScreen")
    player.keys("Right", "Right")
    player.won()
    [score] = player.store(lambda store: store.top(level_key(game, level)))
    assert score.pushes == 2
    player.keys("Escape")
    player.on("EditorScreen")
    player.press(("do", "new"))
    player.reads("the drawing before is in My levels now")
    player.press(("do", "back"))
    player.on("LevelsScreen")
    assert player.unpressed("EditorScreen") == set()


def brushed(game: AnyGame, tool: str, cell: tuple[int, int]) -> object:
    """The target of a tool."""
    if game.id == "slitherlink":
        return ("cell", *cell)
    return ("side", *cell, 1) if tool == "wall" else cell


def test_every_brush_of_the_other_editors(start: Start, tmp_path: Path) -> None:
    player = start()
    cells = [(row, column) for row in range(1, 5) for column in range(1, 6)]
    for name in ("pushit", "ricosheep", "slitherlink", "turtle"):
        game = games()[name]
        assert game.making.editor is not None
        player.on("HomeScreen")
        player.press(("game", name))
        player.on("LevelsScreen")
        player.press(("do", "editor"))
        player.on("EditorScreen")
        level = game.making.editor.blank(6, 6)
        for tool, cell in zip(game.making.editor.tools, cells, strict=False):
            target = brushed(game, tool.id, cell)
            player.press(("tool", tool.id))
            if not tool.at_once:
                player.press(target)
            level = game.making.editor.apply(level, tool.id, None if tool.at_once else target)
        for name_of_size in ("rows+", "columns+", "columns-", "rows-", "rows+"):
            player.press(("do", name_of_size))
        player.reads("Rows − 7")
        player.keys("a")  # undo the new size
        player.reads("Rows − 6")
        player.keys("F5")
        player.on("EditorScreen", "PathDialog")
        player.keys("Return")
        player.reads("saved:")
        kept = player.documents / f"{name}{game.formats[0].extensions[0]}"
        assert kept.read_text("utf-8") == game.formats[0].dump([level])
        player.keys("Escape")
        player.on("LevelsScreen")
        player.keys("Escape")


def test_every_button_of_the_levels(start: Start, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("S___\n___G\n", "utf-8")
    player = start()
    player.press(("game", "ricosheep"))
    player.on("LevelsScreen")
    assert repr(("level", 1)) in player.on("LevelsScreen").targets  # every level can be opened at once
    player.press(("do", "lesson"))
    player.on("LessonScreen")
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    player.press(("do", "unsolved"))
    player.reads("All levels")
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.retype(str(tmp_path / "nothing.txt"))
    player.keys("Return")
    player.reads("there is no such file")
    player.keys(*["BackSpace"] * 11)
    player.type("mine.txt")
    player.keys("Return")
    player.on("PlayScreen")
    player.keys("Right", "Down")
    player.won()
    level = level_in(mine, games()["ricosheep"])
    assert player.store(lambda store: store.top(level_key(games()["ricosheep"], level)))
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "random"))
    player.on("LevelsScreen", "GeneratorDialog")
    player.press(("answer", "no"))
    player.on("LevelsScreen")
    player.press(("do", "mine"))
    player.on("MyLevelsScreen")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "daily"))
    player.on("PlayScreen")
    player.reads("Level of the day 20")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.command("paste")
    assert "Nothing to paste" in player.on("LevelsScreen", "Question").words
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "back"))
    player.on("HomeScreen")
    assert player.unpressed("LevelsScreen") == set()


STEPS = {"rows": -1, "columns": 1, "length": -1}


def test_a_random_level_is_that_of_its_seed(start: Start) -> None:
    player = start()
    player.press(("game", "ricosheep"))
    player.on("LevelsScreen")
    player.press(("do", "random"))
    player.on("LevelsScreen", "GeneratorDialog")
    for name, step in STEPS.items():
        player.press(("step", name, step))
    player.keys(*["BackSpace"] * 6)
    player.type("42")
    player.reads("42")
    player.press(("answer", "go"))
    player.on("PlayScreen")
    player.reads("Ricosheep 42")
    player.keys("F1")
    keys = player.on("PlayScreen", "KeysDialog").words
    assert "watch a search step by step" in keys
    assert "explained step by step" not in keys
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("Right", "Down", "Left", "Up")
    played = player.running(lambda session: session.moves)
    known = played.game.making.generators[0].parameters
    defaults = {one.name: int(one.default) for one in known if one.name in STEPS}
    made = generate(played.game, 42, {name: defaults[name] + step for name, step in STEPS.items()})
    assert played.level == made


def test_a_batch_goes_to_my_levels_and_every_generator_is_offered(start: Start) -> None:
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "random"))
    player.on("LevelsScreen", "GeneratorDialog")
    makers = games()["sokoban"].making.generators
    assert len(makers) > 1
    player.press(("maker", 1))
    easy = makers[1].presets[0]
    player.press(("preset", 0))
    player.until(lambda frame: "easy" in frame.texts and str(easy.values["rows"]) in frame.texts)
    player.press(("caret", "count", 0))
    player.keys("ctrl+a")
    player.type("3")
    player.press(("answer", "go"))
    player.on("MyLevelsScreen")
    sokoban = games()["sokoban"]
    [collection] = player.store(lambda store: MyLevels(store).collections(sokoban))
    assert collection.total == 3
    levels = player.store(
        lambda store: [MyLevels(store).entry(sokoban, each).level for each in MyLevels(store).levels(collection.id)]
    )
    assert all(len(level.headers.title) > 0 and sokoban.coaching.grade is not None for level in levels)


def test_a_level_is_locked_until_the_one_before_is_solved_if_that_is_wished(start: Start) -> None:
    player = start()
    player.press(("game", "ricosheep"))
    assert repr(("level", 2)) in player.on("LevelsScreen").targets  # usually all are open
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("do", "settings"))
    player.on("HomeScreen", "SettingsDialog")
    player.press(("switch", list(SWITCHES).index("lock_levels")))
    player.store(lambda store: store.setting("lock_levels"))
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("game", "ricosheep"))
    assert repr(("level", 1)) not in player.on("LevelsScreen").targets
    player.press(("locked", 1))
    player.reads("opens when the one before is solved")
    player.press(("level", 0))
    player.on("PlayScreen")
    ricosheep, found = games()["ricosheep"], pack("ricosheep")
    assert found is not None
    moves = solve(ricosheep, found.entry("1").level).moves
    player.keys(*(move.name.capitalize() for move in moves))
    player.won()
    player.keys("Escape")
    targets = player.on("LevelsScreen").targets
    assert repr(("level", 1)) in targets and repr(("level", 2)) not in targets


def test_chapters_fold_and_stay_folded(start: Start) -> None:
    player = start("--size", "600x600")
    player.press(("game", "ricosheep"))
    assert repr(("level", 0)) in player.on("LevelsScreen").targets
    player.press(("fold", "0"))
    player.until(lambda frame: repr(("level", 0)) not in frame.targets)
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("game", "ricosheep"))
    assert repr(("level", 0)) not in player.on("LevelsScreen").targets
    player.press(("fold", "0"))
    player.until(lambda frame: repr(("level", 0)) in frame.targets)


def test_a_stroke_draws_and_the_editor_says_why_a_level_is_impossible(start: Start) -> None:
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    player.press(("tool", "wall"))
    player.drag((1, 1), (1, 4))
    for tool, cell in (("player", (3, 3)), ("box", (2, 1)), ("target", (4, 4))):
        player.press(("tool", tool))
        player.press(cell)
    player.press(("do", "check"))
    player.reads("Proven impossible: ")
    player.keys("a", "a", "a", "a")  # three things, and the whole stroke
    sokoban = games()["sokoban"]
    assert sokoban.making.editor is not None
    blank = sokoban.making.editor.blank(6, 6)
    player.store(lambda store: (found := Drafts(store).load(sokoban)) is not None and found.level == blank)


def test_the_level_of_the_day_counts_days(start: Start) -> None:
    ricosheep = games()["ricosheep"]
    player = start()
    player.press(("game", "ricosheep"))
    player.on("LevelsScreen")
    player.press(("do", "daily"))
    player.reads("Level of the day 20")
    player.on("PlayScreen")
    level = player.store(lambda store: Daily(store).level(ricosheep, Daily(store).today()))
    assert level is not None
    player.keys(*(move.name.capitalize() for move in solve(ricosheep, level.level).moves))
    player.won()
    player.keys("Escape")
    player.on("LevelsScreen")
    player.reads("Level of the day (1)")
    player.keys("Escape")
    # It is not one of the levels that come with the game (Turtle-rescue has 36 too).
    assert player.on("HomeScreen").words.count("0 of 36 solved") == 2
    player.press(("do", "records"))
    player.on("RecordsScreen")
    player.press(("do", "statistics"))
    assert player.on("StatisticsScreen").says("0 / 36 + 1")


def test_without_a_display_the_terminal_plays() -> None:
    with Terminal("-m", "cassetete", "play", "sokoban", DISPLAY="", CASSETETE_LANG="en") as terminal:
        terminal.until("Three steps")
    with Terminal("-m", "cassetete", DISPLAY="", CASSETETE_LANG="en") as terminal:
        terminal.until("there is no display")
        terminal.until("cassetete play sokoban")


def test_ctrl_q_quits_from_every_screen(start: Start) -> None:
    """Where letters search for a level, too."""
    player = start()
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.keys("ctrl+q")
    assert player.ended() == 0
