"""The search algorithms on random graphs, against brute force written the long way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.contract import Search
from cassetete.search import (
    a_star,
    all_shortest,
    backtracking,
    breadth_first,
    depth_first,
    greedy,
    ida_star,
    uniform_cost,
)
from cassetete.search.best_first import DEAD_END
from cassetete.search.perft import layers


class Graph(NamedTuple):
    edges: dict[int, list[tuple[str, int, int]]]
    goals: frozenset[int]

    def successors(self, node: int) -> list[tuple[str, int]]:
        return [(name, end) for name, end, _weight in self.edges.get(node, [])]

    def goal(self, node: int) -> bool:
        return node in self.goals

    def weight(self, node: int, name: str) -> int:
        return next(weight for move, _end, weight in self.edges[node] if move == name)

    def distances(self, unit: bool) -> dict[int, int]:
        """Bellman and Ford, from every node to its nearest goal."""
        nodes = set(self.edges) | {end for steps in self.edges.values() for _n, end, _w in steps} | self.goals | {0}
        left = {node: 0 if node in self.goals else DEAD_END for node in nodes}
        for _round in nodes:
            for node, steps in self.edges.items():
                for _name, end, weight in steps:
                    left[node] = min(left[node], left[end] + (1 if unit else weight))
        return {node: min(value, DEAD_END) for node, value in left.items()}


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 8))
    pairs = draw(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.integers(1, 5)), max_size=18)
    )
    edges: dict[int, list[tuple[str, int, int]]] = {}
    for number, (start, end, weight) in enumerate(pairs):
        edges.setdefault(start, []).append((f"m{number}", end, weight))
    return Graph(edges, frozenset(draw(st.sets(st.integers(0, size - 1), max_size=2))))


def drained(search: Search[Any, Any]) -> tuple[list[Any], Answer[Any]]:
    visits = []
    while True:
        try:
            visits.append(next(search).state)
        except StopIteration as end:
            return visits, end.value


def walked(graph: Graph, moves: Iterable[str]) -> tuple[int, int]:
    node, total = 0, 0
    for move in moves:
        total += graph.weight(node, move)
        node = dict(graph.successors(node))[move]
    return node, total


@given(graphs())
def test_every_algorithm_is_right_about_whether_there_is_a_path(graph: Graph) -> None:
    exact = graph.distances(unit=False)
    estimate = exact.__getitem__
    searches = [
        depth_first(0, graph.successors, graph.goal),
        backtracking(0, graph.successors, graph.goal),
        breadth_first(0, graph.successors, graph.goal),
        uniform_cost(0, graph.successors, graph.goal, graph.weight),
        a_star(0, graph.successors, graph.goal, graph.weight, estimate),
        ida_star(0, graph.successors, graph.goal, graph.weight, estimate),
        ida_star(0, graph.successors, graph.goal, graph.weight, lambda _n: 0),
        greedy(0, graph.successors, graph.goal, estimate),
    ]
    for search in searches:
        _visits, answer = drained(search)
        assert (answer.verdict is Verdict.SOLVED) == (exact[0] < DEAD_END)
        if answer.solved:
            assert walked(graph, answer.moves)[0] in graph.goals
        else:
            assert answer.verdict is Verdict.IMPOSSIBLE
            assert answer.why is not None
            assert answer.why.code == "exhausted"


@given(graphs(), st.integers(0, 4))
def test_optimal_algorithms_find_the_least(graph: Graph, blur: int) -> None:
    fewest, cheapest = graph.distances(unit=True), graph.distances(unit=False)

    def inconsistent(node: int) -> int:
        """Never too high, but jumps between neighbours: states must be reopened."""
        return cheapest[node] if cheapest[node] >= DEAD_END or node % 2 else max(0, cheapest[node] - blur)

    _visits, answer = drained(breadth_first(0, graph.successors, graph.goal))
    assert not answer.solved or len(answer.moves) == fewest[0]
    for search in (
        uniform_cost(0, graph.successors, graph.goal, graph.weight),
        a_star(0, graph.successors, graph.goal, graph.weight, inconsistent),
        ida_star(0, graph.successors, graph.goal, graph.weight, inconsistent),
    ):
        _visits, answer = drained(search)
        if answer.solved:
            assert answer.optimal
            assert walked(graph, answer.moves)[1] == cheapest[0]


@given(graphs())
def test_all_shortest_paths_are_all_of_them(graph: Graph) -> None:
    cheapest = graph.distances(unit=False)[0]
    found = [answer.moves for answer in all_shortest(0, graph.successors, graph.goal, graph.weight)]
    assert len(set(found)) == len(found)
    expected = set()

    def extend(node: int, left: int, moves: tuple[str, ...]) -> None:
        if node in graph.goals and left == 0:
            expected.add(moves)
            return
        if node in graph.goals:
            return
        for name, end, weight in graph.edges.get(node, []):
            if weight <= left:
                extend(end, left - weight, (*moves, name))

    if cheapest < DEAD_END:
        extend(0, cheapest, ())
    assert set(found) == expected


@given(graphs())
def test_depth_first_visits_as_the_recursive_version_of_the_sheets(graph: Graph) -> None:
    order: list[int] = []
    visited: set[int] = set()

    def search(node: int) -> list[str] | None:
        if node in graph.goals:
            return []
        if node in visited:
            return None
        visited.add(node)
        order.append(node)
        for move, following in graph.successors(node):
            rest = search(following)
            if rest is not None:
                return [move, *rest]
        return None

    expected = search(0)
    visits, answer = drained(depth_first(0, graph.successors, graph.goal))
    assert visits == order
    assert (list(answer.moves) if answer.solved else None) == expected


def test_depth_is_no_limit() -> None:
    deep = 200_000
    _visits, answer = drained(depth_first(0, lambda n: [("+", n + 1)], lambda n: n == deep))
    assert len(answer.moves) == deep


def test_backtracking_forgets_and_so_meets_states_again() -> None:
    ladder = {n: [("a", n + 1), ("b", n + 1)] for n in range(6)}
    visits, answer = drained(backtracking(0, lambda n: ladder.get(n, []), lambda n: n == 99))
    assert answer.verdict is Verdict.IMPOSSIBLE
    assert len(visits) == sum(2**n for n in range(7))


@pytest.mark.parametrize("limit", range(5))
def test_node_limits_are_exact(limit: int) -> None:
    for search in (
        breadth_first(0, lambda n: [("+", n + 1)], lambda n: False, Limits(nodes=limit)),
        depth_first(0, lambda n: [("+", n + 1)], lambda n: False, Limits(nodes=limit)),
        uniform_cost(0, lambda n: [("+", n + 1)], lambda n: False, lambda n, m: 1, Limits(nodes=limit)),
        ida_star(0, lambda n: [("+", n + 1)], lambda n: False, lambda n, m: 1, lambda n: 0, Limits(nodes=limit)),
    ):
        visits, answer = drained(search)
        assert answer.verdict is Verdict.UNKNOWN
        assert answer.why is not None
        assert answer.why.code == "nodes"
        assert answer.expanded == limit == len(visits)


def test_memory_is_watched() -> None:
    """A search that hoards is stopped by the memory limit, not by the machine."""
    ballast = [bytes(1)]

    def successors(n: int) -> list[tuple[str, int]]:
        ballast.append(b"x" * 10_000)
        return [("+", n + 1)]

    _visits, answer = drained(breadth_first(0, successors, lambda n: False, Limits(memory=50_000_000)))
    assert answer.why is not None
    assert answer.why.code == "memory"
    assert 2_000 < answer.expanded < 200_000


def test_grid_walk_counts() -> None:
    """On an open grid the number of shortest ways is a binomial coefficient."""
    side = 4

    def successors(at: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        steps = {"D": (at[0] + 1, at[1]), "R": (at[0], at[1] + 1), "U": (at[0] - 1, at[1]), "L": (at[0], at[1] - 1)}
        inside = set(product(range(side), repeat=2))
        return [(name, cell) for name, cell in steps.items() if cell in inside]

    found = list(all_shortest((0, 0), successors, lambda at: at == (3, 3), lambda _a, _m: 1))
    assert len(found) == 20


def test_perft_asks_for_the_limits_at_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first state of a large board has tens of thousands of moves. Here each takes a second of the clock."""
    played: list[Any] = []
    rules: Any = SimpleNamespace(moves=lambda _level, _state: range(1000), play=lambda *step: played.append(step))
    with monkeypatch.context() as clock:
        clock.setattr("time.perf_counter", lambda: float(len(played)))
        with within(seconds=3), pytest.raises(LimitReached):
            list(islice(layers(rules, None, 0), 2))
    assert len(played) == 3
