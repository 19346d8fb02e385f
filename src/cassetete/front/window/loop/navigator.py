"""How a screen leads to another one without importing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cassetete.app.collections.sources import FileLevels
from cassetete.app.levels.level_list import LevelList
from cassetete.app.store import SavedGame
from cassetete.core.contract import AnyGame
from cassetete.core.message import Text
from cassetete.front.window.loop.screen import Screen


class Navigator(Protocol):
    """Shows the screens of the program. `back` is the screen to return to."""

    def home(self) -> None:
        """The games."""

    def game(self, game: AnyGame) -> None:
        """A game: its first lesson if it was never finished, else its levels."""

    def levels(self, game: AnyGame) -> None:
        """The levels of a game."""

    def lesson(self, game: AnyGame) -> None:
        """The first lesson of a game."""

    def play(
        self,
        levels: LevelList,
        index: int = 0,
        *,
        line: tuple[Any, ...] | None = None,
        back: Screen | None = None,
    ) -> None:
        """A level to play: from its start, where it was left or saved, or after a line of moves."""

    def resume(self, left: SavedGame) -> Text | None:
        """A game that was left, among the levels of its pack if it is one of them; what to say if it cannot be read."""

    def collection(self, collection: FileLevels, back: Screen | None = None, play: int | None = None) -> None:
        """The levels of a file or a folder, to browse; at once playing the one at a place, if that is given."""

    def my_levels(self, game: AnyGame, new: Sequence[int] = ()) -> None:
        """The player's own levels of a game; `new` are the ids of those that were just added."""

    def editor(self, game: AnyGame, level: Any = None, *, mine: int | None = None, back: Screen | None = None) -> None:
        """The editor, with the drawing that was left in it or with a level; `mine` is its id in My levels."""

    def watch(self, game: AnyGame, level: Any, state: Any, back: Screen) -> None:
        """The search view, from a state."""

    def explain(self, game: AnyGame, level: Any, back: Screen) -> None:
        """The solution, step by step with reasons."""

    def replay(
        self,
        game: AnyGame,
        level: Any,
        moves: Sequence[Any],
        title: str,
        *,
        back: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        """The solution player; `play_on` gets the moves up to where it stands."""

    def records(self) -> None:
        """The records of every level."""

    def statistics(self, back: Screen | None = None) -> None:
        """The statistics of the player."""
