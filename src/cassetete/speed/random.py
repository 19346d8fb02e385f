"""Random numbers from a seed, the same on every machine and every version of Python (SplitMix64)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Random:
    """A stream of 64-bit numbers.

    The recurrence is Steele, Lea and Flood's SplitMix64 (2014).

    >>> Random(1).below(100), Random(1).below(100)
    (65, 65)
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    @property
    def state(self) -> int:
        """The seed from which the stream would go on as it does now.

        >>> one = Random(1)
        >>> one.below(100), Random(one.state).below(100) == one.below(100)
        (65, True)
        """
        return self._state

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely as the others."""
        sure = _MASK - bound
        while True:
            drawn = self.bits()
            # What is left over above the greatest multiple of the bound is fewer than the bound.
            if drawn <= sure or drawn < _MASK + 1 - (_MASK + 1) % bound:
                return drawn % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def chance(self, numerator: int, denominator: int) -> bool:
        """True so many times out of so many."""
        return self.below(denominator) < numerator

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items into a random order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """That many different items, in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:count]
