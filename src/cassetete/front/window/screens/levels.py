"""The levels of a game: chapters, stars won, and levels that are still locked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

from cassetete.app.levels import library
from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.level_list import of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.store import level_key
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.art import thumbnail_name
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ScrollScreen
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.dialogs import Prompt
from cassetete.front.window.widgets.file_prompt import complained
from cassetete.front.window.widgets.generator_dialog import GeneratorDialog
from cassetete.front.window.widgets.layout import GAP, LARGE, SMALL, Layout, wrapped
from cassetete.scene.shapes import Sprite, box

_ = Catalogue("cassetete")

_CARD_W, _CARD_H = 150, 196
_HEAD = 132


class LevelsScreen(ScrollScreen):
    """Choose a level, open a file, generate a level or draw one."""

    def __init__(self, window: WindowLoop, game: AnyGame) -> None:
        super().__init__(window)
        self.game = game
        self.pack = library.pack(game.id)
        self.unsolved = False
        self._stars = self._stars_won()
        self._has_lesson = bool(lesson_boards(game))
        self._columns = 1
        self._tops: dict[str, float] = {}
        self._window_height = 720
        names = self.pack.names() if self.pack is not None else []
        self.chosen = next((name for name in names if self._stars[name] is None), names[0] if names else "")

    def _stars_won(self) -> dict[str, int | None]:
        """Stars by level name; None for levels that were never solved."""
        if self.pack is None:
            return {}
        solved = self.services.store.solved(self.game.id)
        return {name: solved.get(level_key(self.game, self.pack.entry(name).level)) for name in self.pack.names()}

    def locked(self, name: str) -> bool:
        """A level is locked until the one before is solved."""
        if self.settings.unlock_all or self.pack is None:
            return False
        names = self.pack.names()
        index = names.index(name)
        return index > 0 and self._stars[names[index - 1]] is None and self._stars[name] is None

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above the levels."""
        found = {"back": self.navigator.home, "unsolved": self._toggle, "open": self._open_file, "paste": self._paste}
        if self.game.making.generators:
            found["random"] = lambda: self.open(GeneratorDialog(self, self.game))
        if self.game.making.editor is not None:
            found["editor"] = lambda: self.navigator.editor(self.game)
        if self._has_lesson:
            found["lesson"] = lambda: self.navigator.lesson(self.game)
        return found

    def compose(self, layout: Layout) -> list[Layer]:
        """The chapters, below a row of buttons."""
        self.bar(layout, _HEAD - 16, self.say(self.game.title), self._chapters(layout))
        names = {
            "lesson": _("First lesson"),
            "unsolved": _("All levels") if self.unsolved else _("Only unsolved"),
            "open": _("Open a file…"),
            "paste": _("Paste"),
            "random": _("Random level…"),
            "editor": _("Draw a level…"),
        }
        shown = [name for name in names if name in self.actions()]
        each = min(180.0, (layout.width - 56 - GAP * (len(shown) - 1)) / len(shown))
        for index, name in enumerate(shown):
            layout.button(28 + index * (each + GAP), 76, each, 34, self.say(names[name]), ("do", name))
        return []

    def _chapters(self, layout: Layout) -> float:
        """The cards of the levels; the answer is the height below them."""
        y = _HEAD - self.scroll
        columns = self._columns = max(1, int((layout.width - 56 + GAP) // (_CARD_W + GAP)))
        self._window_height = layout.height
        self._tops.clear()
        language = self.settings.language
        number = 0
        for chapter in self.pack.chapters if self.pack else ():
            names = [name for name in chapter.levels if not (self.unsolved and self._stars[name] is not None)]
            if names:
                layout.text(28, y + 16, chapter.title.get(language, chapter.title["en"]), LARGE, bold=True)
                y += 40
            for index, name in enumerate(names):
                row, column = divmod(index, columns)
                top = y + row * (_CARD_H + GAP)
                self._tops[name] = top
                if -_CARD_H < top < layout.height:
                    place = number + 1 + chapter.levels.index(name)
                    self._card(layout, name, place, 28 + column * (_CARD_W + GAP), top)
            y += -(-len(names) // columns) * (_CARD_H + GAP) + (12 if names else 0)
            number += len(chapter.levels)
        return y

    def _card(self, layout: Layout, name: str, number: int, x: float, y: float) -> None:
        assert self.pack is not None
        locked = self.locked(name)
        target = None if locked else ("level", name)
        layout.panel(x, y, _CARD_W, _CARD_H, "board-alt" if target and self.hot == target else "board", target)
        if name == self.chosen:
            layout.shapes.append(box(x, y, _CARD_W, _CARD_H, stroke="accent", line=2, round=10))
        side = _CARD_W - 36
        if locked:
            layout.lock(x + _CARD_W / 2, y + 14 + side / 2, 28)
        else:
            sprite = thumbnail_name(self.game.id, name, self.settings.theme)
            layout.shapes.append(Sprite(sprite, (x + 18, y + 12), (side, side), target=target))
        title = f"{number}. {self.pack.entry(name).level.headers.title_in(self.settings.language)}"
        for index, line in enumerate(wrapped(title, SMALL, _CARD_W - 24)[:2]):
            layout.text(
                x + 12, y + side + 28 + 17 * index, line, SMALL, "muted" if locked else "ink", room=_CARD_W - 20
            )
        stars = self._stars[name]
        if stars is not None:
            layout.stars(x + 20, y + _CARD_H - 18, stars)

    def pressed(self, target: Hashable, button: int) -> None:
        """Play the level of a card."""
        if isinstance(target, tuple) and target[0] == "level":
            self.play(str(target[1]))

    def play(self, name: str) -> None:
        """Play a level of the pack."""
        assert self.pack is not None
        index = self.pack.names().index(name)
        self.navigator.play(of_pack(self.pack), index)

    def typed(self, typed: Typed) -> None:
        """Arrows choose a level, Return plays it, Escape goes back."""
        steps = {"Left": -1, "Right": 1, "Up": -self._columns, "Down": self._columns}
        if typed.ctrl and typed.keysym.lower() == "v":
            self._paste()
        elif typed.keysym == "Escape":
            self.navigator.home()
        elif typed.keysym in ("Return", "KP_Enter") and self.chosen and not self.locked(self.chosen):
            self.play(self.chosen)
        elif typed.keysym in steps:
            self._choose(steps[typed.keysym])
        elif typed.keysym in ("Next", "Prior"):
            self.wheel(0, 0, -4 if typed.keysym == "Next" else 4)

    def _choose(self, step: int) -> None:
        """Choose another level and scroll to it."""
        names = list(self._tops)
        if not names:
            return
        here = names.index(self.chosen) if self.chosen in names else 0
        self.chosen = names[min(len(names) - 1, max(0, here + step))]
        top = self._tops[self.chosen]
        if top < _HEAD:
            self.scroll_to(self.scroll + top - _HEAD)
        elif top + _CARD_H > self._window_height:
            self.scroll_to(self.scroll + top + _CARD_H - self._window_height + 12)

    def _toggle(self) -> None:
        self.unsolved = not self.unsolved
        self.scroll = 0.0

    def _open_file(self) -> None:
        def accept(path: str) -> str | None:
            file = Path(path.strip()).expanduser()
            found = list(library.read(str(file), self.game, devices=False))
            entries = [item for item in found if isinstance(item, LoadedLevel) and not item.problems()]
            bad = [item for item in found if item not in entries]
            faults = [item if isinstance(item, Unreadable) else item.problems()[0] for item in bad]
            if not entries:
                where = f"{faults[0].line}:{faults[0].column}: " if faults[0].line else ""
                return complained(file, where + self.say(faults[0].text))
            self.navigator.play(of_entries(entries, faults))
            return None

        self.open(Prompt(self, _("Which file or folder?"), "", accept, _("Open")))

    def _paste(self) -> None:
        clipboard.paste_level(self, self.game)
