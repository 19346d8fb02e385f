"""Plain search algorithms over a start, successors and a goal, written as in textbooks.

Each algorithm is a generator that yields a `Visit` for every state it expands and returns an `Answer`:
`solve` runs it to its end, the search view draws each step.
"""

from cassetete.search.all_shortest import all_shortest
from cassetete.search.best_first import a_star, greedy, uniform_cost
from cassetete.search.breadth_first import breadth_first
from cassetete.search.depth_first import backtracking, depth_first
from cassetete.search.iterative_deepening import ida_star
from cassetete.search.plain_solver import plain_solver, unless_proven
from cassetete.search.space import Space, space, weigh

__all__ = [
    "Space",
    "a_star",
    "all_shortest",
    "backtracking",
    "breadth_first",
    "depth_first",
    "greedy",
    "ida_star",
    "plain_solver",
    "space",
    "uniform_cost",
    "unless_proven",
    "weigh",
]
