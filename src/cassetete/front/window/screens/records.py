"""Records: the top ten of every level that was solved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cassetete.app.registry import games
from cassetete.app.store import Score, Table, export
from cassetete.app.store.export import clock
from cassetete.core.text import Catalogue, Text
from cassetete.front.window.canvas import Typed
from cassetete.front.window.files import ask_path, write_atomically
from cassetete.front.window.paint import Layer
from cassetete.front.window.screens.base import BaseScreen
from cassetete.front.window.ui import LARGE, SMALL, TEXT, TITLE, Page
from cassetete.scene.shapes import box

_ = Catalogue("cassetete")

_LINE = 24


class RecordsScreen(BaseScreen):
    """One table a level, the best first."""

    def __init__(self, shell: object) -> None:
        super().__init__(shell)  # type: ignore[arg-type]
        self.tables = self.desk.store.tables()
        self.scroll = 0.0
        self._most = 0.0

    def actions(self) -> dict[str, Callable[[], None]]:
        """Back, and export."""
        return {"back": self._back, "export": self._export}

    def compose(self, page: Page) -> list[Layer]:
        """The tables below a bar."""
        y = 96 - self.scroll
        if not self.tables:
            page.text(28, y + 30, self.say(_("No level has been solved yet.")), LARGE, "muted")
        for table in self.tables:
            y = self._table(page, table, y)
        self._most = max(0.0, y + self.scroll - page.height + 20)
        page.shapes.append(box(0, 0, page.width, 84, fill="paper", target="bar"))
        page.button(28, 26, 92, 36, self.say(_("Menu")), ("do", "back"), key="Esc")
        page.text(140, 44, self.say(_("Records")), TITLE, bold=True)
        words = self.say(_("Export as text…"))
        page.button(page.width - 228, 26, 200, 36, words, ("do", "export"), enabled=bool(self.tables))
        return []

    def _table(self, page: Page, table: Table, y: float) -> float:
        height = 58 + _LINE * len(table.scores)
        if -height < y < page.height:
            page.panel(28, y, page.width - 56, height)
            game = games().get(table.game)
            name = f"{self.say(game.title) if game else table.game} · {table.title}"
            page.text(46, y + 26, name, TEXT, bold=True, room=(page.width - 100) * (0.38 if page.width >= 760 else 1))
            for at, words in () if page.width < 760 else ((0.45, _("score")), (0.62, _("time")), (1.0, _("date"))):
                page.text(46 + (page.width - 100) * at, y + 26, self.say(words), SMALL, "muted", "end")
            for rank, score in enumerate(table.scores, 1):
                self._score(page, rank, score, y + 36 + _LINE * rank - 8)
        return y + height + 12

    def _score(self, page: Page, rank: int, score: Score, y: float) -> None:
        width = page.width - 100
        mark = "★ " if score.record else ""
        cells = [
            (46.0, f"{rank}.", "start"),
            (76.0, score.player or "–", "start"),
            (46 + width * 0.45, f"{mark}{score.score}", "end"),
            (46 + width * 0.62, clock(score.seconds), "end"),
            (46 + width, score.date[:16].replace("T", " "), "end"),
        ]
        for x, words, anchor in cells:
            page.text(x, y, words, SMALL, "accent" if score.record else "ink", anchor, room=width * 0.3)

    def wheel(self, x: int, y: int, step: int) -> None:
        """Scroll."""
        self.scroll = min(self._most, max(0.0, self.scroll - 80 * step))

    def typed(self, typed: Typed) -> None:
        """Escape goes back."""
        if typed.keysym == "Escape":
            self._back()
        elif typed.keysym in ("Down", "Next", "Up", "Prior"):
            self.wheel(0, 0, -1 if typed.keysym in ("Down", "Next") else 1)

    def _back(self) -> None:
        from cassetete.front.window.screens.home import HomeScreen

        self.shell.show(HomeScreen(self.shell))

    def _export(self) -> None:
        def write(path: Path) -> Text | None:
            return write_atomically(path, export(self.desk.store, self.say))

        ask_path(self, _("Export the records as…"), "records.txt", write)
