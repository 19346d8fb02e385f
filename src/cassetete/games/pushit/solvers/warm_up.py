"""Compiles all of the game's kernels."""

from __future__ import annotations

import numpy as np

from cassetete.core.answers import Limits
from cassetete.core.drain import drain

from ..generators.evaluate import Probe
from ..kernels import layouts as kernel
from ..model import Level, State
from . import native, native_sets


def warm_up() -> None:
    """Run every kernel once, on a level so small that only compiling takes time."""
    heights = (2, 3, 1, 0)
    level, state = Level(4, heights), State(0, heights)
    native_sets.warm_up(level, state)
    for weights in (None, ((0, 1), (1, 1))):
        drain(native.search(level, state, weights, Limits()))
    kernel.rehash(np.ones((1, 1), np.uint64), np.zeros(16, np.uint64), native.numbers(level, state))
    native.graph(level, state, 100)
    Probe(2).length((1, 0, 0, 0))
