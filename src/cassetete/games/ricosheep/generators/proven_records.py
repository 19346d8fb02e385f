"""Proven records: the longest shortest solution of all the meadows of a small size, by the number of sheep.

Found by exhaustive search (`hunt`, `exhaustive`); without wolves and colours. Rows and columns may be exchanged.
"""

from __future__ import annotations

LONGEST = {
    (2, 2): (0, 2, 2, 2, 0),
    (2, 3): (0, 4, 5, 5, 4, 2, 0),
    (2, 4): (0, 5, 7, 7, 7, 7, 5, 2, 0),
    (2, 5): (0, 6, 9, 10, 9, 10, 9, 7, 5, 2, 0),
    (2, 6): (0, 7, 12, 13, 14, 14, 12, 13, 9, 7, 5, 2, 0),
    (2, 7): (0, 8, 13, 16, 17, 20, 20, 17, 16, 16, 11, 7, 5, 2, 0),
    (2, 8): (0, 9, 14, 18, 22, 25, 24, 25, 22, 19, 18, 16, 11, 7, 5, 2, 0),
    (3, 3): (0, 5, 8, 9, 9, 8, 7, 4, 2, 0),
    (3, 4): (0, 7, 12, 16, 16, 16, 16, 13, 12, 8, 5, 2, 0),
    (3, 5): (0, 9, 14, 19, 23, 23, 27, 23, 21, 18, 15, 11, 8, 5, 2, 0),
    (4, 4): (0, 8, 18, 18, 25, 27, 26, 27, 25, 18, 18, 14, 12, 8, 5, 2, 0),
}


def bound(rows: int, columns: int, sheep: int) -> int | None:
    """No meadow of this size with so many sheep needs more moves; None if that is not known.

    >>> bound(4, 3, 2), bound(1, 9, 3), bound(6, 6, 4)
    (12, 1, None)
    """
    if min(rows, columns) == 1:
        return 1 if sheep < rows * columns else 0
    known = LONGEST.get((min(rows, columns), max(rows, columns)))
    return None if known is None or sheep >= len(known) else known[sheep]
