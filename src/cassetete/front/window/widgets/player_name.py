"""The dialog that asks who plays: results, stars and progress are each player's own."""

from __future__ import annotations

from cassetete.app.store import Store
from cassetete.core.message import Catalogue
from cassetete.front.window.widgets.dialogs import DialogHost, Prompt

_ = Catalogue("cassetete")

_LONGEST = 40


def ask_name(screen: DialogHost, store: Store) -> None:
    """Ask for the player's name in front of a screen, and keep it."""

    def accept(name: str) -> str | None:
        store.player = name.strip()[:_LONGEST] or screen.say(_("Player"))
        return None

    screen.open(Prompt(screen, _("Your name?"), store.player or "", accept))
