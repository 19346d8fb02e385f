"""Every game, played through a session: undo, redo, restart, suppositions and saves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from walks import pack_entries

from cassetete.app.levels.level_list import of_entries
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.workers.in_process import InProcessThinker
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Status
from cassetete.core.lengths import totals
from cassetete.session import saves
from cassetete.session.controller import Controller
from cassetete.session.history import Action
from cassetete.session.ports import MemorySettings, NoRecords, Win
from cassetete.session.session import Record, Session, begin
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

    def obey(self, action: Action, session: Session) -> None:
        state, suppositions = self.now
        match action.kind:
            case "play":
                self.arrive(replay(session.game.rules, session.level, action.moves, state), suppositions)
            case "undo" if self.past:
                self.future.append(self.now)
                self.now = self.past.pop()
            case "redo" if self.future:
                self.past.append(self.now)
                self.now = self.future.pop()
            case "suppose":
                self.arrive(state, [*suppositions, state])
            case "accept" if suppositions:
                self.arrive(state, suppositions[:-1])
            case "reject" if suppositions:
                self.arrive(suppositions[-1], suppositions[:-1])


def random_action(session: Session, random: Random) -> Action:
    moves = list(session.game.rules.moves(session.level, session.state))
    if moves and random.chance(6, 10):
        return Action("play", (random.choice(moves),))
    return Action(random.choice(["undo", "undo", "redo", "suppose", "accept", "reject"]))


def after(session: Session, action: Action) -> Session:
    if action.kind == "play":
        return session.play(action.moves)
    step: Session = getattr(session, action.kind)()
    return step


def test_history_equals_the_model(game: AnyGame) -> None:
    for number, entry in enumerate(pack_entries(game)[:6]):
        random = Random(number)
        session = begin(game, entry.level)
        model = Model(session.state)
        for _step in range(STEPS):
            action = random_action(session, random)
            model.obey(action, session)
            session = after(session, action)
            assert session.state == model.now[0]
            assert list(session.view.layers) == model.now[1]
            assert replay(game.rules, entry.level, session.moves) == session.state
            assert session.now.totals == totals(game, entry.level, game.rules.start(entry.level), session.moves)


def test_restart_can_be_undone(game: AnyGame) -> None:
    level = pack_entries(game)[0].level
    session = begin(game, level)
    move = next(iter(game.rules.moves(level, session.state)))
    played = session.play((move,))
    restarted = played.restart()
    assert restarted.state == session.state
    assert restarted.moves == ()
    back = restarted.undo()
    assert back.state == played.state
    assert back.moves == (move,)


class HelpModel:
    """The help of every game of a history, written the long way: a game is what lies between two restarts."""

    def __init__(self) -> None:
        self.helps = [[False, 0]]
        self.steps: list[str] = []
        self.undone: list[str] = []

    @property
    def now(self) -> list[Any]:
        return self.helps[self.steps.count("restart")]

    def obey(self, action: str, done: bool) -> None:
        if not done:
            return
        if action == "undo":
            self.undone.append(self.steps.pop())
        elif action == "redo":
            self.steps.append(self.undone.pop())
        else:
            self.steps.append(action)
            self.undone.clear()
            if action == "restart":
                self.helps[self.steps.count("restart") :] = [[False, 0]]


def helped(session: Session) -> list[Any]:
    return [session.solved_for, session.hints_played]


def test_what_help_a_game_had_is_known_after_undo_redo_restart_and_a_save(game: AnyGame) -> None:
    """A game that the computer solved never counts, whatever is undone and done again; one begun after it does."""
    level = pack_entries(game)[0].level
    for number in range(8):
        random = Random(number)
        session, model = begin(game, level), HelpModel()
        for _step in range(60):
            match random.choice(["play", "play", "undo", "undo", "redo", "restart", "solve", "hint", "save", "open"]):
                case "solve":
                    session, model.now[0] = replace(session, solved_for=True), True
                case "hint":
                    session = replace(session, hints_played=session.hints_played + 1)
                    model.now[1] += 1
                case "save":
                    session = saves.load(saves.dump(session), games())
                case "open":
                    opened = saves.load(saves.dump(begin(game, level)), games()).opened_over(session)
                    if session.undone is None:
                        added = len(opened.now.chain()) > len(session.now.chain())
                        assert helped(opened.undo() if added else opened) == model.now
                case "play":
                    move = next(iter(game.rules.moves(level, session.state)), None)
                    if move is not None:
                        session = session.play((move,))
                        model.obey("play", done=True)
                case name:
                    following: Session = getattr(session, name)()
                    model.obey(name, done=following is not session)
                    session = following
            assert helped(session) == model.now


class WonGames(NoRecords):
    """Records that remember what was won."""

    def __init__(self) -> None:
        self.won: list[Record] = []

    def win(self, game: AnyGame, level: Any, record: Record) -> Win | None:
        self.won.append(record)
        return None


def test_winning_is_recorded_once(game: AnyGame) -> None:
    entry = pack_entries(game)[0]
    records = WonGames()
    thinker = InProcessThinker(Limits(nodes=0))
    controller = Controller(of_entries([entry]), 0, records=records, thinker=thinker, settings=MemorySettings())
    for move in solve(game, entry.level).moves:
        assert controller.play((move,)) is None
    assert controller.session.status is Status.WON
    [record] = records.won
    assert record.totals == controller.session.now.totals
    controller.do("undo")
    controller.do("redo")
    assert len(records.won) == 1


def test_saves_bring_everything_back(game: AnyGame) -> None:
    for number, entry in enumerate(pack_entries(game)[:6]):
        random = Random(100 + number)
        session = begin(game, entry.level)
        for _step in range(40):
            session = after(session, random_action(session, random))
            text = saves.dump(session, "somewhere")
            assert "source: somewhere\n" in text
        again = saves.load(text, games())
        assert again.level == session.level
        while True:
            assert again.state == session.state
            assert again.moves == session.moves
            assert again.view.layers == session.view.layers
            if session.undone is None:
                break
            session, again = session.redo(), again.redo()
        while session.now.before is not None:
            session, again = session.undo(), again.undo()
            assert again.state == session.state
        assert again.now.before is None
