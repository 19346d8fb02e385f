"""Takes the pictures of docs/window.md: plays in a real window under Xvfb, as the window's tests do.

PYTHONPATH=src:tests python tools/screenshots.py [GAME …]      (needs Xvfb and xdotool)
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import ImageGrab

from cassetete.app.levels.lessons import FIRST_LESSON
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import Store
from cassetete.core.lengths import Totals
from cassetete.session.session import Record
from window.display import x_server
from window.driver import Player

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SHOWN = {
    "pushit": "map_tour",
    "ricosheep": "orchard",
    "slitherlink": "heart",
    "sokoban": "carousel",
    "turtle": "family",
}


def main() -> None:
    """Every screen once, with a profile in which levels are solved."""
    with tempfile.TemporaryDirectory() as folder, x_server() as display:
        profile = Path(folder) / "profile"
        fill_profile(profile)
        player = Player(display, profile, "--size", "1080x760", CASSETETE_LANG="en")
        at_home(player)
        for name, level in SHOWN.items():
            if not sys.argv[1:] or name in sys.argv[1:]:
                at_play(player, name, level)
        in_french_dark(player)
        player.close()
        player.ended()
        player.stop()


def fill_profile(profile: Path) -> None:
    """Store solved levels and scores in a profile."""
    with Store(profile) as store:
        for number, game in enumerate(games().values()):
            store.finish_lesson(game.id, FIRST_LESSON)
            found = pack(game.id)
            assert found is not None
            for place, name in enumerate(found.names()[: 5 + number]):
                level = found.entry(name).level
                best = level.headers.optimum
                for player, more in (("Grace", 4), ("Alan", 2 + place % 2), ("Ada", (place + number) % 3)):
                    store.player = player
                    tally = Totals(best + more, best + more, best + more)
                    moves = solve(game, level).moves if player == "Ada" else ()
                    store.win(game, level, Record(tally, 31.5 + 7 * place + more, 0, False, moves))


def shoot(player: Player, name: str) -> None:
    """Take a picture of the window."""
    time.sleep(0.6)  # the end of an animation
    command = ["xdotool", "getwindowgeometry", "--shell", player.window]
    lines = subprocess.run(command, env=player.environment, check=True, capture_output=True, text=True).stdout.split()
    place = {key: int(value) for key, _equals, value in (line.partition("=") for line in lines)}
    x, y = place["X"], place["Y"]
    whole = ImageGrab.grab(xdisplay=player.environment["DISPLAY"])
    picture = whole.crop((x, y, x + place["WIDTH"], y + place["HEIGHT"]))
    picture.quantize(200).save(IMAGES / f"window-{name}.png")


def at_home(player: Player) -> None:
    """Home, settings, records, levels, a lesson, the random level dialog."""
    player.on("HomeScreen")
    shoot(player, "home")
    player.press(("do", "records"))
    player.on("RecordsScreen")
    shoot(player, "records")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("game", "turtle"))
    player.on("LevelsScreen")
    shoot(player, "levels")
    player.press(("do", "lesson"))
    player.on("LessonScreen")
    player.keys("n", "n")
    shoot(player, "lesson")
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    player.press(("do", "random"))
    player.on("LevelsScreen", "GeneratorDialog")
    shoot(player, "random")
    player.press(("answer", "no"))
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")


def at_play(player: Player, name: str, level: str) -> None:
    """A board half played, and the other screens of some games."""
    found = pack(name)
    assert found is not None
    index = found.names().index(level)
    player.press(("game", name))
    player.on("LevelsScreen")
    player.type(str(index + 1))
    player.until(lambda frame: str(index + 1) in frame.texts)
    player.keys("Return")
    player.until(lambda frame: f"level {index + 1} of" in frame.words)
    entry = found.entry(level)
    moves = solve(entry.game, entry.level).moves
    for move in moves[: len(moves) // 2]:
        if name == "slitherlink":
            player.press(move.segment)
        elif name == "turtle":
            player.keys(str(move.animal), move.direction.name.capitalize())
        else:
            player.keys(move.name.capitalize())
    if name == "turtle":
        player.keys("1")
    shoot(player, f"play-{name}")
    more = {"pushit": won, "ricosheep": search, "sokoban": lost_shown_drawn, "slitherlink": explained}
    more.get(name, lambda _player: None)(player)
    player.keys("Escape")
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")


def won(player: Player) -> None:
    """The first level, won."""
    found = pack("pushit")
    assert found is not None
    entry = found.entry(found.names()[0])
    player.keys(*["p"] * found.names().index(SHOWN["pushit"]))
    player.reads("level 1 of")
    player.keys(*(move.name.capitalize() for move in solve(entry.game, entry.level).moves))
    player.won()
    shoot(player, "won")


def search(player: Player) -> None:
    """The search view."""
    player.keys("r", "v")
    player.on("WatchScreen")
    player.keys("plus", "2")
    shoot(player, "search")
    player.press(("do", "back"))
    player.on("PlayScreen")


def explained(player: Player) -> None:
    """The solution explained."""
    player.keys("e")
    player.on("ExplainScreen")
    player.until(lambda frame: "step 0 of" in frame.words and "…" not in frame.words)
    player.keys(*["Right"] * 30)
    shoot(player, "explain")
    player.press(("do", "back"))
    player.on("PlayScreen")


def lost_shown_drawn(player: Player) -> None:
    """A loss and its reason, a solution stepped through, the editor."""
    found = pack("sokoban")
    assert found is not None
    player.keys(*["p"] * (found.names().index(SHOWN["sokoban"]) - 2))
    player.reads("level 3 of")
    lose(player, found.entry(found.names()[2]))
    player.keys("r", "s")
    player.reads("T steps through it")
    player.keys("t")
    player.on("ReplayScreen")
    player.keys("Home", "Right", "Right", "Right")
    player.reads("move 3 of")
    shoot(player, "replay")
    player.keys("Escape")
    player.on("PlayScreen")
    editor(player)


def lose(player: Player, entry: LoadedLevel) -> None:
    """Play the shortest way to a position that the game can prove lost."""
    game, level = entry.game, entry.level
    assert game.coaching.warn is not None
    lines = [((), entry.state)]
    for line, state in lines:
        if game.coaching.warn(level, state) is not None:
            player.keys(*(move.name.capitalize() for move in line))
            player.reads("A undoes")
            shoot(player, "lost")
            return
        lines += [((*line, move), game.rules.play(level, state, move)) for move in game.rules.moves(level, state)]


def editor(player: Player) -> None:
    """Draw and check a small level."""
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    drawn = {"wall": [(1, 1), (1, 4), (3, 3)], "target": [(2, 4), (4, 4)], "box": [(2, 2), (3, 2)], "player": [(4, 1)]}
    for tool, cells in drawn.items():
        player.press(("tool", tool))
        for cell in cells:
            player.press(cell)
    player.command("check")
    player.until(lambda frame: "olvable" in frame.words or "mpossible" in frame.words)
    shoot(player, "editor")


def in_french_dark(player: Player) -> None:
    """The window in French, dark, and small."""
    player.press(("do", "language"))
    player.press(("do", "theme"))
    player.reads("sombre")
    shoot(player, "home-dark")
    player.resize(600, 600)
    player.press(("do", "continue"))
    player.on("PlayScreen")
    shoot(player, "small")
    player.keys("Escape")


if __name__ == "__main__":
    main()
