"""First lesson: a few tiny boards that teach the rules by playing; skippable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassetete.app.levels import level_list as shelf
from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards
from cassetete.app.levels.library import LoadedLevel
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.screens.play import PlayScreen
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.layout import Layout, wrapped
from cassetete.scene.shapes import box
from cassetete.session.session import Record

_ = Catalogue("cassetete")


class LessonScreen(PlayScreen):
    """A board to play, with a sentence above it; the next board comes when it is won."""

    def __init__(self, window: WindowLoop, game: AnyGame) -> None:
        self.boards = lesson_boards(game)
        super().__init__(window, shelf.of_entries([board.entry for board in self.boards]), 0, None)

    def take(self, index: int, entry: LoadedLevel, session: Any) -> None:
        """Lessons begin anew each time, and are not kept."""
        self.index, self.entry, self.session = index, entry, session
        self.animator.finish()

    def actions(self) -> dict[str, Callable[[], None]]:
        """As in a game, and a way out."""
        return {**super().actions(), "skip": self._done}

    @property
    def title(self) -> str:
        """A lesson's boards have no names."""
        return self.say(_("First lesson"))

    def make_room(self, layout: Layout) -> None:
        """The lesson's words stand above the board."""
        words = self.boards[self.index].words
        room = min(self.viewport.width - 24, 680)
        size = 17 if self.viewport.width > 640 else 15
        lines = wrapped(words.get(self.desk.language, words["en"]), size, room - 32)
        step = size + 7
        height = 24 + step * len(lines) + 32
        x, y = self.viewport.x + (self.viewport.width - room) / 2, self.viewport.y + 12 if self.viewport.y == 0 else 8.0
        layout.shapes.append(box(x, y, room, height, fill="board", stroke="accent", line=2, round=12))
        for number, line in enumerate(lines):
            layout.text(x + 16, y + 20 + step * number, line, size)
        place = self.say(_("board {n} of {count}", n=self.index + 1, count=len(self.boards)))
        layout.text(x + 16, y + height - 20, place, 13, "muted")
        layout.button(x + room - 146, y + height - 38, 130, 30, self.say(_("Skip the lesson")), ("do", "skip"))
        taken = y + height + 4 - self.viewport.y
        self.viewport.y, self.viewport.height = self.viewport.y + taken, self.viewport.height - taken

    def _won(self, record: Record) -> None:
        last = self.index + 1 >= len(self.boards)
        words = _("You know the rules!") if last else _("Well done!")
        go = (
            (self.say(_("To the levels")), "⏎", self._done) if last else (self.say(_("Go on")), "⏎", lambda: self.go(1))
        )
        self.open(Question(self.say(words), [], [go]))

    def _done(self) -> None:
        self.desk.store.finish_lesson(self.game.id, FIRST_LESSON)
        self.navigator.levels(self.game)

    def keep(self) -> None:
        """Nothing is kept."""
