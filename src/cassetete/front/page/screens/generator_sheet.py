"""The sheet of random levels: the generator's parameters, a seed, how many, and the progress."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.recipes import Recipe, last_recipe, remember_recipe
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.solving import kernels
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Sheet, button
from cassetete.session.jobs import Made, Result, ToMake, Working

_ = Catalogue("cassetete")

LARGEST_SEED = 10**18
MOST_LEVELS = 100


def usable_generators(game: AnyGame) -> list[Generator[Any]]:
    """The generators of a game that can run here."""
    return [one for one in game.making.generators if kernels.usable(one.kernel)]


class GeneratorSheet(Sheet):
    """Choose the parameters, wait for the level, play it; several levels go to My levels.

    `back` is the screen to come back to from the level; `at_once` makes another level like the one before.
    """

    def __init__(
        self,
        table: Navigator,
        game: AnyGame,
        generators: list[Generator[Any]],
        back: Screen | None = None,
        *,
        at_once: bool = False,
    ) -> None:
        self.table, self.game, self.generators, self._back = table, game, generators, back
        recipe = last_recipe(table.store, game)
        self.generator = next((one for one in generators if one.id == recipe.generator), generators[0])
        self.values: dict[str, Any] = {p.name: p.default for p in self.generator.parameters}
        if self.generator.id == recipe.generator:
            self.values |= recipe.values
        self.seed, self.count = table.random_seed(), 1
        self.ticket: int | None = None
        self.done, self.total, self.fault = 0, 0, ""
        self._made = 0
        if at_once:
            self._go()

    def model(self) -> Part:
        """A line for each parameter, the seed, the progress and the buttons."""
        say = self.table.say
        fields = [self._field(parameter) for parameter in self.generator.parameters]
        label, many = say(_("Seed")), say(_("How many (more than one go to My levels)"))
        fields += [
            {"kind": "int", "name": "seed", "label": label, "value": self.seed, "range": [0, LARGEST_SEED]},
            {"kind": "int", "name": "count", "label": many, "value": self.count, "range": [1, MOST_LEVELS]},
        ]
        going = self.ticket is not None
        said = _("{n} of {count}", n=self._made, count=self.count) if going and self.count > 1 else _("Generate")
        model: Part = {
            "title": say(_("Random level")),
            "presets": [
                button("preset", say(one.title), index=n, pressed=self._has(one.values))
                for n, one in enumerate(self.generator.presets)
            ],
            "fields": fields,
            "buttons": [
                button("go", say(said), icon="dice", primary=True, on=not going),
                button("cancel", say(_("Cancel")), key="Esc"),
            ],
        }
        if len(self.generators) > 1:
            model["tabs"] = [
                button("generator", say(one.title), pressed=one is self.generator, index=n)
                for n, one in enumerate(self.generators)
            ]
        if self.fault:
            model["fault"] = self.fault
        elif going:
            share = self.done / self.total if self.total else 0.0
            model["progress"] = (self._made + share) / self.count if self.total or self._made else -1
        return model

    def _has(self, values: Any) -> bool:
        return all(self.values.get(name) == value for name, value in values.items())

    def _field(self, parameter: Parameter) -> Part:
        say = self.table.say
        field: Part = {"name": parameter.name, "kind": parameter.kind.value, "label": say(parameter.label)}
        field["value"] = self.values[parameter.name]
        if parameter.kind is not ParameterKind.FLAG:
            field["range"] = list(parameter.range)
        if parameter.kind is ParameterKind.CHOICE:
            domain = parameter.label.domain
            field["choices"] = [[str(one), say(Text(str(one), domain=domain))] for one in parameter.range]
        return field

    def do(self, command: str, arguments: Arguments) -> None:
        """Change a value, apply a preset, generate or cancel."""
        match command:
            case "set":
                self._set(str(arguments.get("name")), arguments.get("value"))
            case "preset":
                self.values |= self.generator.presets[int(arguments["index"])].values
            case "generator":
                self.generator = self.generators[int(arguments["index"])]
                self.values = {p.name: p.default for p in self.generator.parameters}
            case "go" if self.ticket is None:
                self._go()
            case "cancel":
                self._cancel()

    def _set(self, name: str, value: Any) -> None:
        if name == "seed":
            self.seed = min(LARGEST_SEED, abs(int(value))) if isinstance(value, int) else self.seed
            return
        if name == "count":
            self.count = min(MOST_LEVELS, max(1, value)) if isinstance(value, int) else self.count
            return
        parameter = next((p for p in self.generator.parameters if p.name == name), None)
        if parameter is None:
            return
        if parameter.kind is ParameterKind.INT and isinstance(value, int):
            least, most = parameter.range
            self.values[name] = min(most, max(least, value))
        elif parameter.kind is ParameterKind.FLAG:
            self.values[name] = bool(value)
        elif value in parameter.range:
            self.values[name] = value

    def _go(self) -> None:
        self.fault, self._made = "", 0
        remember_recipe(self.table.store, self.game, Recipe(self.generator.id, self.values))
        self._ask()

    def _ask(self) -> None:
        self.done, self.total = 0, 0
        job = ToMake(self.game, self.seed + self._made, self.values, self.generator.id)
        self.ticket = self.table.thinker.ask(job)

    def _cancel(self) -> None:
        """Stop making levels; what was made is in My levels."""
        going, made = self.ticket is not None, self._made
        self.close()
        if not going:
            self.table.open(None)
        elif made:
            self._finish()

    def answered(self, message: Working | Result) -> None:
        """Show the progress; keep the level, and play it, or make the next one."""
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            self.done, self.total = message.done, message.total
        elif isinstance(message, Made):
            self.ticket = None
            if message.level is None:
                why = message.why.text if message.why is not None else _("no level was found with these parameters")
                self.fault = self.table.say(why)
            else:
                self._keep(message.level)

    def _keep(self, level: Any) -> None:
        """Into My levels, under a name; then the next one."""
        name = f"{self.table.say(self.game.title)} {self.seed + self._made}"
        titled = replace(level, headers=replace(level.headers, title=level.headers.title or name))
        MyLevels(self.table.store).add(self.game, [titled], Kind.GENERATED)
        self._made += 1
        if self._made < self.count:
            self._ask()
        elif self.count > 1:
            self._finish()
        else:
            entry = LoadedLevel(self.game, level, self.game.rules.start(level), "", nickname=name)
            self.table.open(None)
            self.table.play(of_entries([entry]), 0, self._back)

    def _finish(self) -> None:
        self.table.open(None)
        self.table.my_levels(self.game)

    def close(self) -> None:
        """Stop the generator."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None
