"""Messages in French and English."""

from __future__ import annotations

import pytest

from cassetete.app.registry import games
from cassetete.app.translate import Translator, system_language
from cassetete.core.answers import EXHAUSTED
from cassetete.core.contract import ParameterKind
from cassetete.core.message import Text


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr"}, "fr"),
        ({"LANG": "fr_FR", "CASSETETE_LANG": "en"}, "en"),
    ],
)
def test_the_system_s_language(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


def test_french_is_spoken() -> None:
    assert Translator("fr")(EXHAUSTED.text) != str(EXHAUSTED.text)
    assert Translator("en")(EXHAUSTED.text) == str(EXHAUSTED.text)


def test_texts_within_texts_are_translated() -> None:
    outer = Text("«{inner}»", (("inner", EXHAUSTED.text),))
    assert Translator("fr")(outer) == f"«{Translator('fr')(EXHAUSTED.text)}»"


def test_the_choices_of_generators_are_in_french() -> None:
    """They are words of the files and the command line, and words for the player."""
    french = Translator("fr")
    same = {"normal", "expert"}
    for game in (each for each in games().values() if each.id != "taquin"):
        for parameter in (one for maker in game.making.generators for one in maker.parameters):
            if parameter.kind is ParameterKind.CHOICE:
                for word in set(parameter.range) - same:
                    assert french(Text(word, domain=parameter.label.domain)) != word, (game.id, parameter.name, word)
