"""The toy game again, whose fast solver and generator take as long to compile as a test wants.

COMPILING names a folder. A kernel that is being compiled makes a file `NAME.begun` there, and is done when there is a
file `NAME.done`. Without its fast solver the game is searched for ever. A plugin of its own: CASSETETE_GAMES names it
after the toy's.
"""

from __future__ import annotations

from collections import abc
from dataclasses import replace
from typing import Any

from cassetete_plugin_taquin.game import GAME as TAQUIN  # type: ignore[import-not-found]

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Solver
from cassetete.core.message import Text
from cassetete.search.meter import Meter


def endless(_level: Any, state: Any, _metric: Metric, limits: Limits) -> abc.Generator[Visit[Any], None, Answer[Any]]:
    """A search that only ends when it is stopped."""
    meter = Meter(limits)
    while (why := meter.exceeded()) is None:
        yield Visit(state, meter.expanded, 0, 0)
    return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)


GAME = replace(
    TAQUIN,
    id="slow_to_compile",
    package="cassetete_plugin_taquin",
    solvers=(
        replace(TAQUIN.solvers[0], id="fast", kernel=f"{__package__}.warm_up"),
        Solver("endless", Text("endless"), endless, frozenset(Metric)),
    ),
    making=replace(
        TAQUIN.making,
        generators=(replace(TAQUIN.making.generators[0], kernel=f"{__package__}.warm_up_generator"),),
    ),
)
