"""What the compiled grid is made of: the names of its words, records and sections, and sets of patterns as bits.

See `kernel_board` for the layout. A pattern is 4 bits, a set of patterns 16, a set of pairs of segments 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

BLANK, LINE, CROSS = 0, 1, 2
PATTERNS, LOOPS, SECTORS, COLOURS, LINKS, AREAS, COMMONS, DOMAINS = 1, 2, 4, 8, 16, 32, 64, 128
"""The rules that can be switched on. COMMONS lets probing keep the marks that both trials lead to, DOMAINS also what
they say of patterns."""

WIDE, Q, LEFT, MISSING, FRAGMENTS, CLOSED, TRAIL, FIRST, LAST, PENDED, RULES, CLOSING, STEPS, TURN, VAIN, STAMPED = (
    range(16)
)
BEST, SCORE, TOTAL, CARE, UNITED, AREAS_AT, ROUND = 16, 17, 18, 19, 21, 22, 23
HEAD = 32
RECORD = 16
DOM, VAL, PENDING, QUEUED, FAR, PARENT, SIZE, NEXT, CLUE, TOLD = 0, 2, 4, 6, 8, 9, 10, 11, 12, 14
"""The words of a record; the first four and the last come in couples."""
QUEUE, PENDS, NOTED, STAMP, COMMON, LOW, ORDER, UP, FOUND, TRIED = 16, 18, 20, 24, 28, 36, 37, 38, 39, 40
SECTIONS = 41
TRAIL_ROOM = 80
HUGE = 1 << 20

_PATTERNS = range(16)
_PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))


def _set(test: Any) -> int:
    return sum(1 << p for p in _PATTERNS if test(p))


def _bit(pattern: int, k: int) -> int:
    return pattern >> k & 1


ON = np.array([_set(lambda p, k=k: _bit(p, k)) for k in range(4)], np.int32)
OFF = np.array([_set(lambda p, k=k: not _bit(p, k)) for k in range(4)], np.int32)
COUNT = np.array([_set(lambda p, n=n: p.bit_count() == n) for n in range(5)], np.int32)
EQUAL = np.array([_set(lambda p, a=a, b=b: _bit(p, a) == _bit(p, b)) for a, b in _PAIRS], np.int32)
OPPOSITE = np.array([_set(lambda p, a=a, b=b: _bit(p, a) != _bit(p, b)) for a, b in _PAIRS], np.int32)
DEGREES = int(COUNT[0] | COUNT[2])

CORNERS, MARKS, ACROSS = 0xFFFF, 0xFF0000, 0xF000000
ALL = CORNERS | MARKS | ACROSS


def _allowed(pattern: int) -> int:
    """What one pattern allows, as bits: for the pair of segments (k, k + 1) the value first + 2*second, in 4 bits each;
    from bit 16 on which segments are drawn, from 20 on which are not; from 24 on whether the segments 0 and 2 are
    equal, whether they are opposite, and the same of 1 and 3."""
    bits = 0
    for k in range(4):
        bits |= 1 << 4 * k + _bit(pattern, k) + 2 * _bit(pattern, (k + 1) % 4)
        bits |= 1 << (16 if _bit(pattern, k) else 20) + k
    for n, (a, b) in enumerate(_PAIRS[4:]):
        bits |= 1 << 24 + 2 * n + (_bit(pattern, a) != _bit(pattern, b))
    return bits


def _allowed_by_any(patterns: list[int]) -> int:
    bits = 0
    for pattern in patterns:
        bits |= _allowed(pattern)
    return bits


# What a set of patterns allows: 16 bits are looked up in two halves.
ALLOWED = np.array(
    [[_allowed_by_any([8 * h + b for b in range(8) if s >> b & 1]) for s in range(256)] for h in (0, 1)], np.int32
)
# For a pair of segments of `_PAIRS`, the bits of `_allowed` where they are equal, and where they are opposite.
EQUAL_BITS = np.array([0b1001 << 4 * k for k in range(4)] + [1 << 24, 1 << 26], np.int32)
OPPOSITE_BITS = np.array([0b0110 << 4 * k for k in range(4)] + [1 << 25, 1 << 27], np.int32)
# The patterns that a set of pairs leaves, when the pairs are seen from the other side: a corner of a cell lists its two
# segments in the other order than the vertex does.
_swapped = [[_bit(p, (k + 1) % 4) + 2 * _bit(p, k) for p in _PATTERNS] for k in range(4)]
LIFT = np.array([[_set(lambda p, k=k, s=s: s >> _swapped[k][p] & 1) for s in range(16)] for k in range(4)], np.int32)
CORNER = np.array([_set(lambda p, k=k: p in (0, 1 << k | 1 << (k + 1) % 4)) for k in range(4)], np.int32)
"""For a vertex: no line, or both segments of a quadrant."""
