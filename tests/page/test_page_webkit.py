"""The page in WebKitGTK, where it is installed: from home to a win, a hint, and a game that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from page.browsing import Server, require_page
from page.webdriver import started, webkit
from window.display import x_server
from window.driver import missing_tools


@pytest.mark.skipif(webkit() is None, reason="WebKitGTK is not installed (apt install webkit2gtk-driver)")
def test_from_home_to_a_win_in_webkit(server: Server, tmp_path: Path) -> None:
    require_page()
    if missing_tools():
        pytest.skip(f"missing: {', '.join(missing_tools())}")
    with x_server() as display, started(display, (1100, 800), tmp_path) as browser:
        browser.open(server.address)
        browser.settle()
        browser.click("li[data-id=ricosheep] .game")
        browser.click("[data-do=skip]")
        browser.click(".level")
        browser.click(".dock [data-do=hint]")
        browser.wait("return document.querySelector('.note.hint') !== null")
        browser.key("ArrowRight", "ArrowDown")
        browser.wait("return document.querySelector('.end h2')?.checkVisibility() ?? false")
        assert browser.run("return document.querySelectorAll('.end .star.on').length") == 3
        browser.wait("return document.body.dataset.kept === 'true'")
        browser.open(f"{server.address}#ricosheep")
        browser.run("location.reload()")
        browser.wait("return document.querySelector('.level .star.on') !== null")
