"""The state graph of a herd on at most 64 free cells: a herd is one word, a bit a cell.

See `graph` for the nodes and the arrays. Here
  table[slot]        uint64   the low end, and epoch << 32 | node << 1 | axis; another epoch means empty
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, bits_in
from cassetete.speed.driver import FOUND, RUNNING
from cassetete.speed.jit import lean

from .graph import AXIS, COUNT, EPOCH, GOAL, NEXT, add_node, end_to_move, next_status, room_in

_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)


class SingleWordBoard(NamedTuple):
    """The runs of a meadow, for each axis a (0 across, 1 along), and its grass.

    runs[a]            int64    how many runs of two cells or more
    masks[a, r]        uint64   the cells of a run
    packs[2a+s, r, n]  uint64   where n sheep of a run end up on side s
    fixed[a]           uint64   the cells that are a run of their own
    grass[0]           uint64   the cells to cover; 0 if nothing wins
    """

    runs: Any
    masks: Any
    packs: Any
    fixed: Any
    grass: Any


def empty_board(rows: int, columns: int) -> SingleWordBoard:
    """A board without runs or grass, with room for those of any meadow of that size."""
    most = max(1, rows * columns // 2)
    packs = np.zeros((4, most, max(rows, columns) + 1), np.uint64)
    masks = np.zeros((2, most), np.uint64)
    return SingleWordBoard(np.zeros(2, np.int64), masks, packs, np.zeros(2, np.uint64), np.zeros(1, np.uint64))


@lean
def packed(herd: Any, axis: Any, board: Any) -> Any:
    """The two herds that moving along an axis gives."""
    low = herd & board.fixed[axis]
    high = low
    for run in range(board.runs[axis]):
        sheep = np.uint64(bits_in(herd & board.masks[axis, run]))
        low |= board.packs[2 * axis, run, sheep]
        high |= board.packs[2 * axis + 1, run, sheep]
    return low, high


@lean
def slot_of(low: Any, axis: Any, table: Any, epoch: Any) -> Any:
    """The slot of the node with this low end, or the empty one where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    mixed = (low ^ (low >> _HALF)) * _MIX
    slot = (mixed >> _HALF) & mask
    while True:
        value = table[slot, 1]
        if value >> _HALF != epoch or (table[slot, 0] == low and value & ONE == np.uint64(axis)):
            return slot
        slot = (slot + ONE) & mask


@lean
def find(board: Any, graph: Any, axis: Any) -> Any:
    """The node along an axis of the herd in the last row of `ends`; -1 if it was not met."""
    epoch = np.uint64(graph.counters[EPOCH])
    low, _high = packed(graph.ends[graph.ends.shape[0] - 1, 0], axis, board)
    value = graph.table[slot_of(low, axis, graph.table, epoch), 1]
    return np.int64((value & _LOW_HALF) >> ONE) if value >> _HALF == epoch else np.int64(-1)


@lean
def covers(herd: Any, grass: Any) -> Any:
    """Whether a herd covers the grass."""
    return grass != ZERO and herd & grass == grass


@lean
def wins(board: Any, graph: Any, end: Any) -> Any:
    """Whether the herd of an end covers the grass."""
    return covers(graph.ends[end, 0], board.grass[0])


@lean
def step(board: Any, graph: Any, budget: Any) -> Any:
    """Expand at most `budget` nodes in the order they were met, the start first; a herd that wins is not moved.

    FOUND is answered once, when the first herd that wins has been met; the next call goes on.
    """
    table, ends, counters = graph.table, graph.ends, graph.counters
    room, epoch, grass = room_in(graph), np.uint64(counters[EPOCH]), board.grass[0]
    unfound = counters[GOAL] < 0
    while budget > 0:
        status = next_status(graph, room)
        if status != RUNNING:
            return status
        now = counters[NEXT]
        for side in range(2):
            end, axis = end_to_move(graph, now, side)
            herd = ends[end, 0]
            if now >= 0 and covers(herd, grass):
                continue
            low, high = packed(herd, axis, board)
            slot = slot_of(low, axis, table, epoch)
            value = table[slot, 1]
            if value >> _HALF == epoch:
                node = np.int64((value & _LOW_HALF) >> ONE)
            else:
                node = add_node(graph, now, side, axis)
                table[slot, 0] = low
                table[slot, 1] = epoch << _HALF | np.uint64(node) << ONE | np.uint64(axis)
                ends[2 * node, 0] = low
                ends[2 * node + 1, 0] = high
                if counters[GOAL] < 0 and (covers(low, grass) or covers(high, grass)):
                    counters[GOAL] = 2 * node + (0 if covers(low, grass) else 1)
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
    table, epoch = graph.table, np.uint64(graph.counters[EPOCH])
    for node in range(graph.counters[COUNT]):
        low, axis = graph.ends[2 * node, 0], np.int64(graph.nodes[node, AXIS])
        slot = slot_of(low, axis, table, epoch)
        table[slot, 0] = low
        table[slot, 1] = epoch << _HALF | np.uint64(node) << ONE | np.uint64(axis)


@lean
def mark_wins(board: Any, graph: Any, far: Any) -> None:
    """Set `far` to 0 for the nodes with an end that wins, to -1 for the others."""
    for node in range(graph.counters[COUNT]):
        far[node] = 0 if wins(board, graph, 2 * node) or wins(board, graph, 2 * node + 1) else -1


@lean
def write_runs(bushes: Any, rows: Any, columns: Any, board: Any) -> None:
    """Write the runs of a rectangle whose bushes are the bits of a word, all its cells counted."""
    packs = board.packs
    for axis in range(2):
        number, loose = 0, ZERO
        lines, places = (rows, columns) if axis == 0 else (columns, rows)
        ahead = 1 if axis == 0 else columns
        for line in range(lines):
            cell = line * columns if axis == 0 else line
            place = 0
            while place < places:
                size = 0
                while place + size < places and bushes >> np.uint64(cell + size * ahead) & ONE == ZERO:
                    size += 1
                if size == 1:
                    loose |= ONE << np.uint64(cell)
                elif size > 1:
                    low = high = ZERO
                    packs[2 * axis, number, 0] = packs[2 * axis + 1, number, 0] = ZERO
                    for sheep in range(1, size + 1):
                        low |= ONE << np.uint64(cell + (sheep - 1) * ahead)
                        high |= ONE << np.uint64(cell + (size - sheep) * ahead)
                        packs[2 * axis, number, sheep] = low
                        packs[2 * axis + 1, number, sheep] = high
                    board.masks[axis, number] = low
                    number += 1
                place += size + 1
                cell += (size + 1) * ahead
        board.runs[axis] = number
        board.fixed[axis] = loose
