"""The levels of a file or a folder, to browse."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.collections.recent import RecentFile, remember_file
from cassetete.app.collections.sources import FileLevels
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.screens.card_grid import CardGridScreen, GridButton

_ = Catalogue("cassetete")

_READ_AGAIN = 0.2
"""Seconds for a file that has changed before its cards are shown: enough for most, so that none jumps."""


class CollectionScreen(CardGridScreen):
    """A file or folder of levels. `back` is the screen before; without it, the levels of the game."""

    collection: FileLevels

    def __init__(self, window: WindowLoop, collection: FileLevels, back: Screen | None = None) -> None:
        super().__init__(window, collection)
        self._back = back
        self._remember()

    def _look_again(self) -> None:
        """The screen is back: a level may have been saved into the file, too."""
        super()._look_again()
        if self.collection.look_again():
            self._reading = self.collection.more(_READ_AGAIN)
            self.browser.refresh()

    def go_back(self) -> None:
        """The screen before."""
        if self._back is not None:
            self.window.show(self._back)
        else:
            self.navigator.levels(self.collection.game)

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above the cards."""
        return super().actions() | {"keep": self._keep}

    def buttons(self) -> list[GridButton]:
        """Filter, and import."""
        return [
            GridButton("unsolved", _("All levels") if self.browser.unsolved else _("Only unsolved")),
            GridButton("keep", _("Add to My levels"), enabled=not self._reading),
        ]

    def tick(self, seconds: float) -> bool:
        """Read on; when all is read, the list of recent files says how many there are."""
        reading = self._reading
        dirty = super().tick(seconds)
        if reading and not self._reading:
            self._remember()
        return dirty

    def play(self, place: int) -> None:
        """Play a level; the file is remembered with its place."""
        super().play(place)
        self._remember(place)

    def leave(self) -> None:
        """Remember the place."""
        super().leave()
        self._remember()

    def _remember(self, place: int | None = None) -> None:
        file, here = self.collection, self.chosen if place is None else place
        store = self.services.store
        remember_file(store, RecentFile(str(file.path), file.game.id, self.heading(), len(file), here))

    def _keep(self) -> None:
        """Copy the levels into My levels, as a collection with the file's name."""
        file = self.collection
        levels = [entry.level for entry in file.playable() if entry.game is file.game]
        added = MyLevels(self.services.store).add(file.game, levels, title=self.heading())
        self.tell(
            _.n(
                "{n} level is in My levels now, as “{title}”",
                "{n} levels are in My levels now, as “{title}”",
                n=len(added.levels),
                title=self.heading(),
            )
            if added.levels or not added.known
            else _("these levels are in My levels already")
        )
