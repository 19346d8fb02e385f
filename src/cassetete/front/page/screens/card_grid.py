"""Cards of levels in sections, with search: the pack of a game, the player's own levels, the levels of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.app.collections.browser import Browser, Card, Section
from cassetete.app.collections.sources import Collection, Title
from cassetete.core.contract import View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.board import picture
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed

_ = Catalogue("cassetete")

MOST_PICTURES = 24
"""How many pictures one message brings."""


class CardGridScreen(Screen):
    """Choose a level among cards. Pictures are drawn when their cards come into view."""

    kind = "levels"
    changeable = False
    """Whether cards and sections have a menu of their own."""

    def __init__(self, table: Navigator, collection: Collection) -> None:
        super().__init__(table)
        self.collection, self.game = collection, collection.game
        self.browser = Browser(collection, table.store, table.settings)
        self.pictures: list[tuple[str, Part]] = []

    # What subclasses say

    def heading(self) -> str:
        """The title above."""
        return self.title_of(self.collection.title)

    def tools(self) -> list[Part]:
        """The buttons above the cards."""
        return []

    def empty(self) -> Text:
        """What is said where there is no card."""
        return _("No level fits.")

    def card_id(self, card: Card) -> str:
        """A name for a card that stays when others come and go."""
        return str(card.place)

    def place_of(self, card_id: str) -> int | None:
        """The place of a card's level."""
        return int(card_id) if card_id.isdecimal() and int(card_id) < self.browser.total else None

    # What is shown

    def title_of(self, title: Title) -> str:
        """A title in the player's language."""
        if isinstance(title, str | Text):
            return self.say(title)
        return title.get(self.settings.language) or title.get("en", "")

    def parts(self) -> dict[str, Any]:
        """The sections, below a search field and a row of buttons."""
        say, browser = self.say, self.browser
        sections = browser.sections()
        solved, total = browser.solved if not self._filtered else None, browser.total
        head: Part = {"title": self.heading(), "back": True}
        if solved is not None and total:
            head["sub"] = say(_.n("{n} of {count} solved", "{n} of {count} solved", n=solved, count=total))
        return {
            "head": head,
            "levels": {
                "game": self.game.id,
                "tools": self.tools(),
                "search": {"label": say(_("Search")), "text": browser.query} if total > 5 else None,
                "locked": say(_("Solve the level before it first.")),
                "next": say(_("next")),
                "more": say(_("More…")),
                "empty": "" if any(section.total for section in sections) else say(self.empty()),
                "sections": [self._section(section) for section in sections],
            },
            "pictures": self.pictures,
        }

    @property
    def _filtered(self) -> bool:
        return bool(self.browser.query or self.browser.unsolved)

    def _section(self, section: Section) -> Part:
        part: Part = {
            "key": section.key,
            "title": self.title_of(section.title),
            "solved": f"{section.solved} / {section.total}",
            "folded": section.folded,
            "cards": [self._card(card) for card in section.cards],
        }
        return {**part, "more": True} if self.changeable else part

    def _card(self, card: Card) -> Part:
        part: Part = {"id": self.card_id(card), "number": card.number, "title": card.title}
        if card.author:
            part["by"] = card.author
        if card.locked:
            part["locked"] = True
        if card.stars is not None:
            part["stars"] = card.stars
        if card.recommended:
            part["next"] = True
        if card.fault is not None:
            part["fault"] = self.say(card.fault)
        if self.changeable:
            part["more"] = True
        return part

    # What is done

    def do(self, command: str, arguments: Arguments) -> None:
        """Play a level, search, fold, or bring pictures."""
        match command:
            case "level":
                place = self.place_of(str(arguments.get("id", "")))
                if place is not None:
                    self.play(place)
            case "pictures":
                self.pictures = self._pictures([str(each) for each in arguments.get("names", ())])
            case "search":
                self.browser.query = str(arguments.get("text", ""))[:80]
            case "unsolved":
                self.browser.unsolved = not self.browser.unsolved
            case "fold":
                self.browser.fold(str(arguments.get("key", "")))

    def play(self, place: int) -> None:
        """Play a level; a locked one is not opened."""
        locked = {card.place for section in self.browser.sections() for card in section.cards if card.locked}
        if place not in locked:
            self.browser.leave_at(place)
            self.table.play(self.collection.levels, place, self)

    def _pictures(self, names: Sequence[str]) -> list[tuple[str, Part]]:
        found = []
        for name in names[:MOST_PICTURES]:
            place = self.place_of(name)
            entry = self.collection.board(place) if place is not None else None
            if entry is not None:
                try:
                    drawn = picture(self.game, entry.level, View(entry.state), self.table.art)
                except CasseteteError:
                    continue
                found.append((name, drawn))
        return found

    def key(self, typed: Typed) -> bool:
        """Escape goes back; the cards are reached by Tab and arrows in the page."""
        if typed.command == "escape":
            self.back()
            return True
        return False

    def shown(self) -> None:
        """Levels may have been solved or changed meanwhile."""
        self.browser.refresh()

    @property
    def address(self) -> str:
        """The game's name."""
        return self.game.id
