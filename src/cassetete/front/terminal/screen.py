"""The whole screen: a heading, the board, what there is to say, and the keys."""

from __future__ import annotations

import contextlib
import curses
import signal
import sys
import textwrap
from collections.abc import Iterator

from cassetete.core.message import Catalogue, one_line
from cassetete.front.terminal.keys import command_of, key, shown
from cassetete.front.terminal.text_view import PACE, TextView
from cassetete.session.view_model import Note

_ = Catalogue("cassetete")

GONE = 10_000
"""After so many empty reads in a row, the terminal is gone."""

_THINKING = Note(_("thinking… (Ctrl-C stops it)"))

EXPLAIN_PACE = 1200
"""Milliseconds between the steps of an explanation that plays itself."""


def play(view: TextView) -> int:
    """Play until the player quits; the terminal is always restored."""
    with _control_keys(), _orderly_end():
        curses.wrapper(lambda window: CursesScreen(window, view).run())
    return 0


@contextlib.contextmanager
def _control_keys() -> Iterator[None]:
    """Ctrl-Z and Ctrl-Y reach the game instead of the terminal's job control."""
    try:
        import termios
    except ImportError:
        yield
        return
    if sys.platform == "win32":
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
    """SIGTERM gives the terminal back, too."""

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class CursesScreen:
    """Draws the game and gives it what is typed."""

    def __init__(self, window: curses.window, view: TextView) -> None:
        self.window, self.view, self.controller = window, view, view.controller
        self.translate = view.translate
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
            name = command_of(pressed)
            if name == "quit":
                return
            if name == "keys":
                self._help()
            elif name == "options":
                self._options()
            elif name == "records":
                self._records()
            elif name in {command.id for _word, command in self.view.commands()}:
                self._command(name)
            else:
                self.view.event(key(pressed))
            if self.view.asks_name():
                self.draw()
                self.view.set_player(self._typed(self.translate(_("Your first record! Your name?"))))

    def _command(self, name: str) -> None:
        if name in ("hint", "check", "solve", "explain"):
            self.controller.note = _THINKING
            self.draw()
        if self.view.do(name) is not None:
            self._explain()
        if self.controller.autoplay:
            self._autoplay()

    def draw(self) -> None:
        """Heading, board, what there is to say, and the keys; what does not fit is cut off, and the screen says so."""
        board = self.view.board()
        height, width = self.window.getmaxyx()
        self.window.erase()
        self._put(0, self.view.heading(), curses.A_BOLD)
        rows = max(0, height - 5)
        for row, line in enumerate(board[:rows]):
            self._put(row + 2, line)
        fits = len(board) <= rows and max(map(len, board), default=0) < width
        said = " · ".join(self.view.said(keys=True))
        if not said and not fits:
            said = self.translate(_("the board does not fit: enlarge the terminal"))
        below = min(len(board), rows) + 3
        if said:
            lines = textwrap.wrap(said, max(10, width - 2))[: max(1, height - 1 - below)]
            for row, line in enumerate(lines):
                self._put(min(below + row, height - 2), line, curses.A_REVERSE)
        keys = _("arrows · H hint · S solve · A undo · R restart · N P levels · ? keys · Q quit")
        self._put(height - 1, self.translate(keys))
        self.window.refresh()

    def _help(self) -> None:
        """The keys, until one is pressed."""
        self.window.erase()
        lines = [(self.translate(help.keys), self.translate(help.text)) for help in self.controller.game.controls.keys]
        lines += [(shown(command), self.translate(command.help)) for _word, command in self.view.commands()]
        width = max(len(keys) for keys, _text in lines)
        special = [f"  {self.translate(text)}" for text in self.controller.special_rules]
        for row, line in enumerate([*special, *(f"  {keys.ljust(width)}  {text}" for keys, text in lines)]):
            self._put(row, line)
        self._put(self.window.getmaxyx()[0] - 1, self.translate(_("press any key to go back to the game")))
        self.window.refresh()
        self._pressed()

    def _records(self) -> None:
        """The records of the level, until a key is pressed."""
        self.window.erase()
        self._put(0, self.view.heading(), curses.A_BOLD)
        for row, line in enumerate(self.view.records(), 2):
            self._put(row, one_line(line))
        self._put(self.window.getmaxyx()[0] - 1, self.translate(_("press any key to go back to the game")))
        self.window.refresh()
        self._pressed()

    def _typed(self, question: str) -> str:
        """A line typed at the bottom of the screen; Escape gives an empty one."""
        typed = ""
        while self.silence < GONE:
            row = self.window.getmaxyx()[0] - 1
            self.window.move(row, 0)
            self.window.clrtoeol()
            self._put(row, f"{question} {typed}_", curses.A_BOLD)
            self.window.refresh()
            pressed = self._pressed()
            if pressed in ("\n", "\r", curses.KEY_ENTER):
                break
            if pressed == "\x1b":
                return ""
            if pressed in ("\x7f", "\b", curses.KEY_BACKSPACE):
                typed = typed[:-1]
            elif isinstance(pressed, str) and pressed.isprintable():
                typed += pressed
        return typed

    def _autoplay(self) -> None:
        """Play the solution, a move at a time; any key stops it."""
        self.window.timeout(int(PACE * 1000))
        try:
            while self.controller.autoplay:
                self.controller.tick(PACE, clock=False)
                self.view.listen()
                self.draw()
                if self.controller.autoplay and self._pressed() is not None:
                    self.controller.stop()
        except KeyboardInterrupt:
            self.controller.stop()
            self.controller.note = Note(_("stopped"))
        finally:
            self.window.timeout(-1)

    def _explain(self) -> None:
        """The solution step by step: → goes on, ← back, Space plays it; any other key goes back to the game."""
        coming = self.view.explanation()
        steps: list[tuple[str, list[str]]] = []
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
            self._step(at, *steps[at])
            self.window.timeout(EXPLAIN_PACE if playing else -1)
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

    def _step(self, at: int, reason: str, board: list[str]) -> None:
        height, width = self.window.getmaxyx()
        self.window.erase()
        lines = textwrap.wrap(f"{at + 1}. {reason}", max(10, width - 2))
        rows = max(0, height - 3 - len(lines))
        for row, line in enumerate(lines):
            self._put(row, line, curses.A_BOLD)
        for row, line in enumerate(board[:rows]):
            self._put(row + len(lines) + 1, line)
        self._put(height - 1, self.translate(_("← → steps · Space plays · any other key goes back to the game")))
        self.window.refresh()

    def _options(self) -> None:
        """The options, turned on and off by their numbers, until another key is pressed."""
        while True:
            self.window.erase()
            options = self.controller.options()
            for row, (on, title) in enumerate(options):
                self._put(row, f"  {row + 1} [{'x' if on else ' '}] {self.translate(title)}")
            if not options:
                self._put(0, self.translate(_("this game has no options")))
            self._put(self.window.getmaxyx()[0] - 1, self.translate(_("press any key to go back to the game")))
            self.window.refresh()
            pressed = self._pressed()
            if not (isinstance(pressed, str) and pressed.isdigit() and self.controller.toggle_option(int(pressed))):
                return

    def _pressed(self) -> str | int | None:
        """What was typed; None when the time is up, or when it is not a character."""
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
