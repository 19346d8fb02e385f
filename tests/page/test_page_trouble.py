"""The page when things go wrong: two pages at once, hostile links, missing files, no room, a new version in a game."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from page.browsing import DESKTOP, PATIENCE, Server, Visit, Visitor, folder, looks


def moves(visitor: Visitor) -> str:
    """The number of moves that the page shows."""
    return str(visitor.page.locator(".rows dd").first.inner_text())


def kept(visitor: Visitor) -> None:
    """Wait until what was played is kept."""
    visitor.page.wait_for_selector("body[data-kept=true]", state="attached")


@pytest.fixture
def troubled(browser: Browser, server: Server) -> Any:
    """Comes to a page that something is wrong with: `prepare` is done before it is opened."""
    visitors: list[Visitor] = []

    def come(fragment: str, prepare: Any, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, server.address, **looks(size=DESKTOP, touch=False), **more))
        prepare(visitors[-1].context)
        visitors[-1].open(fragment)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()


def test_two_tabs_with_the_same_game_lose_nothing(visit: Visit) -> None:
    one = visit("sokoban/3", size=DESKTOP, touch=False)
    two = one.another()
    two.open("sokoban/3")
    one.key("ArrowLeft", "ArrowRight", "ArrowUp")
    kept(one)
    two.key("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
    kept(two)
    for visitor, place, stars in ((one, "ricosheep/1", ("ArrowRight", "ArrowDown")), (two, "ricosheep/2", ("s",))):
        visitor.go(place)
        visitor.key(*stars)
        visitor.see(".end h2")
        kept(visitor)
    one.go("ricosheep")
    one.see(".level .star.on")
    one.reload()
    one.see(".level .star.on")
    one.go("sokoban/3")
    assert moves(one) != "0"
    two.page.close()


HUGE = "A" * 300_000


def packed(text: bytes) -> str:
    """A text as links hold it."""
    raw = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(raw.compress(text) + raw.flush()).decode().rstrip("=")


HOSTILE = {
    "a bomb": f"sokoban/z.{packed(b'#' * 60_000_000)}",
    "a bomb of moves": f"sokoban/1/at.{packed(b'u' * 60_000_000)}",
    "huge": f"sokoban/z.{HUGE}",
    "huge moves": f"sokoban/1/solution.{HUGE}",
    "half a code": "sokoban/z.%00%ff",
    "not compressed": "slitherlink/z.AAAA",
    "no level": f"turtle/z.{packed(b'<script>alert(1)</script>')}",
    "no game": "constructor/z.AAAA",
    "up": "../../etc/passwd",
    "prototype": "__proto__",
    "slashes": "/" * 5000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_link_is_refused_and_the_page_goes_on(regular: Visitor, kind: str) -> None:
    regular.go(HOSTILE[kind])
    regular.page.wait_for_selector("body[data-kind=home], body[data-kind=play]", state="attached")
    assert regular.page.locator("script:not([src])").count() == 0
    regular.go("ricosheep/5")
    regular.key("ArrowDown")
    assert regular.page.locator("body").get_attribute("data-kind") == "play"


def test_markup_in_a_shared_level_is_shown_as_it_is(regular: Visitor) -> None:
    text = b"Title: <img src=x onerror=alert(1)>\nAuthor: <b>me</b>\n\n######\n#@$ .#\n######\n"
    regular.go(f"sokoban/z.{packed(text)}")
    regular.see("#head h1", "<img src=x onerror=alert(1)>")
    assert regular.page.locator("#head img, #head b, main img").count() == 0


@pytest.mark.parametrize("how", ["404", "unreachable"])
def test_without_kernels_levels_are_solved_all_the_same(troubled: Any, how: str) -> None:
    def prepare(context: Any) -> None:
        answer = (lambda route: route.fulfill(status=404)) if how == "404" else (lambda route: route.abort())
        context.route("**/kernels.zip", answer)

    visitor = troubled("ricosheep/3", prepare)
    visitor.key("h")
    visitor.see(".note.hint")


def test_a_thinker_that_cannot_start_keeps_nobody_waiting(troubled: Any) -> None:
    asked: list[str] = []

    def prepare(context: Any) -> None:
        def refuse(route: Any) -> None:
            asked.append(route.request.url)
            route.abort()

        context.route("**/thinker-worker.js", refuse)

    visitor = troubled("sokoban/2", prepare)
    visitor.key("h")
    visitor.see(".dock [data-do=hint]:not([disabled])")
    visitor.key("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
    visitor.key("h")
    expect(visitor.page.locator("[data-do=stop]:visible")).to_have_count(0, timeout=PATIENCE)
    assert 1 <= len(asked) <= 12, "it is not tried again and again by itself"


CHANGED = {
    "ends without a word": ("await work(job.line);", "await new Promise(() => self.close());"),
    "says that it broke": ("await work(job.line);", "throw new Error('broken');"),
    "says twice that it broke": (
        "await work(job.line);",
        "self.postMessage({ ticket: job.ticket, crashed: 'broken' }); throw new Error('broken');",
    ),
}


@pytest.mark.parametrize("how", CHANGED)
def test_a_thinker_that_dies_in_mid_solve_is_noticed_and_another_answers(troubled: Any, how: str) -> None:
    started: list[str] = []

    def prepare(context: Any) -> None:
        def answer(route: Any) -> None:
            started.append(route.request.url)
            script = (folder() / "thinker-worker.js").read_text("utf-8")
            assert script.count(CHANGED[how][0]) == 1
            if len(started) == 1:
                script = script.replace(*CHANGED[how])
            route.fulfill(body=script, content_type="text/javascript")

        context.route("**/thinker-worker.js", answer)

    # What is kept to be played offline is fetched too, sooner or later: that would be counted.
    visitor = troubled("sokoban/2", prepare, service_workers="block")
    visitor.key("h")
    visitor.see(".dock [data-do=hint]:not([disabled])")
    expect(visitor.page.locator("[data-do=stop]:visible")).to_have_count(0, timeout=PATIENCE)
    visitor.key("h")
    visitor.see(".note.hint")
    assert len(started) == 2


def test_a_page_that_is_loaded_again_in_mid_search_starts_again(visit: Visit) -> None:
    visitor = visit("sokoban/40", size=DESKTOP, touch=False)
    visitor.page.wait_for_selector("body[data-thinker]", state="attached")
    visitor.do("solve")
    visitor.reload()
    visitor.go("ricosheep/4")
    visitor.do("hint")
    visitor.see(".note.hint")


@pytest.mark.parametrize(
    "script",
    [
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
        "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })",
    ],
    ids=["full", "private"],
)
def test_a_browser_that_keeps_nothing_says_so_once_and_plays(troubled: Any, script: str) -> None:
    visitor = troubled("ricosheep/1", lambda context: context.add_init_script(script))
    visitor.key("ArrowRight")
    expect(visitor.page.locator("#toast")).to_contain_text("keeps nothing")
    visitor.key("ArrowDown")
    visitor.see(".end h2")
    assert visitor.errors == []


def test_a_changed_version_is_taken_in_mid_game_and_the_position_stays(visit: Visit, tmp_path: Path) -> None:
    """Scripts and styles are others afterwards, and what did not change is not brought again."""
    site = tmp_path / "site"
    copytree(folder(), site)
    own = Server("--folder", str(site))
    try:
        visitor = visit("sokoban/3", size=DESKTOP, touch=False, address=own.address)
        visitor.page.wait_for_selector("body[data-offline=ready]", state="attached")
        visitor.key("ArrowLeft", "ArrowRight", "ArrowUp")
        before, board = moves(visitor), visitor.board()
        kept(visitor)
        own.stop()
        change(site, "style.css", b"\n:root { --tried: changed; }\n")
        change(site, "app.js", b"\ndocument.body.dataset.tried = 'changed';\n")
        own = Server("--folder", str(site), "--port", own.address.rstrip("/").rpartition(":")[2])
        visitor.reload()
        visitor.see("#update.on")
        assert visitor.page.locator("body").get_attribute("data-tried") is None, "not before it is wanted"
        assert moves(visitor) == before
        brought = len(visitor.requests)
        with visitor.page.expect_navigation():
            visitor.page.locator("#update .button").click()
        visitor.settle()
        assert visitor.page.locator("body").get_attribute("data-tried") == "changed"
        style = "getComputedStyle(document.documentElement).getPropertyValue('--tried').trim()"
        assert visitor.page.evaluate(style) == "changed"
        assert moves(visitor) == before != "0" and visitor.board() == board
        assert len(visitor.requests) > brought
    finally:
        own.stop()


def change(site: Path, name: str, more: bytes) -> None:
    """Another version of a file, and a list that says so, as a build writes it."""
    path = site / name
    path.write_bytes(path.read_bytes() + more)
    listed = json.loads((site / "precache.json").read_text("utf-8"))
    content = path.read_bytes()
    listed["files"][name] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
    listed["version"] = hashlib.sha256(json.dumps(listed["files"]).encode()).hexdigest()[:16]
    (site / "precache.json").write_text(json.dumps(listed), "utf-8")
