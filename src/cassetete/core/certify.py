"""The certificate checker: a solution counts once its moves, replayed by the rules, have reached WON."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from cassetete.core.answers import CANCELLED, Answer, Limits, Verdict, Visit
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.contract import Game, LevelLike, M, Metric, Rules, S, Search, Solver, Status
from cassetete.core.drain import drain_until
from cassetete.core.errors import WrongSolution
from cassetete.core.lengths import line

L = TypeVar("L", bound=LevelLike)


def replay(rules: Rules[L, S, M], level: L, moves: Iterable[M], state: S | None = None) -> S:
    """The state after the moves, from `state` or from the start; IllegalMove where the rules do not allow one."""
    reached = rules.start(level) if state is None else state
    for move in moves:
        reached = rules.play(level, reached, move)
    return reached


def certify(game: Game[L, S, M], level: L, state: S, answer: Answer[M]) -> Answer[M]:
    """The answer, replayed; WrongSolution if its moves do not win."""
    if answer.verdict is Verdict.SOLVED:
        played = line(game, level, state, answer.moves)
        if not played.won and game.rules.status(level, played.end) is not Status.WON:
            raise WrongSolution(f"{answer.solver} ({game.id}): {len(answer.moves)} moves do not win")
    return answer


def watch(
    game: Game[L, S, M], solver: Solver[L, S, M], level: L, state: S, metric: Metric, limits: Limits
) -> Search[S, M]:
    """The solver's search, step by step; its answer is timed and replayed, and names the solver.

    A breadth-first search proves the fewest moves whatever was asked: its claim holds only for a metric the solver
    names. (A solver that names none, as Slitherlink's, claims that its solution is the only one.)
    """
    began = time.perf_counter()
    search = solver.run(level, state, metric, limits)
    if not isinstance(search, Generator):
        raise WrongSolution(f"{solver.id} ({game.id}) must be a generator, not {type(search).__name__}")
    answer = yield from search
    if not isinstance(answer, Answer):
        raise WrongSolution(f"{solver.id} ({game.id}) must return an Answer, not {type(answer).__name__}")
    proven = answer.optimal and (metric in solver.optimal or not solver.optimal)
    answer = answer._replace(optimal=proven, solver=solver.id, seconds=time.perf_counter() - began)
    return certify(game, level, state, answer)


def solve_with(
    game: Game[L, S, M],
    solver: Solver[L, S, M],
    level: L,
    state: S,
    metric: Metric,
    limits: Limits,
    stop: Callable[[], bool] | None = None,
) -> Answer[M]:
    """The solver's answer, timed and replayed; `stop` is asked at every step and ends the search when true.

    The time limit holds for all the solver does, what it prepares before it searches too.
    """
    began = time.perf_counter()
    expanded = 0

    def stopped(visit: Visit[S]) -> bool:
        nonlocal expanded
        try:
            expanded = visit.expanded
        except AttributeError:
            raise WrongSolution(f"{solver.id} ({game.id}) must yield Visits, not {type(visit).__name__}") from None
        return stop is not None and stop()

    why = CANCELLED
    try:
        with within(limits.seconds, stop):
            answer = drain_until(watch(game, solver, level, state, metric, limits), stopped)
        if answer is not None:
            return answer
    except LimitReached as reached:
        why = reached.why
    seconds = time.perf_counter() - began
    return Answer(Verdict.UNKNOWN, expanded=expanded, seconds=seconds, why=why, solver=solver.id)
