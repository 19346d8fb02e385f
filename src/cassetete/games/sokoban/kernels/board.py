"""A level in arrays, and what every native search asks of it: reach, matching bound, frozen boxes.

Layout: the cells the player can come to are numbered 0..n-1; n is the wall. `step[c, d]` is the cell beside c (n at a
wall, and from the wall), d = up, down, left, right, so d ^ 1 is the way back. A position is `box[c]` (1 where a box
stands, and at n) and the player's cell. `side[c, p]` says which part of the floor the player at p is in when a box
alone stands on c; `distance[c, s, t]` the pushes that box then needs to come to target number t (FAR: it cannot).

Techniques (names as in the Sokoban wiki, https://sokobano.de/wiki): dead squares by reverse pulls, freeze deadlocks and
the minimum matching bound (Junghanns and Schaeffer 2001, "Sokoban: enhancing general single-agent search methods using
domain knowledge"), PI-corral pruning (Damgaard's YASS, Meger's JSoko), Zobrist's hash (1970).

A call costs by the arrays it passes, and a tuple of arrays counts as all of them: what is called often takes only
those it needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .freeze import freeze
from .matching import FAR, augment

NO_SIDE = 255

WORK = 4_000_000
"""The work of one step of a kernel, in array elements looked at: a few milliseconds. Nodes would not do: one node of a
level with 200 boxes takes as long as thousands of nodes of a level with five."""

_augment = lean(augment)
freeze_boxes = lean(freeze)


class BoardArrays(NamedTuple):
    """What never changes. `dead[c]` is 1 on dead squares; `keys` are Zobrist's random numbers."""

    step: Any  # int32[n + 1, 4]
    target: Any  # uint8[n + 1]
    dead: Any  # uint8[n + 1]
    side: Any  # uint8[n + 1, n + 1]
    distance: Any  # int32[n, 4, targets]
    nearest: Any  # int32[n, 4]: the same to the nearest target
    keys: Any  # uint64[2, n + 1]: a box there, the player there
    around: Any  # int32[n + 1, 8]: the cells around, from above and to the right; n where it does not matter
    no_freeze: Any  # uint8[1]: 1 to do without frozen boxes, for measuring
    tunnel: Any  # uint8[n + 1, 4]: 1 where a box that is pushed from there is pushed on (`solvers/tunnels.py`)


class Scratch(NamedTuple):
    """The position being looked at, and scratch arrays; made once for a search."""

    box: Any  # uint8[n + 1]
    seen: Any  # int64[n + 1]: == stamp[0] where the player can come
    stamp: Any  # int64[1]
    queue: Any  # int32[n + 1]
    walk: Any  # int32[n + 1]: the player's steps to there
    reached: Any  # int64[1]: how many cells the player can come to
    seen_after: Any  # int64[n + 1], and
    stamp_after: Any  # int64[1], and
    walk_after: Any  # int32[n + 1]: the same for a position after a push
    frozen: Any  # uint8[n + 1]
    frozen_count: Any  # int64[1]: how many boxes of the position are frozen
    corral: Any  # int32[n + 1]: which closed-off part a cell belongs to
    group: Any  # uint8[n + 1]: which of those parts are looked at together
    held: Any  # uint8[n + 1]: the boxes around them
    wanted: Any  # uint8[n + 1]: the boxes that must be pushed first
    cost: Any  # int32[t, t], t targets
    prices: Any  # int64[2, 2, t + 1]: of rows and columns, for the position and for the one after a push
    owner: Any  # int32[2, t + 1]
    least: Any  # int64[t + 1]
    before: Any  # int32[t + 1]
    used: Any  # uint8[t + 1]
    penalties: Any  # int32[t, t]: what every two boxes cost each other (`pairs.py`)
    penalty: Any  # int32[t]: the same of one box after a push
    paired: Any  # uint8[t]
    child: Any  # int16[t]: the boxes after a push
    push_walk: Any  # int32[t, 4]: the walk to each push, -1 where there is none
    row_best: Any  # int32[t]: the greatest penalty of a row, and
    row_with: Any  # int32[t]: the column it is in
    work: Any  # int64[1]: about how many array elements were looked at; a step ends after `WORK` of them
    features: Any  # int64[2, 8]: of the position and of the one after a macro move (`plan_features.py`)


@lean
def mark(flags: Any, boxes: Any, value: int) -> None:
    """Set a flag for each box."""
    for i in range(boxes.shape[0]):
        flags[boxes[i]] = value


@lean
def all_on_targets(target: Any, boxes: Any) -> bool:
    """Whether every box is on a target."""
    solved = True
    for i in range(boxes.shape[0]):
        solved = solved and target[boxes[i]] != 0
    return solved


@lean
def flood(step: Any, full: Any, queue: Any, labels: Any, label: Any, start: Any) -> None:
    """Label all that is connected with a cell, where `full` is 0."""
    labels[start] = label
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        for d in range(4):
            to = step[at, d]
            if full[to] == 0 and labels[to] != label:
                labels[to] = label
                queue[tail] = to
                tail += 1


@lean
def fill_sides(step: Any, side: Any, queue: Any, full: Any, first: int, last: int) -> None:
    """Fill `side` for the cells from `first` to before `last`; `full` is 1 at the wall and nowhere else."""
    n = step.shape[0] - 1
    for c in range(first, last):
        parts = 0
        full[c] = 1
        for p in range(n):
            if p != c and side[c, p] == NO_SIDE:
                flood(step, full, queue, side[c], parts, p)
                parts += 1
        full[c] = 0


@lean
def fill_distances(step: Any, targets: Any, side: Any, distance: Any, pulls: Any, g: int) -> None:
    """Fill `distance` for one target: a box alone is pulled back from it, the player's part of the floor kept."""
    n = step.shape[0] - 1
    tail = 0
    for s in range(4):
        distance[targets[g], s, g] = 0
        pulls[tail] = targets[g] * 4 + s
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
            if distance[back, t, g] == FAR:
                distance[back, t, g] = distance[c, s, g] + 1
                pulls[tail] = back * 4 + t
                tail += 1


@lean
def fill_start_distances(step: Any, side: Any, distance: Any, pushes: Any, start: Any, g: int) -> None:
    """Fill `distance` for a cell where a box starts: the pushes from there, the player's part of the floor kept, which
    are the pulls that lead back."""
    n = step.shape[0] - 1
    tail = 0
    for s in range(4):
        distance[start, s, g] = 0
        pushes[tail] = start * 4 + s
        tail += 1
    head = 0
    while head < tail:
        c, s = pushes[head] // 4, pushes[head] % 4
        head += 1
        for d in range(4):
            stand, to = step[c, d ^ 1], step[c, d]
            if stand == n or to == n or side[c, stand] != s:
                continue
            t = side[to, c]
            if distance[to, t, g] == FAR:
                distance[to, t, g] = distance[c, s, g] + 1
                pushes[tail] = to * 4 + t
                tail += 1


@lean
def spread(
    step: Any, box: Any, queue: Any, marks: Any, stamp: Any, walk: Any, player: Any, until: Any
) -> tuple[Any, Any]:
    """Mark where the player can come and after how many steps; the lowest such cell, and how many there are.

    It ends at the cell `until`.
    """
    marks[player] = stamp
    walk[player] = 0
    queue[0] = player
    head, tail = 0, 1
    lowest = player
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
def reach(step: Any, s: Any, player: Any) -> Any:
    """Mark in `seen` where the player can come and in `walk` after how many steps; the lowest such cell."""
    s.stamp[0] += 1
    lowest, count = spread(step, s.box, s.queue, s.seen, s.stamp[0], s.walk, np.int64(player), np.int64(-1))
    s.reached[0] = count
    s.work[0] += count
    return lowest


@lean
def kept_part(step: Any, around: Any, full: Any, seen: Any, stamp: Any, lowest: Any, box: Any, to: Any) -> Any:
    """1 if the player's part of the floor is the same but for the box's old and new cell; 0 if it may be cut in two,
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
def reach_after(board: Any, s: Any, player: Any, lowest: Any, box: Any, to: Any) -> Any:
    """The lowest cell the player can come to after a push, given the one before it; `reach` was done before the push.

    The cells around the box are mostly enough. The floor is searched again if new parts of it open, or if the box may
    have cut the player's part in two; in that case only until the lowest cell is found. The same holds after a pull.
    `seen` and `walk` stay as they were.
    """
    kept = kept_part(board.step, board.around, s.box, s.seen, s.stamp[0], lowest, box, to)
    until = min(lowest, box)
    if kept == 1 or (kept == 0 and player == until):
        return until
    s.stamp_after[0] += 1
    found, count = spread(
        board.step,
        s.box,
        s.queue,
        s.seen_after,
        s.stamp_after[0],
        s.walk_after,
        player,
        until if kept == 0 else np.int64(-1),
    )
    s.work[0] += count
    return found


@lean
def total(cost: Any, owner: Any) -> Any:
    """What a matching costs; FAR where it is not whole, as that of a lost position which `match` has left."""
    pushes = np.int64(0)
    for j in range(1, cost.shape[0] + 1):
        if owner[j] == 0:
            return np.int64(FAR)
        pushes += cost[owner[j] - 1, j - 1]
    return pushes


@lean
def write_row(board: Any, s: Any, row: int, box: Any, player: Any) -> None:
    """Write a row of the matching: the distance from a box to each target."""
    for g in range(s.cost.shape[0]):
        s.cost[row, g] = board.distance[box, board.side[box, player], g]


@lean
def write_rows(board: Any, s: Any, boxes: Any, player: Any) -> None:
    """Write the rows of all boxes; one that can never be pushed again keeps the target it stands on."""
    s.frozen_count[0] = 0 if board.no_freeze[0] else freeze_boxes(board.step, board.dead, s.frozen, boxes)
    for i in range(boxes.shape[0]):
        write_row(board, s, i, np.int64(boxes[i]), player)
        if s.frozen[boxes[i]]:
            for g in range(s.cost.shape[0]):
                if s.cost[i, g] > 0:
                    s.cost[i, g] = FAR
    mark(s.frozen, boxes, 0)


@lean
def match(board: Any, s: Any, boxes: Any, player: Any) -> Any:
    """The least total of pushes, each box to a target of its own; FAR if they cannot. Targets left over are free.

    A box that can never be pushed again keeps the target it stands on.
    """
    width = s.cost.shape[0]
    write_rows(board, s, boxes, player)
    s.cost[boxes.shape[0] :] = 0
    s.work[0] += width * width * (8 + width // 4)
    s.prices[0] = 0
    s.owner[0] = 0
    for i in range(width):
        if not _augment(s.cost, s.prices[0, 0], s.prices[0, 1], s.owner[0], s.least, s.before, s.used, i + 1):
            return np.int64(FAR)
    return total(s.cost, s.owner[0])


@lean
def blocked(board: Any, s: Any, box: Any) -> bool:
    """Whether a box is blocked both ways if all others stay: otherwise it is not frozen."""
    if board.no_freeze[0]:
        return False
    step, dead, full = board.step, board.dead, s.box
    up, down, left, right = step[box, 0], step[box, 1], step[box, 2], step[box, 3]
    if not (full[up] or full[down] or (dead[up] and dead[down])):
        return False
    return bool(full[left] or full[right] or (dead[left] and dead[right]))


@lean
def freeze_deadlock(board: Any, s: Any, boxes: Any) -> bool:
    """Whether some boxes are frozen, one of them off the targets."""
    freeze_boxes(board.step, board.dead, s.frozen, boxes)
    lost = False
    for i in range(boxes.shape[0]):
        if s.frozen[boxes[i]] and not board.target[boxes[i]]:
            lost = True
        s.frozen[boxes[i]] = 0
    return lost


@lean
def freeze_deadlock_after(board: Any, s: Any, boxes: Any, to: Any) -> bool:
    """The same after a push from a position without such boxes: the pushed box must be one of them."""
    return blocked(board, s, to) and freeze_deadlock(board, s, boxes)


@lean
def hash_of(board: Any, boxes: Any, player: Any) -> Any:
    """Zobrist's hash: the exclusive or of a random number for each box's cell and one for the player's."""
    value = board.keys[1, player]
    for i in range(boxes.shape[0]):
        value ^= board.keys[0, boxes[i]]
    return value
