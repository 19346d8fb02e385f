"""The hunt for the hardest level of a size: its tasks, doing them in a pool, and what they found."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from cassetete.app.game_errors import describe
from cassetete.app.hunts.pool import TaskPool, run_tasks
from cassetete.app.hunts.results import TaskResult
from cassetete.app.hunts.worker import report
from cassetete.app.registry import games
from cassetete.app.solving.choose import NoSolver, solve
from cassetete.core.answers import Limits, Verdict, Want
from cassetete.core.contract import AnyGame, Found, Hunt, Progress, Tasks
from cassetete.core.drain import drain
from cassetete.core.errors import BadLevel, CasseteteError
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_REPORT_EVERY = 0.5


@dataclass(frozen=True)
class HuntPlan:
    """A hunt: its tasks, and what is known of this game and size already, from this hunt or others."""

    game: AnyGame
    size: str
    seed: int
    tasks: Tasks
    known: tuple[TaskResult, ...] = ()

    def with_records(self, records: Iterable[TaskResult]) -> HuntPlan:
        """The plan that knows these records too: those of its game and size, each task once."""
        known = {record.task: record for record in self.known}
        for record in records:
            if (record.game, record.size) == (self.game.id, self.size):
                known.setdefault(record.task, record)
        return replace(self, known=tuple(known.values()))

    @property
    def left(self) -> list[str]:
        """The tasks that are not done."""
        done = {record.task for record in self.known}
        return [task for task in self.tasks.items if task not in done]

    @property
    def proven(self) -> bool:
        """Whether no level of the size is harder than the best: every level was tried."""
        return self.tasks.exhaustive and bool(self.tasks.items) and not self.left

    @property
    def best(self) -> TaskResult | None:
        """The hardest level found, if any; of equals always the same, whichever was found first."""
        found = [record for record in self.known if record.level and record.length > 0]
        return min(found, key=lambda record: (-record.length, record.task), default=None)

    @property
    def tried(self) -> int:
        """How many levels were tried."""
        return sum(record.tried for record in self.known)


def plan_hunt(game: AnyGame, size: str, iterations: int, seed: int) -> HuntPlan:
    """The plan of a hunt; a CasseteteError if the game has none, or none of this size."""
    tasks = _hunt_of(game).tasks(size, iterations, seed)
    return HuntPlan(game, size, seed, Tasks(tasks.exhaustive, tuple(dict.fromkeys(tasks.items))))


def _hunt_of(game: AnyGame) -> Hunt:
    if game.making.hunt is None:
        raise CasseteteError(_("{game} cannot search for its hardest levels", game=game.id))
    return game.making.hunt


class FailedTask(NamedTuple):
    """A task that is not done, and why."""

    task: str
    why: Text | str


def run_hunt(
    plan: HuntPlan, pool: TaskPool, tasks: Sequence[str], stop: Callable[[], bool]
) -> Iterator[TaskResult | FailedTask]:
    """The result of each task as soon as it is finished, or why it failed."""
    for outcome in run_tasks(pool, partial(do_task, plan.game.id), tasks, stop):
        answer = json.loads(outcome.result) if outcome.result is not None else {"fault": outcome.fault or ""}
        if "fault" in answer:
            yield FailedTask(outcome.task, answer["fault"])
        else:
            yield TaskResult(
                game=plan.game.id,
                size=plan.size,
                task=outcome.task,
                seed=plan.seed,
                exhaustive=plan.tasks.exhaustive,
                **answer,
            )


def do_task(game: str, task: str) -> str:
    """In a worker: do the task; what it found, or what went wrong, as text."""
    began = time.perf_counter()
    try:
        found = _found(game, task)
    except CasseteteError as error:
        return json.dumps({"fault": str(error)})
    except Exception as error:
        return json.dumps({"fault": str(describe(error))})
    seconds = round(time.perf_counter() - began, 3)
    counted = {"length": int(found.length), "tried": int(found.tried)}
    return json.dumps({**counted, "level": found.level, "seconds": seconds})


def _found(name: str, task: str) -> Found:
    game = games().get(name)
    if game is None:
        raise CasseteteError(_("there is no game '{name}'", name=name))
    reported = time.monotonic()

    def progressed(step: Progress) -> None:
        nonlocal reported
        if step.total and time.monotonic() - reported >= _REPORT_EVERY:
            reported = time.monotonic()
            report(step.done / step.total)

    return drain(_hunt_of(game).run(task), progressed)


def verified(game: AnyGame, record: TaskResult, limits: Limits = Limits()) -> bool | None:
    """Whether the game's own solver finds the length of a record; None if it cannot say within the limits."""
    try:
        parsed = game.formats[0].parse(record.level)
        level: Any = None if isinstance(parsed[0], BadLevel) else parsed[0].level
        if level is None or game.problems(level):
            return False
        answer = solve(game, level, want=Want.SHORTEST, limits=limits)
    except NoSolver:
        return None
    except (CasseteteError, IndexError):
        return False
    if answer.verdict is Verdict.IMPOSSIBLE:
        return False
    counted = totals(game, level, game.rules.start(level), answer.moves)
    return record.length == counted.by(game.lengths.metric(level)) if answer.optimal else None
