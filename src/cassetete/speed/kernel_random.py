"""Random numbers inside kernels: the same stream as `speed.random.Random`, its state a uint64 array of one word."""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX_AGAIN = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)


def seeded(seed: int) -> Any:
    """A stream's state.

    >>> state = seeded(1)
    >>> int(below(state, np.uint64(100)))
    65
    """
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], np.uint64)


@kernel
def bits(state: Any) -> Any:
    """The next 64 bits."""
    state[0] += _STEP
    z = state[0]
    z = (z ^ (z >> _30)) * _MIX
    z = (z ^ (z >> _27)) * _MIX_AGAIN
    return z ^ (z >> _31)


@kernel
def below(state: Any, bound: Any) -> Any:
    """A whole number from 0 to bound - 1, each as likely as the others; `bound` is a uint64."""
    # The greatest number that is not drawn again: one less than the greatest multiple of bound.
    last = _ALL - (_ALL % bound + _ONE) % bound
    while True:
        drawn = bits(state)
        if drawn <= last:
            return drawn % bound
