"""When Python collects garbage: between screens and in quiet moments, as a full collection takes a whole frame."""

from __future__ import annotations

import gc

_YOUNG_OBJECTS = 2000
_YOUNG_ROUNDS = 5
_NEVER = 1_000_000
_QUIET_FRAMES = 90
_MIDDLE_ROUNDS = 4


class GcSchedule:
    """Keeps full collections out of the frames in which something moves."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()  # the program's own objects stay for ever: never look at them again
        gc.set_threshold(_YOUNG_OBJECTS, _YOUNG_ROUNDS, _NEVER)
        self._quiet = 0

    def between_screens(self) -> None:
        """Collect now: a screen was closed, with all its objects."""
        gc.collect()

    def frame(self, busy: bool) -> None:
        """Count a frame; after some seconds without a busy one, collect if there is enough garbage."""
        self._quiet = 0 if busy else self._quiet + 1
        if self._quiet == _QUIET_FRAMES and gc.get_count()[2] >= _MIDDLE_ROUNDS:
            gc.collect()
