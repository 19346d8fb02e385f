"""What the compiled grid is made of: the names of its words and sections, and sets of patterns as bits.

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
BEST, SCORE = 16, 17
HEAD = 32
DOM, VAL, FAR, PARENT, ODD, SIZE, NEXT, CLUE, QUEUE, QUEUED, PENDS, PENDING = 0, 2, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16
NOTED, STAMP, COMMON, LOW, ORDER, UP, FOUND, TRIED = 18, 22, 26, 34, 35, 36, 37, 38
SECTIONS = 39
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

# What a set of patterns leaves to the pair of segments (k, k + 1), as a set of 4 bits: first + 2*second. A set of 16
# patterns is looked up in two halves.
_pair = [[_bit(p, k) + 2 * _bit(p, (k + 1) % 4) for p in _PATTERNS] for k in range(4)]
HALF = np.array(
    [
        [[sum({1 << _pair[k][8 * h + b] for b in range(8) if s >> b & 1}) for s in range(256)] for h in (0, 1)]
        for k in range(4)
    ],
    np.int32,
)
# The patterns that a set of pairs leaves, when the pairs are seen from the other side: a corner of a cell lists its two
# segments in the other order than the vertex does.
_swapped = [[_bit(p, (k + 1) % 4) + 2 * _bit(p, k) for p in _PATTERNS] for k in range(4)]
LIFT = np.array([[_set(lambda p, k=k, s=s: s >> _swapped[k][p] & 1) for s in range(16)] for k in range(4)], np.int32)
CORNER = np.array([_set(lambda p, k=k: p in (0, 1 << k | 1 << (k + 1) % 4)) for k in range(4)], np.int32)
"""For a vertex: no line, or both segments of a quadrant."""
