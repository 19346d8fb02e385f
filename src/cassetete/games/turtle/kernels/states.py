"""Plain breadth-first search for what the sets cannot hold: boards beyond 16 by 16, or four helpers.

Layout as in `deepening.py`: cells of 32 a row, a state packed into 50 bits. `queue` holds the states in the order they
were found, `parent` where each came from, `table` is the hash set of all of them (speed.hashset). `marks` are the
numbers that outlive a step: the states expanded, the states found, and the goal's place in the queue.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.hashset import insert
from cassetete.speed.jit import lean

from .deepening import ABSENT, packed, slid

MOST_CHILDREN = 20

_CELL = np.uint64(1023)


@lean
def unpacked(key: Any, count: Any, at: Any) -> None:
    """The cells of the animals."""
    for animal in range(5):
        at[animal] = np.int64((key >> np.uint64(10 * animal)) & _CELL) if animal < count else ABSENT


@lean
def step(
    tables: Any, goal: Any, count: Any, at: Any, queue: Any, parent: Any, table: Any, marks: Any, budget: Any
) -> int:
    """Expand up to `budget` states."""
    head, tail = marks[0], marks[1]
    for _turn in range(budget):
        if head == tail:
            marks[0], marks[1] = head, tail
            return EXHAUSTED
        if tail + MOST_CHILDREN > queue.shape[0] or 2 * (tail + MOST_CHILDREN) > table.shape[0]:
            marks[0], marks[1] = head, tail
            return NEED_GROW
        unpacked(queue[head], count, at)
        for animal in range(count):
            cell = at[animal]
            for d in range(4):
                s = slid(tables[d, cell], d, cell, at[0], at[1], at[2], at[3], at[4])
                if s == cell:
                    continue
                at[animal] = s
                key = packed(at[0], at[1], at[2], at[3], at[4])
                at[animal] = cell
                if insert(table, key):
                    queue[tail] = key
                    parent[tail] = head
                    tail += 1
                    if animal == 0 and s == goal:
                        marks[0], marks[1], marks[2] = head + 1, tail, tail - 1
                        return FOUND
        head += 1
    marks[0], marks[1] = head, tail
    return RUNNING
