"""The SVG sources of sprites: each game's art, and thumbnails of levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from cassetete.app.levels import library
from cassetete.app.levels.library import Unreadable
from cassetete.app.registry import games
from cassetete.core.contract import View
from cassetete.scene.svg import svg

_PREFIX = "thumb:"


@cache
def interface_art(name: str) -> str:
    """The source of a sprite around the board: a thumbnail's name, or `game/sprite`."""
    thumbnail = _thumbnail(name)
    if thumbnail is not None:
        return thumbnail
    game_id, _slash, sprite = name.partition("/")
    return library.art(games()[game_id], sprite)


@cache
def game_art(game_id: str) -> Callable[[str], str]:
    """The source of a game's sprites by name; always the same function for a game, so that pictures are shared."""
    game = games()[game_id]
    return cache(lambda name: library.art(game, name))


def thumbnail_name(game_id: str, level: str, theme: str) -> str:
    """The sprite name of a pack level's thumbnail."""
    return f"{_PREFIX}{game_id}:{level}:{theme}"


@lru_cache(maxsize=400)
def _thumbnail(sprite: str) -> str | None:
    """The SVG of a thumbnail; None if the sprite is not a thumbnail."""
    if not sprite.startswith(_PREFIX):
        return None
    game_id, level, theme = sprite.removeprefix(_PREFIX).split(":")
    pack = library.pack(game_id)
    try:
        entry = pack.entry(level) if pack is not None else None
    except Unreadable:
        entry = None
    if entry is None:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    game = entry.game
    scene = game.scene(entry.level, View(entry.state))
    return svg(scene, lambda inner: library.art(game, inner), theme, margin=0.1)
