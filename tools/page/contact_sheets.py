"""Every screen of the built page in every size, theme and language, as sheets of pictures to look at.

`python tools/page/contact_sheets.py FOLDER [360x640 …]` writes `FOLDER/SIZE-THEME-LANGUAGE-N.png`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

from measure import chromium, large_level, opened, serving
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page
from screenshots import PAPER, keys, press, settle

SIZES = ((360, 640), (640, 360), (768, 1024), (1440, 900))
PHONES = SIZES[:2]
THEMES = ("light", "dark", "colour-blind")
LANGUAGES = ("en-GB", "fr-FR")
PATIENCE = 60_000
LABEL = 18
WIDEST = 1800
"""The width of a sheet, in pixels; large screens are made smaller to fit three side by side."""

HIGHEST = 2100


def main(folder: Path, wanted: list[str]) -> int:
    """Make the sheets of the sizes that were asked for."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if not wanted or f"{size[0]}x{size[1]}" in wanted]
    with serving("--no-thinking") as (address, _pid), chromium() as browser:
        for language in LANGUAGES:
            for same_hand in ([one for one in sizes if one in PHONES], [one for one in sizes if one not in PHONES]):
                if same_hand:
                    look_at_everything(browser, address, language, same_hand, folder)
    return 0


def look_at_everything(
    browser: Browser, address: str, language: str, sizes: list[tuple[int, int]], folder: Path
) -> None:
    """Go through the screens once, and take a picture of each in every size and theme."""
    touch = sizes[0] in PHONES
    width, height = sizes[0]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
        locale=language,
    )
    page = context.new_page()
    opened(page, address)
    taken: dict[tuple[tuple[int, int], str], list[tuple[str, Image.Image]]] = {}
    for name, show in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        try:
            show(page)
        except Exception as error:  # the other screens are still worth a look
            print(f"{name} ({language}, {width}x{height}): {error}", file=sys.stderr)
            continue
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for theme in THEMES:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                taken.setdefault((size, theme), []).append((name, shot))
        while page.locator("dialog[open]").count():
            keys(page, "Escape")
    context.close()
    for ((width, height), theme), pictures in taken.items():
        for number, sheet in enumerate(sheets(pictures), 1):
            sheet.save(folder / f"{width}x{height}-{theme}-{language[:2]}-{number}.png")


def sheets(pictures: list[tuple[str, Image.Image]]) -> list[Image.Image]:
    """Pictures in rows, each with its name below."""
    width, height = pictures[0][1].size
    scale = min(1.0, (WIDEST / 3 - 12) / width)
    w, h = round(width * scale), round(height * scale)
    across, down = WIDEST // (w + 12), max(1, HIGHEST // (h + LABEL + 12))
    found = []
    for start in range(0, len(pictures), across * down):
        some = pictures[start : start + across * down]
        rows = -(-len(some) // across)
        sheet = Image.new("RGB", (across * (w + 12), rows * (h + LABEL + 12)), PAPER)
        for place, (name, shot) in enumerate(some):
            x, y = place % across * (w + 12) + 6, place // across * (h + LABEL + 12) + 6
            sheet.paste(shot.resize((w, h), Image.Resampling.LANCZOS) if scale < 1 else shot, (x, y))
            ImageDraw.Draw(sheet).text((x + 4, y + h + 3), name, fill=(60, 50, 40))
        found.append(sheet)
    return found


def go(page: Page, fragment: str) -> None:
    """Turn to an address without loading the page again."""
    for place in ("", fragment):
        page.evaluate(
            """place => location.hash.slice(1) === place || new Promise((done) => {
                addEventListener("hashchange", () => done(true), { once: true });
                location.hash = place;
            })""",
            place,
        )
        settle(page)


def do(page: Page, command: str) -> None:
    """Press the button of a command, in the menu if it is there."""
    if page.locator(f'[data-do="{command}"]:visible').count() == 0:
        press(page, '[data-do="@menu"]:visible')
    press(page, f'[data-do="{command}"]:visible')


def at(fragment: str, *typed: str, wait: str = "") -> Callable[[Page], None]:
    """A screen that is reached by an address and keys."""

    def show(page: Page) -> None:
        go(page, fragment)
        keys(page, *typed)
        if wait:
            page.wait_for_selector(wait, timeout=PATIENCE)

    return show


def after(fragment: str, *commands: str, wait: str = "") -> Callable[[Page], None]:
    """A screen that is reached by an address and buttons."""

    def show(page: Page) -> None:
        go(page, fragment)
        for command in commands:
            do(page, command)
        if wait:
            page.wait_for_selector(wait, timeout=PATIENCE)

    return show


def cards(fragment: str) -> Callable[[Page], None]:
    """A screen with cards, whose pictures come when they are seen."""

    def show(page: Page) -> None:
        go(page, fragment)
        page.locator(".level .picture").first.wait_for(timeout=PATIENCE)
        page.wait_for_function("document.querySelectorAll('.level [data-picture]:empty').length < 60")
        settle(page)

    return show


def lesson(page: Page) -> None:
    """The first lesson."""
    go(page, "")
    press(page, "li[data-id=sokoban] .game")


def pasted(page: Page) -> None:
    """Own levels: one that was pasted, with a long title and an author."""
    go(page, "sokoban")
    do(page, "paste")
    title = "A level with a title that is long enough to need more than one line"
    page.locator("#menu textarea").fill(f"######\n#@$ .#\n######\nTitle: {title}\nAuthor: Somebody with a long name\n")
    press(page, "#menu .primary")
    cards("sokoban/mine")(page)


def own_card(page: Page) -> None:
    """What can be done with an own level."""
    cards("sokoban/mine")(page)
    press(page, ".dots")


def refused(page: Page) -> None:
    """A link that cannot be read."""
    go(page, "sokoban/z.nothing")
    page.wait_for_selector("#toast.on")


def search_of_levels(page: Page) -> None:
    """Levels that were searched for, and none found."""
    go(page, "pushit")
    page.locator(".search").fill("zzz")
    settle(page)


def editor(game: str) -> Callable[[Page], None]:
    """The editor, with a level drawn into it, checked."""

    def show(page: Page) -> None:
        go(page, f"{game}/3")
        do(page, "edit")
        do(page, "check")
        page.wait_for_selector(".note.good, .note.lost, .note.info", timeout=PATIENCE)

    return show


def explained(page: Page) -> None:
    """An explained solution, at a step; it is computed before it can be stepped through."""
    at("slitherlink/2", "e", wait='.dock [data-do="step"]:not([disabled])')(page)
    at_step = '.dock [data-do="step"]:not([disabled]) >> nth=-1'
    press(page, at_step)
    page.wait_for_selector(".say.title", timeout=PATIENCE)


SCREENS: dict[str, Callable[[Page], None]] = {
    "home": at(""),
    "lesson": lesson,
    "levels pushit": cards("pushit"),
    "levels turtle": cards("turtle"),
    "no level found": search_of_levels,
    "pushit": at("pushit/5", "ArrowDown", "ArrowRight"),
    "ricosheep": at("ricosheep/12", "ArrowDown"),
    "slitherlink": at("slitherlink/9", "Space", "ArrowRight", "Space", "ArrowDown"),
    "sokoban": at("sokoban/12", "ArrowUp", "ArrowLeft"),
    "turtle": at("turtle/9"),
    "pushit hint": at("pushit/7", "h", wait=".note.hint"),
    "ricosheep won": at("ricosheep/1", "ArrowRight", "ArrowDown", wait=".end h2"),
    "slitherlink hint": at("slitherlink/5", "h", "h", wait=".note.hint"),
    "sokoban lost": at("sokoban/first", wait="svg.board"),
    "turtle menu": after("turtle/4", "@menu"),
    "sokoban menu": after("sokoban/4", "@menu"),
    "options": after("slitherlink/4", "options"),
    "settings": after("", "settings"),
    "data": after("", "settings", "data"),
    "keys": at("sokoban/4", "F1"),
    "share": after("turtle/4", "share"),
    "random": after("slitherlink", "random"),
    "random sokoban": after("sokoban", "random"),
    "print": after("slitherlink/3", "print"),
    "paste": after("", "paste"),
    "editor slitherlink": editor("slitherlink"),
    "editor ricosheep": editor("ricosheep"),
    "editor pushit": editor("pushit"),
    "title": after("ricosheep", "editor", "title"),
    "search view": at("ricosheep/12", "v", "1", "+", "+", "+", "+", wait=".say.accent"),
    "explain": explained,
    "solve": at("sokoban/2", "s", wait=".end h2, .dock [data-do=replay]"),
    "replay": at("turtle/2", "s", "Tab", wait="svg.board"),
    "own levels": pasted,
    "own level": own_card,
    "records": after("", "records"),
    "bad link": refused,
    "large slitherlink": lambda page: go(page, large_level("slitherlink")),
    "large ricosheep": lambda page: go(page, large_level("ricosheep")),
}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
