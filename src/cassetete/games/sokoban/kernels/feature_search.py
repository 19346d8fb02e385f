"""Feature-space search, natively: the cells of a small space of features take turns, each plays its best move.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (2020), the search of
Festival. A move of one box waits in the cell of the position it starts from, the lightest first, then the one that
leads to the best features (kernel_lay); the position it leads to gets a cell of its own only if that is better than
all cells on its way. Moves that an adviser names weigh 0, others 1.

Layout as in kernel_star; `nodes.cost` is the weight, `nodes.came` the node before and the box's way as from * 32768 +
to. The moves that wait in a cell are a skew heap (Sleator and Tarjan 1986) by `rank`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import lean

from .board import EXHAUSTED, FAR, FOUND, NEED_GROW, RUNNING, caught, hash_of, match, reach
from .corral_deadlock import doomed
from .features import FINE, HOT, LOOSE, NEWLY, OUT, PACKED, PARTS, WAYS, cell_of, features, score_of
from .macro_moves import pushed_anywhere
from .nodes import BEST, COUNT, EXPANDED, add, lookup, moved
from .pi_corral import LOST, PRUNED, prune

MODE, TURN, TOP, ACTIVE = 1, 5, 6, 7
"""More numbers: what is switched off (below), whose turn it is, the most packed so far, how many cells there are."""

EAGER, UNADVISED, SINGLE = 1, 2, 3
"""Ways to search otherwise. EAGER: boxes on goals too early do not count as out of plan. For measuring: no child is
advised; moves of one push only."""

_ADVISERS = 7
_LEAST = 1 << 62
_MOST_WEIGHT = 4095


class Heap(NamedTuple):
    """The moves that wait."""

    rank: Any  # int64[room]
    best: Any  # int64[room]: the best features of a node and those before it
    left: Any  # int32[room]
    right: Any  # int32[room]
    roots: Any  # int32[cells]: -1: none waits; -2: never used
    active: Any  # int32[cells]


@lean
def merge(heap: Any, a: Any, b: Any) -> Any:
    """Two skew heaps as one."""
    if a < 0:
        return b
    if b < 0:
        return a
    if heap.rank[b] < heap.rank[a]:
        a, b = b, a
    top = a
    while True:
        right = heap.right[a]
        heap.right[a] = heap.left[a]
        if right < 0:
            heap.left[a] = b
            break
        if heap.rank[right] <= heap.rank[b]:
            heap.left[a] = right
            a = right
        else:
            heap.left[a] = b
            a, b = b, right
    return top


@lean
def _wait(nodes: Any, heap: Any, cell: Any, node: Any) -> None:
    """Let a move wait in a cell."""
    heap.left[node] = -1
    heap.right[node] = -1
    if heap.roots[cell] == -2:
        heap.roots[cell] = -1
        heap.active[nodes.numbers[ACTIVE]] = cell
        nodes.numbers[ACTIVE] += 1
    heap.roots[cell] = merge(heap, np.int64(heap.roots[cell]), node)


@lean
def _next(nodes: Any, heap: Any) -> Any:
    """The best move of the next cell in turn, or -1 if none waits anywhere."""
    numbers = nodes.numbers
    cell = np.int64(-1)
    for _ in range(numbers[ACTIVE]):
        numbers[TURN] = (numbers[TURN] + 1) % numbers[ACTIVE]
        if heap.roots[heap.active[numbers[TURN]]] >= 0:
            cell = np.int64(heap.active[numbers[TURN]])
            break
    if cell < 0:
        return cell
    node = np.int64(heap.roots[cell])
    heap.roots[cell] = merge(heap, np.int64(heap.left[node]), np.int64(heap.right[node]))
    return node


@lean
def launch(board: Any, s: Any, nodes: Any, heap: Any, plan: Any, lay: Any, boxes: Any, keeper: Any) -> None:
    """The first node."""
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    keeper = reach(board.step, s, keeper)
    key = hash_of(board, boxes, keeper)
    node = add(nodes, boxes, keeper, key, lookup(nodes, boxes, keeper, key))
    out = s.features[1]
    lay.open[:] = 1
    features(board, s, plan, lay, boxes, out)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0
    score = score_of(plan, out)
    heap.rank[node] = score
    heap.best[node] = score
    _wait(nodes, heap, cell_of(score), node)


@lean
def _meet(
    board: Any, s: Any, nodes: Any, plan: Any, lay: Any, node: Any, row: int, to: Any, keeper: Any, out: Any
) -> Any:
    """The position after a macro move as a new node with its features in `out`; -1 if it is known or lost."""
    boxes = nodes.boxes[node]
    child = s.child[: boxes.shape[0]]
    box = boxes[row]
    moved(boxes, row, to, child)
    found = np.int64(-1)
    s.box[box] = 0
    s.box[to] = 1
    key = hash_of(board, child, keeper)
    slot = lookup(nodes, child, keeper, key)
    if slot < 0 and not caught(board, s, child, to):
        reach(board.step, s, keeper)
        features(board, s, plan, lay, child, out)
        if nodes.numbers[MODE] == EAGER:
            out[OUT] = out[LOOSE]
        found = add(nodes, child, keeper, key, slot)
        nodes.came[found, 0] = node
        nodes.came[found, 1] = np.int32(box) * 32768 + to
    s.box[to] = 0
    s.box[box] = 1
    return found


@lean
def _hottest(plan: Any, lay: Any, boxes: Any, k: Any) -> Any:
    """The cell of the box that stands in the way of most others, or -1."""
    kept = plan.kept[k]
    most, hottest = 0, np.int64(-1)
    for i in range(boxes.shape[0]):
        if kept[boxes[i]]:
            continue
        held = 0
        for j in range(boxes.shape[0]):
            if lay.hot[boxes[j], boxes[i]] and not kept[boxes[j]]:
                held += 1
        if held > most:
            most, hottest = held, np.int64(boxes[i])
    return hottest


@lean
def _advise(lay: Any, here: Any, out: Any, score: Any, found: Any, hottest: Any, box: Any, to: Any) -> None:
    """Let each adviser remember the best of the moves it likes."""
    best, chosen = lay.advice[0], lay.advice[1]
    for adviser in range(_ADVISERS):
        value = score
        if adviser == 0:
            likes = out[PACKED] > here[PACKED]
        elif adviser == 1:
            likes = out[PARTS] < here[PARTS]
        elif adviser == 2:
            likes = out[WAYS] < here[WAYS]
        elif adviser == 3:
            likes = out[OUT] < here[OUT]
        elif adviser == 4:
            likes = out[HOT] < here[HOT]
        elif adviser == 5:
            likes = out[NEWLY] > 0
        else:
            likes = hottest >= 0 and box != hottest and out[PARTS] <= here[PARTS]
            likes = likes and lay.apart[to, hottest] > lay.apart[box, hottest]
            if likes:
                value += lay.apart[box, hottest] << 50
        if likes and value < best[adviser]:
            best[adviser] = value
            chosen[adviser] = found


@lean
def _spread(
    board: Any, s: Any, t: Any, nodes: Any, heap: Any, plan: Any, lay: Any, finds: Any, doubt: Any, node: Any
) -> Any:
    """All macro moves from a node; the child that wins, or -1."""
    boxes = nodes.boxes[node]
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    keeper = np.int64(nodes.keeper[node])
    winner = np.int64(-1)
    if match(board, s, boxes, keeper) < FAR:
        reach(board.step, s, keeper)
        verdict = prune(board, s, boxes)
        if verdict != LOST and not doomed(board, s, t, doubt, boxes, keeper):
            winner = _children(board, s, nodes, heap, plan, lay, finds, node, verdict == PRUNED)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0
    return winner


@lean
def _children(
    board: Any, s: Any, nodes: Any, heap: Any, plan: Any, lay: Any, finds: Any, node: Any, pruned: bool
) -> Any:
    """All macro moves from a node wait in its cell, weighed."""
    boxes = nodes.boxes[node]
    keeper = np.int64(nodes.keeper[node])
    here, out = s.features[0], s.features[1]
    n = board.step.shape[0] - 1
    features(board, s, plan, lay, boxes, here)
    if nodes.numbers[MODE] == EAGER:
        here[OUT] = here[LOOSE]
    for c in range(n):
        lay.open[c] = s.seen[c] == s.stamp[0]
    score = score_of(plan, here)
    if node > 0:
        before = heap.best[nodes.came[node, 0]]
        heap.best[node] = score if score // FINE < before // FINE else before
    cell = cell_of(heap.best[node])
    if here[PACKED] > nodes.numbers[TOP]:
        nodes.numbers[TOP] = here[PACKED]
    hottest = _hottest(plan, lay, boxes, here[PACKED])
    best, chosen = lay.advice[0], lay.advice[1]
    best[:] = _LEAST
    chosen[:] = -1
    winner = np.int64(-1)
    most = 1 if nodes.numbers[MODE] == SINGLE else FAR
    first = nodes.numbers[COUNT]
    for i in range(boxes.shape[0]):
        if pruned and not s.wanted[boxes[i]]:
            continue
        count = pushed_anywhere(board, s, finds, boxes[i], keeper)
        for f in range(1, count):
            if 0 < finds.pushes[f] <= most:
                to, where = np.int64(finds.cell[f]), np.int64(finds.keeper[f])
                found = _meet(board, s, nodes, plan, lay, node, i, to, where, out)
                if found >= 0:
                    value = score_of(plan, out)
                    heap.rank[found] = value
                    _advise(lay, here, out, value, found, hottest, np.int64(boxes[i]), to)
                    home = True
                    for j in range(boxes.shape[0]):
                        home = home and board.goal[s.child[j]]
                    if home:
                        winner = found
    for found in range(first, nodes.numbers[COUNT]):
        advised = False
        for adviser in range(_ADVISERS):
            advised = advised or chosen[adviser] == found
        advised = advised and nodes.numbers[MODE] != UNADVISED
        weight = nodes.cost[node] + (0 if advised else 1)
        nodes.cost[found] = weight
        heap.rank[found] += min(weight, _MOST_WEIGHT) << 40
        _wait(nodes, heap, cell, np.int64(found))
    return winner


@lean
def explore(
    board: Any, s: Any, t: Any, nodes: Any, heap: Any, plan: Any, lay: Any, finds: Any, doubt: Any, budget: int
) -> int:
    """Play up to so many moves. FOUND: `numbers[BEST]` wins. EXHAUSTED: everything was seen."""
    numbers = nodes.numbers
    children = 4 * board.step.shape[0] * nodes.boxes.shape[1]
    for _ in range(budget):
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        node = _next(nodes, heap)
        if node < 0:
            return EXHAUSTED
        numbers[EXPANDED] += 1
        winner = _spread(board, s, t, nodes, heap, plan, lay, finds, doubt, node)
        if winner >= 0:
            numbers[BEST] = winner
            return FOUND
    return RUNNING


def warm_up() -> None:
    """Solve a tiny level in every way, so that everything is compiled."""
    from .. import rules
    from ..formats import xsb
    from ..solvers.portfolio import rehearse

    (parsed,) = xsb.parse("########\n#  #   #\n#@$ $  #\n#..*#  #\n########")
    level = getattr(parsed, "level")  # noqa: B009
    rehearse(level, rules.start(level))
