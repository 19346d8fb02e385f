"""The toy game again, with solvers that wait for each other or die: for tests of `solve --workers`.

RACING names a folder in which they leave signs. A plugin of its own: CASSETETE_GAMES names it after the toy's.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from cassetete_plugin_taquin.game import GAME as TAQUIN  # type: ignore[import-not-found]

from cassetete.core.answers import NODE_LIMIT, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, Solver
from cassetete.core.message import Text


def solved(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    answer: Answer[Any] = yield from TAQUIN.solvers[0].run(level, state, metric, limits)
    return answer


def sign(name: str) -> Path:
    return Path(os.environ["RACING"]) / name


def wait_for(name: str) -> Any:
    """Go on once another process has left its sign; with one process that never comes."""
    while not sign(name).exists():
        time.sleep(0.005)
        yield Visit(None, 0, 0, 0)


def meet(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    """Boards of 2 by 2 and of 3 by 3 wait for each other."""
    sign(f"met{level.size}").touch()
    yield from wait_for(f"met{5 - level.size}")
    return (yield from solved(level, state, metric, limits))


def die(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    """A board of 3 by 3 ends its process, the first time or always."""
    yield Visit(None, 0, 0, 0)
    if level.size == 3 and (os.environ.get("ALWAYS") or not sign("died").exists()):
        with sign("died").open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return (yield from solved(level, state, metric, limits))


def wait(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    """A board of 3 by 3 never ends, nor does the second of 2 by 2."""
    if level.size == 3:
        sign("waiting").write_text(f"{os.getpid()} {os.getppid()}", "ascii")
        yield from wait_for("never")
    try:
        sign("first").touch(exist_ok=False)
    except FileExistsError:
        sign("second").touch()
        yield from wait_for("never")
    return (yield from solved(level, state, metric, limits))


def hard(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    """Proves nothing of a board of 3 by 3 in its slice, nor later, and is at work as long as the other one."""
    if level.size == 2:
        return (yield from solved(level, state, metric, limits))
    sign("exact").touch()
    if limits.nodes is not None:
        yield from wait_for("any")
        return Answer(Verdict.UNKNOWN, expanded=limits.nodes, why=NODE_LIMIT)
    yield from wait_for("never")
    raise AssertionError


def some(level: Any, state: Any, metric: Metric, limits: Limits) -> Search[Any, Any]:
    """Finds a solution, once the exact one is at work."""
    yield from wait_for("exact")
    answer = yield from solved(level, state, metric, limits)
    sign("any").touch()
    return answer._replace(optimal=False)


def solver(run: Any, **more: Any) -> Solver[Any, Any, Any]:
    return Solver(run.__name__, Text(run.__name__), run, **more)


GAME = replace(
    TAQUIN,
    id="racing",
    package="cassetete_plugin_taquin",
    solvers=(
        solver(some, complete=False, slice=50),
        solver(hard, optimal=frozenset(Metric), slice=20),
        *map(solver, (meet, die, wait)),
    ),
)
