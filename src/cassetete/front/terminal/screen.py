"""The whole screen: the board, a heading, the keys, and the last word said."""

from __future__ import annotations

import contextlib
import curses
import signal
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from cassetete.app.translate import Translator
from cassetete.core.contract import Advice
from cassetete.core.message import Catalogue, Text
from cassetete.front.terminal.explain import spoken
from cassetete.front.terminal.keys import key, reserved
from cassetete.front.terminal.table import Table

_ = Catalogue("cassetete")

GONE = 10_000
"""So many reads in a row that give nothing mean that nobody is there."""

PACE = 120
"""Milliseconds between the moves of a solution that plays itself."""

STRIDE = 1200
"""Milliseconds between the steps of an explanation that plays itself."""


def play(table: Table, words: Translator) -> int:
    """Until the player quits; the terminal is given back as it was, whatever happens."""
    with _control_keys(), _orderly_end():
        curses.wrapper(lambda window: Screen(window, table, words).run())
    return 0


@contextlib.contextmanager
def _control_keys() -> Iterator[None]:
    """Ctrl-Z and Ctrl-Y reach the game instead of the terminal's job control."""
    try:
        import termios
    except ImportError:
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    changed = termios.tcgetattr(descriptor)
    for name in ("VSUSP", "VDSUSP"):
        if hasattr(termios, name):
            changed[6][getattr(termios, name)] = b"\0"
    termios.tcsetattr(descriptor, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)


@contextlib.contextmanager
def _orderly_end() -> Iterator[None]:
    """Being told to end (SIGTERM) still gives the terminal back."""

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Screen:
    """Draws a table and gives it what is typed."""

    def __init__(self, window: Any, table: Table, words: Translator) -> None:
        self.window, self.table, self.words = window, table, words
        self.silence = 0
        with contextlib.suppress(curses.error):
            curses.curs_set(0)
        with contextlib.suppress(curses.error, AttributeError):
            curses.set_escdelay(25)

    def run(self) -> None:
        """One key after the other, until the player quits or the terminal is gone."""
        while self.silence < GONE:
            self.draw()
            pressed = self._pressed()
            if pressed is None:
                continue
            name = reserved(pressed)
            if name == "quit":
                return
            if name == "help":
                self._help()
            elif name == "solve":
                self._solve()
            elif name == "explain":
                self._explain()
            elif name == "option":
                self._options()
            elif name is not None:
                if name in ("hint", "check"):
                    self._thinking()
                self.table.act(name)
            else:
                event = key(pressed)
                if event is not None:
                    self.table.press(event)

    def draw(self) -> None:
        """Heading, board, what there is to say, and the keys; what does not fit is cut off, and said so."""
        table = self.table
        board = table.picture()
        height, width = self.window.getmaxyx()
        self.window.erase()
        self._put(0, " · ".join(self._said(text) for text in table.heading()), curses.A_BOLD)
        rows = max(0, height - 5)
        for row, line in enumerate(board[:rows]):
            self._put(row + 2, line)
        fits = len(board) <= rows and max(map(len, board), default=0) < width
        said: Text | None = table.message or table.outcome()
        if said is None and not fits:
            said = _("the board does not fit: enlarge the terminal")
        below = min(len(board), rows) + 3
        if said is not None:
            self._put(min(below, height - 2), self._said(said), curses.A_REVERSE)
        self._put(
            height - 1, self._said(_("arrows · H hint · S solve · A undo · R restart · N P levels · ? keys · Q quit"))
        )
        self.window.refresh()

    def _help(self) -> None:
        """The keys, until one is pressed."""
        self.window.erase()
        lines = [(self._said(help.keys), self.words(help.text)) for help in self.table.game.controls.keys]
        lines += [(keys, self.words(text)) for _word, keys, text in self.table.help()]
        width = max(len(keys) for keys, _text in lines)
        for row, (keys, text) in enumerate(lines):
            self._put(row, f"  {keys.ljust(width)}  {text}")
        self._put(self.window.getmaxyx()[0] - 1, self._said(_("any key goes back to the game")))
        self.window.refresh()
        self._pressed()

    def _solve(self) -> None:
        """The solution plays itself, a move at a time; any key stops it."""
        self._thinking()
        moves = self.table.solution()
        self.window.timeout(PACE)
        try:
            for count, move in enumerate(moves):
                if count and self._pressed() is not None:
                    return
                self.table.play((move,))
                self.draw()
        except KeyboardInterrupt:
            self.table.message = _("stopped")
        finally:
            self.window.timeout(-1)

    def _explain(self) -> None:
        """The solution step by step: → goes on, ← back, Space plays it; any other key goes back to the game."""
        self._thinking()
        coming = self.table.explanation()
        steps: list[tuple[Advice, list[str]]] = []
        at, playing = 0, False
        while True:
            while at >= len(steps):
                step = next(coming, None)
                if step is None:
                    break
                steps.append(step)
            if not steps:
                return
            at = min(at, len(steps) - 1)
            self._step(at, steps[at])
            self.window.timeout(STRIDE if playing else -1)
            pressed = self._pressed()
            if pressed is None or pressed == curses.KEY_RIGHT:
                at += 1
            elif pressed == curses.KEY_LEFT:
                at, playing = max(0, at - 1), False
            elif pressed == " ":
                playing = not playing
            else:
                break
        self.window.timeout(-1)

    def _step(self, at: int, step: tuple[Advice, list[str]]) -> None:
        advice, board = step
        height, width = self.window.getmaxyx()
        self.window.erase()
        words = textwrap.wrap(f"{at + 1}. {spoken(advice, self.words)}", max(10, width - 2))
        rows = max(0, height - 3 - len(words))
        for row, line in enumerate(words):
            self._put(row, line, curses.A_BOLD)
        for row, line in enumerate(board[:rows]):
            self._put(row + len(words) + 1, line)
        self._put(height - 1, self._said(_("← → steps · Space plays · any other key goes back to the game")))
        self.window.refresh()

    def _options(self) -> None:
        """Switches, by their numbers, until another key is pressed."""
        while True:
            self.window.erase()
            lines = self.table.option_lines()
            for row, (on, title) in enumerate(lines):
                self._put(row, f"  {row + 1} [{'x' if on else ' '}] {self.words(title)}")
            if not lines:
                self._put(0, self._said(_("this game has nothing to switch on")))
            self._put(self.window.getmaxyx()[0] - 1, self._said(_("any key goes back to the game")))
            self.window.refresh()
            pressed = self._pressed()
            if not (isinstance(pressed, str) and pressed.isdigit() and self.table.turn(int(pressed))):
                return

    def _thinking(self) -> None:
        self.table.message = _("thinking… (Ctrl-C stops it)")
        self.draw()
        self.table.message = None

    def _pressed(self) -> str | int | None:
        """What was typed; None when the time is up, or when it is no character."""
        try:
            pressed: str | int = self.window.get_wch()
        except (curses.error, UnicodeDecodeError, ValueError):
            self.silence += 1
            return None
        self.silence = 0
        return None if pressed == curses.KEY_RESIZE else pressed

    def _put(self, row: int, text: str, attribute: int = curses.A_NORMAL) -> None:
        """A line, cut at the edge of the screen."""
        height, width = self.window.getmaxyx()
        if 0 <= row < height and width > 1:
            shown = text.encode(self.window.encoding, "replace").decode(self.window.encoding)
            with contextlib.suppress(curses.error):
                self.window.addnstr(row, 0, shown, width - 1, attribute)

    def _said(self, text: Text | str) -> str:
        return text if isinstance(text, str) else self.words(text)
