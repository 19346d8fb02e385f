"""Home: the five games, the game to go on with, and who plays in which language and light."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.app.translate import LANGUAGES
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.loop import clipboard
from cassetete.front.window.loop.canvas import Typed
from cassetete.front.window.paint import thumbnails
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.painter import Layer
from cassetete.front.window.screens.base import BaseScreen
from cassetete.front.window.widgets.dialogs import Prompt
from cassetete.front.window.widgets.page import GAP, LARGE, SMALL, TEXT, TITLE, Page, wrapped
from cassetete.scene.shapes import Sprite
from cassetete.scene.theme import THEMES

_ = Catalogue("cassetete")


class HomeScreen(BaseScreen):
    """Where the program begins."""

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons around the tiles."""
        return {
            "continue": self._continue,
            "name": self.ask_name,
            "language": self._language,
            "theme": self._theme,
            "settings": self._settings,
            "records": self._records,
            "paste": lambda: clipboard.paste_level(self),
            "quit": self.shell.quit,
        }

    def compose(self, page: Page) -> list[Layer]:
        """A bar above, the tiles, a bar below."""
        narrow = page.width < 820
        page.text(28, 32 if narrow else 44, "cassetete", TITLE, bold=True)
        self._top(page, 58.0 if narrow else 26.0)
        top, bottom = 108.0 if narrow else 92.0, page.height - 84.0
        found = list(games().values())
        columns = max(1, min(len(found), 3 if page.width < 1200 else len(found), (page.width - 40) // 160))
        rows = -(-len(found) // columns)
        width = (page.width - 2 * 28 - (columns - 1) * GAP) / columns
        height = min((bottom - top - (rows - 1) * GAP) / rows, width * 1.15)
        for index, game in enumerate(found):
            row, column = divmod(index, columns)
            self._tile(page, game, 28 + column * (width + GAP), top + row * (height + GAP), width, height)
        self._bottom(page)
        return []

    def _top(self, page: Page, y: float) -> None:
        x, each = page.width - 28, 126
        theme = {"light": _("light"), "dark": _("dark"), "colour-blind": _("colour-blind")}[self.desk.theme]
        names = {
            "settings": self.say(_("Settings")),
            "theme": self.say(_("Theme: {name}", name=self.say(theme))),
            "language": {"fr": "Français", "en": "English"}[self.desk.language],
            "name": self.desk.store.player or self.say(_("Your name")),
        }
        for action, words in names.items():
            wide = each if action != "theme" else 170
            x -= wide
            page.button(x + 8, y, wide - 8, 36, words, ("do", action))

    def _tile(self, page: Page, game: AnyGame, x: float, y: float, w: float, h: float) -> None:
        target = ("game", game.id)
        page.panel(x, y, w, h, "board-alt" if self.hot == target else "board", target)
        pack = library.pack(game.id)
        told = 18 if w >= 240 else 34
        side = min(w - 32, h - 66 - told)
        if pack is not None:
            name = thumbnails.name(game.id, showcase(game), self.desk.theme)
            page.shapes.append(Sprite(name, (x + (w - side) / 2, y + 14), (side, side), target=target))
            solved = self.desk.store.solved(game.id)
            won, stars = len(solved), sum(solved.values())
            words = self.say(
                _("{won} of {count} solved · {stars} stars", won=won, count=len(pack.names()), stars=stars)
            )
            for index, line in enumerate(wrapped(words, SMALL, w - 30)[:2]):
                page.text(x + 16, y + h - 6 - told + 17 * index, line, SMALL, "muted", room=w - 28)
        title = self.say(game.title)
        size = LARGE if text_width(title, LARGE, bold=True) <= w - 32 else TEXT
        page.text(x + 16, y + h - 30 - told, title, size, bold=True, room=w - 32)

    def _bottom(self, page: Page) -> None:
        y, each = page.height - 62, 144 if page.width >= 820 else 88
        left = self.desk.store.latest()
        if left is not None and left.game in games():
            words = self.say(_("Continue: {game}", game=self.say(games()[left.game].title)))
            room = page.width - 56 - 3 * (each + GAP)
            page.button(28, y, min(320, room), 42, words, ("do", "continue"), key="⏎", primary=True)
        buttons = (("paste", _("Paste"), "^V"), ("records", _("Records"), ""), ("quit", _("Quit"), "Q"))
        for place, (name, label, key) in enumerate(buttons):
            x = page.width - 28 - (3 - place) * each - (2 - place) * GAP
            page.button(x, y, each, 42, self.say(label), ("do", name), key=key)
        notice = self.desk.store.notice
        if notice is not None:
            page.text(28, page.height - 12, self.say(notice), SMALL, "bad", room=page.width - 56)

    def pressed(self, target: Hashable, button: int) -> None:
        """A tile opens its game."""
        if isinstance(target, tuple) and target[0] == "game":
            self._open(games()[target[1]])

    def typed(self, typed: Typed) -> None:
        """Digits choose a game, Return goes on, Q quits."""
        if typed.ctrl:
            if typed.keysym.lower() == "v":
                clipboard.paste_level(self)
        elif typed.keysym in ("q", "Q"):
            self.shell.quit()
        elif typed.keysym in ("Return", "KP_Enter"):
            self._continue()
        elif typed.text.isdigit() and 1 <= int(typed.text) <= len(games()):
            self._open(list(games().values())[int(typed.text) - 1])

    def _open(self, game: AnyGame) -> None:
        from cassetete.front.window.screens.lesson import LESSON, LessonScreen, boards
        from cassetete.front.window.screens.levels import LevelsScreen

        if LESSON not in self.desk.store.lessons(game.id) and boards(game):
            self.shell.show(LessonScreen(self.shell, game))
        else:
            self.shell.show(LevelsScreen(self.shell, game))

    def _continue(self) -> None:
        from cassetete.front.window.screens.play_files import resume

        left = self.desk.store.latest()
        if left is not None and left.game in games():
            self.shell.show(resume(self.shell, left))

    def _records(self) -> None:
        from cassetete.front.window.screens.records import RecordsScreen

        self.shell.show(RecordsScreen(self.shell))

    def _settings(self) -> None:
        from cassetete.front.window.widgets.settings_dialog import SettingsDialog

        self.open(SettingsDialog(self.desk, self.close_dialog))

    def ask_name(self) -> None:
        """Ask who plays."""

        def accept(name: str) -> str | None:
            self.desk.store.player = name.strip()[:40] or self.say(_("Player"))
            self.close_dialog()
            return None

        words = (self.say(_("OK")), self.say(_("Cancel")))
        self.open(Prompt(self.say(_("Who plays?")), self.desk.store.player or "", accept, self.close_dialog, words))

    def _language(self) -> None:
        here = LANGUAGES.index(self.desk.language)
        self.desk.choose("language", LANGUAGES[(here + 1) % len(LANGUAGES)])

    def _theme(self) -> None:
        names = list(THEMES)
        self.desk.choose("theme", names[(names.index(self.desk.theme) + 1) % len(names)])


def showcase(game: AnyGame) -> str:
    """The level whose picture stands for the game: one in the middle of its pack."""
    pack = library.pack(game.id)
    assert pack is not None
    names = pack.names()
    return names[len(names) // 2]
