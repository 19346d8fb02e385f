"""Messages for players as values: translated only at the front, into the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

LONGEST_LINE = 500


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable message.

    `str()` gives English; a front end translates with `app.translate`.

    >>> str(Text("{n} boxes", (("n", 3),)))
    '3 boxes'
    """

    msgid: str
    """The English sentence, with the names of its arguments in braces."""

    args: tuple[tuple[str, object], ...] = ()
    """What goes into the braces; an argument may be a `Text` itself."""

    domain: str = "cassetete"
    """The catalogue that translates it: "cassetete", or the id of a game."""

    plural: str | None = None
    """The English sentence for any number but 1, where the message depends on one; `msgid` is the singular then."""

    number: int = 1
    """The number that chooses between singular and plural."""

    def render(self, translate: Callable[[Text], str]) -> str:
        """The sentence; `translate` gives the pattern of a text in some language, `english` the one in English."""
        args = {name: arg.render(translate) if isinstance(arg, Text) else arg for name, arg in self.args}
        return translate(self).format(**args)

    def __str__(self) -> str:
        return self.render(english)


def english(text: Text) -> str:
    """The English pattern of a text, its braces not filled.

    >>> english(Text("{n} move", plural="{n} moves", number=2))
    '{n} moves'
    """
    return text.msgid if text.plural is None or text.number == 1 else text.plural


class Catalogue:
    """Makes the texts of one domain; a game's modules call theirs `_`, which is what extraction looks for.

    >>> _ = Catalogue("ricosheep")
    >>> _("{n} sheep", n=2)
    Text(msgid='{n} sheep', args=(('n', 2),), domain='ricosheep', plural=None, number=1)
    """

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def __call__(self, msgid: str, **args: object) -> Text:
        """A message of this domain."""
        return Text(msgid, tuple(args.items()), self.domain)

    def n(self, singular: str, plural: str, *, n: int, **args: object) -> Text:
        """A message that depends on a number; every language has its own plural forms.

        >>> _ = Catalogue("sokoban")
        >>> str(_.n("{n} box left", "{n} boxes left", n=1)), str(_.n("{n} box left", "{n} boxes left", n=4))
        ('1 box left', '4 boxes left')
        """
        return Text(singular, (("n", n), *args.items()), self.domain, plural, n)


def one_line(text: str) -> str:
    """Any text as one line that is safe to print on a terminal: control characters escaped, a long middle left out.

    >>> one_line("a\\tb\\x1b[31m")
    'a\\\\tb\\\\x1b[31m'
    """
    if len(text) > LONGEST_LINE:
        text = f"{text[: LONGEST_LINE * 2 // 3]}…{text[-LONGEST_LINE // 3 :]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def whole(text: str) -> str:
    """A text that can be written as UTF-8: halves of characters, as in the names of some files, are escaped.

    >>> whole("caf\\udce9")
    'caf\\\\udce9'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tabs and line breaks, marks that turn the direction of writing, halves of characters."""


def printable(text: str) -> str:
    """A text of any lines that is safe to print on a terminal: what could be part of an escape sequence is escaped.

    >>> printable("A title\x1b[2J\\nand its board")
    'A title\\\\x1b[2J\\nand its board'
    """
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
