"""Sets of up to 64 things as the bits of a word."""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.hashset import ONE
from cassetete.speed.jit import lean


@lean
def bits_in(word: Any) -> Any:
    """How many bits of a word are set."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@lean
def lowest(word: Any) -> Any:
    """The number of a word's lowest bit."""
    return bits_in(~word & (word - ONE))
