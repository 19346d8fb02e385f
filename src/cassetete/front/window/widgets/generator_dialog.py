"""The dialog of random levels: which generator, how hard, its parameters, a seed, how many, and the progress."""

from __future__ import annotations

import time
from collections.abc import Hashable

from cassetete.app.collections.random_levels import COUNT, SEED, RandomLevels
from cassetete.app.levels.level_list import of_entries
from cassetete.core.contract import AnyGame, Parameter, ParameterKind
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.dialogs import Dialog, DialogHost
from cassetete.front.window.widgets.layout import GAP, SMALL, TEXT, Layout, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")


def _field_width(width: float) -> float:
    """The width of a number's field: where there is little, its label gets the room."""
    return 130 if width >= 480 else 96


class GeneratorDialog(Dialog):
    """Choose the parameters, wait for the level, play it; several levels go to My levels."""

    def __init__(self, screen: DialogHost, game: AnyGame, back: Screen | None = None, *, at_once: bool = False) -> None:
        """`back` is the screen to come back to from the level; `at_once` makes another level like the one before."""
        self.screen, self._back = screen, back
        services, seed = screen.services, time.time_ns() % 100_000
        self.random = RandomLevels(game, game.making.generators, services.store, services.workers, screen.say, seed)
        self._field: tuple[str, TextField] | None = (SEED, self._digits(SEED, str(seed)))
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
        say, random = self.screen.say, self.random
        rows = list(random.generator.parameters)
        heads = (42 if len(random.generators) > 1 else 0) + (42 if random.generator.presets else 0)
        faults = wrapped(random.fault, SMALL, min(620, layout.width - 40) - 48) if random.fault else []
        rest = 62 + heads + 34 + 16 * max(0, len(faults) - 1) + 60
        step = max(26.0, min(40.0, (layout.height - 16 - rest) / (len(rows) + 2)))
        x, y, width = layout.dialog(620, rest + step * (len(rows) + 2), say(_("Random level")))
        top = self._heads(layout, x + 24, y + 58, width - 48)
        for parameter in rows:
            self._row(layout, parameter, x + 24, top, width - 48, step)
            top += step
        for name, label in ((SEED, _("Seed")), (COUNT, _("How many (more than one go to My levels)"))):
            self._number(layout, name, label, x + 24, top, width - 48, step)
            top += step
        if random.going:
            layout.bar(x + 24, top + 12, width - 48, random.share or 0.5 / random.count)
        for index, line in enumerate(faults):
            layout.text(x + 24, top + 16 + 16 * index, line, SMALL, "bad")
        top += 34 + 16 * max(0, len(faults) - 1)
        self._buttons(layout, x + 24, top + 4, width - 48)

    def _heads(self, layout: Layout, x: float, y: float, width: float) -> float:
        """The generators, if there are several, and the difficulties."""
        makers = self.random.generators
        if len(makers) > 1:
            each = (width + 6) / len(makers)
            for index, maker in enumerate(makers):
                chosen = maker is self.random.generator
                at = x + index * each, y
                layout.button(*at, each - 6, 34, self.screen.say(maker.title), ("maker", index), primary=chosen)
            y += 42
        presets = self.random.generator.presets
        if presets:
            layout.text(x, y + 17, self.screen.say(_("Ready-made")), TEXT, room=width * 0.3)
            each = (width * 0.68 + 6) / len(presets)
            for index, preset in enumerate(presets):
                chosen = self.random.is_as(preset)
                at = x + width * 0.32 + index * each, y
                layout.button(*at, each - 6, 34, self.screen.say(preset.title), ("preset", index), primary=chosen)
            y += 42
        return y

    def _row(self, layout: Layout, parameter: Parameter, x: float, y: float, width: float, step: float) -> None:
        value = self.random.values[parameter.name]
        if parameter.kind is ParameterKind.INT:
            self._number(layout, parameter.name, parameter.label, x, y, width, step)
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

    def _number(self, layout: Layout, name: str, label: Text, x: float, y: float, width: float, step: float) -> None:
        """A number, to be typed or stepped."""
        middle, side, space = y + step / 2, min(34.0, step - 4), _field_width(width)
        self._label(layout, label, x, middle, width - space - 92)
        right = x + width
        layout.button(right - space - 80, middle - side / 2, 36, side, "−", ("step", name, -1))
        field = self._field[1] if self._field is not None and self._field[0] == name else None
        (field or TextField(str(self.random.number(name)), name=name)).compose(
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
        random, going = self.random, self.random.going
        label = _("Generating…") if going else _("Generate")
        if going and random.count > 1:
            label = _("{n} of {count}", n=random.made, count=random.count)
        layout.button(x, y, half, 40, say(label), ("answer", "go"), primary=True, enabled=not going, key="⏎")
        layout.button(x + half + GAP, y, half, 40, say(_("Cancel")), ("answer", "no"), key="Esc")

    # Events

    def press(self, target: Hashable) -> None:
        """Change a value, apply a preset, generate or cancel."""
        if target == ("answer", "no"):
            self._cancel()
        if self.random.going or not isinstance(target, tuple):
            return
        if target[0] == "caret":
            self._enter(str(target[1]))
            if self._field is not None:
                self._field[1].press(target)
        elif target[0] == "step":
            self._leave()
            self.random.step(str(target[1]), int(target[2]))
        elif target[0] == "preset":
            self._leave()
            self.random.take(self.random.generator.presets[int(target[1])])
        elif target[0] == "maker":
            self._leave()
            self.random.use(int(target[1]))
        elif target == ("answer", "go"):
            self._go()

    def drag(self, start: Hashable, end: Hashable) -> None:
        """Select in a field."""
        if self._field is None or not self._field[1].drag(start, end):
            self.press(start)

    def _enter(self, name: str) -> None:
        """Type into the field of a number."""
        if self._field is None or self._field[0] != name:
            self._leave()
            self._field = (name, self._digits(name, str(self.random.number(name))))

    def _leave(self) -> None:
        """Take the number that was typed, as far as its range allows."""
        if self._field is not None:
            (name, field), self._field = self._field, None
            self.random.put(name, int(field.value or "0"))

    def _go(self) -> None:
        self._leave()
        self.random.start()

    def _cancel(self) -> None:
        """Stop making levels; what was made is in My levels."""
        going = self.random.going
        self.random.stop()
        if self.random.made:
            self._finish()
        elif not going:
            self.screen.close_dialog()

    def key(self, typed: Typed) -> None:
        """Numbers are typed into the field that is open; Tab goes to the next one."""
        if typed.keysym == "Escape":
            self._cancel()
        elif self.random.going:
            return
        elif typed.keysym in ("Return", "KP_Enter"):
            self._go()
        elif typed.keysym in ("Tab", "ISO_Left_Tab"):
            self._next_field(-1 if typed.keysym == "ISO_Left_Tab" or typed.shift else 1)
        else:
            if self._field is None:
                self._enter(SEED)
            assert self._field is not None
            self._field[1].key(typed, self.screen.window.canvas)

    def _next_field(self, step: int) -> None:
        names = [p.name for p in self.random.generator.parameters if p.kind is ParameterKind.INT] + [SEED, COUNT]
        here = names.index(self._field[0]) if self._field is not None else -1
        self._enter(names[(here + step) % len(names)])

    def receive(self, message: Working | Result) -> None:
        """Show the progress; play the level, or show all that were made."""
        last = self.random.receive(message)
        if last is not None and self.random.count > 1:
            self._finish()
        elif last is not None:
            self.screen.close_dialog()
            self.screen.window.navigator.play(of_entries([last]), back=self._back)
        self.screen.window.refresh()

    def _finish(self) -> None:
        """A batch is made, or what there was time for."""
        self.screen.close_dialog()
        self.screen.window.navigator.my_levels(self.random.game, self.random.new)
