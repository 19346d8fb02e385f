"""A page to print, with several scenes on it, and where each of them goes on the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cassetete.scene.shapes import Point, Scene

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, in millimetres."""

MARGIN, HEADING, TITLE, FOOTER = 13.0, 11.0, 9.0, 7.0


@dataclass(frozen=True)
class Picture:
    """A scene with its title and a small caption."""

    title: str
    scene: Scene
    caption: str = ""


@dataclass(frozen=True)
class PrintPage:
    """A page: its heading and its pictures."""

    heading: str
    pictures: tuple[Picture, ...]

    def cells(self, across: int, paper: str) -> Iterator[tuple[Picture, Point, float, float]]:
        """Each picture with its top left corner, width and height on the paper, so many side by side.

        >>> page = PrintPage("", (Picture("", Scene(1, 1, ())),) * 3)
        >>> [(corner, round(width), round(height)) for _picture, corner, width, height in page.cells(2, "a4")]
        [((13.0, 24.0), 92, 126), ((105.0, 24.0), 92, 126), ((13.0, 150.5), 92, 126)]
        """
        width, height = PAPERS[paper]
        across = min(across, len(self.pictures)) or 1
        rows = -(-len(self.pictures) // across)
        top = MARGIN + HEADING
        wide, high = (width - 2 * MARGIN) / across, (height - top - MARGIN - FOOTER) / max(rows, 1)
        for number, picture in enumerate(self.pictures):
            row, column = divmod(number, across)
            yield picture, (MARGIN + column * wide, top + row * high), wide, high
