"""A player with a real browser: Chromium, the page from our own server, fingers and keys."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright

from cassetete.front.page.files import built_page

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PATIENCE = 180_000
"""Milliseconds after which something has gone wrong; nothing waits for a time that passes."""
expect.set_options(timeout=PATIENCE)

PHONE, DESKTOP = (360, 640), (1440, 900)


def chromium() -> str | None:
    """The browser, if it is installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def missing() -> str:
    """What keeps these tests from running."""
    if chromium() is None:
        return "chromium is not installed"
    return "" if built_page() is not None else "the page is not built (make page)"


def require_page() -> None:
    """Skip without a browser or a page; on the machine that decides, that is a failure."""
    if missing() and os.environ.get("CI") == "true":
        pytest.fail(missing())
    if missing():
        pytest.skip(missing())


KEPT = "body[data-memory=kept]"
"""Whether Python's memory is kept: the next visits start from it."""


class Server:
    """`cassetete serve` on a free port."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "cassetete", "serve", "--no-browser", "--port", "0", *arguments]
        environment = {**os.environ, "CASSETETE_GAMES": "", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        self.address = found.group()

    def stop(self) -> None:
        """End it, as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextlib.contextmanager
def started_browser() -> Iterator[Browser]:
    """Chromium, for as long as it is needed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Someone at the page, with a profile of their own."""

    def __init__(self, browser: Browser, address: str, **looks: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(**looks)
        self.context.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page = self._new_page()
        self._touch: CDPSession | None = None
        self.touches = bool(looks.get("has_touch"))

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "net::ERR" not in text:
            self.errors.append(text)

    def another(self) -> Visitor:
        """The same person with a second page open: same profile, closed together with the first."""
        other = copy(self)
        other.page = self._new_page()
        other._touch = None
        return other

    def close(self) -> None:
        """Leave; nothing was logged as an error, and nobody else was asked for anything."""
        self.context.close()
        assert self.errors == [], self.errors
        foreign = [url for url in self.requests if not url.startswith((self.address, "data:", "blob:"))]
        assert foreign == [], foreign

    def open(self, fragment: str = "") -> None:
        """Visit an address of the page, as from a link."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{'#' if fragment else ''}{fragment}")
        self.settle()

    def go(self, fragment: str) -> None:
        """Turn to an address without loading the page again."""
        for place in ("", fragment):
            self.page.evaluate(
                """place => location.hash.slice(1) === place || new Promise((done) => {
                    addEventListener("hashchange", () => done(true), { once: true });
                    location.hash = place;
                })""",
                place,
            )
            self.settle()

    def download(self, command: str) -> tuple[str, bytes]:
        """The file that a command offers: its name and its content."""
        with self.page.expect_download() as download:
            self.do(command)
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()

    def upload(self, command: str, name: str, content: bytes) -> None:
        """Choose a file where a command asks for one."""
        with self.page.expect_file_chooser() as chooser:
            self.do(command)
        chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the table has answered everything."""
        self.page.wait_for_selector("body[data-idle]", state="attached")

    def see(self, selector: str, text: str | None = None) -> None:
        """Wait for something to be visible."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible(timeout=PATIENCE)
        if text is not None:
            expect(found).to_contain_text(text, timeout=PATIENCE)

    def do(self, command: str, **arguments: Any) -> None:
        """Press the button of a command; one in the menu is looked for there."""
        button = self.page.locator(f'[data-do="{command}"]:visible')
        if button.count() == 0:
            self.press_button(self.page.locator('[data-do="@menu"]:visible').first)
        self.press_button(self.page.locator(f'[data-do="{command}"]:visible').nth(arguments.get("number", 0)))

    def press_button(self, button: Any) -> None:
        """Click; after synthetic strokes Chromium sometimes makes no click of a synthetic tap."""
        button.click()
        self.settle()

    def key(self, *names: str) -> None:
        """Type keys; each is answered before the next."""
        for name in names:
            self.page.keyboard.press(name)
            self.settle()

    # The board

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the board is on the screen."""
        x, y = self.page.evaluate(
            """([x, y]) => {
                const place = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.board").getScreenCTM());
                return [place.x, place.y];
            }""",
            list(point),
        )
        return x, y

    def tap(self, point: tuple[float, float]) -> None:
        """Tap or click on a point of the board."""
        x, y = self.at(point)
        if self.touches:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self.settle()

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers on the screen, in pixels."""
        if self._touch is None:
            self._touch = self.context.new_cdp_session(self.page)
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def swipe(self, dx: float, dy: float, place: float = 0.5) -> None:
        """A stroke of one finger, from that part of the way down and across the board."""
        box = self.page.locator(".stage").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * place, box["y"] + box["height"] * place
        self.touch("touchStart", (x, y))
        for step in (0.4, 0.8, 1.0):
            self.touch("touchMove", (x + dx * step, y + dy * step))
        self.touch("touchEnd")
        self.settle()

    def board(self) -> str:
        """What is drawn, as markup."""
        return str(self.page.locator("svg.board > g").first.inner_html())


Visit = Callable[..., Visitor]


def looks(size: tuple[int, int] = PHONE, *, touch: bool = True, dark: bool = False, language: str = "en-GB") -> Any:
    """The kind of screen a visitor has."""
    return {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": touch,
        "is_mobile": touch,
        "color_scheme": "dark" if dark else "light",
        "locale": language,
        "reduced_motion": "reduce",
    }


def folder() -> Path:
    """The built page."""
    found = built_page()
    assert found is not None
    return found
