"""The settings: what a player may choose, one switch a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cassetete.app.analyst import Result, Working
from cassetete.app.desk import Desk
from cassetete.core.text import Catalogue, Text
from cassetete.front.window.canvas import Typed
from cassetete.front.window.ui import LARGE, Page
from cassetete.scene.shapes import Disc, box

_ = Catalogue("cassetete")

SWITCHES: dict[str, Text] = {
    "animations": _("Pieces glide to their places"),
    "timer": _("Show the clock"),
    "warn_lost": _("Say when a game can no longer be won"),
    "warn_lost_slitherlink": _("…in Slitherlink too (it gives mistakes away)"),
    "unlock_all": _("Unlock every level"),
    "single_button": _("Slitherlink with one mouse button"),
    "character": _("Push it down! with a character, not a ball"),
}


class SettingsDialog:
    """A card of switches."""

    def __init__(self, desk: Desk, close: Callable[[], None]) -> None:
        self.desk, self.close = desk, close

    def compose(self, page: Page) -> None:
        """A line for each, with its switch at the right."""
        width, height = min(560, page.width - 40), 110 + 44 * len(SWITCHES) + 20
        x, y = (page.width - width) / 2, max(10.0, (page.height - height) / 2)
        page.card(x, y, width, height)
        page.text(x + 24, y + 36, self.desk.say(_("Settings")), LARGE, bold=True)
        for index, (name, words) in enumerate(SWITCHES.items()):
            top = y + 66 + 44 * index
            page.text(x + 24, top + 20, self.desk.say(words), room=width - 120)
            self._switch(page, x + width - 76, top + 8, bool(self.desk.wish(name)), ("switch", name))
        page.button(x + 24, y + height - 56, width - 48, 38, self.desk.say(_("Done")), ("answer", 0), key="Esc")

    def _switch(self, page: Page, x: float, y: float, on: bool, target: Hashable) -> None:
        page.shapes.append(box(x, y, 48, 24, fill="accent" if on else "muted", round=12, target=target))
        page.shapes.append(Disc((x + (36 if on else 12), y + 12), 9, "paper", target=target))

    def press(self, target: Hashable) -> None:
        """Turn a switch, or be done."""
        if isinstance(target, tuple) and target[0] == "switch":
            name = str(target[1])
            self.desk.choose(name, not self.desk.wish(name))
        elif target == ("answer", 0):
            self.close()

    def key(self, typed: Typed) -> None:
        """Escape or Return."""
        if typed.keysym in ("Escape", "Return"):
            self.close()

    def heard(self, message: Working | Result) -> None:
        """Nothing to hear."""
