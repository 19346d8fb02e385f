"""The page in Chromium, around the game: levels of the day, own levels, files, paper, themes, contrast, versions."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import expect

from cassetete.app.collections.daily import job
from cassetete.app.levels.library import pack
from cassetete.app.levels.links import read
from cassetete.app.registry import games
from cassetete.app.store.keys import level_key
from cassetete.app.workers.perform import perform
from cassetete.core.headers import Headers
from cassetete.session.jobs import Made
from cassetete.session.saves import EXTENSION
from page.browsing import DESKTOP, Server, Visit, Visitor, folder
from page.contrast import LEAST, LEAST_LARGE, contrasts


def idle(visitor: Visitor) -> None:
    visitor.page.wait_for_selector("body[data-kept=true]", state="attached")


def test_the_level_of_the_day_is_the_one_that_native_code_makes(regular: Visitor) -> None:
    regular.go("")
    regular.press_button(regular.page.locator(".day", has_text="Turtle"))
    regular.see("svg.board")
    title = regular.page.locator("#head h1").inner_text()
    game = games()["turtle"]
    made = perform(1, job(game, date.fromisoformat(title.split()[-1])), lambda _working: None)
    assert isinstance(made, Made) and made.level is not None
    shown = read(regular.page.evaluate("location.hash")).entry.level
    assert replace(shown, headers=Headers()) == replace(made.level, headers=Headers())


def test_home_need_not_read_the_packs_to_count_what_is_solved(server: Server) -> None:
    """Their keys are in the archive, as the levels have them."""
    assert server.address
    with zipfile.ZipFile(folder() / "cassetete.zip") as archive:
        written = json.loads(archive.read("cassetete/app/collections/pack_keys.json"))
    for game_id, keys in written.items():
        found = pack(game_id)
        assert found is not None
        assert set(keys) == {level_key(found.game, found.entry(name).level) for name in found.names()}


def test_own_levels_are_kept_in_the_browser(regular: Visitor) -> None:
    regular.go("sokoban")
    regular.upload("load", "Rooms.xsb", b"; a\n######\n#@$ .#\n######\n\n; b\n######\n#.$ @#\n######\n")
    regular.see("#head h1", "Rooms")
    expect(regular.page.locator(".level .picture")).to_have_count(2)
    regular.do("keep")
    regular.see("#toast.on", "2 levels added")
    regular.go("sokoban/mine")
    regular.press_button(regular.page.locator(".dots").first)
    regular.page.locator("#field-title").fill("The <i>first</i>")
    regular.page.locator("#field-title").press("Tab")
    regular.settle()
    regular.do("close")
    regular.see(".level .name", "The <i>first</i>")
    name, content = _saved(regular)
    assert name.endswith(".xsb") and content.count(b"@") == 2
    idle(regular)
    regular.reload()
    regular.see(".level .name", "The <i>first</i>")


def _saved(regular: Visitor) -> tuple[str, bytes]:
    regular.press_button(regular.page.locator('[data-do="collection"]').first)
    return regular.download("save")


def test_a_game_is_saved_in_a_file_and_loaded_again(regular: Visitor) -> None:
    regular.go("sokoban/5")
    regular.key("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown")
    moves = regular.page.locator(".rows dd").first.inner_text()
    name, content = regular.download("save")
    assert name.endswith(EXTENSION) and moves != "0"
    regular.do("restart")
    expect(regular.page.locator(".rows dd").first).to_have_text("0")
    regular.upload("load", name, content)
    expect(regular.page.locator(".rows dd").first).to_have_text(moves)


def test_a_supposition_is_taken_back_as_a_whole(regular: Visitor) -> None:
    regular.go("slitherlink/6")
    before = regular.board()
    regular.key("F2")
    regular.key("Space", "ArrowRight", "Space", "ArrowDown", "Space")
    assert regular.page.locator(".rows dd").first.inner_text() != "0"
    regular.key("F4")
    expect(regular.page.locator(".rows dd").first).to_have_text("0")
    assert len(regular.board()) == pytest.approx(len(before), abs=400)  # the cursor has moved


def test_a_solution_is_explained_step_by_step(regular: Visitor) -> None:
    regular.go("slitherlink/2")
    regular.key("e")
    expect(regular.page.locator('.dock [data-do="step"]')).to_be_enabled()
    regular.key("ArrowRight")
    regular.see(".say.title")
    regular.key("Escape")
    regular.see(".dock", "Undo")


def test_pages_to_print_are_clean_sheets(regular: Visitor) -> None:
    regular.go("turtle/3")
    regular.page.evaluate("() => { window.print = () => { document.body.dataset.asked = 'yes' } }")
    regular.do("print")
    regular.press_button(regular.page.locator("#sheet [data-do=go]").first)
    regular.page.wait_for_selector("body[data-asked]", state="attached")
    regular.page.emulate_media(media="print")
    assert regular.page.locator("#head").is_hidden()
    assert regular.page.locator(".paper-page > svg").count() == 2
    assert regular.page.pdf(format="A4").count(b"/Type /Page\n") == 2, "one sheet for each page"
    regular.page.emulate_media(media="screen")
    regular.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert regular.page.locator(".paper-page").count() == 0


def test_heights_show_while_a_key_is_held(regular: Visitor) -> None:
    regular.go("pushit/4")
    before = regular.page.locator("svg.board text").count()
    regular.page.keyboard.down("Space")
    regular.settle()
    assert regular.page.locator("svg.board text").count() > before
    regular.page.keyboard.up("Space")
    regular.settle()
    assert regular.page.locator("svg.board text").count() == before


def test_texts_have_enough_contrast_in_every_theme(regular: Visitor) -> None:
    """AA of WCAG 2.2: 4.5 to 1, large texts 3 to 1; buttons that are off do not count."""
    faint = []
    for theme in ("light", "dark", "colour-blind"):
        for place in ("", "ricosheep", "slitherlink/3"):
            regular.go(place)
            regular.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            faint += [(theme, place, *found) for found in contrasts(regular.page) if found[1] < found[2]]
        regular.do("settings")
        regular.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        faint += [(theme, "settings", *found) for found in contrasts(regular.page) if found[1] < found[2]]
        regular.key("Escape")
    regular.page.evaluate("delete document.documentElement.dataset.theme")
    assert LEAST > LEAST_LARGE and faint == []


def test_every_button_has_a_name_and_the_focus_is_seen(regular: Visitor) -> None:
    for place in ("", "turtle", "sokoban/7"):
        regular.go(place)
        nameless = regular.page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, [role=img], svg.board")]
                .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true]"))
                .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
                .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
        regular.page.keyboard.press("Tab")
        outline = regular.page.evaluate(
            """() => {
                const style = getComputedStyle(document.activeElement);
                return [style.outlineStyle, style.outlineWidth];
            }"""
        )
        assert outline[0] not in ("none", "") and outline[1] != "0px"


def test_the_rules_and_keys_are_read_as_texts(regular: Visitor) -> None:
    regular.go("turtle/5")
    regular.key("F1")
    regular.see("#sheet .rule", "turtle")
    assert "[object" not in regular.page.locator("#sheet").inner_text()
    regular.key("Escape")


@pytest.mark.parametrize("size", [(360, 640), (640, 360)], ids=["phone", "landscape"])
def test_what_stands_beside_the_board_fits_a_small_screen(regular: Visitor, size: tuple[int, int]) -> None:
    """Every part is inside the screen from left to right, and the buttons below do not cover the tools."""
    regular.go("ricosheep")
    regular.do("editor")
    regular.page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        outside = regular.page.evaluate(
            """() => [...document.querySelectorAll(".side, .panel > *:not(.tools, .pair), .stepper, .dock > *")]
                .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
                .map((one) => one.className)"""
        )
        assert outside == []
        panel, dock = (regular.page.locator(name).bounding_box() for name in (".panel", ".dock"))
        assert panel is not None and dock is not None
        assert panel["y"] + panel["height"] <= dock["y"] + 1
    finally:
        regular.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def test_a_win_on_a_phone_on_its_side_shows_every_button(regular: Visitor) -> None:
    regular.go("ricosheep/1")
    regular.page.set_viewport_size({"width": 640, "height": 360})
    try:
        regular.key("ArrowRight", "ArrowDown")
        regular.see(".end h2")
        boxes = [button.bounding_box() for button in regular.page.locator(".end .button").all()]
        assert len(boxes) >= 3
        assert all(box is not None and box["y"] + box["height"] <= 360 for box in boxes)
    finally:
        regular.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def test_an_address_that_cannot_be_decoded_is_told(regular: Visitor) -> None:
    regular.go("sokoban/%E0%A4%A")
    regular.see("#toast.on", "the pack has no level")
    regular.see(".games")


def test_a_search_that_nobody_waits_for_stops(regular: Visitor) -> None:
    """The thinker is free for the next question as soon as the screen is left."""
    regular.go("sokoban/40")
    regular.page.wait_for_selector("body[data-thinker]", state="attached")
    regular.do("solve")
    regular.go("ricosheep/4")
    regular.do("hint")
    regular.see(".note.hint")


def test_a_new_version_is_offered_and_loses_no_save(visit: Visit, tmp_path: Path) -> None:
    site = tmp_path / "site"
    copytree(folder(), site)
    own = Server("--folder", str(site))
    try:
        visitor = visit("sokoban/3", size=DESKTOP, touch=False, address=own.address)
        visitor.key("ArrowLeft", "ArrowRight", "ArrowUp")
        moves = visitor.page.locator(".rows dd").first.inner_text()
        idle(visitor)
        visitor.page.wait_for_selector("body[data-offline=ready]", state="attached")
        own.stop()
        list_file = site / "precache.json"
        listed = json.loads(list_file.read_text("utf-8"))
        list_file.write_text(json.dumps({**listed, "version": "0123456789abcdef"}), "utf-8")
        own = Server("--folder", str(site), "--port", own.address.rstrip("/").rpartition(":")[2])
        visitor.reload()
        visitor.see("#update.on", "new version")
        with visitor.page.expect_navigation():
            visitor.page.locator("#update .button").click()
        visitor.settle()
        assert visitor.page.locator(".rows dd").first.inner_text() == moves != "0"
        names = visitor.page.evaluate("caches.keys()")
        assert [name for name in names if name.startswith("cassetete-")] == ["cassetete-0123456789abcdef"]
    finally:
        own.stop()
