"""What two boxes cost each other: every pair of boxes solved exactly, alone in the level.

For each two cells and each part of the floor the player may be in, pulling both boxes back from every two targets gives
the fewest pushes they need together. What that is more than the sum of their distances alone, at least, is the pair's
penalty: boxes in pairs, no box in two, add their penalties to the matching bound (linear conflicts and pattern
databases: Junghanns and Schaeffer 2001; Pereira, Ritt and Buriol 2015, "Optimal Sokoban solving using pattern
databases with specific domain knowledge"). Where a pair can come to no two targets at all, the position is lost.

A penalty changes only when one of its two boxes is pushed: the player cannot walk from one part of the floor that they
leave to another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import flood
from .matching import FAR

PARTS = 8
"""Two boxes leave no more parts of the floor than they have sides."""

NO_PART = 255


class Pairs(NamedTuple):
    """`number[a, b]` is the pair's number (-1 where a box is lost alone), `part[pair, c]` the part the player at c
    is in, `penalty[pair, part]` what they cost each other, FAR where they are lost. Without pairs nothing is known."""

    number: Any  # int32[n + 1, n + 1]
    part: Any  # uint8[pairs, n + 1]
    penalty: Any  # int32[pairs, PARTS]


@lean
def label_pairs(step: Any, dead: Any, number: Any, part: Any, first: Any, queue: Any, full: Any, a: int) -> None:
    """Fill `number`, `part`, and `first[pair, part]`, a cell of each part, for the pairs whose lower cell is `a`.

    Cells are labelled from 0 on: `number[n, n]` is how many pairs there are so far, and -1 before the first.
    """
    n = step.shape[0] - 1
    count = max(np.int64(0), np.int64(number[n, n]))
    for b in range(a + 1, n):
        if dead[a] or dead[b]:
            continue
        number[a, b] = number[b, a] = count
        full[a] = full[b] = 1
        parts = 0
        for c in range(n):
            if not full[c] and part[count, c] == NO_PART:
                first[count, parts] = c
                flood(step, full, queue, part[count], parts, c)
                parts += 1
        full[a] = full[b] = 0
        count += 1
    number[n, n] = count


@lean
def weigh_pairs(
    board: Any, targets: Any, number: Any, part: Any, first: Any, penalty: Any, pushes: Any, queue: Any, g: int, h: int
) -> None:
    """Lower `penalty`, which is FAR at first, by two targets: all the ways back from them, breadth first."""
    step, side, distance = board.step, board.side, board.distance
    n = step.shape[0] - 1
    pushes[:] = FAR
    tail = 0
    pair = number[targets[g], targets[h]]
    for r in range(PARTS):
        if first[pair, r] >= 0:
            pushes[targets[g] * n + targets[h], r] = 0
            queue[tail] = (targets[g] * n + targets[h]) * PARTS + r
            tail += 1
    head = 0
    while head < tail:
        r, both = queue[head] % PARTS, queue[head] // PARTS
        head += 1
        a, b = both // n, both % n
        pair = number[a, b]
        player = first[pair, r]
        so_far = pushes[both, r]
        extra = so_far - distance[a, side[a, player], g] - distance[b, side[b, player], h]
        if extra < penalty[pair, r]:
            penalty[pair, r] = extra
        for which in range(2):
            box, other = (a, b) if which == 0 else (b, a)
            for d in range(4):
                back = step[box, d ^ 1]
                if back == n or part[pair, back] != r:
                    continue
                stand = step[back, d ^ 1]
                if stand in (n, other):
                    continue
                after = back * n + b if which == 0 else a * n + back
                t = part[number[back, other], stand]
                if pushes[after, t] == FAR:
                    pushes[after, t] = so_far + 1
                    queue[tail] = after * PARTS + t
                    tail += 1


@lean
def begin_pulls(targets: Any, number: Any, first: Any, penalty: Any, queue: Any, ends: Any) -> None:
    """Queue every two targets, with the player anywhere, as pairs that cost nothing. `ends` are those of the queue."""
    n = number.shape[0] - 1
    for g in range(targets.shape[0]):
        for h in range(g):
            pair = number[targets[g], targets[h]]
            for r in range(PARTS):
                if first[pair, r] >= 0:
                    penalty[pair, r] = 0
                    queue[ends[1]] = (targets[g] * n + targets[h]) * PARTS + r
                    ends[1] += 1


@lean
def pull_pairs(step: Any, number: Any, part: Any, penalty: Any, queue: Any, ends: Any, most: int) -> bool:
    """Take up to `most` pairs from the queue, and queue those that one pull makes of them; whether some are left.
    A pair that never comes up can come to no two targets: its penalty stays FAR."""
    n = step.shape[0] - 1
    while ends[0] < ends[1] and most > 0:
        most -= 1
        r, both = queue[ends[0]] % PARTS, queue[ends[0]] // PARTS
        ends[0] += 1
        for which in range(2):
            box, other = (both // n, both % n) if which == 0 else (both % n, both // n)
            pair = number[box, other]
            for d in range(4):
                back = step[box, d ^ 1]
                if back == n or part[pair, back] != r:
                    continue
                stand = step[back, d ^ 1]
                if stand in (n, other):
                    continue
                following = number[back, other]
                t = part[following, stand]
                if penalty[following, t] == FAR:
                    penalty[following, t] = 0
                    queue[ends[1]] = (back * n + other) * PARTS + t
                    ends[1] += 1
    return bool(ends[0] < ends[1])


@lean
def begin_pushes(starts: Any, number: Any, part: Any, penalty: Any, queue: Any, ends: Any, player: Any) -> None:
    """Queue every two starts, with the player on a cell, as pairs that cost nothing. `ends` are those of the queue."""
    n = number.shape[0] - 1
    for g in range(starts.shape[0]):
        for h in range(g):
            pair = number[starts[g], starts[h]]
            if pair < 0:
                continue
            r = part[pair, player]
            penalty[pair, r] = 0
            queue[ends[1]] = (starts[g] * n + starts[h]) * PARTS + r
            ends[1] += 1


@lean
def push_pairs(step: Any, number: Any, part: Any, penalty: Any, queue: Any, ends: Any, most: int) -> bool:
    """As `pull_pairs`, by pushes: a pair that never comes up cannot be reached from any two starts."""
    n = step.shape[0] - 1
    while ends[0] < ends[1] and most > 0:
        most -= 1
        r, both = queue[ends[0]] % PARTS, queue[ends[0]] // PARTS
        ends[0] += 1
        for which in range(2):
            box, other = (both // n, both % n) if which == 0 else (both % n, both // n)
            pair = number[box, other]
            for d in range(4):
                stand, to = step[box, d ^ 1], step[box, d]
                if stand == n or to in (n, other) or part[pair, stand] != r:
                    continue
                following = number[to, other]
                if following < 0:
                    continue
                t = part[following, box]
                if penalty[following, t] == FAR:
                    penalty[following, t] = 0
                    queue[ends[1]] = (to * n + other) * PARTS + t
                    ends[1] += 1
    return bool(ends[0] < ends[1])


@lean
def _beyond(penalty: Any, slack: Any) -> Any:
    """What is left of a penalty where the distances that are used already contain so much of it."""
    return penalty if penalty >= FAR else max(0, penalty - slack)


@lean
def write_penalties(pairs: Any, boxes: Any, player: Any, slack: Any, penalties: Any) -> None:
    """Write the penalty of every two boxes, less the slack of both (`frozen_walls.py`)."""
    for i in range(boxes.shape[0]):
        for j in range(i + 1, boxes.shape[0]):
            pair = pairs.number[boxes[i], boxes[j]]
            penalty = _beyond(pairs.penalty[pair, pairs.part[pair, player]], slack[i] + slack[j])
            penalties[i, j] = penalty
            penalties[j, i] = penalty


@lean
def write_penalties_after(pairs: Any, boxes: Any, row: Any, to: Any, player: Any, slack: Any, mine: Any) -> bool:
    """Write the penalties of the box in a row after a push to a cell; False if the position is then lost."""
    for j in range(boxes.shape[0]):
        if j == row:
            mine[j] = 0
            continue
        pair = pairs.number[to, boxes[j]]
        mine[j] = _beyond(pairs.penalty[pair, pairs.part[pair, player]], slack[row] + slack[j])
        if mine[j] >= FAR:
            return False
    return True


@lean
def _best_of_row(penalties: Any, mine: Any, row: Any, taken: Any, row_best: Any, row_with: Any, i: int) -> None:
    """Write the greatest penalty of a box with a later one that is not paired off, and which that is."""
    size = penalties.shape[0]
    line = mine if i == row else penalties[i]
    most, column = 0, -1
    for j in range(i + 1, size):
        value = mine[i] if j == row else line[j]
        if value > most and not taken[j]:
            most, column = value, j
    row_best[i] = most
    row_with[i] = column


@lean
def total_penalty(penalties: Any, mine: Any, row: Any, taken: Any, row_best: Any, row_with: Any) -> Any:
    """The sum over boxes paired off, the greatest first; the penalties of the box in a row are in `mine`."""
    size = penalties.shape[0]
    taken[:] = 0
    for i in range(size):
        _best_of_row(penalties, mine, row, taken, row_best, row_with, i)
    total = 0
    while True:
        most, one = 0, -1
        for i in range(size):
            if row_best[i] > most and not taken[i]:
                most, one = row_best[i], i
        if one < 0:
            return total
        two = row_with[one]
        taken[one] = 1
        taken[two] = 1
        total += most
        for i in range(two):
            if not taken[i] and row_best[i] and taken[row_with[i]]:
                _best_of_row(penalties, mine, row, taken, row_best, row_with, i)
