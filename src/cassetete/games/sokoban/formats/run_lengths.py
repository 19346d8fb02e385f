"""Run lengths, in rows and in lines of play alike: `3#` is ###, `2(rU)` is rUrU."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from cassetete.core.message import Catalogue, Text

_ = Catalogue("sokoban")

_TOKEN = re.compile(r"([0-9]+)|(.)", re.DOTALL)


def expand(
    text: str, most: int, fail: Callable[[Text, int], Exception], offset: int = 0
) -> tuple[list[str], list[int]]:
    """The characters written out, and for each the index in the text it comes from.

    `fail(message, index)` makes the error; more than `most` characters is one.

    >>> "".join(expand("3r2(uL)", 100, lambda message, index: ValueError(str(message)))[0])
    'rrruLuL'
    """
    letters: list[str] = []
    indices: list[int] = []
    groups: list[tuple[int, int, int]] = []  # where a group starts in `letters`, how often, its index
    for index, character, times in _counted(text, fail, offset):
        if character == "(":
            groups.append((len(letters), times, index))
            continue
        if character != ")":
            begin = len(letters)
            letters.append(character)
            indices.append(index)
        elif groups and times == 1:
            begin, times, _index = groups.pop()
        else:
            raise fail(_("unexpected ')'"), index)
        if begin + (len(letters) - begin) * times > most:
            raise fail(_("this is too long (at most {most})", most=most), index)
        letters[begin:] = letters[begin:] * times
        indices[begin:] = indices[begin:] * times
    if groups:
        raise fail(_("this '(' is never closed"), groups[-1][2])
    return letters, indices


def packed(text: str) -> str:
    """A text with its runs counted.

    >>> packed("rrruLL")
    '3ru2L'
    """
    runs = ((letter, sum(1 for _same in run)) for letter, run in groupby(text))
    return "".join(f"{count}{letter}" if count > 1 else letter for letter, count in runs)


def _counted(text: str, fail: Callable[[Text, int], Exception], offset: int) -> Iterator[tuple[int, str, int]]:
    """Each character with its index and how often it is to stand there."""
    times, counted_at = 1, -1
    for match in _TOKEN.finditer(text):
        index = match.start() + offset
        if match[1]:
            times, counted_at = int(match[1][:9]), index
            if times == 0 or len(match[1]) > 9:
                raise fail(_("'{count}' is not a valid count", count=match[1][:20]), index)
            continue
        yield index, match[2], times
        times, counted_at = 1, -1
    if counted_at >= 0:
        raise fail(_("a number must be followed by what it counts"), counted_at)
