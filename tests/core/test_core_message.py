"""Messages that depend on a number."""

from __future__ import annotations

from cassetete.app.translate import Translator
from cassetete.core.errors import BadLevel
from cassetete.core.grid import rectangle
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


def short_row(row: str) -> Text:
    try:
        rectangle(["___", row], "_", 1)
    except BadLevel as error:
        return error.text
    raise AssertionError(row)


def test_plurals_in_english() -> None:
    assert str(short_row("_")) == "this row has 1 cell, the first has 3"
    assert str(short_row("__")) == "this row has 2 cells, the first has 3"


def test_french_has_its_own_plural_rule() -> None:
    french = Translator("fr")
    assert french(short_row("")) == "cette ligne a 0 case, la première en a 3"
    assert french(short_row("_")) == "cette ligne a 1 case, la première en a 3"
    assert french(short_row("__")) == "cette ligne a 2 cases, la première en a 3"


def test_a_plural_without_a_translation_is_english() -> None:
    text = _.n("{n} unheard-of thing in {where}", "{n} unheard-of things in {where}", n=2, where=short_row("_"))
    assert Translator("fr")(text) == f"2 unheard-of things in {Translator('fr')(short_row('_'))}"
