"""Making a solution shorter: by the game's own method, else window by window.

A window of moves is cut out of the solution, and a search looks for a shorter way between the states at its ends. The
result is kept if the whole solution is better for the metric, or equal with fewer moves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from cassetete.app.solving import kernels
from cassetete.core.answers import CANCELLED, Answer, Limits, Visit, Why
from cassetete.core.certify import replay
from cassetete.core.checkpoint import LimitReached, checkpoint, within
from cassetete.core.contract import AnyGame, Improvement, Metric, Status
from cassetete.core.drain import drain_until, relay
from cassetete.core.errors import IllegalMove, WrongSolution
from cassetete.core.lengths import totals
from cassetete.search import uniform_cost
from cassetete.search.meter import Meter
from cassetete.search.space import Space, space, weigh

Moves = tuple[Any, ...]

_WINDOWS = (8, 16, 32)
_STEPS = 12_000
_LONGEST = 400
"""The steps that a window may look at, and the longest line whose moves are left out one by one."""


def improve(
    game: AnyGame,
    level: Any,
    state: Any,
    moves: Moves,
    metric: Metric | None = None,
    limits: Limits = Limits(),
    stop: Callable[[], bool] | None = None,
    watch: Callable[[Improvement[Any]], None] | None = None,
) -> tuple[Moves, Why | None]:
    """The best solution found, replayed, and why the search ended early, if it did. `watch` is called at each step.

    It is never worse than the given one, whenever the search is stopped.
    """
    metric = metric or game.lengths.metric(level)
    best = moves

    def stopped(step: Improvement[Any]) -> bool:
        nonlocal best
        best = _better(game, level, state, best, step.moves, metric)
        if watch is not None:
            watch(step._replace(moves=best))
        return stop is not None and stop()

    own = game.solutions.improve if all(kernels.usable(solver.kernel) for solver in game.solvers) else None
    search = (own or _by_windows(game))(level, state, moves, metric, limits)
    try:
        with within(limits.seconds, stop):
            last = drain_until(search, stopped)
    except LimitReached as reached:
        return best, reached.why
    if last is None:
        return best, CANCELLED
    return _better(game, level, state, best, last, metric), None


def _better(game: AnyGame, level: Any, state: Any, best: Moves, new: Moves, metric: Metric) -> Moves:
    """The better of two solutions; WrongSolution if the new one does not win."""
    if new == best:
        return best
    if game.rules.status(level, replay(game.rules, level, new, state)) is not Status.WON:
        raise WrongSolution(f"improve ({game.id}): {len(new)} moves do not win")
    before, after = (totals(game, level, state, line).order(metric) for line in (best, new))
    return new if after < before else best


Improver = Callable[[Any, Any, Moves, Metric, Limits], Generator[Improvement[Any], None, Moves]]


def _by_windows(game: AnyGame) -> Improver:
    """The way that serves any game."""

    def run(
        level: Any, state: Any, moves: Moves, metric: Metric, limits: Limits
    ) -> Generator[Improvement[Any], None, Moves]:
        meter = Meter(limits)
        moves = _without_loops(game, level, state, moves)
        yield Improvement(moves)
        moves = yield from _thinned(game, level, state, moves)
        while True:
            before = moves
            for width in _WINDOWS:
                at = 0
                while at == 0 or at + width // 2 < len(moves):
                    if meter.exceeded() is not None:
                        return moves
                    answer = yield from _window(game, level, state, moves, metric, at, width, meter.expanded)
                    meter.expanded += answer.expanded
                    if answer.solved:
                        moves = (*moves[:at], *answer.moves, *moves[at + width :])
                        yield Improvement(moves, meter.expanded)
                    at += width // 2
            if moves == before:
                return moves

    return run


def _without_loops(game: AnyGame, level: Any, state: Any, moves: Moves) -> Moves:
    """The line without what it goes back on: a state that comes twice is left the second time at once."""
    line: list[Any] = []
    seen = {state: 0}
    for move in moves:
        checkpoint()
        state = game.rules.play(level, state, move)
        line.append(move)
        if state in seen:
            del line[seen[state] :]
            seen = {known: at for known, at in seen.items() if at <= len(line)}
        seen[state] = len(line)
    return tuple(line)


def _thinned(game: AnyGame, level: Any, state: Any, moves: Moves) -> Generator[Improvement[Any], None, Moves]:
    """The line without the moves that it wins without, one by one: marks that nothing needed, say."""
    at = 0
    while at < len(moves) <= _LONGEST:
        line = (*moves[:at], *moves[at + 1 :])
        try:
            won = game.rules.status(level, replay(game.rules, level, line, state)) is Status.WON
        except IllegalMove:
            won = False
        if won:
            moves = line
        else:
            at += 1
        yield Improvement(moves)
    return moves


def _window(
    game: AnyGame, level: Any, state: Any, moves: Moves, metric: Metric, at: int, width: int, expanded: int
) -> Generator[Improvement[Any], None, Answer[Any]]:
    """A cheapest way from the state after `at` moves to the state `width` moves further, or to any win at the end."""
    here = replay(game.rules, level, moves[:at], state)
    there = replay(game.rules, level, moves[at : at + width], here)
    around: Space = space(game.rules, level, here)
    goal = around.goal if at + width >= len(moves) else there.__eq__
    weight = weigh(game.rules, level, metric, game.lengths.pushes)
    nodes = _STEPS // max(4, len(list(game.rules.moves(level, here))))
    search = uniform_cost(here, around.successors, goal, weight, Limits(nodes=nodes))

    def progress(visit: Visit[Any]) -> Improvement[Any] | None:
        return Improvement(moves, expanded + visit.expanded) if visit.expanded % 256 == 0 else None

    return (yield from relay(search, progress))
