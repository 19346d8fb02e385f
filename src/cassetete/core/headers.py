"""The `# key: value` lines above a level: what a file says about itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cassetete.core.errors import BadLevel
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

_HEADER = re.compile(r"#\s*([A-Za-z][A-Za-z0-9_-]*)\s*:\s?(.*)")
_NOT_IN_A_LINE = re.compile("[\x00-\x06\n\r\x0e-\x1a\x1c-\x1f\x7f]+")
"""What ends a line, or a text: a file with it would not be read back."""
LONGEST_TITLE = 500
SOLUTION = "solution"
"""The key of a solution that a file brings."""

_NUMBERS = {"optimum": 1, "pushes": 1, "stars": 2}


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers all games share."""

    title: str = ""
    author: str = ""
    stars: tuple[int, int] | None = None
    """The lengths that earn three and two stars."""
    optimum: int | None = None
    """The length of a shortest solution, by the game's metric."""
    pushes: int | None = None
    grade: str = ""
    seed: str = ""
    """What a generator made the level from."""
    extra: tuple[tuple[str, str], ...] = ()
    """Keys we do not know: writing a file back loses nothing."""
    notes: tuple[str, ...] = ()
    """Comment lines."""

    def __post_init__(self) -> None:
        """A title and an author fit into a line of a file, wherever they come from, and on a page."""
        for name in ("title", "author"):
            text = given = getattr(self, name)
            if _NOT_IN_A_LINE.search(text):
                text = _NOT_IN_A_LINE.sub(" ", text).strip()
            if len(text) > LONGEST_TITLE:
                text = f"{text[: LONGEST_TITLE - 1]}…"
            if text is not given:
                object.__setattr__(self, name, text)

    def title_in(self, language: str) -> str:
        """The title in a language, as a header such as `title-fr` gives it; else the title itself.

        >>> Headers(title="The tower", extra=(("title-fr", "La tour"),)).title_in("fr")
        'La tour'
        """
        wanted = f"title-{language}"
        return next((value for key, value in self.extra if key.lower() == wanted), self.title)

    @property
    def solution(self) -> str:
        """The solution that the file brings, in the game's notation; empty if it brings none.

        >>> Headers(extra=(("solution", "rRR"),)).solution
        'rRR'
        """
        return next((value for key, value in self.extra if key == SOLUTION), "")

    def of_position(self) -> Headers:
        """What remains true of a position reached from this level: its name, not its lengths."""
        extra = tuple(pair for pair in self.extra if pair[0] != SOLUTION)
        return replace(self, stars=None, optimum=None, pushes=None, grade="", seed="", extra=extra)

    def items(self) -> list[tuple[str, str]]:
        """Key and value of each header that is set, in the order they are written."""
        pairs = [("title", self.title), ("author", self.author)]
        if self.stars is not None:
            pairs.append(("stars", f"{self.stars[0]} {self.stars[1]}"))
        pairs += [(k, str(v)) for k, v in (("optimum", self.optimum), ("pushes", self.pushes)) if v is not None]
        pairs += [("grade", self.grade), ("seed", self.seed), *self.extra]
        return [(key, value) for key, value in pairs if value]

    def dump(self, own: Collection[tuple[str, str]] = ()) -> str:
        """The notes, the header lines, and a game's `own` pairs after them.

        >>> print(Headers(title="Tour", optimum=10).dump([("tall", "2")]), end="")
        # title: Tour
        # optimum: 10
        # tall: 2
        """
        lines = [f"# {note}".rstrip() for note in self.notes]
        lines += [f"# {key}: {value}" for key, value in (*self.items(), *own)]
        # Most are one line already, and a batch has thousands of them.
        return "".join([(line if line.isprintable() else " ".join(lines_of(line))) + "\n" for line in lines])


class Header(NamedTuple):
    """One header line of a file, not yet understood."""

    key: str
    value: str
    line: int
    column: int


class SplitText(NamedTuple):
    """A text in two parts: its headers, with the game's own header lines apart, and the body."""

    headers: Headers
    own: dict[str, Header]
    """The headers that only this game knows, by key."""
    body: list[str]
    line: int
    """The number of the body's first line."""


def lines_of(text: str) -> list[str]:
    """The lines as an editor counts them, with any line ending; a byte order mark is dropped.

    >>> lines_of("a\\r\\nb\\n")
    ['a', 'b', '']
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def split_headers(text: str, own_keys: Collection[str] = ()) -> SplitText:
    """Separate the `#` lines from the body; the headers in `own_keys` are left to the game.

    Blank lines before the body and after it are dropped, trailing spaces too.

    >>> sheet = split_headers("# title: Tour\\n# tall: 2\\n\\n1 0\\n0 0\\n", {"tall"})
    >>> sheet.headers.title, sheet.own["tall"].value, sheet.body, sheet.line
    ('Tour', '2', ['1 0', '0 0'], 4)
    """
    lines = [line.rstrip() for line in lines_of(text)]
    found: list[Header] = []
    notes: list[str] = []
    start = 0
    for start, line in enumerate(lines):
        if not line:
            continue
        if not line.startswith("#"):
            break
        match = _HEADER.fullmatch(line)
        if match:
            found.append(Header(match[1].lower(), match[2].strip(), start + 1, match.start(2) + 1))
        else:
            notes.append(line[1:].strip())
    else:
        start = len(lines)
    body = lines[start:]
    while body and not body[-1]:
        body.pop()
    own = {header.key: header for header in found if header.key in own_keys}
    return SplitText(_understood(found, own_keys, notes), own, body, min(start + 1, len(lines)))


def _understood(found: list[Header], own_keys: Collection[str], notes: list[str]) -> Headers:
    known: dict[str, Any] = {}
    extra: list[tuple[str, str]] = []
    for header in found:
        if header.key in own_keys or not header.value:
            continue
        if header.key in _NUMBERS:
            numbers = whole_numbers(header, _NUMBERS[header.key])
            known[header.key] = numbers if len(numbers) > 1 else numbers[0]
        elif header.key in ("title", "author", "grade", "seed"):
            known[header.key] = header.value
        else:
            extra.append((header.key, header.value))
    return Headers(**known, extra=tuple(extra), notes=tuple(notes))


def whole_numbers(header: Header, count: int) -> tuple[int, ...]:
    """The header's value as that many whole numbers ≥ 0, or BadLevel at its place."""
    words = header.value.split()
    if len(words) != count or not all(word.isascii() and word.isdigit() and len(word) <= 9 for word in words):
        wanted = _("{n} whole numbers", n=count) if count > 1 else _("a whole number")
        raise BadLevel(
            _("'{key}' needs {wanted}, not '{value}'", key=header.key, wanted=wanted, value=header.value[:40]),
            header.line,
            header.column,
        )
    return tuple(int(word) for word in words)
