"""The levels of a game: its chapters, and the ways to other levels: a file, the player's own, random ones, drawing."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.collections.daily import Daily, Streak
from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.collections.sources import Collection, OwnLevels, PackLevels
from cassetete.app.levels import library
from cassetete.app.levels.lessons import lesson_boards
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.screens.card_grid import CardGridScreen, GridButton
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.daily_dialog import open_daily
from cassetete.front.window.widgets.generator_dialog import GeneratorDialog
from cassetete.front.window.widgets.open_levels import ask_levels

_ = Catalogue("cassetete")


class LevelsScreen(CardGridScreen):
    """Choose a level, open a file, generate a level or draw one."""

    def __init__(self, window: WindowLoop, game: AnyGame) -> None:
        pack = library.pack(game.id)
        self._mine = MyLevels(window.services.store)
        collection: Collection = PackLevels(pack) if pack is not None else OwnLevels(game, self._mine)
        super().__init__(window, collection)
        self.game = game
        self._streak: Streak | None = None
        self._has_lesson = bool(lesson_boards(game))

    def heading(self) -> str:
        """The game's name."""
        return self.say(self.game.title)

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above the levels."""
        return super().actions() | {
            "lesson": lambda: self.navigator.lesson(self.game),
            "mine": lambda: self.navigator.my_levels(self.game),
            "open": lambda: ask_levels(self, self.game, back=self),
            "paste": lambda: clipboard.paste_level(self, self.game, back=self),
            "daily": lambda: open_daily(self, self.game, back=self),
            "random": lambda: self.open(GeneratorDialog(self, self.game, self)),
            "editor": lambda: self.navigator.editor(self.game),
        }

    def buttons(self) -> list[GridButton]:
        """What this game has of: lesson, own levels, file, clipboard, random level, drawing."""
        making = self.game.making
        found = [GridButton("lesson", _("First lesson"))] if self._has_lesson else []
        found.append(GridButton("unsolved", _("All levels") if self.browser.unsolved else _("Only unsolved")))
        if making.generators:
            found += [GridButton("daily", self._daily_label()), GridButton("random", _("Random level…"))]
        found += [GridButton("editor", _("Draw a level…"))] if making.editor is not None else []
        found += [GridButton("mine", _("My levels")), GridButton("open", _("Open a file…"), "F9")]
        found.append(GridButton("paste", _("Paste"), "^V"))
        return found

    def _daily_label(self) -> Text:
        """With the days in a row, if there are any."""
        if self._streak is None:
            self._streak = Daily(self.services.store).streak(self.game)
        if self._streak.days:
            return _("Level of the day ({n})", n=self._streak.days)
        return _("Level of the day")

    def leave(self) -> None:
        """The level of the day may be solved when the screen is back."""
        self._streak = None
        super().leave()

    def typed(self, typed: Typed) -> None:
        """The keys of the buttons, and those of every grid."""
        if typed.ctrl and typed.keysym.lower() == "v" and not self.search.value:
            clipboard.paste_level(self, self.game, back=self)
        elif typed.keysym == "F9":
            ask_levels(self, self.game, back=self)
        else:
            super().typed(typed)
