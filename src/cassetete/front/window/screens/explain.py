"""The solution explained step by step, each with its rule, its reason and its marks."""

from __future__ import annotations

from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import PLAYBACK_KEYS, ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.session.explanation import Explanation
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")

_KEYS = {**PLAYBACK_KEYS, "Up": "start", "Down": "end"}


class ExplainScreen(PlaybackScreen):
    """The steps of a solution from the start of the level; a worker process finds them meanwhile."""

    keys = _KEYS
    player: Explanation

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any, back: Screen) -> None:
        super().__init__(window, back, Explanation(game, level, window.services.workers))
        self.game, self.level = game, level

    def compose(self, layout: Layout) -> list[Layer]:
        """The board after the step, with its marks; the rule and the reason beside it or below."""
        if layout.is_tall:
            self._below(layout)
        else:
            self._beside(layout)
        state, options = self.player.states[self.player.at], self.settings.options(self.game)
        view: View[Any, Any] = View(state, marks=self.player.marks, options=options)
        layer, _scale = board_layer(self.game, self.level, view, self.viewport)
        return [layer]

    def _beside(self, layout: Layout) -> None:
        side = 330 if layout.width >= 900 else 290 if layout.width >= 760 else 240
        x, width = self.panel(layout, side)
        layout.title(x + 6, 36, self.say(_("The solution explained")), LARGE, width - 8)
        rows, step = self._rows(), 40 if layout.height >= 560 else 33
        foot = layout.height - 20.0 - step * len(rows)
        layout.text(x + 6, 68, self.say(self.player.place), SMALL, "muted")
        self._text(layout, x + 6, 84, width - 12, foot)
        self.button_rows(layout, x, foot, width, rows, step)

    def _below(self, layout: Layout) -> None:
        x, y, width, height = self.panel_below(layout, 226)
        place = self.say(self.player.place)
        layout.title(x, y + 10, self.say(_("The solution explained")), TEXT + 1, width - text_width(place, SMALL) - 16)
        layout.text(x + width, y + 11, place, SMALL, "muted", "end")
        one, two, play, speed, back = self._rows()
        foot = y + height - 68
        self._text(layout, x, y + 27, width, foot)
        self.button_rows(layout, x, foot, width, [[*one, *two], [*play, *speed, *back]], 36)

    def _text(self, layout: Layout, x: float, y: float, width: float, foot: float) -> None:
        """How far it is, the rule and the reason, in letters that leave them above `foot`."""
        player, step = self.player, self.player.shown
        layout.bar(x, y, width, player.at / max(1, player.count))
        if step is None:
            layout.fitted_paragraph(x, y + 24, self.say(player.prompt), width, foot, "muted")
            return
        y += 28
        if step.title is not None:
            for line in wrapped(self.say(step.title), TEXT + 1, width, bold=True):
                layout.text(x, y, line, TEXT + 1, "accent", bold=True, room=width)
                y += 22
        layout.fitted_paragraph(x, y - 4, self.say(step.text), width, foot)

    def _rows(self) -> list[list[ActionButton]]:
        player = self.player
        first, last = player.at > 0, player.at < player.count
        go = _("Again") if player.ended and player.count else _("Play") if player.paused else _("Pause")
        return [
            [
                ActionButton("back-step", _("Previous"), "←", first),
                ActionButton("step", _("Next"), "→", last, primary=True),
            ],
            [ActionButton("start", _("Start"), "↑", first), ActionButton("end", _("End"), "↓", last)],
            [ActionButton("pause", go, "␣", player.running)],
            self.speed_buttons(),
            [ActionButton("back", _("Back to the game"), "Esc")],
        ]

    def receive(self, message: Working | Result) -> None:
        """Add a step, or note that there are no more."""
        super().receive(message)
        if self.player.receive(message):
            self.window.refresh()

    def leave(self) -> None:
        """Cancel the search for steps."""
        self.player.stop()
