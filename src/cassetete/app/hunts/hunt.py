"""The hunt for the hardest level of a size: its tasks, doing them in a pool, and what they found."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from cassetete.app.game_errors import describe
from cassetete.app.hunts.pool import Outcome, TaskPool, run_tasks
from cassetete.app.hunts.results import BegunTask, Record, TaskResult
from cassetete.app.hunts.worker import report
from cassetete.app.registry import games
from cassetete.app.solving.choose import NoSolver, solve
from cassetete.core.answers import Limits, Verdict, Want
from cassetete.core.contract import AnyGame, Found, Hunt, Progress, Tasks
from cassetete.core.drain import drain_until
from cassetete.core.errors import BadLevel, CasseteteError
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_REPORT_EVERY = 0.5

CHECKPOINT = 30.0
"""Seconds after which a task that can be continued says how far it has come, and goes on from there."""


@dataclass(frozen=True)
class HuntPlan:
    """A hunt: its tasks, and what is known of this game and size already, from this hunt or others."""

    game: AnyGame
    size: str
    seed: int
    tasks: Tasks
    known: tuple[TaskResult, ...] = ()
    begun: tuple[BegunTask, ...] = ()
    """How far other tasks have come."""

    def with_records(self, records: Iterable[Record]) -> HuntPlan:
        """The plan that knows these records too: those of its game and size, each task once."""
        known = {record.task: record for record in self.known}
        begun = {record.task: record for record in self.begun}
        for record in records:
            if (record.game, record.size) != (self.game.id, self.size):
                continue
            if isinstance(record, BegunTask):
                begun[record.task] = record
            else:
                known.setdefault(record.task, record)
        left = tuple(record for task, record in begun.items() if task not in known)
        return replace(self, known=tuple(known.values()), begun=left)

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
    plan: HuntPlan, pool: TaskPool, tasks: Sequence[str], stop: Callable[[], bool], checkpoint: float = CHECKPOINT
) -> Iterator[Record | FailedTask]:
    """The result of each task as soon as it is finished, or why it failed; and before, how far it has come."""
    begun = {record.task: record for record in plan.begun}
    spent = {task: record.seconds for task, record in begun.items()}
    texts = [_text(task, begun[task].kept if task in begun else "") for task in tasks]
    for outcome in run_tasks(pool, partial(do_task, plan.game.id, checkpoint), texts, stop, _rest):
        task = task_of(outcome.task)
        if outcome.result is None:
            yield FailedTask(task, outcome.fault or "")
            continue
        answer = json.loads(outcome.result)
        if "fault" in answer:
            yield FailedTask(task, answer["fault"])
            continue
        spent[task] = answer["seconds"] = round(answer["seconds"] + spent.get(task, 0.0), 3)
        if "kept" in answer:
            yield BegunTask(plan.game.id, plan.size, task, **answer)
        else:
            yield TaskResult(
                game=plan.game.id,
                size=plan.size,
                task=task,
                seed=plan.seed,
                exhaustive=plan.tasks.exhaustive,
                **answer,
            )


def _text(task: str, kept: str) -> str:
    """What a worker is given: the task, and in a second line how far it has come."""
    return f"{task}\n{kept}" if kept else task


def task_of(text: str) -> str:
    """The task in what a worker is given.

    >>> task_of("anneal 5 4 100000 7\\n[512]")
    'anneal 5 4 100000 7'
    """
    return text.partition("\n")[0]


def _rest(outcome: Outcome) -> str | None:
    """What is left of a task that was cut at a checkpoint."""
    kept = json.loads(outcome.result).get("kept") if outcome.result is not None else None
    return None if kept is None else _text(task_of(outcome.task), kept)


def do_task(game: str, checkpoint: float, text: str) -> str:
    """In a worker: do the task, for so many seconds if it can be continued; what it found, how far it has come, or what
    went wrong, as text."""
    began = time.perf_counter()
    try:
        found = _found(game, checkpoint, text)
    except CasseteteError as error:
        return json.dumps({"fault": str(error)})
    except Exception as error:
        return json.dumps({"fault": str(describe(error))})
    seconds = round(time.perf_counter() - began, 3)
    if isinstance(found, str):
        return json.dumps({"kept": found, "seconds": seconds})
    counted = {"length": int(found.length), "tried": int(found.tried)}
    return json.dumps({**counted, "level": found.level, "seconds": seconds})


def _found(name: str, checkpoint: float, text: str) -> Found | str:
    """What a task found, or the text from which it can be continued."""
    game = games().get(name)
    if game is None:
        raise CasseteteError(_("there is no game '{name}'", name=name))
    hunt, (task, _end, kept) = _hunt_of(game), text.partition("\n")
    began = reported = time.monotonic()
    reached = kept

    def enough(step: Progress) -> bool:
        nonlocal reported, reached
        now = time.monotonic()
        if step.total and now - reported >= _REPORT_EVERY:
            reported = now
            report(step.done / step.total)
        reached = step.kept
        return hunt.resume is not None and step.kept not in ("", kept) and now - began >= checkpoint

    work = hunt.resume(task, kept) if hunt.resume is not None and kept else hunt.run(task)
    return drain_until(work, enough) or reached


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
