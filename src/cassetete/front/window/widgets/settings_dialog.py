"""The settings dialog: one switch per line."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from cassetete.app.levels.links import BASE_SETTING, base_address
from cassetete.app.registry import games
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.dialogs import Dialog, DialogHost, Prompt
from cassetete.front.window.widgets.layout import GAP, SMALL, TEXT, Layout, wrapped
from cassetete.scene.shapes import Disc, box

_ = Catalogue("cassetete")

SWITCHES: dict[str, Text] = {
    "animations": _("Animate moves"),
    "timer": _("Show the time"),
    "warn_lost": _("Warn when a game can no longer be won"),
    "lower_bound": _("Show the minimum still needed"),
    "all_lengths": _("Show all lengths that a game counts"),
    "sounds": _("Sounds"),
    "lock_levels": _("Lock a level until the one before is solved"),
}


_STEP = 36


class SettingsDialog(Dialog):
    """The text size, a list of switches, and where links lead."""

    def __init__(self, screen: DialogHost) -> None:
        self.screen, self.services, self.close = screen, screen.services, screen.close_dialog
        self.first = 0
        """The first switch that is shown, where not all fit."""
        self._most = 0

    def _lines(self) -> list[tuple[str, bool, Callable[[], None]]]:
        """Each switch: its label, whether it is on, and how to turn it; first those for all games, then each game's."""
        say, settings = self.services.translate, self.services.settings
        lines: list[tuple[str, bool, Callable[[], None]]] = [
            (say(title), bool(getattr(settings, name)), partial(settings.toggle, name))
            for name, title in SWITCHES.items()
        ]
        for game in games().values():
            name = say(game.title)
            if not game.coaching.judged_live:
                title = say(_("{game}: warn about mistakes", game=name))
                lines.append((title, settings.warns(game), partial(settings.toggle_warning, game)))
            for option in game.controls.options:
                on = option.id in settings.options(game)
                turn = partial(settings.toggle_option, game, option.id)
                lines.append((say(_("{name}: {value}", name=name, value=option.title)), on, turn))
        return lines

    def compose(self, layout: Layout) -> None:
        """The text size, then a line for each setting with its switch at the right; scrolled if there are many."""
        say, lines = self.services.translate, self._lines()
        most = int((layout.height - 24 - 122 - _STEP) // _STEP)
        self._most = max(0, len(lines) - most)
        self.first = min(self.first, self._most)
        shown = lines[self.first : self.first + most]
        height = 122 + _STEP * (len(shown) + 1)
        x, y, width = layout.dialog(620, height, say(_("Settings")))
        self._sizes(layout, x + 24, y + 58, width - 48)
        size = TEXT if all(text_width(label, TEXT) <= width - 120 for label, _on, _turn in lines) else SMALL + 1
        for index, (label, on, _turn) in enumerate(shown):
            top = y + 60 + _STEP * (index + 1)
            words = wrapped(label, size, width - 120)
            for number, line in enumerate(words[:2]):
                at = top + _STEP / 2 + (number - (min(len(words), 2) - 1) / 2) * 16
                layout.text(x + 24, at, line, size, room=width - 120)
            self._switch(layout, x + width - 76, top + 5, on, ("switch", index + self.first))
        if self._most:
            room = _STEP * most
            share = most / len(lines)
            top = y + 60 + _STEP + self.first / len(lines) * room
            layout.shapes.append(box(x + width - 12, top, 5, room * share, fill="muted", round=2))
        half = (width - 48 - GAP) / 2
        layout.button(x + 24, y + height - 52, half, 38, say(_("Address of links…")), ("answer", "address"))
        layout.button(x + 24 + half + GAP, y + height - 52, half, 38, say(_("Done")), ("answer", 0), key="Esc")

    def _sizes(self, layout: Layout, x: float, y: float, width: float) -> None:
        """A button for each text size."""
        say = self.services.translate
        layout.text(x, y + 17, say(_("Text size")), room=width * 0.3)
        names = {"small": _("small"), "normal": _("normal"), "large": _("large"), "huge": _("huge")}
        each = width * 0.7 / len(names)
        for index, (name, label) in enumerate(names.items()):
            chosen = name == self.services.settings.text_size
            at = x + width * 0.3 + index * each
            layout.button(at + 4, y, each - 4, 32, say(label), ("size", name), primary=chosen)

    def _switch(self, layout: Layout, x: float, y: float, on: bool, target: Hashable) -> None:
        layout.shapes.append(box(x, y, 48, 24, fill="accent" if on else "muted", round=12, target=target))
        layout.shapes.append(Disc((x + (36 if on else 12), y + 12), 9, "paper", target=target))

    def press(self, target: Hashable) -> None:
        """Turn a switch, choose a size, or close."""
        if isinstance(target, tuple) and target[0] == "switch":
            self._lines()[int(target[1])][2]()
        elif isinstance(target, tuple) and target[0] == "size":
            self.services.settings.text_size = str(target[1])
        elif target == ("answer", "address"):
            self._ask_address()
        elif target == ("answer", 0):
            self.close()

    def _ask_address(self) -> None:
        """Where the links lead that "Share" copies: any place that serves the page; empty: this machine."""
        store = self.services.store

        def accept(address: str) -> str | None:
            address = address.strip()
            if address and base_address(address) != address:
                return self.services.translate(_("an address begins with https:// or http://"))
            store.set(BASE_SETTING, address or None)
            return None

        kept = store.setting(BASE_SETTING)
        self.screen.open(Prompt(self.screen, _("Links lead to (empty: this machine)"), str(kept or ""), accept))

    def wheel(self, step: int) -> None:
        """Scroll."""
        self.first = min(self._most, max(0, self.first - step))

    def key(self, typed: Typed) -> None:
        """Arrows scroll; Escape or Return close."""
        if typed.keysym in ("Escape", "Return"):
            self.close()
        elif typed.keysym in ("Up", "Down", "Prior", "Next"):
            self.wheel({"Up": 1, "Down": -1, "Prior": 6, "Next": -6}[typed.keysym])
