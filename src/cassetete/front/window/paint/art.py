"""The SVG sources of sprites: each game's art, and thumbnails of levels."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from cassetete.app.levels import library
from cassetete.app.levels.library import Unreadable
from cassetete.app.registry import GROUP, games
from cassetete.core.contract import AnyGame, View
from cassetete.scene.svg import svg

_PREFIX = "thumb:"


@lru_cache(maxsize=400)
def interface_art(name: str) -> str:
    """The source of a sprite around the board: a thumbnail's name, or `game/sprite`."""
    if name.startswith(_PREFIX):
        return _thumbnail(name)
    game_id, _slash, sprite = name.partition("/")
    return library.art(games()[game_id], sprite)


@cache
def game_art(game_id: str) -> Callable[[str], str]:
    """The source of a game's sprites by name; always the same function for a game, so that pictures are shared."""
    game = games()[game_id]
    return cache(lambda name: library.art(game, name))


_MOST_LEVELS = 4000
_NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
_LEVELS: dict[str, tuple[AnyGame, Any]] = {}
"""The levels that have thumbnails, by their keys."""


def level_thumbnail(game: AnyGame, level: Any, key: str, theme: str) -> str:
    """The sprite name of a level's thumbnail; `key` is the level's own."""
    if key not in _LEVELS:
        while len(_LEVELS) >= _MOST_LEVELS:
            del _LEVELS[next(iter(_LEVELS))]
        _LEVELS[key] = (game, level)
    return f"{_PREFIX}{key}:{theme}"


def thumbnail_name(game_id: str, level: str, theme: str) -> str:
    """The sprite name of a pack level's thumbnail."""
    name = f"{game_id}:{level}"
    pack = library.pack(game_id)
    if name not in _LEVELS and pack is not None:
        with suppress(Unreadable):
            _LEVELS[name] = (games()[game_id], pack.entry(level).level)
    return f"{_PREFIX}{name}:{theme}"


def _thumbnail(sprite: str) -> str:
    """The SVG of a thumbnail; an empty one where there is no such level, or a plugin cannot draw it: one level must not
    cost the player the whole screen of levels, nor home."""
    key, _colon, theme = sprite.removeprefix(_PREFIX).rpartition(":")
    found = _LEVELS.get(key)
    if found is None:
        return _NOTHING
    game, level = found
    try:
        scene = game.scene(level, View(game.rules.start(level)))
        return svg(scene, lambda inner: library.art(game, inner), theme, margin=0.1)
    except Exception:  # its own screen tells of it, when the level is played
        if game.package.startswith(f"{GROUP}."):
            raise
        return _NOTHING
