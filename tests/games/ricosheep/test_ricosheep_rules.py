"""The rules against the sheet's examples, and against a herd that walks one step at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Cell, Direction
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import dump, parse, position
from cassetete.games.ricosheep.model import Level, State
from cassetete.games.ricosheep.solvers.bitboard import Bitboard
from games.ricosheep.ricosheep_boards import boards, plain_boards

FIGURE = "_B_BS\nBB_S_\n_GBBS\n_BG__\n___BS\n"


def level_of(text: str) -> Level:
    return parse(text)[0].level


def after(level: Level, moves: str) -> State:
    state = rules.start(level)
    for letter in moves:
        state = rules.play(level, state, Direction.from_letter(letter))
    return state


def picture(level: Level, moves: str) -> str:
    return dump([position(level, after(level, moves))])


def free(level: Level, cell: Cell) -> bool:
    inside = 0 <= cell[0] < level.rows and 0 <= cell[1] < level.columns
    return inside and level.ground[cell[0]][cell[1]] != "B"


def step_by_step(level: Level, state: State, direction: Direction) -> State:
    """The same move, walked cell by cell until no animal can take another step; wolves check each cell they enter."""
    down, right = direction.step
    sheep = {(i, j): (coat, {(i, j)}) for i, j, coat in state.sheep}
    walking = True
    while walking:
        walking = False
        for cell in list(sheep):
            ahead = (cell[0] + down, cell[1] + right)
            if free(level, ahead) and ahead not in sheep:
                coat, trail = sheep.pop(cell)
                sheep[ahead] = (coat, trail | {ahead})
                walking = True
    left = {cell: coat for cell, (coat, trail) in sheep.items() if not trail & state.wolves}
    wolves = set(state.wolves)
    walking = True
    while walking:
        walking = False
        for cell in list(wolves):
            left.pop(cell, None)
            ahead = (cell[0] + down, cell[1] + right)
            if free(level, ahead) and ahead not in wolves:
                wolves.remove(cell)
                wolves.add(ahead)
                left.pop(ahead, None)
                walking = True
    herd = frozenset((i, j, coat) for (i, j), coat in left.items())
    return State(herd, frozenset(wolves), len(left) < len(state.sheep))


def test_the_sheets_figure_is_read_as_printed() -> None:
    level = level_of(FIGURE)
    assert {(i, j) for i, j, _coat in rules.start(level).sheep} == {(0, 4), (1, 3), (2, 4), (4, 4)}
    assert level.plain_grass == {(2, 1), (3, 2)}


def test_left_and_right_as_on_the_sheet() -> None:
    level = level_of("_BS_BG\nBS_S__\n_BSS_B\n")
    assert picture(level, "L") == "_BS_BG\nBSS___\n_BSS_B\n"
    assert picture(level, "R") == "_B_SBG\nB___SS\n_B_SSB\n"


def test_moves_come_in_the_sheets_order_and_only_if_somebody_walks() -> None:
    level = level_of("___\n_S_\n_G_\n")
    assert [move.name for move in rules.moves(level, rules.start(level))] == ["LEFT", "RIGHT", "UP", "DOWN"]
    level = level_of("S_\n_G\n")
    assert [move.name for move in rules.moves(level, rules.start(level))] == ["RIGHT", "DOWN"]


@given(boards(), st.data())
def test_a_move_is_what_a_walk_step_by_step_gives(level: Level, data: st.DataObject) -> None:
    state = rules.start(level)
    for _turn in range(6):
        walked = {direction: step_by_step(level, state, direction) for direction in rules.DIRECTIONS}
        if rules.status(level, state) is not Status.OPEN:
            assert rules.moves(level, state) == []
            break
        assert rules.moves(level, state) == [direction for direction in rules.DIRECTIONS if walked[direction] != state]
        for direction, expected in walked.items():
            if expected == state:
                with pytest.raises(IllegalMove):
                    rules.play(level, state, direction)
            else:
                assert rules.play(level, state, direction) == expected
        if not rules.moves(level, state):
            break
        state = walked[data.draw(st.sampled_from(rules.moves(level, state)))]


@given(plain_boards(), st.lists(st.sampled_from(rules.DIRECTIONS), max_size=8))
def test_the_bits_are_a_true_twin_of_the_rules(level: Level, directions: list[Direction]) -> None:
    meadow = Bitboard(level)
    herd = meadow.herd(rules.start(level))
    for direction in directions:
        state = meadow.state(herd)
        assert (herd & meadow.grass == meadow.grass) == (rules.status(level, state) is Status.WON)
        herd = meadow.slide(herd, direction)
        assert meadow.state(herd) == step_by_step(level, state, direction)


@given(boards(), st.sampled_from(rules.DIRECTIONS))
def test_a_move_is_fatal_just_when_a_sheep_and_a_wolf_share_a_line_along_it(level: Level, move: Direction) -> None:
    state = rules.start(level)
    if move not in rules.moves(level, state):
        return
    walls = level.walls[move]
    lines = {walls[i, j] for i, j, _coat in state.sheep} & {walls[wolf] for wolf in state.wolves}
    assert rules.play(level, state, move).eaten == bool(lines)


@given(boards(), st.sampled_from(rules.DIRECTIONS))
def test_back_after_forth_ends_where_back_alone_does(level: Level, move: Direction) -> None:
    state = rules.start(level)
    if move not in rules.moves(level, state):
        return
    there = rules.play(level, state, move)
    if rules.status(level, there) is Status.OPEN:
        assert step_by_step(level, there, move.opposite) == step_by_step(level, state, move.opposite)


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        ("S_G\n", "", "open"),
        ("S_G\n", "R", "won"),
        ("_*\n", "", "won"),
        ("_S\n", "", "won"),
        ("S_WG\n", "R", "lost"),
        ("S_W_\nG_S_\n", "L", "lost"),
        ("# eaten: yes\nW*\n", "", "lost"),
        ("ab\n__\n\n__\nBA\n", "U", "open"),
        ("ab\n__\n\n__\nAB\n", "U", "won"),
        ("Ga\n__\n\n__\nBA\n", "U", "won"),
        ("Ga\n__\n\n__\nSS\n", "U", "open"),
    ],
)
def test_status(text: str, moves: str, expected: str) -> None:
    level = level_of(text)
    assert rules.status(level, after(level, moves)).value == expected


def test_what_a_wolf_meets_is_gone_and_the_wolf_goes_on() -> None:
    assert picture(level_of("_WSS\n___G\n"), "R") == "# eaten: yes\n___W\n___G\n"
    assert picture(level_of("S_W_S\n____G\n"), "L") == "# eaten: yes\nW____\n____G\n"
    # The first sheep walked into the wolf, the second stopped before it.
    assert picture(level_of("W_SS\n___G\n"), "L") == "# eaten: yes\nWS__\n___G\n"


def test_no_move_once_the_game_is_over() -> None:
    level = level_of("S_G_\n____\n")
    won = State(frozenset({(0, 2, "S")}))
    assert rules.moves(level, won) == []
    with pytest.raises(IllegalMove, match="over"):
        rules.play(level, won, Direction.LEFT)
