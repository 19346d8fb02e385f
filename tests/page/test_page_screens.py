"""The screens of the page around the game, without a browser: own levels, the day's level, statistics, paper, files."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest

from cassetete.app.collections.daily import job
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.hints import solution
from cassetete.app.store.schema import MIGRATIONS
from cassetete.app.workers.perform import perform
from cassetete.core.answers import Limits
from cassetete.front.page.screens.play import PlayScreen
from cassetete.scene.theme import THEMES
from cassetete.session.jobs import Made
from page.talking import Page

every_game = pytest.mark.parametrize("game_id", list(games()))
BOARD = "######\n#@$ .#\n######\n"
SECOND = "######\n#@ $.#\n######\n"


def cards(page: Page) -> list[dict[str, Any]]:
    return [card for section in page.parts["levels"]["sections"] for card in section["cards"]]


def tools(page: Page) -> set[str]:
    return {tool["do"] for tool in page.parts["levels"]["tools"]}


def win(page: Page, game_id: str, level: Any) -> None:
    """Play the moves of a solution on the board that is shown, as the player's own."""
    game = games()[game_id]
    answer = solution(game, level, game.rules.start(level), Limits(nodes=400_000))
    screen = page.table.screen
    assert isinstance(screen, PlayScreen)
    screen.controller.play(answer.moves)
    page.send(t="redraw")
    assert page.parts["play"]["won"]


# The pack


@pytest.mark.parametrize("chosen", ["", "colour-blind"])
def test_the_board_is_saved_as_a_picture_of_its_own(chosen: str) -> None:
    page = Page(then="turtle/3")
    if chosen:
        page.table.settings.theme = chosen
    page.do("picture")
    saved = page.effects[-1]["picture"]
    assert saved["name"] == "turtle.svg"
    for theme in ("light", "dark"):
        whole = ElementTree.fromstring(saved[theme])
        assert len(list(whole)) > 20 and "class" not in saved[theme]
        assert THEMES[chosen or theme]["board"] in saved[theme]


def test_levels_are_searched_folded_and_filtered() -> None:
    page = Page()
    page.send(t="open", address="sokoban")
    everything = cards(page)
    assert everything[0]["next"]
    page.do("search", text=everything[3]["title"].upper())
    assert [card["id"] for card in cards(page)] == [everything[3]["id"]]
    page.do("search", text="")
    first = page.parts["levels"]["sections"][0]
    page.do("fold", key=first["key"])
    assert len(cards(page)) == len(everything) - len(first["cards"])
    assert len(cards(Page(page.texts, then="sokoban"))) == len(cards(page))  # it stays folded


def test_only_unsolved_levels_are_shown_when_asked() -> None:
    page = Page()
    found = pack("ricosheep")
    assert found is not None
    page.send(t="open", address="ricosheep/1")
    win(page, "ricosheep", found.entry("1").level)
    page.send(t="open", address="ricosheep")
    count = len(cards(page))
    assert cards(page)[0]["stars"] and cards(page)[1]["next"]
    page.do("unsolved")
    assert len(cards(page)) == count - 1


def test_a_locked_level_is_not_opened() -> None:
    page = Page()
    page.table.settings.lock_levels = True
    page.send(t="open", address="turtle")
    assert cards(page)[1]["locked"]
    page.do("level", id=cards(page)[1]["id"])
    assert page.parts["kind"] == "levels"
    page.do("level", id=cards(page)[0]["id"])
    assert page.parts["kind"] == "play"


# My levels


def test_pasted_levels_are_kept_in_my_levels() -> None:
    page = Page()
    page.send(t="open", address="")
    page.do("text", text=BOARD)
    assert page.parts["kind"] == "play"
    page.send(t="open", address="sokoban/mine")
    assert [section["title"] for section in page.parts["levels"]["sections"]] == ["Pasted levels"]
    again = Page(page.texts, then="sokoban/mine")
    again.do("level", id=cards(again)[0]["id"])
    assert again.parts["kind"] == "play"
    again.do("back")
    assert again.parts["head"]["title"] == page.parts["head"]["title"]


def test_own_levels_are_named_moved_deleted_and_brought_back() -> None:
    page = Page(then="sokoban/mine")
    assert page.parts["levels"]["empty"]
    page.do("text", text=BOARD)
    page.do("text", text=SECOND)
    page.do("new")
    page.do("name", values={"title": "  Hard   ones "})
    sections = page.parts["levels"]["sections"]
    assert [section["title"] for section in sections] == ["Pasted levels", "Hard ones"]
    first, second = (card["id"] for card in cards(page))
    page.do("card", id=first)
    page.do("set", name="title", value="Corner <b>")
    page.do("set", name="author", value="Ada")
    page.do("set", name="collection", value=sections[1]["key"])
    page.do("close")
    shown = page.parts["levels"]["sections"]
    assert [[card["id"] for card in section["cards"]] for section in shown] == [[second], [first]]
    assert shown[1]["cards"][0]["title"] == "Corner <b>"
    page.do("collection", key=shown[1]["key"])
    page.do("up")
    assert [section["title"] for section in page.parts["levels"]["sections"]] == ["Hard ones", "Pasted levels"]
    page.do("card", id=first)
    page.do("save")
    assert "Corner <b>" in page.effects[-1]["file"]["text"]
    page.do("delete")
    assert [card["id"] for card in cards(page)] == [second]
    page.key("z", ctrl=True)
    assert [card["id"] for card in cards(page)] == [first, second]
    page.do("collection", key=shown[1]["key"])
    page.do("delete")
    assert [card["id"] for card in cards(page)] == [second]
    assert "undo" in tools(page)


def test_what_another_tab_deletes_is_gone_from_the_screen() -> None:
    page = Page(then="sokoban/mine")
    page.do("text", text=BOARD)
    other = Page(page.texts, then="sokoban/mine")
    before = dict(page.texts)
    page.do("card", id=cards(page)[0]["id"])
    page.do("delete")
    assert len(cards(other)) == 1
    rows = {key: page.texts.get(key) for key in before.keys() | page.texts if before.get(key) != page.texts.get(key)}
    other.send(t="rows", rows=rows)
    assert cards(other) == []


def test_a_file_of_levels_is_browsed_and_imported() -> None:
    page = Page(then="sokoban")
    text = f"; one\n{BOARD}\n; two\n{SECOND}"
    page.do("text", base64=base64.b64encode(text.encode("utf-16")).decode(), name="Two rooms")
    assert page.parts["head"]["title"] == "Two rooms"
    assert len(cards(page)) == 2
    page.do("keep")
    page.do("level", id=cards(page)[1]["id"])
    assert page.parts["kind"] == "play"
    page.do("back")
    assert page.parts["head"]["title"] == "Two rooms"
    page.send(t="open", address="sokoban/mine")
    assert [section["title"] for section in page.parts["levels"]["sections"]] == ["Two rooms"]
    page.do("text", base64=base64.b64encode(text.encode()).decode(), name="Two rooms")
    assert len(cards(page)) == 2  # they were there


def test_a_collection_is_saved_as_one_file_that_can_be_opened_again() -> None:
    page = Page(then="sokoban/mine")
    page.do("text", text=BOARD)
    page.do("text", text=SECOND)
    page.do("collection", key=page.parts["levels"]["sections"][0]["key"])
    page.do("save")
    text = page.effects[-1]["file"]["text"]
    friend = Page(then="sokoban/mine")
    friend.do("text", text=text, name="Friend")
    assert len(cards(friend)) == 2


def test_a_file_that_is_no_text_is_refused_with_a_reason() -> None:
    page = Page(then="sokoban")
    page.do("text", base64=base64.b64encode(bytes(range(256))).decode(), name="picture")
    assert page.parts["kind"] == "levels"
    assert page.effects[-1]["say"]


# Pasted from elsewhere


@pytest.mark.parametrize(
    ("text", "game_id"),
    [
        ("https://puzz.link/p?slither/4/3/06b.hd", "slitherlink"),
        ("http://pzv.jp/p.html?slither/4/3/06b.hd", "slitherlink"),
        (BOARD, "sokoban"),
        ("; title\n" + BOARD + "Title: Small\nAuthor: Me\n", "sokoban"),
        ("0765+42+2E21BD0F+93", "turtle"),
    ],
)
def test_levels_of_other_programs_are_understood_when_pasted(text: str, game_id: str) -> None:
    page = Page(then="")
    page.do("text", text=text)
    assert page.parts["kind"] == "play", page.effects
    assert page.parts["play"]["game"] == game_id
    assert MyLevels(page.table.store).count(games()[game_id]) == 1


# The level of the day


@every_game
def test_the_level_of_the_day_is_the_same_for_everyone_and_counts_days(game_id: str) -> None:
    game = games()[game_id]
    if not game.making.generators:
        pytest.skip("it makes no levels")
    monday = datetime(2026, 11, 16, 12, tzinfo=UTC)
    clock = [monday]
    page = Page(now=lambda: clock[0], then="")
    for day in range(2):
        clock[0] = monday + timedelta(days=day)
        made = perform(1, job(game, clock[0].date()), lambda _working: None)
        assert isinstance(made, Made) and made.level is not None
        page.send(t="open", address="")
        page.do("daily", id=game_id)
        page.think()
        assert page.parts["kind"] == "play"
        assert str(clock[0].date()) in page.parts["head"]["title"]
        win(page, game_id, made.level)  # the very level that another machine makes
        page.send(t="open", address="")
        card = next(card for card in page.parts["home"]["daily"]["cards"] if card["id"] == game_id)
        assert card["done"] and str(day + 1) in card["label"]
        tile = next(tile for tile in page.parts["home"]["games"] if tile["id"] == game_id)
        assert (tile["done"], tile["stars"]) == (0, 0)  # it does not come with the game
    clock[0] = monday + timedelta(days=2)
    page.send(t="redraw")
    card = next(card for card in page.parts["home"]["daily"]["cards"] if card["id"] == game_id)
    assert not card["done"] and "2" in card["label"]  # today does not end it
    assert page.texts == Page(page.texts).texts


def test_the_day_s_generator_stops_when_it_is_closed() -> None:
    page = Page(then="ricosheep")
    page.do("daily")
    asked = page.questions[-1]
    page.send(t="key", command="escape", name="Escape")
    assert page.parts["sheet"] is None
    assert page.questions[-1] == {"ticket": asked["ticket"], "do": "cancel"}


# Random levels


def test_random_levels_are_kept_and_another_like_the_last_is_made() -> None:
    page = Page(then="ricosheep")
    page.do("random")
    page.do("set", name="count", value=2)
    page.do("set", name="rows", value=5)
    page.do("go")
    page.think()
    assert page.parts["levels"]["sections"][0]["title"] == "Random levels"
    assert len(cards(page)) == 2
    page.do("level", id=cards(page)[0]["id"])
    page.do("another")
    page.think()
    assert page.parts["kind"] == "play"
    assert page.table.store.setting("generator:ricosheep")[1]["rows"] == 5
    assert MyLevels(page.table.store).count(games()["ricosheep"]) == 3


# Jobs end when nobody waits for them


@pytest.mark.parametrize("command", ["hint", "solve", "explain", "print"])
def test_what_is_being_thought_about_stops_when_one_leaves(command: str) -> None:
    page = Page(then="slitherlink/9")
    page.questions.clear()
    page.do(command)
    if command == "print":
        page.do("go", which=0)
    ticket = next(packet["ticket"] for packet in page.questions if packet["do"] != "cancel")
    page.send(t="open", address="")
    assert {"ticket": ticket, "do": "cancel"} in page.questions


def test_a_check_in_the_editor_stops_when_the_drawing_changes_or_is_left() -> None:
    page = Page(then="ricosheep/1")
    page.do("edit")
    for step in ({"do": "size", "args": {"name": "rows", "step": 1}}, {"do": "back"}):
        page.questions.clear()
        page.do("check")
        ticket = page.questions[-1]["ticket"]
        page.send(t="do", **step)
        assert {"ticket": ticket, "do": "cancel"} in page.questions


# Drawing


@every_game
def test_a_drawing_is_kept_after_every_stroke_and_goes_to_my_levels(game_id: str) -> None:
    game = games()[game_id]
    if game.making.editor is None:
        pytest.skip("it has no editor")
    page = Page(then=f"{game_id}/2")
    page.do("edit")
    page.do("size", name="rows", step=1)
    drawn = page.table.store.read("SELECT text FROM drafts WHERE game = ?", game_id)[0][0]
    again = Page(page.texts, then=game_id)
    again.do("editor")
    again.do("keep")
    again.do("keep")  # in its place
    mine = MyLevels(again.table.store)
    [collection] = mine.collections(game)
    assert collection.kind is Kind.DRAWN
    assert [item.text for item in mine.levels(collection.id)] == [drawn]
    again.do("new")
    again.do("undo")
    assert again.table.store.read("SELECT text FROM drafts WHERE game = ?", game_id)[0][0] == drawn


def test_a_check_says_why_a_level_is_impossible() -> None:
    page = Page(then="sokoban")
    page.do("editor")
    page.do("text", text="#####\n#@ .#\n#  $#\n#####\n")
    page.do("check")
    page.think()
    assert page.parts["note"]["kind"] == "lost"
    assert "Proven impossible: " in page.parts["note"]["text"]


# Statistics, paper, links, keys that are held


def test_statistics_count_what_was_won() -> None:
    page = Page(then="ricosheep/1")
    found = pack("ricosheep")
    assert found is not None
    win(page, "ricosheep", found.entry("1").level)
    page.send(t="open", address="")
    page.do("records")
    page.do("statistics")
    rows = page.parts["statistics"]["rows"]
    assert rows[0]["name"] == "Ricosheep" and rows[0]["cells"][0].startswith("1 / ")
    assert page.parts["statistics"]["plots"][0]["bars"][-1]["total"] == 1
    page.key("Escape")
    assert page.parts["kind"] == "records"


@every_game
def test_a_page_to_print_has_the_puzzle_and_its_solution(game_id: str) -> None:
    page = Page(then=f"{game_id}/1")
    page.do("print")
    page.do("go", which=0)
    page.think()
    pages = page.effects[-1]["print"]
    assert len(pages) == 2
    assert all(text.startswith("<svg") and "style=" not in text for text in pages)  # the page allows no inline style


def test_links_lead_to_the_address_the_player_chose() -> None:
    page = Page(then="sokoban/1")
    page.do("settings")
    page.do("set", name="page_address", value="javascript:alert(1)")
    assert page.effects[-1]["say"]
    page.do("set", name="page_address", value="https://example.org/play/")
    page.do("close")
    page.do("share")
    assert page.parts["sheet"]["links"][0]["address"] == "https://example.org/play/#sokoban/first"
    page.do("close")
    page.do("link")
    assert page.effects[-1]["copy_link"] == "https://example.org/play/#sokoban/first"


def test_heights_are_shown_while_the_space_bar_is_held() -> None:
    page = Page(then="pushit/2")
    assert page.parts["play"]["held"] == ["space"]
    before = page.elements
    page.send(t="hold", name="space", down=True)
    assert len(page.elements) > len(before)
    page.send(t="hold", name="space", down=False)
    assert page.elements == before


@every_game
def test_f1_tells_the_rules(game_id: str) -> None:
    page = Page(then=f"{game_id}/1", language="fr")
    page.do("keys")
    assert (
        not games()[game_id].package.startswith("cassetete.")
        or sum(len(paragraphs) for _heading, paragraphs in page.parts["sheet"]["rules"]) >= 3
    )


# Versions


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_a_page_of_a_later_version_keeps_every_save(version: int) -> None:
    page = Page(then="sokoban/2")
    for name in ("Left", "Right", "Up", "Down"):
        page.key(name)
    rows = [key for key in page.texts if key.startswith("running:")]
    assert rows
    old = {key: text for key, text in page.texts.items() if key.split(":")[0] in ("running", "settings")}
    later = Page({**old, "version": str(version)}, then="sokoban/2")
    assert later.parts["panel"][0]["rows"][0] == page.parts["panel"][0]["rows"][0]
    assert later.texts["version"] == str(len(MIGRATIONS))
    kept = json.loads(later.texts[rows[0]])
    assert kept["save"] == json.loads(page.texts[rows[0]])["save"]


def test_a_page_of_an_earlier_version_does_not_lose_what_a_later_one_wrote() -> None:
    page = Page(then="sokoban/2")
    page.key("Left")
    newer = {**page.texts, "version": str(len(MIGRATIONS) + 3), "new_table:1": '{"id": 1}'}
    older = Page(newer, then="sokoban/2")
    older.key("Right")
    assert older.texts["new_table:1"] == '{"id": 1}'
    assert older.texts["version"] == newer["version"]
