"""Every screen of the window as pictures and one sheet of them, at a size, a theme, a language and a text size.

PYTHONPATH=src:tests python tools/window_tour.py FOLDER --size 600x600 --theme dark --lang fr --text large --dpi 96
(needs Xvfb and xdotool)
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw, ImageGrab

from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.levels.lessons import FIRST_LESSON
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import Store
from cassetete.core.lengths import Totals
from cassetete.session.session import Record
from window import driver
from window.display import x_server
from window.driver import Player

SHOWN = {
    "pushit": "map_tour",
    "ricosheep": "orchard",
    "slitherlink": "heart",
    "sokoban": "carousel",
    "turtle": "family",
}


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="600x600")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--text", default="normal")
    parser.add_argument("--dpi", type=int, default=96)
    parser.add_argument("--file", type=Path, help="a collection of levels to browse")
    parser.add_argument("--only", nargs="*", default=[], help="the stops to make (default: all)")
    chosen = parser.parse_args()
    driver.PATIENCE = 30
    with tempfile.TemporaryDirectory() as folder, x_server(chosen.size, chosen.dpi) as display:
        profile = Path(folder) / "profile"
        fill_profile(profile, chosen.theme, chosen.text)
        player = Player(display, profile, "--size", chosen.size, "--lang", chosen.lang)
        tour = Tour(player, chosen.folder, chosen.file)
        try:
            for stop in STOPS:
                if not chosen.only or stop.__name__ in chosen.only:
                    stop(tour)
        finally:
            player.stop()
            contact_sheet(tour.taken, chosen.folder / "sheet.png")


def fill_profile(profile: Path, theme: str = "light", text: str = "normal") -> None:
    """Store solved levels and scores in a profile."""
    with Store(profile) as store:
        store.set("theme", theme)
        store.set("text_size", text)
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
                    store.win(game, level, Record(tally, 31.5 + 7 * place + more, place % 2, False, moves))
            MyLevels(store).add(game, [found.entry(name).level for name in found.names()[10:14]], title="My first four")


class Tour:
    """A player, and the pictures taken so far."""

    def __init__(self, player: Player, folder: Path, file: Path | None = None) -> None:
        self.player, self.folder, self.file = player, folder, file
        self.taken: list[tuple[str, Path]] = []
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, name: str) -> None:
        """Take a picture of the window."""
        path = self.folder / f"{name}.png"
        photograph(self.player).save(path)
        self.taken.append((name, path))

    def home(self) -> None:
        """Go back until the home screen is there."""
        for _again in range(6):
            frame = self.player.frames()[-1]
            if frame.screen == "HomeScreen" and frame.dialog is None:
                return
            self.player.keys("Escape")
            time.sleep(0.3)
        self.player.on("HomeScreen")

    def levels(self, game: str) -> None:
        """Go to the levels of a game."""
        self.home()
        self.player.press(("game", game))
        self.player.on("LevelsScreen")

    def play(self, game: str, level: str = "", moves: int | None = None) -> None:
        """Go to a level and play a part of its solution, or half of it."""
        level = level or SHOWN[game]
        self.levels(game)
        found = pack(game)
        assert found is not None
        number = str(found.names().index(level) + 1)
        self.player.type(number)
        self.player.until(lambda frame: number in frame.texts)
        self.player.keys("Return")
        self.player.on("PlayScreen")
        entry = found.entry(level)
        line = solve(entry.game, entry.level).moves
        for move in line[: len(line) // 2 if moves is None else moves]:
            if game == "slitherlink":
                self.player.press(move.segment)
            elif game == "turtle":
                self.player.keys(str(move.animal), move.direction.name.capitalize())
            else:
                self.player.keys(move.name.capitalize())


def photograph(player: Player) -> Image.Image:
    """The window as it is."""
    time.sleep(0.7)  # the end of an animation
    command = ["xdotool", "getwindowgeometry", "--shell", player.window]
    lines = subprocess.run(command, env=player.environment, check=True, capture_output=True, text=True).stdout.split()
    place = {key: int(value) for key, _equals, value in (line.partition("=") for line in lines)}
    x, y = place["X"], place["Y"]
    whole = ImageGrab.grab(xdisplay=player.environment["DISPLAY"])
    return whole.crop((x, y, x + place["WIDTH"], y + place["HEIGHT"]))


def contact_sheet(taken: list[tuple[str, Path]], path: Path, across: int = 4, width: int = 480) -> None:
    """All pictures, small, on one."""
    pictures = []
    for name, file in taken:
        with Image.open(file) as picture:
            height = round(picture.height * width / picture.width)
            pictures.append((name, picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)))
    step = max(picture.height for _name, picture in pictures) + 18
    sheet = Image.new("RGB", (across * (width + 6), -(-len(pictures) // across) * step), "white")
    draw = ImageDraw.Draw(sheet)
    for index, (name, picture) in enumerate(pictures):
        at = index % across * (width + 6), index // across * step
        draw.text((at[0] + 4, at[1] + 2), name, fill="black")
        sheet.paste(picture, (at[0], at[1] + 16))
    sheet.save(path)


# The stops


def home(tour: Tour) -> None:
    """The games, the settings, the records and the statistics."""
    player = tour.player
    player.on("HomeScreen")
    tour.shoot("home")
    player.press(("do", "settings"))
    player.on("HomeScreen", "SettingsDialog")
    tour.shoot("settings")
    player.keys("Escape")
    player.on("HomeScreen")
    player.press(("do", "records"))
    player.on("RecordsScreen")
    tour.shoot("records")
    player.press(("do", "statistics"))
    player.on("StatisticsScreen")
    tour.shoot("statistics")
    tour.home()


def levels(tour: Tour) -> None:
    """The levels, the lesson, the random level, My levels."""
    player = tour.player
    tour.levels("turtle")
    tour.shoot("levels")
    player.press(("do", "random"))
    player.on("LevelsScreen", "GeneratorDialog")
    tour.shoot("random")
    player.keys("Escape")
    player.on("LevelsScreen")
    player.press(("do", "lesson"))
    player.on("LessonScreen")
    player.keys("n", "n")
    tour.shoot("lesson")
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    player.press(("do", "mine"))
    player.on("MyLevelsScreen")
    tour.shoot("mine")
    tour.home()


def daily(tour: Tour) -> None:
    """The level of the day while it is made."""
    tour.levels("ricosheep")
    tour.player.press(("do", "daily"))
    tour.player.until(lambda frame: frame.screen == "PlayScreen" and frame.dialog is None)
    tour.shoot("daily")
    tour.home()


def collection(tour: Tour) -> None:
    """The levels of a file."""
    if tour.file is None:
        return
    tour.levels("sokoban")
    tour.player.keys("F9")
    tour.player.until(lambda frame: frame.dialog is not None)
    tour.shoot("open")
    tour.player.retype(str(tour.file))
    tour.player.keys("Return")
    tour.player.on("CollectionScreen")
    tour.shoot("collection")
    tour.home()


def boards(tour: Tour) -> None:
    """Every game, half played, and a hint on each."""
    for game in SHOWN:
        tour.play(game)
        tour.shoot(f"play-{game}")
        tour.player.keys("h")
        tour.player.until(lambda frame: "(H" in frame.words or "H " in frame.words)
        tour.player.keys("h")
        tour.shoot(f"hint-{game}")
    tour.home()


def won(tour: Tour) -> None:
    """The first level of Push it down!, won."""
    found = pack("pushit")
    assert found is not None
    tour.play("pushit", found.names()[0], moves=1000)
    tour.player.won()
    tour.shoot("won-pushit")
    tour.play("turtle", moves=1000)
    tour.player.won()
    tour.shoot("won-turtle")
    tour.home()


def menus(tour: Tour) -> None:
    """What opens from a game."""
    player = tour.player
    for game in ("pushit", "slitherlink"):
        tour.play(game, moves=0)
        player.keys("F10")
        player.on("PlayScreen", "MenuDialog")
        tour.shoot(f"menu-{game}")
        player.keys("Escape")
        player.on("PlayScreen")
    for name, key in (("keys", "F1"), ("save", "F5"), ("picture", "F7"), ("print", "F6")):
        player.keys(key)
        player.until(lambda frame: frame.screen == "PlayScreen" and frame.dialog is not None)
        tour.shoot(name)
        player.keys("Escape")
        player.on("PlayScreen")
    tour.home()


def searches(tour: Tour) -> None:
    """Explain, the search view and the solution player."""
    player = tour.player
    tour.play("slitherlink", moves=0)
    player.keys("e")
    player.on("ExplainScreen")
    player.until(lambda frame: any(re.search(r" 0 \D+ \d+$", text) for text in frame.texts))
    player.keys(*["Right"] * 30)
    tour.shoot("explain")
    player.keys("Escape")
    player.on("PlayScreen")
    for game in ("ricosheep", "pushit"):
        tour.play(game, moves=0)
        player.keys("v")
        player.on("WatchScreen")
        player.keys("plus", "plus", "1")
        tour.shoot(f"search-{game}")
        player.keys("Escape", "Escape")
        player.on("PlayScreen")
    for game in ("sokoban", "turtle"):
        tour.play(game, moves=0)
        player.keys("s")
        player.until(lambda frame: "T " in frame.words)
        player.keys("t")
        player.on("ReplayScreen")
        player.keys("Home", "Right", "Right", "Right")
        tour.shoot(f"replay-{game}")
        player.keys("Escape")
        player.on("PlayScreen")
    tour.home()


def editors(tour: Tour) -> None:
    """The editor of every game, with a level in it."""
    for game in SHOWN:
        tour.play(game, moves=0)
        tour.player.keys("F8")
        tour.player.on("EditorScreen")
        tour.player.command("check")
        time.sleep(2)
        tour.shoot(f"editor-{game}")
        tour.player.keys("Escape")
        tour.player.on("PlayScreen")
    tour.home()


STOPS: tuple[Callable[[Tour], None], ...] = (
    home,
    levels,
    daily,
    collection,
    boards,
    won,
    menus,
    searches,
    editors,
)

if __name__ == "__main__":
    main()
