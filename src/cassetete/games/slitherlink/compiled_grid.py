"""The compiled grid seen from Python: levels and marks go in, what follows from them comes out.

This module is imported when a solver runs, not with the game: that would load the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, grown

from .kernels import grid as kernel
from .kernels import probing, search
from .model import Level, State, lattice, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUDGET = 10_000
"""Marks made in one step: a few milliseconds."""

_NONE = np.zeros(0, np.int32)


@lru_cache(maxsize=64)
def edge_places(rows: int, columns: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The kernel's number of each segment, and where its mark is."""
    wide = columns + 2
    found = []
    for (i, j), (p, _q) in lattice(rows, columns).segments:
        found.append(2 * ((i + 1) * wide + j + 1) + (p > i))
    numbered = np.array(found, np.int32)
    return numbered, kernel.HEAD + kernel.VAL + kernel.RECORD * (numbered >> 1) + (numbered & 1)


def clue_array(level: Level) -> NDArray[np.int32]:
    """The clues row by row, -1 where there is none."""
    return np.array([-1 if clue is None else clue for row in level.clues for clue in row], np.int32)


class CompiledGrid:
    """A level's grid with the marks of a state, ready to be reasoned about by some of the rules."""

    def __init__(self, level: Level, state: State, rules: int = kernel.EVERYTHING) -> None:
        self._numbered, self._values = edge_places(level.rows, level.columns)
        self._w, self._t = kernel.allocate(level.rows, level.columns)
        kernel.prepare(self._w, clue_array(level), level.columns, rules)
        edges = marks = _NONE
        if state.drawn or state.crossed:
            drawn, crossed = numbers(state.drawn), numbers(state.crossed)
            edges = self._numbered[drawn + crossed]
            marks = np.array([kernel.LINE] * len(drawn) + [kernel.CROSS] * len(crossed), np.int32)
        self.code = int(kernel.begin(self._w, self._t, edges, marks))
        self.exhausted = False
        self._through = False

    def with_marks(self, *marks: tuple[int, int]) -> CompiledGrid:
        """A copy in which segments have these marks, and all that follows from them."""
        copy = object.__new__(CompiledGrid)
        copy.__dict__.update(self.__dict__)
        copy._w, copy._t = self._w.copy(), self._t.copy()
        edges = self._numbered[[edge for edge, _mark in marks]]
        copy.code = int(kernel.begin(copy._w, copy._t, edges, np.array([mark for _edge, mark in marks], np.int32)))
        return copy

    def probed(self, rules: int = kernel.EVERYTHING, budget: int = BUDGET) -> Iterator[int]:
        """Try segments until nothing more follows by these rules; yields how many marks were made after each step."""
        while self.code == kernel.SETTLED and not self._through:
            code = int(probing.probe(self._w, self._t, rules, budget))
            self._through = code != kernel.OPEN
            if self._through:
                self.code = code
            yield int(self._w[kernel.STEPS])

    def searched(self, budget: int = BUDGET) -> Iterator[State | None]:
        """Every solution, once nothing follows any more, and None after each step; `exhausted` says that it is done."""
        frames = np.zeros((search.FRAMES, 2), np.int32)
        control = np.array([self.code, 0], np.int64)
        while True:
            code = int(search.search(self._w, self._t, frames, control, budget))
            if code == NEED_GROW:
                frames = grown(frames)
            elif code == EXHAUSTED:
                self.exhausted = True
                return
            else:
                yield self.state() if code == FOUND else None

    @property
    def steps(self) -> int:
        """How many marks were made so far."""
        return int(self._w[kernel.STEPS])

    @property
    def wrong(self) -> bool:
        """Whether the marks contradict the clues."""
        return self.code == kernel.WRONG

    @property
    def solved(self) -> bool:
        """Whether every segment is known: then the solution is the only one."""
        return self.code == kernel.SOLVED

    @property
    def settled(self) -> bool:
        """Whether probing is through, and leaves segments blank."""
        return self._through and self.code == kernel.SETTLED

    @property
    def left(self) -> int:
        """How many segments are not known."""
        return int(self._w[kernel.LEFT])

    def state(self) -> State:
        """The marks as a state."""
        values = self._w[self._values]
        return State(*(_mask(values == mark) for mark in (kernel.LINE, kernel.CROSS)))


def _mask(flags: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
