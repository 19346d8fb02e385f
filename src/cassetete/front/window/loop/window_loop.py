"""The window loop: one window, one screen at a time, events in and frames out."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator

from cassetete.app.crash_report import write_report
from cassetete.app.services import Services
from cassetete.app.solving.prepare import Preparation
from cassetete.app.store.settings import TEXT_SIZES
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.frame_log import FrameLog
from cassetete.front.window.loop.gc_schedule import GcSchedule
from cassetete.front.window.loop.navigator import Navigator
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.paint.canvas import Canvas, Closed, Focus, Mouse, Raw, Released, Resized, Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.painter import Painter
from cassetete.front.window.paint.raster import RasterCache
from cassetete.scene.pick import pick
from cassetete.scene.theme import THEMES
from cassetete.session.saves import dump

_ = Catalogue("cassetete")

_FRAME_MILLISECONDS = 15
_QUIET_SECONDS = 1.5
_IDLE_MILLISECONDS = 100
"""Between two turns of the loop when nothing has happened for a while."""
_PREPARE_SECONDS = 0.5
_FAULT_SECONDS = 8.0
_MOST_FAILURES = 5
_DRAG_PIXELS = 8
_LONGEST_FRAME = 1.0
"""Seconds: while the machine sleeps, the clock of a game stops."""


def latest(events: Iterable[Raw]) -> Iterator[Raw]:
    """The events, without pointer motions that another one follows.

    >>> moves = [Mouse("move", x, 0) for x in range(3)]
    >>> [event.x for event in latest([*moves, Mouse("press", 2, 0, 1), Mouse("move", 5, 0)])]
    [2, 2, 5]
    """
    passing: Mouse | None = None
    for event in events:
        if passing is not None and not (isinstance(event, Mouse) and event.kind == "move"):
            yield passing
        passing = event if isinstance(event, Mouse) and event.kind == "move" else None
        if passing is None:
            yield event
    if passing is not None:
        yield passing


class WindowLoop:
    """Runs screens in the window until the player quits."""

    def __init__(
        self,
        services: Services,
        navigation: Callable[[WindowLoop], Navigator],
        size: tuple[int, int],
        *,
        in_units: bool = False,
    ) -> None:
        """`size` is the window's first size, in pixels or in units (see `Canvas`)."""
        self.services = services
        self.navigator = navigation(self)
        self.canvas = Canvas(*size, "cassetete", in_units=in_units)
        self.painter = Painter(self.canvas, RasterCache())
        self.screen: Screen | None = None
        self._dirty = True
        self._pressed: tuple[Hashable, int, int, int] | None = None
        self._held: tuple[int, int] | None = None
        self._followed: tuple[int, int] | None = None
        self._keys_down: dict[str, bool] = {}
        """The keys that are held, and whether one was let go and may be only repeating."""
        self._typed_at: tuple[object, object] | None = None
        """Where the key that was pressed last is typed while it is held: nowhere else."""
        self._shown: list[Layer] = []
        self._clock = time.perf_counter()
        self._full = False
        self._theme = ""
        self._fresh = True
        self._unfinished = self._late = False
        """Whether the last frame had placeholders; whether it left changes for this one to show."""
        self._gc = GcSchedule()
        self._running = True
        self.preparation: Preparation | None = None
        self._since_prepared = 0.0
        self._quiet = 0.0
        """Seconds since anything last happened; then the loop rests, and an event wakes it."""
        self._alarm: str | None = None
        self._fault: tuple[str, float] | None = None
        """What went wrong, and until when that is shown."""
        self._failures = 0
        self._drawn: tuple[object, object] = (None, None)
        """The screen and the dialog of the last frame."""
        self._log = FrameLog.from_environment()

    def run(self) -> None:
        """Show the screen and those that follow it; returns when the player quits."""
        self.canvas.on_events(self._wake)
        self.canvas.later(0, self._tick)
        try:
            self.canvas.root.mainloop()
        finally:
            if self.screen is not None:
                self.screen.leave()
            self.canvas.close()

    def show(self, screen: Screen) -> None:
        """Go to another screen."""
        if self.screen is not None:
            self.screen.leave()
        self.screen = screen
        self._gc.between_screens()
        self.painter.settle()
        self._fresh = True
        self._pressed = None
        self.refresh()

    def refresh(self) -> None:
        """Draw the screen again in the next frame. (`self._dirty |= f()` would undo that where `f` calls it.)"""
        self._dirty = True

    @property
    def pending(self) -> bool:
        """Whether the screen is drawn again in this frame: an animation then waits for the next one."""
        return self._dirty or self._unfinished or self._late

    def quit(self) -> None:
        """End the program."""
        self._running = False
        self.canvas.root.quit()

    def toggle_full_screen(self) -> None:
        """Enter or leave full screen."""
        self._full = not self._full
        self.canvas.full_screen(self._full)

    def _tick(self) -> None:
        """One turn of the loop: events, then a frame. Whatever goes wrong in it, the next turn comes."""
        began = time.perf_counter()
        self._alarm = None
        seconds, self._clock = began - self._clock, began
        busy = True
        try:
            busy = self.listen()
            if self._running:
                busy |= self.frame(min(_LONGEST_FRAME, seconds))
                self._gc.frame(busy)
                self._prepare(seconds)
        except Exception as error:  # an error of ours must not cost the player the window
            with contextlib.suppress(Exception):  # Tk would end the program if telling of it failed too
                self._report(error)
        finally:
            if self._running:
                self._next_turn(began, seconds, busy)

    def _next_turn(self, began: float, seconds: float, busy: bool) -> None:
        """Say when the loop turns again: soon, or after a rest where nothing happens."""
        self._quiet = 0.0 if busy else self._quiet + seconds
        if self._fault is not None and time.perf_counter() > self._fault[1]:
            self._fault = None
            self.refresh()
        spent = int((time.perf_counter() - began) * 1000)
        pause = _FRAME_MILLISECONDS - spent if self._quiet < _QUIET_SECONDS else _IDLE_MILLISECONDS
        self._alarm = self.canvas.later(max(1, pause), self._tick)

    def prepare(self, games: Iterable[AnyGame]) -> None:
        """Compile what is not compiled yet, in the background, while the window is open."""
        self.preparation = Preparation(games)

    def _prepare(self, seconds: float) -> None:
        if self.preparation is None:
            return
        self._since_prepared += seconds
        if self._since_prepared >= _PREPARE_SECONDS:
            self._since_prepared = 0.0
            if self.preparation.step():
                self.refresh()

    @property
    def preparing(self) -> tuple[Text, Text] | None:
        """How far the fast solvers are from being ready, at length and in short; None if they are, or if nothing is
        done about it."""
        found = self.preparation
        if found is None or not found.active:
            return None
        done, count = found.done + 1, found.total
        return (
            _("preparing the fast solvers, once, for a minute or two: {done} of {count}", done=done, count=count),
            _("fast solvers, prepared once: {done} of {count}", done=done, count=count),
        )

    def _wake(self) -> None:
        """An event came while the loop rested: handle it now."""
        if self._quiet >= _QUIET_SECONDS and self._alarm is not None:
            self._quiet = 0.0
            self.canvas.cancel(self._alarm)
            self._alarm = self.canvas.later(1, self._tick)

    def _report(self, error: Exception) -> None:
        """Tell the player of an error of ours, and go on: the game is kept, the screen drawn again. Where even drawing
        fails again and again, the home screen follows."""
        with contextlib.suppress(OSError, ValueError):  # the terminal it was started from may be gone
            traceback.print_exception(error)
        if self._failures < _MOST_FAILURES:  # the same error in every frame is one report too many
            write_report(error, self._as_text())
        text = _("an error of ours: {error}; your game is kept", error=f"{type(error).__name__}: {error}"[:200])
        self._fault = self.services.translate(text), time.perf_counter() + _FAULT_SECONDS
        self._pressed = None
        self._failures += 1
        if self._failures < _MOST_FAILURES:
            self.refresh()
        elif self._failures == _MOST_FAILURES:
            self.screen = None
            self.navigator.home()

    def _as_text(self) -> str:
        """The screen, and the game being played on it, for a report."""
        session = getattr(getattr(self.screen, "controller", None), "session", None)
        game = ""
        with contextlib.suppress(Exception):  # it may be the game that is at fault
            game = dump(session) if session is not None else ""
        return f"screen {type(self.screen).__name__}\n{game}"

    def listen(self) -> bool:
        """Handle the events of keys and mouse; False if there were none."""
        any_event = False
        gone = [key for key, let_go in self._keys_down.items() if let_go]
        for event in latest(self.canvas.events()):
            any_event = True
            try:
                self._dispatch(event)
            except Exception as error:  # the events after it still count
                self._report(error)
            if not self._running:
                break
        for key in gone:  # a repetition would have come by now
            if self._keys_down.get(key) and self.screen is not None:
                del self._keys_down[key]
                if self.screen.hold(key, False):
                    self.refresh()
        return any_event

    def frame(self, seconds: float) -> bool:
        """Let time pass, read the messages of worker processes, and draw what changed; False if nothing did.

        The messages come after `tick`: what they show is drawn before time passes again, even in a slow frame.
        """
        self._late = not self._dirty and self.painter.catch_up()
        if self.screen is not None:
            if self.screen.tick(seconds):
                self.refresh()
            if self.screen.resting(seconds):
                self.refresh()
            for message in self.services.workers.poll():
                self._quiet = 0.0
                self.screen.receive(message)
        if not self._dirty and (self._late or not self._unfinished):
            return False
        self._draw()
        return True

    def _draw(self) -> None:
        self._dirty = False
        if self.screen is None:
            return
        settings = self.services.settings
        theme = settings.theme
        if self.canvas.enlarge(TEXT_SIZES[settings.text_size]):
            self._fresh = True
        self.screen.fault = self._fault[0] if self._fault is not None else ""
        pixels, scale = self.canvas.pixels, self.canvas.scale  # painting may let the window change its size
        self._shown = self.screen.layers(self.canvas.width, self.canvas.height)
        self._drawn = self._front
        if theme != self._theme:
            # Only when it changes: Tk redraws the whole window.
            self._theme = theme
            self.canvas.tk.configure(background=THEMES[theme]["paper"])
        # The first frame of a screen is complete; later ones are quick, and finished in the frames that follow.
        self._unfinished = not self.painter.draw(self._shown, theme, quick=not self._fresh)
        self._fresh = False
        self._failures = 0
        if self._log is not None:
            away, self.painter.away = self.painter.away, 0.0
            self._log.frame(self.screen, pixels, self._shown, self.target_at, self._followed, scale, away)

    @property
    def _front(self) -> tuple[object, object]:
        """What takes the events now: the screen, and the dialog in front of it."""
        return self.screen, getattr(self.screen, "dialog", None)

    def target_at(self, x: float, y: float) -> Hashable:
        """The target under a pixel."""
        for layer in reversed(self._shown):
            found = pick(layer.scene, *layer.inverse(x, y))
            if found is not None:
                return found
        return None

    def _dispatch(self, event: Raw) -> None:
        screen = self.screen
        if screen is None:
            return
        match event:
            case Closed():
                self.quit()
            case Resized():
                self.refresh()
            case Focus(here=here):
                screen.focus(here)
                self._keys_down = dict.fromkeys(self._keys_down, not here)
            case Released(keysym=key):
                if key in self._keys_down:
                    self._keys_down[key] = True
            case Typed(keysym="F11", repeated=repeated):
                if not repeated:
                    self.toggle_full_screen()
            case Typed(keysym="q" | "Q", ctrl=True):
                self.quit()
            case Typed():
                self._keys_down[event.keysym] = False
                if not self._meant(event):
                    return
                screen.hold(event.keysym, True)
                screen.key(event)
                self.refresh()
            case Mouse(x=x, y=y):
                self._followed = x, y
                self._pointer(screen, event)

    def _meant(self, typed: Typed) -> bool:
        """Whether a key is meant for what is in front: not if it is only still held, from before that was opened."""
        if not typed.repeated:
            self._typed_at = self._front
        elif self._typed_at != self._front:
            self._typed_at = None
        return self._typed_at is not None

    def _pan(self, screen: Screen, mouse: Mouse) -> bool:
        """Handle the middle button, which drags the board; False if the event is another one."""
        if mouse.button == 2:
            self._held = (mouse.x, mouse.y) if mouse.kind == "press" else None
            return True
        if self._held is None or mouse.kind != "move":
            return False
        screen.pan(mouse.x - self._held[0], mouse.y - self._held[1])
        self._held = (mouse.x, mouse.y)
        self.refresh()
        return True

    def _pointer(self, screen: Screen, mouse: Mouse) -> None:
        if mouse.kind == "wheel":
            dialog = getattr(screen, "dialog", None)
            if dialog is not None:
                dialog.wheel(mouse.button)
            else:
                screen.wheel(mouse.x, mouse.y, mouse.button)
            self.refresh()
            return
        if self._pan(screen, mouse):
            return
        target = self.target_at(mouse.x, mouse.y) if mouse.kind != "leave" else None
        if mouse.kind in ("move", "leave"):
            if screen.hover(target):
                self.refresh()
            held = self._pressed if mouse.kind == "move" else None
            if held is not None and screen.dragging(held[0], mouse.x, mouse.y, held[3]):
                self.refresh()
        elif mouse.kind == "press":
            if self._drawn != self._front:
                return  # it was meant for what was shown before: this screen or dialog has not been seen yet
            self._pressed = (target, mouse.x, mouse.y, mouse.button)
            if screen.dragging(target, mouse.x, mouse.y, mouse.button):
                self.refresh()
        elif mouse.kind == "release" and self._pressed is not None:
            start, x, y, button = self._pressed
            self._pressed = None
            if button != mouse.button:
                return
            far = abs(mouse.x - x) > _DRAG_PIXELS or abs(mouse.y - y) > _DRAG_PIXELS
            if (far and target != start) or screen.drawing():
                screen.drag(start, target, button)
            else:
                screen.press(start, button)
            self.refresh()
