"""The bytes of a file as text: UTF-8, UTF-16, what an XML document declares, or the Latin-1 of older programs."""

from __future__ import annotations

import codecs
import re

from cassetete.core.errors import BadLevel
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,40})["']""")
_CONTROL = re.compile(r"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_END_OF_FILE = "\x1a"
"""What programs under DOS wrote after a text."""


def decode(content: bytes) -> str:
    """The text of a file, without its byte order mark; BadLevel where it is no text. Lines that end with a carriage
    return alone, as old Macintoshes wrote them, end with a line feed.

    >>> decode("; François".encode("latin-1")), decode("3_2".encode("utf-16"))
    ('; François', '3_2')
    """
    mark, encoding = next(((mark, name) for mark, name in _MARKS if content.startswith(mark)), (b"", ""))
    encodings = [encoding] if encoding else [*_likely(content), "utf-8", "cp1252", "latin-1"]
    for name in encodings:
        try:
            text = content[len(mark) :].decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        return _checked(text.rstrip(_END_OF_FILE) if "\n" in text else text.rstrip(_END_OF_FILE).replace("\r", "\n"))
    raise BadLevel(_("this is not {encoding} text", encoding=encoding.upper().removesuffix("-LE").removesuffix("-BE")))


def _likely(content: bytes) -> list[str]:
    """UTF-16 without a mark has a zero in every other byte; an XML document may say what it is."""
    head = content[:200]
    if len(content) % 2 == 0 and len(head) >= 4:
        for name, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
            if zeros.count(0) * 4 > len(zeros) * 3 and not others.count(0):
                return [name]
    declared = _DECLARED.match(content)
    return [declared[1].decode("ascii")] if declared else []


def _checked(text: str) -> str:
    wrong = _CONTROL.search(text)
    if wrong is None:
        return text
    before = text[: wrong.start()]
    line, column = before.count("\n") + 1, wrong.start() - before.rfind("\n")
    if wrong[0] == "\0":
        raise BadLevel(_("this is not text (it has a zero byte)"), line, column)
    raise BadLevel(_("this is not text (byte 0x{byte})", byte=f"{ord(wrong[0]):02x}"), line, column)
