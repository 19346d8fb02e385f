"""Every game, played through a session: undo, redo, restart, suppositions and saves."""

from __future__ import annotations

from typing import Any

from walks import pack_entries

from cassetete.app.registry import games
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Play, Status
from cassetete.core.lengths import totals
from cassetete.session import saves
from cassetete.session.session import (
    Accept,
    Command,
    Judge,
    Record,
    Redo,
    Reject,
    Restart,
    Session,
    Suppose,
    Undo,
    advance,
    begin,
)
from cassetete.speed.random import Random

STEPS = 120


class Model:
    """What the history must do, written the long way: full copies in lists."""

    def __init__(self, start: Any) -> None:
        self.past: list[tuple[Any, list[Any]]] = []
        self.future: list[tuple[Any, list[Any]]] = []
        self.now: tuple[Any, list[Any]] = (start, [])
        self.start = start

    def arrive(self, state: Any, suppositions: list[Any]) -> None:
        self.past.append(self.now)
        self.future.clear()
        self.now = (state, suppositions)

    def obey(self, command: Command, session: Session) -> None:
        state, suppositions = self.now
        match command:
            case Play(moves=moves):
                self.arrive(replay(session.game.rules, session.level, moves, state), suppositions)
            case Undo() if self.past:
                self.future.append(self.now)
                self.now = self.past.pop()
            case Redo() if self.future:
                self.past.append(self.now)
                self.now = self.future.pop()
            case Suppose():
                self.arrive(state, [*suppositions, state])
            case Accept() if suppositions:
                self.arrive(state, suppositions[:-1])
            case Reject() if suppositions:
                self.arrive(suppositions[-1], suppositions[:-1])
            case _:
                pass


def random_command(session: Session, random: Random) -> Command:
    other: list[Command] = [Undo(), Undo(), Redo(), Suppose(), Accept(), Reject()]
    moves = list(session.game.rules.moves(session.level, session.state))
    if moves and random.chance(6, 10):
        first = random.choice(moves)
        return Play((first,))
    return random.choice(other)


def test_history_equals_the_model(game: AnyGame) -> None:
    for number, entry in enumerate(pack_entries(game)[:6]):
        random = Random(number)
        session = begin(game, entry.level)
        model = Model(session.state)
        for _step in range(STEPS):
            command = random_command(session, random)
            model.obey(command, session)
            session, _effects = advance(session, command)
            assert session.state == model.now[0]
            assert list(session.view.layers) == model.now[1]
            assert replay(game.rules, entry.level, session.moves) == session.state
            assert session.now.totals == totals(game, entry.level, game.rules.start(entry.level), session.moves)


def test_restart_can_be_undone(game: AnyGame) -> None:
    level = pack_entries(game)[0].level
    session = begin(game, level)
    move = next(iter(game.rules.moves(level, session.state)))
    played, _effects = advance(session, Play((move,)))
    restarted, _effects = advance(played, Restart())
    assert restarted.state == session.state
    assert restarted.moves == ()
    back, _effects = advance(restarted, Undo())
    assert back.state == played.state
    assert back.moves == (move,)


def test_winning_is_recorded_once(game: AnyGame) -> None:
    from cassetete.app.solving.choose import solve

    entry = pack_entries(game)[0]
    session = begin(game, entry.level)
    records = []
    for move in solve(game, entry.level).moves:
        session, effects = advance(session, Play((move,)))
        records += [effect for effect in effects if isinstance(effect, Record)]
    assert session.status is Status.WON
    [record] = records
    assert record.totals == session.now.totals
    undone, _effects = advance(session, Undo())
    _again, effects = advance(undone, Redo())
    assert not any(isinstance(effect, Record) for effect in effects)


def test_the_judge_is_asked_where_the_game_wants_it(game: AnyGame) -> None:
    level = pack_entries(game)[0].level
    session = begin(game, level)
    move = next(iter(game.rules.moves(level, session.state)))
    played, effects = advance(session, Play((move,)))
    asked = [effect for effect in effects if isinstance(effect, Judge)]
    assert len(asked) == (game.coaching.judged_live and played.status is Status.OPEN)
    supposed, _effects = advance(session, Suppose())
    _played, effects = advance(supposed, Play((move,)))
    assert not any(isinstance(effect, Judge) for effect in effects)


def test_saves_bring_everything_back(game: AnyGame) -> None:
    for number, entry in enumerate(pack_entries(game)[:6]):
        random = Random(100 + number)
        session = begin(game, entry.level)
        for _step in range(40):
            session, _effects = advance(session, random_command(session, random))
            text = saves.dump(session, "somewhere")
            assert saves.source_of(text) == "somewhere"
        again = saves.load(text, games())
        assert again.level == session.level
        while True:
            assert again.state == session.state
            assert again.moves == session.moves
            assert again.view.layers == session.view.layers
            if session.undone is None:
                break
            session, _effects = advance(session, Redo())
            again, _effects = advance(again, Redo())
        while session.now.before is not None:
            session, _effects = advance(session, Undo())
            again, _effects = advance(again, Undo())
            assert again.state == session.state
        assert again.now.before is None
