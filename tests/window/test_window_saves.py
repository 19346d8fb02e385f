"""What the window keeps: games through a crash, records, settings — and what it does when it can keep nothing."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.core.lengths import Totals
from cassetete.front.window.widgets.settings_dialog import SWITCHES
from cassetete.session.session import Record, Session
from window.conftest import Start
from window.driver import alive, until


def moves(session: Session) -> str:
    return "".join(move.name[0] for move in session.moves)


def test_a_killed_game_goes_on_where_it_was(start: Start) -> None:
    player = start("play", "sokoban", "round")
    player.keys("Up", "Right", "Right", "Right")
    player.until(lambda frame: "4" in frame.texts)  # four moves are shown
    workers = player.workers()
    player.kill()
    until(lambda: not any(alive(pid) for pid in workers), "the end of the workers")
    kept = moves(player.running())
    assert kept in ("URR", "URRR")

    again = start()
    again.on("HomeScreen")
    again.press(("do", "continue"))
    again.reads("level 2 of")
    again.keys("Down")
    again.running(lambda session: moves(session) == kept + "D")


def test_a_loaded_save_does_not_lose_the_running_game(start: Start, tmp_path: Path) -> None:
    player = start("play", "sokoban", "round")
    player.keys("Up")
    player.running(lambda session: moves(session) == "U")
    player.command("save")
    player.on("PlayScreen", "PathDialog")
    player.keys("Return")
    player.reads("saved:")
    player.keys("Right", "Right")
    player.running(lambda session: moves(session) == "URR")
    player.keys("F9")
    player.on("PlayScreen", "PathDialog")
    player.type("The long way round.save")
    player.keys("Return")
    player.until(lambda frame: frame.dialog is None and "1" in frame.texts)  # one move, as it was saved
    player.keys("a", "a")
    player.running(lambda session: moves(session) == "URR")


def test_records_are_shown_and_exported(start: Start, tmp_path: Path) -> None:
    sokoban = games()["sokoban"]
    found = pack("sokoban")
    assert found is not None
    with Store(tmp_path / "profile") as store:
        for name, pushes in (("Bob", 4), ("Ada", 2), ("Carol", 3)):
            store.player = name
            store.win(sokoban, found.entry("first").level, Record(Totals(pushes, pushes, pushes), 75.0, 0, False))
    player = start()
    player.press(("do", "records"))
    texts = player.on("RecordsScreen").texts
    assert [name for name in texts if name in ("Ada", "Bob", "Carol")] == ["Ada", "Carol", "Bob"]
    assert "★ 2" in texts
    player.press(("do", "export"))
    player.on("RecordsScreen", "PathDialog")
    player.keys("Return")
    player.reads("saved:")
    exported = (player.documents / "records.txt").read_text("utf-8")
    player.press(("do", "statistics"))
    assert "Levels won each month" in player.on("StatisticsScreen").texts
    player.keys("Escape")
    player.on("RecordsScreen")
    assert exported.index("Ada") < exported.index("Carol") < exported.index("Bob")
    player.press(("do", "back"))
    player.on("HomeScreen")
    assert player.unpressed("RecordsScreen") == set()


def switches() -> list[str]:
    """The settings that have a switch, in order: the program's, then each game's own."""
    found = ["outlook" if name == "lower_bound" else name for name in SWITCHES]
    for game in games().values():
        found += [f"warn_lost:{game.id}"] if not game.coaching.judged_live else []
        found += [f"option:{game.id}:{option.id}" for option in game.controls.options]
    return found


def test_every_button_of_home_and_every_setting(start: Start) -> None:
    player = start("play", "sokoban", "round")
    player.keys("Up")
    player.running(lambda session: moves(session) == "U")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "back"))
    player.on("HomeScreen")

    player.press(("do", "language"))
    player.reads("Réglages")
    assert player.store(lambda store: store.setting("language")) == "fr"
    player.press(("do", "language"))
    player.reads("Settings")
    assert player.store(lambda store: store.setting("language")) == "en"
    for theme in ("dark", "colour-blind", "light"):
        player.press(("do", "theme"))
        player.reads(theme)
        assert player.store(lambda store: store.setting("theme")) == theme

    player.press(("do", "name"))
    player.on("HomeScreen", "Prompt")
    player.keys("BackSpace", "BackSpace", "BackSpace")
    player.type("Emmy")
    player.press(("answer", "ok"))
    player.on("HomeScreen")
    player.reads("Emmy")
    assert player.store(lambda store: store.player) == "Emmy"

    player.press(("do", "settings"))
    player.on("HomeScreen", "SettingsDialog")
    for index, name in enumerate(switches()):
        if repr(("switch", index)) not in player.on("HomeScreen", "SettingsDialog").targets:
            player.keys("Next")
        player.press(("switch", index))
        player.store(lambda store, name=name: store.setting(name) is not None)  # type: ignore[misc]
    assert repr(("switch", len(switches()))) not in player.on("HomeScreen", "SettingsDialog").targets
    player.press(("answer", "address"))
    player.on("HomeScreen", "Prompt")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("do", "settings"))
    player.on("HomeScreen", "SettingsDialog")
    player.press(("answer", 0))
    player.on("HomeScreen")
    player.press(("do", "records"))
    player.on("RecordsScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    player.command("paste")
    assert "Nothing to paste" in player.on("HomeScreen", "Question").words
    player.press(("answer", 0))
    player.on("HomeScreen")
    player.press(("game", "sokoban"))
    last = len(pack("sokoban").names()) - 1  # type: ignore[union-attr]
    player.on("LevelsScreen")
    for _notch in range(30):
        player.wheel(up=False)
    assert repr(("level", last)) not in player.on("LevelsScreen").targets  # locked by the setting
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("do", "continue"))
    player.reads("level 2 of")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("do", "quit"))
    assert player.ended() == 0
    assert player.unpressed("HomeScreen") == set()


def test_a_damaged_store_is_set_aside_and_the_game_goes_on(start: Start, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "cassetete.sqlite").write_bytes(b"this is no database " * 99)
    player = start("play", "sokoban", "round", prepared=True)
    player.keys("Up")
    player.running(lambda session: moves(session) == "U")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.keys("Escape")
    player.reads("was damaged")
    [aside] = [path for path in profile.iterdir() if "damaged" in path.name]
    assert aside.read_bytes().startswith(b"this is no database")
