"""Every screen of the page by Tab alone, and its texts: names, a focus that is seen, enough contrast in each theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from page.browsing import DESKTOP, Visitor
from page.contrast import contrasts

THEMES = ("light", "dark", "colour-blind")
MOST_TABS = 400

_FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  one.dataset.walked = String(Number(one.dataset.walked ?? 0) + 1);
  const ids = (one.getAttribute("aria-labelledby") ?? "").split(" ");
  const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? "");
  const labels = [...(one.labels ?? [])].map((label) => label.textContent);
  const names = [one.ariaLabel, ...labelled, ...labels, one.textContent, one.title, one.placeholder];
  const name = names.find((text) => text?.trim());
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return {
    times: Number(one.dataset.walked),
    what: one.outerHTML.slice(0, 140),
    name: (name ?? "").trim(),
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    colour: style.outlineColor,
    seen: box.width > 0 && box.height > 0
      && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""


def walk(visitor: Visitor) -> list[dict[str, Any]]:
    """Go from control to control by Tab until one comes again: all that was reached."""
    visitor.page.evaluate("document.querySelectorAll('[data-walked]').forEach((one) => delete one.dataset.walked)")
    reached: list[dict[str, Any]] = []
    outside = 0
    for _tab in range(MOST_TABS):
        visitor.page.keyboard.press("Tab")
        found = visitor.page.evaluate(_FOCUSED)
        if found is None:  # the browser's own controls are between the last and the first
            outside += 1
            if outside == 3:
                break
        elif found["times"] > 1:
            break
        else:
            reached.append(found)
    return reached


def controls(visitor: Visitor) -> int:
    """How many controls can be used: in front, if something is in front."""
    return int(
        visitor.page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, textarea, a[href]")]
                .filter((one) => !one.disabled && one.tabIndex >= 0)
                .filter((one) => one.checkVisibility({ visibilityProperty: true }))
                .filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog[open]")).length"""
        )
    )


def shown(visitor: Visitor, screen: str) -> None:
    """Go to a screen, and wait until nothing moves any more."""
    SCREENS[screen](visitor)
    visitor.page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
            .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))"""
    )


def at(fragment: str, *keys: str, wait: str = "") -> Callable[[Visitor], None]:
    """A screen that is reached by an address and keys."""

    def show(visitor: Visitor) -> None:
        visitor.go(fragment)
        visitor.key(*keys)
        if wait:
            visitor.see(wait)

    return show


def after(fragment: str, *commands: str) -> Callable[[Visitor], None]:
    """A screen that is reached by an address and buttons."""

    def show(visitor: Visitor) -> None:
        visitor.go(fragment)
        for command in commands:
            visitor.do(command)

    return show


def own(visitor: Visitor) -> None:
    """My levels, with one that was pasted."""
    visitor.go("sokoban")
    visitor.do("paste")
    visitor.page.locator("#menu textarea").fill("######\n#@$ .#\n######\n")
    visitor.press_button(visitor.page.locator("#menu .primary"))
    visitor.go("sokoban/mine")
    visitor.see(".level")


def own_level(visitor: Visitor) -> None:
    """What can be done with a level of one's own."""
    own(visitor)
    visitor.press_button(visitor.page.locator(".dots").first)


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "home": at(""),
    "levels": at("turtle"),
    "play": at("sokoban/7"),
    "hint": at("pushit/7", "h", wait=".note.hint"),
    "won": at("ricosheep/2", "s", wait=".end h2"),
    "menu": after("turtle/4", "@menu"),
    "options": after("slitherlink/4", "options"),
    "editor": after("slitherlink", "editor"),
    "title": after("ricosheep", "editor", "title"),
    "search view": at("ricosheep/12", "v", "1", wait=".say"),
    "explain": at("slitherlink/2", "e", wait=".dock [data-do=step]"),
    "generator": after("slitherlink", "random"),
    "settings": after("", "settings"),
    "data": after("", "settings", "data"),
    "keys": at("sokoban/4", "F1"),
    "share": after("turtle/4", "share"),
    "print": after("slitherlink/3", "print"),
    "paste": after("", "paste"),
    "own levels": own,
    "own level": own_level,
    "records": at("records"),
    "statistics": at("statistics"),
}


@pytest.fixture
def walker(regular: Visitor) -> Any:
    yield regular
    for _front in range(3):  # leave nothing in front of the next test's screen
        if regular.page.locator("dialog[open]").count():
            regular.key("Escape")
    regular.page.evaluate("delete document.documentElement.dataset.theme")
    regular.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


@pytest.mark.parametrize("screen", SCREENS)
def test_tab_reaches_every_control_and_shows_where_it_is(walker: Visitor, screen: str) -> None:
    shown(walker, screen)
    there = controls(walker)
    reached = walk(walker)
    assert [one["what"] for one in reached if not one["name"]] == []
    assert [one["what"] for one in reached if not one["ring"]] == []
    assert [one["what"] for one in reached if not one["seen"]] == []
    assert there > 0 and len(reached) >= there, [one["what"] for one in reached]


@pytest.mark.parametrize("screen", SCREENS)
def test_texts_have_enough_contrast_in_every_theme(walker: Visitor, screen: str) -> None:
    """AA of WCAG 2.2: 4.5 to 1, large texts 3 to 1; buttons that are off do not count."""
    shown(walker, screen)
    faint = []
    for theme in THEMES:
        walker.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = contrasts(walker.page)
        assert found
        faint += [(theme, *one) for one in found if one[1] < one[2]]
    assert faint == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360)], ids=["phone", "landscape"])
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wider_than_a_small_screen(walker: Visitor, screen: str, size: tuple[int, int]) -> None:
    """No text and no control lies beside the screen, where nothing scrolls to it."""
    walker.page.set_viewport_size({"width": size[0], "height": size[1]})
    shown(walker, screen)
    outside = walker.page.evaluate(
        """() => {
          const slides = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
          const scrolls = (one) => one && (slides(one) || scrolls(one.parentElement));
          const inside = document.querySelector("dialog[open]") ?? document.body;
          return [...inside.querySelectorAll("button, input, select, h1, h2, p, dd, dt, label")]
            .filter((one) => one.checkVisibility() && !one.closest(".unseen, svg, #toast, #paper"))
            .filter((one) => !scrolls(one.parentElement))
            .filter((one) => {
              const box = one.getBoundingClientRect();
              return box.right > innerWidth + 1 || box.left < -1;
            })
            .map((one) => one.outerHTML.slice(0, 140));
        }"""
    )
    assert outside == []
    assert walker.page.evaluate("document.documentElement.scrollWidth") <= size[0]
