"""Doing many tasks in parallel: in processes of this machine, or in the workers of a Dask cluster.

Tasks and results are texts, so any process on any machine can do them. A worker that is lost (killed, out of memory,
unplugged) loses no result: what was finished is kept, and what was not is done again by another.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple, Protocol

from cassetete.app.hunts.worker import named
from cassetete.app.processes import spawn
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

MAX_LOST = 3
"""How many workers a task may lose before it is left undone."""

MAX_FAILED = 10
"""How many tasks may fail one after the other, none succeeding, before all is given up."""

_POLL = 0.1
_SETTLING = 30.0
_COUNT_EVERY = 2.0
"""Seconds between two questions to a cluster how many workers it has."""
_CLUSTER_TIMEOUT = 15
_CLOSE_TIMEOUT = 2


class NoWorkers(CasseteteError):
    """No worker can do the tasks: no cluster at that address, or workers that all die."""


class WorkerLost(Exception):
    """The process that did a task is gone."""


class TaskError(Exception):
    """A task raised an error in its process; the text says which."""


class Outcome(NamedTuple):
    """A task and its result, or what kept it from having one."""

    task: str
    result: str | None
    fault: Text | None = None


class TaskPool(Protocol):
    """Workers that do tasks."""

    @property
    def capacity(self) -> int:
        """How many tasks to give out at a time."""

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Give out a task; NoWorkers if no worker is left."""

    def progress(self) -> Iterable[tuple[str, float]]:
        """Tasks and the share of each that is done, as reported since the last call."""

    def reconnect(self) -> None:
        """Find workers again after these were lost; NoWorkers if there are none."""


class ProcessPool(AbstractContextManager["ProcessPool"]):
    """Processes of this machine, which share so many bytes. They end with the block, or with this program."""

    def __init__(self, count: int | None = None, memory: int | None = None) -> None:
        self.capacity = count or cores()
        self._limit = () if memory is None else (str(memory // self.capacity),)
        self._idle: list[subprocess.Popen[bytes]] = []
        self._threads: dict[subprocess.Popen[bytes], threading.Thread | None] = {}
        self._reports: queue.SimpleQueue[tuple[str, float]] = queue.SimpleQueue()

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Give a task to a process that has none, or to a new one."""
        process = self._idle.pop() if self._idle else self._start()
        packet = {**named(call), "task": task}
        future: Future[str] = Future()
        thread = self._threads[process] = threading.Thread(
            target=self._follow, args=(process, packet, future), daemon=True
        )
        thread.start()
        return future

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = spawn.start("cassetete.app.hunts.worker", *self._limit, stdout=subprocess.PIPE, stderr=None)
        except (OSError, ValueError) as error:
            raise NoWorkers(_("no worker process can be started: {why}", why=str(error))) from None
        self._threads[process] = None
        return process

    def _follow(self, process: subprocess.Popen[bytes], packet: dict[str, Any], future: Future[str]) -> None:
        """In a thread: send the task and read what its process says, until it is done or lost."""
        assert process.stdin is not None and process.stdout is not None
        answer: dict[str, Any] = {}
        with suppress(OSError, ValueError):  # the process is gone, or was cut off in the middle of a line
            line = json.dumps(packet).encode("ascii") + b"\n"
            while line:
                line = line[process.stdin.write(line) :]
            while "result" not in answer and "error" not in answer:
                answer = json.loads(process.stdout.readline())
                if "share" in answer:
                    self._reports.put((packet["task"], answer["share"]))
        if "result" in answer or "error" in answer:
            self._idle.append(process)
        if "result" in answer:
            future.set_result(answer["result"])
        else:
            future.set_exception(TaskError(answer["error"]) if "error" in answer else WorkerLost())

    def progress(self) -> Iterator[tuple[str, float]]:
        """What `worker.report` said in the processes."""
        while not self._reports.empty():
            yield self._reports.get()

    def reconnect(self) -> None:
        """Nothing to do: a process that is lost is replaced with the next task."""

    def __exit__(self, *_error: object) -> None:
        for process in self._threads:
            spawn.kill(process)
        for process, thread in self._threads.items():
            process.wait()
            if thread is not None:
                thread.join()
            spawn.close_pipes(process)


def cores() -> int:
    """How many processes this machine runs at once."""
    if sys.platform == "linux" and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class TLS(NamedTuple):
    """The files of an encrypted cluster: who signed its certificates, and this program's own certificate and key."""

    authority: str
    certificate: str
    key: str

    def for_dask(self) -> dict[str, Any]:
        """As `distributed.Security` takes them."""
        files = {
            "tls_ca_file": self.authority,
            "tls_client_cert": self.certificate,
            "tls_client_key": self.key,
        }
        return {"require_encryption": True, **files}


class ClusterPool(AbstractContextManager["ClusterPool"]):
    """The workers of a Dask cluster (the extra `cassetete[cluster]`), found through their scheduler's address.

    Each needs the same cassetete installed, and CASSETETE_GAMES set as here if the game is a plugin.
    """

    def __init__(self, address: str, tls: TLS | None = None) -> None:
        self._address, self._tls = address, tls
        self._client: Any = None
        self._threads, self._counted = 1, float("-inf")
        self._connect()

    @property
    def capacity(self) -> int:
        """Two tasks for each thread of the workers there are: none waits for work, and what was begun is finished
        before much else is begun."""
        now = time.monotonic()
        if now >= self._counted + _COUNT_EVERY:
            self._counted = now
            with suppress(Exception):  # a scheduler that is lost is noticed by its tasks
                self._threads = max(1, sum(self._client.ncores().values()))
        return 2 * self._threads

    def submit(self, call: Callable[[str], str], task: str) -> Future[str]:
        """Give out a task."""
        return self._executor.submit(call, task)

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._client.ncores())

    def _connect(self) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise NoWorkers(_("a cluster needs Dask: pip install 'cassetete[cluster]'")) from None
        for name in list(logging.root.manager.loggerDict):  # we report what matters ourselves
            if name.split(".")[0] in ("distributed", "asyncio"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            security = None if self._tls is None else distributed.Security(**self._tls.for_dask())
            self._client = distributed.Client(
                self._address, timeout=_CLUSTER_TIMEOUT, set_as_default=False, security=security
            )
        except (OSError, ValueError, TypeError) as error:
            why = str(error).split("\n", 1)[0]
            raise NoWorkers(
                _("no Dask scheduler answers at {address}: {why}", address=self._address, why=why)
            ) from None
        self._executor: Executor = self._client.get_executor(pure=False)

    def progress(self) -> tuple[tuple[str, float], ...]:
        """Nothing: only what is finished comes back from a cluster."""
        return ()

    def reconnect(self) -> None:
        """Find the scheduler again, or one that has taken its place."""
        self._disconnect()
        self._connect()

    def _disconnect(self) -> None:
        """Leave the scheduler; one that is slow, or gone, is not waited for: all results are here."""
        with suppress(TimeoutError):
            self._client.close(timeout=_CLOSE_TIMEOUT)

    def __exit__(self, *_error: object) -> None:
        self._disconnect()


def run_tasks(
    pool: TaskPool,
    call: Callable[[str], str],
    tasks: Iterable[str],
    stop: Callable[[], bool] = lambda: False,
    following: Callable[[Outcome], str | None] = lambda _outcome: None,
) -> Iterator[Outcome]:
    """The outcome of every task, in the order they are finished; of those finished by then, if `stop` says so.

    What `following` makes of an outcome is given out next: the rest of a task of which a part was done.
    A task that lost its worker is tried again after the others. When a cluster breaks, it is not known which task did
    it: all of them are tried again, the last time one by one, so that no task fails because of another.
    """
    waiting, losses = deque(tasks), Counter[str]()
    under_way: dict[Future[str], str] = {}
    failed = 0
    while (waiting or under_way) and not stop():
        broken = not _give_out(pool, call, waiting, losses, under_way)
        finished = wait(under_way, _POLL, FIRST_COMPLETED).done
        broken = broken or any(_broken(future) for future in finished)
        if broken:
            wait(under_way, timeout=_SETTLING)
        for future in [future for future in under_way if future.done() or broken]:
            task = under_way.pop(future)
            losses[task] += _lost(future)
            if _lost(future) and losses[task] < MAX_LOST:
                waiting.append(task)
                continue
            outcome = _outcome(task, future)
            failed = 0 if outcome.result is not None else failed + 1
            rest = following(outcome)
            if rest is not None:
                waiting.appendleft(rest)
            yield outcome
        if failed >= MAX_FAILED:
            raise NoWorkers(_("{n} tasks failed in a row: giving up", n=failed))
        if broken:
            pool.reconnect()


def _give_out(
    pool: TaskPool,
    call: Callable[[str], str],
    waiting: deque[str],
    losses: Counter[str],
    under_way: dict[Future[str], str],
) -> bool:
    """Give out as many tasks as the pool takes; False if the pool turns out to be broken."""
    while waiting and len(under_way) < pool.capacity:
        last_try = losses[waiting[0]] == MAX_LOST - 1
        alone = any(losses[task] == MAX_LOST - 1 for task in under_way.values())
        if under_way and (last_try or alone):
            break
        try:
            future = pool.submit(call, waiting[0])
        except (BrokenExecutor, RuntimeError):
            return False
        under_way[future] = waiting.popleft()
    return True


def _broken(future: Future[str]) -> bool:
    """Whether this says that the pool itself is broken."""
    return future.cancelled() or (future.done() and isinstance(future.exception(), BrokenExecutor | CancelledError))


def _lost(future: Future[str]) -> bool:
    """Whether the worker was lost. (A cluster goes on without it, and says KilledWorker after a few tries.)"""
    if not future.done() or _broken(future):
        return True
    return isinstance(future.exception(), WorkerLost) or type(future.exception()).__name__ == "KilledWorker"


def _outcome(task: str, future: Future[str]) -> Outcome:
    if _lost(future):
        return Outcome(task, None, _("it lost {n} workers", n=MAX_LOST))
    error = future.exception()
    if error is not None:
        what = str(error) if isinstance(error, TaskError) else f"{type(error).__name__}: {error}"
        return Outcome(task, None, _("it failed: {error}", error=what[:300]))
    return Outcome(task, future.result())
