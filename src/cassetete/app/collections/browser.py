"""Browsing a collection: cards in sections, with stars, search, folding, the next level, and where it was left."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from cassetete.app.collections.sources import Collection, Facts, SectionOf, Title
from cassetete.app.store import Settings, Store
from cassetete.core.message import Text


@dataclass(frozen=True)
class Card:
    """A level in a list: its place in the collection, and its number in its section, from 1."""

    place: int
    number: int
    title: str
    author: str
    key: str
    stars: int | None
    """None if it was never solved."""
    locked: bool
    recommended: bool
    """Whether it is the one to play next."""
    fault: Text | None
    """What is wrong with it, if it cannot be played."""


@dataclass(frozen=True)
class Section:
    """A chapter, a folder or a collection: the cards to show (none if it is folded), and how many are solved."""

    key: str
    title: Title
    cards: tuple[Card, ...]
    solved: int
    total: int
    folded: bool


class Browser:
    """A collection as its player sees it. `query` filters by number, title and author, `unsolved` by what is solved."""

    def __init__(self, collection: Collection, store: Store, settings: Settings) -> None:
        self.collection, self._store, self._settings = collection, store, settings
        self.query, self.unsolved = "", False
        kept = store.setting(f"folded:{collection.id}")
        self._folded = {str(key) for key in kept} if isinstance(kept, list) else set()
        self._sections: list[Section] | None = None
        self._solved = 0
        self._asked: tuple[str, bool, str, bool] | None = None
        self._facts: dict[int, Facts] = {}
        self.recommended: int | None = None
        self.author = ""
        """The author of all levels, if it is the same; the cards then do not say it."""

    # Where it was left

    @property
    def place(self) -> int:
        """The place of the level that was opened last, else of the one to play next."""
        place = self._store.setting(f"place:{self.collection.id}")
        if isinstance(place, int) and not isinstance(place, bool):
            return place
        self.sections()
        return self.recommended or 0

    def leave_at(self, place: int) -> None:
        """A level is opened: the list opens there next time."""
        if place != self._store.setting(f"place:{self.collection.id}"):
            self._store.set(f"place:{self.collection.id}", place)

    # The cards

    def refresh(self) -> None:
        """Look again: levels were solved, added or changed."""
        self._sections = None
        self._facts.clear()

    def grown(self) -> None:
        """Levels were read since."""
        self._sections = None

    def fold(self, key: str) -> None:
        """Fold a section, or unfold it; that is kept."""
        self._folded ^= {key}
        self._store.set(f"folded:{self.collection.id}", sorted(self._folded))
        self._sections = None

    def sections(self) -> list[Section]:
        """The sections that have something to show, in order."""
        asked = self.query, self.unsolved, self._settings.language, self._settings.lock_levels
        if self._sections is None or asked != self._asked:
            if self._asked is not None and asked[2] != self._asked[2]:
                self._facts.clear()
            self._asked = asked
            self._sections = self._found()
        return self._sections

    def _found(self) -> list[Section]:
        solved = self._store.solved(self.collection.game.id)
        wanted = _plain(self.query)
        found: list[Section] = []
        self.recommended = None
        parts = self.collection.sections()
        every = [self._about(place) for part in parts for place in part.places]
        places = [place for part in parts for place in part.places]
        by_place = dict(zip(places, every, strict=True))
        self.recommended = next(
            (place for place in places if by_place[place].fault is None and by_place[place].key not in solved), None
        )
        authors = {facts.author for facts in every}
        self.author = authors.pop() if len(authors) == 1 and len(every) > 1 else ""
        self._solved = sum(facts.key in solved for facts in every)
        before_solved = True
        for part in parts:
            cards = []
            for number, place in enumerate(part.places, 1):
                facts = by_place[place]
                stars = solved.get(facts.key)
                locked = self._settings.lock_levels and stars is None and not before_solved
                before_solved = stars is not None
                shown = number if len(parts) > 1 and not self._numbered_through() else place + 1
                if _fits(wanted, shown, facts) and not (self.unsolved and stars is not None):
                    next_one = place == self.recommended
                    author = "" if self.author else facts.author
                    cards.append(
                        Card(place, shown, facts.title, author, facts.key, stars, locked, next_one, facts.fault)
                    )
            section = self._section(part, cards, [by_place[place] for place in part.places], solved)
            if cards or not (wanted or self.unsolved):
                found.append(section)
        return found

    def _numbered_through(self) -> bool:
        """Whether numbers go on from one section to the next, as the chapters of a pack do."""
        return not self.collection.id.startswith("mine:")

    def _section(self, part: SectionOf, cards: list[Card], facts: list[Facts], solved: dict[str, int]) -> Section:
        done = sum(1 for each in facts if each.key in solved)
        folded = part.key in self._folded and not self.query
        return Section(part.key, part.title, () if folded else tuple(cards), done, len(facts), folded)

    def _about(self, place: int) -> Facts:
        facts = self._facts.get(place)
        if facts is None:
            facts = self._facts[place] = self.collection.facts(place, self._settings.language)
        return facts

    @property
    def solved(self) -> int:
        """How many levels are solved, of all."""
        self.sections()
        return self._solved

    @property
    def total(self) -> int:
        """How many levels there are."""
        return sum(len(part.places) for part in self.collection.sections())


def _plain(text: str) -> str:
    """A text without accents and capitals.

    >>> _plain(" Été ")
    'ete'
    """
    bare = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(c for c in bare if not unicodedata.combining(c))


def _fits(wanted: str, number: int, facts: Facts) -> bool:
    if not wanted:
        return True
    if wanted.isdecimal() and str(number) == wanted:
        return True
    return wanted in _plain(facts.title) or wanted in _plain(facts.author)
