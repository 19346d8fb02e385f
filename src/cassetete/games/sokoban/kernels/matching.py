"""The least matching of boxes and targets (Kuhn 1955, "The Hungarian method for the assignment problem").

Written once over anything that can be indexed: plain Python calls it with lists, `board.py` compiles it for arrays.
"""

from __future__ import annotations

from typing import Any

FAR = 1 << 28
"""More pushes than any level needs, all its boxes together: no box can come there."""


def augment(
    costs: Any, row_prices: Any, column_prices: Any, owner: Any, least: Any, before: Any, used: Any, row: Any
) -> bool:
    """Give a row a column along a cheapest chain of exchanges; False if there is none. Rows and columns from 1.

    `owner[column]` is the row that has it, 0 for none; `least`, `before` and `used` are scratch. (One chain for each
    row, as Jonker and Volgenant 1987 have it.)
    """
    width = len(owner) - 1
    for column in range(width + 1):
        least[column] = FAR
        used[column] = 0
    owner[0] = row
    at = 0
    while True:
        used[at] = 1
        mine = owner[at]
        line, price = costs[mine - 1], row_prices[mine]
        delta, following = FAR, 0
        for column in range(1, width + 1):
            if used[column]:
                continue
            cost = line[column - 1]
            if cost < FAR:
                reduced = cost - price - column_prices[column]
                if reduced < least[column]:
                    least[column] = reduced
                    before[column] = at
            if least[column] < delta:
                delta = least[column]
                following = column
        if following == 0:
            return False
        for column in range(width + 1):
            if used[column]:
                row_prices[owner[column]] += delta
                column_prices[column] -= delta
            elif least[column] < FAR:
                least[column] -= delta
        at = following
        if owner[at] == 0:
            break
    while at:
        owner[at] = owner[before[at]]
        at = before[at]
    return True
