"""A browser and a server for each test process; a profile of its own for each visitor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from page.browsing import Server, Visit, Visitor


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from page.browsing import require_page, started_browser

    require_page()
    with started_browser() as started:
        yield started


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    from page.browsing import Server, require_page

    require_page()
    running = Server()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def regular(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Someone who stays: for tests that need no profile of their own. Each works on levels that no other test uses."""
    from page.browsing import DESKTOP, Visitor, looks

    visitor = Visitor(browser, server.address, **looks(size=DESKTOP, touch=False))
    visitor.open("")
    yield visitor
    visitor.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Comes to the page, with a phone unless told otherwise."""
    from page.browsing import Visitor, looks

    visitors: list[Visitor] = []

    def come(fragment: str = "", *, address: str = "", **look: Any) -> Visitor:
        visitors.append(Visitor(browser, address or server.address, **looks(**look)))
        visitors[-1].open(fragment)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
