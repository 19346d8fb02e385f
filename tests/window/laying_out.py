"""A program that opens every game in a window and looks at where things are.

python laying_out.py FOLDER_FOR_A_PROFILE
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

from cassetete.app.collections.my_levels import Kind
from cassetete.app.levels.level_list import of_pack
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.services import Services
from cassetete.app.solving.choose import solve
from cassetete.app.store.statistics import MonthStatistics
from cassetete.core.lengths import Totals
from cassetete.core.message import Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.navigation import Navigation
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fit import _ends
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens import home
from cassetete.front.window.screens.base import BaseScreen
from cassetete.front.window.screens.editor import EditorScreen
from cassetete.front.window.screens.explain import ExplainScreen
from cassetete.front.window.screens.home import HomeScreen
from cassetete.front.window.screens.levels import LevelsScreen
from cassetete.front.window.screens.my_levels import MyLevelsScreen
from cassetete.front.window.screens.play import PlayScreen
from cassetete.front.window.screens.records import RecordsScreen
from cassetete.front.window.screens.replay import ReplayScreen
from cassetete.front.window.screens.statistics import StatisticsScreen
from cassetete.front.window.screens.watch import WatchScreen
from cassetete.front.window.widgets.generator_dialog import GeneratorDialog
from cassetete.front.window.widgets.layout import Layout
from cassetete.scene.shapes import Label, Line, Polygon, Sprite, bounds
from cassetete.session.session import Record
from cassetete.session.view_model import Note, NoteKind

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")
LONG = Text(" ".join(["every sheep walks as far as it can and the rest follows"] * 4))


def opened(window: WindowLoop, name: str) -> PlayScreen:
    """The first level of a game."""
    found = pack(name)
    assert found is not None
    screen = PlayScreen(window, of_pack(found), 0)
    window.show(screen)
    return screen


def controls(screen: PlayScreen, size: tuple[int, int]) -> set[object]:
    """What can be pressed beside the board."""
    return {
        shape.target
        for layer in screen.layers(*size)
        for shape in layer.scene.shapes
        if isinstance(shape.target, tuple) and shape.target[:1] == ("do",)
    }


def uncovered(screen: PlayScreen) -> None:
    """Nothing around the board meets it."""
    layer, viewport = screen._board, screen.viewport
    assert layer is not None
    for rect in (*viewport.above, *viewport.below):
        begin, end = layer.inverse(rect.x, rect.y), layer.inverse(rect.x + rect.width, rect.y + rect.height)
        whole = (
            (0.0, 0.0),
            (layer.scene.width, 0.0),
            (layer.scene.width, layer.scene.height),
            (0.0, layer.scene.height),
        )
        ends = _ends(viewport.outline or whole, begin[0], end[0])
        meets = ends is not None and begin[1] < ends[1] - 0.1 and end[1] > ends[0] + 0.1
        assert not meets, (screen.game.id, rect, begin, end, ends)


def width_of(screen: PlayScreen) -> float:
    """The board's width in the window."""
    assert screen._board is not None
    return screen._board.scale * screen._board.scene.width


def every_game(services: Services, window: WindowLoop) -> None:
    """At the sheet's size, in both languages and two text sizes, with and without a long note, and won."""
    for language in ("en", "fr"):
        services.settings.language = language
        for size in ((600, 600), (480, 480), (1366, 768), (1920, 1080), (900, 420)):
            for name in OURS:
                screen = opened(window, name)
                shown = controls(screen, size)
                assert len(shown) <= 12, (name, sorted(map(str, shown)))
                assert {("do", "back"), ("do", "menu"), ("do", "hint"), ("do", "restart")} <= shown
                uncovered(screen)
                if name == "pushit" and size == (600, 600):
                    assert width_of(screen) >= 520, width_of(screen)
                if name == "turtle" and size == (1920, 1080):
                    assert width_of(screen) > 900, "no cap on the size of cells"
                screen.controller.note = Note(LONG, NoteKind.HINT)
                screen.layers(*size)
                uncovered(screen)
                screen._end = screen.controller.end_strip(None)
                assert screen.end_shown
                screen.layers(*size)
                uncovered(screen)


def untouched(screen: BaseScreen, size: tuple[int, int], scrolls: bool = False) -> None:
    """Buttons are in the window and meet neither each other nor a text that is not their own."""
    shapes = [shape for layer in screen.layers(*size) for shape in layer.scene.shapes if is_interface(layer)]
    # What was scrolled under the bar above is not seen.
    bar = next((place for place, shape in enumerate(shapes) if shape.target == "bar"), 0)
    foot = bounds(shapes[bar])[3] if bar else 0.0
    shapes = [s for place, s in enumerate(shapes) if place >= bar or not isinstance(s, Label) or s.at[1] > foot]
    buttons = [(s.target, bounds(s)) for s in shapes if isinstance(s, Polygon) and is_button(s.target)]
    seen = (type(screen).__name__, size, screen.settings.language)
    for target, (left, top, right, bottom) in buttons:
        assert left >= 0 and right <= size[0] and top >= 0, (*seen, target)
        assert scrolls or bottom <= size[1], (*seen, target, bottom)
    for (one, box), (other, another) in combinations(buttons, 2):
        assert one == other or not meet(box, another), (*seen, one, other)
    for label in (s for s in shapes if isinstance(s, Label) and s.text):
        wide = text_width(label.text, int(label.size), bold=label.bold)
        left = label.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        spot = (left, label.at[1] - label.size / 2, left + wide, label.at[1] + label.size / 2)
        for target, box in buttons:
            own = box[0] <= label.at[0] <= box[2] and box[1] <= label.at[1] <= box[3]
            assert own or not meet(spot, box), (*seen, label.text, target)


def is_interface(layer: Layer) -> bool:
    """Whether a layer is laid out in the window's own units, not a board's."""
    return layer.scale == 1.0


def is_button(target: object) -> bool:
    """Whether a target is a button of a screen."""
    return isinstance(target, tuple) and target[:1] in (("do",), ("solver",), ("tool",), ("game",), ("recent",))


def meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes have more than an edge in common."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 1.5 and min(one[3], other[3]) - max(one[1], other[1]) > 1.5


def other_screens(services: Services, window: WindowLoop) -> None:
    """Every other screen, in both languages: in a small window with large letters as in a large one."""
    pushit, sokoban = games()["pushit"], games()["sokoban"]
    for language in ("en", "fr"):
        services.settings.language = language
        back = opened(window, "sokoban")
        line = solve(sokoban, back.session.level).moves
        screens: list[tuple[BaseScreen, bool]] = [
            (HomeScreen(window), False),
            (RecordsScreen(window), True),
            (StatisticsScreen(window), True),
            (LevelsScreen(window, pushit), True),
            (MyLevelsScreen(window, pushit), True),
            (ReplayScreen(window, sokoban, back.session.level, line, back.title, back, lambda _line: None), False),
        ]
        slither = opened(window, "slitherlink")
        screens.append((ExplainScreen(window, slither.game, slither.session.level, slither), False))
        for name in OURS:
            game, level = games()[name], opened(window, name).session.level
            screens.append((EditorScreen(window, game, level, back=back), False))
            watch = WatchScreen(window, game, level, game.rules.start(level), back)
            watch.player.begin(1)
            for _step in range(40):
                watch.player.step(1)
            screens.append((watch, False))
        for screen, scrolls in screens:
            for size in ((480, 480), (600, 600), (1366, 768), (1920, 1080)):
                untouched(screen, size, scrolls)
            screen.layers(280, 200)  # the smallest that is asked for: nothing fails
            screen.leave()


def dialogs(services: Services, window: WindowLoop) -> None:
    """Every dialog is inside the smallest window, in both languages: its buttons and its texts."""
    for language in ("en", "fr"):
        services.settings.language = language
        for name in OURS:
            screen = opened(window, name)
            game = screen.game
            mine = MyLevelsScreen(window, game)
            mine.mine.add(game, [screen.session.level], Kind.DRAWN)
            mine.changed()
            collection = str(mine.collection.collections[0].id)
            makers = [GeneratorDialog(screen, game) for _maker in game.making.generators]
            for maker, dialog in enumerate(makers):
                dialog.random.use(maker)
                dialog.random.fault = str(LONG)
            commands = ("menu", "keys", "settings", "save", "load", "print", "picture")
            opening: list[tuple[BaseScreen, Callable[[], None]]] = [
                *((screen, partial(screen.open, dialog)) for dialog in makers),
                *((screen, partial(screen.do, command)) for command in commands),
                (mine, partial(mine._card_menu, 0)),
                (mine, partial(mine._collection_menu, collection)),
                (mine, mine._ask_folder),
                (mine, mine._new_collection),
                (screen, lambda screen=screen: screen.asks_before_quitting() and None),  # type: ignore[misc]
            ]
            for host, act in opening:
                act()
                assert host.dialog is not None
                for size in ((440, 400), (600, 600)):
                    layer = host.layers(*size)[-1]
                    inside(layer, size, (type(host.dialog).__name__, name, language, size))
                host.dialog = None


def inside(layer: Layer, size: tuple[int, int], seen: object) -> None:
    """Everything of a layer that can be read or pressed is in the window."""
    for shape in layer.scene.shapes:
        if isinstance(shape, Label):
            wide = text_width(shape.text, int(shape.size), bold=shape.bold)
            left = shape.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
            box = (left, shape.at[1] - shape.size / 2, left + wide, shape.at[1] + shape.size / 2)
        elif shape.target not in (None, "shade"):
            box = bounds(shape)
        else:
            continue
        left, top, right, bottom = (layer.scale * place for place in box)
        assert left >= -1 and top >= -1 and right <= size[0] + 2 and bottom <= size[1] + 2, (seen, shape, box)


def home_boards(services: Services, window: WindowLoop) -> None:
    """Home shows a large board of each of our games, also in French with huge texts."""
    every = vars(home)["games"]
    vars(home)["games"] = lambda: {name: games()[name] for name in OURS}
    for language in ("en", "fr"):
        services.settings.language = language
        for text in (0.85, 1.0, 1.25, 1.6):
            for width, height in ((1366, 768), (1920, 1080)):
                screen = HomeScreen(window)
                shapes = [
                    s for layer in screen.layers(int(width / text), int(height / text)) for s in layer.scene.shapes
                ]
                boards = [s.size[0] * text for s in shapes if isinstance(s, Sprite)]
                assert len(boards) == len(OURS) and min(boards) >= 140, (language, text, width, boards)
    services.settings.language = "en"
    vars(home)["games"] = every


def fields(window: WindowLoop) -> None:
    """A title or an author stays in its place when it is changed there."""
    game = games()["turtle"]
    screen = MyLevelsScreen(window, game)
    screen.mine.add(game, [opened(window, "turtle").session.level], Kind.DRAWN)
    screen.changed()
    item = screen.collection.items[0]
    screen.mine.describe(game, item, title="Corridor", author="Ada")
    screen.changed()

    def place(words: str) -> tuple[float, ...]:
        labels = [s for layer in screen.layers(900, 700) for s in layer.scene.shapes if isinstance(s, Label)]
        label = next(s for s in labels if s.text.endswith(words))
        before = text_width(label.text.removesuffix(words), int(label.size))
        return label.at[0] + before, label.at[1], label.size

    for part, words in (("title", "Corridor"), ("author", "Ada")):
        before = place(words)
        screen._edit(0, part)
        after = place(words)
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 1, (part, before, after)
        screen._field = None


def cards(window: WindowLoop) -> None:
    """The cards of a game are larger in a large window, and a whole one is seen in a small window."""
    for name in OURS:
        for width, height in ((480, 480), (600, 600), (1366, 768), (1920, 1080)):
            screen = LevelsScreen(window, games()[name])
            shown = [
                bounds(shape)
                for layer in screen.layers(width, height)
                for shape in layer.scene.shapes
                if isinstance(shape, Polygon) and isinstance(shape.target, tuple) and shape.target[0] == "level"
            ]
            least = 170 if width == 1920 else 140
            assert all(least <= box[2] - box[0] <= 325 for box in shown), (name, width)
            head = screen._head
            assert head + screen._card_height() <= height, (name, width, "no whole card is seen")


def scrolls(window: WindowLoop) -> None:
    """What is scrolled ends where there is no more to see, and the chosen card is seen after many keys in one frame."""
    screens = [LevelsScreen(window, games()["pushit"]), RecordsScreen(window), StatisticsScreen(window)]
    for screen in screens:
        screen.layers(600, 600)
        screen.scroll = 1e5
        screen.layers(600, 600)
        assert 0 <= screen.scroll <= screen._most + 1 < 1e5, type(screen).__name__
    grid = LevelsScreen(window, games()["pushit"])
    for step in (1, -1):
        grid.layers(600, 600)
        for _key in range(5):
            grid.typed(Typed("Down" if step > 0 else "Up"))
        grid.layers(600, 600)
        top = grid._tops[grid.chosen]
        assert grid._head <= top and top + grid._card_height() <= 600, (step, top)


def typed_at_once(window: WindowLoop) -> None:
    """A number and Return play the level of that number, even if no frame was drawn between them."""
    grid = LevelsScreen(window, games()["pushit"])
    window.show(grid)
    grid.layers(600, 600)
    for key in ("1", "2", "Return"):
        grid.typed(Typed(key, key if key.isdigit() else ""))
    played = window.screen
    assert isinstance(played, PlayScreen) and played.controller.index == 11


def tables(services: Services, window: WindowLoop) -> None:
    """Texts of records and statistics do not meet, with large numbers and hints."""
    for name in OURS:
        game, level = games()[name], opened(window, name).session.level
        for hints, played in ((0, 0), (12, 0), (12, 3)):
            won = Record(Totals(1234, 1234, 1234), 35_999.9, hints, False, (), hints_played=played)
            services.store.win(game, level, won)
    for language in ("en", "fr"):
        services.settings.language = language
        for width in (444, 480, 600, 760, 1093, 1366):
            for screen in (RecordsScreen(window), StatisticsScreen(window)):
                if isinstance(screen, StatisticsScreen):  # many months, with large numbers
                    screen.statistics = screen.statistics._replace(
                        months=tuple(
                            MonthStatistics(f"20{n // 12}-{n % 12 + 1:02}", "sokoban", 1000 + n, 900_000.0, n)
                            for n in range(288, 312)
                        )
                    )
                spots = []
                for label in (s for layer in screen.layers(width, 2000) for s in layer.scene.shapes):
                    if isinstance(label, Label) and label.text:
                        wide = text_width(label.text, int(label.size), bold=label.bold)
                        left = label.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
                        top = label.at[1] - label.size / 2
                        spots.append((label.text, (left, top, left + wide, top + label.size)))
                for (one, box), (other, another) in combinations(spots, 2):
                    assert not meet(box, another), (type(screen).__name__, language, width, one, other)
    services.settings.language = "en"


def arrows(window: WindowLoop) -> None:
    """The arrows that point at the ball of Push it down! stay free wherever it goes, above a note and the end strip."""
    for size in ((600, 600), (480, 480), (1366, 768)):
        screen = opened(window, "pushit")
        screen.controller.note = Note(LONG, NoteKind.HINT)
        for strip in (None, screen.controller.end_strip(None)):
            screen._end = strip
            for turn in range(4):
                while screen.controller.turn != turn:
                    screen.do("turn-right")
                screen.layers(*size)
                layer = screen._board
                assert layer is not None
                shown = [
                    s for s in layer.scene.shapes if isinstance(s, Line) and s.key in ("guide-column", "guide-row")
                ]
                low = max(layer.at[1] + layer.scale * point[1] for s in shown for point in s.points)
                middle = [r.y for r in screen.viewport.below if r.x <= size[0] * 0.4 and r.x + r.width >= size[0] * 0.6]
                assert low <= min(middle, default=size[1]) + 1, (size, turn, low, middle)


def preparing(window: WindowLoop) -> None:
    """While fast solvers are compiled, home says so, and so does a search that waits for them."""

    class Compiling:
        active, done, total = True, 1, 5

    said = "preparing the fast solvers, once, for a minute or two: 2 of 5"
    screen = opened(window, "sokoban")
    screen.controller.note = Note(Text("searching…"), NoteKind.THINKING)
    for size in ((600, 600), (1366, 768)):
        window.preparation = Compiling()  # type: ignore[assignment]
        assert said in words(HomeScreen(window), size)
        assert said in words(screen, size)
        window.preparation = None
        assert "preparing" not in words(HomeScreen(window), size) + words(screen, size)
    window.services.settings.language = "fr"
    window.preparation = Compiling()  # type: ignore[assignment]
    for size in ((480, 480), (444, 444)):  # 600x600 pixels with large texts, and with huge ones
        shown = words(HomeScreen(window), size)
        assert "2 sur 5" in shown and "…" not in shown, shown
    window.services.settings.language = "en"
    window.preparation = None


def whole_words() -> None:
    """A button too narrow for its words and its key has its words."""
    layout = Layout(700, 700)
    for index, wide in enumerate((140, 92)):
        layout.button(0, 40 * index, wide, 34, "Enregistrer…", ("do", "save"), key="F5")
    assert [shape.text for shape in layout.shapes if isinstance(shape, Label)] == ["Enregistrer…", "F5", "Enregistrer…"]


def words(screen: BaseScreen, size: tuple[int, int]) -> str:
    """All texts on a screen."""
    return " ".join(s.text for layer in screen.layers(*size) for s in layer.scene.shapes if isinstance(s, Label))


def shakes(window: WindowLoop) -> None:
    """A move against a wall changes nothing, but the board answers: it shakes a little, and is still again."""
    screen = opened(window, "sokoban")
    shifted: list[dict[str, tuple[float, float]]] = []
    painter = window.painter
    kept = painter.shift
    painter.shift = lambda offsets, at_once=True: shifted.append(dict(offsets))  # type: ignore[method-assign]
    window.frame(0.0)
    for key in ("Up", "Right"):  # a wall, and the way
        screen.key(Typed(key))
        moved = len(screen.session.moves)
        aside = []
        for _frame in range(40):
            screen.tick(0.02)
            aside += [abs(x) for offsets in shifted for x, _y in offsets.values()]
            shifted.clear()
        if key == "Up":
            assert moved == 0 and 1 < max(aside) < 8, aside
            assert not screen._shaking
    assert len(screen.session.moves) == 1
    painter.shift = kept  # type: ignore[method-assign]


def menus(window: WindowLoop) -> None:
    """Every command has a place in each game: the bar, the board or the menu."""
    for name in OURS:
        screen = opened(window, name)
        view = screen.controller.view()
        titles = [str(group.title) for group in view.menu]
        assert titles == ["Help", "Share", "View"]
        found = {state.command.id for group in view.menu for state in group.commands}
        found |= {state.command.id for state in view.tools} | {"back", "previous", "next", "menu"}
        hidden = {"accept", "reject", "pause", "stop", "options", "warnings", "share", "put-away", "records"}
        assert {state.command.id for state in view.commands} - hidden <= found
        assert all(state.command.icon for group in view.menu for state in group.commands)


def main(folder: Path) -> None:
    """All of it, in one window."""
    assert set(OURS) <= set(games())
    with Services(folder) as services:
        window = WindowLoop(services, Navigation, (600, 600))
        every_game(services, window)
        other_screens(services, window)
        dialogs(services, window)
        home_boards(services, window)
        fields(window)
        cards(window)
        scrolls(window)
        typed_at_once(window)
        tables(services, window)
        arrows(window)
        services.settings.language = "en"
        preparing(window)
        whole_words()
        shakes(window)
        menus(window)
        window.canvas.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
