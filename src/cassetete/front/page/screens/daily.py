"""The levels of the day: one a game, made from the date, the same for everyone; and the streak."""

from __future__ import annotations

from cassetete.core.contract import AnyGame
from cassetete.front.page.screens.base import Navigator, Part


def daily_cards(table: Navigator) -> list[Part]:
    """A card for each game that has a level of the day."""
    del table
    return []


def open_daily(table: Navigator, game: AnyGame) -> None:
    """Play a game's level of the day."""
    del table, game
