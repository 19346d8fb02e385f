"""Random levels: which generator, with which parameters, and how many; each that is made goes to My levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.recipes import Recipe, last_recipe, remember_recipe
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.store import Store
from cassetete.core.contract import AnyGame, Generator, ParameterKind, Preset
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import Made, Result, ToMake, Working
from cassetete.session.ports import Thinker

_ = Catalogue("cassetete")

SEED, COUNT = "seed", "count"
"""Two numbers beside a generator's parameters."""

LARGEST_SEED = 10**18
MOST_LEVELS = 500


class RandomLevels:
    """What is chosen, at first what the last level was made with, and the levels that are being made of it."""

    def __init__(
        self,
        game: AnyGame,
        generators: Sequence[Generator[Any]],
        store: Store,
        thinker: Thinker,
        say: Callable[[Text], str],
        seed: int,
    ) -> None:
        self.game, self.generators, self.generator = game, generators, generators[0]
        self._store, self._thinker, self._say = store, thinker, say
        self.values: dict[str, Any] = {}
        self.seed, self.count = seed, 1
        self.made, self.fault = 0, ""
        self.new: tuple[int, ...] = ()
        """The ids, in My levels, of those that were made."""
        self._ticket: int | None = None
        self._done, self._total = 0, 0
        recipe = last_recipe(store, game)
        known = next((n for n, each in enumerate(generators) if each.id == recipe.generator), None)
        self.use(known or 0)
        if known is not None:
            self.values |= recipe.values

    # What to make

    def use(self, generator: int) -> None:
        """Use a generator, with its defaults."""
        self.generator = self.generators[generator]
        self.values = self._defaults()

    def _defaults(self) -> dict[str, Any]:
        return {parameter.name: parameter.default for parameter in self.generator.parameters}

    def take(self, preset: Preset) -> None:
        """Choose the values of a preset, and the defaults of the others."""
        self.values = {**self._defaults(), **preset.values}

    def is_as(self, preset: Preset) -> bool:
        """Whether these values are chosen."""
        return all(self.values.get(name) == value for name, value in preset.values.items())

    def number(self, name: str) -> int:
        """The seed, how many, or a parameter that is a number."""
        return {SEED: self.seed, COUNT: self.count}[name] if name in (SEED, COUNT) else int(self.values[name])

    def put(self, name: str, value: Any) -> None:
        """Choose a value, as far as its range allows; what is none of a parameter's is left out."""
        parameter = next((each for each in self.generator.parameters if each.name == name), None)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if name == SEED and is_number:
            self.seed = min(LARGEST_SEED, max(0, value))
        elif name == COUNT and is_number:
            self.count = min(MOST_LEVELS, max(1, value))
        elif parameter is None:
            return
        elif parameter.kind is ParameterKind.FLAG:
            self.values[name] = bool(value)
        elif parameter.kind is ParameterKind.INT:
            least, most = parameter.range
            self.values[name] = min(most, max(least, value)) if is_number else self.values[name]
        elif value in parameter.range:
            self.values[name] = value

    def step(self, name: str, step: int) -> None:
        """The next value of a number, a choice or a flag, or the one before."""
        parameter = next((each for each in self.generator.parameters if each.name == name), None)
        if parameter is None or parameter.kind is ParameterKind.INT:
            self.put(name, self.number(name) + step)
        elif parameter.kind is ParameterKind.FLAG:
            self.values[name] = not self.values[name]
        else:
            choices = list(parameter.range)
            self.values[name] = choices[(choices.index(self.values[name]) + step) % len(choices)]

    # Making it

    @property
    def going(self) -> bool:
        """Whether levels are being made."""
        return self._ticket is not None

    @property
    def share(self) -> float | None:
        """How much is done, of 1; None while nothing is known."""
        if not self._total and not self.made:
            return None
        return (self.made + (self._done / self._total if self._total else 0.0)) / self.count

    def start(self) -> None:
        """Make the levels; the next ones are made the same way, until something else is chosen."""
        self.fault, self.made, self.new = "", 0, ()
        remember_recipe(self._store, self.game, Recipe(self.generator.id, self.values))
        self._ask()

    def _ask(self) -> None:
        self._done, self._total = 0, 0
        job = ToMake(self.game, self.seed + self.made, self.values, self.generator.id)
        self._ticket = self._thinker.ask(job)

    def stop(self) -> None:
        """Make no more; those that are made are in My levels."""
        if self._ticket is not None:
            self._thinker.cancel(self._ticket)
            self._ticket = None

    def receive(self, message: Working | Result) -> LoadedLevel | None:
        """Keep the progress, or the level, and make the next one; the last level, when all are made."""
        if message.ticket != self._ticket:
            return None
        if isinstance(message, Working):
            self._done, self._total = message.done, message.total
        elif isinstance(message, Made):
            self._ticket = None
            if message.level is not None:
                return self._keep(message.level)
            why = message.why.text if message.why is not None else _("no level was found with these parameters")
            self.fault = self._say(why)
        return None

    def _keep(self, level: Any) -> LoadedLevel | None:
        """Into My levels, under a name."""
        name = f"{self._say(self.game.title)} {self.seed + self.made}"
        titled = replace(level, headers=replace(level.headers, title=level.headers.title or name))
        self.new += MyLevels(self._store).add(self.game, [titled], Kind.GENERATED).levels
        self.made += 1
        if self.made < self.count:
            self._ask()
            return None
        return LoadedLevel(self.game, titled, self.game.rules.start(titled), "")
