"""Messages as values: put into words only at the front, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable message: a gettext msgid, what fills its braces, and the catalogue it stands in.

    `str()` gives English; a front end translates with `app.translate`. Arguments may be texts themselves.

    >>> str(Text("{n} boxes", (("n", 3),)))
    '3 boxes'
    """

    msgid: str
    args: tuple[tuple[str, object], ...] = ()
    domain: str = "cassetete"

    def render(self, translate: Callable[[str, str], str]) -> str:
        """In the words of `translate(domain, msgid)`, which answers the msgid itself if it knows no better."""
        words = {name: a.render(translate) if isinstance(a, Text) else a for name, a in self.args}
        return translate(self.domain, self.msgid).format(**words)

    def __str__(self) -> str:
        return self.render(lambda _domain, msgid: msgid)


class Catalogue:
    """Makes the texts of one domain; a game's modules call theirs `_`, which is what extraction looks for.

    >>> _ = Catalogue("ricosheep")
    >>> _("{n} sheep", n=2)
    Text(msgid='{n} sheep', args=(('n', 2),), domain='ricosheep')
    """

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def __call__(self, msgid: str, **args: object) -> Text:
        """A message of this domain."""
        return Text(msgid, tuple(args.items()), self.domain)
