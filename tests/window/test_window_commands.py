"""The commands of a game: each by its button and by its keys, and what the workers answer."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from cassetete.app.registry import games
from cassetete.app.store import Store, level_key
from cassetete.session import saves
from cassetete.session.session import Session
from window.conftest import Start


def moves(session: Session) -> str:
    return "".join(move.name[0] for move in session.moves)


def shapes(picture: bytes) -> bytes:
    """An SVG picture, which must be one."""
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    return picture


def test_every_button_of_a_game(start: Start, tmp_path: Path) -> None:
    player = start("play", "sokoban", "round", "--size", "1080x760")

    def after(button: str, played: str, depth: int = 0) -> Session:
        player.command(button)
        return player.running(lambda session: moves(session) == played and len(session.now.open) == depth)

    def picture(answer: str, name: str) -> bytes:
        player.command("picture")
        player.on("PlayScreen", "Question")
        player.keys(answer)
        player.on("PlayScreen", "PathDialog")
        player.retype(name)
        player.keys("Return")
        player.on("PlayScreen")  # it stays in dialogs until the picture is drawn
        return (player.documents / name).read_bytes()

    player.keys("Up", "Right")
    player.running(lambda session: moves(session) == "UR")
    after("undo", "U")
    after("redo", "UR")
    after("restart", "")
    after("undo", "UR")
    after("suppose", "UR", 1)
    player.keys("Right")
    after("suppose", "URR", 2)
    player.keys("Right")
    player.running(lambda session: moves(session) == "URRR")
    after("reject", "URR", 1)
    after("accept", "URR")

    player.command("check")
    player.reads("no mistake so far")
    player.command("print")
    player.on("PlayScreen", "Question")
    player.keys("Escape")
    player.on("PlayScreen")
    player.press(("do", "hint"))
    player.reads("(H: show more)")
    player.command("keys")
    assert "run until something" in player.on("PlayScreen", "KeysDialog").words
    player.press(("answer", 0))
    player.on("PlayScreen")
    for size in ([1640, 1000], [1080, 760]):
        player.command("fullscreen")
        player.until(lambda frame, size=size: frame.size == size)  # type: ignore[misc]
    player.command("search")
    player.on("WatchScreen")
    player.press(("do", "back"))
    player.on("PlayScreen")

    before = player.on("PlayScreen")
    for name in ("theme", "theme", "theme", "text-size"):
        player.command(name)
    larger = player.on("PlayScreen")
    assert larger.targets[repr(("do", "hint"))] != before.targets[repr(("do", "hint"))]
    for _size in range(3):
        player.command("text-size")
    player.command("settings")
    player.on("PlayScreen", "SettingsDialog")
    player.keys("Escape")
    player.on("PlayScreen")
    player.command("edit")
    player.on("EditorScreen")
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("level", 0))
    player.on("PlayScreen")
    player.press(("do", "next"))
    player.reads("level 2 of")
    assert picture("1", "The long way round.png").startswith(b"\x89PNG")
    assert b"<animate" not in shapes(picture("2", "still.svg"))
    assert picture("5", "The long way round.gif").startswith(b"GIF89a")
    for answer, name in (("4", "played.svg"), ("6", "solution.svg")):
        assert b"<animate" in shapes(picture(answer, name))

    player.command("replay")
    player.on("ReplayScreen")
    player.press(("do", "back"))
    player.on("PlayScreen")
    player.command("copy-moves")
    player.reads("3 moves copied")
    player.command("link")
    player.reads("the link was copied")
    player.command("copy")
    player.reads("level copied")
    player.command("paste")  # the very level that is on the board: the game goes on
    player.on("PlayScreen")
    player.press(("do", "back"))
    player.on("LevelsScreen")
    player.press(("level", 0))
    player.on("PlayScreen")
    player.press(("do", "next"))
    player.reads("level 2 of")

    player.command("save")
    player.on("PlayScreen", "PathDialog")
    player.keys("Return")
    player.reads("saved:")
    saved = saves.load((player.documents / "The long way round.save").read_text("utf-8"), games())
    assert (moves(saved), saved.hints) == ("URR", 1)

    player.press(("do", "next"))
    player.reads("level 3 of")
    player.press(("do", "previous"))
    player.reads("level 2 of")
    after("restart", "")
    player.command("load")
    player.on("PlayScreen", "PathDialog")
    player.type("The")
    player.keys("Tab")  # as far as the pictures and the game have the same name
    player.type("save")
    player.press(("answer", "ok"))
    player.on("PlayScreen")
    player.keys("Left")
    player.running(lambda session: moves(session) == "URRL")

    player.command("solve")
    player.won()
    player.press(("do", "restart"))
    player.until(lambda frame: not frame.end)
    assert player.store(lambda store: [store.top(level_key(saved.game, saved.level))]) == [[]]
    player.press(("do", "back"))
    player.on("LevelsScreen")
    player.keys("Return")
    player.on("PlayScreen")
    player.command("another")
    player.until(lambda frame: frame.dialog is None and any(text.startswith("Sokoban ") for text in frame.texts))
    player.command("quit")
    assert player.ended() == 0
    passing = {"('do', 'pause')", "('do', 'stop')", "('menu', 'accept')", "('menu', 'reject')", "('do', 'put-away')"}
    passing |= {"('do', 'share')", "('do', 'replay')", "('do', 'next')"}
    assert player.unpressed("PlayScreen") <= passing


def test_the_keys_of_the_commands(start: Start) -> None:
    player = start("play", "sokoban", "round")
    steps = [
        (["Up", "Right"], "UR", 0),
        (["a"], "U", 0),
        (["y"], "UR", 0),
        (["u"], "U", 0),
        (["ctrl+y"], "UR", 0),
        (["ctrl+z"], "U", 0),
        (["ctrl+Right"], "URRR", 0),
        (["r"], "", 0),
        (["a"], "URRR", 0),
        (["F2", "Down", "F2", "Down"], "URRRDD", 2),
        (["F4"], "URRRD", 1),
        (["F3"], "URRRD", 0),
    ]
    for keys, played, depth in steps:
        player.keys(*keys)
        player.running(lambda s, p=played, d=depth: moves(s) == p and len(s.now.open) == d)  # type: ignore[misc]
    player.keys("n")
    player.reads("level 3 of")
    player.keys("p")
    player.reads("level 2 of")
    player.keys("question")
    player.on("PlayScreen", "KeysDialog")
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("Escape")
    player.on("LevelsScreen")


def test_a_lost_game_is_said_to_be_lost_and_undo_still_works(start: Start, tmp_path: Path) -> None:
    with Store(tmp_path / "profile") as store:
        store.set("outlook", True)
    level = tmp_path / "edge.xsb"
    level.write_text("#######\n#     #\n#@$  .#\n#     #\n#######\n", "utf-8")
    player = start("play", str(level))
    player.keys("Down", "Right", "Up")
    player.reads("can never be pushed to a target")
    player.keys("a")
    player.until(lambda frame: "can never be pushed" not in frame.words)
    player.running(lambda session: moves(session) == "DR")
    player.reads("pushes still needed: at least 3")


def test_warnings_and_what_is_needed_can_be_switched_off(start: Start, tmp_path: Path) -> None:
    with Store(tmp_path / "profile") as store:
        store.set("warn_lost", False)
        store.set("outlook", True)
    level = tmp_path / "edge.xsb"
    level.write_text("#######\n#     #\n#@$  .#\n#     #\n#######\n", "utf-8")
    player = start("play", str(level))
    player.reads("pushes still needed: at least 3")
    player.keys("Down", "Right", "Up")
    player.running(lambda session: moves(session) == "DRU")
    player.keys("Left", "Right")
    player.running(lambda session: moves(session) == "DRULR")
    player.keys("h")  # a hint says it all the same, and by then the judge would have spoken
    player.reads("can never be pushed to a target")
    assert not any("A undoes" in frame.words for frame in player.frames())


def test_a_search_is_watched_to_its_solution(start: Start) -> None:
    player = start("play", "ricosheep", "motley", "--size", "900x700")  # 40 seconds of search, if it were left alone
    player.command("search")
    player.on("WatchScreen")
    player.keys("2")
    player.reads("Pause")
    player.press(("solver", 1))
    player.press(("do", "pause"))
    player.reads("Play")
    player.press(("do", "slower"))
    player.reads("5 states a second")
    player.press(("do", "step"))
    player.press(("do", "faster"))
    player.reads("15 states a second")
    player.keys("plus", "plus", "plus", "plus")
    player.reads("as fast as possible")
    player.keys("space")
    player.reads("proven shortest")
    # the solution plays itself until there is nothing left to step through
    player.until(lambda frame: repr(("do", "step")) not in frame.targets)
    player.press(("do", "back"))
    player.on("PlayScreen")
    assert player.unpressed("WatchScreen") == set()
    assert player.store(lambda store: [store.saved_games()]) == [[]]  # watching plays nothing


def test_closing_the_window_leaves_nothing_behind(start: Start) -> None:
    player = start("play", "turtle")
    player.keys("Right")
    player.running(lambda session: len(session.moves) == 1)
    assert player.workers()
    player.close()
    assert player.ended() == 0
    assert player.output() == ""
