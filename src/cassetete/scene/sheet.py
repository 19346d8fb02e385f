"""Several scenes on one page to print, each under its title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from cassetete.scene.shapes import Scene
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES

WIDTH, HEIGHT, MARGIN, TITLE = 210.0, 297.0, 12.0, 8.0
"""An A4 page, in millimetres; room around it, and for a title."""


def sheet(
    pictures: Sequence[tuple[str, Scene]],
    across: int,
    art: Callable[[str], str] | None = None,
    theme: str = "light",
    heading: str = "",
) -> str:
    """A page with so many pictures side by side, as large as it allows, the rows as high as fits.

    >>> from cassetete.scene.shapes import Disc
    >>> page = sheet([("One", Scene(1, 1, (Disc((0.5, 0.5), 0.4),)))] * 3, across=2)
    >>> page.count("<svg"), page.count(">One<")
    (4, 3)
    """
    rows = -(-len(pictures) // across)
    top = MARGIN + (TITLE if heading else 0)
    wide, high = (WIDTH - 2 * MARGIN) / across, (HEIGHT - top - MARGIN) / max(rows, 1)
    ink = THEMES[theme]["ink"]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm"'
        f' viewBox="0 0 {WIDTH:g} {HEIGHT:g}">',
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{THEMES[theme]["board"]}"/>',
    ]
    if heading:
        lines.append(_words(heading, WIDTH / 2, MARGIN + 2, 6, ink))
    for number, (title, scene) in enumerate(pictures):
        row, column = divmod(number, across)
        x, y = MARGIN + column * wide, top + row * high
        lines.append(_words(title, x + wide / 2, y + TITLE / 2, 4, ink))
        inner = svg(scene, art, theme)
        box = f'x="{x + 2:g}" y="{y + TITLE:g}" width="{wide - 4:g}" height="{high - TITLE - 2:g}"'
        start = inner.index("viewBox=")
        lines.append(f'<svg {box} preserveAspectRatio="xMidYMin meet" {inner[start:]}'.rstrip("\n"))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _words(text: str, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" text-anchor="middle"'
        f' fill="{ink}">{escape(text)}</text>'
    )
