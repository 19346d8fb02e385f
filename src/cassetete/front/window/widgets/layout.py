"""The look of the window: panels, texts and buttons, made of the same shapes as the boards, in pixels."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import cos, pi, sin

from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.paint.fonts import text_width
from cassetete.scene.icons import icon as draw_icon
from cassetete.scene.shapes import Label, Line, Polygon, Scene, Shape, Sprite, bounds, box

SMALL, TEXT, LARGE, TITLE = 13, 16, 22, 34
_LEAST_TEXT = 11
GAP = 12
ROUND = 10


@dataclass
class Layout:
    """Collects the shapes of a screen's interface; `hot` is the target under the pointer."""

    width: int
    height: int
    hot: Hashable = None
    shapes: list[Shape] = field(default_factory=list)
    tips: dict[Hashable, tuple[Rect, str]] = field(default_factory=dict)
    """What is said of a target when the pointer rests on it, and where the target is."""

    def scene(self) -> Scene:
        """The shapes so far."""
        return Scene(self.width, self.height, tuple(self.shapes))

    def fits(self) -> bool:
        """Whether everything that can be read or pressed is inside; texts are cut to their width anyway."""
        for shape in self.shapes:
            if isinstance(shape, Label):
                if not shape.size / 2 <= shape.at[1] <= self.height - shape.size / 2:
                    return False
            elif shape.target not in (None, "shade"):
                left, top, right, bottom = bounds(shape)
                if left < -1 or top < -1 or right > self.width + 1 or bottom > self.height + 1:
                    return False
        return True

    @property
    def is_wide(self) -> bool:
        """Whether there is room for a column beside a board."""
        return self.width >= 720 and self.width >= 1.15 * self.height

    @property
    def is_tall(self) -> bool:
        """Whether a panel leaves a board more room below it than beside it."""
        return not self.is_wide and self.height >= max(440, 0.8 * self.width)

    def fill(self) -> None:
        """Fill the window with the background."""
        self.shapes.append(box(0, 0, self.width, self.height, fill="paper"))

    def panel(self, x: float, y: float, w: float, h: float, role: str = "board", target: Hashable = None) -> None:
        """A box with round corners."""
        self.shapes.append(box(x, y, w, h, fill=role, stroke="grid", line=1, round=ROUND, target=target))

    def card(self, x: float, y: float, w: float, h: float) -> None:
        """The box of a dialog, with a shadow."""
        self.shapes.append(box(x + 5, y + 6, w, h, fill="grid", round=ROUND + 2, target="shade"))
        self.shapes.append(box(x, y, w, h, fill="board", stroke="muted", line=1.5, round=ROUND + 2, target="shade"))

    def dialog(self, width: float, height: float, title: str) -> tuple[float, float, float]:
        """The card of a dialog in the middle of the window, with its title; its left edge, top and width."""
        width = min(width, self.width - 40)
        x, y = (self.width - width) / 2, max(8.0, (self.height - height) / 2)
        self.card(x, y, width, height)
        self.title(x + 24, y + 36, title, LARGE, width - 48)
        return x, y, width

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int = TEXT,
        role: str = "ink",
        anchor: str = "start",
        bold: bool = False,
        room: float | None = None,
    ) -> None:
        """A line of text, its middle at height y; cut with an ellipsis if there is not enough room."""
        if room is not None:
            words = fitted(words, size, room, bold)
        self.shapes.append(Label((x, y), words, size, role, bold, anchor))

    def paragraph(self, x: float, y: float, words: str, room: float, size: int = TEXT, role: str = "ink") -> float:
        """A text in lines that fit the room; the answer is the height below it."""
        for line in wrapped(words, size, room):
            self.text(x, y + size * 0.5, line, size, role)
            y += size * 1.45
        return y

    def fitted_paragraph(
        self, x: float, y: float, words: str, room: float, bottom: float, role: str = "ink", size: int = TEXT
    ) -> float:
        """A text that ends above `bottom`: in smaller letters where it is long, cut only where that is not enough."""
        while size > _LEAST_TEXT and y + len(wrapped(words, size, room)) * size * 1.45 > bottom:
            size -= 1
        lines = wrapped(words, size, room)
        shown = lines[: max(1, int((bottom - y) / (size * 1.45)))]
        if len(shown) < len(lines):
            shown[-1] = fitted(f"{shown[-1]} …", size, room) if not shown[-1].endswith("…") else shown[-1]
        for line in shown:
            self.text(x, y + size * 0.5, line, size, role)
            y += size * 1.45
        return y

    def heading(self, x: float, y: float, words: str, room: float) -> float:
        """A title in at most two lines; the answer is the height below it."""
        for line in wrapped(words, LARGE, room, bold=True)[:2]:
            self.text(x, y, line, LARGE, bold=True, room=room)
            y += 28
        return y

    def title(self, x: float, y: float, words: str, size: int, room: float) -> float:
        """A title in one line, in smaller letters where it is long; the answer is its width."""
        size = next((s for s in range(size, 13, -1) if text_width(words, s, bold=True) <= room), 14)
        shown = fitted(words, size, room, bold=True)
        self.text(x, y, shown, size, bold=True)
        return text_width(shown, size, bold=True)

    def row(self, x: float, y: float, width: float, label: str, value: str, size: int = TEXT) -> None:
        """A label, and its value at the right."""
        self.text(x, y, label, size, "muted", room=width - text_width(value, size, bold=True) - 10)
        self.text(x + width, y, value, size, anchor="end", bold=True)

    def note(self, x: float, bottom: float, width: float, words: str, most: int, role: str = "accent") -> None:
        """A box with a text of at most so many lines, its lower edge at `bottom`."""
        lines = wrapped(words, TEXT, width - 28)[:most]
        height = 14 + 22 * len(lines)
        top = bottom - height
        self.shapes.append(box(x, top, width, height, fill="board", stroke=role, line=1.5, round=8))
        for index, line in enumerate(lines):
            self.text(x + 14, top + 18 + 22 * index, line, TEXT, "hint-text" if role == "hint" else role)

    def button(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        words: str,
        target: Hashable,
        *,
        key: str = "",
        primary: bool = False,
        enabled: bool = True,
        icon: str | None = None,
        glyph: str = "",
        tip: str = "",
        plain: bool = False,
    ) -> None:
        """A button, with its key in small letters at the right; `icon` is a sprite, `glyph` a name of `scene.icons`.

        A `plain` button has no frame until the pointer is on it: a line of a menu.
        """
        hot = enabled and self.hot == target
        fill = "accent" if primary and enabled else "board-alt" if hot or not enabled else "board"
        ink = "paper" if primary and enabled else "ink" if enabled else "muted"
        stroke = "accent" if hot else "grid"
        if plain:
            fill = stroke = "board-alt" if hot else "board"
        shown = target if enabled else None
        self.shapes.append(box(x, y, w, h, fill=fill, stroke=stroke, line=1.5 if hot else 1, round=8, target=shown))
        middle = y + h / 2
        edge = 10 if w >= 130 else 7
        left = x + edge
        if icon is not None:
            side = h * 0.6
            self.shapes.append(Sprite(icon, (left, middle - side / 2), (side, side)))
            left += side + 6
        elif glyph:
            side = min(h * 0.56, 20.0)
            self.shapes += draw_icon(glyph, left, middle - side / 2, side, ink, shown)
            left += side + 8
        if tip:
            self.tips[target] = (Rect(x, y, w, h), tip)
        hint = text_width(key, 11) + 10 if key else 0
        middled = icon is None and not glyph and not key
        room = w - 12 if middled else x + w - left - hint - (6 if w >= 130 else 2)
        size, lines = button_lines(words, room, h)
        if key and " ".join(lines) != words:
            # Better a button without its key than one whose words are cut off.
            key, (size, lines) = "", button_lines(words, room + hint, h)
        for index, line in enumerate(lines):
            at = middle + (index - (len(lines) - 1) / 2) * (size + 2)
            self.text(x + w / 2 if middled else left, at, line, size, ink, "middle" if middled else "start")
        if key:
            self.text(x + w - 8, middle, key, 11, "paper" if primary and enabled else "muted", "end")

    def tool(
        self,
        rect: Rect,
        words: str,
        target: Hashable,
        glyph: str,
        *,
        enabled: bool = True,
        primary: bool = False,
        tip: str = "",
    ) -> None:
        """A button with an icon above its label; without a label, the icon alone."""
        x, y, w, h = rect
        hot = enabled and self.hot == target
        fill = "accent" if primary and enabled else "board-alt" if hot else "board" if words else "paper"
        ink = "paper" if primary and enabled else "ink" if enabled else "muted"
        shown = target if enabled else None
        stroke = "accent" if hot else "grid" if words else fill
        self.shapes.append(box(x, y, w, h, fill=fill, stroke=stroke, line=1, round=8, target=shown))
        side = 20.0 if words else min(h, w) * 0.56
        top = y + 5 if words else y + (h - side) / 2
        self.shapes += draw_icon(glyph, x + (w - side) / 2, top, side, ink, shown)
        if words:
            size = next((size for size in (12, 11, 10) if text_width(words, size) <= w - 4), 10)
            self.text(x + w / 2, y + h - 11, words, size, ink, "middle", room=w - 2)
        if tip:
            self.tips[target] = (rect, tip)

    def picture(self, rect: Rect, icon: str | None, target: Hashable, *, chosen: bool, tip: str) -> None:
        """A button with nothing but a sprite, or an empty cell."""
        x, y, w, h = rect
        fill = "board-alt" if self.hot == target else "board"
        stroke, line = ("accent", 2.5) if chosen else ("grid", 1)
        self.shapes.append(box(x, y, w, h, fill=fill, stroke=stroke, line=line, round=8, target=target))
        side = min(w, h) - 6
        if icon is not None:
            self.shapes.append(Sprite(icon, (x + (w - side) / 2, y + (h - side) / 2), (side, side)))
        else:
            side *= 0.7
            cell = box(x + (w - side) / 2, y + (h - side) / 2, side, side, fill="board-alt", stroke="muted", line=1)
            self.shapes.append(cell)
        self.tips[target] = (rect, tip)

    def tip(self, target: Hashable) -> None:
        """Say what a target is for, in a small box beside it."""
        if target not in self.tips:
            return
        (x, y, w, h), words = self.tips[target]
        lines = wrapped(words, SMALL, 240)
        width, height = max(text_width(line, SMALL) for line in lines) + 20, 12 + 18 * len(lines)
        left = min(max(6.0, x + (w - width) / 2), self.width - width - 6)
        top = y + h + 6 if y + h + 6 + height < self.height else y - height - 6
        self.shapes.append(box(left, top, width, height, fill="ink", round=6))
        for index, line in enumerate(lines):
            self.text(left + 10, top + 15 + 18 * index, line, SMALL, "paper")

    def stars(self, x: float, y: float, won: int, size: float = 16) -> None:
        """Three stars, `won` of them filled."""
        for index in range(3):
            self.shapes.append(star(x + index * size * 1.25, y, size / 2, index < won))

    def bar(self, x: float, y: float, w: float, share: float) -> None:
        """A progress bar."""
        self.shapes.append(box(x, y, w, 10, fill="board-alt", stroke="grid", line=1, round=5))
        if share > 0:
            self.shapes.append(box(x, y, max(10, w * min(1, share)), 10, fill="accent", round=5))

    def shade(self) -> None:
        """Catch every click that does not hit the dialog in front."""
        self.shapes.append(box(0, 0, self.width, self.height, target="shade"))

    def lock(self, x: float, y: float, size: float) -> None:
        """A small padlock."""
        self.shapes.append(Line(((x - size / 4, y), (x - size / 4, y - size / 3)), "muted", 2))
        self.shapes.append(Line(((x + size / 4, y), (x + size / 4, y - size / 3)), "muted", 2))
        self.shapes.append(Line(((x - size / 4, y - size / 3), (x + size / 4, y - size / 3)), "muted", 2))
        self.shapes.append(box(x - size / 2.4, y, size / 1.2, size / 1.5, fill="muted", round=3))


def star(x: float, y: float, radius: float, full: bool) -> Polygon:
    """A five-pointed star around a point."""
    points = []
    for index, (dx, dy) in enumerate(_STAR):
        reach = radius if index % 2 == 0 else radius * 0.45
        points.append((x + dx * reach, y + dy * reach))
    return Polygon(tuple(points), fill="hint" if full else "board-alt", stroke="hint" if full else "muted", width=1)


_STAR = [(sin(pi * index / 5), -cos(pi * index / 5)) for index in range(10)]


def fitted(words: str, size: int, room: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it does not fit."""
    if text_width(words, size, bold) <= room:
        return words
    least, most = 0, len(words)
    while least < most:
        middle = (least + most + 1) // 2
        if text_width(words[:middle].rstrip() + "…", size, bold) <= room:
            least = middle
        else:
            most = middle - 1
    return words[:least].rstrip() + "…" if least else ""


def button_lines(words: str, room: float, height: float) -> tuple[int, list[str]]:
    """The font size and lines of a button's text: smaller, or in two lines, before it is cut."""
    for size in (14, 13, 12):
        if text_width(words, size) <= room:
            return size, [words]
    for size, least in ((12, 30), (11, 26)):
        lines = wrapped(words, size, room)
        if height >= least and len(lines) == 2 and all(text_width(line, size) <= room for line in lines):
            return size, lines
    first, *rest = wrapped(words, 11, room)
    if height >= 26 and rest and text_width(first, 11) <= room:
        return 11, [first, fitted(" ".join(rest), 11, room)]
    return 11, [fitted(words, 11, room)]


def lines_of(parts: list[str], room: float) -> list[str]:
    """Short texts side by side, in as many lines as they need; none is broken."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}  {part}".strip()
        if lines[-1] and text_width(longer, SMALL) > room:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


_BETWEEN_WORDS = re.compile("(?<!«) (?![:;!?»])")


def wrapped(words: str, size: int, room: float, bold: bool = False) -> list[str]:
    """The text in lines that fit; a path that is longer than a line is broken. No line begins with a colon or another
    sign that French sets apart."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in _BETWEEN_WORDS.split(paragraph):
            longer = f"{line} {word}".strip()
            if text_width(longer, size, bold) <= room:
                line = longer
                continue
            lines += [line] if line else []
            *whole, line = _broken(word, size, room, bold)
            lines += whole
        lines.append(line)
    return lines


def _broken(word: str, size: int, room: float, bold: bool) -> list[str]:
    """A path or an address in parts that fit, each as long as possible and broken after a folder if there is one; any
    other word as it is."""
    found: list[str] = []
    path = re.search(r"[/\\]", word)
    while path and len(word) > 1 and text_width(word, size, bold) > room:
        most = max(1, len(fitted(word, size, room, bold)) - 1)
        folder = max(word.rfind("/", 1, most), word.rfind("\\", 1, most)) + 1
        cut = folder or most
        found.append(word[:cut])
        word = word[cut:]
    return [*found, word]
