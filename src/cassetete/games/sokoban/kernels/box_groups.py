"""What groups of up to five boxes need, solved exactly alone in the level: pattern databases with prices.

Every target has a price v, any whole number. For a group G of boxes and a part of the floor the player is in,

    P(G) = the least, over all ways to bring G to targets, of its pushes less the prices of those targets.

Pulling the boxes back from all targets at once, the dearest first, gives P for every group of a size in one search.

Claim: where there are as many boxes as targets, a solution needs at least the sum of all prices plus the sum of P over
groups that share no box and together have all boxes.

Proof. Take a solution, and in it only the pushes of the boxes of one group, with all others taken away: where the
player pushed one of those, they now walk. So that is a way for the group alone, to the targets where its boxes end: it
has at least P(G) pushes plus the prices of these targets. Each target is the end of one box, so in the sum over the
groups each price is there once.

With groups of one box and the best prices the sum is the least matching: the prices are its dual (Kuhn 1955). A group
of more boxes adds what they cost each other, P(G) less the P of its boxes one by one. For one box, distances around
frozen boxes (`frozen_walls.py`) may be used, which are more: these boxes stay where they are in every solution, so the
pushes of a group are at least P(G), and at least the sum of its boxes one by one.

One set of prices serves all positions; they are raised for some positions of the search (`raise_prices`). (Pattern
databases: Culberson and Schaeffer 1998; sums over disjoint groups: Felner, Korf and Hanan 2004; patterns of several
boxes: Rolling Stone, Junghanns and Schaeffer 2001.)

Layout: the cells that are not dead are numbered ("live"), a group is the sorted numbers of its cells, and its row in
the table of its size is its rank among all such groups: the sum of `rank[k, cell]`, the k-th cell's number over k + 1.
In a row, 4 * i + d is the value with the player on side d of the group's i-th box, LOST where there is a wall or a box
or no way; the last is the least of them, for a player who is kept from all of these sides by other boxes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .matching import FAR

MOST = 5
"""How many boxes a group has at most."""
LOST = 30_000
"""In the tables: the group cannot come to targets."""
HEAD, TAIL, LEVEL_END, VALUE, START, LEFT, STAMP = range(7)
"""Numbers of the search backwards: where the queue begins and ends, where the groups of the same value end in it, that
value, the next group of targets to begin from, how many states may still be expanded, the last mark of the floor."""

_SHARES = 60
"""Into how many parts a push is cut to be shared by the boxes of a group."""
_STEPS = 400
_LATELY, _RARELY, _SELDOM = 1024, 64, 8
"""A table that has raised fewer than one bound in so many, of so many that it was asked for last, is asked one time in
so many."""
_BITS = 11
_CELL = (1 << _BITS) - 1


class BoxGroups(NamedTuple):
    """The tables; those of a size that is not known have no rows."""

    live: Any  # int32[n + 1]: the number of a cell that is not dead, else -1
    cells: Any  # int32[live cells]
    rank: Any  # int64[MOST, n + 1]
    pairs: Any  # int16[groups, 9]
    threes: Any  # int16[groups, 13]
    fours: Any  # int16[groups, 17]
    fives: Any  # int16[groups, 21]
    prices: Any  # int64[targets]
    asked: Any  # int64[3, MOST + 1]: see `worth_asking`
    less: Any  # int64[MOST + 1]: the values are P plus this, by the size of the group; at 0 the sum of all prices
    sides: Any  # int32[boxes]: a side of each box that the player comes to, -1 where there is none
    alone: Any  # int32[boxes]: the P of each box
    two: Any  # int32[boxes, boxes]: what every two boxes add
    extra: Any  # int32[room]: what a group adds that is more than its parts do,
    score: Any  # int32[room]: the same for each box of it, and
    members: Any  # int64[room]: its boxes, as bits
    first: Any  # int32[boxes]: the first group of those whose first box this is,
    following: Any  # int32[room]: the next of them,
    share: Any  # int64[boxes]: the most that a box has of what a group adds;
    chosen: Any  # int32[boxes + 1]: the group of each box, -1 for none, and
    left: Any  # int64[boxes + 1]: what it and those after it can add at most


@lean
def raise_prices(distances: Any, prices: Any, best: Any, counts: Any, rounds: int, scale: int) -> Any:
    """Raise the sum, over some positions, of what boxes one by one need at least; the prices are then in `best`.

    `distances[i, box, g]` is the distance in the position i. A target that too many boxes want becomes dearer, one that
    too few want cheaper (subgradients: Held and Karp 1971), at first by much. Prices are in 1 / scale of a push.
    """
    many, size, width = distances.shape
    most, step = np.int64(-FAR) * scale * size, np.int64(3 * scale)
    for turn in range(rounds):
        value = np.int64(0)
        for g in range(width):
            counts[g] = many
            value += prices[g] * many
        for i in range(many):
            for box in range(size):
                least, which = np.int64(FAR) * scale, 0
                for g in range(width):
                    reduced = distances[i, box, g] * scale - prices[g]
                    if reduced < least:
                        least, which = reduced, g
                value += least
                counts[which] -= 1
        if value > most:
            most = value
            for g in range(width):
                best[g] = prices[g]
        for g in range(width):
            prices[g] += step * counts[g] // many
        if turn % 8 == 7:
            step = max(np.int64(1), step * 7 // 8)
    return most


@lean
def price_value(distances: Any, prices: Any) -> Any:
    """The sum, over some positions, of what boxes one by one need at least by these prices."""
    many, size, width = distances.shape
    value = np.int64(0)
    for g in range(width):
        value += prices[g] * many
    for i in range(many):
        for box in range(size):
            least = np.int64(FAR)
            for g in range(width):
                least = min(least, distances[i, box, g] - prices[g])
            value += least
    return value


@lean
def _flood(step: Any, at: Any, size: int, start: Any, seen: Any, stamp: Any, queue: Any) -> None:
    """Mark all that is connected with a cell, around the boxes of a group."""
    n = step.shape[0] - 1
    seen[n] = stamp
    for i in range(size):
        seen[at[i]] = stamp
    seen[start] = stamp
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        cell = queue[head]
        head += 1
        for d in range(4):
            to = step[cell, d]
            if seen[to] != stamp:
                seen[to] = stamp
                queue[tail] = to
                tail += 1
    seen[n] = stamp - 1
    for i in range(size):
        seen[at[i]] = stamp - 1


@lean
def _row_of(rank: Any, at: Any, size: int) -> Any:
    """The row of a group of cells, in order."""
    row = np.int64(0)
    for i in range(size):
        row += rank[i, at[i]]
    return row


@lean
def _queue(
    live: Any, values: Any, queue: Any, numbers: Any, at: Any, size: int, row: Any, slot: Any, value: Any
) -> None:
    """Queue a group with the player on a side of a box, if that has no value yet."""
    if values[row, slot] <= value:
        return
    values[row, slot] = value
    code = np.int64(slot)
    for i in range(size):
        code = code << _BITS | live[at[i]]
    queue[numbers[TAIL] % queue.shape[0]] = code
    numbers[TAIL] += 1


@lean
def _queue_starts(
    board: Any, groups: Any, values: Any, queue: Any, numbers: Any, starts: Any, start_values: Any, at: Any, size: int
) -> None:
    """Queue the groups of targets with the value whose turn it is, the player on every side of their boxes."""
    n = board.step.shape[0] - 1
    while numbers[START] < starts.shape[0] and start_values[numbers[START]] == numbers[VALUE]:
        for i in range(size):
            at[i] = starts[numbers[START], i]
        row = _row_of(groups.rank, at, size)
        for i in range(size):
            for d in range(4):
                beside = board.step[at[i], d]
                free = beside != n
                for j in range(size):
                    free = free and at[j] != beside
                if free:
                    _queue(groups.live, values, queue, numbers, at, size, row, 4 * i + d, numbers[VALUE])
        numbers[START] += 1


@lean
def spread_back(
    board: Any,
    groups: Any,
    values: Any,
    done: Any,
    queue: Any,
    numbers: Any,
    starts: Any,
    start_values: Any,
    at: Any,
    after: Any,
    seen: Any,
    floor: Any,
    size: int,
) -> int:
    """Fill the table of groups of a size, up to `numbers[LEFT]` states: EXHAUSTED at the end, NEED_GROW if it cannot.

    Breadth first; groups of targets join when their value is reached. `done` has a bit for each side that is settled.
    """
    step = board.step
    n = step.shape[0] - 1
    room = 8 * size * (1 + starts.shape[0])
    while numbers[LEFT] > 0:
        if numbers[HEAD] == numbers[LEVEL_END]:
            if numbers[HEAD] == numbers[TAIL] and numbers[START] == starts.shape[0]:
                return EXHAUSTED
            if numbers[HEAD] == numbers[TAIL]:
                numbers[VALUE] = start_values[numbers[START]]
            else:
                numbers[VALUE] += 1
            if numbers[TAIL] - numbers[HEAD] + room > queue.shape[0]:
                return NEED_GROW
            _queue_starts(board, groups, values, queue, numbers, starts, start_values, at, size)
            numbers[LEVEL_END] = numbers[TAIL]
            continue
        value = numbers[VALUE]
        if numbers[TAIL] - numbers[HEAD] + room > queue.shape[0] or value >= LOST - 1:
            return NEED_GROW
        code = queue[numbers[HEAD] % queue.shape[0]]
        numbers[HEAD] += 1
        for i in range(size):
            at[size - 1 - i] = groups.cells[code & _CELL]
            code >>= _BITS
        row, slot = _row_of(groups.rank, at, size), code
        if done[row] >> slot & 1:
            continue
        numbers[LEFT] -= 1
        numbers[STAMP] += 2
        stamp = numbers[STAMP]
        _flood(step, at, size, step[at[slot // 4], slot % 4], seen, stamp, floor)
        values[row, 4 * size] = min(values[row, 4 * size], value)
        for i in range(size):
            for d in range(4):
                if seen[step[at[i], d]] == stamp:
                    values[row, 4 * i + d] = value
                    done[row] |= 1 << (4 * i + d)
        for i in range(size):
            for d in range(4):
                back = step[at[i], d ^ 1]
                stand = step[back, d ^ 1]
                if back == n or stand == n or seen[back] != stamp:
                    continue
                free = True
                for j in range(size):
                    free = free and at[j] != stand
                if not free:
                    continue
                for j in range(size):
                    after[j] = at[j]
                place = i
                while place > 0 and after[place - 1] > back:
                    after[place] = after[place - 1]
                    place -= 1
                while place + 1 < size and after[place + 1] < back:
                    after[place] = after[place + 1]
                    place += 1
                after[place] = back
                before = _row_of(groups.rank, after, size)
                _queue(groups.live, values, queue, numbers, after, size, before, 4 * place + (d ^ 1), value + 1)
    return RUNNING


@lean
def _write_sides(step: Any, groups: Any, seen: Any, stamp: Any, boxes: Any) -> None:
    """Write a side of each box that the player comes to."""
    for i in range(boxes.shape[0]):
        groups.sides[i] = -1
        for d in range(4):
            if seen[step[boxes[i], d]] == stamp:
                groups.sides[i] = d


@lean
def _write_alone(groups: Any, distances: Any, size: Any) -> Any:
    """Write what each box needs alone, less the price of its target; the sum with all prices, FAR if one is lost."""
    prices = groups.prices
    bound = groups.less[0]
    for i in range(size):
        least = np.int64(FAR)
        for g in range(prices.shape[0]):
            if distances[i, g] < FAR:
                least = min(least, distances[i, g] - prices[g])
        if least == FAR:
            return least
        groups.alone[i] = least
        bound += least
    return bound


@lean
def _keep(groups: Any, count: Any, extra: Any, size: int, members: Any) -> Any:
    """Keep what a group adds; how many there are then."""
    if count >= groups.extra.shape[0]:
        return count
    groups.extra[count] = extra
    groups.score[count] = extra * _SHARES // size
    groups.members[count] = members
    return count + 1


@lean
def _keep_pairs(groups: Any, boxes: Any, count: Any) -> Any:
    """Keep the pairs that add something; how many groups are kept then, -1 if one is lost."""
    rank, values, sides, alone, two = groups.rank, groups.pairs, groups.sides, groups.alone, groups.two
    for b in range(boxes.shape[0]):
        for a in range(b):
            slot = sides[a] if sides[a] >= 0 else 4 + sides[b] if sides[b] >= 0 else 8
            value = values[rank[0, boxes[a]] + rank[1, boxes[b]], slot]
            if value >= LOST:
                return np.int64(-1)
            extra = value - groups.less[2] - alone[a] - alone[b]
            two[a, b] = two[b, a] = extra
            if extra > 0:
                count = _keep(groups, count, extra, 2, np.int64(1) << a | np.int64(1) << b)
    return count


@lean
def _keep_threes(groups: Any, boxes: Any, count: Any) -> Any:
    """Keep the groups of three that add more than two of them; how many are kept then, -1 if one is lost."""
    rank, values, sides, alone, two = groups.rank, groups.threes, groups.sides, groups.alone, groups.two
    for c in range(2, boxes.shape[0]):
        for b in range(1, c):
            row = rank[2, boxes[c]] + rank[1, boxes[b]]
            slot = 4 + sides[b] if sides[b] >= 0 else 8 + sides[c] if sides[c] >= 0 else 12
            less = groups.less[3] + alone[b] + alone[c]
            for a in range(b):
                value = values[row + rank[0, boxes[a]], sides[a] if sides[a] >= 0 else slot]
                if value >= LOST:
                    return np.int64(-1)
                extra = value - less - alone[a]
                if extra > 0 and extra > max(two[a, b], max(two[a, c], two[b, c])):
                    members = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
                    count = _keep(groups, count, extra, 3, members)
    return count


@lean
def _keep_fours(groups: Any, boxes: Any, count: Any) -> Any:
    """Keep the groups of four that add more than two pairs of them; how many are kept then, -1 if one is lost."""
    rank, values, sides, alone, two = groups.rank, groups.fours, groups.sides, groups.alone, groups.two
    for d in range(3, boxes.shape[0]):
        for c in range(2, d):
            for b in range(1, c):
                row = rank[3, boxes[d]] + rank[2, boxes[c]] + rank[1, boxes[b]]
                slot = 8 + sides[c] if sides[c] >= 0 else 12 + sides[d] if sides[d] >= 0 else 16
                slot = 4 + sides[b] if sides[b] >= 0 else slot
                less = groups.less[4] + alone[b] + alone[c] + alone[d]
                for a in range(b):
                    value = values[row + rank[0, boxes[a]], sides[a] if sides[a] >= 0 else slot]
                    if value >= LOST:
                        return np.int64(-1)
                    extra = value - less - alone[a]
                    if extra <= 0:
                        continue
                    parts = max(two[a, b] + two[c, d], max(two[a, c] + two[b, d], two[a, d] + two[b, c]))
                    if extra > parts:
                        members = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c | np.int64(1) << d
                        count = _keep(groups, count, extra, 4, members)
    return count


@lean
def _keep_fives(groups: Any, boxes: Any, count: Any) -> Any:
    """Keep the groups of five that add something; how many are kept then, -1 if one is lost."""
    rank, values, sides, alone = groups.rank, groups.fives, groups.sides, groups.alone
    for e in range(4, boxes.shape[0]):
        for d in range(3, e):
            for c in range(2, d):
                above = rank[4, boxes[e]] + rank[3, boxes[d]] + rank[2, boxes[c]]
                other = 12 + sides[d] if sides[d] >= 0 else 16 + sides[e] if sides[e] >= 0 else 20
                other = 8 + sides[c] if sides[c] >= 0 else other
                for b in range(1, c):
                    row = above + rank[1, boxes[b]]
                    slot = 4 + sides[b] if sides[b] >= 0 else other
                    less = groups.less[5] + alone[b] + alone[c] + alone[d] + alone[e]
                    for a in range(b):
                        value = values[row + rank[0, boxes[a]], sides[a] if sides[a] >= 0 else slot]
                        if value >= LOST:
                            return np.int64(-1)
                        extra = value - less - alone[a]
                        if extra > 0:
                            members = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
                            members |= np.int64(1) << d | np.int64(1) << e
                            count = _keep(groups, count, extra, 5, members)
    return count


@lean
def _pack(groups: Any, count: Any) -> Any:
    """The sum of what groups add that share no box, those that add most for each box first."""
    extra, score, members = groups.extra, groups.score, groups.members
    taken, total = np.int64(0), np.int64(0)
    while True:
        best, most = -1, 0
        for i in range(count):
            if score[i] > most and members[i] & taken == 0:
                best, most = i, score[i]
        if best < 0:
            return total
        taken |= members[best]
        total += extra[best]


@lean
def _list_by_box(groups: Any, count: Any, size: Any) -> Any:
    """List the groups by their first box, in `first` and `following`, and write in `share` the most that a box has of
    a group; the sum of these."""
    score, members = groups.score, groups.members
    for box in range(size):
        groups.first[box] = -1
        groups.share[box] = 0
    for i in range(count):
        begun = False
        for box in range(size):
            if members[i] >> box & 1 == 0:
                continue
            groups.share[box] = max(groups.share[box], score[i])
            if not begun:
                groups.following[i] = groups.first[box]
                groups.first[box] = i
                begun = True
    total = np.int64(0)
    for box in range(size):
        total += groups.share[box]
    return total


@lean
def _pack_better(groups: Any, count: Any, size: Any, wanted: Any) -> Any:
    """The sum of what groups add that share no box, if it is found to be as much as wanted, else 0: depth first, box by
    box, for a number of steps.

    A box is left out, or is the first of a group. `share` says what the boxes that are left can add at most.
    """
    extra, members, chosen = groups.extra, groups.members, groups.chosen
    left = _list_by_box(groups, count, size)
    taken, total, box = np.int64(0), np.int64(0), np.int64(0)
    chosen[0] = groups.first[0]
    groups.left[0] = left
    for _step in range(_STEPS):
        if box == size or total * _SHARES + groups.left[box] < wanted * _SHARES:
            box -= 1
            while box >= 0 and chosen[box] < 0:  # left out: nothing else to try
                box -= 1
            if box < 0:
                break
            taken &= ~members[chosen[box]]
            total -= extra[chosen[box]]
            chosen[box] = groups.following[chosen[box]]
        while chosen[box] >= 0 and members[chosen[box]] & taken:
            chosen[box] = groups.following[chosen[box]]
        after = groups.left[box]
        if chosen[box] >= 0:
            mine = members[chosen[box]]
            for other in range(box, size):
                if mine >> other & 1:
                    after -= groups.share[other]
            taken |= mine
            total += extra[chosen[box]]
            if total >= wanted:
                return total
        elif taken >> box & 1 == 0:
            after -= groups.share[box]
        box += 1
        groups.left[box] = after
        if box < size:
            chosen[box] = -1 if taken >> box & 1 else groups.first[box]
    return np.int64(0)


@lean
def worth_asking(asked: Any, size: int) -> bool:
    """Whether a table of a size has raised enough bounds lately (0: all of them together); else it is asked seldom.

    `asked` has by size how often a table was asked lately, how often it raised a bound, and how often it might have
    been asked.
    """
    asked[2, size] += 1
    if asked[0, size] > _LATELY and asked[1, size] * _RARELY < asked[0, size] and asked[2, size] % _SELDOM:
        return False
    asked[0, size] += 1
    if asked[0, size] > 2 * _LATELY:
        asked[0, size] //= 2
        asked[1, size] //= 2
    return True


@lean
def _rows(groups: Any, size: int) -> Any:
    """How many rows the table of a size has."""
    if size == 2:
        return groups.pairs.shape[0]
    if size == 3:
        return groups.threes.shape[0]
    return groups.fours.shape[0] if size == 4 else groups.fives.shape[0]


@lean
def groups_bound(
    board: Any, groups: Any, seen: Any, stamp: Any, work: Any, distances: Any, boxes: Any, known: Any
) -> Any:
    """The pushes that a position needs at least, FAR if it is lost; larger groups only where smaller give no more than
    what is known.

    `seen` is the stamp where the player can come; `distances` has a row for each box, to each target, around boxes that
    are frozen: these may be more than the tables know of.
    """
    size, asked = boxes.shape[0], groups.asked
    _write_sides(board.step, groups, seen, stamp, boxes)
    base = _write_alone(groups, distances, size)
    if base >= FAR:
        return base
    bound, count = base, np.int64(0)
    for table in range(2, MOST + 1):
        if _rows(groups, table) == 0 or (table > 2 and not worth_asking(asked, table)):
            continue
        if table == 2:
            count = _keep_pairs(groups, boxes, count)
        elif table == 3:
            count = _keep_threes(groups, boxes, count)
            work[0] += size * size * size // 6
        elif table == 4:
            count = _keep_fours(groups, boxes, count)
            work[0] += size * size * size * size // 24
        else:
            count = _keep_fives(groups, boxes, count)
            work[0] += size * size * size * size * size // 120
        bound = np.int64(FAR)
        if count >= 0:
            bound = base + _pack(groups, count)
            work[0] += 4 * count
        if base <= known and bound <= known < FAR and count > 1:
            work[0] += size * count
            bound = max(bound, base + _pack_better(groups, count, np.int64(size), known + 1 - base))
        if bound > known:
            asked[1, table] += 1
            asked[1, 0] += 1
            break
    return bound
