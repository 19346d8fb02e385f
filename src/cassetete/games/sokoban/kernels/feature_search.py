"""Feature-space search, natively: the cells of a small space of features take turns, each plays its best move.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (2020), the search of
Festival. A move of one box waits in the cell of the position it starts from, the lightest first, then the one that
leads to the best features (`features.py`); the position it leads to gets a cell of its own only if that is better than
all cells on its way. Moves that an adviser names weigh 0, others 1.

Layout as in `nodes.py`; `nodes.cost` is the weight, `nodes.came` the node before and the box's move as from * 32768 +
to.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .board import WORK, all_on_targets, freeze_deadlock_after, hash_of, mark, match, reach
from .corral_deadlock import corral_deadlock
from .features import (
    CONNECTIVITY,
    FINE,
    HOTSPOTS,
    NEWLY_OPEN,
    OUT_OF_PLAN,
    PACKED,
    ROOM_CONNECTIVITY,
    UNSERVED,
    cell_of,
    features,
    score_of,
)
from .macro_moves import pushed_anywhere
from .matching import FAR
from .move_heaps import merge
from .nodes import BEST, COUNT, EXPANDED, LEFT, NODE, ROW, add, lookup, moved
from .pi_corral import LOST, PRUNED, prune

MODE, MOVE, TURN, TOP, ACTIVE, FIRST, MOVES, WINNER, ONLY = 1, 2, 5, 6, 7, 8, 9, 10, 11
"""More counters: the mode (below), whose turn it is, the most packed so far, how many cells there are. Of the node in
which a step paused: the macro move it goes on with (0: it has not paused) and how many there are, the node's first
child, a child that wins, whether only some boxes count."""

EAGER, UNADVISED, SINGLE = 1, 2, 3
"""Modes. EAGER: boxes on targets too early do not count as out of plan. For measuring: no child is advised; moves of
one push only."""

PAUSED = -2

_ADVISERS = 7
_LEAST = 1 << 62
_MOST_WEIGHT = 4095


@lean
def _enter(nodes: Any, heaps: Any, cell: Any, node: Any) -> None:
    """Queue a move in a cell."""
    heaps.left[node] = -1
    heaps.right[node] = -1
    if heaps.roots[cell] == -2:
        heaps.roots[cell] = -1
        heaps.active[nodes.numbers[ACTIVE]] = cell
        nodes.numbers[ACTIVE] += 1
    heaps.roots[cell] = merge(heaps, np.int64(heaps.roots[cell]), node)


@lean
def _leave(nodes: Any, heaps: Any) -> Any:
    """The best move of the next cell in turn, or -1 if none waits anywhere."""
    numbers = nodes.numbers
    cell = np.int64(-1)
    for _ in range(numbers[ACTIVE]):
        numbers[TURN] = (numbers[TURN] + 1) % numbers[ACTIVE]
        if heaps.roots[heaps.active[numbers[TURN]]] >= 0:
            cell = np.int64(heaps.active[numbers[TURN]])
            break
    if cell < 0:
        return cell
    node = np.int64(heaps.roots[cell])
    heaps.roots[cell] = merge(heaps, np.int64(heaps.left[node]), np.int64(heaps.right[node]))
    return node


@lean
def begin(board: Any, s: Any, nodes: Any, heaps: Any, plan: Any, tables: Any, boxes: Any, player: Any) -> None:
    """The first node."""
    mark(s.box, boxes, 1)
    player = reach(board.step, s, player)
    key = hash_of(board, boxes, player)
    node = add(nodes, boxes, player, key, lookup(nodes, boxes, player, key))
    out = s.features[1]
    tables.reachable_before[:] = 1
    features(board, s, plan, tables, boxes, out)
    mark(s.box, boxes, 0)
    score = score_of(plan, out)
    heaps.rank[node] = score
    heaps.best[node] = score
    _enter(nodes, heaps, cell_of(score), node)


@lean
def _child_of(
    board: Any,
    s: Any,
    nodes: Any,
    plan: Any,
    tables: Any,
    node: Any,
    row: int,
    to: Any,
    player: Any,
    out: Any,
) -> Any:
    """The position after a macro move as a new node with its features in `out`; -1 if it is known or lost."""
    boxes = nodes.boxes[node]
    child = s.child[: boxes.shape[0]]
    box = boxes[row]
    moved(boxes, row, to, child)
    found = np.int64(-1)
    s.box[box] = 0
    s.box[to] = 1
    key = hash_of(board, child, player)
    slot = lookup(nodes, child, player, key)
    if slot < 0 and not freeze_deadlock_after(board, s, child, to):
        reach(board.step, s, player)
        features(board, s, plan, tables, child, out)
        if nodes.numbers[MODE] == EAGER:
            out[OUT_OF_PLAN] = out[UNSERVED]
        found = add(nodes, child, player, key, slot)
        nodes.came[found, 0] = node
        nodes.came[found, 1] = np.int32(box) * 32768 + to
    s.box[to] = 0
    s.box[box] = 1
    return found


@lean
def _hottest(plan: Any, tables: Any, boxes: Any, k: Any) -> Any:
    """The cell of the box that stands in the way of most others, or -1."""
    kept = plan.kept[k]
    most, hottest = 0, np.int64(-1)
    for i in range(boxes.shape[0]):
        if kept[boxes[i]]:
            continue
        held = 0
        for j in range(boxes.shape[0]):
            if tables.hotspot[boxes[j], boxes[i]] and not kept[boxes[j]]:
                held += 1
        if held > most:
            most, hottest = held, np.int64(boxes[i])
    return hottest


@lean
def _advise(tables: Any, here: Any, out: Any, score: Any, found: Any, hottest: Any, box: Any, to: Any) -> None:
    """Let each adviser remember the best of the moves it likes."""
    best, chosen = tables.advice[0], tables.advice[1]
    for adviser in range(_ADVISERS):
        value = score
        if adviser == 0:
            likes = out[PACKED] > here[PACKED]
        elif adviser == 1:
            likes = out[CONNECTIVITY] < here[CONNECTIVITY]
        elif adviser == 2:
            likes = out[ROOM_CONNECTIVITY] < here[ROOM_CONNECTIVITY]
        elif adviser == 3:
            likes = out[OUT_OF_PLAN] < here[OUT_OF_PLAN]
        elif adviser == 4:
            likes = out[HOTSPOTS] < here[HOTSPOTS]
        elif adviser == 5:
            likes = out[NEWLY_OPEN] > 0
        else:
            likes = hottest >= 0 and box != hottest and out[CONNECTIVITY] <= here[CONNECTIVITY]
            likes = likes and tables.walk_distance[to, hottest] > tables.walk_distance[box, hottest]
            if likes:
                value += tables.walk_distance[box, hottest] << 50
        if likes and value < best[adviser]:
            best[adviser] = value
            chosen[adviser] = found


@lean
def _expand(
    board: Any,
    s: Any,
    t: Any,
    nodes: Any,
    heaps: Any,
    plan: Any,
    tables: Any,
    macros: Any,
    corral_search: Any,
    node: Any,
) -> Any:
    """All macro moves from a node; the child that wins, or -1."""
    boxes = nodes.boxes[node]
    mark(s.box, boxes, 1)
    player = np.int64(nodes.player[node])
    winner = np.int64(-1)
    if match(board, s, boxes, player) < FAR:
        reach(board.step, s, player)
        verdict = prune(board, s, boxes)
        if verdict != LOST and not corral_deadlock(board, s, t, corral_search, boxes, player):
            nodes.numbers[ONLY] = verdict == PRUNED
            _begin_children(board, s, nodes, heaps, plan, tables, node)
            winner = _children(board, s, nodes, heaps, plan, tables, macros, node)
    if winner != PAUSED:
        mark(s.box, boxes, 0)
    return winner


@lean
def _begin_children(board: Any, s: Any, nodes: Any, heaps: Any, plan: Any, tables: Any, node: Any) -> None:
    """The features of a node that is expanded, and what its advisers remember: nothing yet."""
    boxes = nodes.boxes[node]
    here = s.features[0]
    n = board.step.shape[0] - 1
    features(board, s, plan, tables, boxes, here)
    if nodes.numbers[MODE] == EAGER:
        here[OUT_OF_PLAN] = here[UNSERVED]
    for c in range(n):
        tables.reachable_before[c] = s.seen[c] == s.stamp[0]
    score = score_of(plan, here)
    if node > 0:
        before = heaps.best[nodes.came[node, 0]]
        heaps.best[node] = score if score // FINE < before // FINE else before
    if here[PACKED] > nodes.numbers[TOP]:
        nodes.numbers[TOP] = here[PACKED]
    tables.advice[0] = _LEAST
    tables.advice[1] = -1
    nodes.numbers[FIRST] = nodes.numbers[COUNT]
    nodes.numbers[WINNER] = -1
    nodes.numbers[ROW] = 0
    nodes.numbers[MOVE] = 0


@lean
def _children(board: Any, s: Any, nodes: Any, heaps: Any, plan: Any, tables: Any, macros: Any, node: Any) -> Any:
    """All macro moves from a node wait in its cell, weighed; the child that wins, or -1.

    PAUSED where the work of a step is done: it goes on with the box `numbers[ROW]` and the macro move `numbers[MOVE]`.
    """
    numbers, boxes = nodes.numbers, nodes.boxes[node]
    player = np.int64(nodes.player[node])
    here, out = s.features[0], s.features[1]
    n = board.step.shape[0] - 1
    cell = cell_of(heaps.best[node])
    hottest = _hottest(plan, tables, boxes, here[PACKED])
    chosen = tables.advice[1]
    winner = np.int64(numbers[WINNER])
    pruned = numbers[ONLY] != 0
    most = 1 if numbers[MODE] == SINGLE else FAR
    first = numbers[FIRST]
    begun = numbers[MOVE]
    for i in range(numbers[ROW], boxes.shape[0]):
        if pruned and not s.wanted[boxes[i]]:
            continue
        if begun == 0:
            numbers[MOVES] = pushed_anywhere(board, s, macros, boxes[i], player)
            begun = 1
        for f in range(begun, numbers[MOVES]):
            if s.work[0] > WORK:
                numbers[ROW], numbers[MOVE], numbers[WINNER] = i, f, winner
                return np.int64(PAUSED)
            if 0 < macros.pushes[f] <= most:
                s.work[0] += 2 * n + 4 * boxes.shape[0]
                to, where = np.int64(macros.cell[f]), np.int64(macros.player[f])
                found = _child_of(board, s, nodes, plan, tables, node, i, to, where, out)
                if found >= 0:
                    value = score_of(plan, out)
                    heaps.rank[found] = value
                    _advise(tables, here, out, value, found, hottest, np.int64(boxes[i]), to)
                    if all_on_targets(board.target, s.child[: boxes.shape[0]]):
                        winner = found
        begun = 0
    numbers[ROW] = numbers[MOVE] = 0
    for found in range(first, nodes.numbers[COUNT]):
        advised = False
        for adviser in range(_ADVISERS):
            advised = advised or chosen[adviser] == found
        advised = advised and nodes.numbers[MODE] != UNADVISED
        weight = nodes.cost[node] + (0 if advised else 1)
        nodes.cost[found] = weight
        heaps.rank[found] += min(weight, _MOST_WEIGHT) << 40
        _enter(nodes, heaps, cell, np.int64(found))
    return winner


@lean
def advance(
    board: Any,
    s: Any,
    t: Any,
    nodes: Any,
    heaps: Any,
    plan: Any,
    tables: Any,
    macros: Any,
    corral_search: Any,
) -> int:
    """Play up to `numbers[LEFT]` moves. FOUND: `numbers[BEST]` wins. EXHAUSTED: everything was seen.

    RUNNING with some left: the work of a step is done, in the middle of a node or not; called again, it goes on.
    """
    numbers = nodes.numbers
    children = 4 * board.step.shape[0] * nodes.boxes.shape[1]
    s.work[0] = 0
    winner = np.int64(-1)
    if numbers[MOVE]:
        winner = _children(board, s, nodes, heaps, plan, tables, macros, numbers[NODE])
        if winner == PAUSED:
            return RUNNING
        mark(s.box, nodes.boxes[numbers[NODE]], 0)
        numbers[LEFT] -= 1
        if winner >= 0:
            numbers[BEST] = winner
            return FOUND
    while numbers[LEFT] > 0:
        if s.work[0] > WORK:
            return RUNNING
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        node = _leave(nodes, heaps)
        if node < 0:
            return EXHAUSTED
        nodes.closed[node] = 1
        numbers[EXPANDED] += 1
        winner = _expand(board, s, t, nodes, heaps, plan, tables, macros, corral_search, node)
        if winner == PAUSED:
            numbers[NODE] = node
            return RUNNING
        numbers[LEFT] -= 1
        if winner >= 0:
            numbers[BEST] = winner
            return FOUND
    return RUNNING
