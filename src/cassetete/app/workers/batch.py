"""Levels solved by several processes, their results in the order of the levels."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cassetete.app.solving.choose import MANY
from cassetete.app.solving.examine import COMPILING
from cassetete.app.workers.batch_pool import BatchPool
from cassetete.app.workers.perform import failure
from cassetete.app.workers.race import CHOSEN, OTHER, Race
from cassetete.core.answers import MEMORY_LIMIT, Answer, End, Verdict, Want, Why
from cassetete.core.certify import certify
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import AnyGame
from cassetete.session.jobs import Examined, Result, ToExamine, Working

_AHEAD = 1000
"""How many levels may wait for one before them that takes longer."""

_ASK_EVERY = 0.1


class LevelRun:
    """One level being solved by a process, or by two of them that race. All that they find is replayed here."""

    def __init__(self, job: ToExamine | None, other_slice: int | None = None, tag: Any = None) -> None:
        """Without a job there is nothing to do, and `tag` says all. With `other_slice`, what the other solver has of
        nodes where two take turns, the level can be solved by two processes."""
        self.job, self.tag = job, tag
        self.result: Examined | None = None
        self.written: list[str] = []
        """All solutions, where they are listed."""
        self.can_race = other_slice is not None
        self._slice = other_slice or 0
        self._race: Race | None = None
        self._begun = 0.0
        self._turn_over = False
        self._tickets: list[int] = []
        self._full = False
        self._fault: Why | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more is to be waited for."""
        return self.job is None or self.result is not None

    def start(self, pool: BatchPool, race: bool) -> list[int]:
        """Give the level to a process; its ticket, none if it cannot be sent. In a race another one will help from the
        beginning."""
        assert self.job is not None
        self._begun = time.monotonic()
        try:
            self._tickets = [pool.ask(replace(self.job, race=race))]
        except Exception as error:  # the game writes the level
            self.result = Examined(0, self.job, None, why=_why(error, self.job.game))
        return self._tickets

    @property
    def can_be_helped(self) -> bool:
        """Whether one process is at work, and a second would be of use."""
        return self.can_race and len(self._tickets) == 1 and not self.done

    def help(self, pool: BatchPool) -> int:
        """Let a second process look for any solution, for the time that is left; the ticket."""
        assert self.job is not None
        later, limits = time.monotonic() - self._begun, self.job.limits
        left = None if limits.seconds is None else max(0.0, limits.seconds - later)
        self._race = Race(self._slice, limits.seconds is not None, self._turn_over, later)
        job = replace(self.job, race=True, want=Want.FAST, limits=replace(limits, seconds=left))
        job = replace(job, batch=MANY)  # compiled code at once: plain Python looks at the level in the first process
        self._tickets.append(pool.ask(job))
        return self._tickets[1]

    def receive(self, pool: BatchPool, message: Working | Result, full: Callable[[], bool]) -> None:
        """A message of one of its processes; `full`: no more solutions can be kept."""
        assert isinstance(message, Working | Examined)
        if self.done:
            return
        who = CHOSEN if message.ticket == self._tickets[0] else OTHER
        if isinstance(message, Working):
            if message.written and not self._full and self._fault is None:
                self._keep(message)
                self._full = full()
                if self._full or self._fault is not None:
                    pool.cancel(message.ticket)
            self._turn_over = self._turn_over or message.turn_over
            if self._race is not None:
                self._race.progress(who, message)
        else:
            message = self._checked(message)
            if self._race is not None:
                self._race.end(who, message, time.monotonic())
            else:
                self.result = message
        if self._race is not None:
            self.result = self._race.result(time.monotonic())
        if self.result is not None:
            for ticket in self._tickets:
                pool.cancel(ticket)

    def _keep(self, part: Working) -> None:
        """Keep a part of the list of solutions; what is wrong with one is told by the result."""
        assert self.job is not None
        game, level, state = self.job.game, self.job.level, self.job.state
        del self.written[part.done :]  # a process that died had listed them before
        try:
            for text in part.written:
                moves = game.notation.read(level, state, text)
                certify(game, level, state, Answer(Verdict.SOLVED, moves))
                self.written.append(text)
        except Exception as error:  # the rules and the notation are the game's
            self._fault = _why(error, game)

    def _checked(self, found: Examined) -> Examined:
        """The same, replayed by the rules."""
        assert self.job is not None
        job = self.job
        if self._fault is not None:
            return replace(found, answer=None, why=self._fault)
        if found.answer is not None:
            try:
                certify(job.game, job.level, job.state, found.answer)
            except Exception as error:  # the rules are the game's
                return replace(found, answer=None, why=_why(error, job.game))
        if self._full:
            return replace(found, end=End(False, MEMORY_LIMIT))
        return found


def _why(error: Exception, game: AnyGame) -> Why:
    """Why an answer could not be replayed."""
    return error.why if isinstance(error, LimitReached) else failure(error, game)


def in_order(
    pool: BatchPool,
    runs: Iterator[LevelRun],
    stop: Callable[[], bool],
    compiling: Callable[[], object] = lambda: None,
    full: Callable[[], bool] = lambda: False,
) -> Iterator[LevelRun]:
    """Each level once it is done, in their order; when `stop` says so, those that are done by then.

    A process for which no level is left helps at one that is being solved, if that can be solved by two.
    """
    waiting, open_runs = deque[LevelRun](), deque[LevelRun]()
    asked: dict[int, LevelRun] = {}
    ended = False
    while True:
        while not ended and len(waiting) <= 2 * pool.size and len(open_runs) < _AHEAD and not stop():
            run = next(runs, None)
            if run is None:
                ended = True
                break
            open_runs.append(run)
            if run.job is not None:
                waiting.append(run)
        while waiting and pool.idle:
            run = waiting.popleft()
            race = run.can_race and ended and pool.idle >= 2 + len(waiting)
            asked |= dict.fromkeys(run.start(pool, race), run)
        if ended and not waiting:
            for run in open_runs:
                if pool.idle and run.can_be_helped:
                    asked[run.help(pool)] = run
        for message in pool.poll():
            if isinstance(message, Working):
                if message.text == COMPILING:
                    compiling()
                asked[message.ticket].receive(pool, message, full)
            else:
                asked.pop(message.ticket).receive(pool, message, full)
        while open_runs and open_runs[0].done:
            yield open_runs.popleft()
        if stop():
            yield from (run for run in open_runs if run.done and run.job is not None)
            return
        if ended and not open_runs:
            return
        if not (waiting and pool.idle):
            pool.wait(_ASK_EVERY)
