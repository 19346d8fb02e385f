"""The levels that come with Push it down, the maps folder, and the sheet's own functions over them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.lengths import totals
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import likeness, parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.problems import problems
from cassetete.sujets import pushit as sujet
from classic import ROOT
from games.pushit.pushit_graph import needs_a_push

HOME = resources.files("cassetete.games.pushit")
PACK = tomllib.loads((HOME / "levels" / "pack.toml").read_text("utf-8"))
NAMES = [name for chapter in PACK["chapter"] for name in chapter["levels"]]
MAPS = sorted((ROOT / "maps").glob("*.txt"))
LETTERS = {"bas": "D", "droite": "R", "haut": "U", "gauche": "L"}


def level_named(name: str) -> Level:
    return parse((HOME / "levels" / f"{name}.txt").read_text("utf-8"))[0].level


@pytest.mark.parametrize("name", NAMES)
def test_a_level_is_as_its_headers_say(name: str) -> None:
    level = level_named(name)
    metric = GAME.lengths.metric(level)
    solver = next(solver for solver in GAME.solvers if metric in solver.optimal)
    start = rules.start(level)
    found = totals(GAME, level, start, solve_with(GAME, solver, level, start, metric, Limits()).moves)
    optimum = found.by(metric)
    assert problems(level) == []
    assert level.headers.title
    assert level.headers.optimum == optimum
    assert level.headers.stars is not None
    assert level.headers.stars[0] == optimum < level.headers.stars[1]


def test_the_pack_lists_every_file_once() -> None:
    files = {file.name for file in (HOME / "levels").iterdir() if file.name.endswith(".txt")}
    assert sorted(f"{name}.txt" for name in NAMES) == sorted(files)


def test_chapters_teach_rolling_then_pushing_then_the_variants() -> None:
    chapters = [[level_named(name) for name in chapter["levels"]] for chapter in PACK["chapter"]]
    rolling, pushing, tricks, masons, longest = chapters
    assert not any(needs_a_push(level) for level in rolling)
    assert all(needs_a_push(level) for level in pushing + masons + longest)
    assert {level.start == (0, 0) for level in tricks} == {True, False}
    assert any(level.tall > 1 for level in tricks)
    assert any(level.cost != (1, 1) for level in tricks)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_maps_are_plain_and_the_sheets_functions_solve_them(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.fullmatch(r"(\d+( \d+)*\n)+", text)
    assert likeness(text) == 90
    level = parse(text)[0].level
    assert problems(level) == []
    niv = sujet.charger_niveau(path)
    assert tuple(height for line in niv for height in line) == level.heights
    shortest = solve_with(GAME, GAME.solvers[0], level, rules.start(level), Metric.MOVES, Limits())
    assert len(sujet.solution_minimale(niv) or ()) == shortest.length
    assert sujet.poussee_obligatoire(niv) == needs_a_push(level)


def test_the_sheets_two_files_are_there() -> None:
    assert {"map_tour", "map6"} <= {path.stem for path in MAPS}
    assert len(MAPS) >= 10


@pytest.mark.parametrize("name", ["map_tour", "map6", "doorstep", "detour", "warehouse"])
def test_the_sheets_recursion_and_our_search_take_the_same_way(name: str) -> None:
    level = level_named(name)
    start = rules.start(level)
    niv = [list(level.heights[at : at + level.columns]) for at in range(0, len(level.heights), level.columns)]
    solvers = {solver.id: solver for solver in GAME.solvers}
    naive = solve_with(GAME, solvers["backtracking"], level, start, Metric.MOVES, Limits())
    pruned = solve_with(GAME, solvers["dfs"], level, start, Metric.MOVES, Limits())
    assert sujet.chemin_solution(niv) is not None
    assert [LETTERS[word] for word in sujet.chemin_solution(niv) or ()] == [move.letter for move in pruned.moves]
    if naive.length < 500:  # beyond that, the recursive version may meet Python's limit
        assert sujet.longueur_solution(niv) == naive.length
        assert sujet.existe_solution(niv)


def test_the_stronger_ball_must_be_strong() -> None:
    level = level_named("strong_ball")
    weak = replace(level, tall=1)
    assert not solve_with(GAME, GAME.solvers[0], weak, rules.start(weak), Metric.MOVES, Limits()).solved


@pytest.mark.parametrize("readme", ["README.md", "README.fr.md"])
def test_the_level_in_the_rules_for_players_can_be_played(readme: str) -> None:
    example = (HOME / readme).read_text("utf-8").split("```")[1].lstrip("\n")
    level = parse(re.sub(r"(?m)(^# \w+: \S.*?)\s{2,}.*$", r"\1", example))[0].level
    assert (level.start, level.tall, level.cost) == ((0, 1), 2, (1, 2))
    assert problems(level) == []
    answer = solve_with(GAME, GAME.solvers[1], level, rules.start(level), Metric.COST, Limits())
    assert totals(GAME, level, rules.start(level), answer.moves).cost == (level.headers.stars or (0, 0))[0]
