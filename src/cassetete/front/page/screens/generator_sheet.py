"""The sheet of random levels: the generator's parameters, a seed, how many, and the progress."""

from __future__ import annotations

from typing import Any

from cassetete.app.collections.random_levels import COUNT, LARGEST_SEED, MOST_LEVELS, SEED, RandomLevels
from cassetete.app.levels.level_list import of_entries
from cassetete.app.solving import kernels
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Sheet, button
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")


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
        self.table, self._back = table, back
        self.random = RandomLevels(game, generators, table.store, table.thinker, table.say, table.random_seed())
        if at_once:
            self.random.start()

    def model(self) -> Part:
        """A line for each parameter, the seed, the progress and the buttons."""
        say, random = self.table.say, self.random
        fields = [self._field(parameter) for parameter in random.generator.parameters]
        label, many = say(_("Seed")), say(_("How many (more than one go to My levels)"))
        fields += [
            {"kind": "int", "name": SEED, "label": label, "value": random.seed, "range": [0, LARGEST_SEED]},
            {"kind": "int", "name": COUNT, "label": many, "value": random.count, "range": [1, MOST_LEVELS]},
        ]
        several = random.going and random.count > 1
        said = _("{n} of {count}", n=random.made, count=random.count) if several else _("Generate")
        model: Part = {
            "title": say(_("Random level")),
            "presets": [
                button("preset", say(one.title), index=n, pressed=random.is_as(one))
                for n, one in enumerate(random.generator.presets)
            ],
            "fields": fields,
            "buttons": [
                button("go", say(said), icon="dice", primary=True, on=not random.going),
                button("cancel", say(_("Cancel")), key="Esc"),
            ],
        }
        if len(random.generators) > 1:
            model["tabs"] = [
                button("generator", say(one.title), pressed=one is random.generator, index=n)
                for n, one in enumerate(random.generators)
            ]
        if random.fault:
            model["fault"] = random.fault
        elif random.going:
            model["progress"] = -1 if random.share is None else random.share
        return model

    def _field(self, parameter: Parameter) -> Part:
        say = self.table.say
        field: Part = {"name": parameter.name, "kind": parameter.kind.value, "label": say(parameter.label)}
        field["value"] = self.random.values[parameter.name]
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
                self.random.put(str(arguments.get("name")), arguments.get("value"))
            case "preset":
                self.random.take(self.random.generator.presets[int(arguments["index"])])
            case "generator":
                self.random.use(int(arguments["index"]))
            case "go" if not self.random.going:
                self.random.start()
            case "cancel":
                self._cancel()

    def _cancel(self) -> None:
        """Stop making levels; what was made is in My levels."""
        going = self.random.going
        self.close()
        if self.random.made:
            self._finish()
        elif not going:
            self.table.open(None)

    def answered(self, message: Working | Result) -> None:
        """Show the progress; play the level, or show all that were made."""
        last = self.random.receive(message)
        if last is not None and self.random.count > 1:
            self._finish()
        elif last is not None:
            self.table.open(None)
            self.table.play(of_entries([last]), 0, self._back)

    def _finish(self) -> None:
        self.table.open(None)
        self.table.my_levels(self.random.game)

    def close(self) -> None:
        """Stop the generator."""
        self.random.stop()
