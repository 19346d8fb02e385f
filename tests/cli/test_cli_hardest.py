"""`cassetete hardest`: hunts that can be killed, interrupted, gone on with and merged."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.hunts.results import ResultsFile, TaskResult
from cassetete.cli.main import main
from processes import Waiting, dask, finished

PROVEN = "proven: no level of this size needs more"


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def hunted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the file of a finished exhaustive hunt holds."""
    path = tmp_path_factory.mktemp("hunted") / "whole.jsonl"
    assert main(["hardest", "taquin", "--size", "2x2", "--workers", "1", "-o", str(path)]) == 0
    return path.read_text("utf-8")


@pytest.fixture
def whole(hunted: str, tmp_path: Path) -> Path:
    """The file of a finished exhaustive hunt."""
    path = tmp_path / "whole.jsonl"
    path.write_text(hunted, "utf-8")
    return path


def test_every_board_tried_is_a_proof(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"taquin 2x2: 6 moves, {PROVEN}",
        "tasks done: 4 of 4; 24 levels tried",
        "found by the task '2x2 hole 0':",
        "# optimum: 6",
        "0|3",
        "2|1",
    ]


def test_each_task_is_a_line_with_all_there_is_to_know(whole: Path) -> None:
    found = records(whole)
    assert sorted(record["task"] for record in found) == [f"2x2 hole {place}" for place in range(4)]
    for record in found:
        assert set(record) == {"game", "size", "task", "seed", "length", "level", "tried", "exhaustive", "seconds"}
        assert record["exhaustive"] is True and record["tried"] == 6


def test_what_is_in_the_file_is_not_done_again(whole: Path) -> None:
    lines = whole.read_text("utf-8").splitlines(True)
    kept = lines[0].replace('"tried": 6', '"tried": 1006')
    whole.write_text(kept + lines[1], "utf-8")
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 0
    again = whole.read_text("utf-8").splitlines(True)
    assert again[:2] == [kept, lines[1]] and len(again) == 4


def test_a_line_cut_short_is_mended_and_its_task_done_again(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = whole.read_text("utf-8")
    whole.write_text(text[:-20], "utf-8")
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"{whole}: the last line was cut short and is now repaired\n"
    assert PROVEN in captured.out and len(records(whole)) == 4


def test_a_line_that_lacks_only_its_end_is_kept(whole: Path) -> None:
    text = whole.read_text("utf-8")
    whole.write_text(text[:-1], "utf-8")
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 0
    assert whole.read_text("utf-8") == text


def test_files_joined_after_a_crash_lose_at_most_the_broken_line(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = whole.read_text("utf-8").splitlines(True)
    joined = tmp_path / "joined.jsonl"
    joined.write_text("junk\n" + lines[0] + lines[1][:30] + "".join(lines[2:]), "utf-8")
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(joined), "--tasks", "0"]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"{joined}:1: skipped, this is not a finished task\n"
    assert "tasks done: 3 of 4" in captured.out and "not proven" in captured.out


def test_seeds_give_the_same_levels_in_any_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    common = ["hardest", "taquin", "--size", "3x3", "--iterations", "4"]
    assert main([*common, "--workers", "1", "-o", str(one)]) == 0
    first = capsys.readouterr().out
    assert main([*common, "--workers", "2", "-o", str(two)]) == 0
    assert capsys.readouterr().out == first
    assert {(r["task"], r["level"]) for r in records(one)} == {(r["task"], r["level"]) for r in records(two)}
    assert "not proven" in first


def test_hunts_of_several_machines_are_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [str(tmp_path / f"{seed}.jsonl") for seed in (0, 2)]
    for seed, part in zip((0, 2), parts, strict=True):
        common = ["hardest", "taquin", "--size", "3x3", "--iterations", "2", "--workers", "1"]
        assert main([*common, "--seed", str(seed), "-o", part]) == 0
    merged = tmp_path / "merged.jsonl"
    capsys.readouterr()
    command = ["hardest", "taquin", "--size", "3x3", "--iterations", "4", "--resume", *parts, "-o", str(merged)]
    assert main(command) == 0
    output = capsys.readouterr().out
    assert "tasks done: 4 of 4" in output
    best = max(record["length"] for part in parts for record in records(Path(part)))
    assert f"taquin 3x3: {best} moves, the most found (not proven)" in output
    assert sorted(map(str, records(merged))) == sorted(str(r) for part in parts for r in records(Path(part)))


def test_lines_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hardest", "taquin", "--size", "2x2", "--tasks", "1", "-o", "-"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["length"] == 6
    assert "not proven" in captured.err


def test_a_length_the_solver_does_not_find_is_not_believed(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole.write_text(whole.read_text("utf-8").replace('"length": 6', '"length": 9'), "utf-8")
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 1
    captured = capsys.readouterr()
    assert PROVEN not in captured.out
    assert captured.err == "the solver does not find a length of 9 for the level of the task '2x2 hole 0'\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["taquin", "--size", "9x9"], "'9x9' is not a size of taquin: 2x2 or 3x3"),
        (["taquin"], "cassetete hardest: the following arguments are required: --size (see cassetete hardest --help)"),
        (["taquin", "--size", "2x2", "--cluster", "nonsense://"], "no Dask scheduler answers at nonsense://"),
        (["taquin", "--size", "2x2", "--cluster", "x", "--workers", "2"], "--workers is for processes"),
        (["taquin", "--size", "2x2", "--resume", "{folder}/a", "{folder}/none"], "{folder}/none: No such file"),
        (["taquin", "--size", "2x2", "-o", "{folder}/there"], "{folder}/there already exists: continue it"),
        (["taquin", "--size", "2x2", "-o", "{folder}"], "{folder}: Is a directory"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "there").write_text("something", "utf-8")
    assert main(["hardest", *(word.format(folder=tmp_path) for word in arguments)]) == 64
    assert capsys.readouterr().err.startswith(said.format(folder=tmp_path))


@pytest.mark.parametrize("option", ["-o", "--resume"])
def test_a_full_disk_is_one_line(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hardest", "taquin", "--size", "2x2", "--workers", "1", option, "/dev/full"]) == 2
    assert capsys.readouterr().err == "/dev/full: No space left on device\n"


def test_a_device_has_no_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hardest", "taquin", "--size", "2x2", "-o", "-", "--resume", "/dev/zero"]) == 64
    assert capsys.readouterr().err == "/dev/zero: a device is not a file of results\n"


@pytest.mark.posix  # Windows locks in its own way
def test_one_hunt_at_a_time_writes_a_file(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ResultsFile(whole):
        assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(whole)]) == 64
    assert capsys.readouterr().err == f"{whole}: another search is writing this file\n"


def test_help_says_the_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hardest", "taquin", "--help"]) == 0
    assert "sizes of taquin: 2x2 (every board)" in capsys.readouterr().out


def test_a_killed_hunt_goes_on_where_it_was(tmp_path: Path) -> None:
    waiting, path = Waiting(tmp_path), tmp_path / "hunt.jsonl"
    command = ("hardest", "waiting", "--size", "all", "--workers", "1", "--resume", str(path))
    first = waiting.started(*command)
    waiting.slow_one()
    first.kill()
    finished(first)
    before = path.read_text("utf-8")
    assert [record["task"] for record in records(path)] == ["2x2 hole 0", "2x2 hole 1"]
    code, out, err = finished(waiting.started(*command))
    assert (code, err) == (0, "")
    assert PROVEN in out and "tasks done: 4 of 4" in out
    assert path.read_text("utf-8").startswith(before)


@pytest.mark.parametrize(
    ("name", "size", "iterations"), [("pushit", "4x4", 3000), ("ricosheep", "5x5", 3000), ("sokoban", "4x4", 150)]
)
def test_an_annealing_goes_on_where_it_was_kept(name: str, size: str, iterations: int, tmp_path: Path) -> None:
    """A killed hunt leaves the lines written until then: what is found after them is what would have been found."""
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    command = ["hardest", name, "--size", size, "--iterations", str(iterations), "--workers", "1"]
    assert main([*command, "-o", str(whole)]) == 0
    [wanted] = records(whole)
    assert main([*command, "--checkpoint", "0", "-o", str(cut)]) == 0
    *begun, found = records(cut)
    assert {record["task"] for record in begun} == {wanted["task"]} and len(begun) >= 5
    lines = cut.read_text("utf-8").splitlines(True)
    cut.write_text("".join(lines[: len(begun) // 2]) + lines[-1][:40], "utf-8")
    assert main([*command, "--checkpoint", "0", "--resume", str(cut)]) == 0
    again = records(cut)
    assert [record.get("kept") for record in again] == [*(record["kept"] for record in begun), None]
    assert {**again[-1], "seconds": 0} == {**found, "seconds": 0} == {**wanted, "seconds": 0}


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    waiting, path = Waiting(tmp_path), tmp_path / "hunt.jsonl"
    hunt = waiting.started("hardest", "waiting", "--size", "all", "--workers", "2", "-o", str(path))
    os.kill(waiting.slow_one(), signal.SIGKILL)
    code, out, err = finished(hunt)
    assert (code, err) == (0, "")
    assert PROVEN in out and len(records(path)) == 4


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    waiting, path = Waiting(tmp_path), tmp_path / "hunt.jsonl"
    hunt = waiting.started("hardest", "waiting", "--size", "all", "--workers", "1", "-o", str(path))
    worker = waiting.slow_one()
    hunt.send_signal(signal.SIGINT)
    code, out, err = finished(hunt)
    assert (code, err) == (130, "interrupted\n")
    assert "6 moves, the most found (not proven)\ntasks done: 2 of 4" in out
    assert len(records(path)) == 2
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_a_cluster_whose_worker_is_killed_finishes_the_hunt(tmp_path: Path) -> None:
    waiting, path = Waiting(tmp_path), tmp_path / "hunt.jsonl"
    with dask(tmp_path, workers=2, WAITING=str(waiting.pipe)) as address:
        hunt = waiting.started("hardest", "waiting", "--size", "all", "--cluster", address, "-o", str(path))
        os.kill(waiting.slow_one(), signal.SIGKILL)
        code, out, err = finished(hunt)
    assert (code, err) == (0, "")
    assert PROVEN in out and len(records(path)) == 4


def test_a_record_is_written_as_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with ResultsFile(path) as results:
        results.add(TaskResult("taquin", "2x2", "t", 0, 1, "1|2\n0|3\n", 1, False, 0.5))
    assert path.read_text("utf-8").count("\n") == 1
