"""What a player can switch on, and lines drawn by dragging."""

from __future__ import annotations

import pytest

from cassetete.core.certify import replay
from cassetete.core.contract import Play, Status, View
from cassetete.core.events import Drag, Key, Press
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.controls import bind
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.model import Level, Put, State
from cassetete.games.slitherlink.options import follow, known_sides, path_numbers
from cassetete.games.slitherlink.view import scene, text
from cassetete.scene.pick import pick
from cassetete.session import saves
from cassetete.session.session import begin, followed

EMPTY = Level(3, 3, ((None,) * 3,) * 3)


def dragged(state: State, start: object, end: object, button: int = 1) -> State | None:
    played = bind(EMPTY, state, None, Drag(start, end, button))
    return replay(rules, EMPTY, played.moves, state) if isinstance(played, Play) else None


def test_a_drag_marks_a_straight_stretch_or_a_corner_and_nothing_else() -> None:
    line = dragged(State(), ((0, 0), (0, 1)), ((0, 2), (0, 3)))
    assert line is not None and line.drawn.bit_count() == 3
    corner = dragged(State(), ((0, 0), (0, 1)), ((0, 1), (1, 1)), button=3)
    assert corner is not None and corner.crossed.bit_count() == 2
    assert dragged(State(), ((0, 0), (0, 1)), ((2, 2), (2, 3))) is None
    assert dragged(line, ((0, 0), (0, 1)), ((0, 2), (0, 3))) == State()  # begun on the line, it erases


WAYS = {
    # where the pointer goes (x, y in board units), and how many segments that marks
    "from corner to corner": ([(0.5, 0.5), (3.5, 0.5)], 3),
    "from the middle of a segment to the middle of another": ([(1.0, 0.5), (3.0, 0.5)], 3),
    "beside the line, past the corners": ([(0.6, 0.7), (2.4, 0.7)], 2),
    "around a corner": ([(0.5, 0.5), (1.5, 0.5), (1.5, 2.5)], 3),
    "there and back again": ([(0.5, 0.5), (2.5, 0.5), (1.5, 0.5)], 1),
    "around a cell": ([(0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5), (0.5, 0.5)], 4),
    "through a cell's middle": ([(0.6, 1.0), (1.0, 1.0)], 0),
    "along half a segment": ([(0.9, 0.5), (1.15, 0.5)], 1),
    "off the grid and in again": ([(0.5, 0.5), (0.5, -2.0), (1.5, -2.0), (1.5, 0.5)], 1),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_drag_follows_the_pointer(name: str) -> None:
    way, count = WAYS[name]
    plain = scene(EMPTY, View(State()))
    start, end = (pick(plain, *point) for point in (way[0], way[-1]))
    played = bind(EMPTY, State(), None, Drag(start, end, 1, tuple(way)))
    assert (len(played.moves) if isinstance(played, Play) else 0) == count
    crossed = bind(EMPTY, State(), None, Drag(start, end, 3, tuple(way)))
    assert (len(crossed.moves) if isinstance(crossed, Play) else 0) == count


def test_a_drag_ends_where_the_loop_is_whole() -> None:
    way = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5), (0.5, 0.5), (2.5, 0.5))
    played = bind(EMPTY, State(), None, Drag(None, None, 1, way))
    assert isinstance(played, Play) and len(played.moves) == 4
    assert rules.status(EMPTY, replay(rules, EMPTY, played.moves)) is Status.WON


def test_a_click_in_a_cell_shades_it_and_undo_takes_it_back() -> None:
    session = begin(GAME, EMPTY)
    seen = []
    for button in (1, 1, 1, 3, 3):
        play = bind(EMPTY, session.state, None, Press(("cell", 1, 2), button))
        assert isinstance(play, Play)
        session = session.play(play.moves)
        seen.append(session.state.shade(5))
    assert seen == ["i", "o", ".", "o", "i"]
    assert session.state == State(inside=1 << 5) and session.length == 0
    kept = saves.load(saves.dump(session), {"slitherlink": GAME})
    assert kept.state == session.state and GAME.position(EMPTY, kept.state).marks == kept.state
    assert kept.undo().state == State(outside=1 << 5)
    shown = text(EMPTY, View(session.state)).splitlines()
    assert shown[3][10:13] == ": :"
    keyed = bind(EMPTY, session.state, ((1, 2), (1, 3)), Key("i"))
    assert keyed == Play((Put(((1, 2), (2, 3)), "o"),))


def test_crosses_that_follow_are_undone_with_their_move() -> None:
    level = parse("1_\n__\n")[0].level
    session = begin(GAME, level)
    drawn = Play((Put(((0, 0), (0, 1)), "+"),))
    after = session.play(followed(session, drawn, frozenset({"auto-cross"})).moves)
    assert after.state.crossed.bit_count() >= 3 and after.length == 1
    assert after.undo().state == State()


def test_crosses_follow_only_if_asked_for() -> None:
    level = parse("0_\n__\n")[0].level
    assert follow(level, State(), frozenset()) == ()
    crosses = follow(level, State(), frozenset({"auto-cross"}))
    after = replay(rules, level, crosses)
    assert after.drawn == 0 and after.crossed.bit_count() == len(crosses) > 4


def test_known_sides_are_shaded_and_paths_are_told_apart() -> None:
    state = State()
    for edge in (0, 3, 12, 13):
        state = state.with_mark(edge, "+")
    apart = state.with_mark(11, "+")
    assert known_sides(EMPTY, apart) == {0: 1, 1: 0, 3: 0, 8: 1}
    assert sorted(set(path_numbers(EMPTY, apart).values())) == [0, 1]
    plain = scene(EMPTY, View(apart))
    coloured = scene(EMPTY, View(apart, options=frozenset({"paths", "shade", "dim"})))
    assert plain != coloured
