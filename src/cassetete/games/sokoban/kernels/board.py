"""A warehouse in arrays, and what every native search asks of it: reach, matching bound, frozen boxes.

Layout: the cells the keeper can come to are numbered 0..n-1; n is the wall. `step[c, d]` is the cell beside c (n at a
wall, and from the wall), d = up, down, left, right, so d ^ 1 is the way back. A position is `box[c]` (1 where a box
stands, and at n) and the keeper's cell; `side[c, p]` tells which part of the floor the keeper at p is in when a box
alone stands on c; `far[c, s, g]` the pushes that box then needs to come to goal number g (FAR: it cannot).

Techniques (names as in the Sokoban wiki, https://sokobano.de/wiki): dead squares by reverse pulls, freeze deadlocks and
the minimum matching bound (Junghanns and Schaeffer 2001, "Sokoban: enhancing general single-agent search methods using
domain knowledge"; Kuhn 1955, "The Hungarian method for the assignment problem", one chain of exchanges for each row as
Jonker and Volgenant 1987 have it), PI-corral pruning (Damgaard's YASS, Meger's JSoko), Zobrist's hash (1970).

A call costs by the arrays it hands over, and a tuple of arrays counts as all of them: what is called often takes only
those it needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import kernel, lean

FAR = 1 << 20
RUNNING, FOUND, EXHAUSTED, NEED_GROW = 0, 1, 2, 3
NO_SIDE = 255
_HERE, _AFTER = np.int64(0), np.int64(1)
"""The layers of the matching: the position and the one after a push. (Typed: each type compiles anew.)"""


class Board(NamedTuple):
    """What never changes. `dead[c]` is 1 where no box ever comes back from; `keys` are Zobrist's random numbers."""

    step: Any  # int32[n + 1, 4]
    goal: Any  # uint8[n + 1]
    dead: Any  # uint8[n + 1]
    side: Any  # uint8[n + 1, n + 1]
    far: Any  # int32[n, 4, goals]
    near: Any  # int32[n, 4]: the same to the nearest goal
    keys: Any  # uint64[2, n + 1]: a box there, the keeper there
    around: Any  # int32[n + 1, 8]: the cells around, from above and to the right; n where it does not matter
    thaw: Any  # uint8[1]: 1 to do without frozen boxes, for measuring
    glide: Any  # uint8[n + 1, 4]: 1 where a box that is pushed from there is pushed on (tunnels)


class Scratch(NamedTuple):
    """The board being looked at, and room to think; made once for a search."""

    box: Any  # uint8[n + 1]
    seen: Any  # int32[n + 1]: == stamp[0] where the keeper can come
    stamp: Any  # int32[1]
    queue: Any  # int32[n + 1]
    walk: Any  # int32[n + 1]: his steps to there
    frozen: Any  # uint8[n + 1]
    corral: Any  # int32[n + 1]: which closed-off part a cell belongs to
    group: Any  # uint8[n + 1]: which of those parts are looked at together
    held: Any  # uint8[n + 1]: the boxes around them
    wanted: Any  # uint8[n + 1]: the boxes that must be pushed first
    cost: Any  # int32[g, g]
    prices: Any  # int64[2, 2, g + 1]: rows' and columns', of the position and of the one after a push
    owner: Any  # int32[2, g + 1]
    least: Any  # int64[g + 1]
    before: Any  # int32[g + 1]
    used: Any  # uint8[g + 1]
    tolls: Any  # int32[g, g]: what every two boxes cost each other (kernel_pairs)
    toll: Any  # int32[g]: the same of one box after a push
    paired: Any  # uint8[g]
    fresh: Any  # int64[n + 1], and
    mark: Any  # int64[1], and
    stroll: Any  # int32[n + 1]: as `seen`, `stamp` and `walk`, for a position after a push
    spread: Any  # int64[1]: how many cells he could come to when that was last looked at
    child: Any  # int16[g]: the boxes after a push
    ways: Any  # int32[g, 4]: the pushes there are
    features: Any  # int64[2, 8]: of the position and of the one after a macro move (kernel_feature)
    wishes: Any  # int64[2, 8]: the best value of each, and the child that has it
    steps: Any  # int64[3, 64]
    still: Any  # int64[1]: how many boxes of the position are frozen


@kernel
def survey(step: Any, goals: Any, side: Any, far: Any, queue: Any) -> None:
    """Fill `side` and `far`: a box alone, pulled back from each goal, the keeper's part of the floor kept in mind."""
    n = step.shape[0] - 1
    for c in range(n):
        parts = 0
        for p in range(n):
            if p == c or side[c, p] != NO_SIDE:
                continue
            side[c, p] = parts
            queue[0] = p
            head, tail = 0, 1
            while head < tail:
                at = queue[head]
                head += 1
                for d in range(4):
                    to = step[at, d]
                    if to != n and to != c and side[c, to] == NO_SIDE:
                        side[c, to] = parts
                        queue[tail] = to
                        tail += 1
            parts += 1
    pulls = np.empty(4 * n + 4, np.int32)
    for g in range(goals.shape[0]):
        tail = 0
        for s in range(4):
            far[goals[g], s, g] = 0
            pulls[tail] = goals[g] * 4 + s
            tail += 1
        head = 0
        while head < tail:
            c, s = pulls[head] // 4, pulls[head] % 4
            head += 1
            for d in range(4):
                back = step[c, d ^ 1]
                stand = step[back, d ^ 1]
                if back == n or stand == n or side[c, back] != s:
                    continue
                t = side[back, stand]
                if far[back, t, g] == FAR:
                    far[back, t, g] = far[c, s, g] + 1
                    pulls[tail] = back * 4 + t
                    tail += 1


@lean
def _spread(
    step: Any, box: Any, queue: Any, marks: Any, stamp: Any, walk: Any, keeper: Any, until: Any
) -> tuple[Any, Any]:
    """Mark where the keeper can come and after how many steps; the lowest such cell, and how many. It is over once he
    comes to `until`.
    """
    marks[keeper] = stamp
    walk[keeper] = 0
    queue[0] = keeper
    head, tail = 0, 1
    lowest = keeper
    while head < tail:
        at = np.int64(queue[head])
        head += 1
        if at < lowest:
            lowest = at
            if at == until:
                break
        for d in range(4):
            to = step[at, d]
            if box[to] == 0 and marks[to] != stamp:
                marks[to] = stamp
                walk[to] = walk[at] + 1
                queue[tail] = to
                tail += 1
    return lowest, tail


@lean
def reach(step: Any, s: Any, keeper: Any) -> Any:
    """Mark in `seen` where the keeper can come and in `walk` after how many steps; the lowest such cell."""
    s.stamp[0] += 1
    lowest, count = _spread(step, s.box, s.queue, s.seen, s.stamp[0], s.walk, np.int64(keeper), np.int64(-1))
    s.spread[0] = count
    return lowest


@lean
def _kept(step: Any, around: Any, full: Any, seen: Any, stamp: Any, lowest: Any, box: Any, to: Any) -> Any:
    """Whether his part of the floor is still one, the box's old cell for its new one; else 0 if it may be cut in two,
    -1 if it may be larger or has lost its lowest cell.
    """
    for d in range(4):
        c = step[box, d]
        if full[c] == 0 and seen[c] != stamp:
            return -1
    if seen[to] != stamp:
        return 1
    if to == lowest:
        return -1
    sides = links = 0
    for i in range(0, 8, 2):
        if full[around[to, i]] == 0:
            sides += 1
            if full[around[to, i + 1]] == 0 and full[around[to, (i + 2) % 8]] == 0:
                links += 1
    return 0 if sides - links > 1 else 1


@lean
def reach_after(board: Any, s: Any, keeper: Any, lowest: Any, box: Any, to: Any) -> Any:
    """The lowest cell he can come to after a push, given that before it; `reach` was done before the push, not after.

    Mostly only the cells around the box tell: all is looked at anew if he comes to new parts of the floor, or if the
    box may have cut his part in two. In that case he need only find his lowest cell again. The same holds after a
    pull, for the box has then changed places just so. `seen` and `walk` stay as they were.
    """
    kept = _kept(board.step, board.around, s.box, s.seen, s.stamp[0], lowest, box, to)
    until = min(lowest, box)
    if kept == 1 or (kept == 0 and keeper == until):
        return until
    s.mark[0] += 1
    return _spread(
        board.step, s.box, s.queue, s.fresh, s.mark[0], s.stroll, keeper, until if kept == 0 else np.int64(-1)
    )[0]


@lean
def _place(cost: Any, prices: Any, owners: Any, least: Any, before: Any, used: Any, row: Any, layer: Any) -> bool:
    """Give the row a column along a cheapest chain of exchanges; False if there is none. Rows and columns from 1."""
    rows, columns, owner = prices[layer, 0], prices[layer, 1], owners[layer]
    width = cost.shape[0]
    for j in range(width + 1):
        least[j] = FAR
        used[j] = 0
    owner[0] = row
    at = 0
    while True:
        used[at] = 1
        mine = owner[at]
        delta, following = FAR, 0
        for j in range(1, width + 1):
            if used[j]:
                continue
            c = cost[mine - 1, j - 1]
            if c < FAR:
                reduced = c - rows[mine] - columns[j]
                if reduced < least[j]:
                    least[j] = reduced
                    before[j] = at
            if least[j] < delta:
                delta = least[j]
                following = j
        if following == 0:
            return False
        for j in range(width + 1):
            if used[j]:
                rows[owner[j]] += delta
                columns[j] -= delta
            elif least[j] < FAR:
                least[j] -= delta
        at = following
        if owner[at] == 0:
            break
    while at:
        owner[at] = owner[before[at]]
        at = before[at]
    return True


@lean
def _total(cost: Any, owner: Any) -> Any:
    total = np.int64(0)
    for j in range(1, cost.shape[0] + 1):
        total += cost[owner[j] - 1, j - 1]
    return total


@lean
def write_row(board: Any, s: Any, row: int, box: Any, keeper: Any) -> None:
    """Write a row of the matching: the way from a box to each goal."""
    for g in range(s.cost.shape[0]):
        s.cost[row, g] = board.far[box, board.side[box, keeper], g]


@lean
def match(board: Any, s: Any, boxes: Any, keeper: Any) -> Any:
    """The least total of pushes, each box to a goal of its own; FAR if they cannot. Goals left over are free.

    A box that can never be pushed again keeps the goal it stands on.
    """
    width = s.cost.shape[0]
    s.still[0] = 0 if board.thaw[0] else freeze(board, s, boxes)
    for i in range(boxes.shape[0]):
        write_row(board, s, i, np.int64(boxes[i]), keeper)
        if s.frozen[boxes[i]]:
            for g in range(width):
                if s.cost[i, g] > 0:
                    s.cost[i, g] = FAR
    for i in range(boxes.shape[0]):
        s.frozen[boxes[i]] = 0
    s.cost[boxes.shape[0] :] = 0
    s.prices[0] = 0
    s.owner[0] = 0
    for i in range(width):
        if not _place(s.cost, s.prices, s.owner, s.least, s.before, s.used, i + 1, _HERE):
            return np.int64(FAR)
    return _total(s.cost, s.owner[0])


@lean
def rematch(board: Any, s: Any, row: int, to: Any, keeper: Any) -> Any:
    """The same after `match` when one box has moved and no more are frozen: one exchange chain instead of all."""
    width = s.cost.shape[0]
    for j in range(width + 1):
        s.prices[1, 0, j] = s.prices[0, 0, j]
        s.prices[1, 1, j] = s.prices[0, 1, j]
        s.owner[1, j] = s.owner[0, j] if s.owner[0, j] != row + 1 else 0
    s.prices[1, 0, row + 1] = 0
    write_row(board, s, row, to, keeper)
    if not _place(s.cost, s.prices, s.owner, s.least, s.before, s.used, row + 1, _AFTER):
        return np.int64(FAR)
    return _total(s.cost, s.owner[1])


@lean
def match_after(board: Any, s: Any, before: Any, keeper: Any, row: int, after: Any, to: Any, behind: Any) -> Any:
    """The matching after the push of a box to a cell, the keeper then behind it; that of before it is kept."""
    more = False
    if blocked(board, s, to):
        more = freeze(board, s, after) > s.still[0]
        for i in range(after.shape[0]):
            s.frozen[after[i]] = 0
    if more:
        bound = match(board, s, after, behind)
        match(board, s, before, keeper)
        return bound
    bound = rematch(board, s, row, to, behind)
    write_row(board, s, row, np.int64(before[row]), keeper)
    return bound


@lean
def blocked(board: Any, s: Any, box: Any) -> bool:
    """Whether a box is blocked both ways, were all others to stay: else it is not frozen."""
    if board.thaw[0]:
        return False
    step, dead, full = board.step, board.dead, s.box
    up, down, left, right = step[box, 0], step[box, 1], step[box, 2], step[box, 3]
    if not (full[up] or full[down] or (dead[up] and dead[down])):
        return False
    return bool(full[left] or full[right] or (dead[left] and dead[right]))


@lean
def freeze(board: Any, s: Any, boxes: Any) -> Any:
    """`_freeze` with the few arrays it needs: in calls, each array costs."""
    return _freeze(board.step, board.dead, s.frozen, boxes)


@lean
def _freeze(step: Any, dead: Any, frozen: Any, boxes: Any) -> Any:
    """Mark in `frozen` the boxes that hold each other for ever (or could only go to dead squares); how many.

    The largest set in which each box is blocked both ways by a wall, by another of the set, or by dead squares on
    both sides: the first of them to move would contradict it.
    """
    wall = step.shape[0] - 1
    for i in range(boxes.shape[0]):
        frozen[boxes[i]] = 1
    frozen[wall] = 1
    count = boxes.shape[0]
    changed = True
    while changed:
        changed = False
        for i in range(boxes.shape[0]):
            c = boxes[i]
            if frozen[c]:
                up, down, left, right = step[c, 0], step[c, 1], step[c, 2], step[c, 3]
                if not (
                    (frozen[up] or frozen[down] or (dead[up] and dead[down]))
                    and (frozen[left] or frozen[right] or (dead[left] and dead[right]))
                ):
                    frozen[c] = 0
                    count -= 1
                    changed = True
    return count


@lean
def stuck(board: Any, s: Any, boxes: Any) -> bool:
    """Whether some boxes hold each other for ever, one of them off the goals."""
    freeze(board, s, boxes)
    lost = False
    for i in range(boxes.shape[0]):
        if s.frozen[boxes[i]] and not board.goal[boxes[i]]:
            lost = True
        s.frozen[boxes[i]] = 0
    return lost


@lean
def caught(board: Any, s: Any, boxes: Any, to: Any) -> bool:
    """The same as `stuck` after a push from a position that was not: the pushed box must be one of those."""
    return blocked(board, s, to) and stuck(board, s, boxes)


@lean
def hash_of(board: Any, boxes: Any, keeper: Any) -> Any:
    """Zobrist's: the exclusive or of a random number for each box's cell and one for the keeper's."""
    value = board.keys[1, keeper]
    for i in range(boxes.shape[0]):
        value ^= board.keys[0, boxes[i]]
    return value
