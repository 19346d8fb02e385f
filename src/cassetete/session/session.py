"""A session and what can happen to it: `advance(session, command)` gives the next session and its effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cassetete.core.contract import SAME_CURSOR, Advice, Aim, AnyGame, Mark, Play, Status, View
from cassetete.core.errors import IllegalMove
from cassetete.core.lengths import Totals
from cassetete.core.message import Catalogue
from cassetete.session.history import Entry, Line, Step, Supposition

_ = Catalogue("cassetete")


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to the entry before."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Forward again."""


@dataclass(frozen=True, slots=True)
class Restart:
    """To the start; undo comes back from it."""


@dataclass(frozen=True, slots=True)
class Suppose:
    """Open a supposition: what follows can be rejected as a whole."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Close the innermost supposition and keep what was played in it."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Close the innermost supposition and return to where it was opened."""


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask for the next step."""


@dataclass(frozen=True, slots=True)
class AskSolution:
    """Ask for the whole solution; such a game enters no record."""


@dataclass(frozen=True, slots=True)
class Tick:
    """So many seconds of play have passed."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's word on the state of a ticket: can it still be won? None if unknown; `reason` says why not."""

    ticket: int
    winnable: bool | None
    reason: Advice | None = None


@dataclass(frozen=True, slots=True)
class Advised:
    """The adviser's word on the state of a ticket."""

    ticket: int
    advice: Advice


Command: TypeAlias = (
    Play[Any]
    | Aim
    | Undo
    | Redo
    | Restart
    | Suppose
    | Accept
    | Reject
    | AskHint
    | AskSolution
    | Tick
    | Judged
    | Advised
)


@dataclass(frozen=True, slots=True)
class Judge:
    """Effect: find out whether the state can still be won, and say so with `Judged`."""

    ticket: int
    state: Any


@dataclass(frozen=True, slots=True)
class Advise:
    """Effect: find a hint, or (`whole`) the solution, and say so with `Advised`."""

    ticket: int
    state: Any
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """Effect: the game is won, by these moves; keep the result if it is a record."""

    totals: Totals
    seconds: float
    hints: int
    solved_for: bool
    moves: tuple[Any, ...] = ()


Effect: TypeAlias = Judge | Advise | Record


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A game being played; `status` is that of the state on the board.

    `ticket` numbers the arrivals: an answer to an older ticket comes too late.
    """

    game: AnyGame
    level: Any
    now: Entry
    status: Status
    undone: tuple[Entry, Any] | None = None
    cursor: Any = None
    ticket: int = 0
    winnable: bool | None = None
    reason: Advice | None = None
    advice: Advice | None = None
    hints: int = 0
    solved_for: bool = False
    seconds: float = 0.0

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
        pointed = self.advice or self.reason
        marks: tuple[Mark, ...] = pointed.marks if pointed is not None else ()
        layers = tuple(supposition.state for supposition in self.now.open)
        return View(self.now.state, self.now.last, self.cursor, layers, marks)

    @property
    def length(self) -> int:
        """How much of what the game's metric counts has been played."""
        return self.now.totals.by(self.game.lengths.metric(self.level))


def begin(game: AnyGame, level: Any) -> Session:
    """A new game of a level."""
    state = game.rules.start(level)
    return Session(
        game, level, Entry(state), game.rules.status(level, state), cursor=game.controls.cursor(level, state)
    )


def advance(session: Session, command: Command) -> tuple[Session, tuple[Effect, ...]]:
    """The session after a command, and what is to be done about it.

    IllegalMove if a Play does not follow the rules; commands that have nothing to do change nothing.
    """
    return _HANDLERS[type(command)](session, command)


_Next: TypeAlias = tuple[Session, tuple[Effect, ...]]


def _play(session: Session, command: Play[Any]) -> _Next:
    if command.cursor is not SAME_CURSOR:
        session = replace(session, cursor=command.cursor)
    if not command.moves:
        return session, ()
    game, level = session.game, session.level
    state, totals = session.state, session.now.totals
    for move in command.moves:
        totals = totals.after(game, level, state, move)
        state = game.rules.play(level, state, move)
    entry = replace(
        session.now,
        state=state,
        line=Line(command.moves, session.now.line),
        totals=totals,
        last=command.moves[-1],
        step=Step("play", command.moves),
        before=session.now,
    )
    arrived, effects = _arrive(session, entry)
    if arrived.status is Status.WON:
        effects = (_record(arrived), *effects)
    return arrived, effects


def _record(session: Session) -> Record:
    return Record(session.now.totals, session.seconds, session.hints, session.solved_for, session.moves)


def _arrive(session: Session, entry: Entry, undone: tuple[Entry, Any] | None = None) -> _Next:
    """Stand on an entry: old advice is gone, a new ticket is drawn, and the judge is asked where that is wanted."""
    status = session.game.rules.status(session.level, entry.state)
    drawn = session.ticket + 1
    arrived = replace(
        session, now=entry, status=status, undone=undone, ticket=drawn, winnable=None, reason=None, advice=None
    )
    if arrived.status is Status.OPEN and session.game.coaching.judged_live and not entry.open:
        return arrived, (Judge(arrived.ticket, entry.state),)
    return arrived, ()


def _undo(session: Session, _command: Undo) -> _Next:
    if session.now.before is None:
        return session, ()
    return _arrive(session, session.now.before, (session.now, session.undone))


def _redo(session: Session, _command: Redo) -> _Next:
    if session.undone is None:
        return session, ()
    entry, rest = session.undone
    return _arrive(session, entry, rest)


def _restart(session: Session, _command: Restart) -> _Next:
    if session.now.line is None and not session.now.open:
        return session, ()
    start = session.game.rules.start(session.level)
    return _arrive(session, Entry(start, step=Step("restart"), before=session.now))


def _suppose(session: Session, _command: Suppose) -> _Next:
    now = session.now
    here = Supposition(now.state, now.line, now.totals, now.last)
    return _arrive(session, replace(now, open=(*now.open, here), step=Step("suppose"), before=now))


def _accept(session: Session, _command: Accept) -> _Next:
    now = session.now
    if not now.open:
        return session, ()
    return _arrive(session, replace(now, open=now.open[:-1], step=Step("accept"), before=now))


def _reject(session: Session, _command: Reject) -> _Next:
    now = session.now
    if not now.open:
        return session, ()
    back = now.open[-1]
    entry = Entry(back.state, back.line, back.totals, back.last, now.open[:-1], Step("reject"), now)
    return _arrive(session, entry)


def _aim(session: Session, command: Aim) -> _Next:
    return replace(session, cursor=command.cursor), ()


def _ask_hint(session: Session, _command: AskHint) -> _Next:
    if session.status is not Status.OPEN:
        return session, ()
    asked = replace(session, hints=session.hints + 1)
    return asked, (Advise(session.ticket, session.state),)


def _ask_solution(session: Session, _command: AskSolution) -> _Next:
    if session.status is not Status.OPEN:
        return session, ()
    return replace(session, solved_for=True), (Advise(session.ticket, session.state, whole=True),)


def _tick(session: Session, command: Tick) -> _Next:
    if session.status is Status.WON:
        return session, ()
    return replace(session, seconds=session.seconds + command.seconds), ()


def _judged(session: Session, command: Judged) -> _Next:
    if command.ticket != session.ticket:
        return session, ()
    return replace(session, winnable=command.winnable, reason=command.reason), ()


def _advised(session: Session, command: Advised) -> _Next:
    if command.ticket != session.ticket:
        return session, ()
    return replace(session, advice=command.advice), ()


_HANDLERS: dict[type, Callable[[Session, Any], _Next]] = {
    Play: _play,
    Aim: _aim,
    Undo: _undo,
    Redo: _redo,
    Restart: _restart,
    Suppose: _suppose,
    Accept: _accept,
    Reject: _reject,
    AskHint: _ask_hint,
    AskSolution: _ask_solution,
    Tick: _tick,
    Judged: _judged,
    Advised: _advised,
}


def hinted(session: Session) -> Command:
    """What asking for a hint means now: the hint, asked again what more it has to say, and at last its moves."""
    given = session.advice
    if given is None or session.status is not Status.OPEN:
        return AskHint()
    if given.further is not None:
        return Advised(session.ticket, given.further)
    return Play(given.moves) if given.moves else AskHint()


def perform(session: Session, step: Step) -> Session:
    """Do again what a saved step did."""
    if step.kind == "play":
        return advance(session, Play(step.moves))[0]
    commands: dict[str, Command] = {
        "restart": Restart(),
        "suppose": Suppose(),
        "accept": Accept(),
        "reject": Reject(),
    }
    after, _effects = advance(session, commands[step.kind])
    if after is session:
        raise IllegalMove(_("'{kind}' has nothing to do here", kind=step.kind))
    return after
