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
from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout
from cassetete.session.jobs import SOLVE
from cassetete.session.search_view import SearchView

_ = Catalogue("cassetete")


class WatchScreen(PlaybackScreen):
    """A search that does a few steps every frame; it ends with the screen."""

    player: SearchView

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any, state: Any, back: Screen) -> None:
        super().__init__(window, back, SearchView(game, level, state, SOLVE))

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, and beside it or below it the algorithms and the counters."""
        if layout.is_tall:
            self._below(layout)
        else:
            self._beside(layout)
        player = self.player
        options = self.settings.options(player.game)
        view = View(player.state, player.last, marks=player.marks, options=options)
        layer, _scale = board_layer(player.game, player.level, view, self.viewport)
        return [layer]

    def _beside(self, layout: Layout) -> None:
        side = 300 if layout.width >= 760 else 250
        x, width = self.panel(layout, side)
        small = layout.height < 640
        layout.title(x + 6, 32 if small else 36, self.say(_("Watch a search")), LARGE, width - 8)
        y = 54.0 if small else 66.0
        player = self.player
        line, foot = (18, layout.height - 134.0) if small else (25, layout.height - 172.0)
        verdict = 50 if small else 100
        room = foot - y - line * len(player.counters) - 22 - verdict
        height = min(32.0, room / max(1, len(player.solvers)) - 4)
        y = self._solvers(layout, Rect(x, y, width, height), 1)
        self._counters(layout, x, y + line / 2 + 4, width, line, foot)
        self._controls(layout, x, foot, width, 31 if small else 40)

    def _below(self, layout: Layout) -> None:
        player = self.player
        rows = -(-len(player.solvers) // 2)
        x, y, width, _height = self.panel_below(layout, 178 + 34 * rows)
        pace = self.say(player.pace)
        layout.title(x, y + 10, self.say(_("Watch a search")), TEXT + 1, width - text_width(pace, SMALL) - 16)
        layout.text(x + width, y + 11, pace, SMALL, "muted", "end")
        y = self._solvers(layout, Rect(x, y + 26, width, 30), 2)
        foot = layout.height - 18 - 34.0
        each = width / max(1, len(player.counters))
        labels = [self.say(row.label) for row in player.counters]
        size = SMALL - 1 if all(text_width(label, SMALL - 1) <= each - 8 for label in labels) else SMALL - 2
        for index, (row, label) in enumerate(zip(player.counters, labels, strict=True)):
            layout.text(x + index * each, y + 12, label, size, "muted", room=each - 4)
            layout.text(x + index * each, y + 30, row.value, TEXT, bold=True, room=each - 8)
        self._said(layout, x, y + 44, width, foot - 2, SMALL + 1)
        self.button_rows(layout, x, foot, width, [[*self._steps(), *self.speed_buttons(), self._leave_button()]], 36)

    def _solvers(self, layout: Layout, first: Rect, columns: int) -> float:
        """The algorithms in buttons, the first of them in a line like `first`; the answer is the y below them."""
        x, y, width, height = first
        each = (width - 6 * (columns - 1)) / columns
        for number, solver in enumerate(self.player.solvers, 1):
            row, column = divmod(number - 1, columns)
            chosen, label = solver is self.player.chosen, self.say(solver.title)
            at = x + column * (each + 6), y + row * (height + 4)
            layout.button(*at, each, height, label, ("solver", number), primary=chosen, key=str(number))
        return y + -(-len(self.player.solvers) // columns) * (height + 4)

    def _counters(self, layout: Layout, x: float, y: float, width: float, step: int, foot: float) -> None:
        """The counters, `step` apart, and what is said of the search, above `foot`."""
        for row in self.player.counters:
            layout.row(x + 6, y, width - 12, self.say(row.label), row.value, TEXT if step > 20 else SMALL)
            y += step
        self._said(layout, x + 6, y + 3 - step / 4, width - 12, foot, TEXT if step > 20 else SMALL)

    def _said(self, layout: Layout, x: float, y: float, width: float, foot: float, size: int) -> None:
        """The verdict, or what the state says that is shown."""
        visit, verdict = self.player.visit, self.player.verdict
        if verdict is not None:
            layout.fitted_paragraph(x, y, self.say(verdict), width, foot, "accent")
        elif visit is not None and visit.title is not None and visit.text is not None:
            y = layout.fitted_paragraph(x, y, self.say(visit.title), width, foot, "accent", size)
            if foot - y > 14:
                layout.fitted_paragraph(x, y, self.say(visit.text), width, foot, size=SMALL)

    def _steps(self) -> list[ActionButton]:
        player = self.player
        pause = ActionButton("pause", _("Play") if player.paused else _("Pause"), "␣", player.running)
        return [pause, ActionButton("step", _("Step"), "→", player.running)]

    @staticmethod
    def _leave_button() -> ActionButton:
        return ActionButton("back", _("Back to the game"), "Esc")

    def _controls(self, layout: Layout, x: float, y: float, width: float, step: int) -> None:
        self.button_rows(layout, x, y, width, [self._steps(), self.speed_buttons()], step)
        layout.text(x + width / 2, y + 2 * step + 8, self.say(self.player.pace), SMALL, "muted", "middle")
        self.button_rows(layout, x, y + 2 * step + 22, width, [[self._leave_button()]], step)

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
