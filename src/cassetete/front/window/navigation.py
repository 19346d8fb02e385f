"""The one module that knows every screen: it builds and shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassetete.app.collections.sources import FileLevels
from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards
from cassetete.app.levels.level_list import LevelList, of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.store import SavedGame
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.screens.collection import CollectionScreen
from cassetete.front.window.screens.editor import EditorScreen
from cassetete.front.window.screens.explain import ExplainScreen
from cassetete.front.window.screens.home import HomeScreen
from cassetete.front.window.screens.lesson import LessonScreen
from cassetete.front.window.screens.levels import LevelsScreen
from cassetete.front.window.screens.my_levels import MyLevelsScreen
from cassetete.front.window.screens.play import PlayScreen
from cassetete.front.window.screens.records import RecordsScreen
from cassetete.front.window.screens.replay import ReplayScreen
from cassetete.front.window.screens.statistics import StatisticsScreen
from cassetete.front.window.screens.watch import WatchScreen
from cassetete.session import saves

_ = Catalogue("cassetete")


class Navigation:
    """Shows screens in a window: the `Navigator` that the screens know."""

    def __init__(self, window: WindowLoop) -> None:
        self._window = window

    def home(self) -> None:
        """The games."""
        self._window.show(HomeScreen(self._window))

    def game(self, game: AnyGame) -> None:
        """A game: its first lesson if it was never finished, else its levels."""
        if FIRST_LESSON not in self._window.services.store.lessons(game.id) and lesson_boards(game):
            self.lesson(game)
        else:
            self.levels(game)

    def levels(self, game: AnyGame) -> None:
        """The levels of a game."""
        self._window.show(LevelsScreen(self._window, game))

    def lesson(self, game: AnyGame) -> None:
        """The first lesson of a game."""
        self._window.show(LessonScreen(self._window, game))

    def play(
        self,
        levels: LevelList,
        index: int = 0,
        *,
        line: tuple[Any, ...] | None = None,
        back: Screen | None = None,
    ) -> None:
        """A level to play: from its start, where it was left or saved, or after a line of moves."""
        screen = PlayScreen(self._window, levels, index, back)
        self._window.show(screen)
        if line is not None:
            screen.play_on_from(line)

    def resume(self, left: SavedGame) -> Text | None:
        """A game that was left, among the levels of its pack if it is one of them; what to say if it cannot be read."""
        try:
            session = saves.load(left.save, games())
        except CasseteteError as error:
            return _("the game you left cannot be read: {why}", why=error.text)
        game, found = session.game, pack(session.game.id)
        owner, _colon, name = left.source.partition(":")
        if found is not None and owner == game.id and name in found.names():
            levels, index = of_pack(found), found.names().index(name)
        else:
            start = game.rules.start(session.level)
            entry = LoadedLevel(game, session.level, start, left.source, nickname=session.name)
            levels, index = of_entries([entry]), 0
        levels.leave(index, session)
        self.play(levels, index)
        return None

    def collection(self, collection: FileLevels, back: Screen | None = None, play: int | None = None) -> None:
        """The levels of a file or a folder, to browse; at once playing the one at a place, if that is given."""
        screen = CollectionScreen(self._window, collection, back)
        self._window.show(screen)
        if play is not None:
            screen.play(play)

    def my_levels(self, game: AnyGame, new: Sequence[int] = ()) -> None:
        """The player's own levels of a game; `new` are the ids of those that were just added."""
        self._window.show(MyLevelsScreen(self._window, game, new))

    def editor(self, game: AnyGame, level: Any = None, *, mine: int | None = None, back: Screen | None = None) -> None:
        """The editor, with the drawing that was left in it or with a level; `mine` is its id in My levels."""
        self._window.show(EditorScreen(self._window, game, level, mine, back))

    def watch(self, game: AnyGame, level: Any, state: Any, back: Screen) -> None:
        """The search view, from a state."""
        self._window.show(WatchScreen(self._window, game, level, state, back))

    def explain(self, game: AnyGame, level: Any, back: Screen) -> None:
        """The solution, step by step with reasons."""
        self._window.show(ExplainScreen(self._window, game, level, back))

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
        self._window.show(ReplayScreen(self._window, game, level, tuple(moves), title, back, play_on, at))

    def records(self) -> None:
        """The records of every level."""
        self._window.show(RecordsScreen(self._window))

    def statistics(self, back: Screen | None = None) -> None:
        """The statistics of the player."""
        self._window.show(StatisticsScreen(self._window, back))
