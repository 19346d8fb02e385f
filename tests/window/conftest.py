"""Each test has its own X server, profile and program."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.front.window.main import missing_parts
from window.display import x_server
from window.driver import Player, missing_tools


class Start(Protocol):
    """Starts the program and a player for it."""

    def __call__(
        self, *arguments: str, name: str | None = "Ada", lessons: bool = False, prepared: bool = False
    ) -> Player: ...


@pytest.fixture
def display() -> Iterator[str]:
    missing = missing_tools() or ([str(missing_parts())] if missing_parts() is not None else [])
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"missing: {', '.join(missing)}")
    if missing:
        pytest.skip(f"missing: {', '.join(missing)}")
    with x_server() as name:
        yield name


@pytest.fixture
def start(display: str, tmp_path: Path) -> Iterator[Start]:
    """The program with a profile that has a name (unless None) and all lessons done (unless `lessons`), or with one
    that the test has prepared."""
    players: list[Player] = []

    def begin(*arguments: str, name: str | None = "Ada", lessons: bool = False, prepared: bool = False) -> Player:
        profile = tmp_path / "profile"
        if not prepared:
            prepare(profile, name, lessons)
        players.append(Player(display, profile, *arguments))
        return players[-1]

    yield begin
    for player in players:
        player.stop()


def prepare(profile: Path, name: str | None, lessons: bool) -> None:
    """Fill a profile."""
    from cassetete.app.levels.lessons import FIRST_LESSON

    with Store(profile) as store:
        if name is not None and store.player is None:
            store.player = name
        for game in games() if not lessons else ():
            store.finish_lesson(game, FIRST_LESSON)
