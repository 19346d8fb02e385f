"""The interface's own icons, and each game's art: SVG sources by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources

from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.front.window.paint import thumbnails


@cache
def icon(name: str) -> str:
    """The source of a picture: a thumbnail, `game/sprite` for a game's, else one of the interface's icons."""
    thumbnail = thumbnails.source(name)
    if thumbnail is not None:
        return thumbnail
    game_id, slash, sprite = name.partition("/")
    if slash:
        return library.art(games()[game_id], sprite)
    return (resources.files("cassetete.front.window") / "icons" / f"{name}.svg").read_text("utf-8")


@cache
def art_of(game_id: str) -> Callable[[str], str]:
    """The look-up of a game's sprites; one and the same for a game, so that pictures are shared."""
    game = games()[game_id]
    return cache(lambda name: library.art(game, name))
