"""Annealing of boards towards the longest shortest solution: drawn, searched and changed in compiled code.

A board is two words, bushes and herd, a bit a cell of the whole rectangle (at most 64 cells). Its score is how far the
farthest state is: with grass under that state's sheep, and as many tufts as sheep, no other state wins, so the score is
the length of the level's shortest solution. A board whose graph does not fit the arrays scores 0.

Annealing (Kirkpatrick, Gelatt and Vecchi 1983) with whole numbers only, so that a seed finds the same everywhere: a
loss of n moves is accepted if n draws in a row say so, each with the chance `heat` out of HEATS, which falls evenly to
nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, bits_in
from cassetete.speed.driver import EXHAUSTED, FOUND, RUNNING
from cassetete.speed.jit import lean
from cassetete.speed.random_kernel import below

from .graph import COUNT, DEPTH, NO_LIMIT, Graph, reset
from .single_word import step, write_runs

BUSHES, HERD, BEST_BUSHES, BEST_HERD, BEST_END = 0, 1, 2, 3, 4
ROWS, COLUMNS, FEWEST, MOST, SCORE, BEST, DONE, TOTAL, HOT, ENOUGH = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
HEATS = 1024
_SMALL_TABLE = 1 << 12


class Run(NamedTuple):
    """A run of annealing.

    random   uint64  the state of the random numbers
    words    uint64  BUSHES and HERD now; the best so far BEST_BUSHES, BEST_HERD and its farthest state BEST_END
    numbers  int64   ROWS, COLUMNS, FEWEST and MOST sheep, SCORE now, BEST so far, DONE of TOTAL iterations, HOT,
                     ENOUGH
    """

    random: Any
    words: Any
    numbers: Any


@lean
def farthest(herd: Any, graph: Any) -> Any:
    """The end of a whole graph that is farthest from the herd it began with; -1 if that herd cannot move.

    A herd that is packed along both axes is an end of two nodes: the nearer one says how far it is.
    """
    ends, nodes = graph.ends, graph.nodes
    for node in range(graph.counters[COUNT] - 1, -1, -1):
        for side in range(2):
            end, other = ends[2 * node + side, 0], graph.links[node, side]
            nearer = nodes[other, DEPTH] < nodes[node, DEPTH] and (
                end == ends[2 * other, 0] or end == ends[2 * other + 1, 0]
            )
            if end != herd and not nearer:
                return 2 * node + side
    return -1


@lean
def search(bushes: Any, herd: Any, rows: Any, columns: Any, board: Any, graph: Any) -> Any:
    """The end farthest from a herd, -1 if there is none or the graph does not fit the arrays."""
    write_runs(bushes, rows, columns, board)
    table, ends, links, nodes, counters = graph
    ends[ends.shape[0] - 1, 0] = herd
    # A small part of the table serves most boards and stays in the processor's cache.
    size = min(_SMALL_TABLE, table.shape[0])
    while True:
        part = Graph(table[:size], ends, links, nodes, counters)
        reset(part, NO_LIMIT)
        if step(board, part, NO_LIMIT) == EXHAUSTED:
            return farthest(herd, graph)
        if size == table.shape[0]:
            return -1
        size = min(size * 8, table.shape[0])


@lean
def cell_among(random: Any, cells: Any) -> Any:
    """One of the cells of a set, as a bit; the set is not empty."""
    for _skip in range(below(random, bits_in(cells))):
        cells &= cells - ONE
    return cells & (~cells + ONE)


@lean
def mutate(random: Any, bushes: Any, herd: Any, whole: Any, fewest: Any, most: Any) -> Any:
    """A board a little different: a bush or a sheep comes, goes or moves."""
    empty = whole & ~bushes & ~herd
    sheep = bits_in(herd)
    kind = below(random, 8)
    if kind < 2 and empty != ZERO:
        bushes |= cell_among(random, empty)
    elif kind < 4 and bushes != ZERO:
        bushes ^= cell_among(random, bushes)
    elif kind == 4 and bushes != ZERO and empty != ZERO:
        bushes ^= cell_among(random, bushes) | cell_among(random, empty)
    elif kind == 5 and sheep < most and empty != ZERO:
        herd |= cell_among(random, empty)
    elif kind == 6 and sheep > fewest:
        herd ^= cell_among(random, herd)
    elif empty != ZERO:
        herd ^= cell_among(random, herd) | cell_among(random, empty)
    return bushes, herd


@lean
def accepted(random: Any, loss: Any, numbers: Any) -> Any:
    """Whether a board that is worse by so many moves is accepted."""
    heat = numbers[HOT] * (numbers[TOTAL] - numbers[DONE]) // numbers[TOTAL]
    for _draw in range(loss):  # noqa: SIM110 (kernels know no generators)
        if below(random, HEATS) >= heat:
            return False
    return True


@lean
def anneal(run: Any, board: Any, graph: Any, budget: Any) -> Any:
    """Try so many changed boards. FOUND once the best is long ENOUGH, EXHAUSTED when all iterations are done."""
    random, words, numbers = run
    rows, columns = numbers[ROWS], numbers[COLUMNS]
    whole = (ONE << np.uint64(rows * columns)) - ONE if rows * columns < 64 else ~ZERO
    for _try in range(budget):
        if numbers[BEST] >= numbers[ENOUGH]:
            return FOUND
        if numbers[DONE] >= numbers[TOTAL]:
            return EXHAUSTED
        numbers[DONE] += 1
        bushes, herd = mutate(random, words[BUSHES], words[HERD], whole, numbers[FEWEST], numbers[MOST])
        while below(random, 2) == 0:
            bushes, herd = mutate(random, bushes, herd, whole, numbers[FEWEST], numbers[MOST])
        end = search(bushes, herd, rows, columns, board, graph)
        score = np.int64(graph.nodes[end >> 1, DEPTH]) if end >= 0 else np.int64(0)
        if accepted(random, numbers[SCORE] - score, numbers):
            words[BUSHES], words[HERD], numbers[SCORE] = bushes, herd, score
        if score > numbers[BEST]:
            numbers[BEST] = score
            words[BEST_BUSHES], words[BEST_HERD], words[BEST_END] = bushes, herd, graph.ends[end, 0]
    return RUNNING
