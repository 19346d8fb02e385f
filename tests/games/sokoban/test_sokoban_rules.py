"""The rules of Sokoban, and the sheet's own alphabet, node and search."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Direction
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.formats import sheet
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.model import Level, State
from cassetete.search import breadth_first, depth_first, space
from cassetete.sujets import sokoban as sujet
from games.sokoban.sokoban_boards import drawn

U, D, L, R = Direction
PACK = Path(rules.__file__).parent / "levels"

# Solution and iterations of the five examples, as docs/sheets/sokoban.md gives them.
EXAMPLES = {
    "exemple1": ("R", 1),
    "exemple2": ("ULDLU", 23),
    "exemple3": ("RUDLLULUURDRR", 405),
    "exemple4": ("LLUURDDLDRURRURUL", 1127),
    "exemple5": ("LLUURURDDRDLLDLULLUULUR", 46143),
}


def test_moves_come_in_the_sheets_order_and_only_where_the_player_can_go() -> None:
    level = drawn("#####", "# $.#", "#@  #", "#####")
    assert rules.moves(level, rules.start(level)) == [U, R]
    assert rules.moves(level, rules.play(level, rules.start(level), R)) == [L, R]


def test_a_push_moves_the_box_and_the_player() -> None:
    level = drawn("######", "#@$ .#", "######")
    assert rules.play(level, rules.start(level), R) == State((1, 2), frozenset({(1, 3)}))


@pytest.mark.parametrize(
    ("rows", "move", "why"),
    [
        (("####", "#@$#", "####"), U, "wall"),
        (("####", "#@$#", "####"), R, "blocked"),
        (("######", "#@$$ #", "######"), R, "blocked"),
        (("#####", "#@ *#", "#####"), R, "over"),
        (("#####", "# $.#", "#####"), R, "no player"),
    ],
)
def test_what_the_rules_do_not_allow(rows: tuple[str, ...], move: Direction, why: str) -> None:
    level = drawn(*rows)
    with pytest.raises(IllegalMove, match=why):
        rules.play(level, rules.start(level), move)
    assert move not in rules.moves(level, rules.start(level))


def test_won_when_every_box_is_on_any_target() -> None:
    level = drawn("#######", "#.$@$.#", "#######")
    state = rules.play(level, rules.start(level), L)
    assert rules.status(level, state) is Status.OPEN
    state = rules.play(level, rules.play(level, state, R), R)
    assert rules.status(level, state) is Status.WON
    assert rules.moves(level, state) == []


def test_beyond_the_rows_everything_is_wall() -> None:
    level = drawn("@")
    assert rules.moves(level, rules.start(level)) == []
    assert [str(problem.text) for problem in GAME.problems(level)] == [
        "there is no box",
        "the player can walk out of the level",
    ]


def test_costs_are_the_levels_own() -> None:
    level = drawn("Cost: 2 7", "######", "#@ $.#", "######")
    state = rules.start(level)
    assert rules.cost(level, state, R) == 2
    assert rules.cost(level, rules.play(level, state, R), R) == 7


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_sheets_search_gives_what_the_docs_say(name: str) -> None:
    text = (PACK / f"{name}.txt").read_text("utf-8")
    board = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    solution, iterations = sujet.recherche_en_largeur(sujet.Noeud(*sujet.lire(board)))
    assert solution is not None
    assert ("".join(action[0] for action in solution), iterations) == EXAMPLES[name]
    page = (Path(__file__).parents[3] / "docs" / "sheets" / "sokoban.md").read_text("utf-8")
    assert f"| {name} | `{EXAMPLES[name][0]}` | {len(solution)} | {iterations} |" in page


def test_the_sheets_model_and_ours_are_the_same_game() -> None:
    """Every state within six moves, both ways."""
    text = (PACK / "exemple4.txt").read_text("utf-8")
    (parsed,) = sheet.parse(text)
    board = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    niveau, etat = sujet.lire(board)
    ours, theirs = {rules.start(parsed.level)}, {etat}
    for _depth in range(6):
        ours |= {rules.play(parsed.level, state, move) for state in ours for move in rules.moves(parsed.level, state)}
        theirs |= {noeud.etat for state in theirs for noeud in sujet.Noeud(niveau, state).successeurs()}
    assert {(state.player, state.boxes) for state in ours} == {(etat.joueur, etat.caisses) for etat in theirs}


def test_depth_first_is_not_minimal() -> None:
    level: Level = sheet.parse((PACK / "exemple2.txt").read_text("utf-8"))[0].level
    lengths = []
    for search in (breadth_first, depth_first):
        run = search(*space(rules, level, rules.start(level)))
        try:
            while True:
                next(run)
        except StopIteration as end:
            lengths.append(end.value.length)
    assert lengths == [5, 21]


@pytest.mark.parametrize("text", ["OOO\nOxO\nOOO", "OOO\nO O\nOOO", "OOOO\nORRO\nOOOO"])
def test_the_sheets_reader_refuses_what_is_no_board(text: str) -> None:
    with pytest.raises(ValueError, match=r"caractère inconnu|il faut un joueur"):
        sujet.lire(text)


def test_the_boards_of_figure_3_are_solved_as_the_docs_say() -> None:
    page = (Path(__file__).parents[3] / "docs" / "sheets" / "sokoban.md").read_text("utf-8")
    rows = re.findall(r"^\| ([1-5]) \| `([^`]+)` \| (\d+) \| (\d+) \| `(\w+)` \|$", page, re.MULTILINE)
    assert [row[0] for row in rows] == list("12345")
    for _number, board, moves, iterations, letters in rows:
        solution, count = sujet.recherche_en_largeur(sujet.Noeud(*sujet.lire(board.replace("/", "\n"))))
        assert solution is not None
        assert ("".join(action[0] for action in solution), len(solution), count) == (
            letters,
            int(moves),
            int(iterations),
        )


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("RBS", "n'entoure pas"),
        ("OOOOO\nORBS \nOOOOO", "n'entoure pas"),
        ("OOOOOO\nORB SO\nOOO OO", "n'entoure pas"),
        ("OOOOOO\nORBBSO\nOOOOOO", "autant de caisses"),
        ("OOOOOO\nORBSSO\nOOOOOO", "autant de caisses"),
    ],
)
def test_the_sheets_reader_refuses_what_the_sheet_excludes(board: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sujet.lire(board)
