"""The player's settings: read once from the store, kept in memory, written through on every change."""

from __future__ import annotations

from cassetete.app.store.store import Store
from cassetete.app.translate import LANGUAGES, system_language
from cassetete.core.contract import AnyGame
from cassetete.scene.theme import THEMES

TEXT_SIZES: dict[str, float] = {"small": 0.85, "normal": 1.0, "large": 1.25, "huge": 1.6}
"""How much larger than usual texts and buttons are, by the name of the text size."""


class Switch:
    """A setting that is on or off; `key` is its name in the store."""

    def __init__(self, default: bool, key: str = "") -> None:
        self.default = default
        self.key = key

    def __set_name__(self, owner: type[Settings], name: str) -> None:
        self.key = self.key or name

    def __get__(self, settings: Settings, owner: type[Settings]) -> bool:
        return bool(settings.store.setting(self.key, self.default))

    def __set__(self, settings: Settings, value: bool) -> None:
        settings.store.set(self.key, value)


class Settings:
    """What the player chose, with the default where nothing was chosen.

    `language` given here (by the command line) wins over the kept one until the player chooses another.
    """

    animations = Switch(True)
    timer = Switch(False)
    warn_lost = Switch(True)
    lower_bound = Switch(False, key="outlook")
    all_lengths = Switch(False)
    sounds = Switch(False)
    lock_levels = Switch(False)

    def __init__(self, store: Store, language: str | None = None) -> None:
        self.store = store
        self._language = language if language in LANGUAGES else None
        self._system = system_language()

    @property
    def theme(self) -> str:
        """The theme's name."""
        chosen = self.store.setting("theme")
        return chosen if isinstance(chosen, str) and chosen in THEMES else "light"

    @theme.setter
    def theme(self, name: str) -> None:
        self.store.set("theme", name)

    @property
    def text_size(self) -> str:
        """The name of the text size."""
        chosen = self.store.setting("text_size")
        return chosen if isinstance(chosen, str) and chosen in TEXT_SIZES else "normal"

    @text_size.setter
    def text_size(self, name: str) -> None:
        self.store.set("text_size", name)

    @property
    def language(self) -> str:
        """The command line's language, else the player's, else the system's."""
        chosen = self._language or self.store.setting("language")
        return chosen if chosen in LANGUAGES else self._system

    @language.setter
    def language(self, name: str) -> None:
        self._language = None
        self.store.set("language", name)

    def toggle(self, switch: str) -> None:
        """Turn a switch (the name of one of the attributes above) on or off."""
        setattr(self, switch, not getattr(self, switch))

    def warns(self, game: AnyGame) -> bool:
        """Whether to say when a game of this kind can no longer be won."""
        return self.warn_lost and self._warns(game)

    def toggle_warning(self, game: AnyGame) -> None:
        """Turn the warning of one game on or off."""
        self.store.set(f"warn_lost:{game.id}", not self._warns(game))

    def _warns(self, game: AnyGame) -> bool:
        return bool(self.store.setting(f"warn_lost:{game.id}", game.coaching.judged_live))

    def options(self, game: AnyGame) -> frozenset[str]:
        """The ids of the game's own options that are on."""
        return frozenset(
            option.id
            for option in game.controls.options
            if self.store.setting(f"option:{game.id}:{option.id}", option.default)
        )

    def toggle_option(self, game: AnyGame, option: str) -> None:
        """Turn one of the game's own options on or off."""
        self.store.set(f"option:{game.id}:{option}", option not in self.options(game))
