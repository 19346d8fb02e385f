"""The solution player: any line of moves, step by step; it can be shortened, copied, or played on from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassetete.core.contract import AnyGame, Length, Metric, Status, View
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.animation import Animator
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import PLAYBACK_KEYS, ActionButton, PlaybackScreen
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.layout import SMALL, TEXT, Layout
from cassetete.session.jobs import Improved, Result, ToImprove, Working

_ = Catalogue("cassetete")

_SPEEDS = (1, 2, 4, 8, 20, 60, 200)
"""Moves a second."""
_ANIMATED = 4
"""Up to so many moves a second, pieces glide."""
_SHORTER = {
    Metric.MOVES: _("Fewer moves"),
    Metric.PUSHES: _("Fewer pushes"),
    Metric.COST: _("Lower cost"),
}
_KEYS = {**PLAYBACK_KEYS, "i": "improve", "m": "improve-moves", "Return": "play-on", "KP_Enter": "play-on"}


class ReplayScreen(PlaybackScreen):
    """A line of moves from a level's start. `play_on` gets the moves up to this point."""

    speeds = _SPEEDS
    keys = _KEYS

    def __init__(
        self,
        window: WindowLoop,
        game: AnyGame,
        level: Any,
        moves: tuple[Any, ...],
        title: str,
        back: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        super().__init__(window, back, speed=2)
        self.game, self.level, self.title, self._play_on = game, level, title, play_on
        self.animator = Animator()
        self.paused = False
        self.note = ""
        self.working: int | None = None
        self._due = 0.0
        self._scale = 1.0
        self._set(moves)
        self.at = at

    def _set(self, moves: tuple[Any, ...]) -> None:
        """Set the moves, and every state they pass through."""
        rules, level = self.game.rules, self.level
        self.moves = moves
        self.states = [rules.start(level)]
        for move in moves:
            self.states.append(rules.play(level, self.states[-1], move))
        self.won = rules.status(level, self.states[-1]) is Status.WON
        self.lengths: tuple[Length, ...] = lengths_of(self.game, level, self.states[0], moves)
        self.at = 0

    def metrics(self) -> list[Metric]:
        """The metrics by which the solution can be shortened: the game's own first."""
        own = self.game.lengths.metric(self.level)
        return [own] if own is Metric.MOVES else [own, Metric.MOVES]

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons and keys do."""
        return {
            **super().actions(),
            "pause": self._pause,
            "step": lambda: self._go(self.at + 1),
            "back-step": lambda: self._go(self.at - 1),
            "start": lambda: self._go(0),
            "end": lambda: self._go(len(self.moves)),
            "copy-moves": lambda: self._say(clipboard.copy_moves(self, self.game, self.level, self.moves)),
            "improve": lambda: self._improve(0),
            "improve-moves": lambda: self._improve(1),
            "stop": self._stop,
            "play-on": lambda: self._play_on(self.moves[: self.at]),
        }

    # Moving along the line

    def _pause(self) -> None:
        if self.at == len(self.moves):
            self.at, self.paused = 0, False
        else:
            self.paused = not self.paused

    def _go(self, at: int) -> None:
        """Go to a move and pause."""
        self.paused = True
        self._stand(min(len(self.moves), max(0, at)))

    def _stand(self, at: int) -> None:
        before, self.at = self.at, at
        self.animator.finish()
        self.window.painter.settle()
        if not self.settings.animations or abs(at - before) != 1 or _SPEEDS[self.speed] > _ANIMATED:
            return
        first = min(at, before)
        last = self.moves[first - 1] if first else None
        glide = self.animator.play if at > before else self.animator.back
        glide(self.game, self.level, self.states[first], last, self.moves[first : first + 1])

    def tick(self, seconds: float) -> bool:
        """Show the next moves when it is time; pieces glide at low speeds."""
        if self.animator.step is not None:
            if self.animator.advance(seconds):
                self.window.painter.settle()
                return True
            self.window.painter.shift(self.animator.offsets(self._scale), at_once=not self.window.pending)
        if self.paused or self.at == len(self.moves):
            self._due = 0.0
            return False
        self._due += seconds * _SPEEDS[self.speed]
        if self._due < 1:
            return False
        steps = int(self._due)
        self._due -= steps
        self._stand(min(len(self.moves), self.at + steps))
        return True

    # Shortening

    def _improve(self, which: int) -> None:
        if self.working is not None or not self.won or which >= len(self.metrics()):
            return
        job = ToImprove(self.game, self.level, self.states[0], self.moves, self.metrics()[which])
        self.working = self.services.workers.ask(job)
        self.note = self.say(_("looking for a shorter solution… (Esc stops)"))

    def _stop(self) -> None:
        if self.working is not None:
            self.services.workers.cancel(self.working)

    def receive(self, message: Working | Result) -> None:
        """Show the progress of the search, or the shorter solution."""
        super().receive(message)
        if message.ticket != self.working:
            return
        if isinstance(message, Working):
            now = self.say(message.text) if message.text is not None else ""
            self.note = self.say(
                _.n(
                    "{now} · {n} state searched (Esc stops)",
                    "{now} · {n} states searched (Esc stops)",
                    n=message.done,
                    now=now,
                )
            )
        elif isinstance(message, Improved):
            self.working = None
            self._improved(message)
        self.window.refresh()

    def _improved(self, message: Improved) -> None:
        before = {length.id: length.value for length in self.lengths}
        if message.moves == self.moves:
            stopped = message.why is not None
            self._say(_("stopped: no shorter solution found") if stopped else _("no shorter solution found"))
            return
        self._set(message.moves)
        self.paused = True
        metric = message.job.metric or self.game.lengths.metric(self.level)
        now = next(length for length in self.lengths if length.id == metric.value)
        if now.value == before[now.id]:
            now = self.lengths[0]
        self._say(_("{length}: {now} instead of {before}", length=now.title, now=now.value, before=before[now.id]))

    def _say(self, text: Text) -> None:
        self.note = self.say(text)

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, and beside it the place in the moves and the buttons."""
        side = 336 if layout.width >= 1000 else 290 if layout.width >= 700 else 236
        x, width = self.panel(layout, side)
        y = layout.heading(x + 6, 36, self.title, width - 8)
        label = self.say(_("move {n} of {count}", n=self.at, count=len(self.moves)))
        layout.text(x + 6, y + 2, label, TEXT, "muted")
        layout.bar(x + 6, y + 18, width - 12, self.at / len(self.moves) if self.moves else 1.0)
        rows = len(self._rows())
        step = min(39.0, (layout.height - y - 110) / rows)
        controls = layout.height - 48 - rows * step
        self._figures(layout, x, y + 50, width, controls)
        self._controls(layout, x, controls, width, step)
        last = self.moves[self.at - 1] if self.at else None
        state = self.states[self.at]
        if self.animator.step is not None:
            state, last = self.animator.step.state, self.animator.step.last
        view = View(state, last, options=self.settings.options(self.game))
        layer, self._scale = board_layer(self.game, self.level, view, self.viewport)
        over = Layout(layout.width, layout.height)
        if self.note:
            over.note(10, layout.height - 8, self.viewport.width - 20, self.note, 3)
        return [layer, Layer(over.scene())]

    def _figures(self, layout: Layout, x: float, y: float, width: float, bottom: float) -> None:
        """The lengths of the moves, and a note if they do not win."""
        step = 24.0 if bottom - y > 24 * len(self.lengths) + 90 else 18.0
        size = TEXT if step > 20 else SMALL
        for length in self.lengths[: max(0, int((bottom - y + step / 2) / step))]:
            layout.row(x + 6, y, width - 12, self.say(length.title), str(length.value), size)
            y += step
        if not self.won and y < bottom - 6:
            layout.text(x + 6, y, self.say(_("these moves do not win")), SMALL, "bad", room=width - 12)

    def _rows(self) -> list[list[ActionButton]]:
        end, idle = self.at == len(self.moves), self.working is None
        go = _("Again") if end else _("Play") if self.paused else _("Pause")
        rows = [
            [ActionButton("pause", go, "␣", bool(self.moves))],
            [
                ActionButton("back-step", _("Step back"), "←", self.at > 0),
                ActionButton("step", _("Step"), "→", not end),
            ],
            [
                ActionButton("start", _("To the start"), "↖", self.at > 0),
                ActionButton("end", _("To the end"), "↘", not end),
            ],
            [
                ActionButton("slower", _("Slower"), "−", self.speed > 0),
                ActionButton("faster", _("Faster"), "+", self.speed < len(_SPEEDS) - 1),
            ],
        ]
        names = [("improve", "I"), ("improve-moves", "M")]
        if idle:
            shorter = zip(names, self.metrics(), strict=False)
            rows.append([ActionButton(name, _SHORTER[metric], key, self.won) for (name, key), metric in shorter])
        else:
            rows.append([ActionButton("stop", _("Stop"), "Esc")])
        rows.append([ActionButton("copy-moves", _("Copy the moves"), "⇧^C", bool(self.moves))])
        rows.append([ActionButton("play-on", _("Play from here"), "⏎")])
        rows.append([ActionButton("back", _("Back"), "Esc" if idle else "")])
        return rows

    def _controls(self, layout: Layout, x: float, y: float, width: float, step: float) -> None:
        pace = self.say(_.n("{n} move a second", "{n} moves a second", n=_SPEEDS[self.speed]))
        layout.text(x + width / 2, y + 8, pace, SMALL, "muted", "middle")
        self.button_rows(layout, x, y + 24, width, self._rows(), step)

    # Keys, leaving

    def typed(self, typed: Typed) -> None:
        """The keys on the buttons; Ctrl-C copies the level, Ctrl-Shift-C the moves."""
        if typed.ctrl and typed.keysym.lower() == "c":
            if typed.shift:
                self.actions()["copy-moves"]()
            else:
                self._say(clipboard.copy_level(self, self.game, self.level))
        elif typed.keysym == "Escape" and self.working is not None:
            self._stop()
        else:
            super().typed(typed)

    def leave(self) -> None:
        """Cancel the search."""
        self._stop()
