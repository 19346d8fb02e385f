"""Solutions as moves and back."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import DRAWN, Level, Put, State, edge_number, lattice, mask_of, numbers


def drawing_moves(level: Level, state: State, solution: State) -> tuple[Put, ...]:
    """The moves that draw what a state lacks of a solution, in the order of its loop."""
    net = lattice(level.rows, level.columns)
    lines = numbers(solution.drawn)
    ends, draws = net.ends, net.draws
    # At each vertex of the loop, its two segments combined: one of them taken out leaves the other.
    meeting = [0] * len(net.at_vertex)
    for edge in lines:
        a, b = ends[edge]
        meeting[a] ^= edge
        meeting[b] ^= edge
    edge = lines[0]
    vertex = ends[edge][1]
    moves = []
    for _line in lines:
        moves.append(draws[edge])
        edge ^= meeting[vertex]
        a, b = ends[edge]
        vertex ^= a ^ b
    if state.drawn:
        there = {draws[edge] for edge in numbers(state.drawn)}
        return tuple(move for move in moves if move not in there)
    return tuple(moves)


def drawn_mask(level: Level, moves: Iterable[Put]) -> int:
    """The mask of the segments that some moves draw."""
    edges = (edge_number(level.rows, level.columns, move.segment) for move in moves if move.mark == DRAWN)
    return mask_of(edge for edge in edges if edge is not None)
