"""Texts of one game stay in its folder: no message of the program itself names a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassetete.app.registry import games

pytest.importorskip("babel", reason="catalogues are read with babel")

from babel.messages.pofile import read_po

CATALOGUE = Path(__file__).parents[2] / "src" / "cassetete" / "locale" / "fr" / "LC_MESSAGES" / "cassetete.po"


def test_no_message_of_the_program_names_a_game() -> None:
    names = {name.lower() for game in games().values() for name in (game.id, str(game.title))}
    with CATALOGUE.open("rb") as stream:
        messages = [message for message in read_po(stream) if message.id]
    assert len(messages) > 100
    for message in messages:
        said = f"{message.id} {message.string}".lower()
        assert not any(name in said for name in names), said
