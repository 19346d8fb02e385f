"""Stars and perfection: what a result is worth."""

from __future__ import annotations

from cassetete.core.headers import Headers


def thresholds(headers: Headers) -> tuple[int, int] | None:
    """The scores that earn three and two stars: as the file says, else from its optimum (half as much again).

    >>> thresholds(Headers(optimum=10)), thresholds(Headers(stars=(12, 20)))
    ((10, 15), (12, 20))
    """
    if headers.stars is not None:
        return headers.stars
    if headers.optimum is not None:
        return headers.optimum, headers.optimum * 3 // 2
    return None


def stars(headers: Headers, score: int) -> int:
    """One star for winning, two or three for winning in few.

    >>> stars(Headers(optimum=10), 10), stars(Headers(optimum=10), 15), stars(Headers(optimum=10), 16)
    (3, 2, 1)
    """
    bounds = thresholds(headers)
    if bounds is None:
        return 1
    three, two = bounds
    return 3 if score <= three else 2 if score <= two else 1


def perfect(headers: Headers, score: int) -> bool:
    """Whether nobody can do better.

    >>> perfect(Headers(optimum=10), 10), perfect(Headers(), 10)
    (True, False)
    """
    return headers.optimum is not None and score <= headers.optimum
