"""Making levels: checking the parameters of a generator and running it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cassetete.app.solving import kernels
from cassetete.core.checkpoint import deadline
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind, Progress
from cassetete.core.drain import drain, drain_until
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import DIFFICULTY

_ = Catalogue("cassetete")


_found_ready: set[str] = set()
"""Kernels that a generator has found ready: asking again takes longer than a tenth of a small level."""


_AT_ONCE = 256
"""Levels made in one go, at most."""

_SHORT, _LONG = 0.01, 0.05
"""Seconds of a batch after which the next one has twice, or half as many levels: nobody waits longer for the first."""


class BadParameter(CasseteteError):
    """A parameter the generator does not have, or a value out of its range."""


def generator_of(game: AnyGame, name: str | None = None) -> Generator[Any]:
    """The game's generator of that name, or its first."""
    for generator in game.making.generators:
        if name is None or generator.id == name:
            return generator
    raise BadParameter(_("{game} has no generator '{name}'", game=game.id, name=name or ""))


def settled(generator: Generator[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """All the parameters' values: those given, checked, and the defaults of the others.

    A difficulty brings the values of its preset, unless one of these is given too: with the defaults, levels of some
    difficulties are hardly ever found.
    """
    known = {parameter.name: parameter for parameter in generator.parameters}
    for name in given:
        if name not in known:
            names = ", ".join(known)
            raise BadParameter(_("there is no parameter '{name}' (there are: {names})", name=name, names=names))
    for preset in generator.presets:
        alike = [name for name in preset.values if name in given]
        if alike == [DIFFICULTY.name] and given[DIFFICULTY.name] == preset.values[DIFFICULTY.name]:
            given = {**preset.values, **given}
            break
    return {name: _checked(parameter, given.get(name, parameter.default)) for name, parameter in known.items()}


def _checked(parameter: Parameter, value: Any) -> Any:
    if parameter.kind is ParameterKind.INT:
        least, most = parameter.range
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise BadParameter(
            _("{name} must be a whole number from {least} to {most}", name=parameter.name, least=least, most=most)
        )
    if parameter.kind is ParameterKind.FLAG:
        if isinstance(value, bool):
            return value
        raise BadParameter(_("{name} is either true or false", name=parameter.name))
    if value in parameter.range:
        return value
    choices = ", ".join(map(str, parameter.range))
    raise BadParameter(_("{name} must be one of {choices}", name=parameter.name, choices=choices))


def generate(
    game: AnyGame,
    seed: int,
    given: Mapping[str, Any],
    name: str | None = None,
    progress: Callable[[Progress], bool] | None = None,
) -> Any:
    """A level; None if the budget ran out, or if `progress` returned True to stop."""
    generator = generator_of(game, name)
    values = settled(generator, given)
    return run_generator(generator, values, seed, progress)


def run_generator(
    generator: Generator[Any],
    values: Mapping[str, Any],
    seed: int,
    progress: Callable[[Progress], bool] | None = None,
) -> Any:
    """A level from values that are settled already; None as above."""
    if generator.kernel not in _found_ready:
        if kernels.usable(generator.kernel) and not kernels.ready(generator.kernel):
            if progress is not None and progress(Progress(0, 0, _("compiling the generator, only once…"))):
                return None
            kernels.compile_in_child(generator.kernel)
        elif generator.kernel:
            _found_ready.add(generator.kernel)
    work = generator.run(values, seed)
    return drain(work) if progress is None else drain_until(work, progress)


class Series:
    """The levels of seeds that are asked for one after the other: small ones are made several at a time.

    Where a level may only take so many seconds, each is made alone.
    """

    def __init__(self, generator: Generator[Any], values: Mapping[str, Any], seeds: Sequence[int]) -> None:
        self._generator, self._values, self._seeds = generator, values, seeds
        self._ready: dict[int, Any] = {}
        """Levels by their place among the seeds."""
        self._at_once = 1

    def level(self, place: int, progress: Callable[[Progress], bool]) -> Any:
        """The level of the seed in that place; None, and errors, as from `run_generator`."""
        if place not in self._ready:
            some = self._seeds[place : place + self._at_once]
            self._ready = dict(enumerate(self._made(some, progress), place))
        return self._ready.pop(place)

    def _made(self, seeds: Sequence[int], progress: Callable[[Progress], bool]) -> Sequence[Any]:
        """The levels of some seeds, or of the first of them."""
        many = self._generator.many
        began = time.perf_counter()
        levels: Sequence[Any] | None = None
        if many is not None and len(seeds) > 1 and deadline() is None:
            try:
                levels = drain_until(many(self._values, seeds), progress)
            except CasseteteError:
                raise
            except Exception:  # alone, each seed has its level or its own error
                self._at_once = 1
        if levels is None:
            levels = [run_generator(self._generator, self._values, seeds[0], progress)]
        took = time.perf_counter() - began
        if took < _SHORT:
            self._at_once = min(2 * len(levels), _AT_ONCE)
        elif took > _LONG:
            self._at_once = max(len(levels) // 2, 1)
        return levels
