"""The level of the day of each game: the same for everyone, and how many days in a row one solved it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from cassetete.app.levels.generate import generator_of, settled
from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.store import Store, level_key
from cassetete.core.contract import AnyGame
from cassetete.session.jobs import ToMake

_TRIES = 20


class Streak(NamedTuple):
    """How many days in a row up to now were solved on their day, the most ever, and whether today is one of them."""

    days: int
    best: int
    today: bool


def recipe(game: AnyGame, day: date) -> Mapping[str, Any]:
    """The parameters of a day: easier at the beginning of the week, the hardest on Sunday."""
    generator = generator_of(game)
    presets = generator.presets
    chosen = presets[day.weekday() * len(presets) // 7].values if presets else {}
    return settled(generator, chosen)


def job(game: AnyGame, day: date, attempt: int = 0) -> ToMake:
    """What makes the level of a day; the seed is the date. If that gives no level, the next attempt may."""
    seed = int(f"{day:%Y%m%d}") + attempt * 100_000_000
    return ToMake(game, seed, recipe(game, day), generator_of(game).id)


class Daily:
    """The levels of the days that were played, in the store. Days are those of UTC, as in the records."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def today(self) -> date:
        """The day it is."""
        return datetime.fromisoformat(self._store.date()).date()

    def level(self, game: AnyGame, day: date) -> LoadedLevel | None:
        """The level of a day, if it was made before."""
        rows = self._store.read("SELECT text FROM days WHERE game = ? AND day = ?", game.id, day.isoformat())
        found = read_text(rows[0][0], f"{game.id} {day}", game) if rows else []
        return found[0] if found and isinstance(found[0], LoadedLevel) else None

    def keep(self, game: AnyGame, day: date, level: Any, title: str) -> LoadedLevel:
        """Keep the level of a day."""
        named = replace(level, headers=replace(level.headers, title=title))
        row = game.id, day.isoformat(), level_key(game, named), game.formats[0].dump([named])
        query = "INSERT OR REPLACE INTO days (game, day, level, text) VALUES (?, ?, ?, ?)"
        self._store.write(lambda db: db.execute(query, row))
        found = self.level(game, day)
        assert found is not None
        return found

    def solved(self, game: AnyGame) -> dict[date, bool]:
        """The days whose levels were opened, and whether each was solved on its day."""
        rows = self._store.read(
            "SELECT d.day, max(substr(s.date, 1, 10) = d.day) FROM days d LEFT JOIN scores s ON s.level = d.level"
            " WHERE d.game = ? GROUP BY d.day ORDER BY d.day",
            game.id,
        )
        return {date.fromisoformat(day): bool(won) for day, won in rows}

    def streak(self, game: AnyGame, today: date | None = None) -> Streak:
        """The days in a row, as of today; a day that is not over yet does not end them."""
        today = today or self.today()
        won = {day for day, solved in self.solved(game).items() if solved}
        days, day = 0, today if today in won else today - timedelta(days=1)
        while day in won:
            days, day = days + 1, day - timedelta(days=1)
        best = run = 0
        before: date | None = None
        for each in sorted(won):
            run = run + 1 if before is not None and each - before == timedelta(days=1) else 1
            best, before = max(best, run), each
        return Streak(days, best, today in won)


def attempts(game: AnyGame, day: date) -> list[ToMake]:
    """What to try in order until one gives a level."""
    return [job(game, day, attempt) for attempt in range(_TRIES)]
