"""The page for fingers: every control is large enough and not covered, every text can be read, on small phones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from page.browsing import Server, Visitor, looks
from page.test_page_trouble import packed
from page.test_page_walk import SCREENS, at

LEAST = 40
"""Pixels that a finger needs, across and down."""

SIZES = {"phone": (360, 640), "landscape": (640, 360)}

MORE = {"draw": at("slitherlink/9"), "turn": at("pushit/9")}
"""Games with six buttons below the board."""

STRANGE = """([least]) => {
  const front = document.querySelector("dialog[open]") ?? document.body;
  const name = (one) => (one.ariaLabel || one.textContent || one.id || one.type).trim().slice(0, 40);
  const found = [];
  for (const one of front.querySelectorAll("button, input, select, textarea, a[href]")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.disabled || one.closest("#toast")) continue;
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const [x, y, reach] = [box.left + box.width / 2, box.top + box.height / 2, least / 2 - 1];
    for (const [dx, dy] of [[0, 0], [-reach, 0], [reach, 0], [0, -reach], [0, reach]]) {
      const hit = document.elementFromPoint(x + dx, y + dy);
      const its = hit && (one.contains(hit) || hit.contains(one) && hit.tagName === "LABEL");
      const wide = (dx && box.width >= least) || (dy && box.height >= least);
      if (!its && !(wide && hit === null)) found.push(`${name(one)}: ${dx}, ${dy} is ${hit?.tagName} ${hit?.id}`);
    }
  }
  const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    if (holder.closest("svg.board, svg.picture, .unseen, script")) continue;
    if (getComputedStyle(holder).clipPath !== "none") continue;
    const scale = holder instanceof SVGElement ? holder.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(holder).fontSize) * scale;
    if (size < 11.95) found.push(`${holder.textContent.trim().slice(0, 40)}: ${size.toFixed(1)} px`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def finger(browser: Any, server: Server) -> Iterator[Visitor]:
    """Someone with a phone, who stays."""
    visitor = Visitor(browser, server.address, **looks(language="fr-FR"))
    visitor.open("ricosheep/1")
    visitor.swipe(90, 0)
    visitor.swipe(0, 90)
    visitor.see(".end h2")  # so that there are records
    yield visitor
    visitor.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", [*MORE, *SCREENS, "lesson"])
def test_every_control_is_large_enough_for_a_finger(finger: Visitor, screen: str, size: str) -> None:
    width, height = SIZES[size]
    finger.page.set_viewport_size({"width": width, "height": height})
    if screen == "lesson":
        finger.go("turtle")
        if finger.page.locator("[data-do=lesson]").count():
            finger.do("lesson")
        finger.see(".lesson")
    else:
        {**MORE, **SCREENS}[screen](finger)
    try:
        assert finger.page.evaluate(STRANGE, [LEAST]) == []
    finally:
        for _front in range(3):
            if finger.page.locator("dialog[open]").count():
                finger.key("Escape")


def test_the_statistics_fit_a_small_phone(finger: Visitor) -> None:
    """Every column is there, and nothing scrolls sideways."""
    finger.page.set_viewport_size({"width": 360, "height": 640})
    at("statistics")(finger)
    wide, room = finger.page.locator(".figures").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert wide <= room
    assert finger.page.locator(".figures tbody tr").first.locator("td:visible").count() >= 5


def test_a_lesson_speaks_of_fingers_where_there_are_no_keys(finger: Visitor, regular: Visitor) -> None:
    for visitor, way, other in ((finger, "touch", "text"), (regular, "text", "touch")):
        visitor.go("")
        visitor.go("sokoban")
        if visitor.page.locator("[data-do=lesson]").count():
            visitor.do("lesson")
        visitor.see(f".lesson .by-{way}")
        assert visitor.page.locator(f".lesson .by-{other}").is_hidden()
        visitor.do("skip")


def test_a_hint_names_no_key_where_there_are_none(finger: Visitor) -> None:
    finger.page.set_viewport_size({"width": 360, "height": 640})
    finger.go("sokoban/5")
    finger.do("hint")
    finger.see(".note.hint .button")
    assert finger.page.locator(".note.hint .button").inner_text() == "En dire plus"


CORRIDOR = f"sokoban/z.{packed(b'%s%c#@%s$ .#%c%s' % (b'#' * 64, 10, b' ' * 58, 10, b'#' * 64))}"
"""A level whose solution plays for so long that it can be paused."""


def tapped(visitor: Visitor, selector: str) -> None:
    """A real tap on a button, of which the browser makes a click, or not."""
    button = visitor.page.locator(selector)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    visitor.touch("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    visitor.touch("touchEnd")


def test_a_tap_right_after_a_swipe_is_not_lost(finger: Visitor) -> None:
    """Of twenty such taps on Undo, Chromium took half for the end of a scroll."""
    finger.page.set_viewport_size({"width": 360, "height": 640})
    finger.go("ricosheep/6")
    moves = finger.page.locator(".rows dd").first
    for stroke in [(0, 90), (90, 0), (0, -90), (-90, 0)] * 3:
        before = int(moves.inner_text())
        finger.swipe(*stroke)
        if int(moves.inner_text()) == before:
            continue  # no sheep can move there
        tapped(finger, '.dock [data-do="undo"]')
        expect(moves).to_have_text(str(before))
        finger.swipe(*stroke)
        expect(moves).to_have_text(str(before + 1))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", ["pushit/9", "slitherlink/9", CORRIDOR])
def test_no_word_below_the_board_is_cut(finger: Visitor, place: str, size: str) -> None:
    width, height = SIZES[size]
    finger.page.set_viewport_size({"width": width, "height": height})
    cut = """() => [...document.querySelectorAll(".dock button")].filter((one) => {
        const [label, box] = [one.querySelector(".label").getBoundingClientRect(), one.getBoundingClientRect()];
        return label.left < box.left - 1 || label.right > box.right + 1 || label.bottom > box.bottom + 1;
    }).map((one) => one.textContent)"""
    finger.go(place)
    if place == CORRIDOR:
        finger.do("solve")
        finger.see('.dock [data-do="pause"]')
        finger.do("pause")
    assert finger.page.evaluate(cut) == []


@pytest.mark.parametrize("game_id", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_the_editors_tools_are_seen_on_a_phone_that_lies(finger: Visitor, game_id: str) -> None:
    """At least six of them, or all: beside the board, above the buttons, without scrolling."""
    finger.page.set_viewport_size({"width": 640, "height": 360})
    finger.go(f"{game_id}/5")
    finger.do("edit")
    finger.see(".tool")
    seen, all_of_them = finger.page.evaluate(
        """() => {
            const [tools, dock] = [[...document.querySelectorAll(".tool")], document.querySelector(".dock")];
            const edge = dock.getBoundingClientRect().top;
            return [tools.filter((one) => one.getBoundingClientRect().bottom <= edge).length, tools.length];
        }"""
    )
    assert seen >= min(6, all_of_them)


@pytest.mark.parametrize("size", SIZES)
def test_an_explained_solution_leaves_room_for_the_board(finger: Visitor, size: str) -> None:
    width, height = SIZES[size]
    finger.page.set_viewport_size({"width": width, "height": height})
    finger.go("slitherlink/2")
    finger.do("explain")
    next_step = finger.page.locator('.dock [data-do="step"]').last
    expect(next_step).to_be_enabled()
    for _step in range(8):
        finger.press_button(next_step)
        box = finger.page.locator("svg.board").bounding_box()
        assert box is not None and box["height"] >= height / 3
    text = finger.page.locator(".panel")
    assert text.evaluate("one => getComputedStyle(one).overflowY") == "auto", "what does not fit can be scrolled to"


def test_a_supposition_names_keys_only_where_there_are_some(finger: Visitor, regular: Visitor) -> None:
    for visitor, keys in ((finger, False), (regular, True)):
        visitor.go("slitherlink/12")
        visitor.do("suppose")
        visitor.see(".note > span", "Supposition 1.")
        assert visitor.page.locator(".note .by-text").is_visible() is keys
        visitor.do("reject")


def test_what_is_said_while_a_sheet_is_open_is_seen_in_front_of_it(finger: Visitor) -> None:
    finger.page.set_viewport_size({"width": 360, "height": 640})
    finger.go("")
    finger.do("settings")
    finger.do("data")
    finger.upload("import", "notes.txt", b"nothing that was saved")
    finger.see("#toast.on")
    box = finger.page.locator("#toast").bounding_box()
    colour = finger.page.locator("#toast").evaluate("one => getComputedStyle(one).backgroundColor")
    assert box is not None
    shot = Image.open(io.BytesIO(finger.page.screenshot())).convert("RGB")
    edge = shot.crop((round(box["x"]) + 8, round(box["y"] + box["height"] / 2), 360, 640))
    assert f"rgb({', '.join(map(str, edge.tobytes()[:3]))})" == colour
    finger.key("Escape")


def test_a_long_press_selects_no_text_and_quick_taps_do_not_zoom(finger: Visitor) -> None:
    finger.go("ricosheep/4")
    style = "(one, name) => getComputedStyle(one)[name]"
    for button in finger.page.locator("button:visible").all():
        assert button.evaluate(style, "userSelect") == "none"
    assert finger.page.locator("html").evaluate(style, "touchAction") == "manipulation"
    assert finger.page.locator(".stage").evaluate(style, "touchAction") == "none"
