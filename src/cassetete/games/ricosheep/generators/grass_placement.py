"""Where to put the grass, so that a given state is the first that wins.

A set of tufts under the herd's sheep will do exactly when every nearer state leaves one of them uncovered: it must hit
the set of sheep that each nearer state misses. With as many tufts as sheep it always does; with fewer, a small exact
search for a hitting set finds one or proves that there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.grid import Cell
from cassetete.speed.arrays import np
from cassetete.speed.random import Random

from ..kernels.graph import DEPTH
from ..model import SHEEP, Sheep, State
from ..solvers.state_graph import WORD, StateGraph

_BRANCHES = 2_000
"""After so many steps a hitting set is given up: another state may have one at once."""


def states_at(graph: StateGraph, depth: int) -> list[int]:
    """The ends of a whole graph that are exactly so many moves away and not nearer by their other axis."""
    nodes, found = graph.arrays.nodes[: graph.count], []
    for node in np.flatnonzero(nodes[:, DEPTH] == depth):
        for side in range(2):
            other, end = int(graph.arrays.links[node, side]), 2 * int(node) + side
            known = other >= 0 and nodes[other, DEPTH] < depth
            if not known or graph.state(end) not in (graph.state(2 * other), graph.state(2 * other + 1)):
                found.append(end)
    return found


def off_cells(graph: StateGraph, end: int, taken: frozenset[Cell]) -> list[Sheep]:
    """The sheep of a state that stand on none of these cells."""
    return sorted(sheep for sheep in graph.state(end).sheep if sheep[:2] not in taken)


def place_grass(
    graph: StateGraph, start: State, end: int, number: int, random: Random, taken: frozenset[Cell] = frozenset()
) -> list[Sheep] | None:
    """The sheep of a state to put grass under, not on `taken` cells, so that no nearer state covers it; None if none
    was found."""
    herd = off_cells(graph, end, taken)
    random.shuffle(herd)
    missed = _missed(graph, start, end, herd)
    if 0 in missed:
        return None
    hit = _hitting_set(sorted(missed, key=int.bit_count), number)
    if hit is None:
        return None
    chosen = [sheep for place, sheep in enumerate(herd) if hit >> place & 1]
    spare = [sheep for place, sheep in enumerate(herd) if not hit >> place & 1]
    return chosen + spare[: number - len(chosen)]


def _missed(graph: StateGraph, start: State, end: int, herd: Sequence[Sheep]) -> set[int]:
    """For each state that is nearer than an end, the sheep of the end whose place it leaves free, as a set of bits."""
    depth = graph.arrays.nodes[: graph.count, DEPTH]
    near = np.repeat(depth < depth[end >> 1], 2)
    states = np.vstack([graph.arrays.ends[: 2 * graph.count][near], np.array([graph.words(start)], np.uint64)])
    missed = np.zeros(len(states), np.uint64)
    for place, (row, column, coat) in enumerate(herd):
        word, bit = divmod(graph.index[row, column], WORD)
        layers = range(len(graph.coats)) if coat == SHEEP else [graph.coats.index(coat)]
        there = np.zeros(len(states), np.uint64)
        for layer in layers:
            there |= states[:, layer * graph.width + word] >> np.uint64(bit) & np.uint64(1)
        missed |= (there ^ np.uint64(1)) << np.uint64(place)
    return {int(one) for one in np.unique(missed)}


def _hitting_set(sets: list[int], most: int) -> int | None:
    """At most that many elements that meet every set, by branching on the first set not met."""
    stack = [(0, 0)]
    for _branch in range(_BRANCHES):
        if not stack:
            return None
        chosen, size = stack.pop()
        unmet = next((one for one in sets if not one & chosen), None)
        if unmet is None:
            return chosen
        if size < most:
            stack += [(chosen | 1 << bit, size + 1) for bit in range(unmet.bit_length()) if unmet >> bit & 1]
    return None
