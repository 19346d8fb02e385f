"""fltk's window: resizable, with all the events that the program needs."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cassetete.front.window.paint import fonts
from cassetete.front.window.paint.fltk_import import fltk, fltk_module
from cassetete.front.window.paint.screen_scale import screen_scale

_MOUSE = {
    "ClicGauche": ("press", 1),
    "ClicMilieu": ("press", 2),
    "ClicDroit": ("press", 3),
    "<ButtonRelease-1>": ("release", 1),
    "<ButtonRelease-2>": ("release", 2),
    "<ButtonRelease-3>": ("release", 3),
    "Deplacement": ("move", 0),
    "<Leave>": ("leave", 0),
}
_ANY_EVENT = (
    "<KeyPress>",
    "<KeyRelease>",
    "<ButtonPress>",
    "<ButtonRelease>",
    "<Motion>",
    "<MouseWheel>",
    "<Leave>",
    "<Configure>",
    "<Expose>",
    "<FocusIn>",
    "<FocusOut>",
)
_WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")
_EVENTS = [*_MOUSE, *_WHEEL, "Touche", "<KeyRelease>", "Redimension", "<FocusIn>", "<FocusOut>"]


@dataclass(frozen=True, slots=True)
class Mouse:
    """A "press", "release", "move", "leave" or "wheel" of the mouse at a pixel; for the wheel, `button` is ±1."""

    kind: str
    x: int
    y: int
    button: int = 0


@dataclass(frozen=True, slots=True)
class Typed:
    """A key by its keysym, with the text it types and whether Control and Shift are held; `repeated`: it is held, and
    the system types it again."""

    keysym: str
    text: str = ""
    ctrl: bool = False
    shift: bool = False
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Released:
    """A key was let go; while it is held, the system may send this before each repetition."""

    keysym: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has a new size."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The window gained or lost the keyboard."""

    here: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The user closes the window."""


Raw = Mouse | Typed | Released | Resized | Focus | Closed

_SHIFT, _CONTROL = 0x1, 0x4
_LEAST = (440, 400)
"""Units that a window has at least, whatever the text size."""
_LEAST_SCALE = 0.5
"""Pixels a unit in a window that is smaller than that."""
_SMALLEST = (280, 200)
"""Units that screens are laid out for at least."""
_LONGEST_DELAY, _SAME_TIME = 1000, 1
"""Milliseconds between two presses, and between a release and a press, if a held key repeats."""
_MANAGER_DELAY = 250
"""Milliseconds for the window manager to make the window full screen."""


class _Repeats:
    """Tells the repetitions of a held key from new presses of it. Only the key that was pressed last repeats.

    Some systems send no release before a repetition, X11 sends one at the same time.

    >>> repeats = _Repeats()
    >>> [repeats.pressed(36, at) for at in (0, 500, 530)]
    [False, True, True]
    >>> repeats.released(36, 560)
    >>> repeats.pressed(36, 560)
    True
    >>> repeats.released(36, 590)
    >>> [repeats.pressed(code, at) for code, at in ((36, 650), (38, 660), (36, 670))]
    [False, False, False]
    """

    def __init__(self) -> None:
        self._code: object = None
        self._pressed = 0
        self._let_go: int | None = None

    def pressed(self, code: object, milliseconds: int) -> bool:
        """A key goes down, or seems to: whether that is a repetition."""
        since, most = (self._pressed, _LONGEST_DELAY) if self._let_go is None else (self._let_go, _SAME_TIME)
        again = code == self._code and 0 <= milliseconds - since <= most
        self._code, self._pressed, self._let_go = code, milliseconds, None
        return again

    def released(self, code: object, milliseconds: int) -> None:
        """A key goes up, or seems to."""
        if code == self._code:
            self._let_go = milliseconds


class Canvas:
    """The one window of the program.

    Screens work in units: one pixel on a usual screen, `scale` pixels where the screen has more of them to the inch or
    the player wants larger texts. Sizes and places of the mouse are in units; `pixels` is the window's real size.
    """

    def __init__(self, width: int, height: int, title: str, *, in_units: bool = False) -> None:
        """`in_units`: the size is in units, else in pixels."""
        inner = fltk_module.CustomCanvas(width, height, events=_EVENTS, resizing=True)
        # fltk's drawing functions use the window in this module variable. The one that cree_fenetre would put there has
        # no motion, release or wheel events.
        setattr(fltk_module, "__canevas", inner)
        self.tk: tkinter.Canvas = inner.canvas
        self.root: tkinter.Tk = inner.root
        self._inner = inner
        fonts.reset()
        self._full = self._filled = False
        self._small = ""
        self._repeats = _Repeats()
        self.screen_scale = screen_scale(self.root)
        """Pixels a unit on this screen, before the player's text size."""
        self.scale = 1.0
        wanted = (width, height)
        if in_units:
            wanted = (round(width * self.screen_scale), round(height * self.screen_scale))
        allowed = (min(wanted[0], self.root.winfo_screenwidth()), min(wanted[1], self.root.winfo_screenheight()))
        if allowed != (width, height):
            inner.resize(*allowed)
        self.root.title(title)
        least = (min(round(480 * self.screen_scale), allowed[0]), min(round(420 * self.screen_scale), allowed[1]))
        self.root.minsize(*least)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self._inner.width), int(self._inner.height)

    @property
    def width(self) -> int:
        """In units; a window that is smaller still shows a part."""
        return max(_SMALLEST[0], int(self._inner.width / self.scale))

    @property
    def height(self) -> int:
        """In units; a window that is smaller still shows a part."""
        return max(_SMALLEST[1], int(self._inner.height / self.scale))

    def enlarge(self, factor: float) -> bool:
        """Set the scale: the screen's times the player's, but so that the window stays large enough in units; whether
        that changed it."""
        width, height = self.pixels
        most = min(self.screen_scale * factor, width / _LEAST[0], height / _LEAST[1])
        scale = max(_LEAST_SCALE, int(most * 20) / 20)
        if scale == self.scale:
            return False
        self.scale = scale
        fonts.set_scale(scale)
        return True

    def events(self) -> Iterator[Raw]:
        """The events since the last call."""
        while True:
            event = fltk.donne_ev()
            if event is None:
                return
            translated = _translated(event[0], event[1], self.scale, self._repeats)
            if translated is not None:
                yield translated

    def later(self, milliseconds: int, act: Callable[[], None]) -> str:
        """Call `act` after some milliseconds; the answer is for `cancel`."""
        return self.root.after(milliseconds, act)

    def cancel(self, alarm: str) -> None:
        """Forget what was to be called later."""
        self.root.after_cancel(alarm)

    def on_events(self, act: Callable[[], None]) -> None:
        """Call `act` whenever there is an event."""
        for sequence in _ANY_EVENT:
            self.root.bind_all(sequence, lambda _event: act(), add="+")

    def full_screen(self, on: bool) -> None:
        """Fill the screen, or stop; without a window manager the window resizes itself."""
        if on:
            self._small = self.root.geometry()
        self._full = on
        self.root.attributes("-fullscreen", on)
        if on:
            self.later(_MANAGER_DELAY, self._fill)
        elif self._filled:
            self._filled = False
            self.root.geometry(self._small)

    def _fill(self) -> None:
        screen = (self.root.winfo_screenwidth(), self.root.winfo_screenheight())
        if self._full and self.pixels != screen:
            self._filled = True
            self.root.geometry(f"{screen[0]}x{screen[1]}+0+0")

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, for as long as the program runs."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)

    def paste(self) -> str:
        """The text on the clipboard; empty if there is none."""
        for kind in ("UTF8_STRING", "STRING"):
            try:
                return str(self.root.clipboard_get(type=kind))
            except tkinter.TclError:
                continue
        return ""

    def close(self) -> None:
        """Close the window."""
        fltk.ferme_fenetre()


def _translated(kind: str, event: Any, scale: float, repeats: _Repeats) -> Raw | None:
    if kind == "Quitte":
        return Closed()
    if kind == "Redimension":
        return Resized()
    if kind == "Touche":
        # fltk's touche() fails on keys without a name: ignore them.
        keysym = getattr(event, "keysym", "??")
        if keysym == "??":
            return None
        repeated = repeats.pressed(event.keycode, event.time)
        return Typed(keysym, event.char or "", bool(event.state & _CONTROL), bool(event.state & _SHIFT), repeated)
    if kind == "<KeyRelease>":
        repeats.released(event.keycode, event.time)
        return Released(getattr(event, "keysym", "??"))
    if kind in ("<FocusIn>", "<FocusOut>"):
        return Focus(kind == "<FocusIn>")
    x, y = int(event.x / scale), int(event.y / scale)
    if kind in _WHEEL:
        up = kind == "<Button-4>" or (kind == "<MouseWheel>" and event.delta > 0)
        return Mouse("wheel", x, y, 1 if up else -1)
    what, button = _MOUSE[kind]
    return Mouse(what, x, y, button)
