"""Pages to print as a PDF file of vector graphics; fpdf2 writes it and is imported only here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cassetete.scene.print_page import MARGIN, PAPERS, TITLE, PrintPage
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Shape, Sprite
from cassetete.scene.svg import arrowed
from cassetete.scene.theme import THEMES

_POINTS = 72 / 25.4
_ENCODING = "cp1252"
"""The characters of the standard PDF fonts; others become question marks."""

Art = Callable[[str], str]


def pdf(
    pages: Sequence[PrintPage],
    across: int = 2,
    paper: str = "a4",
    art: Art | None = None,
    *,
    at_each: Callable[[], None] = lambda: None,
) -> bytes:
    """The file: each page with its heading, so many pictures side by side, and its number.

    `at_each` is called before each shape: it can end the work by an exception.
    """
    from fpdf import FPDF

    width, height = PAPERS[paper]
    document = FPDF(unit="mm", format=(width, height))
    document.set_auto_page_break(False)
    document.core_fonts_encoding = _ENCODING
    document.set_title(_writable(pages[0].heading) if pages else "")
    document.set_creator("cassetete")
    for number, page in enumerate(pages, 1):
        document.add_page()
        pen = _Pen(document, art, THEMES["light"], at_each)
        pen.text(page.heading, (width / 2, MARGIN + 3), 16, bold=True)
        pen.text(f"{number} / {len(pages)}", (width / 2, height - MARGIN + 3), 9, "muted")
        _pictures(pen, page, across, paper)
    return bytes(document.output())


def _writable(words: str) -> str:
    """Without control characters and halves of characters."""
    return "".join(letter for letter in words if letter >= " ").encode("utf-8", "replace").decode("utf-8")


def _pictures(pen: _Pen, page: PrintPage, across: int, paper: str) -> None:
    for picture, (x, y), wide, high in page.cells(across, paper):
        pen.text(picture.title, (x + wide / 2, y + 3.5), 11, bold=True, room=wide - 4)
        if picture.caption:
            pen.text(picture.caption, (x + wide / 2, y + 7.6), 8.5, "muted", room=wide - 4)
        scene, head = picture.scene, TITLE + 1.5
        scale = min((wide - 6) / scene.width, (high - head - 4) / scene.height)
        pen.scale, pen.at = scale, (x + (wide - scene.width * scale) / 2, y + head)
        for shape in scene.shapes:
            pen.draw(shape)


class _Pen:
    """Draws shapes on a page: `scale` millimetres a board unit, the board's top left corner at `at`."""

    def __init__(self, document: Any, art: Art | None, colours: Mapping[str, str], at_each: Callable[[], None]) -> None:
        self.document, self.art, self.colours, self._at_each = document, art, colours, at_each
        self.scale, self.at = 1.0, (0.0, 0.0)

    def point(self, point: Point) -> Point:
        """Where on the page a point of the board is."""
        return self.at[0] + point[0] * self.scale, self.at[1] + point[1] * self.scale

    def text(
        self,
        words: str,
        at: Point,
        points: float,
        role: str = "ink",
        bold: bool = False,
        anchor: str = "middle",
        room: float | None = None,
    ) -> None:
        """A text at a point of the page; smaller if there is not enough room."""
        document = self.document
        words = _writable(words).encode(_ENCODING, "replace").decode(_ENCODING)
        document.set_font("helvetica", "B" if bold else "", points)
        wide = document.get_string_width(words)
        if room is not None and wide > room:
            document.set_font_size(points * room / wide)
            wide = room
        document.set_text_color(self.colours[role])
        left = at[0] - {"middle": wide / 2, "end": wide}.get(anchor, 0.0)
        document.text(left, at[1] + document.font_size * 0.36, words)

    def draw(self, shape: Shape) -> None:
        """One shape of a scene."""
        self._at_each()
        if isinstance(shape, Label):
            points = shape.size * self.scale * _POINTS
            self.text(shape.text, self.point(shape.at), points, shape.fill, shape.bold, shape.anchor)
        elif isinstance(shape, Sprite):
            self._sprite(shape)
        elif isinstance(shape, Line) or shape.fill is not None or shape.stroke is not None:
            self._path(shape)

    def _path(self, shape: Polygon | Line | Disc) -> None:
        from fpdf.drawing import PaintedPath

        path = PaintedPath()
        fill = None if isinstance(shape, Line) else shape.fill
        path.style.fill_color = self.colours[fill] if fill is not None else None
        path.style.stroke_color = self.colours[shape.stroke] if shape.stroke is not None else None
        if isinstance(shape, Polygon) and shape.opacity < 1:
            path.style.fill_opacity = shape.opacity
        path.style.stroke_width = shape.width * self.scale
        path.style.stroke_cap_style = path.style.stroke_join_style = "round"
        if isinstance(shape, Disc):
            path.circle(*self.point(shape.at), shape.radius * self.scale)
        elif isinstance(shape, Polygon) and shape.round:
            (x, y), (right, bottom) = self.point(shape.points[0]), self.point(shape.points[2])
            corner = shape.round * self.scale
            path.rectangle(x, y, right - x, bottom - y, corner, corner)
        else:
            points = arrowed(shape) if isinstance(shape, Line) and shape.arrow else shape.points
            path.move_to(*self.point(points[0]))
            for point in points[1:]:
                path.line_to(*self.point(point))
            if isinstance(shape, Polygon):
                path.close()
        with self.document.drawing_context() as context:
            context.add_item(path)

    def _sprite(self, sprite: Sprite) -> None:
        from fpdf.drawing_primitives import Transform
        from fpdf.svg import SVGObject

        if self.art is None:
            return
        picture = SVGObject(self.art(sprite.name).encode())
        width, height = sprite.size[0] * self.scale, sprite.size[1] * self.scale
        _width, _height, group = picture.transform_to_rect_viewport(1, width, height, align_viewbox=True)
        x, y = self.point(sprite.at)
        turned = Transform.translation(-width / 2, -height / 2)
        if sprite.mirror:
            turned = turned.scale(-1, 1)
        turned = turned.rotate_d(sprite.turn).translate(x + width / 2, y + height / 2)
        group.transform = group.transform @ turned if group.transform is not None else turned
        with self.document.drawing_context() as context:
            context.add_item(group)
