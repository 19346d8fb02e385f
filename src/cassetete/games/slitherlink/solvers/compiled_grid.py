"""The bridge to the compiled grid: levels and marks go in, what follows from them comes out.

Nothing here is imported before a solver or a level maker runs, so that importing the game loads no compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..kernels import propagate as kernel
from ..kernels import search as kernel_search
from ..kernels.layout import CROSS, HEAD, LEFT, LINE, RECORD, STEPS, VAL
from ..model import Level, State, lattice, numbers

BUDGET = 10_000
"""Marks made in one step: a few milliseconds."""


_NONE = np.zeros(0, np.int32)


@lru_cache(maxsize=16)
def places(rows: int, columns: int) -> tuple[Any, Any]:
    """The kernel's number of each segment, and where its mark is."""
    wide = columns + 2
    found = []
    for (i, j), (p, _q) in lattice(rows, columns).segments:
        found.append(2 * ((i + 1) * wide + j + 1) + (p > i))
    numbered = np.array(found, np.int32)
    return numbered, HEAD + VAL + RECORD * (numbered >> 1) + (numbered & 1)


def clue_array(level: Level) -> Any:
    """The clues row by row, -1 where there is none."""
    return np.array([-1 if clue is None else clue for row in level.clues for clue in row], np.int32)


class CompiledGrid:
    """A level's grid with the marks of a state, ready to be reasoned about by some of the rules."""

    def __init__(self, level: Level, state: State, rules: int = kernel.EVERYTHING) -> None:
        numbered, self._values = places(level.rows, level.columns)
        self._w, self._t = kernel.room(level.rows, level.columns)
        kernel.prepare(self._w, clue_array(level), level.columns, rules)
        edges = marks = _NONE
        if state.drawn or state.crossed:
            drawn, crossed = numbers(state.drawn), numbers(state.crossed)
            edges = numbered[drawn + crossed]
            marks = np.array([LINE] * len(drawn) + [CROSS] * len(crossed), np.int32)
        self.code = int(kernel.begin(self._w, self._t, edges, marks))

    def probed(self, probing: int = kernel.EVERYTHING, budget: int = BUDGET) -> Iterator[int]:
        """Try segments until nothing follows any more; yields after each step how many marks were made so far."""
        while self.code == kernel.SETTLED and not self._through:
            code = int(kernel.probe(self._w, self._t, probing, budget))
            self._through = code != kernel.RUNNING
            if self._through:
                self.code = code
            yield int(self._w[STEPS])

    _through = False

    def searched(self, budget: int = BUDGET) -> Iterator[State | None]:
        """Every solution, once nothing follows any more, and None after each step; `exhausted` says whether that was
        all of them."""
        frames = np.zeros((kernel_search.FRAMES, 2), np.int32)
        control = np.array([self.code, 0, 0], np.int64)
        while True:
            code = int(kernel_search.search(self._w, self._t, frames, control, budget))
            if code == kernel.SOLVED:
                yield self.state()
            elif code == kernel.RUNNING:
                yield None
            else:
                self.exhausted = code == kernel.WRONG
                return

    exhausted = False

    @property
    def steps(self) -> int:
        """How many marks were made so far."""
        return int(self._w[STEPS])

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
        return int(self._w[LEFT])

    def state(self) -> State:
        """The marks as a state."""
        values = self._w[self._values]
        return State(*(_mask(values == mark) for mark in (LINE, CROSS)))


def _mask(flags: Any) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
