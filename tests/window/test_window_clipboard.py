"""Copy and paste between the window and other programs, and the solution player."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.levels import links
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import Store
from cassetete.core.grid import Direction
from cassetete.core.lengths import Totals
from cassetete.session.session import Record, Session
from window.conftest import Start
from window.driver import until

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")
DETOUR = "########\n#      #\n# @$  .#\n#      #\n########\n"


def moves(session: Session) -> str:
    return "".join(move.name[0] for move in session.moves)


def test_levels_and_solutions_of_every_game_go_through_the_clipboard(start: Start) -> None:
    player = start()
    for name in OURS:
        entry = pack(name).entry("2")  # type: ignore[union-attr]
        game, level = entry.game, entry.level
        written = game.formats[0].dump([level])
        solution = solve(game, level).moves
        player.on("HomeScreen")
        player.clip(written)
        player.keys("ctrl+v")
        player.on("PlayScreen")
        player.reads(level.headers.title)
        player.clip("something else")
        player.keys("ctrl+c")
        player.reads("copied")
        player.has_clipped(written)
        if name == "slitherlink":
            player.keys("ctrl+c")
            until(lambda: "puzz.link/p?slither" in player.clipped(), "the link")
        player.clip(game.notation.write(level, entry.state, solution))
        player.keys("ctrl+v")
        player.on("ReplayScreen")
        player.keys("End")
        player.reads(f"move {len(solution)} of {len(solution)}")
        player.clip("")
        player.keys("ctrl+shift+c")
        player.reads("moves copied")
        player.has_clipped(game.notation.write(level, entry.state, solution))
        for screen in ("PlayScreen", "LevelsScreen", "HomeScreen"):
            player.keys("Escape")
            player.on(screen)


def test_what_cannot_be_pasted_is_explained_and_nothing_is_lost(start: Start) -> None:
    player = start("play", "sokoban", "round")
    player.keys("Up", "Right")
    player.running(lambda session: moves(session) == "UR")
    for text, note in (
        ("hello, world", "this is neither a level"),
        ("u4r", "move 5 is not allowed: there is a wall"),
        ("####\n#@ #\n####\n", "this is not a level: there is no box"),
    ):
        player.clip(text)
        player.keys("ctrl+v")
        assert player.reads(note).screen == "PlayScreen"
    player.keys("ctrl+shift+c")
    player.reads("moves copied")
    player.has_clipped("ur")
    player.keys("Right")
    player.running(lambda session: moves(session) == "URR")


def test_the_solution_player_steps_shortens_and_lets_one_play_on(start: Start, tmp_path: Path) -> None:
    level = tmp_path / "detour.xsb"
    level.write_text(DETOUR, "utf-8")
    player = start("play", str(level), "--size", "1000x800")
    player.clip("RurrdLulld3R")
    player.keys("ctrl+v")
    player.on("ReplayScreen")
    player.press(("do", "pause"))
    player.press(("do", "end"))
    player.reads("move 13 of 13")
    player.press(("do", "back-step"))
    player.reads("move 12 of 13")
    player.press(("do", "start"))
    player.reads("move 0 of 13")
    player.press(("do", "step"))
    player.reads("move 1 of 13")
    player.press(("do", "slower"))
    player.reads("2 moves a second")
    player.press(("do", "faster"))
    player.press(("do", "faster"))
    player.reads("8 moves a second")
    player.press(("do", "copy-moves"))
    player.reads("moves copied")
    player.press(("do", "improve"))
    player.reads("Pushes: 3 instead of 5")
    player.press(("do", "improve-moves"))
    player.reads("no shorter solution found")
    player.press(("do", "copy-moves"))
    player.has_clipped("RRR")
    player.keys("Right", "Right")
    player.reads("move 2 of 3")
    player.press(("do", "play-on"))
    player.running(lambda session: moves(session) == "RR" and session.solved_for)
    player.keys("t")
    player.on("ReplayScreen")
    player.reads("these moves do not win")
    player.press(("do", "back"))
    player.on("PlayScreen")
    assert player.unpressed("ReplayScreen") <= {repr(("do", "stop"))}
    player.keys("Right")
    player.won()
    assert player.store(lambda store: [store.level_records()]) == [[]]  # a game played from a replay enters no record


def test_a_solution_file_is_played(start: Start, tmp_path: Path) -> None:
    (tmp_path / "mine.lurd").write_text("urlrrrdLLL\n", "utf-8")
    player = start("play", "sokoban", "round")
    player.command("load")
    player.on("PlayScreen", "PathDialog")
    player.retype(str(tmp_path / "mine.lurd"))
    player.keys("Return")
    player.on("ReplayScreen")
    player.reads("move 10 of 10")  # it plays itself to the end
    player.keys("Escape")
    player.on("PlayScreen")


def test_the_machine_s_answer_is_stepped_through(start: Start, tmp_path: Path) -> None:
    level = tmp_path / "corridor.xsb"  # so long that the solution still plays when T is typed
    level.write_text(f"{'#' * 54}\n#@{' ' * 48}$ .#\n{'#' * 54}\n", "utf-8")
    player = start("play", str(level))
    player.command("solve")
    player.reads("T steps through it")
    player.keys("t")
    player.on("ReplayScreen")
    player.keys("Home", "Right")
    player.reads("move 1 of")
    player.keys("Return")
    player.running(lambda session: len(session.moves) == 1 and session.solved_for)


def test_best_solutions_are_kept_replayed_and_exported(start: Start, tmp_path: Path) -> None:
    sokoban = games()["sokoban"]
    level = pack("sokoban").entry("round").level  # type: ignore[union-attr]
    begin = sokoban.rules.start(level)
    with Store(tmp_path / "profile") as store:
        store.player = "Ada"
        store.set("all_lengths", True)
        for text in ("urrrdLLL", "urlrrrdLLL"):
            line = sokoban.notation.read(level, begin, text)
            store.win(sokoban, level, Record(Totals(len(line), 3, len(line)), 9.0, 0, False, line))
    player = start()
    player.press(("do", "records"))
    player.reads("Box lines: 1")
    player.press(("best", 0, 0))
    player.on("ReplayScreen")
    player.keys("End")
    player.reads("of 8")
    player.keys("Escape")
    player.on("RecordsScreen")
    player.press(("replay", 0, 1))
    player.on("ReplayScreen")
    player.keys("Home", "Right", "Return")
    player.on("PlayScreen")
    player.running(lambda session: moves(session) == "U" and session.solved_for)
    player.keys("Escape", "Escape")
    player.on("HomeScreen")
    player.press(("do", "records"))
    player.press(("do", "solutions"))
    player.on("RecordsScreen", "Question")
    player.press(("answer", 1))
    player.on("RecordsScreen", "PathDialog")
    player.keys("Return")
    player.reads("saved:")
    exported = (player.documents / "solutions.txt").read_text("utf-8")
    assert "Pushes 3 (Ada): u3rd3L" in exported


def test_a_link_to_the_position_is_copied(start: Start) -> None:
    player = start("play", "ricosheep", "1")
    player.keys("Right")
    player.running(lambda session: moves(session) == "R")
    player.keys("ctrl+l")
    player.reads("the link was copied")
    found = pack("ricosheep")
    assert found is not None
    entry = found.entry("1")
    player.has_clipped(links.link(entry.game, entry.level, (Direction.RIGHT,)))
    player.command("settings")
    player.press(("answer", "address"))
    player.on("PlayScreen", "Prompt")
    player.type("play.example.org")
    player.keys("Return")
    player.reads("an address begins with")
    player.retype("https://play.example.org/")
    player.keys("Return")
    player.on("PlayScreen")
    player.keys("ctrl+l")
    player.has_clipped(links.link(entry.game, entry.level, (Direction.RIGHT,), base="https://play.example.org/"))
