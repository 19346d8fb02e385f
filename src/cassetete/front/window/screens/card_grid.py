"""Cards of levels to choose from, in sections that fold, with a search field; thumbnails are made as one scrolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from cassetete.app.collections.browser import Browser, Card, Section
from cassetete.app.collections.sources import Collection, Title
from cassetete.app.levels.library import Unreadable
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.art import level_thumbnail
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ScrollScreen
from cassetete.front.window.widgets.layout import GAP, LARGE, SMALL, TITLE, Layout, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.scene.shapes import Polygon, Sprite, box

_ = Catalogue("cassetete")

_LEAST_WIDTH = 150
_MOST_WIDTH = 320
_COLUMNS = 10
"""Columns of a large collection in a wide window; a short one has fewer, and larger cards."""
_EDGE = 28
_SECTION = 44
_SEARCH = 120
"""The search field is at least so wide beside the buttons."""
_LOW = 560
_READ_SECONDS = 0.012
_SAID_SECONDS = 12.0
_SHOWN_EVERY = 0.4
"""Seconds between two looks at a file that is still being read."""


class GridButton(NamedTuple):
    """A button above the cards."""

    name: str
    label: Text
    key: str = ""
    enabled: bool = True


class CardGridScreen(ScrollScreen):
    """A collection to browse. A click on a card plays its level, and Escape comes back to the card."""

    def __init__(self, window: WindowLoop, collection: Collection) -> None:
        super().__init__(window)
        self.collection = collection
        self.browser = Browser(collection, self.services.store, self.settings)
        self.search = TextField(name="search", longest=60)
        self.note = ""
        self._told = 0.0
        """Seconds since something was last said."""
        self._reading = collection.more(0)
        self._unseen = 0.0
        self._stale = self._first = True
        self._columns, self._card = 1, float(_LEAST_WIDTH)
        self._tops: dict[int, float] = {}
        self._head = 0.0
        self._height = 0
        self.chosen = self.browser.place
        self._seek = True

    # What a kind of grid says and does

    def buttons(self) -> list[GridButton]:
        """The buttons above the cards."""
        return []

    def heading(self) -> str:
        """The title of the screen."""
        return self.title_of(self.collection.title)

    def go_back(self) -> None:
        """Where Escape leads."""
        self.navigator.home()

    def play(self, place: int) -> None:
        """Play the level at a place; if that cannot be, say why."""
        try:
            self.collection.levels.entry(place)
        except Unreadable as fault:
            self.tell(fault.text)
            return
        self.note = ""
        self.search.set("")
        self._seek = True
        self.browser.leave_at(place)
        self.navigator.play(self.collection.levels, place, back=self)

    def title_of(self, title: Title) -> str:
        """A title in the player's language."""
        if isinstance(title, Text):
            return self.say(title)
        if isinstance(title, str):
            return title
        return title.get(self.settings.language, title["en"])

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons that every grid has."""
        return {"back": self.go_back, "unsolved": self._toggle}

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """The cards, below the title, the search field and the buttons."""
        if self._stale:
            self._look_again()
        self.browser.query = self.search.value
        head = self._measure(layout)
        sections = self.browser.sections()
        end = self._place_cards(layout, sections)
        if self._seek and self.chosen in self._tops:
            self._most = max(0.0, end + self.scroll - layout.height + 20)
            self._show_chosen(middle=True)
            end = self._place_cards(layout, sections)
        self._seek = False
        self._draw_cards(layout, sections)
        if not any(section.cards or section.folded for section in sections):
            layout.text(_EDGE, head + 40, self.say(self.empty()), LARGE, "muted", room=layout.width - 2 * _EDGE)
        self._draw_head(layout, end)
        if self.note:
            layout.note(_EDGE, layout.height - 14, layout.width - 2 * _EDGE, self.note, 3, "good")
        self._first = False
        return []

    def empty(self) -> Text:
        """What to say where there is no card."""
        return _("No level fits.") if self.search.value or self.browser.unsolved else _("There is no level here yet.")

    def _look_again(self) -> None:
        """The screen is back: levels may have been solved, and the last one played is where to go on."""
        self._stale = False
        self.browser.refresh()
        here = self.collection.levels.here
        if here is not None and here != self.chosen:
            self.chosen = here
            self.browser.leave_at(here)
            self._seek = True

    def leave(self) -> None:
        """Another screen follows."""
        self._stale = True

    def _rows_of_buttons(self, layout: Layout) -> tuple[list[GridButton], int]:
        shown = self.buttons()
        most = max(1, int((layout.width - 2 * _EDGE + GAP) // (112 + GAP)))
        rows = -(-len(shown) // most)
        return shown, -(-len(shown) // rows) if rows else 1

    def _wide(self, layout: Layout) -> bool:
        """Whether the search field fits beside the title."""
        return layout.width >= 760

    def _raised(self, layout: Layout) -> float:
        """By how much all of it is higher in a low window, where little room is left for the cards."""
        return 14.0 if layout.height < _LOW else 0.0

    def _last_row(self, layout: Layout) -> tuple[float, float]:
        """Where the room beside the last row of buttons begins, and how wide it is."""
        shown, each_row = self._rows_of_buttons(layout)
        used = (len(shown) % each_row or each_row) * (self._button(layout, each_row) + GAP)
        return _EDGE + used, layout.width - 2 * _EDGE - used

    def _button(self, layout: Layout, each_row: int) -> float:
        """How wide a button is."""
        return min(190.0, (layout.width - 2 * _EDGE - GAP * (each_row - 1)) / each_row)

    def _measure(self, layout: Layout) -> float:
        """The height of what is above the cards."""
        shown, each_row = self._rows_of_buttons(layout)
        rows = -(-len(shown) // each_row)
        below = not self._wide(layout) and self._last_row(layout)[1] < _SEARCH
        self._head = 76.0 - self._raised(layout) + rows * 42 + (42 if below else 0) + 4
        self._height = layout.height
        return self._head

    def _place_cards(self, layout: Layout, sections: list[Section]) -> float:
        """Where each card is; the answer is the height below them."""
        room = layout.width - 2 * _EDGE
        longest = max((len(section.cards) for section in sections), default=1)
        self._columns = columns_of_cards(room, longest)
        self._card = (room - (self._columns - 1) * GAP) / self._columns
        step = self._card_height() + GAP
        self._tops.clear()
        y = self._head - self.scroll
        for section in sections:
            y += self._section_height(section)
            for index, card in enumerate(section.cards):
                self._tops[card.place] = y + index // self._columns * step
            y += -(-len(section.cards) // self._columns) * step
        return y

    def _section_height(self, section: Section) -> float:
        return float(_SECTION) if self.title_of(section.title) else 0.0

    def _card_height(self) -> float:
        return self._card + 58

    def _draw_cards(self, layout: Layout, sections: list[Section]) -> None:
        y = self._head - self.scroll
        step = self._card_height() + GAP
        for section in sections:
            if self._section_height(section):
                if -_SECTION < y < layout.height:
                    self._draw_section(layout, section, y)
                y += self._section_height(section)
            first = max(0, int((self._head - self._card_height() - y) // step))
            for row in range(first, -(-len(section.cards) // self._columns)):
                top = y + row * step
                if top > layout.height:
                    break
                for column, card in enumerate(section.cards[row * self._columns : (row + 1) * self._columns]):
                    self.draw_card(layout, card, _EDGE + column * (self._card + GAP), top, self._card)
            y += -(-len(section.cards) // self._columns) * step

    def _draw_section(self, layout: Layout, section: Section, y: float) -> None:
        """The title, how many are solved, and a bar; a click folds the section."""
        target = ("fold", section.key)
        width = layout.width - 2 * _EDGE
        fill = "board-alt" if self.hot == target else "paper"
        layout.shapes.append(box(_EDGE - 6, y + 4, width + 12, _SECTION - 10, fill=fill, round=6, target=target))
        x, middle = float(_EDGE + 6), y + _SECTION / 2 - 1
        arrow = ((-4, -6), (5, 0), (-4, 6)) if section.folded else ((-6, -4), (6, -4), (0, 5))
        layout.shapes.append(Polygon(tuple((x + dx, middle + dy) for dx, dy in arrow), fill="muted", target=target))
        done = self.say(_("{n} of {count}", n=section.solved, count=section.total))
        right = _EDGE + width - self.section_room()
        counted = text_width(done, SMALL)
        layout.text(right, middle, done, SMALL, "muted", "end")
        bar = 90 if layout.width >= 600 else 0
        if bar and section.total:
            layout.bar(right - counted - bar - 10, middle - 5, bar, section.solved / section.total)
        title = self.title_of(section.title)
        room = right - counted - bar - 20 - (_EDGE + 22)
        layout.text(_EDGE + 22, middle, title, LARGE - 3, bold=True, room=room)
        self.draw_section_more(layout, section, right, y)

    def badge_room(self) -> float:
        """The room at the right of the badge of the next level."""
        return 10.0

    def section_room(self) -> float:
        """The room at the right end of a section's title."""
        return 0.0

    def draw_section_more(self, layout: Layout, section: Section, x: float, y: float) -> None:
        """What a kind of grid adds to a section's title, right of `x`."""

    def draw_card(self, layout: Layout, card: Card, x: float, y: float, side: float) -> None:
        """A level: its picture, number, title, author and stars."""
        height = self._card_height()
        target: Hashable = None if card.fault is not None else ("locked" if card.locked else "level", card.place)
        layout.panel(
            x, y, side, height, "board-alt" if target and self.hot == target and not card.locked else "board", target
        )
        if card.place == self.chosen:
            layout.shapes.append(box(x, y, side, height, stroke="accent", line=2, round=10))
        inner = side - 36
        if card.fault is not None:
            for index, line in enumerate(wrapped(self.say(card.fault), SMALL, inner)[: int(inner // 17)]):
                layout.text(x + 18, y + 22 + 17 * index, line, SMALL, "bad", room=inner)
        elif card.locked:
            layout.lock(x + side / 2, y + 14 + inner / 2, 28)
        elif not self._first:
            self._thumbnail(layout, card, x + 18, y + 12, inner, target)
        if card.recommended and not card.locked:
            self._badge(layout, x + side - self.badge_room(), y + height - 28)
        self.draw_title(layout, card, x + 12, y + inner + 30, side - 24)
        if card.stars is not None:
            layout.stars(x + 20, y + height - 16, card.stars, 14)

    def draw_title(self, layout: Layout, card: Card, x: float, y: float, room: float) -> None:
        """The number, the title and the author of a card, in at most two lines."""
        role = "muted" if card.locked else "ink"
        title = f"{card.number}. {card.title}" if card.title not in ("", str(card.number)) else str(card.number)
        lines = wrapped(title, SMALL, room)
        shown = lines[:1] if card.author else lines[:2]
        if len(lines) > len(shown):
            shown[-1] = " ".join(lines[len(shown) - 1 :])
        for index, line in enumerate(shown):
            layout.text(x, y + 17 * index, line, SMALL, role, room=room)
        if card.author:
            layout.text(x, y + 17, card.author, SMALL - 1, "muted", room=room)

    def _thumbnail(self, layout: Layout, card: Card, x: float, y: float, side: float, target: Hashable) -> None:
        entry = self.collection.board(card.place)
        if entry is None:
            return
        name = level_thumbnail(entry.game, entry.level, card.key, self.settings.theme)
        layout.shapes.append(Sprite(name, (x, y), (side, side), target=target))

    def _badge(self, layout: Layout, right: float, y: float) -> None:
        """Marks the level to play next."""
        words = self.say(_("next"))
        width = text_width(words, SMALL - 1) + 14
        layout.shapes.append(box(right - width, y, width, 20, fill="accent", round=6))
        layout.text(right - width / 2, y + 10, words, SMALL - 1, "paper", "middle")

    def _draw_head(self, layout: Layout, end: float) -> None:
        shown, each_row = self._rows_of_buttons(layout)
        self._most = max(0.0, end + self.scroll - layout.height + 20)
        layout.shapes.append(box(0, 0, layout.width, self._head - 4, fill="paper", target="bar"))
        self.scroll_bar(layout, self._head)
        up = self._raised(layout)
        layout.button(_EDGE, 22 - up, 92, 36, self.say(_("Menu")), ("do", "back"), key="Esc")
        search = 230 if self._wide(layout) else 0
        done = self.say(_("{n} of {count}", n=self.browser.solved, count=self.browser.total))
        if self.browser.author:
            done += f" · {self.browser.author}"
        counted = text_width(done, SMALL) + 24
        room = layout.width - 140 - _EDGE - search - counted
        titled = layout.title(140, 40 - up, self.heading(), TITLE - 6, room)
        layout.text(140 + titled + 16, 43 - up, done, SMALL, "muted")
        y = 72.0 - up
        if search:
            self._draw_search(layout, layout.width - _EDGE - search, 22 - up, search)
        each = self._button(layout, each_row)
        for index, (name, label, key, enabled) in enumerate(shown):
            row, column = divmod(index, each_row)
            at = _EDGE + column * (each + GAP), y + row * 42
            layout.button(*at, each, 34, self.say(label), ("do", name), key=key, enabled=enabled)
        if not search:
            y += -(-len(shown) // each_row) * 42
            x, room = self._last_row(layout)
            if room >= _SEARCH:
                self._draw_search(layout, x, y - 43, room)
            else:
                self._draw_search(layout, _EDGE, y, layout.width - 2 * _EDGE)

    def _draw_search(self, layout: Layout, x: float, y: float, width: float) -> None:
        self.search.compose(layout, x, y, width, 36, focused=bool(self.search.value), size=15)
        if not self.search.value:
            words = [self.say(_("Search: number or title")), self.say(_("Find…"))]
            fits = next((each for each in words if text_width(each, SMALL) <= width - 20), words[-1])
            layout.text(x + 12, y + 18, fits, SMALL, "muted", room=width - 20)

    # Events

    def tick(self, seconds: float) -> bool:
        """Read on, and make the first thumbnails after the first frame."""
        self._told += seconds
        dirty = bool(self.note) and self._told > _SAID_SECONDS
        if dirty:
            self.note = ""
        if self._reading:
            self._reading = self.collection.more(_READ_SECONDS)
            self._unseen += seconds
            if self._unseen > _SHOWN_EVERY or not self._reading:
                self._unseen = 0.0
                self.browser.grown()
                self._seek = self.chosen not in self._tops and self.scroll == 0
                dirty = True
        if not self._first and not self._drawn:
            self._drawn = dirty = True
        return dirty

    _drawn = False

    def pressed(self, target: Hashable, button: int) -> None:
        """Play the level of a card, or fold a section."""
        if self.search.press(target) or not isinstance(target, tuple):
            return
        if target[0] == "level":
            self.chosen = int(target[1])
            self.play(self.chosen)
        elif target[0] == "locked":
            self._tell_locked()
        elif target[0] == "fold":
            self.browser.fold(str(target[1]))

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """Select in the search field."""
        if self.dialog is not None or not self.search.drag(start, end):
            super().drag(start, end, button)

    def typed(self, typed: Typed) -> None:
        """Arrows choose a level, Return plays it, Escape goes back; letters and digits search."""
        steps = {"Left": -1, "Right": 1, "Up": -self._columns, "Down": self._columns}
        if typed.keysym == "Escape":
            if self.search.value:
                self.search.set("")
                self._seek = True
            else:
                self.go_back()
        elif typed.keysym in ("Return", "KP_Enter"):
            self._play_chosen()
        elif typed.keysym in steps:
            self._choose(steps[typed.keysym])
        elif typed.keysym in ("Next", "Prior"):
            self.wheel(0, 0, -6 if typed.keysym == "Next" else 6)
        elif typed.keysym in ("Home", "End") and not self.search.value:
            self._choose(len(self._tops) * (1 if typed.keysym == "End" else -1))
        elif not typed.ctrl or self.search.value:
            before = self.search.value
            if self.search.key(typed, self.window.canvas) and self.search.value != before:
                self.scroll = 0.0

    def _cards(self) -> list[Card]:
        return [card for section in self.browser.sections() for card in section.cards]

    def _play_chosen(self) -> None:
        cards = {card.place: card for card in self._cards()}
        if self.search.value and cards:
            chosen = cards.get(self.chosen) or next(iter(cards.values()))
        elif self.chosen in cards:
            chosen = cards[self.chosen]
        else:
            return
        if chosen.locked:
            self._tell_locked()
        elif chosen.fault is None:
            self.chosen = chosen.place
            self.play(chosen.place)

    def _tell_locked(self) -> None:
        self.tell(_("This level opens when the one before is solved; a setting opens all of them."))

    def _choose(self, step: int) -> None:
        """Choose another level and scroll to it."""
        places = list(self._tops)
        if not places:
            return
        here = places.index(self.chosen) if self.chosen in self._tops else 0
        self.chosen = places[min(len(places) - 1, max(0, here + step))]
        self._show_chosen()

    def _show_chosen(self, middle: bool = False) -> None:
        top, height = self._tops[self.chosen], self._card_height()
        if middle and not self._head <= top <= self._height - height:
            self.scroll_to(self.scroll + top - (self._height + self._head - height) / 2)
        elif top < self._head:
            self.scroll_to(self.scroll + top - self._head - _SECTION)
        elif top + height > self._height:
            self.scroll_to(self.scroll + top + height - self._height + 12)

    def _toggle(self) -> None:
        self.browser.unsolved = not self.browser.unsolved
        self.scroll = 0.0

    def tell(self, text: Text) -> None:
        """Say something at the foot of the screen."""
        self.note, self._told = self.say(text), 0.0
        self.window.refresh()


def columns_of_cards(room: float, longest: int) -> int:
    """How many cards are side by side: as many as the longest section has, if they are neither too small nor too large.

    >>> columns_of_cards(544, 40), columns_of_cards(1864, 6), columns_of_cards(1864, 155), columns_of_cards(300, 1)
    (3, 6, 10, 1)
    """
    least = max(_LEAST_WIDTH, (room + GAP) / _COLUMNS - GAP)
    most = int((room + GAP) // (least + GAP))
    fewest = -(-(room + GAP) // (_MOST_WIDTH + GAP))
    return max(1, min(most, max(int(fewest), longest)))
