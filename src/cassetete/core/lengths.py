"""How long a line of play is: moves, pushes, cost, and what a game counts besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

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


def totals(game: Game[L, S, M], level: L, state: S, moves: Sequence[M]) -> Totals:
    """Moves, pushes and cost of a legal line of play."""
    found = Totals()
    for move in moves:
        found = found.after(game, level, state, move)
        state = game.rules.play(level, state, move)
    return found


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
