"""Many hands for many tasks: local processes, or a Dask cluster, through `concurrent.futures`.

Tasks and results are texts, so that any process on any machine can do them. A worker that is lost (killed, out of
memory, unplugged) loses no result: what was finished is kept, and what was not is done again by another.
"""

from __future__ import annotations

import importlib
import json
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

TRIES = 3
"""How many workers a task may lose before it is left undone."""

HOPELESS = 10
"""How many tasks may fail one after the other, none succeeding, before all is given up."""

_GLANCE = 0.1
_SHORT = 400
_SETTLING = 30.0
_CLUSTER_ROOM = 1024
_CLUSTER_PATIENCE = 15
_FAREWELL = 2


class NoHands(CasseteteError):
    """There is nobody to do the work: no cluster at that address, or workers that all die."""


class Outcome(NamedTuple):
    """A task and its result, or what kept it from having one."""

    task: str
    result: str | None
    fault: Text | None = None


class Hands(Protocol):
    """Whoever does the work."""

    @property
    def room(self) -> int:
        """How many tasks to hand out at a time."""

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Hand out a task."""

    def news(self) -> Iterable[tuple[str, float]]:
        """Tasks and the share of each that is done, as workers have told since the last time."""

    def renew(self) -> None:
        """Find others: these hands are broken. NoHands if there are none."""


class Processes(AbstractContextManager["Processes"]):
    """Processes of this machine. They end with the block, and with this process, however it ends.

    The block must stand under `if __name__ == "__main__":` in a script, since the processes import it.
    """

    def __init__(self, count: int | None = None) -> None:
        self.room = count or cores()
        self._context = multiprocessing.get_context("spawn")
        # Nothing is ever said on this line: its other end is open as long as this process lives and wants it so.
        self._lifeline, self._end_of_life = self._context.Pipe(duplex=False)
        self._told, self._teller = self._context.Pipe(duplex=False)
        os.set_blocking(self._teller.fileno(), False)  # if nobody listens, workers need not wait
        self._pool = self._new_pool()

    def _new_pool(self) -> Executor:
        return ProcessPoolExecutor(self.room, self._context, _settle_in, (self._lifeline, self._teller))

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Hand out a task. A process that this starts does not hear Ctrl-C, not even while it starts: only we do."""
        if not hasattr(signal, "pthread_sigmask"):
            return self._pool.submit(call, task)
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.submit(call, task)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def news(self) -> Iterator[tuple[str, float]]:
        """What `tell` has told in the workers."""
        while self._told.poll():
            task, share = json.loads(self._told.recv_bytes())
            yield task, share

    def renew(self) -> None:
        """A pool of new processes, for the old one counts as broken as soon as one is lost."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._new_pool()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_of_life.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for end in (self._lifeline, self._told, self._teller):
            end.close()


def cores() -> int:
    """How many processes this machine runs at once."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_line_home: Connection | None = None
"""In a worker: where to tell how far it is."""


def _settle_in(lifeline: Connection, teller: Connection) -> None:
    """In a new worker: end when the lifeline is cut."""
    global _line_home
    _line_home = teller

    def watch() -> None:
        with suppress(EOFError, OSError):
            lifeline.recv_bytes()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def tell(task: str, share: float) -> None:
    """In a worker: say how far the task is. Without a lock, which a killed worker would hold for ever: a message
    this short goes through a pipe in one piece."""
    message = json.dumps([task, share]).encode("ascii")
    if _line_home is not None and len(message) <= _SHORT:
        with suppress(BlockingIOError):
            _line_home.send_bytes(message)


class Cluster(AbstractContextManager["Cluster"]):
    """The workers of a Dask cluster (the extra `cassetete[cluster]`), found through their scheduler's address.

    Each needs the same cassetete installed, and CASSETETE_GAMES set as here if the game is a plugin.
    """

    room = _CLUSTER_ROOM

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._connect()

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Hand out a task."""
        return self._executor.submit(call, task)

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._client.ncores())

    def _connect(self) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise NoHands(_("a cluster needs Dask: pip install 'cassetete[cluster]'")) from None
        for name in list(logging.root.manager.loggerDict):  # what matters of its news, we say ourselves
            if name.split(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client = distributed.Client(self._address, timeout=_CLUSTER_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            why = str(error).split("\n", 1)[0]
            raise NoHands(_("no Dask scheduler answers at {address}: {why}", address=self._address, why=why)) from None
        self._executor: Executor = self._client.get_executor(pure=False)

    def news(self) -> tuple[tuple[str, float], ...]:
        """Nothing: only what is finished comes back from a cluster."""
        return ()

    def renew(self) -> None:
        """Find the scheduler again, or one that has taken its place."""
        self._take_leave()
        self._connect()

    def _take_leave(self) -> None:
        """Say goodbye to the scheduler; one that is slow, or gone, is not waited for: all results are here."""
        with suppress(TimeoutError):
            self._client.close(timeout=_FAREWELL)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._take_leave()


def perform(
    hands: Hands, call: Callable[[str], str], tasks: Iterable[str], stop: Callable[[], bool] = lambda: False
) -> Iterator[Outcome]:
    """The outcome of every task, in the order they are finished; of those finished by then, if `stop` says so.

    Nobody can say which of the tasks under way brought a worker down: all are tried again, after the others, and
    each the last time alone, so that none is left undone for another's fault.
    """
    waiting, losses = deque(tasks), Counter[str]()
    under_way: dict[Future[str], str] = {}
    in_vain = 0
    while (waiting or under_way) and not stop():
        broken = not _handed_out(hands, call, waiting, losses, under_way)
        finished = wait(under_way, _GLANCE, FIRST_COMPLETED).done
        broken = broken or any(_broken(future) for future in finished)
        if broken:
            wait(under_way, timeout=_SETTLING)
        for future in [future for future in under_way if future.done() or broken]:
            task = under_way.pop(future)
            losses[task] += _lost(future)
            if _lost(future) and losses[task] < TRIES:
                waiting.append(task)
                continue
            outcome = _outcome(task, future)
            in_vain = 0 if outcome.result is not None else in_vain + 1
            yield outcome
        if in_vain >= HOPELESS:
            raise NoHands(_("{n} tasks failed one after the other: giving up", n=in_vain))
        if broken:
            hands.renew()


def _handed_out(
    hands: Hands,
    call: Callable[[str], str],
    waiting: deque[str],
    losses: Counter[str],
    under_way: dict[Future[str], str],
) -> bool:
    """Give the hands as much as they have room for; False if they turn out to be broken."""
    while waiting and len(under_way) < hands.room:
        last_try = losses[waiting[0]] == TRIES - 1
        alone = any(losses[task] == TRIES - 1 for task in under_way.values())
        if under_way and (last_try or alone):
            break
        try:
            future = hands.submit(call, waiting[0])
        except (BrokenExecutor, RuntimeError):
            return False
        under_way[future] = waiting.popleft()
    return True


def _broken(future: Future[str]) -> bool:
    """Whether this says that the hands themselves are broken."""
    return future.cancelled() or (future.done() and isinstance(future.exception(), BrokenExecutor | CancelledError))


def _lost(future: Future[str]) -> bool:
    """Whether the worker was lost. (A cluster goes on without it, and says KilledWorker after a few tries.)"""
    return not future.done() or _broken(future) or type(future.exception()).__name__ == "KilledWorker"


def _outcome(task: str, future: Future[str]) -> Outcome:
    if _lost(future):
        return Outcome(task, None, _("it lost {n} workers", n=TRIES))
    error = future.exception()
    if error is not None:
        return Outcome(task, None, _("an error of ours: {error}", error=f"{type(error).__name__}: {error}"[:300]))
    return Outcome(task, future.result())
