"""The state graph of herds of any width, with coats and wolves: a herd is a row of words, a bit a free cell.

A herd is `layers` times WIDTH words: a layer for each coat, then one for the wolves if there are any. A move loses
exactly when some run holds sheep and wolves: such a move leads nowhere, and in all others wolves are pieces that pack
like any other. Pieces of a run keep their order, so coats travel with them.

See `graph` for the nodes and the arrays. Here
  table[slot]        uint64   the nodes, as in `speed.index_table`
A node's ends are written where the next new node belongs, and stay there if it is new.

Functions that LLVM does not inline take the few arrays they need: a whole named tuple is passed array by array, which
costs more than what they do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, lowest
from cassetete.speed.driver import FOUND, RUNNING
from cassetete.speed.index_table import entry, put, row_in
from cassetete.speed.jit import lean

from .graph import AXIS, COUNT, GOAL, NEXT, add_node, end_to_move, next_status, room_in

WIDTH, COATS, WOLVES, GOALS = 0, 1, 2, 3
_HALF = np.uint64(32)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SIX, _PLACE = np.uint64(6), np.uint64(63)


class MultiWordBoard(NamedTuple):
    """The runs of a meadow, for each axis a, and its grass; uint64, so that no index needs a check of its sign.

    run_of[a, cell]  the run of a cell           first[a, run], stop[a, run]  its part of `cells`
    cells[a, place]  the cells of all runs, run by run from the low side on
    placed[run]      how many pieces of a run were placed, all 0 between calls; kind[run]: 1 if they are wolves
    sizes            int64    WIDTH words a layer, COATS layers of sheep, WOLVES 0 or 1, GOALS 0 if nothing wins
    grass            WIDTH words that any sheep may cover, then WIDTH for each coat
    """

    run_of: Any
    first: Any
    stop: Any
    cells: Any
    placed: Any
    kind: Any
    sizes: Any
    grass: Any


@lean
def pack(board: Any, ends: Any, end: Any, out: Any, axis: Any) -> Any:
    """Write the two herds that moving an end along an axis gives to row `out` and the next; False if a wolf eats."""
    sizes, placed, kind = board.sizes, board.placed, board.kind
    width, coats, layers = sizes[WIDTH], sizes[COATS], sizes[COATS] + sizes[WOLVES]
    for word in range(layers * width):
        ends[out, word] = ends[out + 1, word] = ZERO
    safe = True
    # First the pieces of each run are counted up and packed to its low side, then counted down to the high side.
    for side in range(2):
        for word in range(width):
            left = ends[end, word]
            for layer in range(1, layers):
                left |= ends[end, layer * width + word]
            while left != ZERO:
                bit = left & (~left + ONE)
                run = board.run_of[axis, (np.uint64(word) << _SIX) + np.uint64(lowest(left))]
                left ^= bit
                layer = 0
                while layer + 1 < layers and ends[end, layer * width + word] & bit == ZERO:
                    layer += 1
                if side == 0:
                    wolf = ONE if layer == coats else ZERO
                    if placed[run] == ZERO:
                        kind[run] = wolf
                    safe = safe and kind[run] == wolf
                    cell = board.cells[axis, board.first[axis, run] + placed[run]]
                    placed[run] += ONE
                else:
                    cell = board.cells[axis, board.stop[axis, run] - placed[run]]
                    placed[run] -= ONE
                ends[out + side, np.uint64(layer * width) + (cell >> _SIX)] |= ONE << (cell & _PLACE)
    return safe


@lean
def pack_plain(
    run_of: Any, first: Any, stop: Any, cells: Any, placed: Any, width: Any, ends: Any, end: Any, out: Any, axis: Any
) -> None:
    """`pack` for one coat and no wolves: half the time."""
    here, low, high, along = np.uint64(end), np.uint64(out), np.uint64(out + 1), np.uint64(axis)
    for word in range(width):
        ends[low, word] = ends[high, word] = ZERO
    for word in range(width):
        left, base = ends[here, word], np.uint64(word) << _SIX
        while left != ZERO:
            run = run_of[along, base + np.uint64(lowest(left))]
            left &= left - ONE
            cell = cells[along, first[along, run] + placed[run]]
            placed[run] += ONE
            ends[low, cell >> _SIX] |= ONE << (cell & _PLACE)
    for word in range(width):
        left, base = ends[here, word], np.uint64(word) << _SIX
        while left != ZERO:
            run = run_of[along, base + np.uint64(lowest(left))]
            left &= left - ONE
            cell = cells[along, stop[along, run] - placed[run]]
            placed[run] -= ONE
            ends[high, cell >> _SIX] |= ONE << (cell & _PLACE)


@lean
def mixed(ends: Any, end: Any, axis: Any) -> Any:
    """A 64-bit number that depends on all of a node."""
    key = np.uint64(axis)
    for word in range(ends.shape[1]):
        key = (key ^ ends[end, word]) * _MIX
        key ^= key >> _HALF
    return key


@lean
def slot_of(table: Any, ends: Any, nodes: Any, end: Any, axis: Any, key: Any) -> Any:
    """The slot of the node with this low end, or the empty one where it belongs.

    The search of `speed.index_table` written out: with its functions, a step took a fifth longer.
    """
    mask = np.uint64(table.shape[0] - 1)
    slot = key & mask
    tag = key >> _HALF
    while table[slot] != ZERO:
        if table[slot] >> _HALF == tag:
            node = row_in(table, slot)
            if nodes[node, AXIS] == axis:
                same = True
                for word in range(ends.shape[1]):
                    same = same and ends[2 * node, word] == ends[end, word]
                if same:
                    return slot
        slot = (slot + ONE) & mask
    return slot


@lean
def find(board: Any, graph: Any, axis: Any) -> Any:
    """The node along an axis of the herd in the last row of `ends`; -1 if it was not met, or if a wolf would eat."""
    ends = graph.ends
    last = ends.shape[0] - 1
    if not pack(board, ends, last, last - 2, axis):
        return np.int64(-1)
    key = mixed(ends, last - 2, axis)
    return row_in(graph.table, slot_of(graph.table, ends, graph.nodes, last - 2, axis, key))


@lean
def covers(ends: Any, end: Any, sizes: Any, grass: Any) -> Any:
    """Whether the herd of an end covers the grass, each coat its own."""
    if sizes[GOALS] == 0:
        return False
    width = sizes[WIDTH]
    for word in range(width):
        any_coat = ZERO
        for layer in range(sizes[COATS]):
            sheep = ends[end, layer * width + word]
            any_coat |= sheep
            if grass[(layer + 1) * width + word] & ~sheep != ZERO:
                return False
        if grass[word] & ~any_coat != ZERO:
            return False
    return True


@lean
def wins(board: Any, graph: Any, end: Any) -> Any:
    """Whether the herd of an end covers the grass."""
    return covers(graph.ends, end, board.sizes, board.grass)


@lean
def step(board: Any, graph: Any, budget: Any) -> Any:
    """Expand at most `budget` nodes, as `single_word.step` does."""
    table, ends, counters = graph.table, graph.ends, graph.counters
    run_of, first, stop, cells, placed, _kind, sizes, grass = board
    width = sizes[WIDTH]
    room, plain = room_in(graph), board.sizes[COATS] + board.sizes[WOLVES] == 1
    unfound = counters[GOAL] < 0
    while budget > 0:
        status = next_status(graph, room)
        if status != RUNNING:
            return status
        now = counters[NEXT]
        for side in range(2):
            end, axis = end_to_move(graph, now, side)
            if now >= 0 and covers(ends, end, sizes, grass):
                continue
            node = counters[COUNT]
            if plain:
                pack_plain(run_of, first, stop, cells, placed, width, ends, end, 2 * node, axis)
            elif not pack(board, ends, end, 2 * node, axis):
                continue
            key = mixed(ends, 2 * node, axis)
            slot = slot_of(table, ends, graph.nodes, 2 * node, axis, key)
            if table[slot] != ZERO:
                node = row_in(table, slot)
            else:
                add_node(graph, now, side, axis)
                table[slot] = entry(key, node)
                if counters[GOAL] < 0:
                    if covers(ends, 2 * node, sizes, grass):
                        counters[GOAL] = 2 * node
                    elif covers(ends, 2 * node + 1, sizes, grass):
                        counters[GOAL] = 2 * node + 1
            if now >= 0:
                graph.links[now, side] = node
        counters[NEXT] = now + 1
        budget -= 1
        if unfound and counters[GOAL] >= 0:
            return FOUND
    return RUNNING


@lean
def refill(graph: Any) -> None:
    """Enter all the nodes of a graph into an empty table."""
    last = np.uint64(graph.table.shape[0] - 1)
    for node in range(graph.counters[COUNT]):
        put(graph.table, mixed(graph.ends, 2 * node, graph.nodes[node, AXIS]), node, last)


@lean
def mark_wins(board: Any, graph: Any, far: Any) -> None:
    """Set `far` to 0 for the nodes with an end that wins, to -1 for the others."""
    for node in range(graph.counters[COUNT]):
        far[node] = 0 if wins(board, graph, 2 * node) or wins(board, graph, 2 * node + 1) else -1
