"""The records: the ten best scores of every level that was solved."""

from __future__ import annotations

from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.moves import WrongMoves, follow
from cassetete.app.registry import games
from cassetete.app.store import LevelRecords, export
from cassetete.app.store.export import clock, kept_level, length_names, solutions
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.statistics import StatisticsScreen

_ = Catalogue("cassetete")


class RecordsScreen(Screen):
    """One table for each level, the best score first."""

    kind = "records"

    def __init__(self, table: Navigator) -> None:
        super().__init__(table)
        self.tables = table.store.level_records()

    @property
    def address(self) -> str:
        """Their own address."""
        return self.kind

    def parts(self) -> dict[str, Any]:
        """The tables, below a row of buttons."""
        say = self.say
        actions = [button("statistics", say(_("Statistics")), icon="chart")]
        actions += [button("export", say(_("Export as text…")), icon="save", on=bool(self.tables))]
        if any(table.bests for table in self.tables):
            actions.append(button("solutions", say(_("Export solutions…")), icon="moves"))
        return {
            "head": {"title": say(_("Records")), "back": True, "actions": actions},
            "records": {
                "none": "" if self.tables else say(_("No level has been solved yet.")),
                "columns": [say(_("player")), say(_("score")), say(_("time")), say(_("date"))],
                "watch": say(_("Watch")),
                "tables": [self._table(number, table) for number, table in enumerate(self.tables)],
            },
        }

    def _table(self, number: int, table: LevelRecords) -> Part:
        game = games().get(table.game)
        names = length_names(table) if table.bests else {}
        rows = [
            {
                "cells": [score.player or "–", str(score.score), clock(score.seconds), score.date[:10]],
                "record": score.record,
                "watch": {"table": number, "score": rank} if score.solution and table.board else None,
            }
            for rank, score in enumerate(table.scores)
        ]
        bests = [
            button(
                "best",
                self.say(_("{name}: {value}", name=names.get(best.metric, best.metric), value=best.value)),
                table=number,
                best=index,
                on=bool(table.board),
            )
            for index, best in enumerate(table.bests)
        ]
        name = self.say(game.title) if game else table.game
        entry = kept_level(table)
        title = entry.level.headers.title_in(self.settings.language) if entry is not None else ""
        return {"game": name, "title": title or table.title, "rows": rows, "bests": bests}

    def do(self, command: str, arguments: Arguments) -> None:
        """Watch a solution, or write the records into a file."""
        match command:
            case "watch":
                table = self.tables[int(arguments["table"])]
                self._watch(table, table.scores[int(arguments["score"])].solution)
            case "best":
                table = self.tables[int(arguments["table"])]
                self._watch(table, table.bests[int(arguments["best"])].solution)
            case "statistics":
                self.table.show(StatisticsScreen(self.table, self))
            case "export":
                self.table.effect(file={"name": "records.txt", "text": export(self.table.store, self.say)})
            case "solutions":
                self.table.effect(file={"name": "solutions.txt", "text": solutions(self.table.store, self.say)})

    def _watch(self, table: LevelRecords, solution: str) -> None:
        entry = kept_level(table)
        if entry is None:
            return
        try:
            found = follow(entry.game, entry.level, entry.state, solution)
        except WrongMoves:
            return  # the data was edited by hand

        def play_on(line: tuple[Any, ...]) -> None:
            screen = self.table.play(of_entries([entry]))
            screen.play_on_from(line)

        title = entry.level.headers.title_in(self.settings.language) or table.title
        self.table.replay(entry.game, entry.level, found.moves, title, self, play_on)

    def key(self, typed: Typed) -> bool:
        """Escape goes back."""
        if typed.command == "escape":
            self.back()
            return True
        return False
