"""`speed.random` for kernels: the same numbers from the same seed, its state one word of an array.

The recurrence is Steele, Lea and Flood's SplitMix64 (2014).
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX_AGAIN = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_ZERO = np.uint64(0)


def seeded(seed: int) -> Any:
    """The state for a seed, to be handed to the functions below."""
    return np.array([seed & ((1 << 64) - 1)], np.uint64)


@lean
def bits(state: Any) -> Any:
    """The next 64 bits."""
    state[0] += _STEP
    z = state[0]
    z = (z ^ (z >> _30)) * _MIX
    z = (z ^ (z >> _27)) * _MIX_AGAIN
    return z ^ (z >> _31)


@lean
def below(state: Any, bound: Any) -> Any:
    """A whole number from 0 to bound - 1, each as likely as the others."""
    many = np.uint64(bound)
    # 2^64 less its remainder, written without 2^64; 0 where nothing is left over.
    limit = _ZERO - (_ZERO - many) % many
    while True:
        drawn = bits(state)
        if limit == _ZERO or drawn < limit:
            return np.int64(drawn % many)
