"""The board looked at from all four sides, heights on demand, and a ball that nothing hides."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.level_list import of_pack
from cassetete.app.levels.library import pack
from cassetete.app.workers.in_process import InProcessThinker
from cassetete.core.answers import Limits
from cassetete.core.contract import View
from cassetete.core.events import Key
from cassetete.core.grid import Direction
from cassetete.core.message import Text
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.perspective import perspective
from cassetete.games.pushit.view import HEIGHTS, hiding, motions, scene, text, turned
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Label, Polygon
from cassetete.scene.tween import between
from cassetete.session.controller import Controller
from cassetete.session.ports import MemorySettings, NoRecords
from cassetete.session.view_model import Note
from games.pushit.pushit_graph import whole_graph
from games.pushit.test_pushit_view import boards, keyed, place

TURNS = st.integers(0, 3)


@given(boards(), TURNS, st.integers(0, 3))
def test_on_a_turned_board_everything_arrives_where_the_next_scene_has_it(level: Level, turn: int, choice: int) -> None:
    state = rules.start(level)
    legal = rules.moves(level, state)
    if not legal:
        return
    move = legal[choice % len(legal)]
    after = rules.play(level, state, move)
    last_frame = between(scene(level, View(state, turn=turn)), turned(level, state, move, turn), 1.0)
    following = scene(level, View(after, turn=turn))
    for key in ("ball", "guide", "guide-row", "guide-column"):
        assert place(keyed(last_frame, key)[0]) == pytest.approx(place(keyed(following, key)[0]))
    assert turned(level, state, move, 0) == motions(level, state, move)


@given(boards(), TURNS)
def test_the_nearest_corner_is_picked_and_four_turns_are_none(level: Level, turn: int) -> None:
    state = rules.start(level)
    drawn, space = scene(level, View(state, turn=turn)), perspective(level, turn)
    corners = [(0, 0), (0, level.columns - 1), (level.rows - 1, 0), (level.rows - 1, level.columns - 1)]
    nearest = next(cell for cell in corners if space.seen(cell) == (space.rows - 1, space.columns - 1))
    height = state.heights[nearest[0] * level.columns + nearest[1]]
    assert pick(drawn, *space.centre(space.seen(nearest), height)) == nearest
    assert perspective(level, turn + 4) == space
    for shape in drawn.shapes:
        for x, y in shape.points if not hasattr(shape, "at") else (shape.at,):
            assert -1e-9 <= x <= drawn.width + 1e-9 and -1e-9 <= y <= drawn.height + 1e-9


@given(boards(), TURNS, st.sampled_from(list(Direction)))
def test_a_step_is_seen_in_the_turned_direction(level: Level, turn: int, way: Direction) -> None:
    space = perspective(level, turn)
    cell = (0, 0)
    beside = (way.step[0], way.step[1])
    (row, column), (to_row, to_column) = space.seen(cell), space.seen(beside)
    assert (to_row - row, to_column - column) == way.turned(turn).step


def test_the_text_is_turned_too() -> None:
    level = parse("1 2 3\n4 5 6\n7 8 9\n")[0].level
    state = rules.start(level)
    assert text(level, View(state, turn=1)).split("\n") == [" 7  4 [1]", " 8  5  2", "<9> 6  3"]
    assert text(level, View(state, turn=2)).split("\n")[0] == "<9> 8  7"


def controller_of(index: int = 0) -> Controller:
    found = pack("pushit")
    assert found is not None
    thinker = InProcessThinker(Limits(seconds=20))
    return Controller(of_pack(found), index, records=NoRecords(), thinker=thinker, settings=MemorySettings())


@pytest.mark.parametrize("turn", range(4))
def test_an_arrow_key_goes_where_it_points_on_the_screen(turn: int) -> None:
    for index in range(6):
        controller = controller_of(index)
        for _quarter in range(turn):
            controller.do("turn-right")
        session = controller.session
        move = next(iter(rules.moves(session.level, session.state)))
        seen = move.turned(turn)
        assert controller.view().board.turn == turn
        controller.event(Key(seen.name.capitalize()))
        assert controller.session.moves == (move,)


def test_turning_left_takes_turning_right_back_and_is_kept_over_levels() -> None:
    controller = controller_of()
    controller.do("turn-right")
    controller.do("next")
    assert controller.turn == 1
    controller.do("turn-left")
    controller.do("turn-left")
    assert controller.turn == 3
    assert controller.command_of("comma") == "turn-left" and controller.command_of("period") == "turn-right"


def test_a_held_key_shows_the_heights_for_as_long_as_it_is_held() -> None:
    controller = controller_of()
    level = controller.session.level

    def labels() -> list[str]:
        drawn = scene(level, controller.view().board)
        return [shape.text for shape in drawn.shapes if isinstance(shape, Label)]

    assert not labels()
    assert controller.hold("space", True) and not controller.hold("space", True)
    assert labels() == [str(height) for height in level.heights]
    assert controller.hold("space", False)
    assert not labels()
    assert not controller.hold("x", True)


@given(st.lists(st.integers(0, 6), min_size=16, max_size=16), st.integers(0, 3))
def test_no_height_covers_another_one(heights: list[int], turn: int) -> None:
    level = Level(4, tuple(heights))
    drawn = scene(level, View(rules.start(level), options=frozenset({HEIGHTS}), turn=turn))
    places = [shape.at for shape in drawn.shapes if isinstance(shape, Label)]
    assert len(places) == 16
    for one, other in combinations(places, 2):
        assert dist(one, other) > 0.15, "its digit can be seen"


def test_hint_arrows_are_turned_with_the_board() -> None:
    controller = controller_of()
    controller.do("turn-right")
    controller.note = Note(Text("go {arrow}", (("arrow", "→"),)))
    shown = controller.view().note
    assert shown is not None and str(shown.text) == "go ↓"


def test_what_hides_the_ball_is_of_glass_and_lets_it_be_seen() -> None:
    level = parse("0 0 0\n0 3 0\n0 0 0\n")[0].level
    state = rules.start(level)
    assert hiding(level, state) == {(1, 1)}
    glass = [shape for shape in scene(level, View(state)).shapes if isinstance(shape, Polygon) and shape.opacity < 1]
    assert glass and {shape.target for shape in glass} == {(1, 1)}
    assert not hiding(level, state, turn=2)


def test_lesson_boards_never_hide_the_ball() -> None:
    """Wherever the game can still be won."""
    for board in lesson_boards(GAME):
        level = board.entry.level
        for state, far in whole_graph(level, board.entry.state).items():
            assert far is None or not hiding(level, state), f"{level.heights}: {level.cell(state.ball)}"
