"""Greedy best-first search from both ends at once, natively, until a position is found from both.

One side pushes boxes from the start, the other pulls them from the end; a move takes one box wherever it can go while
the others stay (`macro_moves.py`). The position that needs the fewest pushes (or pulls) by the matching comes next, and
every few turns the best among those with as many boxes in place, by turns. (Festival's last strategy searches greedily
in this way, first backwards, then forwards: Shoham and Schaeffer 2020.)

Layout: `Nodes` (`nodes.py`) and `MoveHeaps` (`move_heaps.py`) for each side; the nodes wait in one heap for each number
of boxes in place. `board` and `walls` are those of the side: backwards, `distance` and `targets` are those to where
boxes start, and no box is frozen. `came[i]` is the node before it and the move as box * 32768 + cell.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .advised_search import verdict_of
from .board import WORK, freeze_deadlock_after, hash_of, mark, reach, spread
from .floor_cuts import parts_without
from .frozen_walls import match, more_frozen, rematch, undo_rematch
from .lost_pairs import makes_lost_pair
from .macro_moves import pulled_anywhere, pushed_anywhere
from .matching import FAR
from .move_heaps import merge
from .nodes import BEST, COUNT, EXPANDED, LEFT, MATCHED, MEET, NODE, ROW, TURN, add, lookup, moved
from .pi_corral import LOST, PRUNED
from .unpacking import can_leave

CALLS, TOP, ONLY, BACKWARDS, EVERY, WEIGHT = 1, 6, 11, 16, 17, 18
"""More counters: turns, the most boxes in place, whether only the wanted boxes are pushed, whether the side plays
backwards, every how many turns the number of boxes in place takes its turn, and how many pushes a closed-off part of
the floor weighs."""

_PAUSED = -2


@lean
def _in_place(target: Any, boxes: Any) -> Any:
    count = np.int64(0)
    for i in range(boxes.shape[0]):
        count += target[boxes[i]]
    return count


@lean
def _queue(nodes: Any, heaps: Any, node: Any, bound: Any, placed: Any) -> None:
    """Let a node wait with those that have as many boxes in place."""
    heaps.rank[node] = bound * 1024 - placed
    heaps.left[node] = -1
    heaps.right[node] = -1
    heaps.roots[placed] = merge(heaps, np.int64(heaps.roots[placed]), node)
    if placed > nodes.numbers[TOP]:
        nodes.numbers[TOP] = placed


@lean
def _leave(nodes: Any, heaps: Any) -> Any:
    """The node whose turn it is, or -1 if none waits."""
    numbers, roots = nodes.numbers, heaps.roots
    cells = roots.shape[0]
    numbers[CALLS] += 1
    best = np.int64(-1)
    if numbers[CALLS] % numbers[EVERY] == 0:
        for _cell in range(cells):
            numbers[TURN] = (numbers[TURN] + 1) % cells
            if roots[numbers[TURN]] >= 0:
                best = numbers[TURN]
                break
    else:
        for cell in range(cells):
            if roots[cell] >= 0 and (best < 0 or heaps.rank[roots[cell]] < heaps.rank[roots[best]]):
                best = np.int64(cell)
    if best < 0:
        return best
    node = np.int64(roots[best])
    roots[best] = merge(heaps, np.int64(heaps.left[node]), np.int64(heaps.right[node]))
    return node


@lean
def _begin_at(board: Any, s: Any, walls: Any, nodes: Any, heaps: Any, boxes: Any, player: Any) -> None:
    key = hash_of(board, boxes, player)
    node = add(nodes, boxes, player, key, lookup(nodes, boxes, player, key))
    nodes.came[node, 0] = -1
    bound = match(board, s, walls, boxes, player)
    if bound < FAR:
        _queue(nodes, heaps, node, bound, _in_place(board.target, boxes))


@lean
def begin(board: Any, s: Any, walls: Any, nodes: Any, heaps: Any, boxes: Any, player: Any) -> None:
    """The first nodes: one with the player on a cell, or (-1) one for each part of the floor."""
    mark(s.box, boxes, 1)
    if player >= 0:
        _begin_at(board, s, walls, nodes, heaps, boxes, reach(board.step, s, player))
    else:
        s.stamp_after[0] += 1
        for c in range(board.step.shape[0] - 1):
            cell = np.int64(c)
            if s.box[cell] == 0 and s.seen_after[cell] != s.stamp_after[0]:
                _begin_at(board, s, walls, nodes, heaps, boxes, cell)
                spread(board.step, s.box, s.queue, s.seen_after, s.stamp_after[0], s.walk_after, cell, np.int64(-1))
    mark(s.box, boxes, 0)


@lean
def _child(
    board: Any,
    s: Any,
    walls: Any,
    nodes: Any,
    heaps: Any,
    other: Any,
    cuts: Any,
    corral_search: Any,
    node: Any,
    row: int,
    to: Any,
    player: Any,
) -> bool:
    """The position after a move of one box, which is on its new cell: a new node that waits, or nothing; whether it is
    a position that the other side has found."""
    numbers, boxes = nodes.numbers, nodes.boxes[node]
    child = s.child[: boxes.shape[0]]
    box = np.int64(boxes[row])
    moved(boxes, row, to, child)
    key = hash_of(board, child, player)
    slot = lookup(nodes, child, player, key)
    if slot >= 0:
        return False
    forwards = numbers[BACKWARDS] == 0
    if forwards and (freeze_deadlock_after(board, s, child, to) or makes_lost_pair(corral_search, child, to, player)):
        return False
    if numbers[MATCHED] != node:
        s.box[to] = 0
        s.box[box] = 1
        match(board, s, walls, boxes, np.int64(nodes.player[node]))
        s.box[box] = 0
        s.box[to] = 1
        numbers[MATCHED] = node
    if more_frozen(board, s, child, to):
        numbers[MATCHED] = -1
        bound = match(board, s, walls, child, player)
    else:
        bound = rematch(s, walls, row, to, player)
        undo_rematch(s, walls, row, box, np.int64(nodes.player[node]))
    if bound >= FAR:
        return False
    found = add(nodes, child, player, key, slot)
    nodes.came[found, 0] = node
    nodes.came[found, 1] = box * 32768 + to
    parts = parts_without(board.step, cuts, to) - 1
    _queue(nodes, heaps, found, bound + numbers[WEIGHT] * parts, _in_place(board.target, child))
    meet = lookup(other, child, player, key)
    if meet < 0:
        return False
    numbers[BEST] = found
    numbers[MEET] = meet
    return True


@lean
def _children(
    board: Any, s: Any, walls: Any, nodes: Any, heaps: Any, other: Any, macros: Any, corral_search: Any, node: Any
) -> Any:
    """All moves of a node, from the box `numbers[ROW]` on: 1 where the other side is met, else 0, or PAUSED."""
    numbers, boxes = nodes.numbers, nodes.boxes[node]
    player = np.int64(nodes.player[node])
    begun = numbers[ROW]
    for i in range(begun, boxes.shape[0]):
        if s.work[0] > WORK and i > begun:
            numbers[ROW] = i
            return _PAUSED
        box = np.int64(boxes[i])
        if numbers[ONLY] and not s.wanted[box]:
            continue
        if numbers[BACKWARDS]:
            count = pulled_anywhere(board, s, macros, box, player)
        else:
            count = pushed_anywhere(board, s, macros, box, player)
        s.box[box] = 0
        for f in range(1, count):
            to = np.int64(macros.cell[f])
            if to == box:
                continue
            s.work[0] += 8 * boxes.shape[0]
            s.box[to] = 1
            met = _child(
                board,
                s,
                walls,
                nodes,
                heaps,
                other,
                macros.cuts,
                corral_search,
                node,
                i,
                to,
                np.int64(macros.player[f]),
            )
            s.box[to] = 0
            if met:
                s.box[box] = 1
                return 1
        s.box[box] = 1
    numbers[ROW] = 0
    return 0


@lean
def _is_lost(board: Any, s: Any, t: Any, nodes: Any, graph: Any, corral_search: Any, node: Any) -> bool:
    """Whether a position is lost; if it is not, `numbers[ONLY]` and `s.wanted` say what need not be tried. The boxes
    are marked."""
    numbers, boxes, player = nodes.numbers, nodes.boxes[node], np.int64(nodes.player[node])
    if numbers[BACKWARDS]:
        mark(s.box, boxes, 0)
        free = can_leave(board, s, boxes, player, board.target)
        mark(s.box, boxes, 1)
        numbers[ONLY] = 0
        return not free
    verdict = verdict_of(board, s, t, graph, corral_search, boxes, player)
    numbers[ONLY] = verdict == PRUNED
    return bool(verdict == LOST)


@lean
def advance(
    board: Any,
    s: Any,
    t: Any,
    walls: Any,
    nodes: Any,
    heaps: Any,
    other: Any,
    graph: Any,
    macros: Any,
    corral_search: Any,
) -> int:
    """Expand up to `numbers[LEFT]` nodes of a side. FOUND: its node `numbers[BEST]` is the other's `numbers[MEET]`.

    RUNNING with some left: the work of a step is done, in the middle of a node or not; called again, it goes on.
    """
    numbers = nodes.numbers
    children = 4 * board.step.shape[0] * nodes.boxes.shape[1]
    s.work[0] = 0
    while numbers[LEFT] > 0:
        node = numbers[NODE]
        if numbers[ROW] == 0:
            if s.work[0] > WORK:
                return RUNNING
            room = numbers[COUNT] + children
            if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
                return NEED_GROW
            node = _leave(nodes, heaps)
            if node < 0:
                return EXHAUSTED
            numbers[EXPANDED] += 1
            numbers[NODE] = node
            numbers[MATCHED] = -1
            mark(s.box, nodes.boxes[node], 1)
            if _is_lost(board, s, t, nodes, graph, corral_search, node):
                mark(s.box, nodes.boxes[node], 0)
                continue
        found = _children(board, s, walls, nodes, heaps, other, macros, corral_search, node)
        if found == _PAUSED:
            return RUNNING
        mark(s.box, nodes.boxes[node], 0)
        numbers[LEFT] -= 1
        if found:
            numbers[ROW] = 0
            return FOUND
    return RUNNING
