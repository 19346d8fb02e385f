"""How far back a lost game must go: the last position that could still be won, found by asking about a few of them."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class TakeBack:
    """The search among the positions of a history, numbered from 0; the last one is lost.

    The steps back double until a position is found that is not lost, then the gap is halved: the answer is a position
    that is not lost right before one that is.

    >>> search = TakeBack(lost=9)
    >>> while (asked := search.next) is not None:
    ...     search = search.told(asked, winnable=asked < 6)
    >>> search.found, search.proven
    (5, True)
    """

    lost: int
    """The earliest position known to be lost."""
    open: int | None = None
    """The latest position before it that is not known to be lost."""
    step: int = 1
    proven: bool = True
    """Whether it is proven that the open position can be won."""
    first: int = 0
    """The position of the last restart: what went wrong before it was taken back by it."""

    @property
    def next(self) -> int | None:
        """The position to ask about; None at the end of the search."""
        if self.open is None:
            return max(self.first, self.lost - self.step) if self.lost > self.first else None
        return None if self.lost - self.open == 1 else (self.open + self.lost) // 2

    def told(self, position: int, winnable: bool | None) -> TakeBack:
        """What was asked is known; None: it is not known whether the position can be won."""
        if winnable is False:
            return replace(self, lost=position, step=2 * self.step)
        return replace(self, open=position, proven=winnable is True)

    @property
    def found(self) -> int | None:
        """The position to go back to; None if even the first one is lost, or the search goes on."""
        return self.open if self.next is None else None
