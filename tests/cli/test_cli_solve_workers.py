"""`cassetete solve --workers`: what one process says, several say, in the same order; and none is left behind."""

from __future__ import annotations

import json
import os
import random
import re
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.levels.generate import generate
from cassetete.cli import solve
from cassetete.cli.main import main
from cassetete.core.answers import Verdict
from cassetete.core.contract import AnyGame
from processes import NOT_ON_WINDOWS, PATIENCE, TESTS, environment, finished

SMALL, LARGE = "1|2\n0|3\n", "1|2|3\n0|5|6\n4|7|8\n"
IMPOSSIBLE = "2|1\n3|0\n"
SOAK = TESTS.parent / "tools" / "soak"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["solve", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def claims(answers: str) -> list[dict[str, Any]]:
    """What is claimed of each level. (Of equally short solutions, which one is found is a matter of which solver had
    its code loaded by then: of time.)"""
    found = []
    for line in answers.splitlines():
        answer = json.loads(line)
        for name in ("seconds", "expanded", "solver", "moves"):
            del answer[name]
        if answer["metric"] != "cost" and answer["pushes"] is not None and answer["metric"] != "pushes":
            del answer["pushes"]
        if answer["metric"] == "cost":
            del answer["length"], answer["pushes"]
        found.append(answer)
    return found


def both(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """What one process and two claim, which is the same; every solution is replayed by the command."""
    one = said(capsys, *arguments, "--json")
    two = said(capsys, *arguments, "--json", "--workers", "2")
    assert (two[0], two[2]) == (one[0], one[2])
    assert claims(two[1]) == claims(one[1])
    return claims(one[1])


def test_the_pack_of_every_game(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    assert {found["verdict"] for found in both(capsys, f"{game.id}:")} == {"solved"}


def test_the_samples_of_every_game(game: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Boards of every rule, levels that are impossible among them, and files that cannot be read."""
    import tomllib

    samples = tomllib.loads((resources.files(game.package) / "samples.toml").read_text("utf-8"))
    for number, sample in enumerate([*samples["sample"], *samples.get("bad", ()), *samples.get("problem", ())]):
        text = sample["level"] if "level" in sample else sample["text"]
        (tmp_path / f"{number:03}.txt").write_text(text, "utf-8")
    found = both(capsys, str(tmp_path), "--game", game.id)
    assert {answer["verdict"] for answer in found} > {"solved"}


@pytest.mark.needs(game=lambda game: game.making.generators)
def test_generated_levels_of_every_game(game: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(4):
        level = generate(game, seed, {}, None, lambda _progress: False)
        if level is not None:
            (tmp_path / f"{seed}.txt").write_text(game.formats[0].dump([level]), "utf-8")
    assert {answer["verdict"] for answer in both(capsys, str(tmp_path), "--game", game.id)} == {"solved"}


def test_random_small_levels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every game and variant; many have no solution."""
    monkeypatch.syspath_prepend(str(SOAK))
    small_level = runpy.run_path(str(SOAK / "small_levels.py"))["small_level"]
    dice = random.Random(13)
    for number in range(120):
        name, text = small_level(dice)
        (tmp_path / f"{name}-{number}.txt").write_text(text, "utf-8")
    for name in sorted({path.name.partition("-")[0] for path in tmp_path.iterdir()}):
        here = [str(path) for path in sorted(tmp_path.glob(f"{name}-*"))]
        verdicts = {answer["verdict"] for answer in both(capsys, *here, "--game", name)}
        assert verdicts <= {"solved", "impossible"} and verdicts


@pytest.mark.parametrize("option", [["--all"], ["--all=2"], ["--count"], ["--facts"], ["--all", "--count", "--facts"]])
def test_all_the_solutions_their_number_and_what_they_share(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, grid in enumerate(("___\n" * 3, "3_\n__\n", "33\n33\n")):
        (tmp_path / f"{number}.txt").write_text(grid)
    both(capsys, "slitherlink:", str(tmp_path), *option)
    text = [said(capsys, str(tmp_path), *option, "--workers", n)[1] for n in ("1", "2")]
    told = [[line for line in one.splitlines() if re.match("  (solutions|number|in all)", line)] for one in text]
    assert told[0] == told[1] and len(told[0]) >= 2
    if option == ["--all"]:
        monkeypatch.setattr(solve, "_holds_more", lambda _ceiling: True)
        [first, *_rest] = said(capsys, str(tmp_path), *option, "--json", "--workers", "2")[1].splitlines()
        assert (json.loads(first)["complete"], json.loads(first)["why"]) == (False, "memory")


def test_a_named_solver_a_metric_and_moves_played_first(capsys: pytest.CaptureFixture[str]) -> None:
    both(capsys, "sokoban:1", "sokoban:2", "--solver", "bfs")
    both(capsys, "sokoban:1", "sokoban:2", "--metric", "moves")
    two = said(capsys, "taquin:two", "taquin:two", "--after", "U", "--json", "--workers", "2")[1]
    assert [json.loads(line)["moves"] for line in two.splitlines()] == ["LL", "LL"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["taquin:one", "turtle:1", "--count"], 64),
        (["taquin:one", "taquin:two", "--solver", "magic"], 64),
        (["taquin:one", "taquin:two", "--after", "LLLLLLLL"], 64),
        (["taquin:one", "nowhere.txt", "taquin:two"], 3),
        (["slitherlink:", "--seconds", "0"], 2),
        (["slitherlink:", "--memory", "0"], 2),
    ],
)
def test_what_is_wrong_is_said_in_its_place(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    both(capsys, *arguments)
    assert said(capsys, *arguments, "--workers", "2")[0] == code


def test_processes_that_would_have_too_little_memory_are_not_started(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(LARGE)
    (tmp_path / "two.txt").write_text(SMALL)
    command = [sys.executable, "-m", "cassetete", "solve", str(tmp_path), "--workers", "9"]
    command += ["--memory", "150", "--game", "taquin"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("proven") == 2


def test_levels_from_standard_input() -> None:
    command = [sys.executable, "-m", "cassetete", "solve", "-", "--json", "--workers", "2"]
    collection = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"
    done = subprocess.run(command, input=collection, capture_output=True, text=True, env=environment(), check=False)
    assert [json.loads(line)["moves"] for line in done.stdout.splitlines()] == ["R", "rR"]
    assert (done.returncode, done.stderr) == (0, "")


# Processes that wait for each other, and die


@pytest.fixture
def racing(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A folder for the signs of the game `racing`, and an environment that has it."""
    (tmp_path / "signs").mkdir()
    folders = os.pathsep.join([str(TESTS / "plugins"), str(TESTS / "racing")])
    yield environment(RACING=str(tmp_path / "signs"), CASSETETE_GAMES=folders)


@pytest.fixture
def boards(tmp_path: Path) -> list[str]:
    """Two files, the large board first."""
    (tmp_path / "1.txt").write_text(LARGE)
    (tmp_path / "2.txt").write_text(SMALL)
    return [str(tmp_path / "1.txt"), str(tmp_path / "2.txt"), "--game", "racing", "--json"]


def started(env: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cassetete", "solve", *arguments]
    return subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that will come; the deadline only keeps a broken test from hanging."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def sources(out: str) -> list[str]:
    return [Path(json.loads(line)["source"]).name for line in out.splitlines()]


def test_levels_are_solved_at_once_and_told_in_their_order(racing: dict[str, str], boards: list[str]) -> None:
    code, out, err = finished(started(racing, *boards, "--solver", "meet", "--workers", "2"))
    assert (code, err, sources(out)) == (0, "", ["1.txt", "2.txt"])


def test_one_level_is_solved_by_two_solvers_at_once(racing: dict[str, str], boards: list[str]) -> None:
    code, out, err = finished(started(racing, boards[0], *boards[2:], "--workers", "2"))
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert (answer["verdict"], answer["solver"], answer["optimal"]) == ("solved", "some", False)


def test_a_process_without_a_level_helps_at_another(racing: dict[str, str], boards: list[str]) -> None:
    code, out, err = finished(started(racing, *boards, "--workers", "2"))
    first, second = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert (first["verdict"], first["solver"], first["optimal"]) == ("solved", "some", False)
    assert (second["verdict"], second["solver"], second["optimal"]) == ("solved", "hard", True)


@NOT_ON_WINDOWS
def test_a_level_whose_process_dies_is_given_to_another(racing: dict[str, str], boards: list[str]) -> None:
    code, out, err = finished(started(racing, *boards, "--solver", "die", "--workers", "2"))
    assert (code, err) == (0, "")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["solved", "solved"]
    assert (Path(racing["RACING"]) / "died").read_text() == "x"


@NOT_ON_WINDOWS
def test_a_level_whose_process_dies_twice_is_unknown(racing: dict[str, str], boards: list[str]) -> None:
    code, out, err = finished(started({**racing, "ALWAYS": "1"}, *boards, "--solver", "die", "--workers", "2"))
    first, second = map(json.loads, out.splitlines())
    assert (code, err) == (2, "")
    assert (first["verdict"], first["why"], first["solver"]) == (Verdict.UNKNOWN.value, "crashed", "die")
    assert second["verdict"] == "solved"
    assert (Path(racing["RACING"]) / "died").read_text() == "xx"
    text = [argument for argument in boards if argument != "--json"]
    code, out, _err = finished(started({**racing, "ALWAYS": "1"}, *text, "--solver", "die", "--workers", "2"))
    assert code == 2 and "unknown · the worker process ended unexpectedly" in out


def at_work(racing: dict[str, str]) -> list[int]:
    """The worker that waits for ever, once it does, and all processes of its parent."""
    place = Path(racing["RACING"]) / "waiting"
    until(lambda: place.exists() and " " in place.read_text())
    parent = int(place.read_text().split()[1])
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    assert len(children) == 2
    return [*map(int, children), parent]


@NOT_ON_WINDOWS
def test_ctrl_c_tells_what_is_finished_and_leaves_no_process(racing: dict[str, str], boards: list[str]) -> None:
    """The second small board is begun when the first is known; neither it nor the large one before both ever ends."""
    process = started(racing, *boards[:2], boards[1], *boards[2:], "--solver", "wait", "--workers", "2")
    pids = at_work(racing)
    until((Path(racing["RACING"]) / "second").exists)
    process.send_signal(signal.SIGINT)
    code, out, err = finished(process)
    assert (code, err, sources(out)) == (130, "interrupted\n", ["2.txt"])
    assert not any(map(alive, pids))


@NOT_ON_WINDOWS
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_killed_it_leaves_no_process(racing: dict[str, str], boards: list[str], how: signal.Signals) -> None:
    process = started(racing, *boards, "--solver", "wait", "--workers", "2")
    pids = at_work(racing)
    process.send_signal(how)
    finished(process)
    until(lambda: not any(map(alive, pids)))


@NOT_ON_WINDOWS
def test_a_reader_that_goes_leaves_no_process(racing: dict[str, str], boards: list[str]) -> None:
    process = started(racing, boards[1], *boards, "--solver", "wait", "--workers", "2")
    pids = at_work(racing)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.stderr.close()
    process.wait(PATIENCE)
    until(lambda: not any(map(alive, pids)))


def test_one_process_starts_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor does one level of a game with one way to solve it, however many are allowed."""

    def never(*_arguments: object, **_named: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("cassetete.app.processes.spawn.start", never)
    assert said(capsys, "taquin:", "--workers", "1")[0] == 0
    assert said(capsys, "taquin:one", "--workers", "8")[0] == 0
