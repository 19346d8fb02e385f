"""Random lines of play, the material of the suites that run over every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.core.contract import AnyGame
from cassetete.speed.random import Random


def pack_entries(game: AnyGame) -> list[LoadedLevel]:
    """The levels that come with the game."""
    found = pack(game.id)
    assert found is not None
    return [found.entry(name) for name in found.names()]


def walk(game: AnyGame, level: Any, seed: int, length: int) -> Iterator[tuple[Any, Any, Any]]:
    """(state, move, next state) along a random line of play; starts again where no move is left."""
    random = Random(seed)
    state = game.rules.start(level)
    for _step in range(length):
        moves = list(game.rules.moves(level, state))
        if not moves:
            state = game.rules.start(level)
            moves = list(game.rules.moves(level, state))
            if not moves:
                return
        move = random.choice(moves)
        following = game.rules.play(level, state, move)
        yield state, move, following
        state = following


def some_states(game: AnyGame, level: Any, seed: int, length: int) -> list[Any]:
    """The states of a random line of play, from the start."""
    return [game.rules.start(level), *(after for _before, _move, after in walk(game, level, seed, length))]
