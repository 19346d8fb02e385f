"""The settings dialog: one switch per line."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from cassetete.app.registry import games
from cassetete.app.services import Services
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import Dialog
from cassetete.front.window.widgets.layout import Layout
from cassetete.scene.shapes import Disc, box

_ = Catalogue("cassetete")

SWITCHES: dict[str, Text] = {
    "animations": _("Animate moves"),
    "timer": _("Show the time"),
    "warn_lost": _("Warn when a game can no longer be won"),
    "lower_bound": _("Show the minimum still needed"),
    "lock_levels": _("Lock a level until the one before is solved"),
}


class SettingsDialog(Dialog):
    """A list of switches."""

    def __init__(self, services: Services, close: Callable[[], None]) -> None:
        self.services, self.close = services, close

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
                lines.append((f"{name}: {say(option.title)}", on, turn))
        return lines

    def compose(self, layout: Layout) -> None:
        """A line for each setting, with its switch at the right."""
        lines = self._lines()
        step = min(44.0, (layout.height - 150) / len(lines))
        height = 130 + step * len(lines)
        x, y, width = layout.dialog(600, height, self.services.translate(_("Settings")))
        for index, (label, on, _turn) in enumerate(lines):
            top = y + 66 + step * index
            layout.text(x + 24, top + 20, label, room=width - 120)
            self._switch(layout, x + width - 76, top + 8, on, ("switch", index))
        done = self.services.translate(_("Done"))
        layout.button(x + 24, y + height - 56, width - 48, 38, done, ("answer", 0), key="Esc")

    def _switch(self, layout: Layout, x: float, y: float, on: bool, target: Hashable) -> None:
        layout.shapes.append(box(x, y, 48, 24, fill="accent" if on else "muted", round=12, target=target))
        layout.shapes.append(Disc((x + (36 if on else 12), y + 12), 9, "paper", target=target))

    def press(self, target: Hashable) -> None:
        """Turn a switch, or close."""
        if isinstance(target, tuple) and target[0] == "switch":
            self._lines()[int(target[1])][2]()
        elif target == ("answer", 0):
            self.close()

    def key(self, typed: Typed) -> None:
        """Escape or Return close."""
        if typed.keysym in ("Escape", "Return"):
            self.close()
