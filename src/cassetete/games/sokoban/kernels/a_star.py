"""A* (Hart, Nilsson and Raphael 1968) over pushes, natively, in arrays that Python owns and grows (`nodes.py`).

Where only pushes count, a position is its boxes and the part of the floor the player is in, named by its lowest cell
(the normalised player of Rolling Stone). `queue` is then a list of (node, next) in one bucket for each cost + bound,
deepest last in first out; a box in a tunnel is pushed on (`solvers/tunnels.py`), PI-corrals limit the pushes
(`pi_corral.py`), and a position of the perimeter around the end (`perimeter.py`), whose distance is known, ends the
search.

Where steps count too, `queue` is a binary heap of (rank, node), and the perimeter gives bounds.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .board import (
    WORK,
    all_on_targets,
    freeze_deadlock,
    freeze_deadlock_after,
    hash_of,
    mark,
    reach,
    reach_after,
)
from .box_groups import groups_bound, worth_asking
from .frozen_walls import match, more_frozen, rematch, undo_rematch
from .matching import FAR
from .nodes import (
    ANY,
    BASE,
    BEFORE_PAIRS,
    BEST,
    BEYOND,
    BUCKET,
    COUNT,
    EXPANDED,
    GROUPS,
    LEFT,
    LIMIT,
    LISTS,
    MATCHED,
    MEET,
    NODE,
    PARKINGS,
    PLAIN,
    PUSH,
    QUEUED,
    ROUND,
    ROW,
    STEP,
    TURN,
    add,
    lookup,
    moved,
)
from .pairs import total_penalty, write_penalties, write_penalties_after
from .perimeter import find_in_perimeter, perimeter_bound
from .pi_corral import LOST, PRUNED, prune


@lean
def _list_of(board: Any, nodes: Any, node: Any) -> Any:
    """Which list of its bucket a node waits in."""
    boxes = nodes.boxes[node]
    size, count = boxes.shape[0], 0
    for i in range(size):
        count += board.target[boxes[i]]
    return 1 + count * (GROUPS - 1) // size * PARKINGS + min(np.int64(nodes.parked[node]), PARKINGS - 1)


@lean
def _enter(board: Any, nodes: Any, rank: Any, node: Any, again: bool) -> None:
    """Queue a node: in its bucket where only pushes count, else in the heap.

    `again`: the last push was of the same box as the one before it; such a node comes next.
    """
    last = nodes.numbers[QUEUED]
    queue = nodes.queue
    bucket = max(np.int64(0), rank - nodes.numbers[BASE])
    if nodes.numbers[STEP] == 0 and bucket >= nodes.heads.shape[0]:
        nodes.numbers[BEYOND] += 1
        return
    nodes.numbers[QUEUED] = last + 1
    if nodes.numbers[STEP] == 0:
        which = np.int64(0)
        if not nodes.numbers[PLAIN] and not (again and rank == nodes.numbers[BUCKET]):
            which = np.int64(_list_of(board, nodes, node))
        queue[last, 0] = node
        queue[last, 1] = nodes.heads[bucket, which]
        nodes.heads[bucket, which] = last + 1
        if rank < nodes.numbers[BUCKET]:
            nodes.numbers[BUCKET] = nodes.numbers[BASE] + bucket
        return
    while last > 0 and queue[(last - 1) // 2, 0] > rank:
        above = (last - 1) // 2
        queue[last, 0] = queue[above, 0]
        queue[last, 1] = queue[above, 1]
        last = above
    queue[last, 0] = rank
    queue[last, 1] = node


@lean
def _next_list(numbers: Any, heads: Any) -> Any:
    """The list to take a node from, -1 if all are empty: that of the box being pushed; without one, by turns all lists
    in a row, and the groups in a row, of each the list with the fewest boxes left off the targets."""
    if heads[0]:
        return np.int64(0)
    numbers[ROUND] += 1
    if numbers[ROUND] % 2:
        for _list in range(LISTS):
            numbers[ANY] = numbers[ANY] % (LISTS - 1) + 1
            if heads[numbers[ANY]]:
                return numbers[ANY]
        return np.int64(-1)
    for _group in range(GROUPS):
        numbers[TURN] = (numbers[TURN] + GROUPS - 1) % GROUPS
        for parked in range(PARKINGS):
            which = 1 + numbers[TURN] * PARKINGS + parked
            if heads[which]:
                return which
    return np.int64(-1)


@lean
def _leave(nodes: Any) -> Any:
    """The most promising node that is still open, or -1."""
    numbers, queue = nodes.numbers, nodes.queue
    if numbers[STEP] == 0:
        while numbers[BUCKET] - numbers[BASE] < nodes.heads.shape[0]:
            heads = nodes.heads[numbers[BUCKET] - numbers[BASE]]
            which = _next_list(numbers, heads)
            if which < 0:
                numbers[BUCKET] += 1
                continue
            entry = heads[which] - 1
            heads[which] = queue[entry, 1]
            node = queue[entry, 0]
            if not nodes.closed[node] and nodes.cost[node] + nodes.bound[node] * numbers[PUSH] <= numbers[BUCKET]:
                return node
        return -1
    while numbers[QUEUED] > 0:
        node = queue[0, 1]
        numbers[QUEUED] -= 1
        size = numbers[QUEUED]
        rank, moving = queue[size, 0], queue[size, 1]
        at = 0
        while 2 * at + 1 < size:
            child = 2 * at + 1
            if child + 1 < size and queue[child + 1, 0] < queue[child, 0]:
                child += 1
            if queue[child, 0] >= rank:
                break
            queue[at, 0] = queue[child, 0]
            queue[at, 1] = queue[child, 1]
            at = child
        queue[at, 0] = rank
        queue[at, 1] = moving
        if not nodes.closed[node]:
            return node
    return -1


@lean
def begin(board: Any, s: Any, walls: Any, nodes: Any, boxes: Any, player: Any) -> None:
    """The first node; nothing is queued if it is lost."""
    mark(s.box, boxes, 1)
    if nodes.numbers[STEP] == 0:
        player = reach(board.step, s, player)
    key = hash_of(board, boxes, player)
    node = add(nodes, boxes, player, key, lookup(nodes, boxes, player, key))
    bound = match(board, s, walls, boxes, player)
    lost = freeze_deadlock(board, s, boxes)
    mark(s.box, boxes, 0)
    nodes.bound[node] = bound
    if bound < FAR and not lost and bound <= nodes.numbers[LIMIT]:
        nodes.numbers[BUCKET] = nodes.numbers[BASE] = bound * nodes.numbers[PUSH]
        _enter(board, nodes, bound * nodes.numbers[PUSH], node, False)


@lean
def _requeue(board: Any, nodes: Any, node: Any, bound: Any) -> None:
    """Put a node back into the queue with a better bound, or leave it out if that is too much."""
    nodes.bound[node] = bound
    if bound < FAR and nodes.pushes[node] + bound <= nodes.numbers[LIMIT]:
        nodes.closed[node] = 0
        _enter(board, nodes, nodes.cost[node] + bound * nodes.numbers[PUSH], node, False)


@lean
def _waits(nodes: Any, node: Any) -> bool:
    """Whether a node is still to be expanded."""
    bound = nodes.bound[node]
    return bool(not nodes.closed[node] and bound < FAR and nodes.pushes[node] + bound <= nodes.numbers[LIMIT])


@lean
def _next_buckets(board: Any, nodes: Any) -> None:
    """All buckets are empty: from now on the first is that of the most promising node which waits behind the last."""
    numbers = nodes.numbers
    least = np.int64(-1)
    for node in range(numbers[COUNT]):
        rank = nodes.cost[node] + nodes.bound[node] * numbers[PUSH]
        if _waits(nodes, node) and (least < 0 or rank < least):
            least = rank
    numbers[BASE] = numbers[BUCKET] = least
    numbers[QUEUED] = numbers[BEYOND] = 0
    for node in range(numbers[COUNT]):
        if _waits(nodes, node):
            _enter(board, nodes, nodes.cost[node] + nodes.bound[node] * numbers[PUSH], np.int64(node), False)


@lean
def bound_of(board: Any, s: Any, walls: Any, pairs: Any, boxes: Any, player: Any) -> Any:
    """The pushes that a position needs at least; its matching and penalties are then at hand for its children."""
    bound = match(board, s, walls, boxes, player)
    if pairs.penalty.shape[0]:
        write_penalties(pairs, boxes, player, walls.row_slack, s.penalties)
        size = boxes.shape[0]
        bound += total_penalty(s.penalties[:size], s.penalty, np.int64(-1), s.paired, s.row_best, s.row_with)
        s.work[0] += 2 * size * size
    return bound


@lean
def _bound_after(
    board: Any,
    s: Any,
    walls: Any,
    pairs: Any,
    perimeter: Any,
    nodes: Any,
    node: Any,
    row: int,
    to: Any,
    behind: Any,
    part: Any,
    pushes: Any,
) -> Any:
    """The pushes that a node's position needs at least after one box is pushed to a cell; FAR if it is lost.

    The player is then behind the box, in the part of the floor whose lowest cell is `part`.
    """
    boxes, child, player = nodes.boxes[node], s.child[: nodes.boxes.shape[1]], np.int64(nodes.player[node])
    if nodes.numbers[MATCHED] != node:
        bound_of(board, s, walls, pairs, boxes, player)
        nodes.numbers[MATCHED] = node
    if more_frozen(board, s, child, to):
        nodes.numbers[MATCHED] = -1
        bound = bound_of(board, s, walls, pairs, child, behind)
    else:
        bound = rematch(s, walls, row, to, behind)
        if bound < FAR and pairs.penalty.shape[0]:
            bound += _penalty_after(s, walls, pairs, boxes, row, to, behind)
        undo_rematch(s, walls, row, np.int64(boxes[row]), player)
    if bound < FAR and perimeter.numbers[COUNT]:
        bound = perimeter_bound(board, perimeter, child, part, pushes, bound)
    return bound


@lean
def _penalty_after(s: Any, walls: Any, pairs: Any, boxes: Any, row: int, to: Any, behind: Any) -> Any:
    """The penalties of all pairs after a push of the box in a row, FAR if a pair is then lost."""
    if not write_penalties_after(pairs, boxes, row, to, behind, walls.row_slack, s.penalty):
        return np.int64(FAR)
    size = boxes.shape[0]
    s.work[0] += size * size
    return np.int64(total_penalty(s.penalties[:size], s.penalty, row, s.paired, s.row_best, s.row_with))


@lean
def _write_pushes(board: Any, s: Any, boxes: Any, pruned: bool) -> None:
    """Write the walk to each push, -1 where there is none; only the wanted pushes where corrals prune."""
    step, push_walk = board.step, s.push_walk
    n = step.shape[0] - 1
    for i in range(boxes.shape[0]):
        for d in range(4):
            stand, to = step[boxes[i], d ^ 1], step[boxes[i], d]
            free = stand != n and s.seen[stand] == s.stamp[0] and s.box[to] == 0 and not board.dead[to]
            push_walk[i, d] = s.walk[stand] if free and (not pruned or s.wanted[boxes[i]]) else -1


@lean
def _last_pushed(board: Any, nodes: Any, node: Any) -> Any:
    """Where the box stands that was pushed last, -1 at the start."""
    if node == 0:
        return np.int64(-1)
    before, push = nodes.came[node, 0], np.int64(nodes.came[node, 1])
    cell, d = push // 4, push % 4
    for _push in range(nodes.pushes[node] - nodes.pushes[before]):
        cell = np.int64(board.step[cell, d])
    return cell


@lean
def _push(board: Any, s: Any, walls: Any, pairs: Any, perimeter: Any, nodes: Any, node: Any, lowest: Any) -> bool:
    """Make the position after each push of a node: a new node, a cheaper way to an old one, or nothing.

    False where it paused before the push `numbers[ROW]`, to go on from there.
    """
    numbers, boxes, keys = nodes.numbers, nodes.boxes[node], board.keys
    size, only_pushes = boxes.shape[0], nodes.numbers[STEP] == 0
    child = s.child[:size]
    base = hash_of(board, boxes, np.int64(0)) ^ keys[1, 0]
    last = _last_pushed(board, nodes, node)
    begun = numbers[ROW]
    for number in range(begun, 4 * size):
        row, d = number // 4, number % 4
        if s.push_walk[row, d] < 0:
            continue
        if s.work[0] > WORK and number > begun:
            numbers[ROW] = number
            return False
        s.work[0] += 4 * size
        box = np.int64(boxes[row])
        behind, to, count = box, np.int64(board.step[box, d]), 1
        while only_pushes and board.tunnel[behind, d] and not s.box[to]:
            behind, to, count = to, np.int64(board.step[to, d]), count + 1
        if s.box[to] or board.dead[to]:
            continue
        moved(boxes, row, to, child)
        s.box[box] = 0
        s.box[to] = 1
        if not freeze_deadlock_after(board, s, child, to):
            part = player = behind
            if only_pushes or perimeter.numbers[COUNT]:
                part = reach_after(board, s, behind, lowest, box, to)
            if only_pushes:
                player = part
            key = base ^ keys[0, box] ^ keys[0, to] ^ keys[1, player]
            found = lookup(nodes, child, player, key)
            cost = nodes.cost[node] + s.push_walk[row, d] * numbers[STEP] + count * numbers[PUSH]
            pushes = nodes.pushes[node] + count
            at_least = np.int64(nodes.bound[node]) - count  # else the node would need fewer ("pathmax")
            if found < 0:
                bound = _bound_after(board, s, walls, pairs, perimeter, nodes, node, row, to, behind, part, pushes)
                bound = max(bound, at_least)
                if bound < FAR and pushes + bound <= numbers[LIMIT]:
                    found = add(nodes, child, player, key, found)
                    nodes.bound[found] = bound
                    nodes.cost[found] = cost + 1
            elif cost < nodes.cost[found] and nodes.bound[found] < at_least:
                nodes.bound[found] = at_least
            if found >= 0 and cost < nodes.cost[found] and pushes + nodes.bound[found] <= min(numbers[LIMIT], FAR - 1):
                nodes.cost[found] = cost
                nodes.pushes[found] = pushes
                nodes.came[found, 0] = node
                nodes.came[found, 1] = box * 4 + d
                nodes.closed[found] = 0
                again = box == last
                parked = np.int64(nodes.parked[node])
                nodes.parked[found] = parked if again or last < 0 or board.target[last] else min(parked + 1, 255)
                _enter(board, nodes, cost + nodes.bound[found] * numbers[PUSH], found, again)
        s.box[to] = 0
        s.box[box] = 1
    numbers[ROW] = 0
    return True


@lean
def _expand(
    board: Any,
    s: Any,
    walls: Any,
    pairs: Any,
    groups: Any,
    older: Any,
    perimeter: Any,
    nodes: Any,
    node: Any,
    pruning: bool,
) -> bool:
    """All pushes of a node; False where it paused."""
    boxes, numbers = nodes.boxes[node], nodes.numbers
    mark(s.box, boxes, 1)
    lowest = reach(board.step, s, np.int64(nodes.player[node]))
    closed_off = s.reached[0] + boxes.shape[0] + 1 < board.step.shape[0]
    verdict = prune(board, s, boxes) if pruning and closed_off else 0
    numbers[MATCHED] = -1
    if verdict != LOST and node < numbers[BEFORE_PAIRS] and pairs.penalty.shape[0]:
        bound = bound_of(board, s, walls, pairs, boxes, np.int64(nodes.player[node]))
        numbers[MATCHED] = node
        if bound > nodes.bound[node]:  # pairs were not known when it was queued
            _requeue(board, nodes, node, bound)
            verdict = LOST
    if verdict != LOST and groups.prices.shape[0] and worth_asking(groups.asked, 0):
        if numbers[MATCHED] != node:
            bound_of(board, s, walls, pairs, boxes, np.int64(nodes.player[node]))
            numbers[MATCHED] = node
        known = np.int64(nodes.bound[node])
        bound = groups_bound(board, groups, s.seen, s.stamp[0], s.work, s.cost, boxes, known)
        if bound <= known and older.prices.shape[0] and worth_asking(older.asked, 0):
            bound = groups_bound(board, older, s.seen, s.stamp[0], s.work, s.cost, boxes, known)
        if bound > known:
            _requeue(board, nodes, node, bound)
            verdict = LOST
    if verdict != LOST:
        _write_pushes(board, s, boxes, verdict == PRUNED)
        if not _push(board, s, walls, pairs, perimeter, nodes, node, lowest):
            return False
    mark(s.box, boxes, 0)
    return True


@lean
def _go_on(board: Any, s: Any, walls: Any, pairs: Any, perimeter: Any, nodes: Any) -> bool:
    """Go on with the node in which the last step paused: the scratch arrays are as it left them."""
    node = nodes.numbers[NODE]
    lowest = reach(board.step, s, np.int64(nodes.player[node]))
    if not _push(board, s, walls, pairs, perimeter, nodes, node, lowest):
        return False
    mark(s.box, nodes.boxes[node], 0)
    return True


@lean
def advance(
    board: Any, s: Any, walls: Any, pairs: Any, groups: Any, older: Any, perimeter: Any, nodes: Any, pruning: bool
) -> int:
    """Expand up to `numbers[LEFT]` nodes. FOUND: `numbers[BEST]` wins, and nothing is cheaper.

    RUNNING with some left: the work of a step is done, in the middle of a node or not; called again, it goes on.
    """
    numbers = nodes.numbers
    children = 4 * nodes.boxes.shape[1]
    s.work[0] = 0
    if numbers[ROW]:
        if not _go_on(board, s, walls, pairs, perimeter, nodes):
            return RUNNING
        numbers[LEFT] -= 1
    while numbers[LEFT] > 0:
        if s.work[0] > WORK:
            return RUNNING
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        if numbers[QUEUED] + children >= nodes.queue.shape[0]:
            return NEED_GROW
        node = _leave(nodes)
        if node < 0 and numbers[BEYOND]:
            _next_buckets(board, nodes)
            s.work[0] += 2 * numbers[COUNT]
            continue
        if node < 0:
            return EXHAUSTED
        if all_on_targets(board.target, nodes.boxes[node]):
            numbers[BEST] = node
            return FOUND
        if perimeter.numbers[COUNT] and numbers[STEP] == 0:
            boxes, player, bound = nodes.boxes[node], np.int64(nodes.player[node]), np.int64(nodes.bound[node])
            better = perimeter_bound(board, perimeter, boxes, player, np.int64(nodes.pushes[node]), bound)
            if better > bound:
                _requeue(board, nodes, node, better)
                numbers[LEFT] -= 1
                continue
            meeting = find_in_perimeter(board, perimeter, boxes, player, bound)
            if meeting >= 0:
                numbers[BEST], numbers[MEET] = node, meeting
                return FOUND
        nodes.closed[node] = 1
        numbers[EXPANDED] += 1
        if not _expand(board, s, walls, pairs, groups, older, perimeter, nodes, node, pruning):
            numbers[NODE] = node
            return RUNNING
        numbers[LEFT] -= 1
    return RUNNING
