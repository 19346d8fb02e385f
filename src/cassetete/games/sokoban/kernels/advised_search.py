"""Feature-space search that follows a packing plan closely, natively: cells take turns, every other turn is the best's.

After Festival (Shoham and Schaeffer 2020, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search"). A
move of one box waits in the cell of the position it starts from, or of the best one before it; the lightest first, then
the one with the best features, then the oldest. A move that an adviser names weighs little, others more, all alike or
by their rank among the moves of the position (`solvers/advised_search.py`). Advisers look at all moves, also at those
that lead to positions already expanded: then their advice is spent. If moves are checked, those that lead to lost
positions are left out, and the advisers asked again. A position that waits may wait in several cells, and is expanded
where its turn comes first.

Layout as in `nodes.py`; `nodes.cost` is the weight, `nodes.came` the node before and the box's move as from * 32768 +
to. Node rows are moves, not positions: the row of a position that is known is STALE from
the start, and the position's state is that of its first row, which the table finds.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .board import WORK, all_on_targets, freeze_deadlock_after, hash_of, mark, reach
from .corral_deadlock import corral_deadlock
from .floor_cuts import lowest_without
from .inward_corral import prune_inwards
from .lost_pairs import makes_lost_pair
from .macro_moves import pushed_anywhere
from .move_heaps import merge
from .nodes import BEST, COUNT, EXPANDED, LEFT, NODE, ROW, STALE, add, lookup, moved
from .pi_corral import LOST, PRUNED
from .plan_features import (
    ADVISED_WEIGHT,
    BLOCKERS,
    BOX_AND_CELL,
    CHECKED,
    FINE,
    FOUND_ROW,
    KIND,
    LINKS,
    OUT,
    PACKED,
    PARTS,
    SCORE,
    SCORE_BITS,
    SURE,
    closed_links,
    count_blocking,
    features_after,
    features_of,
    next_cell,
    plan_cell,
    plan_features,
    plan_score,
)
from .settled import no_targets_left, settled_deadlock

CALLS, MOVE, TURN, TOP, ACTIVE, ASKED, MOVES, WINNER, ONLY, LEADER = 1, 2, 5, 6, 7, 8, 9, 10, 11, 15
"""More counters: the turns so far, whose turn it is, the most packed, how many cells there are and the cell with the
best features. Of the node in which a step paused: the macro move it goes on with (0: it has not paused) and how many
there are, how many of its moves advisers were asked about, a child that wins, whether only some boxes count."""

PAUSED = -2
_LOST_ROW = -3
_DEAD = 3
"""In `closed`: the position is lost."""

_OPENS, _WAITS = 1, 2
_ROUNDS = 3

_PACKER, _JOINER, _LINKER, _UNBLOCKER, _CLEARER, _OPENER, _EXPLORER = range(7)
_ADVISERS = 7
_LEAST = 1 << 62
_MOST_WEIGHT = 16383
_SCORE = (1 << SCORE_BITS) - 1


@lean
def _enter(nodes: Any, heaps: Any, cell: Any, node: Any) -> None:
    """Queue a move in a cell; a new cell has the next turn."""
    numbers = nodes.numbers
    heaps.left[node] = -1
    heaps.right[node] = -1
    if heaps.roots[cell] == -2:
        heaps.roots[cell] = -1
        heaps.active[numbers[ACTIVE]] = cell
        numbers[TURN] = numbers[ACTIVE] - 1
        numbers[ACTIVE] += 1
    heaps.roots[cell] = merge(heaps, np.int64(heaps.roots[cell]), node)


@lean
def _leave(nodes: Any, heaps: Any) -> Any:
    """The best move of the next cell in turn, or -1 if none waits anywhere."""
    numbers = nodes.numbers
    cell = np.int64(-1)
    numbers[CALLS] += 1
    if numbers[CALLS] % 2 == 0:
        best = plan_cell(heaps.best[numbers[LEADER]])
        if heaps.roots[best] >= 0:
            cell = best
    for _ in range(numbers[ACTIVE]):
        if cell >= 0:
            break
        numbers[TURN] = (numbers[TURN] + 1) % numbers[ACTIVE]
        if heaps.roots[heaps.active[numbers[TURN]]] >= 0:
            cell = np.int64(heaps.active[numbers[TURN]])
    if cell < 0:
        return cell
    node = np.int64(heaps.roots[cell])
    heaps.roots[cell] = merge(heaps, np.int64(heaps.left[node]), np.int64(heaps.right[node]))
    return node


@lean
def begin(board: Any, s: Any, nodes: Any, heaps: Any, guide: Any, boxes: Any, player: Any) -> None:
    """The first node."""
    mark(s.box, boxes, 1)
    player = reach(board.step, s, player)
    key = hash_of(board, boxes, player)
    node = add(nodes, boxes, player, key, lookup(nodes, boxes, player, key))
    out = s.features[1]
    plan_features(board, s, guide, boxes, out)
    mark(s.box, boxes, 0)
    score = plan_score(guide, out)
    heaps.rank[node] = score
    heaps.best[node] = score
    _enter(nodes, heaps, plan_cell(score), node)


@lean
def _row(nodes: Any, boxes: Any, player: Any) -> Any:
    """A further row for a position that is known."""
    node = nodes.numbers[COUNT]
    nodes.numbers[COUNT] = node + 1
    for i in range(boxes.shape[0]):
        nodes.boxes[node, i] = boxes[i]
    nodes.player[node] = player
    nodes.closed[node] = STALE
    return node


@lean
def _opens(board: Any, s: Any, guide: Any, cuts: Any, boxes: Any, row: int, to: Any, lowest: Any) -> bool:
    """Whether a box that was not moved can be pushed from where the player could not come before."""
    step = board.step
    for i in range(boxes.shape[0]):
        if i == row:
            continue
        for d in range(4):
            stand = np.int64(step[boxes[i], d])
            if guide.reachable[stand] or s.box[stand] or s.box[step[boxes[i], d ^ 1]]:
                continue
            if lowest_without(step, cuts, to, stand) == lowest:
                return True
    return False


@lean
def _advise(guide: Any, adviser: int, value: Any, found: Any) -> None:
    """Let an adviser remember the best of the moves it likes."""
    if value < guide.advice[0, adviser]:
        guide.advice[0, adviser] = value
        guide.advice[1, adviser] = found


@lean
def _ask(guide: Any, here: Any, out: Any, found: Any, goal: Any) -> None:
    """Ask all advisers about a move, by its number."""
    score = guide.asked[found, SCORE]
    box, to = guide.asked[found, BOX_AND_CELL] // 32768, guide.asked[found, BOX_AND_CELL] % 32768
    features_of(guide, score, out)
    if out[PACKED] < here[PACKED]:
        return
    if out[PACKED] > here[PACKED]:
        _advise(guide, _PACKER, score, found)
    if out[PARTS] < here[PARTS]:
        _advise(guide, _JOINER, score, found)
    if out[LINKS] < here[LINKS]:
        _advise(guide, _LINKER, score, found)
    if out[BLOCKERS] < here[BLOCKERS]:
        _advise(guide, _UNBLOCKER, score, found)
    returns = guide.returns[to, box] != 0
    if guide.asked[found, KIND] == _OPENS and returns:
        _advise(guide, _EXPLORER, score, found)
    if out[PARTS] > here[PARTS] or out[LINKS] > here[LINKS]:
        return
    if here[OUT] > 0 and returns and out[OUT] <= here[OUT]:
        near, far = guide.zone_distance[here[PACKED], box], guide.zone_distance[here[PACKED], to]
        if 0 <= near < far:
            _advise(guide, _CLEARER, (np.int64(near) << 20) - far, found)
    if goal >= 0:
        near, far = guide.walk_distance[goal, box], guide.walk_distance[goal, to]
        if far >= near:
            _advise(guide, _OPENER, (np.int64(near) << 20) - far, found)


@lean
def _child_of(
    board: Any,
    s: Any,
    nodes: Any,
    heaps: Any,
    guide: Any,
    cuts: Any,
    corral_search: Any,
    node: Any,
    row: int,
    to: Any,
    player: Any,
    out: Any,
) -> Any:
    """The position after a macro move as a new row with its features in `out`; -1 if it was expanded, -3 if lost."""
    boxes = nodes.boxes[node]
    child = s.child[: boxes.shape[0]]
    box = boxes[row]
    moved(boxes, row, to, child)
    key = hash_of(board, child, player)
    slot = lookup(nodes, child, player, key)
    if slot < 0 and (freeze_deadlock_after(board, s, child, to) or makes_lost_pair(corral_search, child, to, player)):
        return np.int64(_LOST_ROW)
    if slot >= 0 and nodes.closed[slot] == _DEAD:
        return np.int64(_LOST_ROW)
    found = np.int64(-1)
    if slot < 0:
        features_after(board, s, guide, cuts, boxes, row, to, child, out)
        found = add(nodes, child, player, key, slot)
        heaps.rank[found] = plan_score(guide, out)
    else:
        score = heaps.rank[slot] & _SCORE
        features_of(guide, score, out)
        if nodes.closed[slot] == 0:
            found = _row(nodes, child, player)
            heaps.rank[found] = score
    if found >= 0:
        nodes.came[found, 0] = node
        nodes.came[found, 1] = np.int32(box) * 32768 + to
    return found


@lean
def _expand(
    board: Any,
    s: Any,
    t: Any,
    nodes: Any,
    heaps: Any,
    guide: Any,
    graph: Any,
    macros: Any,
    corral_search: Any,
    node: Any,
) -> Any:
    """All macro moves from a node; the child that wins, or -1."""
    boxes = nodes.boxes[node]
    mark(s.box, boxes, 1)
    player = np.int64(nodes.player[node])
    winner = np.int64(-1)
    verdict = verdict_of(board, s, t, graph, corral_search, boxes, player)
    if verdict != LOST:
        nodes.numbers[ONLY] = verdict == PRUNED
        _begin_children(board, s, nodes, heaps, guide, node)
        winner = _children(board, s, t, nodes, heaps, guide, graph, macros, corral_search, node)
    elif guide.settings[CHECKED]:
        nodes.closed[lookup(nodes, boxes, player, hash_of(board, boxes, player))] = _DEAD
    if winner != PAUSED:
        mark(s.box, boxes, 0)
    return winner


@lean
def verdict_of(board: Any, s: Any, t: Any, graph: Any, corral_search: Any, boxes: Any, player: Any) -> Any:
    """LOST, PRUNED with the only boxes worth pushing in `wanted`, or NONE, of boxes that are marked."""
    if no_targets_left(board, s, boxes, player) or settled_deadlock(board, s, graph, boxes):
        return LOST
    reach(board.step, s, player)
    verdict = prune_inwards(board, s, graph, corral_search, boxes)
    if verdict != LOST and corral_deadlock(board, s, t, corral_search, boxes, player):
        return LOST
    return verdict


@lean
def _begin_children(board: Any, s: Any, nodes: Any, heaps: Any, guide: Any, node: Any) -> None:
    """The features of a node that is expanded, and what its advisers remember: nothing yet."""
    numbers, here = nodes.numbers, s.features[0]
    n = board.step.shape[0] - 1
    score = heaps.rank[node] & _SCORE
    features_of(guide, score, here)
    for c in range(n):
        guide.reachable[c] = s.seen[c] == s.stamp[0] or s.box[c] != 0
    if node > 0:
        before = heaps.best[nodes.came[node, 0]]
        heaps.best[node] = score if score // FINE < before // FINE else before
    if heaps.best[node] // FINE < heaps.best[numbers[LEADER]] // FINE:
        numbers[LEADER] = node
    if here[PACKED] > numbers[TOP]:
        numbers[TOP] = here[PACKED]
    count_blocking(board, guide, nodes.boxes[node])
    numbers[ASKED] = 0
    numbers[WINNER] = -1
    numbers[ROW] = 0
    numbers[MOVE] = 0


@lean
def _is_reached(step: Any, s: Any, cuts: Any, to: Any, lowest: Any, cell: Any) -> bool:
    """Whether the player whose lowest cell is known comes to a cell while a box stands on `to`."""
    return bool(s.box[cell] == 0 and lowest_without(step, cuts, to, np.int64(cell)) == lowest)


@lean
def _waits(board: Any, s: Any, guide: Any, cuts: Any, to: Any, lowest: Any) -> bool:
    """Whether a box is left in a tunnel, or at its mouth though it could as well be in it."""
    if guide.waiting[to] == 0:
        return False
    step = board.step
    for d in range(4):
        if guide.mouth[to] >> d & 1:
            beside = step[to, (d ^ 2) & 2]
            if beside == step.shape[0] - 1:
                beside = step[to, (d ^ 2) & 2 | 1]
            if _is_reached(step, s, cuts, to, lowest, beside) and not _is_reached(
                step, s, cuts, to, lowest, step[to, d ^ 1]
            ):
                return False
    return True


@lean
def _children(
    board: Any,
    s: Any,
    t: Any,
    nodes: Any,
    heaps: Any,
    guide: Any,
    graph: Any,
    macros: Any,
    corral_search: Any,
    node: Any,
) -> Any:
    """All macro moves from a node wait in its cell, weighed; the child that wins, or -1.

    PAUSED where the work of a step is done: it goes on with the box `numbers[ROW]` and the macro move `numbers[MOVE]`.
    """
    numbers, boxes = nodes.numbers, nodes.boxes[node]
    player = np.int64(nodes.player[node])
    out = s.features[1]
    goal = next_cell(guide, s.box)
    pruned = numbers[ONLY] != 0
    winner = np.int64(numbers[WINNER])
    begun = numbers[MOVE]
    for i in range(numbers[ROW], boxes.shape[0]):
        if pruned and not s.wanted[boxes[i]]:
            continue
        if begun == 0:
            numbers[MOVES] = pushed_anywhere(board, s, macros, boxes[i], player)
            s.box[boxes[i]] = 0
            guide.closed[0] = closed_links(board.step, s, guide)
            s.box[boxes[i]] = 1
            begun = 1
        box = np.int64(boxes[i])
        for f in range(begun, numbers[MOVES]):
            if s.work[0] > WORK:
                numbers[ROW], numbers[MOVE], numbers[WINNER] = i, f, winner
                return np.int64(PAUSED)
            if macros.cell[f] == box:
                continue
            s.work[0] += 8 * boxes.shape[0]
            to, where = np.int64(macros.cell[f]), np.int64(macros.player[f])
            s.box[box] = 0
            s.box[to] = 1
            found = _child_of(board, s, nodes, heaps, guide, macros.cuts, corral_search, node, i, to, where, out)
            if found != _LOST_ROW:
                row = guide.asked[numbers[ASKED]]
                row[SCORE], row[FOUND_ROW], row[BOX_AND_CELL], row[SURE] = (
                    plan_score(guide, out),
                    found,
                    box * 32768 + to,
                    0,
                )
                row[KIND] = _OPENS if _opens(board, s, guide, macros.cuts, boxes, i, to, where) else 0
                if _waits(board, s, guide, macros.cuts, to, where):
                    row[KIND] = _WAITS
                numbers[ASKED] += 1
            s.box[to] = 0
            s.box[box] = 1
            if found >= 0 and all_on_targets(board.target, s.child[: boxes.shape[0]]):
                winner = found
        begun = 0
    numbers[ROW] = numbers[MOVE] = 0
    if winner < 0:
        mark(s.box, boxes, 0)
        _take_advice(board, s, t, nodes, guide, graph, corral_search, goal)
        mark(s.box, boxes, 1)
    _weigh(nodes, heaps, guide, node)
    return winner


@lean
def _take_advice(board: Any, s: Any, t: Any, nodes: Any, guide: Any, graph: Any, corral_search: Any, goal: Any) -> None:
    """Ask all advisers about all moves; again where what they name turns out to be lost."""
    here, out = s.features[0], s.features[1]
    chosen = guide.advice[1]
    again = True
    rounds = 0
    while again:
        again = False
        rounds += 1
        guide.advice[0] = _LEAST
        chosen[:] = -1
        for k in range(nodes.numbers[ASKED]):
            if guide.asked[k, FOUND_ROW] != _LOST_ROW and guide.asked[k, KIND] != _WAITS:
                _ask(guide, here, out, k, goal)
        if guide.advice[0, _PACKER] < _LEAST:
            chosen[_OPENER] = -1
        if guide.settings[CHECKED] == 0 or rounds > _ROUNDS:
            break
        for adviser in range(_ADVISERS):
            k = chosen[adviser]
            if k < 0 or guide.asked[k, FOUND_ROW] < 0 or guide.asked[k, SURE] or s.work[0] > WORK:
                continue
            row = guide.asked[k, FOUND_ROW]
            boxes, player = nodes.boxes[row], np.int64(nodes.player[row])
            mark(s.box, boxes, 1)
            guide.asked[k, SURE] = 1
            if verdict_of(board, s, t, graph, corral_search, boxes, player) == LOST:
                nodes.closed[lookup(nodes, boxes, player, hash_of(board, boxes, player))] = _DEAD
                guide.asked[k, FOUND_ROW] = _LOST_ROW
                again = True
            mark(s.box, boxes, 0)


@lean
def sort(values: Any, count: Any) -> None:
    """Sort the first values (Shell 1959, "A high-speed sorting procedure")."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            value = values[i]
            j = i
            while j >= gap and values[j - gap] > value:
                values[j] = values[j - gap]
                j -= gap
            values[j] = value
        gap //= 2


@lean
def smaller(values: Any, count: Any, value: Any) -> Any:
    """How many of the first values, which are sorted, are smaller."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if values[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


@lean
def _weigh(nodes: Any, heaps: Any, guide: Any, node: Any) -> None:
    """The children of a node wait in its cell."""
    numbers = nodes.numbers
    cell = plan_cell(heaps.best[node])
    chosen = guide.advice[1]
    count = few = 0
    first = -1
    for k in range(numbers[ASKED]):
        if guide.asked[k, FOUND_ROW] >= 0:
            guide.order[count] = guide.asked[k, SCORE]
            count += 1
            if guide.asked[k, KIND] != _WAITS:
                first = k if few == 0 else first
                few += 1
    sort(guide.order, count)
    last = guide.weight.shape[1] - 1
    for k in range(numbers[ASKED]):
        found = guide.asked[k, FOUND_ROW]
        if found < 0:
            continue
        advised = few <= 2 and k == first
        for adviser in range(_ADVISERS):
            advised = advised or chosen[adviser] == k
        weight = np.int64(nodes.cost[node])
        if advised:
            weight += guide.settings[ADVISED_WEIGHT]
        else:
            rank = smaller(guide.order, count, guide.asked[k, SCORE])
            weight += guide.weight[0, min(rank, last)] + guide.weight[1, min(count, last)]
            if guide.asked[k, KIND] == _WAITS:
                weight += guide.waiting[guide.asked[k, BOX_AND_CELL] % 32768]
        nodes.cost[found] = weight
        heaps.rank[found] += min(weight, _MOST_WEIGHT) << SCORE_BITS
        _enter(nodes, heaps, cell, np.int64(found))


@lean
def advance(
    board: Any, s: Any, t: Any, nodes: Any, heaps: Any, guide: Any, graph: Any, macros: Any, corral_search: Any
) -> int:
    """Play up to `numbers[LEFT]` moves. FOUND: `numbers[BEST]` wins. EXHAUSTED: everything was seen.

    RUNNING with some left: the work of a step is done, in the middle of a node or not; called again, it goes on.
    """
    numbers = nodes.numbers
    children = 4 * board.step.shape[0] * nodes.boxes.shape[1]
    s.work[0] = 0
    winner = np.int64(-1)
    if numbers[MOVE]:
        winner = _children(board, s, t, nodes, heaps, guide, graph, macros, corral_search, numbers[NODE])
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
        player = np.int64(nodes.player[node])
        s.work[0] += 4 * nodes.boxes.shape[1]
        position = lookup(nodes, nodes.boxes[node], player, hash_of(board, nodes.boxes[node], player))
        if nodes.closed[position] != 0:
            continue
        nodes.closed[position] = 1
        numbers[EXPANDED] += 1
        winner = _expand(board, s, t, nodes, heaps, guide, graph, macros, corral_search, node)
        if winner == PAUSED:
            numbers[NODE] = node
            return RUNNING
        numbers[LEFT] -= 1
        if winner >= 0:
            numbers[BEST] = winner
            return FOUND
    return RUNNING
