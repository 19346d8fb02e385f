"""How commands speak: answers on standard output, complaints on standard error, in the reader's language."""

from __future__ import annotations

import sys

from cassetete.app.translate import Words
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Text
from cassetete.core.one_line import one_line


class Usage(CasseteteError):
    """The command was not used as it should be: exit code 64."""


class Voice:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        self.words = Words(language)

    def __call__(self, text: Text | str) -> str:
        """The text in words; a plain string is said as it is."""
        return text if isinstance(text, str) else self.words(text)

    def say(self, text: Text | str) -> None:
        """An answer, at once: whoever reads a pipe need not wait for the end."""
        print(self(text), flush=True)

    def complain(self, text: Text | str | CasseteteError) -> None:
        """One line on standard error; an error that knows its place names it."""
        if isinstance(text, CasseteteError):
            place = getattr(text, "place", None)
            said = f"{place}: {self(text.text)}" if place else self(text.text)
        else:
            said = self(text)
        print(one_line(said), file=sys.stderr, flush=True)
