"""Plays in a real window with real keys and clicks, and reads what is drawn and saved."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cassetete.app.registry import games
from cassetete.app.store import SavedGame, Store
from cassetete.front.window.loop.frame_log import VARIABLE
from cassetete.session import saves
from cassetete.session.commands import COMMANDS, Placement
from cassetete.session.session import Session
from processes import PATIENCE

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
TOOLS = ("Xvfb", "xdotool")

T = TypeVar("T")

_HOLD = """import sys, tkinter
root = tkinter.Tk()
root.withdraw()
root.clipboard_clear()
root.clipboard_append(sys.stdin.read())
root.update()
print("held", flush=True)
root.mainloop()
"""
_READ = """import sys, tkinter
root = tkinter.Tk()
root.withdraw()
try:
    sys.stdout.write(root.clipboard_get(type="UTF8_STRING"))
except tkinter.TclError:
    pass
"""


def missing_tools() -> list[str]:
    """The tools that these tests need and that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def until(look: Callable[[], T | None], what: str = "what was waited for") -> T:
    """Call `look` until it returns something true, and return that."""
    deadline = time.monotonic() + PATIENCE
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} never came; last: {seen!r}")
        time.sleep(0.02)


class Frame(NamedTuple):
    """A drawn frame: its screen and dialog, whether the strip of a won game is shown, its texts, their colours (roles
    of the theme), those that the window cuts off, a pixel of each thing that can be pressed, where the pointer was, and
    how many pixels pieces were away from their places since the last frame."""

    screen: str
    dialog: str | None
    end: bool
    size: tuple[int, int]
    texts: list[str]
    roles: list[str]
    cut: list[str]
    targets: dict[str, tuple[int, int]]
    pointer: list[int] | None
    away: float

    @property
    def words(self) -> str:
        """All the texts, in reading order."""
        return " ".join(self.texts)

    def says(self, words: str) -> bool:
        """Whether a text is shown, wherever its lines end: a long path is broken inside."""
        return words.replace(" ", "") in self.words.replace(" ", "")

    def role(self, text: str) -> str:
        """The colour of a text, by its role in the theme."""
        return self.roles[self.texts.index(text)]


class Player:
    """Starts the program in a window, and plays it by keys and mouse only."""

    def __init__(
        self, display: str, profile: Path, *arguments: str, command: Sequence[str] = (), **environment: str
    ) -> None:
        """`command` starts another program than this source."""
        self.profile = profile
        self.documents = profile.parent / "Documents" / "cassetete"
        self.pressed: set[tuple[str, str]] = set()
        self.clicks = 0
        self._log = profile.with_name(f"{profile.name}-{time.monotonic_ns()}.log")
        self._seen: list[Frame] = []
        self._read = 0
        self._acted = 0
        self._holder: subprocess.Popen[str] | None = None
        self.environment = {
            # without the tests' toy game, unless it is asked for
            **{name: value for name, value in os.environ.items() if name != "CASSETETE_GAMES"},
            "DISPLAY": display,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(SRC), os.environ.get("PYTHONPATH")))),
            VARIABLE: str(self._log),
            "XDG_DOCUMENTS_DIR": str(profile.parent / "Documents"),
            "CASSETETE_NO_WARM": "1",
            **environment,
        }
        words = [*arguments, "--profile", str(profile)]
        others = self._windows()
        self.process = subprocess.Popen(
            [*(command or (sys.executable, "-m", "cassetete")), *words],
            env=self.environment,
            cwd=profile.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.window = self._find_window(others)

    def _windows(self) -> set[str]:
        """The program's windows on this display, those of other players too."""
        return set(self._xdotool("search", "--onlyvisible", "--name", "^cassetete$").split())

    def _find_window(self, others: set[str]) -> str:
        self.until(lambda _frame: True)
        window = min(until(lambda: self._windows() - others, "the window"))
        self._xdotool("windowfocus", "--sync", window, "mousemove", "--window", window, "1", "1")
        return window

    def _xdotool(self, *words: object) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.environment,
            text=True,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    # What the player sees

    def frames(self) -> list[Frame]:
        """Every frame so far."""
        if self._log.exists():
            with self._log.open(encoding="utf-8") as file:
                file.seek(self._read)
                while (line := file.readline()).endswith("\n"):
                    self._read = file.tell()
                    self._seen.append(Frame(**json.loads(line)))
        return self._seen

    def until(self, fits: Callable[[Frame], Any]) -> Frame:
        """Wait for a frame that fulfils a condition."""

        def look() -> Frame | None:
            assert self.process.poll() is None, f"the program ended:\n{self.output()}"
            frames = self.frames()
            return frames[-1] if frames and fits(frames[-1]) else None

        try:
            return until(look, "such a frame")
        except AssertionError as error:
            last = self._seen[-1] if self._seen else None
            raise AssertionError(f"{error}\nlast frame: {last}") from None

    def on(self, screen: str, dialog: str | None = None) -> Frame:
        """Wait until a screen is shown, with a dialog or with none."""
        return self.until(lambda frame: frame.screen == screen and frame.dialog == dialog)

    def reads(self, words: str) -> Frame:
        """Wait until a text is shown, or was shown since the player last did something: some are soon gone."""
        found: list[Frame] = []

        def stood(_last: Frame) -> bool:
            found.extend(frame for frame in self._seen[self._acted :] if frame.says(words))
            return bool(found)

        self.until(stood)
        return found[-1]

    # What the player does

    def _do(self, *words: object) -> None:
        """Send key or mouse events."""
        self._acted = max(0, len(self.frames()) - 1)
        self._xdotool(*words)

    def place(self, target: object) -> tuple[int, int]:
        """The pixel of a target."""
        return tuple(self.until(lambda frame: repr(target) in frame.targets).targets[repr(target)])  # type: ignore[return-value]

    def press(self, target: object, button: int = 1) -> None:
        """Press on a target: a button, a cell…"""
        self.pressed.add((self._seen[-1].screen, repr(target)))
        x, y = self.place(target)
        self.clicks += 1
        self._do("mousemove", "--window", self.window, x, y, "click", button)

    def command(self, name: str) -> None:
        """Do a command of a game by its button, or by its line in the menu."""
        command = COMMANDS.get(name)
        button, menu = repr(("do", name)), repr(("do", "menu"))
        frame = self.until(lambda frame: button in frame.targets or menu in frame.targets)
        in_menu = command is not None and command.place is Placement.MENU and button not in frame.targets
        if not in_menu and name != "suppose":
            self.press(("do", name))
            return
        self.press(("do", "menu"))
        self.until(lambda frame: frame.dialog == "MenuDialog")
        self.press(("menu", name))

    def won(self, screen: str = "PlayScreen") -> Frame:
        """Wait until the strip of a won game is shown."""
        return self.until(lambda frame: frame.screen == screen and frame.dialog is None and frame.end)

    def corner(self) -> tuple[int, int]:
        """Where the window is on its screen."""
        lines = self._xdotool("getwindowgeometry", "--shell", self.window).split()
        place = {key: int(value) for key, _equals, value in (line.partition("=") for line in lines)}
        return place["X"], place["Y"]

    def point(self, x: int, y: int) -> None:
        """Move the pointer to a pixel."""
        self._do("mousemove", "--window", self.window, x, y)

    def hold_button(self, button: int = 1) -> None:
        """Press a button of the mouse and hold it."""
        self._do("mousedown", button)

    def let_go(self, button: int = 1) -> None:
        """Release the button of the mouse."""
        self._do("mouseup", button)

    def drag(self, start: object, end: object, button: int = 1) -> None:
        """Press on one target, release on another."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        there = ("mousemove", "--window", self.window)
        self._do(*there, x, y, "mousedown", button, *there, to_x, to_y, "mouseup", button)

    def wheel(self, up: bool) -> None:
        """Turn the wheel a notch."""
        self._do("click", 4 if up else 5)

    def keys(self, *names: str) -> None:
        """Keys by their X names, one after the other."""
        self._do("key", "--delay", 8, *names)

    def key_down(self, name: str) -> None:
        """Press a key and hold it."""
        self._do("keydown", name)

    def key_up(self, name: str) -> None:
        """Let go of a key."""
        self._do("keyup", name)

    def hold(self, name: str, times: int) -> None:
        """Type a key many times, faster than the frames."""
        self._do("key", "--repeat", times, "--repeat-delay", 3, name)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("type", "--delay", 8, text)

    def retype(self, text: str) -> None:
        """Replace the text of a field."""
        self._do("key", "--delay", 8, "ctrl+a", "BackSpace")
        self.type(text)

    def in_dialog(self, title: str, text: str, key: str = "Return") -> None:
        """Type a text and a key into a window that the system has opened, and wait until it is closed."""
        found = until(lambda: self._xdotool("search", "--onlyvisible", "--name", f"^{title}$"), f"the dialog {title!r}")
        window = found.split()[-1]
        self._do("windowfocus", "--sync", window, "key", "--delay", 8, "ctrl+a")
        if text:
            self._do("type", "--delay", 8, text)
        self._do("key", key)
        until(lambda: window not in self._xdotool("search", "--onlyvisible", "--name", ".").split(), "its end")

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self._do("windowsize", "--sync", self.window, width, height)
        self.until(lambda frame: list(frame.size) == [width, height])

    def unpressed(self, screen: str) -> set[str]:
        """The buttons of a screen that were shown but never pressed."""
        shown = {
            t for f in self.frames() if f.screen == screen for t in f.targets if t.startswith(("('do',", "('menu',"))
        }
        return shown - {target for at, target in self.pressed if at == screen}

    # The clipboard, which other programs share

    def clip(self, text: str) -> None:
        """Let another program put a text on the clipboard."""
        self._unclip()
        holder = subprocess.Popen(
            [sys.executable, "-c", _HOLD],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert holder.stdin is not None and holder.stdout is not None
        holder.stdin.write(text)
        holder.stdin.close()
        assert holder.stdout.readline() == "held\n"
        self._holder = holder

    def clipped(self) -> str:
        """What another program reads from the clipboard."""
        return subprocess.run(
            [sys.executable, "-c", _READ], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        ).stdout

    def has_clipped(self, text: str) -> None:
        """Wait until other programs read this text from the clipboard."""
        until(lambda: self.clipped() == text, f"{text!r} on the clipboard")

    def _unclip(self) -> None:
        if self._holder is not None:
            self._holder.kill()
            self._holder.wait()
            assert self._holder.stdout is not None
            self._holder.stdout.close()
            self._holder = None

    # What was saved

    def store(self, look: Callable[[Store], T]) -> T:
        """Something in the store, as soon as it is there."""

        def read() -> T:
            with Store(self.profile) as store:
                return look(store)

        return until(read, "what should have been saved")

    def running(self, fits: Callable[[Session], Any] = lambda _session: True) -> Session:
        """The running game that was saved last."""

        def look(store: Store) -> Session | None:
            left: SavedGame | None = store.latest_game()
            session = saves.load(left.save, games()) if left is not None else None
            return session if session is not None and fits(session) else None

        found = self.store(look)
        assert found is not None
        return found

    # How it ends

    def workers(self) -> list[int]:
        """The processes that the program has started."""
        return children(self.process.pid)

    def close(self) -> None:
        """Close the window, as a window manager does."""
        ask_to_close(self.environment["DISPLAY"], int(self.window))

    def kill(self) -> None:
        """Kill the program."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def output(self) -> str:
        """What the program printed, after its end."""
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def ended(self) -> int:
        """Wait for the program and its workers to end by themselves; its exit code."""
        workers = self.workers()
        code = self.process.wait(PATIENCE)
        until(lambda: not any(alive(pid) for pid in workers), "the end of the workers")
        return code

    def stop(self) -> None:
        """Kill the program and its workers, if they still run."""
        self._unclip()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started, in any of its threads."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # the thread has ended
            found += map(int, listed.read_text().split())
    return found


def alive(pid: int) -> bool:
    """Whether a process still runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class _Message(ctypes.Structure):
    """Xlib's XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_char * 200),
    )


def ask_to_close(display: str, window: int) -> None:
    """Send WM_DELETE_WINDOW: there is no window manager here to do it."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    x.XSendEvent.argtypes = (ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p)
    x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    connection = x.XOpenDisplay(display.encode())
    protocols, delete = (x.XInternAtom(connection, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = _Message(type=33, window=window, message_type=protocols, format=32)
    message.data[0] = delete
    x.XSendEvent(connection, window, 0, 0, ctypes.byref(message))
    x.XCloseDisplay(connection)
