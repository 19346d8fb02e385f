"""Thumbnails of levels: the real scene, made once for each level and theme."""

from __future__ import annotations

from functools import lru_cache

from cassetete.app.levels import library
from cassetete.app.levels.library import Unreadable
from cassetete.core.contract import View
from cassetete.scene.svg import svg

_PREFIX = "thumb:"


def name(game_id: str, level: str, theme: str) -> str:
    """The sprite name of a pack level's thumbnail."""
    return f"{_PREFIX}{game_id}:{level}:{theme}"


@lru_cache(maxsize=400)
def source(sprite: str) -> str | None:
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
