"""A pool of workers: what they finish is kept, whichever of them is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import chores
from cassetete.app.hunts.pool import MAX_FAILED, ClusterPool, NoWorkers, Outcome, ProcessPool, run_tasks
from processes import NOT_ON_WINDOWS, PATIENCE, environment


def test_every_task_is_done_once() -> None:
    words = [f"word {number}" for number in range(20)]
    with ProcessPool(2) as pool:
        outcomes = list(run_tasks(pool, chores.shout, words))
    assert sorted(outcomes) == sorted(Outcome(word, word.upper()) for word in words)


@NOT_ON_WINDOWS
def test_workers_are_other_processes_and_end_with_the_block() -> None:
    with ProcessPool(1) as pool:
        [(_task, worker, _fault)] = run_tasks(pool, chores.own_process, ["x"])
    assert worker is not None and int(worker) != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(int(worker), 0)


@NOT_ON_WINDOWS
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in "abc"]
    with ProcessPool(2) as pool:
        outcomes = list(run_tasks(pool, chores.die_the_first_time, files[:1]))
        outcomes += run_tasks(pool, chores.shout, files)
    assert outcomes[0] == Outcome(files[0], "done")
    assert len(outcomes) == 4


@NOT_ON_WINDOWS
def test_a_task_that_kills_every_worker_is_left_and_the_others_are_done() -> None:
    tasks = ["a", "poison", "b", "c", "d"]
    with ProcessPool(2) as pool:
        outcomes = {outcome.task: outcome for outcome in run_tasks(pool, chores.die_on_poison, tasks)}
    assert {task for task, outcome in outcomes.items() if outcome.result == task} == {"a", "b", "c", "d"}
    assert str(outcomes["poison"].fault) == "it lost 3 workers"


def test_workers_share_the_memory_of_the_hunt() -> None:
    with ProcessPool(2, memory=2_000) as pool:
        [outcome] = run_tasks(pool, chores.look_at_limits, ["x"])
        assert outcome.result is None and "LimitReached: memory" in str(outcome.fault)
    with ProcessPool(1, memory=1 << 40) as pool:
        assert list(run_tasks(pool, chores.look_at_limits, ["x"])) == [Outcome("x", "x")]


def test_workers_tell_how_far_they_are() -> None:
    with ProcessPool(1) as pool:
        list(run_tasks(pool, chores.report_half, ["a", "b"]))
        assert list(pool.progress()) == [("a", 0.5), ("b", 0.5)]
        assert list(pool.progress()) == []


def test_an_error_in_a_task_is_its_outcome() -> None:
    with ProcessPool(1) as pool:
        [outcome] = run_tasks(pool, chores.fail, ["this"])
    assert outcome.result is None and "ValueError: this cannot be done" in str(outcome.fault)


def test_when_all_fails_it_is_given_up() -> None:
    seen = []
    with ProcessPool(1) as pool, pytest.raises(NoWorkers):
        for outcome in run_tasks(pool, chores.fail, map(str, range(100))):
            seen.append(outcome)
    assert len(seen) == MAX_FAILED


@NOT_ON_WINDOWS
def test_workers_end_when_their_parent_is_killed() -> None:
    """The parent says who its worker is, and is killed; its errors end only when the worker that shares them does."""
    code = "import chores\nfrom cassetete.app.hunts.pool import ProcessPool, run_tasks\n"
    code += "if __name__ == '__main__':\n"
    code += "    with ProcessPool(1) as pool:\n"
    code += "        print(list(run_tasks(pool, chores.own_process, 'x'))[0].result, flush=True)\n"
    code += "        input()\n"
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    os.kill(worker, 0)
    parent.kill()
    parent.communicate(timeout=PATIENCE)  # until no process holds the other end of its output


def test_an_address_where_there_is_no_cluster() -> None:
    pytest.importorskip("distributed", reason="there is no Dask")
    with pytest.raises(NoWorkers, match="no Dask scheduler answers at nonsense://"):
        ClusterPool("nonsense://")
