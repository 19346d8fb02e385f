"""Recipes: what the last random level of each game was made with, for another like it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cassetete.app.levels.generate import generator_of, settled
from cassetete.app.store import Store
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError


class Recipe(NamedTuple):
    """What a random level was made with: a generator's id and the values of its parameters."""

    generator: str
    values: Mapping[str, Any]


def last_recipe(store: Store, game: AnyGame) -> Recipe:
    """The recipe of the last random level of a game; at first, its first generator with its defaults."""
    kept = store.setting(f"generator:{game.id}")
    try:
        name, given = kept
        if not isinstance(name, str) or not isinstance(given, dict):
            raise ValueError
        return Recipe(name, settled(generator_of(game, name), given))
    except (TypeError, ValueError, CasseteteError):
        first = generator_of(game)
        return Recipe(first.id, settled(first, {}))


def remember_recipe(store: Store, game: AnyGame, recipe: Recipe) -> None:
    """A random level is being made: another like it uses the same recipe."""
    store.set(f"generator:{game.id}", [recipe.generator, dict(recipe.values)])
