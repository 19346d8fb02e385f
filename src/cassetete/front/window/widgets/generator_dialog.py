"""The dialog of random levels: which generator, how hard, its parameters, a seed, how many, and the progress."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.recipes import Recipe, last_recipe, remember_recipe
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.core.contract import AnyGame, Parameter, ParameterKind
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.dialogs import Dialog, DialogHost
from cassetete.front.window.widgets.layout import GAP, SMALL, TEXT, Layout, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.session.jobs import Made, Result, ToMake, Working

_ = Catalogue("cassetete")

_SEED, _COUNT = "seed", "count"
_MOST = 500


def _field_width(width: float) -> float:
    """The width of a number's field: where there is little, its label gets the room."""
    return 130 if width >= 480 else 96


class GeneratorDialog(Dialog):
    """Choose the parameters, wait for the level, play it; several levels go to My levels."""

    def __init__(self, screen: DialogHost, game: AnyGame, back: Screen | None = None, *, at_once: bool = False) -> None:
        """`back` is the screen to come back to from the level; `at_once` makes another level like the one before."""
        self.screen, self.game, self._back = screen, game, back
        recipe = last_recipe(screen.services.store, game)
        self.generator = next(each for each in game.making.generators if each.id == recipe.generator)
        self.values: dict[str, Any] = dict(recipe.values)
        self.seed, self.count = str(time.time_ns() % 100_000), 1
        self.ticket: int | None = None
        self.done, self.total, self.fault = 0, 0, ""
        self._made = 0
        self._field: tuple[str, TextField] | None = (_SEED, self._digits(_SEED, self.seed))
        if at_once:
            self._go()

    @staticmethod
    def _digits(name: str, value: str) -> TextField:
        field = TextField(value, name=name, longest=18, allowed=lambda text: not text or text.isdecimal())
        field.select(0, len(value))
        return field

    # Drawing

    def compose(self, layout: Layout) -> None:
        """The generators, the difficulties, a line for each parameter, the progress bar and the buttons."""
        say, rows = self.screen.say, list(self.generator.parameters)
        heads = (42 if len(self.game.making.generators) > 1 else 0) + (42 if self.generator.presets else 0)
        faults = wrapped(self.fault, SMALL, min(620, layout.width - 40) - 48) if self.fault else []
        rest = 62 + heads + 34 + 16 * max(0, len(faults) - 1) + 60
        step = max(26.0, min(40.0, (layout.height - 16 - rest) / (len(rows) + 2)))
        x, y, width = layout.dialog(620, rest + step * (len(rows) + 2), say(_("Random level")))
        top = self._heads(layout, x + 24, y + 58, width - 48)
        for parameter in rows:
            self._row(layout, parameter, x + 24, top, width - 48, step)
            top += step
        labels = ((_SEED, _("Seed"), self.seed), (_COUNT, _("How many (more than one go to My levels)"), self.count))
        for name, label, value in labels:
            self._number(layout, name, label, str(value), x + 24, top, width - 48, step)
            top += step
        if self.ticket is not None:
            share = (self._made + (self.done / self.total if self.total else 0.5)) / self.count
            layout.bar(x + 24, top + 12, width - 48, share)
        for index, line in enumerate(faults):
            layout.text(x + 24, top + 16 + 16 * index, line, SMALL, "bad")
        top += 34 + 16 * max(0, len(faults) - 1)
        self._buttons(layout, x + 24, top + 4, width - 48)

    def _heads(self, layout: Layout, x: float, y: float, width: float) -> float:
        """The generators, if there are several, and the difficulties."""
        makers = self.game.making.generators
        if len(makers) > 1:
            each = (width + 6) / len(makers)
            for index, maker in enumerate(makers):
                chosen = maker is self.generator
                at = x + index * each, y
                layout.button(*at, each - 6, 34, self.screen.say(maker.title), ("maker", index), primary=chosen)
            y += 42
        presets = self.generator.presets
        if presets:
            layout.text(x, y + 17, self.screen.say(_("Ready-made")), TEXT, room=width * 0.3)
            each = (width * 0.68 + 6) / len(presets)
            for index, preset in enumerate(presets):
                chosen = all(self.values.get(name) == value for name, value in preset.values.items())
                at = x + width * 0.32 + index * each, y
                layout.button(*at, each - 6, 34, self.screen.say(preset.title), ("preset", index), primary=chosen)
            y += 42
        return y

    def _row(self, layout: Layout, parameter: Parameter, x: float, y: float, width: float, step: float) -> None:
        value = self.values[parameter.name]
        if parameter.kind is ParameterKind.INT:
            self._number(layout, parameter.name, parameter.label, str(value), x, y, width, step)
            return
        word = Text(str(value), domain=parameter.label.domain)
        if isinstance(value, bool):
            word = _("yes") if value else _("no")
        shown = self.screen.say(word)
        middle = y + step / 2
        side, field = min(34.0, step - 4), _field_width(width)
        self._label(layout, parameter.label, x, middle, width - field - 92)
        layout.button(x + width - field - 80, middle - side / 2, 36, side, "‹", ("step", parameter.name, -1))
        size = next((each for each in (TEXT, 14, SMALL) if text_width(shown, each, bold=True) <= field), SMALL - 1)
        layout.text(x + width - 40 - field / 2, middle, shown, size, anchor="middle", bold=True, room=field)
        layout.button(x + width - 36, middle - side / 2, 36, side, "›", ("step", parameter.name, 1))

    def _number(
        self, layout: Layout, name: str, label: Text, value: str, x: float, y: float, width: float, step: float
    ) -> None:
        """A number, to be typed or stepped."""
        middle, side, space = y + step / 2, min(34.0, step - 4), _field_width(width)
        self._label(layout, label, x, middle, width - space - 92)
        right = x + width
        layout.button(right - space - 80, middle - side / 2, 36, side, "−", ("step", name, -1))
        field = self._field[1] if self._field is not None and self._field[0] == name else None
        (field or TextField(value, name=name)).compose(
            layout, right - space - 40, middle - side / 2, space, side, focused=field is not None, size=15
        )
        layout.button(right - 36, middle - side / 2, 36, side, "+", ("step", name, 1))

    def _label(self, layout: Layout, label: Text, x: float, y: float, room: float) -> None:
        """A label in at most two lines: it is never cut off."""
        words = self.screen.say(label)
        size = next((each for each in (TEXT, TEXT - 1, SMALL + 1) if text_width(words, each) <= room), SMALL - 1)
        lines = wrapped(words, size, room)[:2]
        for index, line in enumerate(lines):
            layout.text(x, y + (index - (len(lines) - 1) / 2) * (size + 2), line, size)

    def _buttons(self, layout: Layout, x: float, y: float, width: float) -> None:
        say = self.screen.say
        half = (width - GAP) / 2
        going = self.ticket is not None
        label = _("Generating…") if going else _("Generate")
        if going and self.count > 1:
            label = _("{n} of {count}", n=self._made, count=self.count)
        layout.button(x, y, half, 40, say(label), ("answer", "go"), primary=True, enabled=not going, key="⏎")
        layout.button(x + half + GAP, y, half, 40, say(_("Cancel")), ("answer", "no"), key="Esc")

    # Events

    def press(self, target: Hashable) -> None:
        """Change a value, apply a preset, generate or cancel."""
        if target == ("answer", "no"):
            self._cancel()
        if self.ticket is not None or not isinstance(target, tuple):
            return
        if target[0] == "caret":
            self._enter(str(target[1]))
            if self._field is not None:
                self._field[1].press(target)
        elif target[0] == "step":
            self._leave()
            self._step(str(target[1]), int(target[2]))
        elif target[0] == "preset":
            self._leave()
            self.values |= self.generator.presets[int(target[1])].values
        elif target[0] == "maker":
            self._leave()
            self.generator = self.game.making.generators[int(target[1])]
            self.values = {parameter.name: parameter.default for parameter in self.generator.parameters}
        elif target == ("answer", "go"):
            self._go()

    def drag(self, start: Hashable, end: Hashable) -> None:
        """Select in a field."""
        if self._field is None or not self._field[1].drag(start, end):
            self.press(start)

    def _value(self, name: str) -> int:
        if name == _SEED:
            return int(self.seed or "0")
        return self.count if name == _COUNT else int(self.values[name])

    def _enter(self, name: str) -> None:
        """Type into the field of a number."""
        if self._field is None or self._field[0] != name:
            self._leave()
            self._field = (name, self._digits(name, str(self._value(name))))

    def _leave(self) -> None:
        """Take the number that was typed, as far as its range allows."""
        if self._field is not None:
            (name, field), self._field = self._field, None
            self._put(name, int(field.value or "0"))

    def _put(self, name: str, value: int) -> None:
        if name == _SEED:
            self.seed = str(max(0, value))
        elif name == _COUNT:
            self.count = min(_MOST, max(1, value))
        else:
            least, most = next(p for p in self.generator.parameters if p.name == name).range
            self.values[name] = min(most, max(least, value))

    def _step(self, name: str, step: int) -> None:
        parameter = next((p for p in self.generator.parameters if p.name == name), None)
        if parameter is None or parameter.kind is ParameterKind.INT:
            self._put(name, self._value(name) + step)
        elif parameter.kind is ParameterKind.FLAG:
            self.values[name] = not self.values[name]
        else:
            choices = list(parameter.range)
            self.values[name] = choices[(choices.index(self.values[name]) + step) % len(choices)]

    def _go(self) -> None:
        self._leave()
        self.fault, self._made = "", 0
        remember_recipe(self.screen.services.store, self.game, Recipe(self.generator.id, self.values))
        self._ask()

    def _ask(self) -> None:
        self.done, self.total = 0, 0
        job = ToMake(self.game, int(self.seed or "0") + self._made, self.values, self.generator.id)
        self.ticket = self.screen.services.workers.ask(job)

    def _cancel(self) -> None:
        if self.ticket is not None:
            self.screen.services.workers.cancel(self.ticket)
            self.ticket = None
            if self._made:
                self._finish()
        else:
            self.screen.close_dialog()

    def key(self, typed: Typed) -> None:
        """Numbers are typed into the field that is open; Tab goes to the next one."""
        if typed.keysym == "Escape":
            self._cancel()
        elif self.ticket is not None:
            return
        elif typed.keysym in ("Return", "KP_Enter"):
            self._go()
        elif typed.keysym in ("Tab", "ISO_Left_Tab"):
            self._next_field(-1 if typed.keysym == "ISO_Left_Tab" or typed.shift else 1)
        else:
            if self._field is None:
                self._enter(_SEED)
            assert self._field is not None
            self._field[1].key(typed, self.screen.window.canvas)

    def _next_field(self, step: int) -> None:
        names = [p.name for p in self.generator.parameters if p.kind is ParameterKind.INT] + [_SEED, _COUNT]
        here = names.index(self._field[0]) if self._field is not None else -1
        self._enter(names[(here + step) % len(names)])

    def receive(self, message: Working | Result) -> None:
        """Show the progress; keep the level, and play it, or make the next one."""
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
                self._keep(message.level)
        self.screen.window.refresh()

    def _keep(self, level: Any) -> None:
        """Into My levels, under a name; then the next one."""
        seed = int(self.seed or "0") + self._made
        name = f"{self.screen.say(self.game.title)} {seed}"
        titled = replace(level, headers=replace(level.headers, title=level.headers.title or name))
        MyLevels(self.screen.services.store).add(self.game, [titled], Kind.GENERATED)
        self._made += 1
        if self._made < self.count:
            self._ask()
        elif self.count > 1:
            self._finish()
        else:
            entry = LoadedLevel(self.game, level, self.game.rules.start(level), "", nickname=name)
            self.screen.close_dialog()
            self.screen.window.navigator.play(of_entries([entry]), back=self._back)

    def _finish(self) -> None:
        """A batch is made, or what there was time for."""
        self.screen.close_dialog()
        self.screen.window.navigator.my_levels(self.game)
