"""Many hands: what they finish is kept, whoever of them is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import chores
from cassetete.app.workforce import HOPELESS, Cluster, NoHands, Outcome, Processes, perform

TESTS = Path(chores.__file__).parent
PATIENCE = 60
"""Seconds after which a test gives up: a safety, not a measure."""


def test_every_task_is_done_once() -> None:
    words = [f"word {number}" for number in range(20)]
    with Processes(2) as hands:
        outcomes = list(perform(hands, chores.shout, words))
    assert sorted(outcomes) == sorted(Outcome(word, word.upper()) for word in words)


def test_workers_are_other_processes_and_end_with_the_block() -> None:
    with Processes(1) as hands:
        [(_task, worker, _fault)] = perform(hands, chores.own_process, ["x"])
    assert worker is not None and int(worker) != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(int(worker), 0)


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in "abc"]
    with Processes(2) as hands:
        outcomes = list(perform(hands, chores.die_the_first_time, files[:1]))
        outcomes += perform(hands, chores.shout, files)
    assert outcomes[0] == Outcome(files[0], "done")
    assert len(outcomes) == 4


def test_a_task_that_kills_every_worker_is_left_and_the_others_are_done() -> None:
    tasks = ["a", "poison", "b", "c", "d"]
    with Processes(2) as hands:
        outcomes = {outcome.task: outcome for outcome in perform(hands, chores.die_on_poison, tasks)}
    assert {task for task, outcome in outcomes.items() if outcome.result == task} == {"a", "b", "c", "d"}
    assert str(outcomes["poison"].fault) == "it lost 3 workers"


def test_an_error_in_a_task_is_its_outcome() -> None:
    with Processes(1) as hands:
        [outcome] = perform(hands, chores.fail, ["this"])
    assert outcome.result is None and "ValueError: this cannot be done" in str(outcome.fault)


def test_when_all_fails_it_is_given_up() -> None:
    seen = []
    with Processes(1) as hands, pytest.raises(NoHands):
        for outcome in perform(hands, chores.fail, map(str, range(100))):
            seen.append(outcome)
    assert len(seen) == HOPELESS


def test_workers_end_when_their_parent_is_killed() -> None:
    """The parent says who its worker is, and is killed; its output ends only when the worker that shares it does."""
    code = "import chores\nfrom cassetete.app.workforce import Processes, perform\n"
    code += "if __name__ == '__main__':\n"
    code += "    with Processes(1) as hands:\n"
    code += "        print(list(perform(hands, chores.own_process, 'x'))[0].result, flush=True)\n"
    code += "        input()\n"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    os.kill(worker, 0)
    parent.kill()
    parent.communicate(timeout=PATIENCE)  # until nobody holds the other end of its output any more


def environment() -> dict[str, str]:
    paths = [str(TESTS), str(TESTS.parent / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[str]:
    """A real scheduler and real workers on this machine; the scheduler's address."""
    local = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as stack:

        def start(program: str, *arguments: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", f"distributed.cli.{program}", *local, *arguments]
            process = subprocess.Popen(command, cwd=folder, env=environment(), stderr=subprocess.PIPE, text=True)
            stack.callback(process.communicate)
            stack.callback(process.kill)
            return process

        scheduler = start("dask_scheduler", "--port", "0")
        assert scheduler.stderr is not None
        address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at:" in line)
        for _number in range(workers):
            start("dask_worker", address, "--no-nanny", "--nthreads", "1")
        yield address


def test_a_cluster_that_loses_a_worker_loses_no_result(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def kill_whoever_reports() -> None:
        os.kill(int(pipe.read_text("ascii")), signal.SIGKILL)

    with dask(tmp_path, workers=2) as address, Cluster(address) as hands:
        killer = threading.Thread(target=kill_whoever_reports, daemon=True)
        killer.start()
        outcomes = list(perform(hands, chores.report_and_wait, [str(pipe)]))
        killer.join()
        outcomes += perform(hands, chores.shout, ["a", "b", "c"])
    assert sorted(outcome.result or "" for outcome in outcomes)[:3] == ["A", "B", "C"]
    assert (outcomes[0].result or "").startswith("done by ")


def test_an_address_where_there_is_no_cluster() -> None:
    with pytest.raises(NoHands, match="no Dask scheduler answers at nonsense://"):
        Cluster("nonsense://")
