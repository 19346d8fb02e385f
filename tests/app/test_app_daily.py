"""The level of the day, statistics, browsing: what the screens draw, as data."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from cassetete.app.collections.browser import Browser
from cassetete.app.collections.daily import Daily, job, recipe
from cassetete.app.collections.opening import opened
from cassetete.app.collections.recipes import Recipe, last_recipe, remember_recipe
from cassetete.app.collections.sources import FileLevels, PackLevels
from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import pack
from cassetete.app.levels.moves import Followed
from cassetete.app.registry import games
from cassetete.app.store import Settings, Store
from cassetete.app.store.statistics import statistics
from cassetete.core.lengths import Totals
from cassetete.core.message import Text
from cassetete.session.session import Record

RICOSHEEP, SOKOBAN = games()["ricosheep"], games()["sokoban"]
MONDAY = date(2026, 11, 16)


class Clock:
    """The store's clock."""

    def __init__(self, day: date) -> None:
        self.day = day

    def __call__(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)


def won(hints: int = 0, seconds: float = 60.0) -> Record:
    return Record(Totals(2, 2, 2), seconds, hints, False)


def test_the_level_of_a_day_is_the_same_for_everyone_and_harder_on_sunday() -> None:
    first, again = job(RICOSHEEP, MONDAY), job(RICOSHEEP, MONDAY)
    assert (first.seed, first.values) == (again.seed, again.values)
    assert first.seed == 20261116
    assert job(RICOSHEEP, MONDAY + timedelta(days=1)).seed != first.seed
    assert job(RICOSHEEP, MONDAY, attempt=1).seed != first.seed
    presets = RICOSHEEP.making.generators[0].presets
    assert recipe(RICOSHEEP, MONDAY).items() >= presets[0].values.items()
    assert recipe(RICOSHEEP, MONDAY + timedelta(days=6)).items() >= presets[-1].values.items()


def test_days_in_a_row(tmp_path: Path) -> None:
    clock = Clock(MONDAY)
    levels = [pack("ricosheep").entry(str(n)).level for n in range(1, 6)]  # type: ignore[union-attr]
    with Store(tmp_path, clock) as store:
        daily = Daily(store)
        for offset, level in enumerate(levels):
            clock.day = MONDAY + timedelta(days=offset)
            entry = daily.keep(RICOSHEEP, daily.today(), level, f"Day {offset}")
            assert daily.level(RICOSHEEP, daily.today()) == entry
            if offset == 2:
                continue  # that day it was not solved
            store.win(RICOSHEEP, entry.level, won())
            assert daily.streak(RICOSHEEP).today
        assert daily.streak(RICOSHEEP)[:2] == (2, 2)
        clock.day += timedelta(days=1)
        assert daily.streak(RICOSHEEP) == (2, 2, False)  # today is not over
        clock.day += timedelta(days=1)
        assert daily.streak(RICOSHEEP) == (0, 2, False)
        store.win(RICOSHEEP, daily.level(RICOSHEEP, MONDAY + timedelta(days=2)).level, won())  # type: ignore[union-attr]
        assert daily.streak(RICOSHEEP).best == 2  # too late


@pytest.mark.parametrize("name", ["ricosheep", "sokoban"])
def test_the_first_attempt_of_a_day_gives_a_level(name: str) -> None:
    pytest.importorskip("numba", reason="these generators are compiled")
    made = job(games()[name], MONDAY)
    level = generate(made.game, made.seed, made.values, made.generator)
    assert level is not None
    assert level.headers.grade


def test_statistics_are_those_of_the_records(tmp_path: Path) -> None:
    clock = Clock(date(2026, 9, 30))
    with Store(tmp_path, clock) as store:
        store.player = "Ada"
        found = pack("sokoban")
        assert found is not None
        store.win(SOKOBAN, found.entry("1").level, won(hints=2, seconds=90))
        clock.day = date(2026, 11, 2)
        store.win(SOKOBAN, found.entry("2").level, won(seconds=30))
        store.win(RICOSHEEP, pack("ricosheep").entry("1").level, won(hints=1))  # type: ignore[union-attr]
        seen = statistics(store)
        by_game = {each.game: each for each in seen.games}
        assert (by_game["sokoban"].solved, by_game["sokoban"].wins) == (2, 2)
        assert (by_game["sokoban"].seconds, by_game["sokoban"].hints) == (120, 2)
        assert by_game["sokoban"].stars == sum(store.solved("sokoban").values())
        assert seen.together.wins == 3
        assert seen.month_names == ["2026-09", "2026-10", "2026-11"]
        assert [(each.month, each.game, each.wins) for each in seen.months] == [
            ("2026-09", "sokoban", 1),
            ("2026-11", "ricosheep", 1),
            ("2026-11", "sokoban", 1),
        ]


def test_without_records_there_are_no_statistics(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert statistics(store).games == ()
        assert statistics(store).month_names == []


def test_a_pack_is_browsed(tmp_path: Path) -> None:
    found = pack("sokoban")
    assert found is not None
    with Store(tmp_path) as store:
        settings = Settings(store, "en")
        store.win(SOKOBAN, found.entry("1").level, won())
        browser = Browser(PackLevels(found), store, settings)
        first, second = browser.sections()[:2]
        assert (first.solved, first.total) == (1, len(found.chapters[0].levels))
        assert [card.recommended for card in first.cards[:3]] == [False, True, False]
        assert not any(card.locked for card in first.cards)
        assert second.cards[0].number == first.total + 1
        assert browser.place == 1
        browser.leave_at(7)
        settings.lock_levels = True
        assert [card.locked for card in browser.sections()[0].cards[:4]] == [False, False, True, True]
        browser.fold(first.key)
        assert browser.sections()[0].cards == ()
        browser.query = "the long way"
        assert [card.place for section in browser.sections() for card in section.cards] == [1]
        browser.query = "12"
        assert [card.number for section in browser.sections() for card in section.cards] == [12]
        again = Browser(PackLevels(found), store, settings)
        assert again.place == 7
        assert again.sections()[0].folded
        browser.query, browser.unsolved = "", True
        assert 0 not in [card.place for section in browser.sections() for card in section.cards]


def test_accents_and_capitals_do_not_matter_in_a_search(tmp_path: Path) -> None:
    path = tmp_path / "two.xsb"
    path.write_text(
        "Title: Été\nAuthor: Zoë\n\n#####\n#@$.#\n#####\n\nTitle: Winter\n\n######\n#@ $.#\n######\n", "utf-8"
    )
    with Store(tmp_path / "profile") as store:
        browser = Browser(FileLevels(path).read_all(), store, Settings(store, "en"))
        for query, places in (("ETE", [0]), ("zoe", [0]), ("winter", [1]), ("2", [1]), ("x", [])):
            browser.query = query
            assert [card.place for section in browser.sections() for card in section.cards] == places


def test_a_folder_has_a_section_for_each_folder_below(tmp_path: Path) -> None:
    for name in ("b/one.txt", "a/two.txt", "a/three.txt", "top.txt"):
        path = tmp_path / "levels" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("S___\n___G\n", "utf-8")
    (tmp_path / "levels" / "a" / "bad.txt").write_text("S__!\n", "utf-8")
    found = opened(tmp_path / "levels", RICOSHEEP)
    assert isinstance(found, FileLevels)
    found.read_all()
    assert [(section.title, len(section.places)) for section in found.sections()] == [("a", 3), ("b", 1), ("", 1)]
    faults = [place for place in range(len(found)) if found.facts(place, "en").fault is not None]
    assert len(faults) == 1
    assert found.facts(faults[0], "en").title == "bad.txt"
    assert found.place_of(0) == 1
    assert len(found.playable()) == 4


def test_what_is_opened(tmp_path: Path) -> None:
    level = pack("sokoban").entry("1").level  # type: ignore[union-attr]
    moves = tmp_path / "moves.lurd"
    moves.write_text("r", "utf-8")
    assert isinstance(opened(moves, SOKOBAN, level), Followed | Text)
    assert str(opened(tmp_path / "nothing.txt", SOKOBAN, level)) == "there is no such file"
    (tmp_path / "bad.txt").write_text("?!\n", "utf-8")
    assert isinstance(opened(tmp_path / "bad.txt"), Text)


def test_a_recipe_is_remembered_and_a_wrong_one_forgotten(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first = last_recipe(store, SOKOBAN)
        assert first.generator == SOKOBAN.making.generators[0].id
        other = Recipe("reverse", {"rows": 8, "columns": 9, "boxes": 3, "difficulty": "any"})
        remember_recipe(store, SOKOBAN, other)
        assert last_recipe(store, SOKOBAN) == other
        store.set("generator:sokoban", ["reverse", {"rows": 1000}])
        assert last_recipe(store, SOKOBAN) == first
        store.set("generator:sokoban", "nonsense")
        assert last_recipe(store, SOKOBAN) == first
