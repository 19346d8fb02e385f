"""Search on the compiled grid: where probing finds nothing more, a segment gets one mark, later the other.

At each step all that follows is marked and probed; a contradiction takes back the last mark that was supposed. Every
solution is found once. A frame has 2 words: the segment supposed to be drawn, and how long the trail was before.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .grid import (
    BEST,
    CROSS,
    EVERYTHING,
    LINE,
    OPEN,
    SETTLED,
    SOLVED,
    STEPS,
    TRAIL,
    TURN,
    WRONG,
    Q,
    assume,
    propagate,
    undo,
    value_of,
)
from .probing import probe, restart_probing

CODE, DEPTH = range(2)
"""The words of the control array: what is known of the grid as it is now, and how many suppositions it rests on."""

FRAMES = 256
"""Room for so many suppositions at first."""


@lean
def _supposed(w: Any, t: Any, edge: int, value: int) -> Any:
    """What comes of a mark."""
    if not assume(w, t, edge, value):
        return WRONG
    code = propagate(w, t)
    restart_probing(w)
    return OPEN if code == SETTLED else code


@lean
def _choice(w: Any) -> Any:
    """The segment whose trials had most consequences; else the next blank one."""
    if w[BEST] >= 0 and value_of(w, w[BEST]) == 0:
        return w[BEST]
    edge = w[TURN]
    while value_of(w, edge) != 0:
        edge = (edge + 1) % (2 * w[Q])
    return edge


@lean
def search(w: Any, t: Any, frames: Any, control: Any, budget: int) -> Any:
    """Go on; FOUND when a solution is on the grid, EXHAUSTED when there is no other, RUNNING when the budget of marks
    is spent, NEED_GROW when suppositions are nested deeper than there are frames."""
    limit = w[STEPS] + budget
    while True:
        code = control[CODE]
        if code == OPEN:
            if w[STEPS] >= limit:
                return RUNNING
            control[CODE] = probe(w, t, EVERYTHING, limit - w[STEPS])
        elif code == SETTLED:
            depth = control[DEPTH]
            if depth == frames.shape[0]:
                return NEED_GROW
            edge = _choice(w)
            frames[depth, 0], frames[depth, 1] = edge, w[TRAIL]
            control[DEPTH] += 1
            control[CODE] = _supposed(w, t, edge, LINE)
        elif code == SOLVED:
            control[CODE] = WRONG
            return FOUND
        else:
            if control[DEPTH] == 0:
                return EXHAUSTED
            control[DEPTH] -= 1
            depth = control[DEPTH]
            undo(w, t, frames[depth, 1])
            control[CODE] = _supposed(w, t, frames[depth, 0], CROSS)
