"""The panel of the play screen: level, counters, stars, and the commands' buttons; beside the board, or below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cassetete.core.contract import Metric
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.board import Viewport
from cassetete.front.window.screens.play_keys import LABELS
from cassetete.front.window.screens.play_line import lengths
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.scene.shapes import box
from cassetete.session.stars import thresholds

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")

_NARROW, _WIDE = 290, 336
_BUTTON = 33
_NOTE = 44
_ORDER = (
    "undo",
    "redo",
    "restart",
    "replay",
    "hint",
    "solve",
    "search",
    "keys",
    "check",
    "print",
    "explain",
    "suppose",
    "accept",
    "reject",
    "fullscreen",
    "save",
    "load",
    "copy",
    "paste",
    "previous",
    "next",
    "menu",
    "quit",
)


def compose(screen: PlayScreen, layout: Layout, viewport: Viewport) -> None:
    """Lay the panel out and give the board the rest of the window."""
    if layout.width >= 760:
        side = _WIDE if layout.width >= 1000 else _NARROW
        viewport.x, viewport.y = 0.0, 0.0
        foot = 0 if _tall(layout) else _NOTE
        viewport.width, viewport.height = layout.width - side, float(layout.height - foot)
        _side(screen, layout, side)
    else:
        buttons = -(-len(_order(screen)) // 5) * (_BUTTON + 5)
        viewport.x, viewport.y = 0.0, 84.0
        viewport.width, viewport.height = float(layout.width), layout.height - 84.0 - buttons - 10 - _NOTE
        _head(screen, layout)
        columns, order = 5, _order(screen)
        each = (layout.width - 20 - (columns - 1) * 5) / columns
        for index, name in enumerate(order):
            row, column = divmod(index, columns)
            y = layout.height - buttons - 6 + row * (_BUTTON + 5)
            _command(screen, layout, name, 10 + column * (each + 5), y, each)


def _order(screen: PlayScreen) -> list[str]:
    """The commands this game has."""
    return [name for name in _ORDER if name != "explain" or screen.game.coaching.explain is not None]


def _head(screen: PlayScreen, layout: Layout) -> None:
    """The narrow window's two lines above the board."""
    layout.text(14, 24, screen.title, LARGE, bold=True, room=layout.width - 110)
    rows = "   ".join(f"{screen.say(name)} {value}" for name, value in counted(screen))
    ahead = screen.say(screen.outlook) if screen.outlook is not None and screen.desk.wish("outlook") else ""
    layout.text(14, 52, f"{rows}   {_clock(screen)}", TEXT, "muted", room=layout.width - 110)
    layout.text(14, 73, ahead, SMALL, "muted", room=layout.width - 28)
    _stars(screen, layout, layout.width - 82, 28)


def _place(screen: PlayScreen) -> str:
    """Where the level stands: its chapter, its number, how many are left."""
    count = len(screen.levels)
    left = count - screen.index - 1
    place = screen.say(_("level {n} of {count}, {left} to go", n=screen.index + 1, count=count, left=left))
    if screen.pack is None:
        return place
    number = screen.index
    for chapter in screen.pack.chapters:
        if number < len(chapter.levels):
            title = chapter.title.get(screen.desk.language, chapter.title["en"])
            return f"{title} · {place}"
        number -= len(chapter.levels)
    return place


def _clock(screen: PlayScreen) -> str:
    if not screen.desk.wish("timer"):
        return ""
    minutes, seconds = divmod(int(screen.session.seconds), 60)
    return f"{minutes}:{seconds:02}"


def _side(screen: PlayScreen, layout: Layout, side: int) -> None:
    x, width = layout.width - side + 10, side - 32
    layout.panel(layout.width - side, 12, side - 12, layout.height - 24)
    y = 34.0
    for line in wrapped(screen.title, LARGE, width - 8, bold=True)[:2]:
        layout.text(x + 6, y, line, LARGE, bold=True, room=width - 8)
        y += 28
    for line in wrapped(_place(screen), SMALL, width - 8)[:2]:
        layout.text(x + 6, y, line, SMALL, "muted")
        y += 18
    y += 12
    rows = [(screen.say(name), value) for name, value in counted(screen)]
    if _clock(screen):
        rows.append((screen.say(_("Time")), _clock(screen)))
    rows.append((screen.say(_("Your best")), str(screen.best) if screen.best is not None else "–"))
    for name, value in rows:
        layout.text(x + 6, y, name, TEXT, "muted")
        layout.text(x + width - 10, y, value, TEXT, anchor="end", bold=True)
        y += 25
    y = _lengths(screen, layout, x, y, width)
    _stars(screen, layout, x + 16, y + 4)
    y += 34
    _buttons(screen, layout, x, y, width)


def _lengths(screen: PlayScreen, layout: Layout, x: float, y: float, width: float) -> float:
    """In small: the game's further lengths, two a line, and what is needed at least from here."""
    first = (width - 16) * 0.57
    extra = further(screen) if layout.height >= 640 else []
    for index, (name, value) in enumerate(extra):
        left, room = (x + 12 + first, width - 22 - first) if index % 2 else (x + 6, first - 4)
        layout.text(left, y, screen.say(name), SMALL, "muted", room=room - 6 - 9 * len(value))
        layout.text(left + room, y, value, SMALL, anchor="end")
        y += 19 if index % 2 or index + 1 == len(extra) else 0
    if screen.game.coaching.lower_bound is not None and screen.desk.wish("outlook"):
        if screen.outlook is not None:
            layout.text(x + 6, y, screen.say(screen.outlook), SMALL, "muted", room=width - 16)
        y += 21
    return y


def _stars(screen: PlayScreen, layout: Layout, x: float, y: float) -> None:
    bounds = thresholds(screen.session.level.headers)
    if bounds is None:
        return
    score = screen.session.length
    within = 3 if score <= bounds[0] else 2 if score <= bounds[1] else 1
    layout.stars(x, y, within)
    if layout.width >= 760:
        layout.text(x + 62, y, f"≤ {bounds[0]} ★★★   ≤ {bounds[1]} ★★", SMALL, "muted")


def _buttons(screen: PlayScreen, layout: Layout, x: float, y: float, width: float) -> None:
    half = (width - 6) / 2
    order = _order(screen)
    rows = -(-len(order) // 2)
    gap = max(3.0, min(8.0, (layout.height - 30 - y - rows * _BUTTON) / rows))
    height = min(_BUTTON, (layout.height - 30 - y) / rows - 3)
    for index, name in enumerate(order):
        row, column = divmod(index, 2)
        _command(screen, layout, name, x + column * (half + 6), y + row * (height + gap), half, height)


def _command(
    screen: PlayScreen, layout: Layout, name: str, x: float, y: float, width: float, height: float = _BUTTON
) -> None:
    words, key = LABELS[name]
    session = screen.session
    enabled = {
        "undo": session.now.before is not None,
        "redo": session.undone is not None,
        "accept": bool(session.now.open),
        "reject": bool(session.now.open),
        "previous": screen.index > 0,
        "next": screen.index + 1 < len(screen.levels),
    }.get(name, True)
    layout.button(x, y, width, height, screen.say(words), ("do", name), key=key, enabled=enabled)


def note(screen: PlayScreen, layout: Layout, viewport: Viewport) -> None:
    """One line at the foot of the board: a hint, a warning, or what is going on."""
    lost = screen.lost_words()
    words = lost or screen.note
    if screen.session.now.open and not words:
        words = screen.say(_("supposition {n}: F3 keeps it, F4 takes it back", n=len(screen.session.now.open)))
    if words:
        left, right = viewport.x + 10, viewport.x + viewport.width - 10
        if _tall(layout):
            left, right = viewport.x + viewport.width + 10, layout.width - 22.0
        lines = wrapped(words, TEXT, right - left - 28)[:5]
        height = 14 + 22 * len(lines)
        y = layout.height - height - 24 if _tall(layout) else viewport.y + viewport.height + _NOTE - height - 4
        stroke = "bad" if lost else "accent"
        layout.shapes.append(box(left, y, right - left, height, fill="board", stroke=stroke, line=1.5, round=8))
        for index, line in enumerate(lines):
            layout.text(left + 14, y + 18 + 22 * index, line, TEXT, stroke)


def _tall(layout: Layout) -> bool:
    """Whether the panel beside the board has room for the note: then the board has the whole height."""
    return layout.width >= 760 and layout.height >= 860


def counted(screen: PlayScreen) -> list[tuple[Text, str]]:
    """What has been played, in the game's own terms."""
    totals = screen.session.now.totals
    if screen.game.lengths.cost_title is not None:
        return [(screen.game.lengths.cost_title, str(totals.cost))]
    rows = [(_("Moves"), str(totals.moves))]
    if screen.game.lengths.pushes is not None:
        rows.append((_("Pushes"), str(totals.pushes)))
    if screen.game.lengths.metric(screen.session.level) is Metric.COST:
        rows.append((_("Cost"), str(totals.cost)))
    return rows


def further(screen: PlayScreen) -> list[tuple[Text, str]]:
    """The lengths that only this game counts."""
    return [(length.title, str(length.value)) for length in lengths(screen)]
