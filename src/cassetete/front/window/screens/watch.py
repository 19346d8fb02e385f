"""The search view: choose an algorithm, watch every state it visits, then its solution."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.session.jobs import SOLVE
from cassetete.session.search_view import SearchView

_ = Catalogue("cassetete")


class WatchScreen(PlaybackScreen):
    """A search that does a few steps every frame; it ends with the screen."""

    player: SearchView

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any, state: Any, back: Screen) -> None:
        super().__init__(window, back, SearchView(game, level, state, SOLVE))

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, and beside it the algorithms and the counters."""
        side = 300 if layout.width >= 760 else 250
        x, width = self.panel(layout, side)
        layout.text(x + 6, 36, self.say(_("Watch a search")), LARGE, bold=True, room=width - 8)
        y = 66.0
        player = self.player
        height = min(32.0, (layout.height - y - 325) / max(1, len(player.solvers)) - 4)
        for number, solver in enumerate(player.solvers, 1):
            chosen, label = solver is player.chosen, self.say(solver.title)
            layout.button(x, y, width, height, label, ("solver", number), primary=chosen, key=str(number))
            y += height + 4
        self._counters(layout, x, y + 14, width)
        self._controls(layout, x, layout.height - 170, width)
        options = self.settings.options(player.game)
        view = View(player.state, player.last, marks=player.marks, options=options)
        layer, _scale = board_layer(player.game, player.level, view, self.viewport)
        return [layer]

    def _counters(self, layout: Layout, x: float, y: float, width: float) -> None:
        for row in self.player.counters:
            layout.row(x + 6, y, width - 12, self.say(row.label), row.value)
            y += 25
        y += 5
        visit, verdict = self.player.visit, self.player.verdict
        if verdict is not None:
            layout.paragraph(x + 6, y, self.say(verdict), width - 12, TEXT, "accent")
        elif visit is not None and visit.title is not None and visit.text is not None:
            y = layout.paragraph(x + 6, y, self.say(visit.title), width - 12, TEXT, "accent")
            lines = wrapped(self.say(visit.text), SMALL, width - 12)
            room = int((layout.height - 190 - y) / (SMALL * 1.45))
            for line in lines[: max(0, room)]:
                layout.text(x + 6, y + SMALL * 0.5, line, SMALL)
                y += SMALL * 1.45

    def _controls(self, layout: Layout, x: float, y: float, width: float) -> None:
        player = self.player
        pause = ActionButton("pause", _("Play") if player.paused else _("Pause"), "␣", player.running)
        step = ActionButton("step", _("Step"), "→", player.running)
        self.button_rows(layout, x, y, width, [[pause, step], self.speed_buttons()])
        layout.text(x + width / 2, y + 90, self.say(player.pace), SMALL, "muted", "middle")
        self.button_rows(layout, x, y + 108, width, [[ActionButton("back", _("Back to the game"), "Esc")]])

    def pressed(self, target: Hashable, button: int) -> None:
        """Start the algorithm of a button."""
        if isinstance(target, tuple) and target[0] == "solver":
            self.player.begin(target[1])

    def typed(self, typed: Typed) -> None:
        """The keys on the buttons; Escape stops a search before it leads back."""
        if typed.keysym == "Escape" and self.player.searching:
            self.player.stop()
        elif typed.text.isdigit():
            self.player.begin(int(typed.text))
        else:
            super().typed(typed)

    def leave(self) -> None:
        """End the search."""
        self.player.stop()
