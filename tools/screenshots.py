"""Pictures of every screen of the window, taken while it is played under Xvfb as the window's tests play it.

PYTHONPATH=src:tests python tools/screenshots.py docs                       the pictures of docs/window.md
PYTHONPATH=src:tests python tools/screenshots.py tour FOLDER [--size 600x600 --theme dark --lang fr --text large …]
PYTHONPATH=src:tests python tools/screenshots.py sheet FILE before=FOLDER now=FOLDER    pictures of folders side by side
(needs Xvfb and xdotool)
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageGrab

from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.levels.lessons import FIRST_LESSON
from cassetete.app.levels.library import Pack, pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.store import Store
from cassetete.core.lengths import Totals
from cassetete.session.session import Record
from window import driver
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
CHECKED = ("oluble", "olvable", "mpossible", "Unknown", "Inconnu")
DOCS = {
    ("1080x760", "light", "en"): {
        **{name: name for name in ("home", "records", "statistics", "levels", "lesson", "random", "mine", "lost")},
        **{f"play-{game}": f"play-{game}" for game in SHOWN},
        "won-pushit": "won",
        "search-ricosheep": "search",
        "explain": "explain",
        "replay-sokoban": "replay",
        "editor-sokoban": "editor",
    },
    ("1080x760", "dark", "fr"): {"home": "home-dark"},
    ("600x600", "dark", "fr"): {"play-turtle": "small"},
}
"""The pictures of docs/window.md: on which tour each is taken, and its name there."""
COLOURS = 160
ACROSS = 6
WIDTH = 250


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("docs")
    tour = commands.add_parser("tour")
    tour.add_argument("folder", type=Path)
    tour.add_argument("--size", default="600x600")
    tour.add_argument("--theme", default="light")
    tour.add_argument("--lang", default="en")
    tour.add_argument("--text", default="normal")
    tour.add_argument("--dpi", type=int, default=96)
    tour.add_argument("--only", nargs="*", default=[], help="the stops to make (default: all)")
    sheet = commands.add_parser("sheet")
    sheet.add_argument("file", type=Path)
    sheet.add_argument("folders", nargs="+", metavar="LABEL=FOLDER")
    chosen = parser.parse_args()
    driver.PATIENCE = 60
    if chosen.command == "docs":
        take_docs()
    elif chosen.command == "sheet":
        compare(
            chosen.file,
            {label: Path(folder) for label, _is, folder in (words.partition("=") for words in chosen.folders)},
        )
    else:
        look = {"size": chosen.size, "theme": chosen.theme, "lang": chosen.lang, "text": chosen.text}
        take_tour(chosen.folder, **look, dpi=chosen.dpi, only=chosen.only)


def take_docs() -> None:
    """The pictures of docs/window.md."""
    for (size, theme, lang), names in DOCS.items():
        with tempfile.TemporaryDirectory() as folder:
            stops: list[str] = [] if len(names) > 1 else ["at_home"] if "home" in names else ["boards"]
            take_tour(Path(folder), size=size, theme=theme, lang=lang, only=stops)
            for taken, name in names.items():
                with Image.open(Path(folder) / f"{taken}.png") as picture:
                    picture.convert("RGB").quantize(200).save(IMAGES / f"window-{name}.png")


def take_tour(
    folder: Path,
    *,
    size: str,
    theme: str,
    lang: str,
    text: str = "normal",
    dpi: int = 96,
    only: Collection[str] = (),
) -> None:
    """A picture of every screen, in a window that fills a screen of that size."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, x_server(size, dpi) as display:
        profile = Path(home) / "profile"
        fill_profile(profile, theme, text)
        player = Player(display, profile, "--size", size, "--lang", lang)
        try:
            for stop in STOPS:
                if not only or stop.__name__ in only:
                    stop(Tour(player, folder))
        finally:
            player.stop()


def fill_profile(profile: Path, theme: str = "light", text: str = "normal") -> None:
    """Store solved levels and scores in a profile."""
    with Store(profile) as store:
        store.set("theme", theme)
        store.set("text_size", text)
        for number, game in enumerate(games().values()):
            store.finish_lesson(game.id, FIRST_LESSON)
            found = pack_of(game.id)
            for place, name in enumerate(found.names()[: 5 + number]):
                level = found.entry(name).level
                best = level.headers.optimum
                for player, more in (("Grace", 4), ("Alan", 2 + place % 2), ("Ada", (place + number) % 3)):
                    store.player = player
                    tally = Totals(best + more, best + more, best + more)
                    moves = solve(game, level).moves if player == "Ada" else ()
                    store.win(game, level, Record(tally, 31.5 + 7 * place + more, place % 2, False, moves))
            MyLevels(store).add(game, [found.entry(name).level for name in found.names()[10:14]], title="My first four")


def pack_of(game: str) -> Pack:
    """The levels that come with a game."""
    found = pack(game)
    assert found is not None
    return found


class Tour:
    """A player, and the folder for the pictures."""

    def __init__(self, player: Player, folder: Path) -> None:
        self.player, self.folder = player, folder

    def shoot(self, name: str) -> None:
        """Take a picture of the window."""
        photograph(self.player).save(self.folder / f"{name}.png")

    def home(self) -> None:
        """Go back until the home screen is there."""
        for _again in range(6):
            frame = self.player.frames()[-1]
            if frame.screen == "HomeScreen" and frame.dialog is None:
                return
            seen = len(self.player.frames())
            self.player.keys("Escape")
            driver.until(lambda seen=seen: len(self.player.frames()) > seen, "another frame")  # type: ignore[misc]
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
        number = str(pack_of(game).names().index(level) + 1)
        self.player.type(number)
        self.player.until(lambda frame: number in frame.texts)
        self.player.keys("Return")
        self.player.on("PlayScreen")
        entry = pack_of(game).entry(level)
        line = solve(entry.game, entry.level).moves
        self.moves(game, line[: len(line) // 2 if moves is None else moves])

    def moves(self, game: str, line: tuple[Any, ...]) -> None:
        """Play moves by keys, or by clicks where a game needs them."""
        for move in line:
            if game == "slitherlink":
                self.player.press(move.segment)
            elif game == "turtle":
                self.player.keys(str(move.animal), move.direction.name.capitalize())
            else:
                self.player.keys(move.name.capitalize())


def photograph(player: Player) -> Image.Image:
    """The window, as soon as nothing moves in it."""
    command = ["xdotool", "getwindowgeometry", "--shell", player.window]
    lines = subprocess.run(command, env=player.environment, check=True, capture_output=True, text=True).stdout.split()
    place = {key: int(value) for key, _equals, value in (line.partition("=") for line in lines)}
    x, y = place["X"], place["Y"]
    taken: list[Image.Image] = []
    for _look in range(40):
        time.sleep(0.4)
        whole = ImageGrab.grab(xdisplay=player.environment["DISPLAY"])
        taken.append(whole.crop((x, y, x + place["WIDTH"], y + place["HEIGHT"])))
        still = len(taken) > 2 and rests(player)
        if still and not any(ImageChops.difference(taken[-1], each).getbbox() for each in taken[-3:-1]):
            break
    return taken[-1]


def rests(player: Player) -> bool:
    """Whether the program waits for events: on a busy machine it may just not have had its turn."""
    state = Path(f"/proc/{player.process.pid}/stat")
    for _look in range(10):
        if state.read_text("utf-8").rpartition(")")[2].split()[0] != "S":
            return False
        time.sleep(0.02)
    return True


# The stops


def at_home(tour: Tour) -> None:
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
    """The levels, the lesson, the random level, My levels, the level of the day."""
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
    player.until(lambda frame: "≤" in frame.words)  # its shortest solution is known
    tour.shoot("lesson")
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    player.press(("do", "mine"))
    player.on("MyLevelsScreen")
    tour.shoot("mine")
    tour.levels("ricosheep")
    player.press(("do", "daily"))
    player.on("PlayScreen")
    tour.shoot("daily")
    tour.home()


def collection(tour: Tour) -> None:
    """A file of levels: asked for, browsed, and among the recent ones."""
    found = pack_of("sokoban")
    file = tour.player.profile.parent / "Forty.xsb"
    sokoban = games()["sokoban"]
    file.write_text(sokoban.formats[0].dump([found.entry(name).level for name in found.names()]), "utf-8")
    tour.levels("sokoban")
    tour.player.keys("F9")
    tour.player.on("LevelsScreen", "PathDialog")
    tour.shoot("open")
    tour.player.retype(str(file))
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
        tour.player.until(lambda frame: "(H" in frame.words)
        tour.player.keys("h")
        tour.shoot(f"hint-{game}")
    tour.home()


def ends(tour: Tour) -> None:
    """A lost position, and wins."""
    lost = pack_of("sokoban").names()[2]
    tour.play("sokoban", lost, moves=0)
    entry = pack_of("sokoban").entry(lost)
    game, level = entry.game, entry.level
    assert game.coaching.warn is not None
    lines: list[tuple[tuple[Any, ...], Any]] = [((), entry.state)]
    for line, state in lines:
        if game.coaching.warn(level, state) is not None:
            tour.moves("sokoban", line)
            break
        lines += [((*line, move), game.rules.play(level, state, move)) for move in game.rules.moves(level, state)]
    tour.player.until(lambda frame: re.search(r"\bA (undoes|annule)", frame.words))
    tour.shoot("lost")
    tour.play("pushit", pack_of("pushit").names()[0], moves=1000)
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
    for game in ("ricosheep", "pushit"):
        tour.play(game, moves=0)
        player.keys("v")
        player.on("WatchScreen")
        player.keys("plus", "2")
        tour.shoot(f"search-{game}")
        player.press(("do", "back"))
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
    """The editor of every game, with a level in it that was checked."""
    for game in SHOWN:
        tour.play(game, moves=0)
        tour.player.keys("F8")
        tour.player.on("EditorScreen")
        tour.player.command("check")
        tour.player.until(lambda frame: any(word in frame.words for word in CHECKED))
        tour.shoot(f"editor-{game}")
        tour.player.keys("Escape")
        tour.player.on("PlayScreen")
    tour.home()


STOPS: tuple[Callable[[Tour], None], ...] = (
    at_home,
    levels,
    collection,
    boards,
    ends,
    menus,
    searches,
    editors,
)


# Before and after


def compare(file: Path, folders: dict[str, Path]) -> None:
    """The pictures of several folders on one: each screen as it is in every folder that has it."""
    names = sorted({path.name for folder in folders.values() for path in folder.glob("*.png")})
    rows: list[list[tuple[str, Path]]] = [[]]
    for name in names:
        found = [(f"{name[:-4]}: {label}", folder / name) for label, folder in folders.items()]
        cell = [(label, path) for label, path in found if path.exists()]
        if len(rows[-1]) + len(cell) > ACROSS:
            rows.append([])
        rows[-1] += cell
    with Image.open(rows[0][0][1]) as first:
        height = round(first.height * WIDTH / first.width)
    step = height + 16
    sheet = Image.new("RGB", (ACROSS * (WIDTH + 4), len(rows) * step), "white")
    draw = ImageDraw.Draw(sheet)
    for index, row in enumerate(rows):
        for column, (label, path) in enumerate(row):
            at = column * (WIDTH + 4), index * step
            draw.text((at[0] + 2, at[1] + 1), label, fill="black")
            with Image.open(path) as picture:
                small = picture.convert("RGB").resize((WIDTH, height), Image.Resampling.BOX, reducing_gap=2.0)
            sheet.paste(small, (at[0], at[1] + 14))
    few = sheet.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


if __name__ == "__main__":
    main()
