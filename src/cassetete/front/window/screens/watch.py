"""The search view: choose an algorithm, watch every state it visits, then its solution."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any

from cassetete.core.answers import Answer, Limits, Visit
from cassetete.core.certify import watch
from cassetete.core.contract import AnyGame, Search, Solver, View
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, PlaybackScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped

_ = Catalogue("cassetete")

_SPEEDS = (2, 5, 15, 60, 300, 3000, 0)
"""States a second; 0 is as fast as possible."""
_SLICE_SECONDS = 0.009
_LIMITS = Limits(memory=2_000_000_000)


class WatchScreen(PlaybackScreen):
    """A search that does a few steps every frame; it ends with the screen."""

    speeds = _SPEEDS

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any, state: Any, back: Screen) -> None:
        super().__init__(window, back, speed=2)
        self.game, self.level, self.start = game, level, state
        # Compiled searches show no states, and the window would wait while they compile.
        self.solvers = [s for s in self.game.solvers if not s.kernel and s.fits(self.level)]
        self.paused = True
        self.chosen: Solver[Any, Any, Any] | None = None
        self.search: Search[Any, Any] | None = None
        self.visit: Visit[Any] | None = None
        self.answer: Answer[Any] | None = None
        self.shown: Any = self.start
        self.rest: list[Any] = []
        self.last: Any = None
        self.spent = 0.0
        self._due = 0.0

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons do."""
        return {**super().actions(), "pause": self._pause, "step": self._step}

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, and beside it the algorithms and the counters."""
        side = 300 if layout.width >= 760 else 250
        x, width = self.panel(layout, side)
        layout.text(x + 6, 36, self.say(_("Watch a search")), LARGE, bold=True, room=width - 8)
        y = 66.0
        height = min(32.0, (layout.height - y - 325) / max(1, len(self.solvers)) - 4)
        for index, solver in enumerate(self.solvers):
            chosen, label = solver is self.chosen, self.say(solver.title)
            layout.button(x, y, width, height, label, ("solver", index), primary=chosen, key=str(index + 1))
            y += height + 4
        y = self._counters(layout, x, y + 14, width)
        self._controls(layout, x, layout.height - 170, width)
        marks = self.visit.marks if self.visit is not None and self.search is not None else ()
        view = View(self.shown, self.last, marks=marks, options=self.settings.options(self.game))
        layer, _scale = board_layer(self.game, self.level, view, self.viewport)
        return [layer]

    def _counters(self, layout: Layout, x: float, y: float, width: float) -> float:
        visit = self.visit
        rows = [
            (_("States expanded"), str(visit.expanded if visit else 0)),
            (_("Frontier"), str(visit.frontier if visit else 0)),
            (_("Depth"), str(visit.depth if visit else 0)),
            (_("Seconds"), f"{self.spent:.1f}"),
        ]
        for label, value in rows:
            layout.row(x + 6, y, width - 12, self.say(label), value)
            y += 25
        y += 5
        if self.answer is not None:
            return layout.paragraph(x + 6, y, self._verdict(self.answer), width - 12, TEXT, "accent")
        if visit is not None and visit.title is not None and visit.text is not None:
            y = layout.paragraph(x + 6, y, self.say(visit.title), width - 12, TEXT, "accent")
            lines = wrapped(self.say(visit.text), SMALL, width - 12)
            room = int((layout.height - 190 - y) / (SMALL * 1.45))
            for line in lines[: max(0, room)]:
                layout.text(x + 6, y + SMALL * 0.5, line, SMALL)
                y += SMALL * 1.45
        return y

    def _verdict(self, answer: Answer[Any]) -> str:
        if answer.solved and answer.optimal and not any(solver.optimal for solver in self.game.solvers):
            return self.say(_("Solved: proven to be the only solution."))
        if answer.solved and answer.optimal:
            return self.say(
                _.n("Solved in {n} move, proven shortest.", "Solved in {n} moves, proven shortest.", n=answer.length)
            )
        if answer.solved:
            return self.say(_.n("Solved in {n} move.", "Solved in {n} moves.", n=answer.length))
        if answer.verdict.value == "impossible":
            return self.say(_("Proven: there is no solution."))
        return self.say(_("Unknown: {why}", why=answer.why.text if answer.why else ""))

    def _controls(self, layout: Layout, x: float, y: float, width: float) -> None:
        running = self.search is not None or bool(self.rest)
        pause = ActionButton("pause", _("Play") if self.paused else _("Pause"), "␣", running)
        speeds = [ActionButton("slower", _("Slower"), "−"), ActionButton("faster", _("Faster"), "+")]
        self.button_rows(layout, x, y, width, [[pause, ActionButton("step", _("Step"), "→", running)], speeds])
        speed = _SPEEDS[self.speed]
        pace = _.n("{n} state a second", "{n} states a second", n=speed) if speed else _("as fast as possible")
        layout.text(x + width / 2, y + 90, self.say(pace), SMALL, "muted", "middle")
        self.button_rows(layout, x, y + 108, width, [[ActionButton("back", _("Back to the game"), "Esc")]])

    def pressed(self, target: Hashable, button: int) -> None:
        """Start the algorithm of a button."""
        if isinstance(target, tuple) and target[0] == "solver":
            self.begin(self.solvers[target[1]])

    def begin(self, solver: Solver[Any, Any, Any]) -> None:
        """Start a search."""
        self.chosen = solver
        metric = self.game.lengths.metric(self.level)
        self.search = watch(self.game, solver, self.level, self.start, metric, _LIMITS)
        self.visit, self.answer, self.rest, self.last = None, None, [], None
        self.shown, self.spent, self._due, self.paused = self.start, 0.0, 0.0, False

    def typed(self, typed: Typed) -> None:
        """The keys on the buttons; Escape stops a search before it leads back."""
        if typed.keysym == "Escape" and self.search is not None:
            self.leave()
        elif typed.text.isdigit() and 1 <= int(typed.text) <= len(self.solvers):
            self.begin(self.solvers[int(typed.text) - 1])
        else:
            super().typed(typed)

    def leave(self) -> None:
        """End the search."""
        if self.search is not None:
            self.search.close()
            self.search = None

    def _pause(self) -> None:
        self.paused = not self.paused

    def _step(self) -> None:
        self.paused = True
        self._next()

    def _next(self) -> None:
        """One more state of the search, or one more move of its solution."""
        if self.search is not None:
            try:
                self.visit = next(self.search)
            except StopIteration as end:
                self.search, self.answer = None, end.value
                self.shown, self.last = self.start, None
                self.rest = list(self.answer.moves) if self.answer is not None and self.answer.solved else []
                return
            if self.visit.state is not None:
                self.shown = self.visit.state
        elif self.rest:
            self.last = self.rest.pop(0)
            self.shown = self.game.rules.play(self.level, self.shown, self.last)

    def tick(self, seconds: float) -> bool:
        """Do as many steps as the speed asks for and the frame has time for."""
        if self.paused or (self.search is None and not self.rest):
            return False
        if self.search is not None:
            self.spent += seconds
        pace = _SPEEDS[self.speed] if self.search is not None else min(6, _SPEEDS[self.speed] or 6)
        self._due = self._due + seconds * pace if pace else float("inf")
        if self._due < 1:
            return False
        deadline = time.perf_counter() + _SLICE_SECONDS
        while self._due >= 1 and (self.search is not None or self.rest) and time.perf_counter() < deadline:
            searching = self.search is not None
            self._next()
            self._due -= 1
            if searching and self.search is None:
                break
        self._due = min(self._due, 1.0) if self._due != float("inf") else 0.0
        return True
