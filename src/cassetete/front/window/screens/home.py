"""The home screen: the games, the game to continue, the player's name, language and theme."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

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
from cassetete.front.window.widgets.dialogs import Prompt, Question
from cassetete.front.window.widgets.layout import GAP, LARGE, SMALL, TEXT, TITLE, Layout, wrapped
from cassetete.front.window.widgets.open_levels import open_levels
from cassetete.front.window.widgets.settings_dialog import SettingsDialog
from cassetete.scene.shapes import Sprite
from cassetete.scene.theme import THEMES

_ = Catalogue("cassetete")


class HomeScreen(BaseScreen):
    """The first screen."""

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above and below the games."""
        return {
            "continue": self._continue,
            "name": self.ask_name,
            "language": self._language,
            "theme": self._theme,
            "settings": lambda: self.open(SettingsDialog(self.services, self.close_dialog)),
            "records": self.navigator.records,
            "paste": lambda: clipboard.paste_level(self),
            "quit": self.window.quit,
        }

    def compose(self, layout: Layout) -> list[Layer]:
        """Buttons above, a tile for each game, buttons below."""
        narrow = layout.width < 820
        layout.text(28, 32 if narrow else 44, "cassetete", TITLE, bold=True)
        self._top(layout, 58.0 if narrow else 26.0)
        recent = recent_files(self.services.store)
        top, bottom = 108.0 if narrow else 92.0, layout.height - 84.0 - (44 if recent else 0)
        found = list(games().values())
        columns = max(1, min(len(found), 3 if layout.width < 1200 else len(found), (layout.width - 40) // 160))
        rows = -(-len(found) // columns)
        width = (layout.width - 2 * 28 - (columns - 1) * GAP) / columns
        height = min((bottom - top - (rows - 1) * GAP) / rows, width * 1.15)
        for index, game in enumerate(found):
            row, column = divmod(index, columns)
            self._tile(layout, game, 28 + column * (width + GAP), top + row * (height + GAP), width, height)
        self._bottom(layout)
        self._recent(layout, recent, layout.height - 110.0)
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
        x, each = layout.width - 28, 126
        theme = {"light": _("light"), "dark": _("dark"), "colour-blind": _("colour-blind")}[self.settings.theme]
        names = {
            "settings": self.say(_("Settings")),
            "theme": self.say(_("Theme: {name}", name=self.say(theme))),
            "language": {"fr": "Français", "en": "English"}[self.settings.language],
            "name": self.services.store.player or self.say(_("Your name")),
        }
        for action, label in names.items():
            wide = each if action != "theme" else 170
            x -= wide
            layout.button(x + 8, y, wide - 8, 36, label, ("do", action))

    def _tile(self, layout: Layout, game: AnyGame, x: float, y: float, w: float, h: float) -> None:
        target = ("game", game.id)
        layout.panel(x, y, w, h, "board-alt" if self.hot == target else "board", target)
        pack = library.pack(game.id)
        foot = 18 if w >= 240 else 34
        side = min(w - 32, h - 66 - foot)
        if pack is not None:
            name = thumbnail_name(game.id, showcase(game), self.settings.theme)
            layout.shapes.append(Sprite(name, (x + (w - side) / 2, y + 14), (side, side), target=target))
            solved = self.services.store.solved(game.id)
            won, stars = len(solved), sum(solved.values())
            count = _.n("{n} of {count} solved", "{n} of {count} solved", n=won, count=len(pack.names()))
            won_stars = _.n("{n} star", "{n} stars", n=stars)
            label = f"{self.say(count)} · {self.say(won_stars)}"
            for index, line in enumerate(wrapped(label, SMALL, w - 30)[:2]):
                layout.text(x + 16, y + h - 6 - foot + 17 * index, line, SMALL, "muted", room=w - 28)
        title = self.say(game.title)
        size = LARGE if text_width(title, LARGE, bold=True) <= w - 32 else TEXT
        layout.text(x + 16, y + h - 30 - foot, title, size, bold=True, room=w - 32)

    def _bottom(self, layout: Layout) -> None:
        y, each = layout.height - 62, 144 if layout.width >= 820 else 88
        left = self.services.store.latest_game()
        if left is not None and left.game in games():
            again = self.say(_("Continue: {game}", game=self.say(games()[left.game].title)))
            room = layout.width - 56 - 3 * (each + GAP)
            layout.button(28, y, min(320, room), 42, again, ("do", "continue"), key="⏎", primary=True)
        buttons = (("paste", _("Paste"), "^V"), ("records", _("Records"), ""), ("quit", _("Quit"), "Q"))
        for place, (name, label, key) in enumerate(buttons):
            x = layout.width - 28 - (3 - place) * each - (2 - place) * GAP
            layout.button(x, y, each, 42, self.say(label), ("do", name), key=key)
        notice = self.services.store.notice
        if notice is not None:
            layout.text(28, layout.height - 12, self.say(notice), SMALL, "bad", room=layout.width - 56)

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
        elif typed.keysym in ("q", "Q"):
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

        def accept(name: str) -> str | None:
            self.services.store.player = name.strip()[:40] or self.say(_("Player"))
            return None

        self.open(Prompt(self, _("Your name?"), self.services.store.player or "", accept))

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
