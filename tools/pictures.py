"""Draws the boards of README and docs from real scenes: `python tools/pictures.py`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

from cassetete.app.levels.library import art, pack
from cassetete.app.registry import games
from cassetete.core.contract import View
from cassetete.scene.svg import svg

IMAGES = Path(__file__).parent.parent / "docs" / "images"
BOARDS = {"pushit": "map_tour", "ricosheep": None, "slitherlink": None, "sokoban": None, "turtle": None}
TILE, GAP = 360, 24


def board(game_id: str, name: str | None, theme: str) -> str:
    """A level of the pack as SVG (its last if none is named)."""
    game = games()[game_id]
    found = pack(game_id)
    assert found is not None
    entry = found.entry(name or found.names()[-1])
    view = View(entry.state, cursor=game.controls.cursor(entry.level, entry.state))
    return svg(game.scene(entry.level, view), lambda sprite: art(game, sprite), theme)


def row(theme: str) -> str:
    """The five boards side by side, each fitted into a square."""
    width = len(BOARDS) * TILE + (len(BOARDS) + 1) * GAP
    ground = {"light": "#f7f4ec", "dark": "#16181d"}[theme]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{TILE + 2 * GAP}">',
        f'<rect width="100%" height="100%" rx="24" fill="{ground}"/>',
    ]
    for index, (game_id, name) in enumerate(BOARDS.items()):
        x = GAP + index * (TILE + GAP)
        inner = board(game_id, name, theme).replace("<svg ", f'<svg x="{x}" y="{GAP}" ', 1)
        head, rest = inner.split(">", 1)
        head = _resized(head)
        parts.append(head + ">" + rest)
    return "\n".join([*parts, "</svg>"])


def _resized(head: str) -> str:
    """The opening tag with the tile's width and height; the viewBox keeps the proportions."""
    words = [word for word in head.split('" ') if not word.startswith(("width=", "height="))]
    return '" '.join([words[0], f'width="{TILE}', f'height="{TILE}', *words[1:]])


def main() -> None:
    """Write docs/images/boards-*.png."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        png = resvg_py.svg_to_bytes(svg_string=row(theme), sans_serif_family="DejaVu Sans")
        (IMAGES / f"boards-{theme}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
