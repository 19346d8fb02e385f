"""Playing in a terminal: on the whole screen, or line by line in a pipe, a plain terminal or for a screen reader."""

from __future__ import annotations

import os
import sys

from cassetete.app.translate import Translator
from cassetete.front.terminal.text_view import TextView
from cassetete.session.ports import Levels


def play(levels: Levels, start: int, translate: Translator, *, plain: bool = False) -> int:
    """Play the levels of a list from number `start` (from 0) until the player leaves; the exit code."""
    view = TextView(levels, start, translate)
    if not plain and _has_screen():
        from cassetete.front.terminal import screen

        return screen.play(view)
    from cassetete.front.terminal import lines

    return lines.play(view)


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
