"""Any text as one line that is safe to print on a terminal."""

from __future__ import annotations

LONGEST = 500


def one_line(text: str) -> str:
    """The text with control characters escaped, and not endless.

    >>> one_line("a\\tb\\x1b[31m")
    'a\\\\tb\\\\x1b[31m'
    """
    if len(text) > LONGEST:
        text = f"{text[: LONGEST * 2 // 3]}…{text[-LONGEST // 3 :]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
