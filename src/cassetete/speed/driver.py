"""What drives a kernel: the status codes it returns, and arrays that grow when it asks for room."""

from __future__ import annotations

from typing import Any

import numpy as np

RUNNING, FOUND, EXHAUSTED, NEED_GROW = 0, 1, 2, 3
"""What a step of a kernel returns: its budget is used up, a goal was reached, nothing is left to expand, or an array
is full: the driver grows it and calls the kernel again."""


def grown(array: Any, length: int | None = None) -> Any:
    """A longer array with the same rows first and zeros after them; twice as long unless a length is given.

    >>> grown(np.array([1, 2], np.int8)).tolist()
    [1, 2, 0, 0]
    """
    larger = np.zeros((2 * len(array) if length is None else length, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
