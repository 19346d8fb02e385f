"""Translates messages: one gettext catalogue for each game's folder, one for the rest of the program."""

from __future__ import annotations

import gettext
import locale
import os
import sys
import warnings
from functools import cache
from io import BytesIO

from cassetete.core.message import Text

LANGUAGES = ("en", "fr")


class Translator:
    """Translates messages into one language: call it with a text.

    >>> Translator("en")(Text("{n} boxes", (("n", 2),)))
    '2 boxes'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: Text | str) -> str:
        """The text in this language, in English where the catalogue lacks it; a plain string stays as it is."""
        if isinstance(text, str) or self.language == "en":
            return str(text)
        try:
            return text.render(self._pattern)
        except (LookupError, ValueError, AttributeError, TypeError):  # a plugin's translation with braces of its own
            return str(text)

    def _pattern(self, text: Text) -> str:
        catalogue = _catalogue(text.domain, self.language)
        if text.plural is not None:
            return catalogue.ngettext(text.msgid, text.plural, text.number)
        return catalogue.gettext(text.msgid) if text.msgid else ""


def system_language(environ: dict[str, str] | None = None) -> str:
    """The first language of LANGUAGE, LC_ALL, LC_MESSAGES, LANG that has a catalogue; where none of them is set, the
    language of the user's desktop. English if there is no catalogue.

    >>> system_language({"LANG": "fr_FR.UTF-8"})
    'fr'
    """
    env = os.environ if environ is None else environ
    for variable in ("CASSETETE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in env.get(variable, "").split(":"):
            if _code(name) in LANGUAGES:
                return _code(name)
        if env.get(variable):
            return "en"
    code = _code(_desktop_locale())
    return code if code in LANGUAGES else "en"


def _code(name: str) -> str:
    """The language in a locale's name.

    >>> _code("fr_FR.UTF-8"), _code("fr-CA"), _code("French_France")
    ('fr', 'fr', 'fr')
    """
    return locale.normalize(name.replace("-", "_")).split("_")[0].lower() if name else ""


@cache
def _desktop_locale() -> str:
    """The locale that the user chose in the system's settings; empty where there are no such settings."""
    if sys.platform == "win32":
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        import subprocess

        command = ["/usr/bin/defaults", "read", "-g", "AppleLocale"]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=2, check=False).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            return ""
    return locale.getlocale()[0] or ""


@cache
def _catalogue(domain: str, language: str) -> gettext.NullTranslations:
    from importlib import resources  # slow to import, and English needs no catalogue

    package = "cassetete"
    if domain != "cassetete":
        from cassetete.app.registry import games

        package = games()[domain].package if domain in games() else package
    file = resources.files(package) / "locale" / language / "LC_MESSAGES" / f"{domain}.mo"
    if not file.is_file():
        return gettext.NullTranslations()
    try:
        return gettext.GNUTranslations(BytesIO(file.read_bytes()))
    except Exception as error:  # gettext raises many kinds where a catalogue is damaged
        warnings.warn(f"{file}: this is no catalogue ({type(error).__name__}: {error})", UserWarning, stacklevel=2)
        return gettext.NullTranslations()
