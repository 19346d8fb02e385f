"""Lost positions told from boxes that have settled: they are walls for good, and the others have to get past them.

Boxes settle where they are frozen, and where from the end of the game none could be pulled away (each box pulled one
cell counts as gone, the player may be anywhere): such a target holds a box at every time from now to the end, so a
position in which it has none is lost. Then every other box needs a target of its own that it could be pushed to if it
were alone among the settled ones. (Festival turns fixed boxes into walls in the same way.)
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import freeze_boxes, mark, write_rows
from .box_graph import begin_spread, distance_at, fill_parts, spread_box, start_at
from .matching import FAR


@lean
def _seat(s: Any, row: int, columns: int) -> bool:
    """Give a row of `s.cost` a column that is not FAR, along a chain of exchanges (Kuhn's augmenting paths); False if
    there is none. `s.owner[0]` has the row of each column, -1 for none, `s.row_with` the column of each row."""
    owner, mine, queue = s.owner[0], s.row_with, s.least
    for column in range(columns):
        s.used[column] = 0
    queue[0] = row
    head, tail = 0, 1
    while head < tail:
        one = queue[head]
        head += 1
        for column in range(columns):
            if s.used[column] or s.cost[one, column] >= FAR:
                continue
            s.used[column] = 1
            s.before[column] = one
            if owner[column] >= 0:
                queue[tail] = owner[column]
                tail += 1
                continue
            at = column
            while True:
                one = s.before[at]
                following = mine[one]
                owner[at] = one
                mine[one] = at
                if one == row:
                    return True
                at = following
    return False


@lean
def _all_seated(s: Any, rows: int, columns: int) -> bool:
    """Whether each of the first rows of `s.cost` can have a column of its own."""
    s.work[0] += 8 * rows * columns
    s.owner[0] = -1
    row = 0
    while row < rows and _seat(s, row, columns):
        row += 1
    return row == rows


@lean
def no_targets_left(board: Any, s: Any, boxes: Any, player: Any) -> bool:
    """Whether there are boxes that cannot all come to targets of their own, each as if it were alone. A box that can
    never be pushed again keeps the target it stands on."""
    write_rows(board, s, boxes, player)
    return not _all_seated(s, boxes.shape[0], s.cost.shape[0])


@lean
def _settle_from_the_end(board: Any, s: Any, graph: Any) -> Any:
    """Take as walls the boxes that cannot be pulled away from the end; 1 if some were, 0 if none, -1 if the position
    is lost. `s.held` is scratch."""
    step, wall, left = board.step, graph.wall, s.held
    n = step.shape[0] - 1
    for c in range(n):
        left[c] = board.target[c] != 0 and wall[c] == 0
    changed = True
    while changed:
        changed = False
        for c in range(n):
            if not left[c]:
                continue
            for d in range(4):
                to = step[c, d]
                stand = step[to, d]
                if wall[to] or left[to] or wall[stand] or left[stand]:
                    continue
                left[c] = 0
                changed = True
                break
    found = 0
    for c in range(n):
        if left[c]:
            if not s.box[c]:
                found = -1
            elif found == 0:
                found = 1
    if found == 1:
        for c in range(n):
            if left[c]:
                wall[c] = 1
    for c in range(n):
        left[c] = 0
    return found


@lean
def _settle_frozen(board: Any, s: Any, graph: Any, boxes: Any) -> None:
    """Take frozen boxes as walls."""
    freeze_boxes(board.step, board.dead, s.frozen, boxes)
    for i in range(boxes.shape[0]):
        if s.frozen[boxes[i]]:
            graph.wall[boxes[i]] = 1
    mark(s.frozen, boxes, 0)


@lean
def settled_deadlock(board: Any, s: Any, graph: Any, boxes: Any) -> bool:
    """Whether the position in `s.box` is lost because of boxes that have settled."""
    step = board.step
    n = step.shape[0] - 1
    width = s.cost.shape[0]
    graph.wall[:] = 0
    graph.wall[n] = 1
    _settle_frozen(board, s, graph, boxes)
    s.work[0] += 16 * n
    if width == boxes.shape[0] and _settle_from_the_end(board, s, graph) < 0:
        return True
    settled = 0
    for i in range(boxes.shape[0]):
        if graph.wall[boxes[i]]:
            settled += 1
            if not board.target[boxes[i]]:
                return True
    if settled == 0:
        return False
    fill_parts(step, board.around, graph)
    s.work[0] += 32 * n
    columns = 0
    for c in range(n):
        if board.target[c] and graph.wall[c] == 0:
            begin_spread(graph)
            spread_box(step, graph, start_at(graph, c, np.int64(0)), True)
            s.work[0] += 16 * n
            row = 0
            for i in range(boxes.shape[0]):
                if graph.wall[boxes[i]] == 0:
                    s.cost[row, columns] = 0 if distance_at(graph, boxes[i]) >= 0 else FAR
                    row += 1
            columns += 1
    rows = boxes.shape[0] - settled
    return rows > columns or not _all_seated(s, rows, columns)
