"""What a front end on this machine works with: store, settings, records, worker processes and translation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cassetete.app.registry import games
from cassetete.app.store import Settings, Store, level_key
from cassetete.app.translate import Translator
from cassetete.app.workers.pool import WorkerPool
from cassetete.core.contract import AnyGame
from cassetete.core.message import Text
from cassetete.session import saves
from cassetete.session.ports import Win
from cassetete.session.session import Record, Session


class StoredRecords:
    """The running games and results of a store, as the controller needs them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told = store.notice

    def load(self, game: AnyGame, level: Any) -> Session | None:
        """The running game of a level; BadLevel if it cannot be read."""
        left = self._store.saved_game(level_key(game, level))
        return saves.load(left.save, games()) if left is not None else None

    def keep(self, session: Session, source: str) -> Text | None:
        """Keep the running game of a level; the store's notice if it was not returned before, whatever brought it."""
        self._store.keep(session, source)
        return self._untold()

    def win(self, game: AnyGame, level: Any, record: Record) -> Win | None:
        """Record a won game, with the store's notice if it was not returned before; its running game is over."""
        placing = self._store.win(game, level, record)
        best = placing.best.score if placing.best is not None else None
        own = placing.own.score if placing.own is not None else None
        return Win(placing.stars, placing.record, best, placing.bests, own, self._untold())

    def _untold(self) -> Text | None:
        before, self._told = self._told, self._store.notice
        return self._told if self._told != before else None

    def best(self, game: AnyGame, level: Any) -> int | None:
        """The player's best result at a level."""
        best = self._store.own_best(level_key(game, level))
        return best.score if best is not None else None

    def optimum(self, game: AnyGame, level: Any) -> int | None:
        """The length of a shortest solution, if it was found before."""
        return self._store.optimum(level_key(game, level))

    def keep_optimum(self, game: AnyGame, level: Any, value: int) -> None:
        """Keep the proven length of a shortest solution."""
        self._store.keep_optimum(game, level, value)


class StoredResults(StoredRecords):
    """The results of a store without its running games: a script plays every level from its start."""

    def load(self, game: AnyGame, level: Any) -> Session | None:  # noqa: ARG002
        """No running game."""
        return None

    def keep(self, session: Session, source: str) -> Text | None:  # noqa: ARG002
        """Running games are not kept."""
        return None


class Services:
    """Opened once by a front end, closed when it ends."""

    def __init__(self, profile: Path | None = None, language: str | None = None) -> None:
        self.store = Store(profile)
        self.settings = Settings(self.store, language)
        self.records = StoredRecords(self.store)
        self.workers = WorkerPool()
        self._translator = Translator(self.settings.language)

    def __enter__(self) -> Services:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers and close the store."""
        self.workers.close()
        self.store.close()

    def translate(self, text: Text | str) -> str:
        """A message in the player's language."""
        if self._translator.language != self.settings.language:
            self._translator = Translator(self.settings.language)
        return self._translator(text)
