"""Choosing a solver for what is wanted, and solving with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from cassetete.app.solving import kernels
from cassetete.core.answers import (
    CANCELLED,
    MEMORY_LIMIT,
    NODE_LIMIT,
    TIME_LIMIT,
    Answer,
    Limits,
    Verdict,
    Visit,
    Want,
    Why,
)
from cassetete.core.certify import solve_with
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.contract import AnyGame, Metric, Solver
from cassetete.core.drain import relay
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.speed import jit

_ = Catalogue("cassetete")

Watch = Callable[[Visit[Any]], None]
"""Sees each step of a search."""

_STILL_COMPILING = Why(
    TIME_LIMIT.code, _("the time limit was reached while the solver was being compiled: cassetete warm does that once")
)
_FEW = 2000
"""How many states plain Python may look at before compiled code is loaded."""

MANY = 8
"""So many levels are worth loading compiled code for before the first."""

_expected = 0
_plain_seconds: dict[str, float] = {}
"""The seconds of this process that plain Python has taken for levels that a kernel could have solved."""


def expect(levels: int) -> None:
    """Say how many levels will be solved in this process: for many, compiled code is loaded at once."""
    global _expected
    _expected = levels


class NoSolver(CasseteteError):
    """The game has no solver of that name, or none that can do what is asked."""


def choose(game: AnyGame, level: Any, want: Want, metric: Metric | None = None) -> Solver[Any, Any, Any]:
    """The first solver of the game that takes the level and gives the guarantee.

    Where no solver claims the metric (Slitherlink, whose solutions are not long or short), a shortest solution is
    whatever a complete solver finds; the answer says whether it is proven to be the only one.
    """
    wanted = metric or game.lengths.metric(level)
    claimed = any(wanted in solver.optimal for solver in game.solvers)
    for solver in game.solvers:
        if want in (Want.SHORTEST, Want.BEST) and claimed and wanted not in solver.optimal:
            continue
        if want is not Want.FAST and not solver.complete:
            continue
        if solver.fits(level) and kernels.usable(solver.kernel):
            return solver
    raise NoSolver(_("no solver of {game} minimises {metric}", game=game.id, metric=wanted.value))


def named(game: AnyGame, level: Any, solver_id: str) -> Solver[Any, Any, Any]:
    """The game's solver of that name; NoSolver lists those there are."""
    for solver in game.solvers:
        if solver.id == solver_id:
            if not solver.fits(level):
                raise NoSolver(_("the solver '{id}' does not take this level", id=solver_id))
            if solver.kernel and not kernels.can_be_kept(solver.kernel):
                raise NoSolver(_("the solver '{id}' needs compiled code, and no folder can be written", id=solver_id))
            return solver
    known = ", ".join(solver.id for solver in game.solvers)
    raise NoSolver(_("{game} has no solver '{id}' (there are: {known})", game=game.id, id=solver_id, known=known))


def solve(
    game: AnyGame,
    level: Any,
    state: Any = None,
    *,
    want: Want = Want.SHORTEST,
    metric: Metric | None = None,
    solver: str | None = None,
    limits: Limits = Limits(),
    stop: Callable[[], bool] | None = None,
    watch: Watch | None = None,
) -> Answer[Any]:
    """Solve from `state`, or from the start: the answer of the chosen solver, replayed; `watch` sees each step."""
    chosen = named(game, level, solver) if solver else choose(game, level, want, metric)
    start = game.rules.start(level) if state is None else state
    wanted = metric or game.lengths.metric(level)
    if solver:
        return solve_by_named(game, _watched(chosen, watch), level, start, wanted, limits, stop)
    return solve_by(game, chosen, level, start, want, wanted, limits, stop, watch=watch)


def solve_by_named(
    game: AnyGame,
    chosen: Solver[Any, Any, Any],
    level: Any,
    start: Any,
    metric: Metric,
    limits: Limits,
    stop: Callable[[], bool] | None = None,
) -> Answer[Any]:
    """The answer of this solver and no other; compiling its code counts as its time."""
    began = time.perf_counter()
    with within(limits.seconds, stop):
        try:
            if chosen.kernel and kernels.usable(chosen.kernel) and not kernels.ready(chosen.kernel):
                kernels.compile_in_child(chosen.kernel)
        except LimitReached as reached:
            why = _STILL_COMPILING if reached.why == TIME_LIMIT else reached.why
            return Answer(Verdict.UNKNOWN, seconds=time.perf_counter() - began, why=why, solver=chosen.id)
        answer = solve_with(game, chosen, level, start, metric, limits, stop)
    return answer._replace(seconds=time.perf_counter() - began)


def solve_by(
    game: AnyGame,
    chosen: Solver[Any, Any, Any],
    level: Any,
    start: Any,
    want: Want,
    metric: Metric,
    limits: Limits,
    stop: Callable[[], bool] | None = None,
    compiling: Callable[[], None] | None = None,
    watch: Watch | None = None,
    elsewhere: Callable[[], bool] | None = None,
) -> Answer[Any]:
    """The answer of the chosen solver, or of a plain one if that comes sooner than the chosen one's compiled code.

    Loading compiled code takes a while, which a small level is not worth, but many of them are; compiling it for the
    first time takes many seconds, and `compiling` is called when that begins.

    For `Want.BEST` the solvers take turns: the chosen one for a slice, then the one that finds any solution, then the
    chosen one to the end. If its slice was enough for a solution, but not to prove all of what is wanted, it goes on.
    When its turn comes, `elsewhere` is asked whether the other one runs in another process: then it has none here.
    """
    other = rival(game, chosen, level, want, metric)
    turns = [chosen] if other is None else [chosen, other, chosen]
    begun = time.perf_counter()
    expanded = 0
    part: Answer[Any] | None = None
    for number, solver in enumerate(turns, 1):
        if solver is not chosen and (part is not None or (elsewhere is not None and elsewhere())):
            continue
        share = _share(limits, time.perf_counter() - begun, expanded, solver.slice, len(turns) - number)
        with within(share.seconds):
            answer = _solve_by(game, solver, level, start, want, metric, share, stop, compiling, watch)
        expanded += answer.expanded
        if part is not None and not answer.solved:
            answer = part
        part = answer if answer.solved and answer.why is not None else None
        cut = answer.verdict is Verdict.UNKNOWN and answer.why in (NODE_LIMIT, TIME_LIMIT, MEMORY_LIMIT)
        if not (cut or part) or _spent(limits, time.perf_counter() - begun, expanded) or (stop is not None and stop()):
            break
    if len(turns) == 1:
        return answer._replace(seconds=time.perf_counter() - begun)
    return answer._replace(expanded=expanded, seconds=time.perf_counter() - begun)


def rival(
    game: AnyGame, chosen: Solver[Any, Any, Any], level: Any, want: Want, metric: Metric
) -> Solver[Any, Any, Any] | None:
    """The solver of any solution that takes turns with the chosen one, if there is one."""
    if want is not Want.BEST or chosen.slice is None:
        return None
    other = choose(game, level, Want.FAST, metric)
    return other if other.slice is not None and other is not chosen else None


def _share(limits: Limits, seconds: float, expanded: int, nodes: int | None, others: int) -> Limits:
    """What a solver may use of what is left while others wait for their turn: its slice, and of the time a third."""
    left = None if limits.nodes is None else max(0, limits.nodes - expanded)
    if others and nodes is not None:
        left = nodes if left is None else min(left, nodes)
    clock = None if limits.seconds is None else max(0.0, limits.seconds - seconds)
    if others == 2 and clock is not None:
        clock /= 3
    return replace(limits, nodes=left, seconds=clock)


def _spent(limits: Limits, seconds: float, expanded: int) -> bool:
    """Whether nothing is left of the nodes or the time."""
    return (limits.nodes is not None and expanded >= limits.nodes) or (
        limits.seconds is not None and seconds >= limits.seconds
    )


def _solve_by(
    game: AnyGame,
    chosen: Solver[Any, Any, Any],
    level: Any,
    start: Any,
    want: Want,
    metric: Metric,
    limits: Limits,
    stop: Callable[[], bool] | None,
    compiling: Callable[[], None] | None,
    watch: Watch | None,
) -> Answer[Any]:
    """One solver's turn, a plain one standing in while its code is compiled, or not worth loading."""
    at_once = not chosen.kernel or (kernels.ready(chosen.kernel) and _worth_loading(chosen.kernel))
    plain = None if at_once else _plain(game, level, want, metric)
    if plain is None:
        return solve_with(game, _watched(chosen, watch), level, start, metric, limits, stop)
    few = replace(limits, nodes=min(_FEW, limits.nodes if limits.nodes is not None else _FEW))
    began = time.process_time()
    answer = solve_with(game, _watched(plain, watch), level, start, metric, few, stop)
    spent = time.process_time() - began
    _plain_seconds[chosen.kernel] = _plain_seconds.get(chosen.kernel, 0.0) + spent
    if answer.verdict is not Verdict.UNKNOWN or answer.why == CANCELLED:
        return answer
    if not kernels.ready(chosen.kernel):
        if kernels.start_compiling(chosen.kernel) and compiling is not None:
            compiling()

        def enough() -> bool:
            return (stop is not None and stop()) or kernels.finished_compiling(chosen.kernel)

        answer = solve_with(game, _watched(plain, watch), level, start, metric, limits, enough)
        if answer.why != CANCELLED or (stop is not None and stop()):
            return answer
    return solve_with(game, _watched(chosen, watch), level, start, metric, limits, stop)


def _worth_loading(kernel: str) -> bool:
    """Whether a kernel costs no more than it saves: it is loaded, many levels are to come, or plain Python has already
    taken as long as loading it would."""
    if jit.loaded(kernel) or _expected >= MANY:
        return True
    return _plain_seconds.get(kernel, 0.0) >= jit.loading_seconds(kernel)


def _plain(game: AnyGame, level: Any, want: Want, metric: Metric) -> Solver[Any, Any, Any] | None:
    """The solver that would be chosen if there were no compiled ones."""
    without = replace(game, solvers=tuple(solver for solver in game.solvers if not solver.kernel))
    try:
        return choose(without, level, want, metric)
    except NoSolver:
        return None


def _watched(solver: Solver[Any, Any, Any], watch: Watch | None) -> Solver[Any, Any, Any]:
    """The same solver, with `watch` called at each of its steps."""
    if watch is None:
        return solver

    def watched(visit: Visit[Any]) -> Visit[Any]:
        watch(visit)
        return visit

    def run(level: Any, state: Any, metric: Metric, limits: Limits) -> Generator[Visit[Any], None, Answer[Any]]:
        return relay(solver.run(level, state, metric, limits), watched)

    return replace(solver, run=run)
