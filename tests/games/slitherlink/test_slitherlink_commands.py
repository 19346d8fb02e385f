"""Slitherlink on the command line: all solutions, their number, what they share, and levels of a size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_grids import loops

from cassetete.cli.main import main
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.model import State, numbers, segment_of
from cassetete.games.slitherlink.notation import NOTATION

PARTLY = "___\n_2_\n___\n\n0,0-0,1=+\n1,1-1,2=x\n"


def solved(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    main(["solve", "--game", "slitherlink", str(path), "--json", *options])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_all_solutions_keep_what_is_drawn_and_crossed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "partly.txt"
    path.write_text(PARTLY)
    level = parse(PARTLY)[0].level
    wanted = {
        loop
        for loop in loops(3, 3)
        if not level.marks.drawn & ~loop and not level.marks.crossed & loop and rules.clues_met(level, State(loop))
    }
    answer = solved(path, capsys, "--all", "--count", "--facts")
    found = []
    for text in answer["all"]:
        state = level.marks
        for move in NOTATION.read(level, state, text):
            state = rules.play(level, state, move)
        found.append(state.drawn)
    assert answer["complete"] and len(found) == len(set(found)) == answer["count"] == answer["solutions"]
    assert set(found) == wanted
    common = min(wanted)
    for loop in wanted:
        common &= loop
    shared = [segment_of(3, 3, edge) for edge in numbers(common & ~level.marks.drawn)]
    facts = NOTATION.read(level, level.marks, answer["facts"])
    assert [put.segment for put in facts if put.mark == "+"] == shared


def test_some_solutions_are_listed_of_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("______\n" * 6)
    answer = solved(path, capsys, "--all", "5", "--count")
    assert answer["solutions"] == 5 and not answer["complete"] and answer["count"] == 487150371


def test_other_games_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:two", "--count"]) == 64
    assert "taquin" in capsys.readouterr().err


def test_a_size_is_rows_and_columns(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--difficulty", "easy", "--symmetry", "mirror", "--density", "60", "--seed", "2", "--json"]
    assert main(["generate", "slitherlink", "--size", "5x8", *options]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["parameters"]["rows"] == 5 and made["parameters"]["columns"] == 8
    level = parse(made["level"])[0].level
    shown = [[clue is not None for clue in row] for row in level.clues]
    assert all(row == row[::-1] for row in shown) and sum(map(sum, shown)) >= 24
    for size in ("5", "5x", "5x61", "0x5", "axb"):
        assert main(["generate", "slitherlink", "--size", size]) == 64


def test_symmetry_alone_is_a_half_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "slitherlink", "--size", "5x5", "--symmetry", "--seed", "3", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["parameters"]["symmetry"] == "turn"
    shown = [clue is not None for row in parse(made["level"])[0].level.clues for clue in row]
    assert shown == shown[::-1]
