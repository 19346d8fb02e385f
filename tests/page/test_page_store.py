"""The page's store: rows as texts, kept, brought up to date, shared between pages, and taken over from a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.levels.library import pack
from cassetete.app.store import Store, level_key
from cassetete.app.store.schema import MIGRATIONS
from cassetete.core.contract import Status
from cassetete.core.grid import Direction
from cassetete.front.page.store import VERSION, BadData, PageStore
from cassetete.session.session import Session, begin


def won_game(name: str = "1") -> Session:
    found = pack("ricosheep")
    assert found is not None
    entry = found.entry(name)
    session = begin(entry.game, entry.level).play((Direction.RIGHT, Direction.DOWN))
    assert session.status is Status.WON
    return session


def kept(store: PageStore, texts: dict[str, str]) -> dict[str, str]:
    """What the page keeps after the store's changes."""
    after = dict(texts)
    for key, text in store.changes().items():
        if text is None:
            after.pop(key, None)
        else:
            after[key] = text
    return after


def test_what_is_kept_is_there_after_a_reload() -> None:
    store = PageStore({})
    store.set("theme", "dark")
    store.finish_lesson("sokoban", "first")
    session = won_game()
    store.win(session.game, session.level, session.record)
    store.keep(begin(session.game, session.level).play((Direction.RIGHT,)), "ricosheep:1")
    texts = kept(store, {})
    again = PageStore(texts)
    key = level_key(session.game, session.level)
    assert again.setting("theme") == "dark"
    assert again.lessons("sokoban") == {"first"}
    assert again.stars(key) == 3
    assert again.top(key) == store.top(key)
    assert again.saved_games() == store.saved_games()
    assert again.changes() == {}


def test_a_change_is_sent_once_and_only_its_row() -> None:
    store = PageStore({})
    store.changes()
    store.set("theme", "dark")
    assert list(store.changes()) == ["settings:theme"]
    assert store.changes() == {}


def test_a_deleted_row_is_deleted_in_the_page() -> None:
    session = won_game()
    store = PageStore({})
    store.keep(session, "")
    key = level_key(session.game, session.level)
    texts = kept(store, {})
    assert f"running:{key}" in texts
    store.forget(key)
    assert store.changes() == {f"running:{key}": None}


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_rows_of_an_older_version_are_brought_up_to_date_and_kept(version: int) -> None:
    save = won_game()
    row = {"level": "ricosheep:x", "game": "ricosheep", "source": "", "save": "cassetete save 1\n", "updated": "2026"}
    score = dict.fromkeys(("level", "player", "date"), "x") | dict.fromkeys(
        ("score", "moves", "pushes", "cost", "seconds", "hints", "record"), 1
    )
    texts = {VERSION: str(version), "running:ricosheep:x": json.dumps(row), "scores:1": json.dumps({"id": 1, **score})}
    store = PageStore(texts)
    assert [game.save for game in store.saved_games()] == ["cassetete save 1\n"]
    assert store.top("x")[0].solution == ""
    changes = store.changes()
    assert changes[VERSION] == str(len(MIGRATIONS))
    assert json.loads(changes["scores:1"] or "")["solution"] == ""
    store.keep(save, "")
    assert len(store.saved_games()) == 2


def test_texts_that_are_no_rows_are_left_alone() -> None:
    store = PageStore({VERSION: str(len(MIGRATIONS)), "running:a": "{", "nothing:b": "{}", "settings:c": "[]"})
    assert store.saved_games() == []
    assert store.changes() == {}


def test_rows_of_another_page_are_taken_over() -> None:
    one, two = PageStore({}), PageStore({})
    one.changes(), two.changes()
    session = won_game()
    one.win(session.game, session.level, session.record)
    one.set("theme", "dark")
    two.adopt(one.changes())
    assert two.stars(level_key(session.game, session.level)) == 3
    assert two.setting("theme") == "dark"
    assert two.changes() == {}


def test_a_row_that_another_page_deletes_is_gone_here_too() -> None:
    session = won_game()
    one, two = PageStore({}), PageStore({})
    one.keep(session, "")
    two.adopt(one.changes())
    assert len(two.saved_games()) == 1
    one.forget(level_key(session.game, session.level))
    two.adopt(one.changes())
    assert two.saved_games() == []
    assert two.changes().keys() == {VERSION}


@pytest.mark.parametrize("shared", [False, True])
def test_rows_that_two_pages_add_at_the_same_moment_are_all_kept(*, shared: bool) -> None:
    """Neither knows yet what the other writes: both won the level, both drew one and made a collection."""
    session = won_game()
    before: dict[str, str] = {}
    if shared:  # both begin with rows of an earlier page
        store = PageStore({})
        MyLevels(store).add_to(session.game, MyLevels(store).new_collection(session.game, "old"), [session.level])
        store.win(session.game, session.level, session.record)
        before = kept(store, before)
    one, two = PageStore(before), PageStore(before)
    for store, title in ((one, "first"), (two, "second")):
        mine = MyLevels(store)
        mine.add_to(session.game, mine.new_collection(session.game, title), [session.level])
        store.win(session.game, session.level, session.record)
    after = PageStore(kept(two, kept(one, before)))
    mine = MyLevels(after)
    found = {str(each.title): len(mine.levels(each.id)) for each in mine.collections(session.game)}
    assert found == {"first": 1, "second": 1} | ({"old": 1} if shared else {})
    assert len(after.top(level_key(session.game, session.level))) == (3 if shared else 2)


def test_two_pages_that_draw_their_first_level_at_the_same_moment_make_one_collection() -> None:
    session = won_game()
    game, board = session.game, session.level
    other = pack(game.id)
    assert other is not None
    before: dict[str, str] = {}
    for _again in range(2):  # once more after the collection was deleted
        one, two = PageStore(before), PageStore(before)
        MyLevels(one).add(game, [board], Kind.DRAWN)
        MyLevels(two).add(game, [other.entry("2").level], Kind.DRAWN)
        after = PageStore(kept(two, kept(one, before)))
        [drawn] = MyLevels(after).collections(game)
        assert (drawn.kind, drawn.total) == (Kind.DRAWN, 2)
        MyLevels(after).delete_collection(drawn.id)
        before = kept(after, before)


def test_the_drawn_levels_of_two_pages_become_one_collection_when_a_file_is_added() -> None:
    session = won_game()
    game = session.game
    found = pack(game.id)
    assert found is not None
    first, second, third = (found.entry(name).level for name in ("1", "2", "3"))
    one, two = PageStore({}), PageStore({})
    MyLevels(one).new_collection(game, "before it")  # so that the collections have other places
    MyLevels(one).add(game, [first, second], Kind.DRAWN)
    MyLevels(two).add(game, [third, second], Kind.DRAWN)
    two.take_over(one.file())
    [drawn] = [each for each in MyLevels(two).collections(game) if each.kind is Kind.DRAWN]
    assert drawn.total == 3


def test_numbers_of_rows_stay_exact_in_the_page() -> None:
    """Each is above those before, and a number of JavaScript, after very many rows too."""
    session = won_game()
    mine = MyLevels(PageStore({}))
    numbers = [mine.new_collection(session.game, "") for _each in range(2000)]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 2**53 // 100


def test_a_file_goes_from_page_to_page_and_to_the_window(tmp_path: Path) -> None:
    session = won_game()
    one = PageStore({})
    one.win(session.game, session.level, session.record)
    (tmp_path / "cassetete.sqlite").write_bytes(one.file())
    with Store(tmp_path) as window:
        assert window.notice is None
        assert window.stars(level_key(session.game, session.level)) == 3
    two = PageStore({})
    worse = replace(session, hints=3, seconds=99.0)
    two.win(session.game, session.level, worse.record)
    assert two.take_over(one.file()) > 0
    assert len(two.top(level_key(session.game, session.level))) == 2
    assert two.take_over(one.file()) == 0


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(100)])
def test_a_file_that_is_none_changes_nothing(content: bytes) -> None:
    store = PageStore({})
    store.changes()
    with pytest.raises(BadData):
        store.take_over(content)
    assert store.changes() == {}
