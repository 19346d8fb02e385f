"""Worker processes: they answer, can be stopped, are replaced when they die, and none is left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.crash_report import reports
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import FOLDERS, games
from cassetete.app.workers import pool as pool_module
from cassetete.app.workers.pool import MEMORY, WorkerPool
from cassetete.core.answers import CANCELLED, MEMORY_LIMIT, Limits, Verdict, Want
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, MarkKind, Metric, Status
from cassetete.session.jobs import (
    Hint,
    Improved,
    Job,
    Judgement,
    Made,
    Result,
    Solution,
    ToAdvise,
    ToImprove,
    ToJudge,
    ToMake,
    ToPrint,
    ToSolve,
    Working,
)
from processes import NOT_ON_WINDOWS

TAQUIN = games()["taquin"]
PLUGINS = Path(__file__).parent.parent / "plugins"


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that will come; the deadline only keeps a broken test from hanging."""
    deadline = time.monotonic() + 240
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def wait(pool: WorkerPool, *tickets: int) -> dict[int, Any]:
    """The answers to the tickets; each comes once."""
    found: dict[int, Result] = {}

    def all_there() -> bool:
        for answer in pool.poll():
            if not isinstance(answer, Working):
                assert answer.ticket not in found
                found[answer.ticket] = answer
        return set(tickets) <= set(found)

    until(all_there)
    return found


def answer_to(pool: WorkerPool, job: Job) -> Any:
    ticket = pool.ask(job)
    return wait(pool, ticket)[ticket]


PATIENT = Limits(memory=10**9)
"""No clock: how far a search comes in a second is the machine's affair."""


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def entry(game: AnyGame, name: str = "1") -> LoadedLevel:
    found = pack(game.id)
    assert found is not None
    return found.entry(name)


def endless() -> Any:
    """A level that breadth-first search does not finish."""
    tiles = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
    return replace(entry(TAQUIN).level, size=4, tiles=tiles)


def long_search(**more: Any) -> ToSolve:
    return ToSolve(TAQUIN, endless(), endless().tiles, PATIENT, **more)


def long_judgement(tag: object = None) -> ToJudge:
    return ToJudge(TAQUIN, endless(), endless().tiles, PATIENT, tag)


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool() as one:
        yield one
        assert not one.busy


# What it answers


def test_judge_hint_and_solution_of_every_game(pool: WorkerPool, game: AnyGame) -> None:
    first = entry(game)
    level, state = first.level, first.state
    here = game, level, state
    solve, hint = pool.ask(ToSolve(*here)), pool.ask(ToAdvise(*here, PATIENT))
    judge = pool.ask(ToJudge(*here, PATIENT, tag="x"))
    answers = wait(pool, solve, hint, judge)
    assert isinstance(answers[judge], Judgement)
    assert answers[judge].winnable is True
    assert answers[judge].job.tag == "x"
    assert isinstance(answers[hint], Hint)
    assert replay(game.rules, level, answers[hint].advice.last.moves, state) != state
    assert isinstance(answers[solve], Solution)
    answer = answers[solve].answer
    assert answer.verdict is Verdict.SOLVED
    assert answer.solver
    assert game.rules.status(level, replay(game.rules, level, answer.moves, state)) is Status.WON


def test_the_question_is_about_the_state_not_the_start(pool: WorkerPool, game: AnyGame) -> None:
    first = entry(game, "2")
    whole = answer_to(pool, ToSolve(game, first.level, first.state)).answer.moves
    state = replay(game.rules, first.level, whole[:-1], first.state)
    rest = answer_to(pool, ToSolve(game, first.level, state)).answer
    assert rest.solved
    assert len(rest.moves) == 1


def test_a_new_level_of_every_generator(pool: WorkerPool, game: AnyGame) -> None:
    if any(generator.kernel for generator in game.making.generators):
        pytest.importorskip("numba", reason="these generators are compiled")
    for generator in game.making.generators:
        job = ToMake(game, 7, generator=generator.id)
        made = answer_to(pool, job)
        assert isinstance(made, Made)
        assert made.why is None
        assert not game.problems(made.level)
        assert made.level.headers.seed == "7"
        assert answer_to(pool, job).level == made.level


def test_a_hint_points_at_the_board_and_speaks_the_game_s_language(pool: WorkerPool) -> None:
    game = games()["slitherlink"]
    first = entry(game)
    advice = answer_to(pool, ToAdvise(game, first.level, first.state)).advice.last
    assert advice.text.domain == "slitherlink"
    assert [mark.target for mark in advice.marks if mark.kind is MarkKind.HINT] == [
        move.segment for move in advice.moves
    ]


def test_what_is_wanted_reaches_the_worker(pool: WorkerPool) -> None:
    game = games()["sokoban"]
    first = entry(game)
    here = game, first.level, first.state
    named = answer_to(pool, ToSolve(*here, want=Want.FAST, metric=Metric.MOVES, solver="bfs")).answer
    assert (named.solver, named.optimal) == ("bfs", True)
    unsolved = answer_to(pool, ToSolve(*here, solver="magic")).answer
    assert unsolved.why.code == "no-solver"
    limited = answer_to(pool, ToSolve(TAQUIN, endless(), endless().tiles, Limits(nodes=10))).answer
    assert (limited.verdict, limited.why.code) == (Verdict.UNKNOWN, "nodes")


def test_impossible_and_unknown_judgements(pool: WorkerPool) -> None:
    swapped = replace(endless(), size=2, tiles=(2, 1, 3, 0))
    assert answer_to(pool, ToJudge(TAQUIN, swapped, swapped.tiles)).winnable is False
    assert answer_to(pool, ToAdvise(TAQUIN, swapped, swapped.tiles)).advice.lost
    open_ = answer_to(pool, ToJudge(TAQUIN, endless(), endless().tiles, Limits(nodes=100)))
    assert (open_.winnable, open_.why) == (None, None)


def test_wrong_parameters_are_said(pool: WorkerPool) -> None:
    made = answer_to(pool, ToMake(games()["pushit"], 1, {"size": 10**6}))
    assert made.level is None
    assert "size" in str(made.why.text)


def test_a_long_search_tells_how_far_it_is(pool: WorkerPool) -> None:
    ticket = pool.ask(long_search())
    reported: list[int] = []

    def twice() -> bool:
        reported.extend(p.done for p in pool.poll() if isinstance(p, Working) and p.ticket == ticket)
        return len(reported) >= 2

    until(twice)
    assert 0 < reported[0] < reported[-1]
    pool.cancel(ticket)
    assert wait(pool, ticket)[ticket].answer.why == CANCELLED


# Stopping


def test_cancelling_keeps_the_worker(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_GRACE", 240.0)  # however slow, it does hear
    answer_to(pool, ToSolve(TAQUIN, entry(TAQUIN).level, entry(TAQUIN).state))
    workers = pool.pids
    running, waiting = pool.ask(long_search()), pool.ask(long_search())
    assert pool.busy
    pool.cancel(waiting)
    pool.cancel(running)
    answers = wait(pool, running, waiting)
    assert answers[running].answer.why == answers[waiting].answer.why == CANCELLED
    pool.cancel(running)
    assert not pool.busy
    assert answer_to(pool, ToSolve(TAQUIN, entry(TAQUIN).level, entry(TAQUIN).state)).answer.solved
    assert pool.pids == workers


def test_a_hint_does_not_wait_behind_a_search_or_a_judgement(pool: WorkerPool) -> None:
    search, judge = pool.ask(long_search()), pool.ask(long_judgement())
    near = entry(TAQUIN)
    hint = answer_to(pool, ToAdvise(TAQUIN, near.level, near.state))
    assert hint.advice.last.moves
    assert pool.busy
    pool.cancel(search)
    pool.cancel(judge)
    answers = wait(pool, search, judge)
    assert answers[judge].why == CANCELLED


def test_the_latest_judgement_wins(pool: WorkerPool) -> None:
    near = entry(TAQUIN)
    old = [pool.ask(long_judgement()) for _ in range(5)]
    latest = pool.ask(ToJudge(TAQUIN, near.level, near.state))
    answers = wait(pool, *old, latest)
    assert answers[latest].winnable is True
    assert {answers[ticket].why for ticket in old} == {CANCELLED}


# Workers that misbehave

NAUGHTY = """
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from cassetete.core.answers import NODE_LIMIT, Answer, Verdict, Visit
from cassetete.core.contract import Generator, Progress, Solver


def crash(level, state, metric, limits):
    print("this line is no JSON")
    os.write(2, b"Fatal: that was too much\\n")
    os._exit(3)
    yield


def deaf(level, state, metric, limits):
    yield Visit(None, 1, 0, 0)
    Path(__file__).with_name("deaf").touch()
    time.sleep(10**6)


def fertile(level, state, metric, limits):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10**6)"])
    while True:
        yield Visit(None, child.pid, 0, 0)


def shy(level, state, metric, limits):
    try:
        Path(__file__).with_name("shy").touch(exist_ok=False)
    except FileExistsError:
        return Answer(Verdict.UNKNOWN, why=NODE_LIMIT)
    while True:
        yield Visit(None, 1, 0, 0)


def hungry(level, state, metric, limits):
    held = []
    while True:
        held.append(bytearray(10_000_000))
        yield Visit(None, len(held), 0, 0)


def wrong(level, state, metric, limits):
    yield Visit(None, 1, 0, 0)
    raise RuntimeError("never mind")


def slow(values, seed):
    done = 0
    while True:
        done += 1
        time.sleep(0.001)
        yield Progress(done, 10**6, _("still at it"))


def nothing(values, seed):
    yield Progress(1, 1)
    return None


SHY = replace(GAME.solvers[0], id="shy", run=shy)
RUNS = (crash, deaf, fertile, hungry, wrong)
GAME = replace(
    GAME,
    id="naughty",
    solvers=(SHY, *GAME.solvers, *(Solver(run.__name__, _("naughty"), run) for run in RUNS)),
    making=replace(
        GAME.making, generators=tuple(Generator(run.__name__, _("naughty"), (), run) for run in (slow, nothing))
    ),
)
"""


@pytest.fixture(scope="module")
def naughty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    """A plugin whose solvers do all that a solver should not."""
    folder = tmp_path_factory.mktemp("plugins") / "naughty"
    shutil.copytree(PLUGINS / "taquin", folder)
    with (folder / "game.py").open("a") as file:
        file.write(NAUGHTY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS, os.pathsep.join([str(PLUGINS), str(folder)]))
        games.cache_clear()
        yield games()["naughty"]
    games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("cassetete_plugin_naughty")]:
        del sys.modules[name]  # it may be needed once more, and is then another folder's


@pytest.fixture(scope="module")
def troubled(naughty: AnyGame) -> Iterator[WorkerPool]:
    with WorkerPool(memory=300_000_000) as one:
        yield one


def mischief(naughty: AnyGame, solver: str) -> ToSolve:
    near = entry(TAQUIN)
    return ToSolve(naughty, near.level, near.state, Limits(), solver=solver)


def gone_deaf(naughty: AnyGame) -> Callable[[], bool]:
    """Whether the deaf solver has stopped listening (which is asked once)."""
    sign = Path(str(files(naughty.package) / "deaf"))

    def gone() -> bool:
        try:
            sign.unlink()  # seen and taken away in one step: a sign made between two steps would be lost
        except FileNotFoundError:
            return False
        return True

    return gone


def still_works(pool: WorkerPool, naughty: AnyGame) -> bool:
    return bool(answer_to(pool, mischief(naughty, "bfs")).answer.solved)


def test_a_crash_is_an_unknown_and_the_worker_is_replaced(troubled: WorkerPool, naughty: AnyGame) -> None:
    answer = answer_to(troubled, mischief(naughty, "crash")).answer
    assert (answer.verdict, answer.why.code) == (Verdict.UNKNOWN, "crashed")
    assert "that was too much" in str(answer.why.text)
    assert still_works(troubled, naughty)


def test_an_error_is_an_unknown(troubled: WorkerPool, naughty: AnyGame) -> None:
    answer = answer_to(troubled, mischief(naughty, "wrong")).answer
    assert (answer.verdict, answer.why.code) == (Verdict.UNKNOWN, "internal")
    assert "never mind" in str(answer.why.text)
    report = next(text for path in reports() if "never mind" in (text := path.read_text("utf-8")))
    assert "ToSolve of naughty" in report and "Traceback" in report
    assert still_works(troubled, naughty)


def test_memory_has_an_end(troubled: WorkerPool, naughty: AnyGame) -> None:
    answer = answer_to(troubled, mischief(naughty, "hungry")).answer
    assert (answer.verdict, answer.why) == (Verdict.UNKNOWN, MEMORY_LIMIT)
    assert still_works(troubled, naughty)


def test_who_does_not_hear_is_killed(troubled: WorkerPool, naughty: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_GRACE", 0.1)
    assert still_works(troubled, naughty)
    (deaf,) = troubled.pids
    ticket = troubled.ask(mischief(naughty, "deaf"))
    until(gone_deaf(naughty))
    after = troubled.ask(mischief(naughty, "bfs"))
    troubled.cancel(ticket)
    answers = wait(troubled, ticket, after)
    assert answers[ticket].answer.why == CANCELLED
    assert answers[after].answer.solved
    until(lambda: not alive(deaf))


def test_a_generator_tells_how_far_it_is_and_stops(troubled: WorkerPool, naughty: AnyGame) -> None:
    ticket = troubled.ask(ToMake(naughty, 1, generator="slow"))
    reported: list[Working] = []

    def once() -> bool:
        reported.extend(p for p in troubled.poll() if isinstance(p, Working))
        return bool(reported)

    until(once)
    assert (reported[0].total, str(reported[0].text)) == (10**6, "still at it")
    troubled.cancel(ticket)
    made = wait(troubled, ticket)[ticket]
    assert (made.level, made.why) == (None, CANCELLED)
    assert answer_to(troubled, ToMake(naughty, 1, generator="nothing")).why.code == "budget"


def test_a_judgement_that_made_way_for_a_hint_is_given_after_it(naughty: AnyGame) -> None:
    """The judge thinks for ever the first time, and is done at once the second."""
    near = entry(TAQUIN)
    with WorkerPool() as pool:
        judge = pool.ask(ToJudge(naughty, near.level, near.state, PATIENT))
        until(Path(str(files(naughty.package) / "shy")).exists)
        hint = pool.ask(ToAdvise(TAQUIN, near.level, near.state))
        answers = wait(pool, judge, hint)
    assert list(answers) == [hint, judge]
    assert (answers[judge].winnable, answers[judge].why) == (None, None)


def test_a_game_the_workers_do_not_have(pool: WorkerPool, naughty: AnyGame) -> None:
    unheard = replace(naughty, id="unheard-of")
    answer = answer_to(pool, mischief(unheard, "bfs")).answer
    assert "unheard-of" in str(answer.why.text)


@NOT_ON_WINDOWS
def test_a_killed_worker_is_replaced(troubled: WorkerPool, naughty: AnyGame) -> None:
    assert still_works(troubled, naughty)
    (idle,) = troubled.pids
    os.kill(idle, signal.SIGKILL)
    until(lambda: not alive(idle))
    assert still_works(troubled, naughty)
    (busy,) = troubled.pids
    assert busy != idle
    ticket = troubled.ask(mischief(naughty, "deaf"))
    until(gone_deaf(naughty))
    os.kill(busy, signal.SIGKILL)
    assert wait(troubled, ticket)[ticket].answer.why.code == "crashed"
    assert still_works(troubled, naughty)


def test_no_python_to_start_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    near = entry(TAQUIN)
    for executable in ("/nowhere/python", ""):
        monkeypatch.setattr(sys, "executable", executable)
        with WorkerPool() as pool:
            pool.warm()
            judged = answer_to(pool, ToJudge(TAQUIN, near.level, near.state))
            assert (judged.winnable, judged.why.code) == (None, "unavailable")
            assert pool.pids == ()


@NOT_ON_WINDOWS
def test_a_python_that_does_not_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    near = entry(TAQUIN)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with WorkerPool() as pool:
        judged = answer_to(pool, ToJudge(TAQUIN, near.level, near.state))
        assert (judged.winnable, judged.why.code) == (None, "crashed")


# Beginning and end


def test_workers_start_when_needed_and_close_leaves_none() -> None:
    pool = WorkerPool()
    assert pool.pids == ()
    assert pool.poll() == []
    pool.warm()
    workers = pool.pids
    assert len(workers) == 2
    pool.ask(long_search())
    pool.ask(long_judgement())
    pool.close()
    assert not any(map(alive, workers))
    assert pool.poll() == []


PARENT = """
import sys, time
from cassetete.app.workers.pool import WorkerPool
from cassetete.session.jobs import ToSolve
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
game, entry = games()["naughty"], pack("taquin").entry("1")
pool = WorkerPool()
pool.warm()
pool.ask(ToSolve(game, entry.level, entry.state, solver="fertile"))
said = []
while not said:
    said = pool.poll()
    time.sleep(0.01)
print(*pool.pids, said[0].done, flush=True)
if sys.argv[1] == "kill":
    time.sleep(600)
if sys.argv[1] == "close":
    pool.close()
"""


@NOT_ON_WINDOWS
@pytest.mark.parametrize("end", ["kill", "close", "exit"])
def test_workers_and_what_they_started_end_with_their_parent(end: str, naughty: AnyGame) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, end], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    processes = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(processes) == 3
    if end == "kill":
        assert all(map(alive, processes))
        parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    until(lambda: not any(map(alive, processes)))


@pytest.mark.posix
def test_ctrl_c_is_for_the_parent(pool: WorkerPool) -> None:
    near = entry(TAQUIN)
    here = TAQUIN, near.level, near.state
    assert answer_to(pool, ToSolve(*here)).answer.solved
    worker = pool.pids[-1]
    os.kill(worker, signal.SIGINT)
    assert answer_to(pool, ToSolve(*here)).answer.solved
    assert pool.pids[-1] == worker
    assert os.getsid(worker) != os.getsid(0)


def test_a_question_larger_than_a_pipe_does_not_block(pool: WorkerPool) -> None:
    game = games()["slitherlink"]
    assert game.making.editor is not None
    board = game.making.editor.blank(400, 400)
    ticket = pool.ask(ToSolve(game, board, game.rules.start(board), Limits(nodes=1)))
    pool.cancel(ticket)
    assert wait(pool, ticket)[ticket].answer.verdict is Verdict.UNKNOWN


def test_the_tag_of_a_question_comes_back_with_its_answer(pool: WorkerPool) -> None:
    near = entry(TAQUIN)
    judged = answer_to(pool, ToJudge(TAQUIN, near.level, near.state, tag=("position", 7)))
    assert judged.job.tag == ("position", 7)
    assert judged.winnable is True


def test_a_loss_comes_with_its_reason_and_its_marks(pool: WorkerPool) -> None:
    game = games()["sokoban"]
    (parsed,) = game.formats[0].parse("#####\n#$  #\n#@ .#\n#####\n")
    level: Any = parsed.level  # type: ignore[union-attr]
    judged = answer_to(pool, ToJudge(game, level, game.rules.start(level)))
    assert judged.winnable is False
    assert judged.reason.text == game.coaching.warn(level, game.rules.start(level)).text  # type: ignore[misc, union-attr]
    assert judged.reason.marks == (((1, 1), "mistake"),)


def test_what_is_needed_at_least_comes_before_the_judgement(pool: WorkerPool) -> None:
    game = games()["sokoban"]
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    ticket = pool.ask(ToJudge(game, entry.level, entry.state))
    heard: list[Any] = []

    def judged() -> bool:
        heard.extend(pool.poll())
        return any(isinstance(answer, Judgement) for answer in heard)

    until(judged)
    assert [type(answer).__name__ for answer in heard] == ["Working", "Judgement"]
    assert heard[0].ticket == ticket
    assert "at least 3" in str(heard[0].text)


def test_a_solution_comes_back_shorter(pool: WorkerPool) -> None:
    game = games()["pushit"]
    entry = pack("pushit").entry("1")  # type: ignore[union-attr]
    best = answer_to(pool, ToSolve(game, entry.level, entry.state)).answer.moves
    found = []
    for there in game.rules.moves(entry.level, entry.state):
        after = game.rules.play(entry.level, entry.state, there)
        found += [(there, *answer_to(pool, ToSolve(game, entry.level, after)).answer.moves)]
    improved = answer_to(pool, ToImprove(game, entry.level, entry.state, max(found, key=len)))
    assert isinstance(improved, Improved)
    assert (len(improved.moves), improved.why) == (len(best), None)


def test_pages_are_printed(pool: WorkerPool, tmp_path: Path) -> None:
    levels = (entry(TAQUIN).level, entry(TAQUIN).level)
    path = tmp_path / "pages.pdf"
    printed = answer_to(pool, ToPrint(TAQUIN, levels, str(path), "en"))
    assert printed.files == (str(path),)
    assert path.read_bytes().startswith(b"%PDF")
    nowhere = answer_to(pool, ToPrint(TAQUIN, levels, str(tmp_path / "none" / "pages.svg"), "en"))
    assert nowhere.files == () and "cannot be written" in str(nowhere.why.text)


def test_printing_can_be_cancelled(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "pages.svg"
    ticket = pool.ask(ToPrint(TAQUIN, (endless(),), str(path), "en"))
    reported: list[Any] = []

    def begun() -> bool:
        reported.extend(pool.poll())
        return any(isinstance(one, Working) for one in reported)

    until(begun)
    pool.cancel(ticket)
    assert wait(pool, ticket)[ticket].why == CANCELLED
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities of this kind")
@pytest.mark.posix
def test_an_optimum_is_found_by_a_process_of_its_own_that_gives_way(pool: WorkerPool) -> None:
    level = pack("taquin").entry("two").level  # type: ignore[union-attr]
    job = ToSolve(TAQUIN, level, TAQUIN.rules.start(level))
    solved = pool.ask(job)
    wait(pool, solved)
    before = set(pool.pids)
    optimum = pool.ask(replace(job, background=True))
    answer = wait(pool, optimum)[optimum]
    (new,) = set(pool.pids) - before
    assert os.getpriority(os.PRIO_PROCESS, new) > os.getpriority(os.PRIO_PROCESS, 0)
    assert answer.job.background and answer.answer.optimal


def test_workers_leave_a_small_machine_half_of_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, each in ((4_000_000_000, 1_000_000_000), (64_000_000_000, MEMORY), (None, MEMORY)):
        monkeypatch.setattr(pool_module, "usual_limit", lambda machine=machine: machine and machine // 2)
        assert pool_module.worker_memory() == each
