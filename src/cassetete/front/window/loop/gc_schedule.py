"""Python's rubbish, taken out when nobody looks: to go through everything takes as long as a whole frame."""

from __future__ import annotations

import gc

_YOUNG = 2000
_ROUNDS = 5
_NEVER = 1_000_000
_QUIET = 90
_MUCH = 4


class Rest:
    """Sees to it that no full collection falls into a game: they come between screens, or in a quiet moment."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()  # what the program is made of stays: no need to look at it again
        gc.set_threshold(_YOUNG, _ROUNDS, _NEVER)
        self._quiet = 0

    def between_screens(self) -> None:
        """A screen has gone, with all that belonged to it."""
        gc.collect()

    def frame(self, busy: bool) -> None:
        """A frame has passed, in which something happened or nothing did."""
        self._quiet = 0 if busy else self._quiet + 1
        if self._quiet == _QUIET and gc.get_count()[2] >= _MUCH:
            gc.collect()
