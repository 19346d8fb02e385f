"""The player's settings: their defaults, what is kept of them, and how often the file is read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cassetete.app.registry import games
from cassetete.app.store import FILE, Settings, Store


def test_settings_have_defaults_and_last(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        settings = Settings(store)
        assert settings.animations
        assert not settings.lock_levels
        assert settings.theme == "light"
        assert settings.store.player is None
        settings.toggle("animations")
        settings.lock_levels = True
        settings.theme = "dark"
        settings.store.player = "Zoé"
    with Store(tmp_path) as store:
        settings = Settings(store)
        assert not settings.animations
        assert settings.lock_levels
        assert (settings.theme, settings.store.player) == ("dark", "Zoé")


def test_the_language_of_the_command_line_wins_until_another_is_chosen(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        Settings(store).language = "fr"
        settings = Settings(store, "en")
        assert settings.language == "en"
        settings.language = "fr"
        assert settings.language == "fr"
        assert Settings(store, "tlh").language == "fr"


def test_values_that_make_no_sense_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASSETETE_LANG", "en")
    with Store(tmp_path) as store:
        store.set("theme", "plaid")
        store.set("language", 7)
        settings = Settings(store)
        assert (settings.theme, settings.language) == ("light", "en")
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE settings SET value = 'not JSON' WHERE key = 'theme'")
    with Store(tmp_path) as store:
        assert Settings(store).theme == "light"


def test_options_and_warnings_are_kept_for_each_game(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        settings = Settings(store)
        for game in games().values():
            warned = settings.warns(game)
            settings.toggle_warning(game)
            assert settings.warns(game) is not warned
            for option in game.controls.options:
                settings.toggle_option(game, option.id)
                assert (option.id in settings.options(game)) is not option.default
        settings.warn_lost = False
        assert not any(settings.warns(game) for game in games().values())


def test_the_file_is_read_once(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        queries: list[str] = []
        store._db.set_trace_callback(queries.append)
        settings = Settings(store)
        for _ in range(3):
            assert settings.theme == "light"
            assert settings.language
            assert settings.animations
            assert settings.store.player is None
            for game in games().values():
                settings.options(game)
                settings.warns(game)
        assert len(queries) == 1
        settings.theme = "dark"
        assert settings.theme == "dark"
        assert [query for query in queries if query.startswith("SELECT")] == queries[:1]
