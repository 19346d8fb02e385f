"""A click may play, move the cursor, or do both."""

from __future__ import annotations

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import Play
from cassetete.core.events import Drag, Press
from cassetete.session.session import Session, begin


def a_session(name: str) -> Session:
    found = pack(name)
    assert found is not None
    return begin(games()[name], found.entry(found.names()[-1]).level)


def test_a_play_leaves_the_cursor_unless_it_names_another() -> None:
    session = a_session("turtle").play((), cursor=1)
    move = next(iter(session.game.rules.moves(session.level, session.state)))
    assert session.play((move,)).cursor == 1
    played = session.play((move,), cursor=0)
    assert played.cursor == 0
    assert played.moves == (move,)
    assert played.undo().state == session.state


def test_a_play_of_no_moves_only_moves_the_cursor() -> None:
    session = a_session("turtle")
    aimed = session.play((), cursor=1)
    assert aimed.cursor == 1
    assert aimed.now is session.now


def test_the_cursor_can_be_removed() -> None:
    assert a_session("turtle").play((), cursor=None).cursor is None


def test_a_click_on_a_segment_also_aims_at_it() -> None:
    session = a_session("slitherlink")
    segment = ((1, 1), (1, 2))
    click = session.game.bind(session.level, session.state, session.cursor, Press(segment))
    assert isinstance(click, Play)
    after = session.play(click.moves, click.cursor)
    assert after.cursor == segment
    assert after.state != session.state


def test_a_drag_from_an_animal_also_chooses_it() -> None:
    session = a_session("turtle")
    moves = session.game.rules.moves(session.level, session.state)
    move = next(move for move in moves if move.animal != session.cursor)
    row, column = session.level.place(session.state[move.animal])
    step: tuple[int, int] = move.direction.step
    drag = Drag((row, column), (row + step[0], column + step[1]))
    bound = session.game.bind(session.level, session.state, session.cursor, drag)
    assert bound == Play((move,), cursor=move.animal)
