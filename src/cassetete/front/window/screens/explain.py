"""The solution explained step by step, each with its rule, its reason and its marks."""

from __future__ import annotations

from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import PLAYBACK_KEYS, ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout
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
        """The board after the step, with its marks; beside it the rule and the reason."""
        side = 330 if layout.width >= 900 else 290 if layout.width >= 760 else 240
        x, width = self.panel(layout, side)
        layout.text(
            x + 6, 36, self.say(_("The solution explained")), LARGE if side > 300 else 18, bold=True, room=width
        )
        self._text(layout, x + 6, width - 12)
        self.button_rows(layout, x, layout.height - 222, width, self._rows())
        state, options = self.player.states[self.player.at], self.settings.options(self.game)
        view: View[Any, Any] = View(state, marks=self.player.marks, options=options)
        layer, _scale = board_layer(self.game, self.level, view, self.viewport)
        return [layer]

    def _text(self, layout: Layout, x: float, width: float) -> None:
        player, step = self.player, self.player.shown
        layout.text(x, 68, self.say(player.place), SMALL, "muted")
        layout.bar(x, 84, width, player.at / max(1, player.count))
        if step is None:
            layout.paragraph(x, 112, self.say(player.prompt), width, TEXT, "muted")
            return
        y = 118.0
        if step.title is not None:
            layout.text(x, y, self.say(step.title), 18, "accent", bold=True, room=width)
            y += 22
        layout.paragraph(x, y, self.say(step.text), width, TEXT)

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
