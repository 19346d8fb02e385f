"""The home screen: the games, the game to continue, the player's name, language and theme."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from pathlib import Path

from cassetete.app.collections import progress
from cassetete.app.collections.recent import RecentFile, forget_file, recent_files
from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.app.translate import LANGUAGES
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.paint.art import thumbnail_name
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import BaseScreen
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.layout import GAP, LARGE, SMALL, TEXT, TITLE, Layout, fitted, wrapped
from cassetete.front.window.widgets.open_levels import open_levels
from cassetete.front.window.widgets.player_name import ask_name
from cassetete.front.window.widgets.settings_dialog import SettingsDialog
from cassetete.scene.shapes import Sprite
from cassetete.scene.theme import THEMES

_ = Catalogue("cassetete")

_LEAST_BOARD = 80
"""Boards on the tiles are at least that large."""
_LOW = 560
"""A narrow window that is less high has no title: what the games are says more."""
_LINES = 3
"""What a game is takes at most so many lines on a tile."""


class HomeScreen(BaseScreen):
    """The first screen."""

    _narrowest = inf
    """The width of the narrowest tile, as soon as that is known."""

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above and below the games."""
        return {
            "continue": self._continue,
            "name": self.ask_name,
            "language": self._language,
            "theme": self._theme,
            "settings": lambda: self.open(SettingsDialog(self)),
            "records": self.navigator.records,
            "paste": lambda: clipboard.paste_level(self),
            "quit": self.window.quit,
        }

    def compose(self, layout: Layout) -> list[Layer]:
        """Buttons above, a tile for each game, buttons below."""
        narrow, low = layout.width < 820, layout.height < _LOW
        if not (narrow and low):
            layout.text(28, 32 if narrow else 44, "cassetete", TITLE, bold=True)
        self._top(layout, 26.0 if not narrow else 12.0 if low else 58.0)
        recent = recent_files(self.services.store)
        said = self.window.preparing is not None or self.services.store.notice is not None
        edge = 64.0 if narrow and low and not said else 84.0
        top = 92.0 if not narrow else 54.0 if low else 108.0
        bottom = layout.height - edge - (44 if recent else 0)
        found = list(games().values())
        self._narrowest = inf
        columns = self._columns(layout, len(found), bottom - top)
        rows = -(-len(found) // columns)
        gap = GAP / 2 if narrow and low else GAP
        height = (bottom - top - (rows - 1) * gap) / rows
        self._narrowest = (layout.width - 56 - (columns - 1) * GAP) / columns
        size = self._title_size(self._narrowest)
        for row in range(rows):  # the tiles of a shorter last row are wider
            tiles = found[row * columns : (row + 1) * columns]
            width = (layout.width - 56 - (len(tiles) - 1) * GAP) / len(tiles)
            for column, game in enumerate(tiles):
                at = 28 + column * (width + GAP), top + row * (height + gap)
                self._tile(layout, game, *at, width, height, size)
        self._bottom(layout, layout.height - edge + 22 if edge > 64 else layout.height - 50.0)
        self._recent(layout, recent, layout.height - edge - (26 if edge > 64 else 34))
        return []

    def _recent(self, layout: Layout, files: list[RecentFile], y: float) -> None:
        """The files that were opened last, as many as there is room for, each with where it was left."""
        shown = [file for file in files if file.game in games()][: max(1, (layout.width - 56) // 250)]
        each = min(320.0, (layout.width - 56 - GAP * (len(shown) - 1)) / max(1, len(shown)))
        for index, file in enumerate(shown):
            place = f"{file.place + 1}/{file.total}" if file.total > 1 else ""
            at = 28 + index * (each + GAP), y
            layout.button(*at, each, 36, file.title, ("recent", file.path), key=place)

    def _top(self, layout: Layout, y: float) -> None:
        x, each = layout.width - 28.0, min(126.0, (layout.width - 56 + 8) / 4.4)
        theme = {"light": _("light"), "dark": _("dark"), "colour-blind": _("colour-blind")}[self.settings.theme]
        names = {
            "settings": self.say(_("Settings")),
            "theme": self.say(_("Theme: {name}", name=self.say(theme))),
            "language": {"fr": "Français", "en": "English"}[self.settings.language],
            "name": self.services.store.player or self.say(_("Your name")),
        }
        for action, label in names.items():
            wide = each if action != "theme" else each * 1.4
            x -= wide
            layout.button(x + 8, y, wide - 8, 36, label, ("do", action))

    def _columns(self, layout: Layout, count: int, height: float) -> int:
        """How many tiles are in a row: as many as make the boards on them largest; of nearly equal ones, fewer.

        Where the boards would be too small, or what a game is would be cut off, the games are a list.
        """
        sides: dict[int, float] = {}
        for columns in range(1, count + 1):
            width = (layout.width - 56 - (columns - 1) * GAP) / columns
            rows = -(-count // columns)
            if width >= 150 and all(len(self._summary(game, width)) <= _LINES for game in games().values()):
                sides[columns] = min(width - 32, (height - (rows - 1) * GAP) / rows - 30 - self._foot(width))
        best = max(sides.values(), default=0.0)
        if best < _LEAST_BOARD:
            return 1
        return min(columns for columns, side in sides.items() if side >= 0.75 * best)

    def _letters(self, width: float) -> int:
        """The size of the letters on a tile: the same on all of them."""
        width = min(width, self._narrowest)
        return SMALL if width < 330 else SMALL + 2 if width < 480 else TEXT + 1

    def _foot(self, width: float) -> float:
        """The height of the texts of a tile: title, what the game is, how far the player is."""
        lines = max(len(self._summary(game, width)) for game in games().values())
        return 34 + (self._letters(width) + 4) * (lines + 1) + 3

    def _summary(self, game: AnyGame, width: float) -> list[str]:
        """What the game is, in lines that fit a tile."""
        if game.display.summary is None:
            return []
        return wrapped(self.say(game.display.summary), self._letters(width), width - 28)

    def _title_size(self, width: float) -> int:
        """The same letters for the titles of all tiles."""
        titles = [self.say(game.title) for game in games().values()]
        most = LARGE if width < 480 else LARGE + 4
        fits = (s for s in range(most, TEXT, -1) if all(text_width(t, s, bold=True) <= width - 32 for t in titles))
        return next(fits, TEXT)

    def _tile(self, layout: Layout, game: AnyGame, x: float, y: float, w: float, h: float, size: int) -> None:
        target = ("game", game.id)
        layout.panel(x, y, w, h, "board-alt" if self.hot == target else "board", target)
        foot = self._foot(w)
        if h - 26 - foot < _LEAST_BOARD:
            self._list_row(layout, game, x, y, w, h)
            return
        side = min(w - 32, h - 26 - foot)
        at, letters = y + h - foot - 2, self._letters(w)
        if library.pack(game.id) is not None:
            name = thumbnail_name(game.id, showcase(game), self.settings.theme)
            top = y + 12 + (h - foot - 14 - side) / 2 - 6
            layout.shapes.append(Sprite(name, (x + (w - side) / 2, top), (side, side), target=target))
            layout.text(x + 16, y + h - 10 - letters / 2, self._solved(game), letters, "muted", room=w - 28)
        layout.text(x + 16, at + 14, self.say(game.title), size, bold=True, room=w - 32)
        for index, line in enumerate(self._summary(game, w)):
            layout.text(x + 16, at + 38 + (letters + 4) * index, line, letters, room=w - 28)

    def _solved(self, game: AnyGame) -> str:
        """How many levels of the game's pack are solved, and the stars they won."""
        pack = library.pack(game.id)
        assert pack is not None
        solved = progress.of_pack(self.services.store, game.id)
        count = _.n("{n} of {count} solved", "{n} of {count} solved", n=len(solved), count=len(pack.names()))
        return f"{self.say(count)} · {sum(solved.values())} ★"

    def _list_row(self, layout: Layout, game: AnyGame, x: float, y: float, w: float, h: float) -> None:
        """A game where there is little room: its board at the left, what it is beside it."""
        side = min(h - 8, 84.0)
        left, room, done = x + side + 22, w - side - 34, ""
        if library.pack(game.id) is not None:
            name = thumbnail_name(game.id, showcase(game), self.settings.theme)
            at = x + 10, y + (h - side) / 2
            layout.shapes.append(Sprite(name, at, (side, side), target=("game", game.id)))
            done = self._solved(game)
        letters, count = self._list_letters(room, h)
        lines = wrapped(self.say(game.display.summary), letters, room) if game.display.summary is not None else []
        shown, step = lines[:count], letters + (3 if letters == SMALL else 2)
        if len(shown) < len(lines) and shown:
            shown[-1] = fitted(" ".join(lines[len(shown) - 1 :]), letters, room)
        middle = y + h / 2 - step / 2 * len(shown) - (2 if letters < SMALL else 0)
        titled = layout.title(left, middle, self.say(game.title), TEXT + 1, room)
        if done and titled + text_width(done, SMALL) + 16 <= room:
            layout.text(x + w - 12, middle + 1, done, SMALL, "muted", "end")
        for index, line in enumerate(shown):
            layout.text(left, middle + letters + 7 + step * index, line, letters, room=room)

    def _list_letters(self, room: float, height: float) -> tuple[int, int]:
        """The letters that say in a list what the games are, smaller where some would be cut off, and how many lines
        there is room for."""
        summaries = [self.say(game.display.summary) for game in games().values() if game.display.summary is not None]
        for letters, count in (
            (SMALL, int((height - 28) // 16)),
            (12, int((height - 22) // 14)),
            (11, int((height - 20) // 13)),
        ):
            if all(len(wrapped(words, letters, room)) <= count for words in summaries):
                return letters, count
        return SMALL, max(0, int((height - 28) // 16))

    def _bottom(self, layout: Layout, y: float) -> None:
        each = 144 if layout.width >= 820 else 88
        left = self.services.store.latest_game()
        if left is not None and left.game in games():
            again = self.say(_("Continue: {game}", game=self.say(games()[left.game].title)))
            beside = layout.width - 56 - 3 * (each + GAP)
            layout.button(28, y, min(320, beside), 42, again, ("do", "continue"), key="⏎", primary=True)
        buttons = (("paste", _("Paste"), "^V"), ("records", _("Records"), ""), ("quit", _("Quit"), "Q"))
        for place, (name, label, key) in enumerate(buttons):
            x = layout.width - 28 - (3 - place) * each - (2 - place) * GAP
            layout.button(x, y, each, 42, self.say(label), ("do", name), key=key)
        preparing, room = self.window.preparing, layout.width - 56.0
        if preparing is not None and self.services.store.notice is None:
            said = next((text for text in map(self.say, preparing) if text_width(text, SMALL) <= room), None)
            layout.text(28, layout.height - 11, said or self.say(preparing[-1]), SMALL, "muted", room=room)
        notice = self.services.store.notice
        if notice is not None:
            layout.text(28, layout.height - 12, self.say(notice), SMALL, "bad", room=room)

    def pressed(self, target: Hashable, button: int) -> None:
        """Open the game of a tile."""
        if isinstance(target, tuple) and target[0] == "recent":
            self._open_recent(str(target[1]))
        elif isinstance(target, tuple) and target[0] == "game":
            self.navigator.game(games()[target[1]])

    def typed(self, typed: Typed) -> None:
        """Digits open a game, Return continues, Q quits."""
        if typed.ctrl:
            if typed.keysym.lower() == "v":
                clipboard.paste_level(self)
            elif typed.keysym.lower() == "q":
                self.window.quit()
        elif typed.keysym in ("q", "Q"):
            if not self.asks_before_quitting():
                self.window.quit()
        elif typed.keysym in ("Return", "KP_Enter"):
            self._continue()
        elif typed.text.isdigit() and 1 <= int(typed.text) <= len(games()):
            self.navigator.game(list(games().values())[int(typed.text) - 1])

    def _continue(self) -> None:
        for left in self.services.store.saved_games():
            if left.game not in games():
                continue
            fault = self.navigator.resume(left)
            if fault is None:
                return
            self.services.store.notice = fault  # it stays in the store, and the one before it is opened

    def _open_recent(self, path: str) -> None:
        """Browse a file that was opened before; one that is gone leaves the list."""
        store = self.services.store
        game = next((games().get(file.game) for file in recent_files(store) if file.path == path), None)
        fault = open_levels(self, Path(path), game, back=self)
        if fault is not None:
            forget_file(store, path)
            answers = [(self.say(_("Back")), "Esc", self.close_dialog)]
            self.open(Question(self.say(_("Cannot be opened")), [path, self.say(fault)], answers, width=560))

    def ask_name(self) -> None:
        """Ask for the player's name."""
        ask_name(self, self.services.store)

    def _language(self) -> None:
        here = LANGUAGES.index(self.settings.language)
        self.settings.language = LANGUAGES[(here + 1) % len(LANGUAGES)]

    def _theme(self) -> None:
        names = list(THEMES)
        self.settings.theme = names[(names.index(self.settings.theme) + 1) % len(names)]


def showcase(game: AnyGame) -> str:
    """The level shown on the game's tile: the one in the middle of its pack."""
    pack = library.pack(game.id)
    assert pack is not None
    names = pack.names()
    return names[len(names) // 2]
