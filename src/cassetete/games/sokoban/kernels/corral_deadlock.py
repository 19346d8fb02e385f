"""Corral deadlocks: can the boxes around a closed-off part of the floor be freed if they are alone in the level?

A small search over their pushes only; where it becomes too large, one that takes boxes away once they hold nothing
closed any more. If it ends without opening all that is closed and without bringing the boxes to targets, the position
is lost, whatever the other boxes do: taking boxes away never makes a position worse. Verdicts are kept by the boxes
and the player's part of the floor for the whole search (pattern searches of Rolling Stone: Junghanns and Schaeffer
2001, "Sokoban: enhancing general single-agent search methods using domain knowledge"; corral deadlock sets of
Damgaard's YASS; the zone that shrinks with what is closed is Festival's).

`solvers/deadlocks.py` has the plain twin: it needs sets of positions where this needs hash tables in arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import all_on_targets, freeze_deadlock_after, hash_of, kept_part, mark, reach, spread
from .lost_pairs import makes_lost_pair
from .pi_corral import label_corrals, share_a_box

UNPROVEN, DEADLOCK, TOO_LARGE = 1, 2, 3
"""Verdicts. TOO_LARGE is not the last word: boxes that are asked about often are searched farther."""

KEPT, FIRST, THEN, RINGS, LOWEST = range(5)
"""Numbers: the verdicts kept; how many nodes a search has at first, and the one that takes boxes away; how often the
boxes that touch those around a part are added to them; the player's lowest cell after a push."""

_OFTEN = 8
_MOST_ASKED = 1 << 15
_MOST_WORK = 64_000_000
"""What the corrals of one position may take, in array elements looked at; what is left is then TOO_LARGE."""

_ROOT = np.int64(0)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_THREE = np.uint64(3)


class CorralSearch(NamedTuple):
    """Arrays of the small search; `verdicts` is a table of hashes whose low two bits are a verdict."""

    boxes: Any  # int16[most nodes, boxes]
    player: Any  # int32[most nodes]
    sizes: Any  # int32[most nodes]: how many boxes are left
    table: Any  # uint64[8 x most nodes]
    slots: Any  # int64[most nodes]
    score: Any  # int32[most nodes]
    verdicts: Any  # uint64[power of two]
    asked: Any  # uint16[the same]: how often a verdict that is TOO_LARGE was asked for
    numbers: Any  # int64[5]: see KEPT
    stack: Any  # int32[most nodes]
    child: Any  # int16[boxes]
    pushes: Any  # uint8[boxes, 4]
    pair_number: Any  # the tables of `Pairs`
    pair_part: Any
    pair_penalty: Any


@lean
def _verdict_slot(verdicts: Any, key: Any) -> Any:
    """The slot of a hash in the table of verdicts, empty or not."""
    mask = np.uint64(verdicts.shape[0] - 1)
    slot = (key >> np.uint64(2)) & mask
    while verdicts[slot] != _ZERO and (verdicts[slot] | _THREE) != (key | _THREE):
        slot = (slot + _ONE) & mask
    return slot


@lean
def _is_new(corral_search: Any, key: Any, count: Any) -> bool:
    """Whether the small search finds that hash for the first time; it is then its node `count`."""
    mask = np.uint64(corral_search.table.shape[0] - 1)
    slot = key & mask
    while corral_search.table[slot] != _ZERO:
        if corral_search.table[slot] == (key | _ONE):
            return False
        slot = (slot + _ONE) & mask
    corral_search.table[slot] = key | _ONE
    corral_search.slots[count] = np.int64(slot)
    return True


@lean
def _mark_zone(board: Any, t: Any, boxes: Any, player: Any) -> None:
    """Mark in `t.wanted` the cells of the boxes, and all that the player cannot come to."""
    mark(t.box, boxes, 1)
    reach(board.step, t, player)
    for c in range(board.step.shape[0]):
        t.wanted[c] = t.seen[c] != t.stamp[0]
    mark(t.box, boxes, 0)


@lean
def _close(board: Any, t: Any) -> Any:
    """Mark in `t.group` the closed-off cells of the zone with 2, those around them with 1; how many are closed off.
    After `reach`."""
    n = board.step.shape[0] - 1
    closed = 0
    for c in range(n + 1):
        t.group[c] = 0
    for c in range(n):
        if t.wanted[c] and t.box[c] == 0 and t.seen[c] != t.stamp[0]:
            closed += 1
            t.group[c] = 2
            for k in range(8):
                beside = board.around[c, k]
                if t.group[beside] == 0:
                    t.group[beside] = 1
    return closed


@lean
def _blocks(step: Any, t: Any, box: Any) -> bool:
    """Whether a box stands behind another that could be pushed into the closed part, and cannot easily go away."""
    for d in range(4):
        beside = step[box, d]
        if t.box[beside] == 0 or t.group[step[beside, d]] != 2:
            continue
        one, other = step[box, (d ^ 2) & 2], step[box, (d ^ 2) & 2 | 1]
        if t.box[one] or t.box[other]:
            return True
        if t.box[step[one, (d ^ 2) & 2]] and t.box[step[other, (d ^ 2) & 2 | 1]]:
            return True
    return False


@lean
def _shrink(board: Any, t: Any, numbers: Any, boxes: Any, held: Any, player: Any) -> Any:
    """Take away the boxes that no longer hold the zone closed; how many are left, 0 if it is open.

    The boxes are marked, and those left stay so. After it, as after `reach`, and `_close`; LOWEST is known."""
    while True:
        t.work[0] += 2 * board.step.shape[0]
        numbers[LOWEST] = reach(board.step, t, player)
        if _close(board, t) == 0:
            mark(t.box, boxes[:held], 0)
            return _ROOT
        kept = _ROOT
        for i in range(held):
            box = boxes[i]
            t.corral[box] = t.group[box] != 0 or _blocks(board.step, t, box)
        for i in range(held):
            box = boxes[i]
            if t.corral[box]:
                boxes[kept] = box
                kept += 1
            else:
                t.box[box] = 0
        if kept == held:
            return held
        held = kept


@lean
def _list_pushes(board: Any, t: Any, corral_search: Any, boxes: Any, leaving: bool) -> Any:
    """Mark which pushes there are that lose nothing at once, after `reach`; with `leaving` up to the first of a box
    that goes away from what is closed (`_close`), whose row is returned, else -1."""
    step, pushes = board.step, corral_search.pushes
    n = step.shape[0] - 1
    child = corral_search.child[: boxes.shape[0]]
    for j in range(boxes.shape[0]):
        child[j] = boxes[j]
    for i in range(boxes.shape[0]):
        for d in range(4):
            stand, to = step[boxes[i], d ^ 1], step[boxes[i], d]
            pushes[i, d] = 0
            if stand == n or t.seen[stand] != t.stamp[0] or t.box[to] or board.dead[to]:
                continue
            t.work[0] += 4 * boxes.shape[0]
            child[i] = to
            t.box[boxes[i]] = 0
            t.box[to] = 1
            lost = freeze_deadlock_after(board, t, child, np.int64(to))
            lost = lost or makes_lost_pair(corral_search, child, to, boxes[i])
            t.box[to] = 0
            t.box[boxes[i]] = 1
            pushes[i, d] = not lost
            if leaving and not lost and t.group[to] == 0:
                return i
        child[i] = boxes[i]
    return -1


@lean
def _reached_after(board: Any, t: Any, numbers: Any, box: Any, to: Any, lowest: Any) -> Any:
    """How many cells the player can come to after a push, whose boxes are marked; before it, `reach` found `lowest`.
    `LOWEST` is known then, and what `reach` marked stays."""
    if kept_part(board.step, board.around, t.box, t.seen, t.stamp[0], lowest, box, to) == 1:
        numbers[LOWEST] = min(np.int64(lowest), np.int64(box))
        return t.reached[0] + 1 - (t.seen[to] == t.stamp[0])
    t.stamp_after[0] += 1
    lowest, count = spread(
        board.step, t.box, t.queue, t.seen_after, t.stamp_after[0], t.walk_after, np.int64(box), np.int64(-1)
    )
    t.work[0] += count
    numbers[LOWEST] = lowest
    return count


@lean
def _add(board: Any, corral_search: Any, child: Any, player: Any, count: Any) -> bool:
    """Keep a position as node `count`, if it is new."""
    if not _is_new(corral_search, hash_of(board, child, player), count):
        return False
    for j in range(child.shape[0]):
        corral_search.boxes[count, j] = child[j]
    corral_search.sizes[count] = child.shape[0]
    corral_search.player[count] = player
    return True


@lean
def _take_best(corral_search: Any, height: int) -> Any:
    """Take the node of the least score from the `height` that wait."""
    stack, score = corral_search.stack, corral_search.score
    best = height - 1
    for k in range(height - 2, -1, -1):
        if score[stack[k]] < score[stack[best]]:
            best = k
    node = stack[best]
    stack[best] = stack[height - 1]
    return node


@lean
def _search(board: Any, t: Any, corral_search: Any, size: Any, leaving: bool, most: Any) -> Any:
    """Best first from node 0, whose boxes fill the first `size` columns: first the fewest boxes, then closed cells.

    With `leaving`, a box that can be pushed away from what is closed is taken away at once, and nothing else is tried,
    and so are boxes that hold nothing closed any more: fewer boxes never make a position worse, so what is then lost
    was lost before. All that was found by a search that ends is lost.
    """
    step = board.step
    n = step.shape[0] - 1
    count, height = _ROOT + 1, 1
    verdict = DEADLOCK
    stack, pushes = corral_search.stack, corral_search.pushes
    stack[0] = 0
    corral_search.sizes[0] = size
    _is_new(corral_search, hash_of(board, corral_search.boxes[0, :size], np.int64(corral_search.player[0])), _ROOT)
    if leaving:
        _mark_zone(board, t, corral_search.boxes[0, :size], np.int64(corral_search.player[0]))
    while height > 0 and verdict == DEADLOCK:
        node = _take_best(corral_search, height)
        height -= 1
        held = np.int64(corral_search.sizes[node])
        boxes, player = corral_search.boxes[node, :held], np.int64(corral_search.player[node])
        t.work[0] += 8 * held + height
        mark(t.box, boxes, 1)
        reach(step, t, player)
        if t.work[0] > _MOST_WORK:
            verdict = TOO_LARGE
        if node == 0 and (t.reached[0] + held == n or all_on_targets(board.target, boxes)):
            verdict = UNPROVEN
        if leaving:
            _close(board, t)
        out = np.int64(_list_pushes(board, t, corral_search, boxes, leaving))
        for i in range(held):
            for d in range(4):
                if verdict != DEADLOCK or (out < 0 and not pushes[i, d]) or (out >= 0 and (i != out or d > 0)):
                    continue
                child, left, after = corral_search.child, held, player
                for j in range(held):
                    child[j] = boxes[j]
                if out >= 0:
                    child[out] = boxes[held - 1]
                    left = held - 1
                else:
                    child[i] = step[boxes[i], d]
                    t.box[child[i]] = 1
                    after = np.int64(boxes[i])
                t.box[boxes[i]] = 0
                if leaving:
                    left = _shrink(board, t, corral_search.numbers, child, left, after)
                    closed = n - t.reached[0] - left
                else:
                    closed = n - left - _reached_after(board, t, corral_search.numbers, boxes[i], child[i], player)
                after = np.int64(corral_search.numbers[LOWEST])
                if left == 0 or closed == 0 or all_on_targets(board.target, child[:left]):
                    verdict = UNPROVEN
                elif _add(board, corral_search, child[:left], after, count):
                    corral_search.score[count] = left * 4096 + closed
                    stack[height] = count
                    height += 1
                    count += 1
                    if count == most:
                        verdict = TOO_LARGE
                mark(t.box, child[:left], 0)
                mark(t.box, boxes, 1)
        mark(t.box, boxes, 0)
    for i in range(count):
        corral_search.table[corral_search.slots[i]] = _ZERO
        if verdict == DEADLOCK and i > 0:
            boxes = corral_search.boxes[i, : np.int64(corral_search.sizes[i])]
            _keep(corral_search, hash_of(board, boxes, np.int64(corral_search.player[i])), DEADLOCK)
    return verdict


@lean
def _keep(corral_search: Any, key: Any, verdict: Any) -> None:
    """Remember a verdict, while there is room."""
    slot = _verdict_slot(corral_search.verdicts, key)
    if corral_search.verdicts[slot] == _ZERO:
        if 2 * corral_search.numbers[KEPT] >= corral_search.verdicts.shape[0]:
            return
        corral_search.numbers[KEPT] += 1
    corral_search.verdicts[slot] = (key & ~_THREE) | np.uint64(verdict)


@lean
def _beside(step: Any, chosen: Any, cell: Any) -> bool:
    """Whether a cell touches one of the chosen boxes, by a side."""
    touching = False
    for d in range(4):
        touching = touching or chosen[step[cell, d]] != 0
    return touching


@lean
def _verdict(board: Any, t: Any, corral_search: Any, boxes: Any, player: Any) -> Any:
    """The verdict on the boxes marked in `t.held`, remembered or found."""
    size = _ROOT
    for i in range(boxes.shape[0]):
        if t.held[boxes[i]]:
            corral_search.boxes[0, size] = boxes[i]
            t.box[boxes[i]] = 1
            size += 1
    corral_search.player[0] = reach(board.step, t, player)
    for i in range(size):
        t.box[corral_search.boxes[0, i]] = 0
    key = hash_of(board, corral_search.boxes[0, :size], np.int64(corral_search.player[0]))
    slot = _verdict_slot(corral_search.verdicts, key)
    verdict = np.int64(corral_search.verdicts[slot] & _THREE)
    times = np.int64(1)
    if verdict == TOO_LARGE:
        asked = np.int64(corral_search.asked[slot]) + 1
        if asked >= _OFTEN and asked & (asked - 1) == 0:
            verdict = np.int64(0)
            times = asked // 2
        if asked < _MOST_ASKED:
            corral_search.asked[slot] = asked
    if verdict == 0:
        most = np.int64(corral_search.boxes.shape[0])
        first = min(most, times * corral_search.numbers[FIRST])
        verdict = _search(board, t, corral_search, size, False, first)
        if verdict == TOO_LARGE:
            if _search(board, t, corral_search, size, True, min(most, times * corral_search.numbers[THEN])) == DEADLOCK:
                verdict = np.int64(DEADLOCK)
            elif first == most:
                verdict = np.int64(UNPROVEN)
        _keep(corral_search, key, verdict)
    return verdict


@lean
def _hold(board: Any, s: Any, t: Any, boxes: Any) -> None:
    """Mark in `t.held` the boxes around the closed-off parts that are chosen in `s.group`, also across corners."""
    for i in range(boxes.shape[0]):
        box = boxes[i]
        t.held[box] = 0
        for k in range(8):
            c = board.around[box, k]
            if s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]]:
                t.held[box] = 1


@lean
def _choose(s: Any, parts: Any, first: Any, second: Any) -> None:
    """Choose one closed-off part or two."""
    for part in range(parts + 1):
        s.group[part] = 0
    s.group[first] = 1
    s.group[second] = 1


@lean
def _choose_chain(step: Any, s: Any, boxes: Any, parts: Any, first: Any) -> Any:
    """Choose all parts that hang together with one by boxes that touch two; how many, 0 if it has an earlier part."""
    _choose(s, parts, first, first)
    count = 1
    changed = True
    while changed:
        changed = False
        for i in range(boxes.shape[0]):
            touches = False
            for d in range(4):
                c = step[boxes[i], d]
                touches = touches or (s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]] != 0)
            for d in range(4):
                c = step[boxes[i], d]
                if touches and s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]] == 0:
                    if s.corral[c] < first:
                        return 0
                    s.group[s.corral[c]] = 1
                    count += 1
                    changed = True
    return count


@lean
def _loose(board: Any, t: Any, boxes: Any) -> bool:
    """Whether a box that is held is off the targets."""
    loose = False
    for i in range(boxes.shape[0]):
        loose = loose or (t.held[boxes[i]] != 0 and not board.target[boxes[i]])
    return loose


@lean
def _is_lost(board: Any, s: Any, t: Any, corral_search: Any, boxes: Any, player: Any, rings: Any) -> bool:
    """Whether the boxes around the parts that are chosen can never be freed; if they can, the boxes that touch them are
    added, then those that touch these, so many times in all."""
    _hold(board, s, t, boxes)
    for _ in range(rings):
        if _loose(board, t, boxes) and _verdict(board, t, corral_search, boxes, player) == DEADLOCK:
            return True
        added = False
        for i in range(boxes.shape[0]):
            if not t.held[boxes[i]] and _beside(board.step, t.held, boxes[i]):
                t.held[boxes[i]] = 2
                added = True
        if not added:
            break
    return False


@lean
def corral_deadlock(board: Any, s: Any, t: Any, corral_search: Any, boxes: Any, player: Any) -> bool:
    """Whether the boxes around some closed-off part can never be freed, or around two that a box touches, or around all
    that hang together in this way; after `reach` on `s`."""
    parts = label_corrals(board.step, s)
    lost = False
    t.work[0] = 0
    for first in range(1, parts + 1):
        for second in range(first, parts + 1):
            if t.work[0] > _MOST_WORK or lost:
                break
            t.work[0] += 16 * boxes.shape[0]
            if first != second and not share_a_box(board.step, s, boxes, first, second):
                continue
            _choose(s, parts, first, second)
            rings = corral_search.numbers[RINGS] if first == second else 1
            lost = _is_lost(board, s, t, corral_search, boxes, player, rings)
    for first in range(1, parts - 1):
        if t.work[0] > _MOST_WORK or lost:
            break
        t.work[0] += 16 * boxes.shape[0]
        if _choose_chain(board.step, s, boxes, parts, first) > 2:
            lost = _is_lost(board, s, t, corral_search, boxes, player, 1)
    mark(t.held, boxes, 0)
    s.work[0] += t.work[0]
    return lost
