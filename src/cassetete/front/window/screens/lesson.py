"""First lesson: a few tiny boards that teach the rules by playing; it can be skipped."""

from __future__ import annotations

from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards
from cassetete.app.levels.level_list import LevelList, of_entries
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.screens.play import PlayScreen
from cassetete.front.window.widgets.layout import Layout, wrapped
from cassetete.scene.shapes import box
from cassetete.session.lesson import SKIP, LessonController
from cassetete.session.ports import NoRecords

_ = Catalogue("cassetete")

_TOP = 52.0
"""Below the bar."""


class LessonScreen(PlayScreen):
    """A board to play, with a sentence above it; the next board comes when it is won."""

    asks_name = False

    def __init__(self, window: WindowLoop, game: AnyGame) -> None:
        self.boards = lesson_boards(game)
        super().__init__(window, of_entries([board.entry for board in self.boards]))
        self._actions[SKIP] = self._done
        self._requests[SKIP] = lambda _request: self._done()

    def new_controller(self, levels: LevelList, index: int) -> LessonController:
        """Lessons start again each time, and are not kept."""
        services = self.services
        return LessonController(
            levels, index, records=NoRecords(), thinker=services.workers, settings=services.settings
        )

    @property
    def title(self) -> str:
        """The boards of a lesson have no names."""
        return self.say(_("First lesson"))

    def make_room(self, layout: Layout) -> None:
        """Put the text of the lesson above the board."""
        index = self.controller.index
        texts = self.boards[index].texts
        x, width = 8.0, self.viewport.width - 16
        size = 17 if width > 640 else 15
        lines = wrapped(texts.get(self.settings.language, texts["en"]), size, width - 32)
        step, y = size + 7, _TOP
        height = 20 + step * len(lines) + 32
        layout.shapes.append(box(x, y, width, height, fill="board", stroke="accent", line=2, round=12))
        for number, line in enumerate(lines):
            layout.text(x + 16, y + 20 + step * number, line, size)
        place = self.say(_("board {n} of {count}", n=index + 1, count=len(self.boards)))
        layout.text(x + 16, y + height - 20, place, 13, "muted")
        layout.button(x + width - 156, y + height - 38, 140, 30, self.say(_("Skip the lesson")), ("do", SKIP))
        self.viewport.above += (Rect(0, 0, width + 16, y + height + 4),)

    def _done(self) -> None:
        self.services.store.finish_lesson(self.game.id, FIRST_LESSON)
        self.navigator.levels(self.game)
