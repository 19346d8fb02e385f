"""Search on the compiled grid: where probing tells nothing more, a segment gets one mark, later the other.

At each step all that follows is marked and probed; a contradiction takes back the last mark that was supposed. Every
solution is found once. A frame has 2 words: the segment supposed to be drawn, and how long the trail was before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import lean

from . import propagate as kernel
from .geometry import value_of
from .grid import assume, undo
from .layout import BEST, CROSS, LINE, STEPS, TRAIL, TURN, Q
from .propagate import (
    BOUNDLESS,
    EVERYTHING,
    RUNNING,
    SETTLED,
    SOLVED,
    WRONG,
    begin,
    fresh,
    prepare,
    probe,
    room,
    spread,
)

CODE, DEPTH, BRANCHES = range(3)
"""The words of the control array: what is known of the grid as it is now, how many suppositions it rests on, and how
many there were in all."""

FRAMES = 256


@lean
def _supposed(w: Any, t: Any, edge: int, value: int) -> Any:
    """What comes of a mark."""
    if not assume(w, t, edge, value):
        return WRONG
    code = spread(w, t)
    fresh(w)
    return RUNNING if code == SETTLED else code


@lean
def _choice(w: Any) -> Any:
    """The segment whose trials told most; else the next blank one."""
    if w[BEST] >= 0 and value_of(w, w[BEST]) == 0:
        return w[BEST]
    edge = w[TURN]
    while value_of(w, edge) != 0:
        edge = (edge + 1) % (2 * w[Q])
    return edge


@lean
def search(w: Any, t: Any, frames: Any, control: Any, budget: int) -> Any:
    """Go on; SOLVED when a solution is on the grid, WRONG when there is no other, RUNNING when the budget of marks is
    spent, SETTLED when suppositions are nested too deep."""
    limit = w[STEPS] + budget
    while True:
        code = control[CODE]
        if code == RUNNING:
            if w[STEPS] >= limit:
                return RUNNING
            control[CODE] = probe(w, t, EVERYTHING, limit - w[STEPS])
        elif code == SETTLED:
            depth = control[DEPTH]
            if depth == frames.shape[0]:
                return SETTLED
            edge = _choice(w)
            frames[depth, 0], frames[depth, 1] = edge, w[TRAIL]
            control[DEPTH] += 1
            control[BRANCHES] += 1
            control[CODE] = _supposed(w, t, edge, LINE)
        elif code == SOLVED:
            control[CODE] = WRONG
            return SOLVED
        else:
            if control[DEPTH] == 0:
                return WRONG
            control[DEPTH] -= 1
            depth = control[DEPTH]
            undo(w, t, frames[depth, 1])
            control[CODE] = _supposed(w, t, frames[depth, 0], CROSS)


def warm_up() -> None:
    """Compile everything, what the search runs on included."""
    kernel.warm_up()
    w, t = room(2, 2)
    clues = np.array([-1, -1, -1, 2], np.int32)
    prepare(w, clues, 2, EVERYTHING)
    begin(w, t, clues[:0], clues[:0])
    search(w, t, np.zeros((FRAMES, 2), np.int32), np.zeros(3, np.int64), BOUNDLESS)
