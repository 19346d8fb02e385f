"""Stars: how many a result earns."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.headers import Headers


def judged_by(headers: Headers, optimum: int | None) -> Headers:
    """The headers with a proven optimum: it is worth more than what the file says.

    >>> judged_by(Headers(), 7).optimum, judged_by(Headers(optimum=9), None).optimum
    (7, 9)
    """
    return headers if optimum is None else replace(headers, optimum=optimum)


def thresholds(headers: Headers) -> tuple[int, int] | None:
    """The lengths that earn three and two stars: as the file says, else its optimum and half as much again.

    >>> thresholds(Headers(optimum=10)), thresholds(Headers(stars=(12, 20)))
    ((10, 15), (12, 20))
    """
    if headers.stars is not None:
        return headers.stars
    if headers.optimum is not None:
        return headers.optimum, headers.optimum * 3 // 2
    return None


def stars(headers: Headers, length: int, hints_played: int = 0) -> int:
    """One star for a win, two or three for a short one; three only if no hint was played for the player.

    >>> stars(Headers(optimum=10), 10), stars(Headers(optimum=10), 15), stars(Headers(optimum=10), 16)
    (3, 2, 1)
    >>> stars(Headers(optimum=10), 10, hints_played=1)
    2
    """
    bounds = thresholds(headers)
    if bounds is None:
        return 1
    three, two = bounds
    return 3 if length <= three and not hints_played else 2 if length <= two else 1


def perfect(headers: Headers, length: int) -> bool:
    """Whether there is no better result.

    >>> perfect(Headers(optimum=10), 10), perfect(Headers(), 10)
    (True, False)
    """
    return headers.optimum is not None and length <= headers.optimum
