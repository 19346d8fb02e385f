"""How long a line of play is: moves, pushes, cost, and what a game counts besides."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any, NamedTuple, TypeVar

from cassetete.core.contract import Game, Length, LevelLike, M, Metric, S
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

L = TypeVar("L", bound=LevelLike)


class Totals(NamedTuple):
    """What a line of play has used.

    >>> Totals(moves=12, pushes=3, cost=12).by(Metric.PUSHES)
    3
    """

    moves: int = 0
    pushes: int = 0
    """0 in games without pushes."""
    cost: int = 0

    def by(self, metric: Metric) -> int:
        """What the metric counts."""
        return {Metric.MOVES: self.moves, Metric.PUSHES: self.pushes, Metric.COST: self.cost}[metric]

    def order(self, metric: Metric) -> tuple[int, int]:
        """For comparing solutions: what the metric counts, then the moves, which break ties."""
        return self.by(metric), self.moves

    def after(self, game: Game[L, S, M], level: L, state: S, move: M) -> Totals:
        """The totals with one more move, played in `state`."""
        pushes = game.lengths.pushes(level, state, move) if game.lengths.pushes is not None else 0
        return Totals(self.moves + 1, self.pushes + pushes, self.cost + game.rules.cost(level, state, move))


class Line(NamedTuple):
    """A line of play that was replayed: the state it leads to, and what it has used."""

    end: Any
    totals: Totals
    won: bool = False
    """Whether it is known to win; if not, the rules say how it ends."""


_last: tuple[tuple[Any, ...], Line] | None = None
"""The line that was replayed last. It is replayed as a certificate, then its lengths are asked for, then its end."""


def line(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> Line:
    """A line of play, replayed; IllegalMove where the rules do not allow a move."""
    global _last
    asked = (game, level, state, moves)
    if _last is not None and all(map(is_, asked, _last[0])):
        return _last[1]
    found = _quick(game, level, state, moves) or _by_the_rules(game, level, state, moves)
    if isinstance(moves, tuple):  # a list may have changed when it is asked about again
        _last = asked, found
    return found


def _quick(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> Line | None:
    known = game.lengths.line(level, state, moves) if game.lengths.line is not None else None
    if known is None:
        return None
    end, pushes, cost = known
    return Line(end, Totals(len(moves), pushes, cost), won=True)


def _by_the_rules(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> Line:
    play, cost_of, pushes_of = game.rules.play, game.rules.cost, game.lengths.pushes
    pushes = cost = 0
    for move in moves:
        after = play(level, state, move)  # first, for it says whether the move is one
        cost += cost_of(level, state, move)
        if pushes_of is not None:
            pushes += pushes_of(level, state, move)
        state = after
    return Line(state, Totals(len(moves), pushes, cost))


def totals(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> Totals:
    """Moves, pushes and cost of a legal line of play."""
    return line(game, level, state, moves).totals


COMMON = frozenset(metric.value for metric in Metric)
"""The lengths that any game may have; the others are for experts."""


def lengths_of(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> tuple[Length, ...]:
    """Every length of a legal line of play that the game knows: moves, pushes, cost where it has one, its own."""
    used = totals(game, level, state, moves)
    found = [Length("moves", _("Moves"), used.moves)]
    if game.lengths.pushes is not None:
        found.append(Length("pushes", _("Pushes"), used.pushes))
    if game.lengths.metric(level) is Metric.COST:
        found.append(Length("cost", _("Cost"), used.cost))
    if game.lengths.extra is not None:
        found += game.lengths.extra(level, state, moves)
    return tuple(found)
