"""A game being played, as a value: each method gives the session that follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import SAME_CURSOR, AnyGame, Play, Status, View
from cassetete.core.errors import IllegalMove
from cassetete.core.lengths import Totals
from cassetete.core.message import Catalogue
from cassetete.session.history import Action, Help, MoveChain, Snapshot, Supposition

_ = Catalogue("cassetete")


@dataclass(frozen=True, slots=True)
class Record:
    """A won game, as it is recorded."""

    totals: Totals
    seconds: float
    hints: int
    solved_for: bool
    moves: tuple[Any, ...] = ()
    hints_played: int = 0
    name: str = ""
    """What the level is called, where it has no title."""


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A game being played: all that a save keeps, and the cursor.

    Methods that have nothing to do (undo at the start, say) give the session itself.
    """

    game: AnyGame
    level: Any
    now: Snapshot
    status: Status
    """The status of the state on the board."""
    undone: tuple[Snapshot, Any] | None = None
    """What redo brings back: the next snapshot, and those after it."""
    cursor: Any = None
    hints: int = 0
    """How many hints were asked for."""
    hints_played: int = 0
    """How many of them were played for the player: such a game earns at most two stars."""
    solved_for: bool = False
    """Whether the solution was shown since the last restart: such a game enters no record."""
    seconds: float = 0.0
    name: str = ""
    """What the level is called, where it has no title."""

    @property
    def state(self) -> Any:
        """The state on the board."""
        return self.now.state

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves from the start to the state on the board: its certificate."""
        return tuple(self.now.line or ())

    @property
    def view(self) -> View[Any, Any]:
        """What there is to draw."""
        layers = tuple(supposition.state for supposition in self.now.open)
        return View(self.now.state, self.now.last, self.cursor, layers)

    @property
    def length(self) -> int:
        """How much of what the game's metric counts has been played."""
        return self.now.totals.by(self.game.lengths.metric(self.level))

    @property
    def record(self) -> Record:
        """What is recorded if the game is won."""
        help_used = self.hints, self.solved_for
        return Record(self.now.totals, self.seconds, *help_used, self.moves, self.hints_played, self.name)

    @property
    def help(self) -> Help:
        """The help that was taken since the last restart."""
        return Help(self.solved_for, self.hints_played)

    @property
    def started(self) -> bool:
        """Whether anything was done yet."""
        return self.now.before is not None or self.undone is not None

    def play(self, moves: tuple[Any, ...], cursor: Any = SAME_CURSOR) -> Session:
        """Play moves as one step of undo, and place the cursor; IllegalMove if the rules do not allow them."""
        session = self if cursor is SAME_CURSOR else replace(self, cursor=cursor)
        if not moves:
            return session
        state, totals = self.state, self.now.totals
        for move in moves:
            totals = totals.after(self.game, self.level, state, move)
            state = self.game.rules.play(self.level, state, move)
        line = MoveChain(moves, self.now.line)
        return session._arrive(
            Snapshot(state, line, totals, moves[-1], self.now.open, Action("play", moves), before=self.now)
        )

    def _arrive(self, snapshot: Snapshot, undone: tuple[Snapshot, Any] | None = None) -> Session:
        status = self.game.rules.status(self.level, snapshot.state)
        return replace(self, now=snapshot, status=status, undone=undone)

    def undo(self) -> Session:
        """Back to the snapshot before; before a restart, to the help that the game had had there."""
        now = self.now
        if now.before is None:
            return self
        if now.action.kind != "restart":
            return self._arrive(now.before, (now, self.undone))
        left = replace(now, action=now.action._replace(help_after=self.help))
        return self._with(now.action.help_before)._arrive(now.before, (left, self.undone))

    def redo(self) -> Session:
        """Forward again."""
        if self.undone is None:
            return self
        action = self.undone[0].action
        session = self._with(action.help_after) if action.kind == "restart" else self
        return session._arrive(*self.undone)

    def _with(self, help: Help) -> Session:
        return replace(self, solved_for=help.solved_for, hints_played=help.hints_played)

    def restart(self) -> Session:
        """Back to the start of the level, to a game that counts; undo takes that back."""
        if self.now.line is None and not self.now.open and self.help == Help():
            return self
        start, action = self.game.rules.start(self.level), Action("restart", help_before=self.help)
        return self._with(Help())._arrive(Snapshot(start, action=action, before=self.now))

    def suppose(self) -> Session:
        """Open a supposition: what follows can be rejected as a whole."""
        now = self.now
        here = Supposition(now.state, now.line, now.totals, now.last)
        return self._arrive(replace(now, open=(*now.open, here), action=Action("suppose"), before=now))

    def accept(self) -> Session:
        """Close the innermost supposition and keep what was played in it."""
        now = self.now
        if not now.open:
            return self
        return self._arrive(replace(now, open=now.open[:-1], action=Action("accept"), before=now))

    def reject(self) -> Session:
        """Close the innermost supposition and return to where it was opened."""
        now = self.now
        if not now.open:
            return self
        back = now.open[-1]
        return self._arrive(
            Snapshot(back.state, back.line, back.totals, back.last, now.open[:-1], Action("reject"), now)
        )

    def tick(self, seconds: float) -> Session:
        """Let the clock run; that of a won game stands still."""
        return self if self.status is Status.WON else replace(self, seconds=self.seconds + seconds)

    def perform(self, action: Action) -> Session:
        """Do again what a saved action did; IllegalMove if it has nothing to do here."""
        if action.kind == "play":
            return self.play(action.moves)
        if action.kind == "restart":
            before = self._with(action.help_before)
            after = before.restart()
            if after is before:
                raise IllegalMove(_("'{kind}' is not possible here", kind=action.kind))
            return after._with(action.help_after)
        steps = {"suppose": self.suppose, "accept": self.accept, "reject": self.reject}
        after = steps[action.kind]()
        if after is self:
            raise IllegalMove(_("'{kind}' is not possible here", kind=action.kind))
        return after

    def actions(self) -> tuple[list[Action], list[Action]]:
        """Everything that was done since the start, and what redo would do again."""
        undone, chain = self.undone, []
        while undone is not None:
            snapshot, undone = undone
            chain.append(snapshot.action)
        return [snapshot.action for snapshot in self.now.chain()[1:]], chain

    def performed(self, done: list[Action], undone: list[Action]) -> Session:
        """The session after those actions, the last of them undone again."""
        session = self
        for action in (*done, *undone):
            session = session.perform(action)
        for _action in undone:
            session = session.undo()
        return session

    def opened_over(self, running: Session) -> Session:
        """This saved game, opened while another game of the same level is running.

        The board, the clock and the hints are those of the saved game. The running game is not lost: it stays in the
        history before the saved one, and undo returns to it.
        """
        done, undone = running.actions()
        if (done, undone) == self.actions():
            return running
        joined = begin(self.game, self.level).performed([*done, *undone], [])
        if all(action.kind != "restart" for action in undone):
            joined = joined._with(running.help)
        joined = joined.restart().performed(*self.actions())
        return replace(
            joined,
            seconds=self.seconds,
            hints=self.hints,
            hints_played=self.hints_played,
            solved_for=self.solved_for,
        )


def begin(game: AnyGame, level: Any) -> Session:
    """A new game of a level."""
    state = game.rules.start(level)
    status = game.rules.status(level, state)
    return Session(game, level, Snapshot(state), status, cursor=game.controls.cursor(level, state))


def followed(session: Session, play: Play[Any], options: frozenset[str]) -> Play[Any]:
    """A play with the moves that the game adds to it while its options are on: one step of undo.

    Moves that would only take the play back are not added.
    """
    game, level = session.game, session.level
    if game.controls.follow is None:
        return play
    state = replay(game.rules, level, play.moves, session.state)
    more = game.controls.follow(level, state, options)
    if more and replay(game.rules, level, more, state) == session.state:
        return play
    return replace(play, moves=(*play.moves, *more))
