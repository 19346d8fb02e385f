"""64-bit words in kernels: typed constants, sets of up to 64 things as the bits of a word, and a hash."""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

ZERO = np.uint64(0)
ONE = np.uint64(1)
"""Typed: in Numba, a uint64 plus a plain 1 is an int64."""

_TWO, _FOUR, _LAST_BYTE = np.uint64(2), np.uint64(4), np.uint64(56)
_FIVES, _THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_FIFTEENS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_HALF, _SHIFT = np.uint64(32), np.uint64(29)
_MIX, _MIX_AGAIN = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@lean
def bits_in(word: Any) -> Any:
    """How many bits of a word are set; the compiler knows this pattern and makes one instruction of it."""
    word = word - ((word >> ONE) & _FIVES)
    word = (word & _THREES) + ((word >> _TWO) & _THREES)
    word = (word + (word >> _FOUR)) & _FIFTEENS
    return np.int64((word * _BYTES) >> _LAST_BYTE)


@lean
def lowest(word: Any) -> Any:
    """The number of a word's lowest bit."""
    return bits_in(~word & (word - ONE))


@lean
def mixed(key: Any) -> Any:
    """A 64-bit hash: all its bits depend on all of the key's."""
    key = (key ^ (key >> _HALF)) * _MIX
    key = (key ^ (key >> _SHIFT)) * _MIX_AGAIN
    return key ^ (key >> _HALF)
