"""The page for fingers: every control is large enough and not covered, every text can be read, on small phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from page.browsing import Server, Visitor, looks
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


def test_a_long_press_selects_no_text_and_quick_taps_do_not_zoom(finger: Visitor) -> None:
    finger.go("ricosheep/4")
    style = "(one, name) => getComputedStyle(one)[name]"
    for button in finger.page.locator("button:visible").all():
        assert button.evaluate(style, "userSelect") == "none"
    assert finger.page.locator("html").evaluate(style, "touchAction") == "manipulation"
    assert finger.page.locator(".stage").evaluate(style, "touchAction") == "none"
