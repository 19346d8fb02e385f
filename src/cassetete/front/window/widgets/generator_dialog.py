"""The dialog of a random level: the generator's parameters, a seed, and its progress."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.core.contract import AnyGame, Parameter, ParameterKind
from cassetete.core.message import Catalogue
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import Dialog, DialogHost
from cassetete.front.window.widgets.layout import GAP, SMALL, TEXT, Layout
from cassetete.scene.shapes import box
from cassetete.session.jobs import Made, Result, ToMake, Working

_ = Catalogue("cassetete")


class GeneratorDialog(Dialog):
    """Choose the parameters, wait for the level, play it."""

    def __init__(self, screen: DialogHost, game: AnyGame) -> None:
        self.screen, self.game = screen, game
        self.generator = game.making.generators[0]
        self.values: dict[str, Any] = {p.name: p.default for p in self.generator.parameters}
        self.seed = str(time.time_ns() % 100_000)
        self.ticket: int | None = None
        self.done, self.total, self.fault = 0, 0, ""

    def compose(self, layout: Layout) -> None:
        """A line for each parameter, the seed, the progress bar and the buttons."""
        say = self.screen.say
        rows = self.generator.parameters
        height = 176 + 42 * (len(rows) + 1)
        x, y, width = layout.dialog(560, height, say(_("Random level")))
        self._presets(layout, x + 24 + (width - 48) * 0.4, y + 20, (width - 48) * 0.6)
        for index, parameter in enumerate(rows):
            self._row(layout, parameter, x + 24, y + 66 + 42 * index, width - 48)
        top = y + 66 + 42 * len(rows)
        layout.text(x + 24, top + 18, say(_("Seed (type digits)")))
        layout.shapes.append(box(x + width - 174, top, 150, 34, fill="paper", stroke="grid", line=1, round=6))
        layout.text(x + width - 164, top + 17, self.seed + "▏")
        if self.fault:
            layout.text(x + 24, top + 54, self.fault, SMALL, "bad", room=width - 48)
        elif self.ticket is not None:
            layout.bar(x + 24, top + 50, width - 48, self.done / self.total if self.total else 0.5)
        half = (width - 48 - GAP) / 2
        bottom = y + height - 58
        go = say(_("Generate")) if self.ticket is None else say(_("Generating…"))
        layout.button(
            x + 24, bottom, half, 40, go, ("answer", "go"), primary=True, enabled=self.ticket is None, key="⏎"
        )
        layout.button(x + 24 + half + GAP, bottom, half, 40, say(_("Cancel")), ("answer", "no"), key="Esc")

    def _presets(self, layout: Layout, x: float, y: float, width: float) -> None:
        """A button for each preset."""
        presets = self.generator.presets
        each = width / max(1, len(presets))
        for index, preset in enumerate(presets):
            label = self.screen.say(preset.title)
            layout.button(x + index * each, y, each - 6, 32, label, ("preset", index))

    def _row(self, layout: Layout, parameter: Parameter, x: float, y: float, width: float) -> None:
        layout.text(x, y + 17, self.screen.say(parameter.label), TEXT, room=width - 190)
        value = self.values[parameter.name]
        shown = str(value)
        if isinstance(value, bool):
            shown = self.screen.say(_("yes") if value else _("no"))
        right = x + width
        layout.button(right - 180, y, 36, 34, "−", ("step", parameter.name, -1))
        layout.text(right - 90, y + 17, shown, anchor="middle", bold=True)
        layout.button(right - 36, y, 36, 34, "+", ("step", parameter.name, 1))

    def press(self, target: Hashable) -> None:
        """Change a value, apply a preset, generate or cancel."""
        if isinstance(target, tuple) and target[0] == "step":
            self._step(str(target[1]), int(target[2]))
        elif isinstance(target, tuple) and target[0] == "preset":
            self.values |= self.generator.presets[int(target[1])].values
        elif target == ("answer", "go") and self.ticket is None:
            self._go()
        elif target == ("answer", "no"):
            self._cancel()

    def _step(self, name: str, step: int) -> None:
        parameter = next(p for p in self.generator.parameters if p.name == name)
        value = self.values[name]
        if parameter.kind is ParameterKind.INT:
            least, most = parameter.range
            self.values[name] = min(most, max(least, value + step))
        elif parameter.kind is ParameterKind.FLAG:
            self.values[name] = not value
        else:
            choices = list(parameter.range)
            self.values[name] = choices[(choices.index(value) + step) % len(choices)]

    def _go(self) -> None:
        self.fault, self.done, self.total = "", 0, 0
        job = ToMake(self.game, int(self.seed or "0"), self.values, self.generator.id)
        self.ticket = self.screen.services.workers.ask(job)

    def _cancel(self) -> None:
        if self.ticket is not None:
            self.screen.services.workers.cancel(self.ticket)
            self.ticket = None
        else:
            self.screen.close_dialog()

    def key(self, typed: Typed) -> None:
        """Digits are typed into the seed."""
        if typed.keysym == "Escape":
            self._cancel()
        elif typed.keysym == "Return" and self.ticket is None:
            self._go()
        elif typed.keysym == "BackSpace":
            self.seed = self.seed[:-1]
        elif typed.text.isascii() and typed.text.isdigit() and len(self.seed) < 18:
            self.seed += typed.text

    def receive(self, message: Working | Result) -> None:
        """Show the progress, or play the level."""
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            self.done, self.total = message.done, message.total
        elif isinstance(message, Made):
            self.ticket = None
            if message.level is None:
                why = message.why.text if message.why is not None else _("no level was found with these parameters")
                self.fault = self.screen.say(why)
            else:
                self._play(message.level)
        self.screen.window.refresh()

    def _play(self, level: Any) -> None:
        name = f"{self.screen.say(self.game.title)} {self.seed}"
        entry = LoadedLevel(self.game, level, self.game.rules.start(level), "", nickname=name)
        self.screen.window.navigator.play(of_entries([entry]))
