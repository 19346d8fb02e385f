"""Files: what is read is written back, every position too, and nothing but BadLevel comes out of a bad one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.contract import Format
from cassetete.core.errors import BadLevel, BadMove
from cassetete.core.grid import MAX_SIDE, Direction
from cassetete.core.letters import read, write
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import FORMATS, likeness, one_grid, parse, position
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.model import Level
from games.ricosheep.ricosheep_boards import boards, plain_boards

SHEET, LAYERS = FORMATS
BUSHED = [("_", "_"), ("B", "S"), ("B", "W"), ("f", "F"), ("G", "S"), ("e", "_")]


@settings(max_examples=60)
@given(boards(named=True) | boards(BUSHED, named=True), st.sampled_from(FORMATS))
def test_every_level_survives_its_file(level: Level, form: Format[Level]) -> None:
    (found,) = form.parse(form.dump([level]))
    assert not isinstance(found, BadLevel)
    assert found.level == level


@settings(max_examples=60)
@given(boards(), st.sampled_from(FORMATS), st.data())
def test_every_reachable_position_survives_its_file(level: Level, form: Format[Level], data: st.DataObject) -> None:
    state = rules.start(level)
    for _turn in range(8):
        (found,) = form.parse(form.dump([position(level, state)]))
        assert not isinstance(found, BadLevel)
        assert rules.start(found.level) == state
        assert rules.status(found.level, state) is rules.status(level, state)
        moves = rules.moves(level, state)
        if not moves:
            break
        state = rules.play(level, state, data.draw(st.sampled_from(moves)))


@given(plain_boards())
def test_plain_boards_are_written_as_on_the_sheet(level: Level) -> None:
    assert len(SHEET.dump([level]).splitlines()) == level.rows
    assert len(LAYERS.dump([level]).splitlines()) == 2 * level.rows + 1


def test_one_grid_cannot_say_a_wolf_on_grass() -> None:
    assert one_grid(Level(("G",), ("W",))) is None
    assert SHEET.dump([Level(("G",), ("W",))]) == "G\n\nW\n"


@settings(max_examples=200)
@given(st.text("_BGSW*aA#: \n\rx²é1", max_size=40) | st.text(max_size=40))
def test_junk_is_refused_with_a_message(text: str) -> None:
    assert 0 <= likeness(text) <= 100
    try:
        (parsed,) = parse(text)
    except BadLevel as error:
        assert error.line >= 1
        assert error.column >= 1
    else:
        assert rules.start(parsed.level) is parsed.level.start
        GAME.problems(parsed.level)


@pytest.mark.parametrize("junk", ["S" * 10_000_000, "_\n" * 1_000_000, "_\n\n" + "_" * 10_000_000])
def test_no_board_is_that_long(junk: str) -> None:
    assert 0 <= likeness(junk) <= 100
    with pytest.raises(BadLevel, match=f"at most {MAX_SIDE}"):
        parse(junk)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("_B_BS\nBB_S_\n", 90, 100),
        ("# title: 12 34\n_B\nSG", 90, 100),
        ("a_\n\n_A\n", 90, 100),
        ("_B\n_G\n", 60, 80),
        ("_B_x_\nS_G__\n", 60, 80),
        ("_B_BS\nBB_1_\n_GBBS\n", 60, 80),
        ("___\n___\n", 50, 50),
        ("", 0, 0),
        ("# only: words\n", 0, 0),
        ("1 2 3\n4 5 6\n7 8 9\n", 0, 0),
        ("__3_\n_2_0\n1___\n", 0, 0),
        ("----0_\n", 0, 0),
        ("OOOOO\nO R O\nOBS O\nOOOOO\n", 0, 0),
        ("#####\n#@$.#\n#####\n", 0, 0),
        ("####\n#__###\n#@$__#\n#__._#\n######\n", 0, 0),
        ("7650+42+E2302B12+C9", 0, 0),
        ("slither/5/5/i3a2bc0a1d", 0, 0),
        ("situation 599872009\nbut 12\n", 0, 0),
    ],
)
def test_likeness_knows_its_neighbours(text: str, least: int, most: int) -> None:
    assert least <= likeness(text) <= most


def test_windows_line_ends_and_a_missing_last_one() -> None:
    assert parse("\ufeff_S\r\n_G")[0].level == parse("_S\n_G\n")[0].level


def test_a_problem_points_into_the_second_grid() -> None:
    (parsed,) = parse("# title: x\n_B\n\n_S\n")
    (problem,) = GAME.problems(parsed.level)
    assert problem.place is not None
    assert parsed.places[problem.place] == (4, 2)


def test_a_lost_position_without_sheep_is_no_problem() -> None:
    assert GAME.problems(parse("# eaten: yes\n_W\n")[0].level) == []
    assert [str(problem.text) for problem in GAME.problems(parse("# eaten: no\n_W\n")[0].level)] == [
        "there is no sheep"
    ]


def test_moves_are_letters() -> None:
    level = parse("S_G\n")[0].level
    line = (Direction.LEFT, Direction.UP, Direction.DOWN, Direction.RIGHT)
    assert write(level, level.start, line) == "LUDR"
    assert read(level, level.start, "lU d\nR") == line
    with pytest.raises(BadMove) as caught:
        read(level, level.start, "LLx")
    assert caught.value.column == 3
