"""The records: the ten best scores of every level that was solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.moves import WrongMoves, follow
from cassetete.app.registry import games
from cassetete.app.store import LevelRecords, Score, export
from cassetete.app.store.export import clock, kept_level, length_names, solutions, untitled
from cassetete.core.headers import Headers
from cassetete.core.lengths import COMMON
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, ScrollScreen
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.file_prompt import ask_save
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout
from cassetete.scene.shapes import box

_ = Catalogue("cassetete")

_LINE_HEIGHT = 24
_BEST_WIDTH = 178


class RecordsScreen(ScrollScreen):
    """One table for each level, the best score first."""

    def __init__(self, window: WindowLoop) -> None:
        super().__init__(window)
        self.tables = self.services.store.level_records()
        self._names: dict[str, dict[str, Text]] = {}
        self._titles: dict[str, Headers] = {}
        self._note = ""

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above the tables."""
        return {
            "back": self.navigator.home,
            "export": self._export,
            "solutions": self._export_solutions,
            "statistics": lambda: self.navigator.statistics(back=self),
        }

    def compose(self, layout: Layout) -> list[Layer]:
        """The tables, below a row of buttons."""
        narrow = layout.width < 860
        head = 128 if narrow else 84
        y = head + 12 - self.scroll
        if not self.tables:
            layout.text(28, y + 30, self.say(_("No level has been solved yet.")), LARGE, "muted")
        for number, table in enumerate(self.tables):
            y = self._table(layout, number, table, y)
        self.bar(layout, head, self.say(_("Records")), y)
        buttons = (
            ActionButton("statistics", _("Statistics"), enabled=bool(self.tables)),
            ActionButton("solutions", _("Export solutions…"), enabled=any(table.bests for table in self.tables)),
            ActionButton("export", _("Export as text…"), enabled=bool(self.tables)),
        )
        width = layout.width - 56 if narrow else 540
        self.button_rows(layout, layout.width - 28 - width, 78 if narrow else 26, width, [buttons], 42)
        if self._note:
            layout.note(28, layout.height - 14, layout.width - 56, self._note, 3, "good")
        return []

    def _table(self, layout: Layout, number: int, table: LevelRecords, y: float) -> float:
        columns = max(1, int((layout.width - 80) // _BEST_WIDTH))
        rows = -(-len(self._shown(table)) // columns)
        height = 58 + _LINE_HEIGHT * len(table.scores) + (rows * 36 + 22 if rows else 0)
        if -height < y < layout.height:
            layout.panel(28, y, layout.width - 56, height)
            game = games().get(table.game)
            name = f"{self.say(game.title) if game else table.game} · {self._title(table)}"
            layout.text(
                46, y + 26, name, TEXT, bold=True, room=(layout.width - 100) * (0.38 if layout.width >= 760 else 1)
            )
            heads = ((0.45, _("score")), (0.58, _("time")), (0.78, _("hints")), (1.0, _("date")))
            for at, label in () if layout.width < 760 else heads:
                layout.text(46 + (layout.width - 100) * at, y + 26, self.say(label), SMALL, "muted", "end")
            for rank, score in enumerate(table.scores, 1):
                spot = ("replay", number, rank) if score.solution and table.board else None
                if spot is not None:
                    fill, top = "board-alt" if self.hot == spot else "board", y + 16 + _LINE_HEIGHT * rank
                    layout.shapes.append(box(40, top, layout.width - 80, _LINE_HEIGHT, fill=fill, round=5, target=spot))
                self._score(layout, rank, score, y + 36 + _LINE_HEIGHT * rank - 8)
            self._bests(layout, number, table, y + 56 + _LINE_HEIGHT * len(table.scores), columns)
        return y + height + 12

    def _bests(self, layout: Layout, number: int, table: LevelRecords, y: float, columns: int) -> None:
        """A button for the best solution by each length."""
        shown = self._shown(table)
        if shown:
            layout.text(46, y, self.say(_("best solutions")), SMALL, "muted")
        for place, index in enumerate(shown):
            best = table.bests[index]
            row, column = divmod(place, columns)
            label = self.say(_("{name}: {value}", name=self._length(table, best.metric), value=best.value))
            at = 40 + column * _BEST_WIDTH, y + 14 + row * 36
            layout.button(*at, _BEST_WIDTH - 8, 30, label, ("best", number, index), enabled=bool(table.board))

    def _shown(self, table: LevelRecords) -> list[int]:
        """The best solutions that are shown; those by lengths for experts only if the player wants them."""
        everything = self.settings.all_lengths
        return [index for index, best in enumerate(table.bests) if best.metric in COMMON or everything]

    def _title(self, table: LevelRecords) -> str:
        """The level's title, in the player's language if it has one."""
        titles = self._titles.get(table.level)
        if titles is None:
            entry = kept_level(table)
            titles = self._titles[table.level] = entry.level.headers if entry is not None else Headers()
        return titles.title_in(self.settings.language) or table.title or self.say(untitled(table))

    def _length(self, table: LevelRecords, metric: str) -> str:
        """The game's name of a length."""
        names = self._names.get(table.level)
        if names is None:
            names = self._names[table.level] = length_names(table)
        return self.say(names[metric]) if metric in names else metric

    def pressed(self, target: Hashable, button: int) -> None:
        """Replay a score or a best solution."""
        if not isinstance(target, tuple) or target[0] not in ("replay", "best"):
            return
        table = self.tables[target[1]]
        best = target[0] == "best"
        self.replay(table, table.bests[target[2]].solution if best else table.scores[target[2] - 1].solution)

    def replay(self, table: LevelRecords, solution: str) -> None:
        """Show a stored solution in the solution player."""
        entry = kept_level(table)
        if entry is None:
            return
        game, level = entry.game, entry.level
        try:
            found = follow(game, level, entry.state, solution)
        except WrongMoves:
            return  # the database was edited by hand

        def play_on(line: tuple[Any, ...]) -> None:
            self.navigator.play(of_entries([entry]), line=line)

        self.navigator.replay(game, level, found.moves, self._title(table), back=self, play_on=play_on)

    def _score(self, layout: Layout, rank: int, score: Score, y: float) -> None:
        width = layout.width - 100
        mark = "★ " if score.record else ""
        scored, timed, hinted = (0.45, 0.58, 0.78) if width > 440 else (0.4, 0.57, 0.765)
        cells = [
            (46.0, f"{rank}.", "start"),
            (76.0, score.player or "–", "start"),
            (46 + width * scored, f"{mark}{score.score}", "end"),
            (46 + width * timed, clock(score.seconds), "end"),
            (46 + width * hinted, self._hints(score, width * (hinted - timed) - 8), "end"),
            (46 + width, score.date[: 16 if width > 560 else 10].replace("T", " "), "end"),
        ]
        for x, label, anchor in cells:
            layout.text(x, y, label, SMALL, "accent" if score.record else "ink", anchor, room=width * 0.25)

    def _hints(self, score: Score, room: float) -> str:
        """How many hints were asked for, and, if there is room, how many of them were played: these cost the third
        star."""
        if not score.hints:
            return ""
        asked = self.say(_.n("{n} hint", "{n} hints", n=score.hints))
        played = self.say(_.n("{n} played", "{n} played", n=score.hints_played))
        said = [f"{asked}, {played}", asked] if score.hints_played else [asked]
        return next((words for words in said if text_width(words, SMALL) <= room), str(score.hints))

    def typed(self, typed: Typed) -> None:
        """Escape goes back, arrows and page keys scroll."""
        if typed.keysym == "Escape":
            self.navigator.home()
        else:
            self.scroll_key(typed.keysym.removeprefix("KP_"))

    def _export(self) -> None:
        def text(_path: Path) -> str:
            return export(self.services.store, self.say)

        ask_save(self, _("Export the records as…"), "records.txt", text, self._saved)

    def _export_solutions(self) -> None:
        """Ask for the notation, then for the file."""

        def chosen(short: bool) -> Callable[[], None]:
            def text(_path: Path) -> str:
                return solutions(self.services.store, self.say, short=short)

            return lambda: ask_save(self, _("Export the solutions as…"), "solutions.txt", text, self._saved)

        answers = [
            (self.say(_("Move by move")), "", chosen(False)),
            (self.say(_("Repeated moves as counts")), "", chosen(True)),
            (self.say(_("Cancel")), "Esc", self.close_dialog),
        ]
        lines = [self.say(_("The best solutions of each level (fewest moves, pushes…), in the notation of the game."))]
        self.open(Question(self.say(_("Export the solutions")), lines, answers, width=560))

    def _saved(self, said: Text) -> None:
        """Say where the file is."""
        self._note = self.say(said)
