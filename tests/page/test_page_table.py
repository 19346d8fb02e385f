"""The table, without a browser: every game is opened, played, won, edited and shared by messages."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.hints import solution
from cassetete.core.answers import Limits
from cassetete.front.page.theme_css import FILE, theme_css
from page.talking import Page

ARROWS = ("Left", "Right", "Up", "Down")


every_game = pytest.mark.parametrize("game_id", list(games()))


def test_home_shows_every_game_with_its_board() -> None:
    page = Page()
    page.send(t="open", address="")
    assert page.parts["kind"] == "home"
    assert [tile["id"] for tile in page.parts["home"]["games"]] == list(games())
    for tile in page.parts["home"]["games"]:
        ElementTree.fromstring(f"<svg>{tile['picture']['svg']}</svg>")


@every_game
def test_a_level_is_won_by_the_moves_of_its_solution_and_earns_stars(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    assert page.parts["kind"] == "play"
    found = pack(game_id)
    assert found is not None
    entry = found.entry("1")
    answer = solution(entry.game, entry.level, entry.state, Limits(nodes=200_000))
    moves = entry.game.notation.write(entry.level, entry.state, answer.moves)
    page.do("text", text=moves)
    assert page.parts["kind"] == "board"
    page.send(t="key", command="end", name="End")
    page.do("play-on")
    assert page.parts["kind"] == "play"
    assert page.parts["play"]["won"]
    assert page.parts["end"]["buttons"]


@every_game
def test_the_board_follows_every_message(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/2")
    for name in (*ARROWS, "space", *ARROWS, "space", "a", "a", "y", "r"):
        page.key(name)
        patched = page.elements
        page.send(t="redraw")
        assert page.elements == patched
    for element in page.elements:
        ElementTree.fromstring(element)


@every_game
def test_symbols_are_there_before_they_are_used(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/3")
    for name in ARROWS * 2:
        page.key(name)
        used = {
            use.attrib["href"].removeprefix("#")
            for element in page.elements
            for use in ElementTree.fromstring(element).iter("use")
        }
        assert used <= page.symbols


def test_a_walk_and_a_push_by_taps_show_the_man_all_the_way() -> None:
    """The table's page says if something is drawn whose picture was never sent; a walk turns the man on its way."""
    page = Page(then="")
    page.do("text", text="########\n#      #\n# @$  .#\n#      #\n########\n")
    for at in ([1.5, 1.5], [3.5, 2.5], [6.5, 2.5]):
        page.send(t="press", at=at, button=1, touch=True)
    assert page.parts["play"]["won"]
    assert any('href="#art-sokoban-player-' in element for element in page.elements)


@every_game
def test_a_game_goes_on_after_a_reload(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/2")
    for name in (*ARROWS, "space"):
        page.key(name)
    shown, address = page.elements, page.parts["address"]
    again = Page(page.texts)
    again.send(t="open", address=address)
    assert again.parts["panel"][0]["rows"][0] == page.parts["panel"][0]["rows"][0]
    assert len(again.elements) == pytest.approx(len(shown), abs=6)  # the cursor is not kept


@every_game
def test_a_hint_comes_from_the_thinker_and_is_played_when_asked_again(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.questions.clear()
    page.do("hint")
    page.think()
    assert page.parts["note"]["kind"] == "hint"
    for _again in range(4):
        page.do("hint")
        page.think()
        if not page.parts["dock"][0].get("off"):  # there is something to undo
            return
    raise AssertionError("the hint was never played")


@every_game
def test_the_solution_plays_itself(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.questions.clear()
    page.do("solve")
    page.think()
    for _tick in range(200):
        page.send(t="tick", seconds=0.4)
        if page.parts["play"]["won"]:
            return
    raise AssertionError("the solution did not end in a win")


@every_game
def test_the_search_view_finds_the_solution_step_by_step(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.do("search")
    page.send(t="key", command="1", name="1")
    for _faster in range(6):
        page.do("faster")
    for _tick in range(400):
        page.send(t="tick", seconds=0.2)
        said = [block["text"] for block in page.parts["panel"] if block["k"] == "text"]
        if any("Solved" in text for text in said):
            break
    else:
        raise AssertionError(page.parts["panel"])
    page.key("Escape")
    assert page.parts["kind"] == "play"


@every_game
def test_a_level_is_drawn_checked_and_shared(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.send(t="open", address=game_id)
    page.do("editor")
    tools = next(block["tools"] for block in page.parts["panel"] if block["k"] == "tools")
    for tool in tools:
        page.do("tool", id=tool["id"])
        page.send(t="press", at=[1.5, 1.5], button=1)
        page.send(t="drag", **{"from": [0.5, 0.5]}, way=[[1.5, 0.5], [2.5, 0.5]], button=1)
        page.send(t="drop", **{"from": [0.5, 0.5]}, at=[2.5, 0.5], button=1, swipe="")
    page.do("undo")
    page.do("size", name="rows", step=1)
    page.do("check")
    page.think()
    assert page.parts["note"] is not None
    assert not any("internal" in effect.get("say", "") for effect in page.effects)


@every_game
def test_a_shared_solution_is_watched_by_someone_else(game_id: str) -> None:
    found = pack(game_id)
    assert found is not None
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.questions.clear()
    page.do("solve")
    page.think()
    for _tick in range(200):
        page.send(t="tick", seconds=0.4)
        if page.parts["play"]["won"]:
            break
    page.do("share")
    addresses = [link["address"] for link in page.parts["sheet"]["links"]]
    assert any("/solution." in address for address in addresses)
    friend = Page()
    friend.send(t="open", address=addresses[-1])
    assert friend.parts["kind"] == "board"
    assert friend.parts["head"]["title"] == page.parts["head"]["title"]


@every_game
def test_a_search_is_watched_to_its_end_and_leads_back(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.do("search")
    assert page.parts["kind"] == "board"
    page.key("1")
    page.key("End")
    for _tick in range(3000):
        page.send(t="tick", seconds=1.0)
        if any(part.get("live") for part in page.parts["panel"]) and page.parts["dock"][0].get("off"):
            break
    else:
        raise AssertionError("the search has not ended")
    page.key("Escape")
    assert page.parts["kind"] == "play"


@every_game
def test_a_solution_can_be_shortened_or_the_search_for_it_stopped(game_id: str) -> None:
    page = Page()
    page.send(t="open", address=f"{game_id}/1")
    page.questions.clear()
    found = pack(game_id)
    assert found is not None
    entry = found.entry("1")
    answer = solution(entry.game, entry.level, entry.state, Limits(nodes=200_000))
    page.do("text", text=entry.game.notation.write(entry.level, entry.state, answer.moves))
    page.key("i")
    assert page.questions.pop()["do"] == "ToImprove"
    page.key("Escape")
    assert page.questions.pop()["do"] == "cancel"
    assert page.parts["kind"] == "board", "Escape first stops the search"


@pytest.mark.parametrize(
    "address", ["nothing", "sokoban/nowhere", "sokoban/z.x", "<script>", "#", "sokoban/1/at.!!", "%%%"]
)
def test_a_bad_address_leads_home_and_says_why(address: str) -> None:
    page = Page()
    page.send(t="open", address=address)
    assert page.parts["kind"] == "home"
    assert address in ("#",) or page.effects[-1]["say"]


@pytest.mark.parametrize("text", ["https://puzz.link/p?slither/3/3/jeh", "___\n_4_\n___\n"])
def test_a_slitherlink_with_a_4_is_pasted_played_and_shared(text: str) -> None:
    page = Page()
    page.send(t="open", address="slitherlink")
    page.do("text", text=text)
    assert page.parts["kind"] == "play" and not page.parts["play"]["won"]
    page.do("share")
    address = page.parts["sheet"]["links"][0]["address"]
    friend = Page()
    friend.send(t="open", address=address)
    assert friend.parts["kind"] == "play"
    friend.do("text", text="1,1-1,2=+ 2,1-2,2=+ 1,1-2,1=+ 1,2-2,2=+")
    friend.send(t="key", command="end", name="End")
    friend.do("play-on")
    assert friend.parts["play"]["won"]


def test_a_slitherlink_with_a_4_is_drawn_and_checked() -> None:
    page = Page()
    page.send(t="open", address="slitherlink")
    page.do("editor")
    page.do("tool", id="4")
    before = page.elements
    page.send(t="press", at=[1.5, 1.5], button=1)
    assert page.elements != before
    page.do("check")
    page.think()
    assert "only" in page.parts["note"]["text"]


def test_a_title_full_of_markup_stays_text() -> None:
    evil = '# title: <img src=x onerror=alert(1)>"\n_S\nGB\n'
    page = Page()
    page.send(t="open", address="")
    page.do("text", text=evil)
    assert page.parts["kind"] == "play"
    assert page.parts["head"]["title"].startswith("<img")
    assert ["h1", {}, page.parts["head"]["title"]] in page.shown["head"]["show"][1]  # a text
    assert not any("<img" in element or "onerror" in element for element in page.elements)


def test_french_is_the_browsers_language_until_the_player_chooses() -> None:
    page = Page(language="fr")
    page.send(t="open", address="")
    assert page.parts["look"]["language"] == "fr"
    assert page.parts["words"]["back"] != "Back"
    page.do("settings")
    page.do("set", name="language", value="en")
    assert page.parts["words"]["back"] == "Back"
    assert Page(page.texts, "fr").table.settings.language == "en"


def test_nothing_is_sent_when_nothing_changes() -> None:
    page = Page()
    page.send(t="open", address="sokoban/1")
    assert page.send(t="hover", at=None).keys() == {"n"}


def test_a_message_that_fails_says_so_and_the_page_goes_on() -> None:
    page = Page()
    page.send(t="open", address="ricosheep/1")
    page.send(t="press", at=["x", "y"], button=1)
    assert page.effects[-1]["say"]
    page.key("Right")
    assert page.parts["panel"][0]["rows"][0][1] == "1"


def test_the_style_sheet_of_the_themes_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == theme_css(), "run python -m cassetete.front.page.theme_css"


@pytest.mark.parametrize(
    "title",
    [
        "</script>",
        "]]>",
        "<!--",
        "\x1b[2J",
        "\u202e",
        "\u2028",
        "\ud800",
        "{0}",
        "x" * 100_000,
        "'\"`",
        "${x}",
        "👩‍👩‍👧",
    ],
    ids=lambda title: repr(title)[:12],
)
def test_any_title_is_sent_as_a_text_of_some_length(title: str) -> None:
    page = Page()
    page.send(t="open", address="")
    page.do("text", text=f"# title: a{title}b\n# author: a{title}b\n_S\nGB\n")
    assert page.parts["kind"] == "play"
    shown = page.parts["head"]["title"]
    assert shown.startswith("a") and len(shown) <= 500
    assert ["h1", {}, shown] in page.shown["head"]["show"][1]
    page.table.receive(json.dumps({"n": page.sent + 1, "t": "open", "address": ""})).encode()
