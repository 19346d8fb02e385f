"""The desk: everything a front end needs at hand — games, records, workers, words and the player's wishes."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

from cassetete.app.store import Store
from cassetete.app.translate import LANGUAGES, Translator, system_language
from cassetete.app.workers.pool import WorkerPool
from cassetete.core.contract import AnyGame
from cassetete.core.message import Text
from cassetete.scene.theme import THEMES

DEFAULTS: dict[str, Any] = {
    "theme": "light",
    "language": None,
    "animations": True,
    "timer": True,
    "warn_lost": True,
    "outlook": True,
    "unlock_all": False,
}
"""What a player may choose of the house, and what holds until then."""


class Desk:
    """Opened once by a front end, closed when it ends."""

    def __init__(self, profile: Path | None = None, language: str | None = None) -> None:
        self.store = Store(profile)
        self.analyst = WorkerPool()
        self._language = language if language in LANGUAGES else None

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the workers and close the store."""
        self.analyst.close()
        self.store.close()

    def wish(self, name: str) -> Any:
        """What the player chose."""
        return self.store.setting(name, DEFAULTS[name])

    def choose(self, name: str, value: Any) -> None:
        """Remember what the player chose."""
        if name == "language":
            self._language = None
        self.store.set(name, value)

    def warns(self, game: AnyGame) -> bool:
        """Whether to say when a game of this kind can no longer be won."""
        return bool(self.wish("warn_lost")) and bool(
            self.store.setting(f"warn_lost:{game.id}", game.coaching.judged_live)
        )

    def turn_warning(self, game: AnyGame) -> None:
        """Warn, or not, in this one game."""
        now = self.store.setting(f"warn_lost:{game.id}", game.coaching.judged_live)
        self.store.set(f"warn_lost:{game.id}", not now)

    def options(self, game: AnyGame) -> frozenset[str]:
        """The game's own options that are on."""
        return frozenset(
            o.id for o in game.controls.options if self.store.setting(f"option:{game.id}:{o.id}", o.default)
        )

    def turn_option(self, game: AnyGame, option: str) -> None:
        """Turn one of the game's own options."""
        self.store.set(f"option:{game.id}:{option}", option not in self.options(game))

    @property
    def theme(self) -> str:
        """The theme's name."""
        chosen = str(self.wish("theme"))
        return chosen if chosen in THEMES else "light"

    @property
    def language(self) -> str:
        """The command line's language, else the player's, else the system's."""
        chosen = self._language or self.wish("language")
        return chosen if chosen in LANGUAGES else system_language()

    def say(self, text: Text) -> str:
        """A message in the player's language."""
        return Translator(self.language)(text)
