"""Feature-space search, natively: best-first in each cell of a small space of features, the cells taken in turn.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (2020), the search of
Festival; the features are theirs (boxes packed as planned, parts of the floor, doors shut, boxes out of plan), the
rest is ours: a node is expanded whole, by macro moves of one box each, and the moves that are best for one feature
weigh 0, the others 1. The lightest node of each cell is expanded in turn.

Layout as in kernel_star; `nodes.cost` is the weight, `nodes.pushes` the cell, `nodes.came` the node before and
the box's way as from * 32768 + to. `heads[cell, weight]` and `follow[node]` are lists of open nodes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import lean

from .kernel import EXHAUSTED, FAR, FOUND, NEED_GROW, RUNNING, caught, hash_of, match, match_after, reach
from .kernel_corral import LOST, PRUNED, label_parts, prune
from .kernel_lost import doomed
from .kernel_macro import pushed_anywhere
from .kernel_star import BEST, COUNT, EXPANDED, add, lookup, moved

MODE, TURN, TOP, ROUND = 1, 5, 6, 7
"""More numbers: how nodes are taken (below), whose turn it is among all, the most packed so far, how many taken."""

PACKED, ALIKE, NEARING, UNADVISED, SINGLE = 0, 1, 2, 3, 4
"""Most packed first; every number of packed boxes alike; most packed first, and weights by the pushes that are left.
For measuring, as PACKED: no child is advised; moves of one push only."""

_WISHES = 6
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_PARTS = 16
_WIDE = 8
CELLS = _PARTS * _WIDE * _WIDE
WEIGHTS = 64


class Plan(NamedTuple):
    """The order in which boxes are to be packed: `need[k, :size[k]]` must hold boxes once k steps are done; `due[c]` is
    the first step that wants a box on c (0: none does); `door[c]` is 1 in corridors."""

    need: Any  # int32[steps + 1, boxes]
    size: Any  # int32[steps + 1]
    due: Any  # int32[n + 1]
    serves: Any  # uint64[n + 1]: the steps that bring in a box for which one standing here will do
    later: Any  # uint64[steps + 1]: those of them that come after k steps
    door: Any  # uint8[n + 1]
    back: Any  # int64[1]: how many steps a box that no step is left for counts back


class Space(NamedTuple):
    """The cells of the feature space and their open nodes."""

    heads: Any  # int32[cells, WEIGHTS]
    lowest: Any  # int32[cells]: no open node weighs less
    active: Any  # int32[steps + 1, cells of a step]: those ever used, by boxes packed, in the order they were
    counts: Any  # int32[steps + 1, 2]: how many, and whose turn it is
    used: Any  # uint8[cells]
    follow: Any  # int32[room of nodes]


@lean
def packed(plan: Any, box: Any) -> Any:
    """How many steps of the plan the boxes fulfil."""
    k = plan.size.shape[0] - 1
    while k > 0:
        whole = True
        for i in range(plan.size[k]):
            if not box[plan.need[k, i]]:
                whole = False
                break
        if whole:
            return k
        k -= 1
    return 0


@lean
def _unserved(plan: Any, s: Any, boxes: Any, k: int) -> Any:
    """How many of the boxes not yet packed no step is left for, each having a step of its own at most.

    Augmenting paths as in Kuhn's matching, sets of steps being bits.
    """
    size = plan.size[k]
    owner, came, queue = s.steps[0], s.steps[1], s.steps[2]
    owner[:] = -1
    without = 0
    for i in range(boxes.shape[0]):
        inside = False
        for j in range(size):
            inside = inside or plan.need[k, j] == boxes[i]
        if inside:
            continue
        seen = _ZERO
        head, tail, row, end = 0, 0, i, -1
        while end < 0:
            fresh = plan.serves[boxes[row]] & plan.later[k] & ~seen
            seen |= fresh
            step = 0
            while fresh != _ZERO and end < 0:
                if fresh & _ONE:
                    came[step] = row
                    if owner[step] < 0:
                        end = step
                    else:
                        queue[tail] = owner[step]
                        tail += 1
                fresh >>= _ONE
                step += 1
            if end < 0:
                if head == tail:
                    break
                row = queue[head]
                head += 1
        if end < 0:
            without += 1
        while end >= 0:
            row = came[end]
            following = -1
            for step in range(64):
                if owner[step] == row and step != end:
                    following = step
            owner[end] = row
            end = following if row != i else -1
    return without


@lean
def features(board: Any, s: Any, plan: Any, boxes: Any, out: Any) -> None:
    """Packed, parts of the floor, doors shut, boxes out of plan; for the advice only, cells shut off. After `reach`."""
    k = packed(plan, s.box)
    out[0] = k
    out[1] = min(_PARTS - 1, label_parts(board.step, s))
    doors = early = 0
    for i in range(boxes.shape[0]):
        c = boxes[i]
        doors += plan.door[c]
        if plan.due[c] > k + 1:
            early += 1
    out[2] = min(_WIDE - 1, doors)
    without = _unserved(plan, s, boxes, k)
    out[0] = max(0, k - plan.back[0] * without)
    out[3] = min(_WIDE - 1, early + 2 * without)
    shut = 0
    for c in range(s.box.shape[0] - 1):
        shut += s.seen[c] != s.stamp[0]
    out[4] = shut


@lean
def _cell(out: Any) -> Any:
    return ((out[0] * _PARTS + out[1]) * _WIDE + out[2]) * _WIDE + out[3]


@lean
def _open(nodes: Any, space: Any, node: Any) -> None:
    """Put a node into its cell's list."""
    cell = nodes.pushes[node]
    weight = min(WEIGHTS - 1, nodes.cost[node])
    if not space.used[cell]:
        space.used[cell] = 1
        k = cell // CELLS
        space.active[k, space.counts[k, 0]] = cell
        space.counts[k, 0] += 1
        if k > nodes.numbers[TOP]:
            nodes.numbers[TOP] = k
    space.follow[node] = space.heads[cell, weight]
    space.heads[cell, weight] = node
    if weight < space.lowest[cell]:
        space.lowest[cell] = weight


@lean
def _take(space: Any, cell: Any) -> Any:
    """The lightest open node of a cell, or -1."""
    while space.lowest[cell] < WEIGHTS:
        node = space.heads[cell, space.lowest[cell]]
        if node >= 0:
            space.heads[cell, space.lowest[cell]] = space.follow[node]
            return node
        space.lowest[cell] += 1
    return -1


@lean
def _next(nodes: Any, space: Any) -> Any:
    """The lightest node of the next cell in turn, or -1 if none is open anywhere.

    Every other node is one with the most boxes packed, every fourth with one less, and so on; now and then each
    number of boxes packed has its turn.
    """
    numbers = nodes.numbers
    numbers[ROUND] += 1
    start = numbers[TOP]
    if numbers[ROUND] % 4 == 0 or numbers[MODE] == ALIKE:
        numbers[TURN] = (numbers[TURN] + 1) % (numbers[TOP] + 1)
        start = numbers[TURN]
    else:
        bits = numbers[ROUND] // 4 * 3 + numbers[ROUND] % 4
        while bits % 2 == 1:
            bits //= 2
            start -= 1
    for lower in range(numbers[TOP] + 1):
        k = (start - lower) % (numbers[TOP] + 1)
        for _ in range(space.counts[k, 0]):
            space.counts[k, 1] = (space.counts[k, 1] + 1) % space.counts[k, 0]
            node = _take(space, space.active[k, space.counts[k, 1]])
            if node >= 0:
                return node
    return -1


@lean
def launch(board: Any, s: Any, nodes: Any, space: Any, plan: Any, boxes: Any, keeper: Any) -> None:
    """The first node."""
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    keeper = reach(board.step, s, keeper)
    key = hash_of(board, boxes, keeper)
    node = add(nodes, boxes, keeper, key, lookup(nodes, boxes, keeper, key))
    out = s.features[1]
    features(board, s, plan, boxes, out)
    nodes.pushes[node] = _cell(out)
    nodes.bound[node] = match(board, s, boxes, keeper)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0
    if nodes.bound[node] < FAR:
        _open(nodes, space, node)


@lean
def _meet(
    board: Any,
    s: Any,
    nodes: Any,
    plan: Any,
    node: Any,
    row: int,
    to: Any,
    keeper: Any,
    child: Any,
    out: Any,
) -> Any:
    """The position after a macro move as a new node with its features in `out`; -1 if it is known or lost."""
    box = nodes.boxes[node, row]
    moved(nodes.boxes[node], row, to, child)
    found = -1
    s.box[box] = 0
    s.box[to] = 1
    if not caught(board, s, child, to):
        key = hash_of(board, child, keeper)
        slot = lookup(nodes, child, keeper, key)
        if slot < 0:
            here = np.int64(nodes.keeper[node])
            bound = match_after(board, s, nodes.boxes[node], here, row, child, to, keeper)
            if bound < FAR:
                reach(board.step, s, keeper)
                features(board, s, plan, child, out)
                found = add(nodes, child, keeper, key, slot)
                nodes.bound[found] = bound
                nodes.pushes[found] = _cell(out)
                nodes.came[found, 0] = node
                nodes.came[found, 1] = np.int32(box) * 32768 + to
    s.box[to] = 0
    s.box[box] = 1
    return found


@lean
def _advise(out: Any, bound: Any, found: Any, best: Any, chosen: Any) -> None:
    """Remember the child that is best for each wish, the bound breaking ties."""
    for wish in range(_WISHES):
        if wish == 0:
            value = -out[0]
        elif wish < 5:
            value = out[wish]
        else:
            value = bound
        value = value * 4096 + min(bound, 4095)
        if value < best[wish]:
            best[wish] = value
            chosen[wish] = found


@lean
def _spread(board: Any, s: Any, t: Any, nodes: Any, space: Any, plan: Any, finds: Any, doubt: Any, node: Any) -> Any:
    """All macro moves from a node; the child that wins, or -1."""
    boxes = nodes.boxes[node]
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    keeper = np.int64(nodes.keeper[node])
    reach(board.step, s, keeper)
    verdict = prune(board, s, boxes)
    winner = np.int64(-1)
    if verdict != LOST and not doomed(board, s, t, doubt, boxes, keeper):
        here, out = s.features[0], s.features[1]
        features(board, s, plan, boxes, here)
        best, chosen = s.wishes[0], s.wishes[1]
        chosen[:] = -1
        for wish in range(_WISHES):
            value = -here[0] if wish == 0 else (here[wish] if wish < 5 else nodes.bound[node])
            best[wish] = value * 4096
        child = s.child[: boxes.shape[0]]
        match(board, s, boxes, keeper)
        first = nodes.numbers[COUNT]
        most = 1 if nodes.numbers[MODE] == SINGLE else FAR
        for i in range(boxes.shape[0]):
            if verdict == PRUNED and not s.wanted[boxes[i]]:
                continue
            count = pushed_anywhere(board, s, finds, boxes[i], keeper)
            for f in range(1, count):
                if 0 < finds.pushes[f] <= most:
                    cell, where = np.int64(finds.cell[f]), np.int64(finds.keeper[f])
                    found = _meet(board, s, nodes, plan, node, i, cell, where, child, out)
                    if found >= 0:
                        if nodes.bound[found] == 0:
                            winner = found
                        _advise(out, nodes.bound[found], found, best, chosen)
        for found in range(first, nodes.numbers[COUNT]):
            advised = False
            for wish in range(_WISHES):
                advised = advised or chosen[wish] == found
            advised = advised and nodes.numbers[MODE] != UNADVISED
            nodes.cost[found] = nodes.cost[node] + (0 if advised else 1)
            if nodes.numbers[MODE] == NEARING:
                nodes.cost[found] = nodes.bound[found] * (WEIGHTS - 1) // max(1, nodes.bound[0])
            _open(nodes, space, found)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0
    return winner


@lean
def explore(board: Any, s: Any, t: Any, nodes: Any, space: Any, plan: Any, finds: Any, doubt: Any, budget: int) -> int:
    """Expand up to so many nodes. FOUND: `numbers[BEST]` wins. EXHAUSTED: everything was seen."""
    numbers = nodes.numbers
    children = 4 * board.step.shape[0] * nodes.boxes.shape[1]
    for _ in range(budget):
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        node = _next(nodes, space)
        if node < 0:
            return EXHAUSTED
        numbers[EXPANDED] += 1
        winner = _spread(board, s, t, nodes, space, plan, finds, doubt, node)
        if winner >= 0:
            numbers[BEST] = winner
            return FOUND
    return RUNNING


def warm_up() -> None:
    """Solve a tiny level in every way, so that everything is compiled."""
    from . import rules, xsb
    from .strong import rehearse

    (parsed,) = xsb.parse("########\n#  #   #\n#@$ $  #\n#..*#  #\n########")
    level = getattr(parsed, "level")  # noqa: B009
    rehearse(level, rules.start(level))
