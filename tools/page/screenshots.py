"""Makes the pictures of docs/page.md: the built page in Chromium, on a phone and on a desktop."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path
from typing import Any

from measure import chromium, opened, serving
from PIL import Image
from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
PHONE, DESKTOP = (360, 640), (1440, 900)
GAP, PAPER = 24, (233, 229, 219)


def main() -> int:
    """Make both pictures."""
    if shutil.which("chromium") is None:
        print("chromium is not installed", file=sys.stderr)
        return 1
    with serving("--no-thinking") as (address, _pid), chromium() as browser:
        phone = [make(browser, address) for make in (home, levels, won, hinted_in_french)]
        joined(phone).save(IMAGES / "page-phone.png", optimize=True)
        desktop = joined([make(browser, address) for make in (hinted, watched)])
        desktop.resize((desktop.width // 2, desktop.height // 2)).save(IMAGES / "page-desktop.png", optimize=True)
    return 0


def visit(browser: Browser, address: str, size: tuple[int, int], **looks: Any) -> Page:
    """A fresh profile at an address of the page."""
    phone = size == PHONE
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=1,
        reduced_motion="reduce",
        **looks,
    )
    page = context.new_page()
    opened(page, address)
    return page


def press(page: Page, selector: str) -> None:
    """Click, and wait for the answer."""
    page.locator(selector).first.click()
    settle(page)


def keys(page: Page, *names: str) -> None:
    """Type keys; each is answered before the next."""
    for name in names:
        page.keyboard.press(name)
        settle(page)


def settle(page: Page) -> None:
    """Wait until everything is answered."""
    page.wait_for_selector("body[data-idle]", state="attached", timeout=300_000)


def picture(page: Page) -> Image.Image:
    """What is seen."""
    page.evaluate("document.fonts.ready")
    shot = Image.open(io.BytesIO(page.screenshot()))
    page.context.close()
    return shot.convert("RGB")


def home(browser: Browser, address: str) -> Image.Image:
    """The first screen."""
    return picture(visit(browser, address, PHONE))


def levels(browser: Browser, address: str) -> Image.Image:
    """The levels of a game."""
    page = visit(browser, f"{address}#turtle", PHONE)
    page.locator(".level .picture").nth(5).wait_for()
    return picture(page)


def won(browser: Browser, address: str) -> Image.Image:
    """A level that was won."""
    page = visit(browser, f"{address}#ricosheep/1", PHONE)
    keys(page, "ArrowRight", "ArrowDown")
    page.wait_for_selector(".end h2")
    return picture(page)


def hinted_in_french(browser: Browser, address: str) -> Image.Image:
    """A hint in the dark, in French."""
    page = visit(browser, f"{address}#slitherlink/9", PHONE, color_scheme="dark", locale="fr-FR")
    press(page, '.dock [data-do="hint"]')
    page.wait_for_selector(".note.hint", timeout=300_000)
    return picture(page)


def hinted(browser: Browser, address: str) -> Image.Image:
    """A level with a hint, on a desktop."""
    page = visit(browser, f"{address}#sokoban/12", DESKTOP)
    keys(page, "h")
    page.wait_for_selector(".note.hint", timeout=300_000)
    return picture(page)


def watched(browser: Browser, address: str) -> Image.Image:
    """The search view, dark, in French."""
    page = visit(browser, f"{address}#ricosheep/12", DESKTOP, color_scheme="dark", locale="fr-FR")
    keys(page, "v", "1", "+", "+", "+", "+")
    page.wait_for_selector(".say.accent", timeout=300_000)
    return picture(page)


def joined(pictures: list[Image.Image]) -> Image.Image:
    """Pictures side by side."""
    width = sum(one.width for one in pictures) + GAP * (len(pictures) + 1)
    sheet = Image.new("RGB", (width, pictures[0].height + 2 * GAP), PAPER)
    at = GAP
    for one in pictures:
        sheet.paste(one, (at, GAP))
        at += one.width + GAP
    return sheet


if __name__ == "__main__":
    sys.exit(main())
