"""First lesson: a few tiny boards that teach the rules by playing; skippable."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from cassetete.app.library import Entry, read_text
from cassetete.core.contract import AnyGame
from cassetete.core.text import Catalogue
from cassetete.front import shelf
from cassetete.front.window.dialogs import Question
from cassetete.front.window.paint import Layer
from cassetete.front.window.screens.play import PlayScreen
from cassetete.front.window.ui import Page, wrapped
from cassetete.scene.shapes import box
from cassetete.session.play import Record

if TYPE_CHECKING:
    from cassetete.front.window.shell import Shell

_ = Catalogue("cassetete")

LESSON = "first"


@dataclass(frozen=True)
class Board:
    """One board of a lesson and its words by language."""

    entry: Entry
    words: Mapping[str, str]


def boards(game: AnyGame) -> list[Board]:
    """The boards of a game's first lesson, from its `lesson.toml`."""
    file = resources.files(game.package) / "lesson.toml"
    if not file.is_file():
        return []
    found = []
    for table in tomllib.loads(file.read_text("utf-8")).get("board", []):
        [entry] = read_text(table["level"], f"{game.id} lesson", game)
        assert isinstance(entry, Entry), entry
        found.append(Board(entry, table["text"]))
    return found


class LessonScreen(PlayScreen):
    """A board to play, with a sentence above it; the next board comes when it is won."""

    def __init__(self, shell: Shell, game: AnyGame) -> None:
        self.boards = boards(game)
        super().__init__(shell, shelf.of_entries([board.entry for board in self.boards]), 0, None)

    def take(self, index: int, entry: Entry, session: Any) -> None:
        """Lessons begin anew each time, and are not kept."""
        self.index, self.entry, self.session = index, entry, session
        self.animator.finish()

    def actions(self) -> dict[str, Callable[[], None]]:
        """As in a game, and a way out."""
        return {**super().actions(), "skip": self._done}

    def compose(self, page: Page) -> list[Layer]:
        """The board, and the lesson's words over it."""
        layers = super().compose(page)
        words = self.boards[self.index].words
        text = words.get(self.desk.language, words["en"])
        room = min(self.frame.width - 60, 640)
        lines = wrapped(text, 17, room - 32)
        height = 30 + 25 * len(lines) + 40
        x = self.frame.x + (self.frame.width - room) / 2
        over = Page(page.width, page.height, self.hot)
        over.shapes.append(box(x, 14, room, height, fill="board", stroke="accent", line=2, round=12))
        for number, line in enumerate(lines):
            over.text(x + 16, 36 + 25 * number, line, 17)
        place = self.say(_("board {n} of {count}", n=self.index + 1, count=len(self.boards)))
        over.text(x + 16, 14 + height - 22, place, 13, "muted")
        over.button(x + room - 146, 14 + height - 40, 130, 30, self.say(_("Skip the lesson")), ("do", "skip"))
        return [*layers, Layer(over.scene())]

    def _won(self, record: Record) -> None:
        last = self.index + 1 >= len(self.boards)
        words = _("You know the rules!") if last else _("Well done!")
        go = (
            (self.say(_("To the levels")), "⏎", self._done) if last else (self.say(_("Go on")), "⏎", lambda: self.go(1))
        )
        self.open(Question(self.say(words), [], [go]))

    def _done(self) -> None:
        from cassetete.front.window.screens.levels import LevelsScreen

        self.desk.store.finish_lesson(self.game.id, LESSON)
        self.shell.show(LevelsScreen(self.shell, self.game))

    def leave(self) -> None:
        """Nothing is kept."""
        self._stop_thinking()
