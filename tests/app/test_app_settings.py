"""The player's settings: their defaults, what is kept of them, and how often the file is read."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.collections.browser import Browser
from cassetete.app.collections.folders import last_folder, usual_folder
from cassetete.app.collections.recent import recent_files
from cassetete.app.collections.recipes import last_recipe
from cassetete.app.collections.sources import PackLevels
from cassetete.app.levels.library import pack
from cassetete.app.levels.links import base_address
from cassetete.app.registry import games
from cassetete.app.store import FILE, Settings, Store
from cassetete.app.store.settings import TEXT_SIZES
from cassetete.app.translate import LANGUAGES
from cassetete.scene.theme import THEMES


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


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
"""Anything that a file can say, NaN and infinity too."""

RECENT = st.lists(st.lists(JSON, min_size=5, max_size=5), max_size=2)


def read_all(store: Store) -> None:
    """Everything that reads a setting."""
    settings = Settings(store)
    assert settings.theme in THEMES and settings.text_size in TEXT_SIZES and settings.language in LANGUAGES
    for name in ("animations", "timer", "warn_lost", "lower_bound", "all_lengths", "sounds", "lock_levels"):
        assert isinstance(getattr(settings, name), bool)
    assert store.player is None or isinstance(store.player, str)
    for game in games().values():
        settings.warns(game)
        settings.options(game)
        assert last_recipe(store, game).generator in [each.id for each in game.making.generators]
    assert all(isinstance(file.total, int) for file in recent_files(store))
    assert isinstance(last_folder(store), Path)
    base_address(store.setting("page_address"))
    browser = Browser(PackLevels(pack("taquin")), store, settings)  # type: ignore[arg-type]
    assert isinstance(browser.place, int)
    browser.sections()


@given(data=st.data())
def test_a_setting_of_any_shape_is_no_fault(data: st.DataObject) -> None:
    """An imported profile, or a later version, may have put anything there."""
    collection = PackLevels(pack("taquin"))  # type: ignore[arg-type]
    keys = [
        *("theme", "text_size", "language", "player", "animations", "recent_files", "files_folder", "last_folder"),
        *("page_address", f"folded:{collection.id}", f"place:{collection.id}", "outlook"),
        *(f"{kind}:{name}" for kind in ("generator", "warn_lost") for name in games()),
    ]
    with Store(Path("/dev/null/memory")) as store:
        for key in keys:
            value = data.draw(JSON | RECENT if key == "recent_files" else JSON)
            row = key, json.dumps(value)
            store.write(lambda db, row=row: db.execute("INSERT INTO settings VALUES (?, ?)", row))  # type: ignore[misc]
        read_all(store)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("generator:taquin", [games()["taquin"].making.generators[0].id, []]),
        ("generator:taquin", [None, {}]),
        ("recent_files", [["a.txt", "taquin", "a", 1e999, 0]]),
        ("theme", []),
        ("text_size", {}),
    ],
)
def test_a_setting_of_nearly_the_right_shape_is_no_fault(key: str, value: object) -> None:
    with Store(Path("/dev/null/memory")) as store:
        store.set(key, value)
        read_all(store)


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, "{", "\x00", '"\\ud800"'])
def test_a_setting_that_is_no_json_is_not_set(text: str, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.set("theme", "dark")
        store.write(lambda db: db.execute("INSERT INTO settings VALUES ('language', ?)", (text,)))
    with Store(tmp_path) as store:
        read_all(store)
        assert Settings(store).theme == "dark"


def test_the_last_folder_may_be_closed_to_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    with Store(tmp_path) as store:
        store.set("last_folder", str(tmp_path / "closed"))
        monkeypatch.setattr(Path, "is_dir", closed)
        assert last_folder(store) == usual_folder()
