"""The SVG sources of sprites: each game's art, and thumbnails of levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.front.window.paint import thumbnails


@cache
def interface_art(name: str) -> str:
    """The source of a sprite around the board: a thumbnail's name, or `game/sprite`."""
    thumbnail = thumbnails.source(name)
    if thumbnail is not None:
        return thumbnail
    game_id, _slash, sprite = name.partition("/")
    return library.art(games()[game_id], sprite)


@cache
def game_art(game_id: str) -> Callable[[str], str]:
    """The source of a game's sprites by name; always the same function for a game, so that pictures are shared."""
    game = games()[game_id]
    return cache(lambda name: library.art(game, name))
