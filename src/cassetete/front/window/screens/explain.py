"""The solution explained step by step, each with its rule, its reason and its marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import Advice, AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import PLAYBACK_KEYS, ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.session.jobs import Result, ToAdvise, Working

_ = Catalogue("cassetete")

_PACES = (4.0, 2.0, 1.0, 0.5, 0.2)
"""Seconds a step."""
_KEYS = {**PLAYBACK_KEYS, "Up": "start", "Down": "end"}


class ExplainScreen(PlaybackScreen):
    """The steps of a solution from the start of the level; a worker process finds them meanwhile."""

    speeds = _PACES
    keys = _KEYS

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any, back: Screen) -> None:
        super().__init__(window, back, speed=1)
        self.game, self.level = game, level
        self.steps: list[Advice] = []
        self.states: list[Any] = [self.game.rules.start(self.level)]
        self.at = 0
        self.playing = False
        self._waited = 0.0
        job = ToAdvise(self.game, self.level, self.states[0], whole=True)
        self.ticket: int | None = self.services.workers.ask(job)

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons and keys do."""
        return {
            **super().actions(),
            "back-step": lambda: self._go(self.at - 1),
            "step": lambda: self._go(self.at + 1),
            "start": lambda: self._go(0),
            "end": lambda: self._go(len(self.steps)),
            "pause": self._pause,
        }

    def _go(self, at: int) -> None:
        self.playing = False
        self.at = min(len(self.steps), max(0, at))

    def _pause(self) -> None:
        self.playing, self._waited = not self.playing, 0.0

    def compose(self, layout: Layout) -> list[Layer]:
        """The board after the step, with its marks; beside it the rule and the reason."""
        side = 330 if layout.width >= 900 else 290 if layout.width >= 760 else 240
        x, width = self.panel(layout, side)
        layout.title(x + 6, 36, self.say(_("The solution explained")), LARGE, width - 8)
        rows, step = self._rows(), 40 if layout.height >= 560 else 33
        foot = layout.height - 20.0 - step * len(rows)
        self._text(layout, x + 6, width - 12, foot)
        self.button_rows(layout, x, foot, width, rows, step)
        marks = self.steps[self.at - 1].marks if self.at else ()
        view: View[Any, Any] = View(self.states[self.at], marks=marks, options=self.settings.options(self.game))
        layer, _scale = board_layer(self.game, self.level, view, self.viewport)
        return [layer]

    def _text(self, layout: Layout, x: float, width: float, foot: float) -> None:
        """The rule and the reason, in letters that leave them above `foot`."""
        known = len(self.steps)
        count = f"{known}…" if self.ticket is not None else str(known)
        layout.text(x, 68, self.say(_("step {n} of {count}", n=self.at, count=count)), SMALL, "muted")
        layout.bar(x, 84, width, self.at / max(1, known))
        if self.at:
            step = self.steps[self.at - 1]
            y = 118.0
            if step.title is not None:
                for line in wrapped(self.say(step.title), TEXT + 1, width, bold=True):
                    layout.text(x, y, line, TEXT + 1, "accent", bold=True, room=width)
                    y += 22
            layout.fitted_paragraph(x, y, self.say(step.text), width, foot)
        elif self.ticket is None and not known:
            layout.paragraph(x, 112, self.say(_("nothing to explain: no solution was found")), width)
        else:
            label = _("Each step gives a rule and the reason for it. Press → for the next step, or let them play.")
            layout.fitted_paragraph(x, 112, self.say(label), width, foot, "muted")

    def _rows(self) -> list[list[ActionButton]]:
        first, last = self.at > 0, self.at < len(self.steps)
        return [
            [
                ActionButton("back-step", _("Previous"), "←", first),
                ActionButton("step", _("Next"), "→", last, primary=True),
            ],
            [ActionButton("start", _("Start"), "↑", first), ActionButton("end", _("End"), "↓", last)],
            [ActionButton("pause", _("Pause") if self.playing else _("Play"), "␣", last or self.playing)],
            [ActionButton("slower", _("Slower"), "−"), ActionButton("faster", _("Faster"), "+")],
            [ActionButton("back", _("Back to the game"), "Esc")],
        ]

    def receive(self, message: Working | Result) -> None:
        """Add a step, or note that there are no more."""
        super().receive(message)
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            if message.advice is not None:
                self.steps.append(message.advice)
                self.states.append(replay(self.game.rules, self.level, message.advice.moves, self.states[-1]))
        else:
            self.ticket = None
        self.window.refresh()

    def tick(self, seconds: float) -> bool:
        """Show the next step when it is time."""
        if not self.playing:
            return False
        self._waited += seconds
        if self._waited < _PACES[self.speed] or self.at >= len(self.steps):
            self.playing = self.at < len(self.steps) or self.ticket is not None
            return not self.playing
        self._waited = 0.0
        self.at += 1
        return True

    def leave(self) -> None:
        """Cancel the search for steps."""
        if self.ticket is not None:
            self.services.workers.cancel(self.ticket)
            self.ticket = None
