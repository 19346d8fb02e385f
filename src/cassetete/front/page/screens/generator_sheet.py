"""The sheet of a random level: the generator's parameters, a seed, and its progress."""

from __future__ import annotations

from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Sheet, button
from cassetete.session.jobs import Made, Result, ToMake, Working

_ = Catalogue("cassetete")

LARGEST_SEED = 10**18


class GeneratorSheet(Sheet):
    """Choose the parameters, wait for the level, play it."""

    def __init__(self, table: Navigator, game: AnyGame, generators: list[Generator[Any]]) -> None:
        self.table, self.game, self.generators = table, game, generators
        self.generator = generators[0]
        self.values: dict[str, Any] = {p.name: p.default for p in self.generator.parameters}
        self.seed = table.random_seed()
        self.ticket: int | None = None
        self.done, self.total, self.fault = 0, 0, ""

    def model(self) -> Part:
        """A line for each parameter, the seed, the progress and the buttons."""
        say = self.table.say
        fields = [self._field(parameter) for parameter in self.generator.parameters]
        label = say(_("Seed"))
        fields.append({"kind": "int", "name": "seed", "label": label, "value": self.seed, "range": [0, LARGEST_SEED]})
        model: Part = {
            "title": say(_("Random level")),
            "presets": [button("preset", say(one.title), index=n) for n, one in enumerate(self.generator.presets)],
            "fields": fields,
            "buttons": [
                button("go", say(_("Generate")), icon="dice", primary=True, on=self.ticket is None),
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
        elif self.ticket is not None:
            model["progress"] = self.done / self.total if self.total else -1
        return model

    def _field(self, parameter: Parameter) -> Part:
        say = self.table.say
        field: Part = {"name": parameter.name, "kind": parameter.kind.value, "label": say(parameter.label)}
        field["value"] = self.values[parameter.name]
        if parameter.kind is not ParameterKind.FLAG:
            field["range"] = list(parameter.range)
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
                self.fault, self.done, self.total = "", 0, 0
                self.ticket = self.table.thinker.ask(ToMake(self.game, self.seed, self.values, self.generator.id))
            case "cancel":
                if self.ticket is None:
                    self.table.open(None)
                self.close()

    def _set(self, name: str, value: Any) -> None:
        if name == "seed":
            self.seed = min(LARGEST_SEED, abs(int(value))) if isinstance(value, int) else self.seed
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

    def answered(self, message: Working | Result) -> None:
        """Show the progress, or play the level."""
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            self.done, self.total = message.done, message.total
        elif isinstance(message, Made):
            self.ticket = None
            if message.level is None:
                why = message.why.text if message.why is not None else _("no level was found with these parameters")
                self.fault = self.table.say(why)
                return
            name = f"{self.table.say(self.game.title)} {self.seed}"
            entry = LoadedLevel(self.game, message.level, self.game.rules.start(message.level), name)
            self.table.open(None)
            self.table.play(of_entries([entry]))

    def close(self) -> None:
        """Stop the generator."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None
