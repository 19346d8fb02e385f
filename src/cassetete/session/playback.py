"""What plays step by step: it plays, pauses, steps and has a speed; the front end says how much time has passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

_LONGEST = 1.0
"""Seconds that count of a longer wait, or one step: what was in the background does not jump ahead."""


class Playback:
    """What a player of moves, of reasons, and of a search have in common."""

    speeds: ClassVar[tuple[float, ...]] = (1,)
    """Steps a second, the slowest first; 0 is as fast as possible."""

    def __init__(self, speed: int) -> None:
        """`speed` is an index of `speeds`."""
        self.speed, self.paused = speed, True
        self._due = 0.0

    @property
    def rate(self) -> float:
        """Steps a second, as chosen; 0 is as fast as possible."""
        return self.speeds[self.speed]

    @property
    def running(self) -> bool:
        """Whether there is something to play."""
        raise NotImplementedError

    def faster(self, steps: int) -> None:
        """Choose a higher speed, or a lower one."""
        self.speed = min(len(self.speeds) - 1, max(0, self.speed + steps))

    def pause(self) -> None:
        """Play or pause."""
        self.paused = not self.paused

    def step(self, number: int) -> None:
        """Pause, and go some steps on or back."""
        raise NotImplementedError

    def rewind(self, to_end: bool) -> None:
        """Go to the start, or to the end."""
        raise NotImplementedError

    def advance(self, seconds: float, time_left: Callable[[], bool]) -> bool:
        """Do the steps that are due after some seconds, while there is time; whether something has changed."""
        raise NotImplementedError

    def _steps_due(self, seconds: float, rate: float) -> int:
        """The whole steps due after some more seconds; what is left over counts for the next ones."""
        self._due += min(seconds * rate, max(1.0, _LONGEST * rate))
        steps = int(self._due)
        self._due -= steps
        return steps


class LinePlayer(Playback):
    """Plays along a line of steps, whose number may still grow."""

    def __init__(self, speed: int, at: int = 0) -> None:
        super().__init__(speed)
        self.at = at

    @property
    def count(self) -> int:
        """The steps that are known."""
        raise NotImplementedError

    @property
    def complete(self) -> bool:
        """Whether no more steps will come."""
        return True

    @property
    def running(self) -> bool:
        """Whether there are steps, or will be."""
        return self.count > 0 or not self.complete

    @property
    def ended(self) -> bool:
        """Whether the last step is shown."""
        return self.at == self.count and self.complete

    def pause(self) -> None:
        """Play, pause, or play again from the start."""
        if self.ended and self.paused:
            self.at = 0
        self.paused, self._due = not self.paused, 0.0

    def step(self, number: int) -> None:
        """Some steps on or back."""
        self.go(self.at + number)

    def rewind(self, to_end: bool) -> None:
        """To the start, or to the last step that is known."""
        self.go(self.count if to_end else 0)

    def go(self, at: int) -> None:
        """To a step, and pause there."""
        self.paused, self.at = True, min(self.count, max(0, at))

    def advance(self, seconds: float, time_left: Callable[[], bool]) -> bool:  # noqa: ARG002
        """Go on when it is time; at the end, pause."""
        if self.paused:
            return False
        steps = self._steps_due(seconds, self.rate)
        if steps:
            self.at = min(self.count, self.at + steps)
        if self.ended:
            self.paused = True
        return bool(steps) or self.paused
