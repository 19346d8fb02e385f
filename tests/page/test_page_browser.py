"""The page in Chromium: every game by fingers and by keys, help, sharing, offline; no error, no foreign request."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from playwright.sync_api import expect

from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.solving.hints import solution
from cassetete.core.answers import Limits
from cassetete.core.contract import Aim, View
from cassetete.core.events import Key
from cassetete.core.grid import Direction
from cassetete.scene.shapes import Disc, Label, Line, Polygon, Scene, Sprite
from page.browsing import DESKTOP, KEPT, PHONE, Server, Visit, Visitor

OURS = [game for game in games() if games()[game].package.startswith("cassetete.")]
every_game = pytest.mark.parametrize("game_id", OURS)
ARROWS = {Direction.LEFT: "Left", Direction.RIGHT: "Right", Direction.UP: "Up", Direction.DOWN: "Down"}
STROKES = {"Left": (-90, 0), "Right": (90, 0), "Up": (0, -90), "Down": (0, 90)}
SLANTED = {"Left": (-80, -46), "Right": (80, 46), "Up": (80, -46), "Down": (-80, 46)}
"""The directions of a board that is drawn in perspective."""


def first_level(game_id: str) -> LoadedLevel:
    found = pack(game_id)
    assert found is not None
    return found.entry("1")


def solved(entry: LoadedLevel) -> tuple[Any, ...]:
    return solution(entry.game, entry.level, entry.state, Limits(nodes=200_000)).moves


def from_home(visitor: Visitor, game_id: str) -> None:
    """Home, the game, past its lesson, the first level."""
    visitor.press_button(visitor.page.locator(".game").nth(OURS.index(game_id)))
    visitor.see(".lesson")
    visitor.do("skip")
    visitor.press_button(visitor.page.locator(".level").first)
    visitor.see("svg.board")


def keys_for(entry: LoadedLevel, moves: tuple[Any, ...]) -> list[str]:
    """The keys that play moves: an arrow, an animal and an arrow, or the way of the cursor and a mark."""
    typed: list[str] = []
    level, state = entry.level, entry.state
    cursor = entry.game.controls.cursor(level, state)
    for move in moves:
        direction = move if isinstance(move, Direction) else getattr(move, "direction", None)
        if isinstance(move, Direction):
            typed.append(ARROWS[move])
        elif direction is not None:
            typed += [str(move.animal), ARROWS[direction]]
        else:
            typed += [*way_of_cursor(entry, state, cursor, move.segment), "Space"]
            cursor = move.segment
        state = entry.game.rules.play(level, state, move)
    return [f"Arrow{name}" if name in STROKES else name for name in typed]


def way_of_cursor(entry: LoadedLevel, state: Any, start: Any, end: Any) -> list[str]:
    """The arrows that bring the cursor from one place to another."""
    came: dict[Any, list[str]] = {start: []}
    queue = deque([start])
    while queue and end not in came:
        here = queue.popleft()
        for name in STROKES:
            aim = entry.game.bind(entry.level, state, here, Key(name))
            if isinstance(aim, Aim) and aim.cursor not in came:
                came[aim.cursor] = [*came[here], name]
                queue.append(aim.cursor)
    return came[end]


def middle(scene: Scene, target: Any) -> tuple[float, float]:
    """The middle of the frontmost shape with a target."""
    shape = next(shape for shape in reversed(scene.shapes) if shape.target == target)
    if isinstance(shape, Sprite):
        return shape.at[0] + shape.size[0] / 2, shape.at[1] + shape.size[1] / 2
    if isinstance(shape, Disc | Label):
        return shape.at
    assert isinstance(shape, Polygon | Line)
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@every_game
def test_from_home_to_a_win_by_keys(visit: Visit, game_id: str) -> None:
    visitor = visit(size=DESKTOP, touch=False)
    from_home(visitor, game_id)
    entry = first_level(game_id)
    visitor.key(*keys_for(entry, solved(entry)))
    visitor.see(".end .star.on")
    visitor.key("Enter")
    visitor.see("#head p", "2 / ")
    visitor.do("back")
    visitor.see(".level .star.on")


@every_game
def test_from_home_to_a_win_by_touch(visit: Visit, game_id: str) -> None:
    visitor = visit(size=PHONE)
    from_home(visitor, game_id)
    entry = first_level(game_id)
    game, level, state = entry.game, entry.level, entry.state
    for move in solved(entry):
        scene = game.scene(level, View(state, cursor=getattr(move, "animal", None)))
        if isinstance(move, Direction):
            strokes = SLANTED if game.display.turned is not None else STROKES
            visitor.swipe(*strokes[ARROWS[move]], 0.5 if strokes is SLANTED else 0.42)
        elif hasattr(move, "animal"):
            visitor.tap(middle(scene, level.place(state[move.animal])))
            after = game.rules.play(level, state, move)
            visitor.tap(middle(scene, level.place(after[move.animal])))
        else:
            visitor.tap(middle(scene, move.segment))
        state = game.rules.play(level, state, move)
    visitor.see(".end .star.on")
    visitor.do("next")
    visitor.see("#head p", "2 / ")


def test_a_hint_is_given_with_its_reason_and_played(visit: Visit) -> None:
    visitor = visit("sokoban/2")
    visitor.do("hint")
    visitor.see(".note.hint")
    for _again in range(4):
        if visitor.page.locator('.dock [data-do="undo"]:not([disabled])').count():
            break
        visitor.press_button(visitor.page.locator('.dock [data-do="hint"]'))
    expect(visitor.page.locator('.dock [data-do="undo"]')).to_be_enabled()


def test_a_lost_game_is_noticed_and_undone(visit: Visit) -> None:
    visitor = visit()
    visitor.page.evaluate("navigator.clipboard?.writeText?.('').catch(() => {})")
    visitor.do("paste")
    visitor.page.locator("#menu textarea").fill("########\n#      #\n# @$  .#\n#      #\n########\n")
    visitor.press_button(visitor.page.locator("#menu .primary"))
    visitor.see("svg.board")
    for name in ("ArrowUp", "ArrowRight", "ArrowDown"):
        visitor.key(name)
    visitor.key("ArrowDown")
    visitor.see(".note.lost")
    visitor.press_button(visitor.page.locator(".note [data-do=undo]"))
    expect(visitor.page.locator(".note.lost")).to_have_count(0)


def test_a_solution_is_found_and_plays_itself_to_the_end(visit: Visit) -> None:
    visitor = visit("turtle/2")
    visitor.do("solve")
    visitor.see(".end")


def test_the_search_view_shows_a_search_and_its_answer(visit: Visit) -> None:
    visitor = visit("ricosheep/3", size=DESKTOP, touch=False)
    visitor.key("v")
    visitor.key("1", "+", "+", "+", "+")
    visitor.see(".say.accent", "Solved in")
    visitor.key("Escape")
    visitor.see("#head p", "3 / ")


def test_a_level_is_drawn_checked_played_and_shared_with_a_friend(visit: Visit) -> None:
    visitor = visit("ricosheep", size=DESKTOP, touch=False)
    visitor.do("editor")
    for tool, cell in (("sheep", (0.5, 0.5)), ("grass", (5.5, 5.5))):
        visitor.press_button(visitor.page.locator(f".tool[data-args*='\"{tool}\"']").first)
        visitor.tap(cell)
    visitor.do("title")
    visitor.page.locator("#field-title").fill("<b>Mine</b> & yours")
    visitor.page.locator("#field-author").fill("Ada")
    visitor.do("name")
    visitor.key("c")
    visitor.see(".note.good", "2 moves")
    visitor.do("share")
    address = visitor.page.locator(".link input").first.input_value()
    visitor.key("Escape")
    visitor.key("t", "ArrowRight", "ArrowDown")
    visitor.see(".end")

    friend = visit(address.partition("#")[2])
    friend.see("#head h1", "<b>Mine</b> & yours")
    friend.see("#head p", "Ada")
    friend.swipe(90, 0)
    friend.swipe(0, 90)
    friend.see(".end .star")


def test_a_shared_solution_is_watched_in_a_fresh_profile(visit: Visit) -> None:
    visitor = visit("ricosheep/1")
    visitor.swipe(90, 0)
    visitor.swipe(0, 90)
    visitor.see(".end")
    visitor.do("share")
    address = visitor.page.locator(".link input").last.input_value()
    assert "/solution." in address
    friend = visit(address.partition("#")[2])
    friend.see(".slider", "move 2 of 2")


def test_a_game_goes_on_after_a_reload(visit: Visit) -> None:
    visitor = visit("sokoban/3", size=DESKTOP, touch=False)
    visitor.key("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
    moves = visitor.page.locator(".rows dd").first.inner_text()
    board = visitor.board()
    visitor.page.wait_for_selector("body[data-kept=true]", state="attached")
    visitor.reload()
    assert visitor.page.locator(".rows dd").first.inner_text() == moves != "0"
    assert visitor.board() == board
    visitor.open("")
    visitor.see(".resume")


def test_two_fingers_zoom_and_never_write(visit: Visit) -> None:
    visitor = visit("slitherlink/5")
    before, view = visitor.board(), visitor.page.locator("svg.board").get_attribute("viewBox")
    box = visitor.page.locator(".stage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.touch("touchStart", (x - 20, y))
    visitor.touch("touchStart", (x - 20, y), (x + 20, y))
    for spread in (40, 70, 100):
        visitor.touch("touchMove", (x - spread, y), (x + spread, y))
    visitor.touch("touchEnd")
    visitor.see(".fit")
    assert visitor.page.locator("svg.board").get_attribute("viewBox") != view
    assert visitor.board() == before
    assert visitor.page.locator('.dock [data-do="undo"]').is_disabled()
    visitor.press_button(visitor.page.locator(".fit"))
    assert visitor.page.locator("svg.board").get_attribute("viewBox") == view


def test_a_long_press_crosses_a_segment_and_a_drag_draws(visit: Visit) -> None:
    visitor = visit("slitherlink/5")
    found = pack("slitherlink")
    assert found is not None
    entry = found.entry("5")
    scene = entry.game.scene(entry.level, View(entry.state))
    top, left, right = (
        visitor.at(middle(scene, segment)) for segment in (((0, 0), (0, 1)), ((2, 0), (2, 1)), ((2, 1), (2, 2)))
    )
    visitor.touch("touchStart", top)
    expect(visitor.page.locator('.dock [data-do="undo"]')).to_be_enabled()
    visitor.touch("touchEnd")
    visitor.settle()
    drawn = visitor.page.locator(".rows dd").first
    assert drawn.inner_text() == "0"  # a cross is not a segment that is drawn
    visitor.touch("touchStart", left)
    for part in (0.25, 0.5, 0.75, 1.0):
        visitor.touch("touchMove", (left[0] + (right[0] - left[0]) * part, left[1]))
    visitor.touch("touchEnd")
    expect(drawn).to_have_text("2")


def test_the_page_works_when_the_server_is_gone(visit: Visit, browser: Any) -> None:
    own = Server()
    try:
        visitor = visit("ricosheep/1", address=own.address)
        visitor.page.wait_for_selector("body[data-offline=ready]", state="attached")
        visitor.page.wait_for_selector(KEPT, state="attached")
        visitor.reload()
        visitor.page.wait_for_selector("body[data-offline=ready]", state="attached")
    finally:
        own.stop()
    assert own.process.poll() is not None
    visitor.page.goto("about:blank")
    visitor.page.goto(f"{own.address}#ricosheep/1")
    visitor.settle()
    visitor.do("hint")
    visitor.see(".note.hint")
    visitor.swipe(90, 0)
    visitor.swipe(0, 90)
    visitor.see(".end")


def test_the_next_visit_starts_from_the_kept_memory_unless_it_is_damaged(visit: Visit) -> None:
    visitor = visit("ricosheep/1")
    body = visitor.page.locator("body")
    assert body.get_attribute("data-start") == "whole"
    visitor.page.wait_for_selector(KEPT, state="attached")
    visitor.reload()
    assert body.get_attribute("data-start") == "kept"
    visitor.swipe(90, 0)
    visitor.swipe(0, 90)
    visitor.see(".end")
    visitor.page.evaluate(
        """async () => {
            const cache = await caches.open("python-of-cassetete");
            const [name] = await cache.keys();
            const whole = await cache.match(name);
            await cache.put(name, new Response((await whole.arrayBuffer()).slice(0, 9999), { headers: whole.headers }));
        }"""
    )
    visitor.open("ricosheep/1")
    assert body.get_attribute("data-start") == "whole"
    visitor.see("svg.board")


@pytest.mark.parametrize(
    "size", [PHONE, (640, 360), (820, 1180), DESKTOP], ids=["phone", "landscape", "tablet", "desktop"]
)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_size_and_theme_shows_the_whole_board_in_french(visit: Visit, size: tuple[int, int], dark: bool) -> None:
    visitor = visit("slitherlink/9", size=size, dark=dark, touch=size != DESKTOP, language="fr-FR")
    page = visitor.page
    assert page.locator("html").get_attribute("lang") == "fr"
    visitor.see(".dock", "Annuler")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == ("rgb(22, 24, 29)" if dark else "rgb(247, 244, 236)")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    box, dock = page.locator("svg.board").bounding_box(), page.locator(".dock").bounding_box()
    assert box is not None and dock is not None
    assert box["width"] >= 150 and box["height"] >= 150
    assert dock["y"] + dock["height"] <= size[1] and dock["x"] + dock["width"] <= size[0]


def test_the_browsers_back_goes_from_screen_to_screen(visit: Visit) -> None:
    visitor = visit()
    visitor.press_button(visitor.page.locator(".game").nth(OURS.index("ricosheep")))
    visitor.do("skip")
    visitor.press_button(visitor.page.locator(".level").nth(1))
    visitor.see("svg.board")
    body = visitor.page.locator("body")
    for kind in ("levels", "home"):
        visitor.page.go_back()
        expect(body).to_have_attribute("data-kind", kind)
    visitor.page.go_forward()
    expect(body).to_have_attribute("data-kind", "levels")


def test_the_browsers_back_leaves_a_screen_that_shares_its_address_or_has_none_of_a_game(visit: Visit) -> None:
    visitor = visit(size=DESKTOP, touch=False)
    body = visitor.page.locator("body")
    visitor.do("records")
    expect(body).to_have_attribute("data-kind", "records")
    visitor.do("statistics")
    for kind in ("records", "home"):
        visitor.page.go_back()
        expect(body).to_have_attribute("data-kind", kind)
    for kind in ("records", "statistics"):
        visitor.page.go_forward()
        expect(body).to_have_attribute("data-kind", kind)
    visitor.go("ricosheep")
    visitor.press_button(visitor.page.locator(".level").nth(2))
    visitor.key("ArrowDown")
    visitor.settle()
    moves = visitor.page.locator(".rows dd").first.inner_text()
    visitor.key("v")
    expect(body).to_have_attribute("data-kind", "board")
    visitor.key("Escape")
    expect(body).to_have_attribute("data-kind", "play")
    visitor.page.evaluate(
        """() => new Promise((done) => {
            const look = () => (history.state.inside ? setTimeout(look, 10) : done(true));
            look();
        })"""
    )
    visitor.key("v")
    expect(body).to_have_attribute("data-kind", "board")
    visitor.page.go_back()
    expect(body).to_have_attribute("data-kind", "play")
    assert visitor.page.locator(".rows dd").first.inner_text() == moves != "0"
    visitor.page.go_back()
    expect(body).to_have_attribute("data-kind", "levels")


def test_the_browsers_back_first_closes_the_menu_or_sheet(visit: Visit) -> None:
    visitor = visit()
    visitor.press_button(visitor.page.locator(".game").nth(OURS.index("ricosheep")))
    visitor.do("skip")
    visitor.press_button(visitor.page.locator(".level").nth(1))
    visitor.see("svg.board")
    body, address = visitor.page.locator("body"), visitor.page.url
    for front in ("#sheet", "#menu"):
        if front == "#sheet":
            visitor.page.keyboard.press("F1")
        else:
            visitor.press_button(visitor.page.locator('[data-do="@menu"]:visible').first)
        expect(visitor.page.locator(front)).to_be_visible()
        visitor.page.go_back()
        expect(visitor.page.locator(front)).to_be_hidden()
        expect(body).to_have_attribute("data-kind", "play")
        assert visitor.page.url == address
    visitor.page.go_back()
    expect(body).to_have_attribute("data-kind", "levels")


def test_data_goes_to_another_browser_as_one_file(visit: Visit) -> None:
    visitor = visit("ricosheep/1")
    visitor.swipe(90, 0)
    visitor.swipe(0, 90)
    visitor.see(".end")
    visitor.open("")
    visitor.do("settings")
    visitor.do("data")
    with visitor.page.expect_download() as download:
        visitor.do("export")
    content = download.value.path().read_bytes()
    friend = visit()
    friend.do("settings")
    friend.do("data")
    with friend.page.expect_file_chooser() as chooser:
        friend.do("import")
    chooser.value.set_files({"name": "x.sqlite", "mimeType": "application/vnd.sqlite3", "buffer": content})
    friend.see("#toast.on")
    friend.open("ricosheep")
    friend.see(".level .star.on")


def test_the_whole_program_is_used_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit(size=DESKTOP, touch=False)
    visitor.key("2")  # the second game
    visitor.see(".lesson")
    for _tab in range(30):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement?.dataset?.do") == "skip":
            break
    visitor.key("Enter")
    visitor.see(".level")
    visitor.key("ArrowRight", "Enter")
    visitor.see("svg.board")
    visitor.key("F1")
    visitor.see("#sheet .keys")
    visitor.key("Escape")
    visitor.key("ArrowRight", "ArrowDown")
    visitor.see(".end")
    assert visitor.page.locator("#live").inner_text() != ""
