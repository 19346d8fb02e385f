"""Playing in a terminal: on the whole screen, or line by line in a pipe, a plain terminal or for a screen reader."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cassetete.app.store import Store
from cassetete.app.translate import Translator
from cassetete.core.message import Catalogue
from cassetete.front.terminal.text_view import TextView
from cassetete.session.ports import Levels

_ = Catalogue("cassetete")


def play(
    levels: Levels,
    start: int,
    translate: Translator,
    profile: Path | None = None,
    *,
    plain: bool = False,
    ask_name: bool = False,
) -> int:
    """Play the levels of a list from number `start` (from 0) until the player leaves; the exit code."""
    person = sys.stdin is not None and sys.stdin.isatty()
    with Store(profile) as store:
        if ask_name and person and store.player is None and not os.environ.get("CASSETETE_ANONYMOUS"):
            _ask_name(store, translate)
        view = TextView(levels, start, translate, store, person=person)
        try:
            if not plain and _has_screen():
                from cassetete.front.terminal import screen

                return screen.play(view)
            from cassetete.front.terminal import lines

            return lines.play(view)
        finally:
            view.controller.leave()


def _ask_name(store: Store, translate: Translator) -> None:
    try:
        name = input(translate(_("Your name?")) + " ").strip()
    except EOFError:
        return
    store.player = name[:40] or translate(_("Player"))


def _has_screen() -> bool:
    """Whether there is a terminal that can place a cursor."""
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import curses

        curses.setupterm()
    except (ImportError, OSError, Exception):  # curses.error exists only where curses does
        return False
    return True
