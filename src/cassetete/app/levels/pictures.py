"""A picture of a board in a file: SVG, or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cassetete.app.files import CannotWrite, write_file
from cassetete.app.levels import library
from cassetete.core.contract import AnyGame, View
from cassetete.core.message import Catalogue, Text
from cassetete.scene.svg import svg

_ = Catalogue("cassetete")

_CELL = 64


def save_picture(path: Path, game: AnyGame, level: Any, view: View[Any, Any], theme: str) -> Text | None:
    """Draw a board into a file whose name ends in .svg or .png; what went wrong, if anything did."""
    drawn = svg(game.scene(level, view), lambda name: library.art(game, name), theme, cell=_CELL)
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        return _("pictures are x.png or x.svg")
    content: str | bytes = drawn
    if kind == ".png":
        import resvg_py

        content = bytes(resvg_py.svg_to_bytes(svg_string=drawn))
    try:
        write_file(path, content)
    except CannotWrite as error:
        return error.text
    return None
