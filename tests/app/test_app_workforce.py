"""Many hands: what they finish is kept, whoever of them is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import chores
from cassetete.app.hunts.pool import HOPELESS, Cluster, NoHands, Outcome, Processes, perform
from processes import PATIENCE, environment


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


def test_workers_tell_how_far_they_are() -> None:
    with Processes(1) as hands:
        list(perform(hands, chores.tell_half, ["a", "b"]))
        assert list(hands.news()) == [("a", 0.5), ("b", 0.5)]
        assert list(hands.news()) == []


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
    code = "import chores\nfrom cassetete.app.hunts.pool import Processes, perform\n"
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


def test_an_address_where_there_is_no_cluster() -> None:
    with pytest.raises(NoHands, match="no Dask scheduler answers at nonsense://"):
        Cluster("nonsense://")
