"""What a player can switch on, and lines drawn by dragging."""

from __future__ import annotations

from cassetete.core.contract import Play, View
from cassetete.core.events import Drag
from cassetete.core.replay import replay
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.controls import bind
from cassetete.games.slitherlink.formats import parse
from cassetete.games.slitherlink.model import Level, State
from cassetete.games.slitherlink.options import follow, inside, path_numbers
from cassetete.games.slitherlink.view import scene

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
    assert dragged(line, ((0, 0), (0, 1)), ((0, 2), (0, 3))) is None


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
    assert inside(EMPTY, apart) == {0, 8}
    assert sorted(set(path_numbers(EMPTY, apart).values())) == [0, 1]
    plain = scene(EMPTY, View(apart))
    coloured = scene(EMPTY, View(apart, options=frozenset({"paths", "shade", "dim"})))
    assert plain != coloured
