"""A page to print as an SVG picture."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.scene.print_page import MARGIN, PAPERS, TITLE, PrintPage
from cassetete.scene.svg import svg, xml_text
from cassetete.scene.theme import THEMES


def svg_page(
    page: PrintPage,
    across: int,
    art: Callable[[str], str] | None = None,
    theme: str = "light",
    paper: str = "a4",
    number: tuple[int, int] | None = None,
) -> str:
    """The page with so many pictures side by side; `number` is its own and that of the last page.

    >>> from cassetete.scene.print_page import Picture
    >>> from cassetete.scene.shapes import Disc, Scene
    >>> page = svg_page(PrintPage("Discs", (Picture("One", Scene(1, 1, (Disc((0.5, 0.5), 0.4),))),) * 3), across=2)
    >>> page.count("<svg"), page.count(">One<")
    (4, 3)
    """
    width, height = PAPERS[paper]
    ink, muted = THEMES[theme]["ink"], THEMES[theme]["muted"]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}">',
        f'<rect width="{width:g}" height="{height:g}" fill="{THEMES[theme]["board"]}"/>',
        _text(page.heading, width / 2, MARGIN + 3, 6, ink),
    ]
    if number is not None:
        lines.append(_text(f"{number[0]} / {number[1]}", width / 2, height - MARGIN + 3, 3.2, muted))
    for picture, (x, y), wide, high in page.cells(across, paper):
        lines.append(_text(picture.title, x + wide / 2, y + 3.5, 4, ink))
        if picture.caption:
            lines.append(_text(picture.caption, x + wide / 2, y + 7.6, 3, muted))
        inner = svg(picture.scene, art, theme)
        box = f'x="{x + 2:g}" y="{y + TITLE:g}" width="{wide - 4:g}" height="{high - TITLE - 2:g}"'
        start = inner.index("viewBox=")
        lines.append(f'<svg {box} preserveAspectRatio="xMidYMin meet" {inner[start:]}'.rstrip("\n"))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _text(text: str, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" text-anchor="middle"'
        f' fill="{ink}">{xml_text(text)}</text>'
    )
