"""Every game is won in a real window: from the home screen by keys, by the mouse alone, and in its first lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import Store, level_key
from cassetete.core.contract import AnyGame
from window.conftest import Start, prepare
from window.display import drawing, x_server
from window.driver import Player

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")


def first_level(name: str) -> LoadedLevel:
    found = pack(name)
    assert found is not None
    return found.entry(found.names()[0])


def keys_of(game: AnyGame, move: Any) -> list[str]:
    """The keys of a move."""
    if game.id == "turtle":
        return [str(move.animal), move.direction.name.capitalize()]
    return [move.name.capitalize()]


def play_by_keys(player: Player, game: AnyGame, level: Any) -> None:
    player.keys(*(key for move in solve(game, level).moves for key in keys_of(game, move)))


def play_by_mouse(player: Player, game: AnyGame, level: Any) -> None:
    state = game.rules.start(level)
    for count, move in enumerate(solve(game, level).moves, 1):
        after = game.rules.play(level, state, move)
        if game.id == "slitherlink":
            player.press(move.segment)
        elif game.id == "ricosheep":
            player.drag((1, 1), (1 + move.step[0], 1 + move.step[1]))
        elif game.id == "turtle":
            player.press(level.place(state[move.animal]))
            player.press(level.place(after[move.animal]))
        elif game.id == "pushit":
            player.press(level.cell(after.ball))
        else:
            player.press(after.player)
            if after.boxes != state.boxes:  # that was a box, which is chosen now: then where it goes
                player.press((after.player[0] + move.step[0], after.player[1] + move.step[1]))
        state = after
        player.until(lambda frame, count=count: str(count) in frame.texts or frame.dialog)  # type: ignore[misc]


@pytest.mark.parametrize("name", OURS)
def test_a_game_is_played_from_home_to_a_win(start: Start, name: str) -> None:
    player = start(name=None, lessons=True)
    player.on("HomeScreen")  # and no question
    player.press(("game", name))
    player.on("LessonScreen")  # a board to play, one click after the start
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    entry = first_level(name)
    player.press(("level", 0))
    player.on("PlayScreen")

    if name == "slitherlink":
        play_by_mouse(player, entry.game, entry.level)
    else:
        play_by_keys(player, entry.game, entry.level)

    player.on("PlayScreen", "Prompt")  # whose record is it?
    player.type("Grace")
    player.keys("Return")
    player.won()
    key = level_key(entry.game, entry.level)
    [score] = player.store(lambda store: store.top(key))
    assert (score.player, score.score) == ("Grace", entry.level.headers.optimum)
    assert player.store(lambda store: store.stars(key)) == 3
    assert player.store(lambda store: "first" in store.lessons(name))
    player.keys("n")
    player.reads("level 2 of")
    player.keys("ctrl+q")
    assert player.ended() == 0


def test_every_game_is_won_by_the_mouse_alone(start: Start) -> None:
    player = start()
    for name in OURS:
        player.on("HomeScreen")
        player.press(("game", name))
        player.on("LevelsScreen")
        entry = first_level(name)
        player.press(("level", 0))
        player.on("PlayScreen")
        play_by_mouse(player, entry.game, entry.level)
        player.won()
        key = level_key(entry.game, entry.level)
        assert player.store(lambda store, key=key: store.stars(key)) == 3  # type: ignore[misc]
        player.press(("do", "back"))
        player.on("LevelsScreen")
        player.press(("do", "back"))


def test_a_click_walks_and_a_drag_pushes(start: Start) -> None:
    player = start("play", "sokoban", "round", "--size", "900x700")
    player.press((1, 5))
    walked = player.running(lambda session: len(session.moves) == 4)
    assert walked.now.before is not None
    assert walked.now.before.before is None  # one step of undo
    player.keys("a")
    player.running(lambda session: session.moves == ())
    player.drag((2, 4), (2, 1))
    player.won()
    [score] = player.store(lambda store: store.top(level_key(walked.game, walked.level)))
    assert score.pushes == 3


def test_a_clicked_box_stays_chosen_and_goes_where_the_next_click_is(start: Start) -> None:
    player = start("play", "sokoban", "round", "--size", "900x700")
    player.press((2, 4))
    player.point(5, 5)
    player.press((2, 2))  # where the box can go, three cells away
    player.running(lambda session: (2, 2) in session.state.boxes)
    player.press((2, 2))
    player.press((2, 2))  # and let go of it again
    player.press((2, 3))  # so that this is a step
    player.running(lambda session: session.state.player == (2, 3) and (2, 2) in session.state.boxes)


def test_no_key_is_lost_when_one_is_held(start: Start, tmp_path: Path) -> None:
    level = tmp_path / "corridor.xsb"
    level.write_text(f"{'#' * 54}\n#@{' ' * 48}$ .#\n{'#' * 54}\n", "utf-8")
    player = start("play", str(level))
    player.hold("Right", 40)
    player.running(lambda session: len(session.moves) == 40)
    player.hold("a", 25)
    player.running(lambda session: len(session.moves) == 15)
    player.hold("y", 25)
    player.hold("Right", 10)
    player.won()


def test_undo_rewinds_while_its_key_is_held(tmp_path: Path) -> None:
    level, profile = tmp_path / "corridor.xsb", tmp_path / "profile"
    level.write_text(f"{'#' * 24}\n#@{' ' * 18}$ .#\n{'#' * 24}\n", "utf-8")
    prepare(profile, "Ada", lessons=False)
    with x_server(repeats=True) as display:
        player = Player(display, profile, "play", str(level))
        try:
            player.keys(*["Right"] * 12)
            player.running(lambda session: len(session.moves) == 12)
            player.key_down("u")
            player.running(lambda session: not session.moves)
            player.key_up("u")
        finally:
            player.stop()


def test_a_key_that_is_held_does_nothing_to_what_it_opens(tmp_path: Path) -> None:
    with x_server(repeats=True) as display:
        done = drawing("holding.py", display, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_slitherlink_crosses_and_erases_by_mouse_and_keys(start: Start) -> None:
    player = start("play", "slitherlink")
    segment = ((1, 0), (1, 1))
    marks: list[str] = []
    for button in (3, 1, 1, 3):
        player.press(segment, button)
        moves = player.running(lambda session: len(session.moves) == len(marks) + 1).moves
        marks.append(moves[-1].mark)
        assert moves[-1].segment == segment
    assert marks == ["x", ".", "+", "."]
    player.keys("Right", "space", "Down", "x")
    moves = player.running(lambda session: len(session.moves) == 6).moves[4:]
    assert [move.mark for move in moves] == ["+", "x"]
    assert moves[0].segment != moves[1].segment
    player.keys("ctrl+q")
    assert player.ended() == 0
    assert len(player.output().splitlines()) >= 6  # the sheet's two conditions, at each move


def test_slitherlink_by_one_button(start: Start, tmp_path: Path) -> None:
    with Store(tmp_path / "profile") as store:
        store.set(f"option:slitherlink:{games()['slitherlink'].controls.options[0].id}", True)
    player = start("play", "slitherlink")
    marks: list[str] = []
    for _click in range(3):
        player.press(((1, 0), (1, 1)))
        marks.append(player.running(lambda session: len(session.moves) == len(marks) + 1).moves[-1].mark)
    assert marks == ["+", "x", "."]


def test_an_enlarged_board_can_be_moved_and_leaves_the_buttons_alone(start: Start) -> None:
    player = start("play", "sokoban", "round", "--size", "900x700")
    whole = player.on("PlayScreen")
    x, y = player.place((2, 2))
    player.point(x, y)
    for _notch in range(5):
        left = player.place((2, 1))
        player.wheel(up=True)
        player.until(lambda frame, left=left: tuple(frame.targets[repr((2, 1))]) != left)  # type: ignore[misc]
    enlarged = player.until(lambda frame: repr((4, 6)) not in frame.targets)
    assert {target for target in whole.targets if target.startswith("('do'")} <= set(enlarged.targets)
    before = player.place((2, 2))
    player.drag((2, 2), (2, 3), button=2)
    player.until(lambda frame: frame.targets.get(repr((2, 2)), before)[0] > before[0])
    player.press((2, 1))
    player.running(lambda session: len(session.moves) == 1)


def test_the_first_lesson_is_played_to_its_end(start: Start) -> None:
    from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards

    player = start(lessons=True)
    player.press(("game", "sokoban"))
    taught = lesson_boards(games()["sokoban"])
    for number, board in enumerate(taught, 1):
        player.reads(f"board {number} of {len(taught)}")
        player.on("LessonScreen")
        play_by_keys(player, board.entry.game, board.entry.level)
        player.won("LessonScreen")
        player.keys("Return")
    player.on("LevelsScreen")
    assert player.store(lambda store: FIRST_LESSON in store.lessons("sokoban"))
    assert player.store(lambda store: [store.saved_games("sokoban")]) == [[]]
