"""The controller: a game being played, without any toolkit. Events and commands go in, a view model comes out.

    controller = Controller(levels, 0, records=…, thinker=…, settings=…)
    controller.event(Key("Left"))
    controller.do("undo")
    controller.answered(message)   # whatever the thinker said
    controller.tick(seconds)
    draw(controller.view())

Window, terminal and page are drawings of it. It starts no process, reads no file and has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, Aim, AnyGame, Chosen, Length, Metric, Play, Status
from cassetete.core.errors import CasseteteError, IllegalMove
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.core.lengths import lengths_of, totals
from cassetete.core.message import Catalogue, Text
from cassetete.scene.shapes import Point
from cassetete.session import saves
from cassetete.session.commands import COMMANDS, KEYS, MENU, Command, Placement, available, in_menu
from cassetete.session.copying import level_to_copy, moves_to_copy
from cassetete.session.drag import DragPath
from cassetete.session.history import Snapshot
from cassetete.session.jobs import (
    JUDGE,
    MEASURE,
    Hint,
    Judgement,
    Result,
    Solution,
    ToAdvise,
    ToJudge,
    ToSolve,
    Working,
)
from cassetete.session.ports import LevelEntry, Levels, Records, Settings, Thinker, Win
from cassetete.session.session import Session, begin, followed
from cassetete.session.stars import judged_by, perfect, stars, thresholds
from cassetete.session.take_back import TakeBack
from cassetete.session.view_model import (
    Autoplay,
    Button,
    CommandState,
    EndStrip,
    MenuGroup,
    Movement,
    Note,
    NoteKind,
    Panel,
    Place,
    PlayView,
    Row,
    Title,
    clock_text,
    joined,
)

_ = Catalogue("cassetete")
_DIRECTIONS = {"Left", "Right", "Up", "Down"}

PACE = 0.32
"""Seconds between the moves of a solution that plays itself."""

_THINKING = Note(_("thinking… (Esc stops)"), NoteKind.THINKING)
_NOTHING_TO_DO = {
    "undo": _("there is nothing to undo"),
    "redo": _("there is nothing to redo"),
    "accept": _("there is no open supposition"),
    "reject": _("there is no open supposition"),
}
_LOST_LEVEL = _("This level has no solution: it cannot be won.")
_DONE = {"accept": _("supposition accepted"), "reject": _("supposition rejected")}


@dataclass(frozen=True)
class Request:
    """What a command asks of the front end, by the command's name: to open another screen or a dialog of its own, to
    copy `text` or the translated `message`, to show `moves` from the start of the level, standing after the first `at`
    of them."""

    command: str
    moves: tuple[Any, ...] = ()
    at: int = 0
    text: str = ""
    message: Text | None = None


class Controller:
    """A level list, the game being played on one of its levels, and everything to show about it."""

    def __init__(
        self,
        levels: Levels,
        index: int,
        *,
        records: Records,
        thinker: Thinker,
        settings: Settings,
        pace: float = PACE,
        live: Limits = JUDGE,
    ) -> None:
        """`live` is what judging after each move may cost. A CasseteteError if the level cannot be played."""
        self.levels, self.records, self.thinker, self.settings = levels, records, thinker, settings
        self._pace, self._live = pace, live
        self.index: int
        self.entry: LevelEntry
        self.session: Session
        self.note: Note | None = None
        self.end: EndStrip | None = None
        self.best: int | None = None
        self.autoplay: list[Any] = []
        self.paused = False
        self.blocked = 0
        """How many moves the rules have refused: the board may answer with a shake."""
        self.position = 0
        """Numbers the positions that were reached: an answer about an older one comes too late."""
        self.turn = 0
        """By how many quarter turns the board is turned, in a game that can be looked at from all sides."""
        self._pointer: Hashable = None
        self._keyboard = False
        self._held: frozenset[str] = frozenset()
        self._movement: Movement | None = None
        self._drag = DragPath()
        self._asked: int | None = None
        self._measuring: int | None = None
        """The ticket of the question how long a shortest solution is."""
        self.optimum: int | None = None
        self._unsolvable = False
        """Whether it is proven that the level has no solution."""
        self._job: ToJudge | ToAdvise | ToSolve | None = None
        self._wait = 0.0
        self._win: Win | None = None
        self._left = False
        self._copied = ""
        self._advice: Advice | None = None
        self._back: TakeBack | None = None
        self._judgement: Judgement | None = None
        self._loss: Advice | None = None
        self._lower_bound: Text | None = None
        self._untold: Text | None = None
        """What went wrong with keeping the game, until a view of it was asked for: two keys may come before it."""
        self._extra: tuple[Snapshot | None, tuple[Length, ...]] = (None, ())
        self._commands: dict[str, Callable[[], Request | None]] = {
            "undo": lambda: self._step("undo", self.session.undo()),
            "redo": lambda: self._step("redo", self.session.redo()),
            "restart": lambda: self._step("restart", self.session.restart()),
            "suppose": lambda: self._step("suppose", self.session.suppose()),
            "accept": lambda: self._step("accept", self.session.accept()),
            "reject": lambda: self._step("reject", self.session.reject()),
            "hint": self._hint,
            "turn-left": lambda: self._turn(-1),
            "turn-right": lambda: self._turn(1),
            "check": self._check,
            "solve": self._solve,
            "explain": self._explain,
            "replay": self._replay,
            "copy": self._copy,
            "copy-moves": self._copy_moves,
            "share": self._share,
            "put-away": self._put_away,
            "previous": lambda: self._go(-1),
            "next": lambda: self._go(1),
            "warnings": self._toggle_warnings,
            "pause": self._pause,
            "stop": self.stop,
        }
        self._begin(index, levels.entry(index))
        self._tell_first()

    # Levels

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.session.game

    def open(self, levels: Levels, index: int = 0) -> None:
        """Play another list of levels, from one of its places; the present game is kept."""
        entry = levels.entry(index)
        self.leave()
        self.levels = levels
        self._begin(index, entry)
        self._tell_first()

    def _tell_first(self) -> None:
        if self.levels.notice is not None:
            self.note = Note(self.levels.notice)

    def _begin(self, index: int, entry: LevelEntry) -> None:
        """Put a level on the board: where its game was left, or at its start.

        A saved game that was read from a file starts as it was saved. Where another game of the same level is running,
        that one stays reachable by undo, so opening a file never loses a game.
        """
        self.stop()
        self.note = None
        session = self.levels.left(index)
        if session is None:
            try:
                running = self.records.load(entry.game, entry.level)
            except CasseteteError:
                running = None
                self.note = Note(_("the unfinished game of this level could not be read"))
            if entry.session is None:
                session = running or begin(entry.game, entry.level)
            else:
                session = entry.session if running is None else entry.session.opened_over(running)
        self.index, self.entry = index, entry
        name = "" if entry.level.headers.title else entry.name
        if session.name != name:
            session = replace(session, name=name)
        self.best = self.records.best(entry.game, entry.level)
        self._left = False
        self._measure(session)
        self._stand(session, None)
        if self.note is None and not session.started and self._brought():
            self.note = Note(_("this level brings a solution: T shows it step by step"))
        self._pointer = None
        if self.note is None and self.special_rules:
            self.note = Note(joined(self.special_rules, " "))

    @property
    def special_rules(self) -> tuple[Text, ...]:
        """The rules that only some levels have, and this one has."""
        said = self.game.coaching.special_rules
        return tuple(said(self.session.level)) if said is not None else ()

    def _go(self, step: int) -> None:
        index = self.index + step
        if not 0 <= index < len(self.levels):
            self.note = Note(_("this is the last level") if step > 0 else _("this is the first level"))
            return
        try:
            entry = self.levels.entry(index)
        except CasseteteError as error:
            self.note, self.end = Note(error.text), None
            return
        self.leave()
        self._begin(index, entry)

    def leave(self) -> None:
        """The front end turns to something else: the game is kept where it stands, its clock too."""
        self.stop()
        self._left = self._measuring is not None
        self._stop_measuring()
        over = self.session.status is Status.WON
        self.levels.leave(self.index, None if over else self.session)
        if self.session.started and not over:
            self.records.keep(self.session, self.entry.source)

    # Events

    def event(self, event: Event) -> Text | None:
        """Give an event to the game; why the rules refuse the move, if they do."""
        match event:
            case Key(name):
                self._keyboard = True
                event = replace(event, name=self._seen_from_here(name))
            case Press() | Drag():
                self._keyboard = False
                if isinstance(event, Press):
                    event = replace(event, options=self.settings.options(self.game))
            case Hover(target):
                self._keyboard = self._keyboard and (target is None or target == self._pointer)
                self._pointer = target
        session = self.session
        bound = self.game.bind(session.level, session.state, session.cursor, event)
        if isinstance(bound, Aim):
            self.session = replace(session, cursor=bound.cursor)
        elif bound is not None:
            self.autoplay.clear()
            refused = self._follow(bound)
            self.blocked += refused is not None
            return refused
        elif isinstance(event, Key) and event.name in _DIRECTIONS and session.status is Status.OPEN:
            self.blocked += 1
        return None

    def _seen_from_here(self, key: str) -> str:
        """An arrow key on a turned board: it goes where the arrow points on the screen."""
        direction = Direction.from_key(key)
        return key if direction is None else direction.turned(-self.turn).name.capitalize()

    def hold(self, key: str, down: bool) -> bool:
        """A key is held down or let go; whether that turns an option of the game over meanwhile."""
        ids = {option.id for option in self.game.controls.options if option.held and option.held == key}
        before, self._held = self._held, (self._held | ids) if down else (self._held - ids)
        return self._held != before

    @property
    def shown_options(self) -> frozenset[str]:
        """The options as the board is drawn with them: those that are on, turned over by the keys that are held."""
        return self.settings.options(self.game) ^ self._held

    def drag(self, point: Point, start: Hashable, target: Hashable, button: int) -> bool:
        """The pointer is dragged from a target over a point, in board units; whether that changes what is shown."""
        before, self._drag = self._drag, self._drag.to(point, start, target, button)
        return self.drawing or before.ends != self._drag.ends

    @property
    def drawing(self) -> bool:
        """Whether a drag that ends now is a move wherever it ends: even where it began, such as a closed loop."""
        return self._drag.play(self.session) is not None

    def drop(self, start: Hashable, end: Hashable, button: int) -> Text | None:
        """The drag ends; why the rules refuse the move, if they do."""
        points, self._drag = self._drag.points, DragPath()
        return self.event(Drag(start, end, button, points))

    def cancel_drag(self) -> None:
        """Drop the drag that has begun."""
        self._drag = DragPath()

    def play(self, moves: tuple[Any, ...]) -> Text | None:
        """Play moves as one step of undo; why the rules refuse them, if they do."""
        return self._follow(Play(moves))

    def play_text(self, text: str) -> Text | None:
        """Play moves written in the game's notation; what is wrong with them, if anything is."""
        try:
            moves = self.game.notation.read(self.session.level, self.session.state, text)
        except CasseteteError as error:
            return error.text
        return self.play(moves)

    def play_on_from(self, moves: tuple[Any, ...]) -> None:
        """Go on from moves that were shown; as after a solution, such a game enters no record."""
        self.do("restart")
        self.session = replace(self.session, solved_for=True)
        self._play(Play(moves))

    def _follow(self, play: Play[Any]) -> Text | None:
        try:
            return self._play(followed(self.session, play, self.settings.options(self.game)))
        except IllegalMove as error:
            return error.text

    def _play(self, play: Play[Any]) -> Text | None:
        before = self.session
        try:
            after = before.play(play.moves, play.cursor)
        except IllegalMove as error:
            return error.text
        if not play.moves:
            self.session = after
            return None
        self._arrive(after, Movement(before.state, before.now.last, play.moves))
        if after.status is Status.WON:
            self._won()
        return None

    def _arrive(self, session: Session, movement: Movement | None) -> None:
        """Another position is on the board: keep it, and forget what was said of the one before."""
        self.note = None
        self._stand(session, movement)
        self._untold = self.records.keep(session, self.entry.source) or self._untold
        if self._untold is not None:
            self.note = Note(self._untold)

    def _stand(self, session: Session, movement: Movement | None) -> None:
        self.session, self._movement, self.end = session, movement, None
        self.position += 1
        self._advice = self._judgement = self._lower_bound = self._loss = self._back = None
        self._drag = DragPath()
        warn = session.game.coaching.warn
        if session.status is Status.LOST and warn is not None:
            self._loss = warn(session.level, session.state)
        if session.status is Status.OPEN and not session.now.open:
            self._judge()

    # Commands

    def command_of(self, key: str) -> str | None:
        """The command of a key, named as in `Command.keys`; None if it is the game's own."""
        if key == "escape" and (self._asked is not None or self.autoplay):
            return "stop"
        if key == "space" and self.autoplay:
            return "pause"
        if self.end is not None and key in ("return", "kp_enter", "space"):
            return "put-away" if key == "space" else self.end.buttons[0].command
        command = KEYS.get(key)
        if command == "explain" and self.game.coaching.explain is None:
            return None
        return None if command in ("turn-left", "turn-right") and self.game.display.turned is None else command

    def do(self, command: str) -> Request | None:
        """Do a command; what the front end has to do about it, if anything. KeyError if there is no such command."""
        act = self._commands.get(command)
        return act() if act is not None else Request(COMMANDS[command].id)

    def _step(self, name: str, session: Session) -> None:
        before = self.session
        if session is before:
            self.note = Note(_NOTHING_TO_DO[name]) if name in _NOTHING_TO_DO else self.note
            return
        movement = None
        if name == "undo" and before.now.action.kind == "play":
            movement = Movement(session.state, session.now.last, before.now.action.moves, backwards=True)
        self._arrive(session, movement)
        if name in _DONE:
            self.note = Note(_DONE[name])

    def _turn(self, quarters: int) -> None:
        if self.game.display.turned is None:
            self.note = Note(_("this board is not turned"))
            return
        self.turn = (self.turn + quarters) % 4

    def _toggle_warnings(self) -> None:
        self.settings.toggle_warning(self.game)
        on = self.settings.warns(self.game)
        self.note = Note(_("warnings are on") if on else _("warnings are off"))
        self._judgement = None
        if on and self.session.status is Status.OPEN and not self.session.now.open:
            self._judge()

    def toggle_option(self, number: int) -> bool:
        """Turn one of the game's options on or off, by its number from 1; False if there is none."""
        options = self.game.controls.options
        if not 1 <= number <= len(options):
            return False
        self.settings.toggle_option(self.game, options[number - 1].id)
        return True

    def options(self) -> list[tuple[bool, Text]]:
        """The game's options: whether each is on, and its title."""
        on = self.settings.options(self.game)
        return [(option.id in on, option.title) for option in self.game.controls.options]

    def _explain(self) -> Request | None:
        if self.game.coaching.explain is None:
            self.note = Note(_("{game} does not explain its solutions", game=self.game.title))
            return None
        self.session = replace(self.session, solved_for=True)
        return Request("explain")

    def _replay(self) -> Request | None:
        """What was played, or the solution that is being shown."""
        played = self.session.moves
        if not played and not self.autoplay:
            brought = self._brought()
            if brought:
                return Request("replay", brought)
            self.note = Note(_("nothing has been played yet"))
            return None
        request = Request("replay", (*played, *self.autoplay), len(played) if self.autoplay else 0)
        self.autoplay.clear()
        return request

    def _brought(self) -> tuple[Any, ...]:
        """The moves of the solution that the level's file brings; none if it brings none that the rules allow."""
        game, level = self.game, self.session.level
        text, state = level.headers.solution, game.rules.start(level)
        try:
            moves = game.notation.read(level, state, text) if text else ()
            replay(game.rules, level, moves, state)
        except CasseteteError:
            return ()
        return tuple(moves)

    def _copy(self) -> Request:
        """The level as text; again, in the game's next format."""
        self._copied, said = level_to_copy(self.game, self.session.level, self._copied)
        self.note = Note(said)
        return Request("copy", text=self._copied)

    def _copy_moves(self) -> Request | None:
        text, said = moves_to_copy(self.game, self.session.level, self.session.moves)
        self.note = Note(said)
        if not text:
            return None
        self._copied = text
        return Request("copy-moves", text=text)

    def save_text(self) -> str:
        """The game as the text of a save."""
        return saves.dump(self.session, self.entry.source)

    # Questions and answers

    def _judge(self) -> None:
        """Ask whether the game can still be won, if the player wants to know, and what is needed at least."""
        warns = self.settings.warns(self.game)
        if warns or (self.settings.lower_bound and self.game.coaching.lower_bound is not None):
            limits = self._live if warns else Limits(nodes=0)
            session = self.session
            self.thinker.ask(ToJudge(self.game, session.level, session.state, limits, self.position))

    def _measure(self, session: Session) -> None:
        """Ask how long a shortest solution is, unless that is known: the stars depend on it. Nobody waits for it."""
        self._stop_measuring()
        self._unsolvable = False
        game, level = session.game, session.level
        self.optimum = self.records.optimum(game, level)
        start = game.rules.start(level)
        if self.headers.optimum is None and game.rules.status(level, start) is Status.OPEN:
            job = ToSolve(game, level, start, MEASURE, background=True)
            self._measuring = self.thinker.ask(job)

    def _stop_measuring(self) -> None:
        if self._measuring is not None:
            self.thinker.cancel(self._measuring)
            self._measuring = None

    def _measured(self, solution: Solution) -> bool:
        """How long a shortest solution is was found out, or was not; a win before that is judged again."""
        if solution.ticket != self._measuring:
            return False
        self._measuring = None
        job, answer = solution.job, solution.answer
        self._unsolvable = answer.verdict is Verdict.IMPOSSIBLE
        if not (answer.solved and answer.optimal):
            return True
        metric = job.game.lengths.metric(job.level)
        self.optimum = totals(job.game, job.level, job.state, answer.moves).by(metric)
        self.records.keep_optimum(job.game, job.level, self.optimum)
        if self.end is not None and self._win is not None:
            earned = stars(self.headers, self.session.length, self.session.hints_played)
            self.end = self.end_strip(self._win._replace(stars=earned))
        return True

    def _ask(self, job: ToJudge | ToAdvise | ToSolve) -> None:
        if self._asked is not None:
            self.thinker.cancel(self._asked)
        self._asked, self._job = self.thinker.ask(job), job
        self.note = _THINKING

    def _awaits(self, kind: type) -> bool:
        """Whether that was asked already and is still to be answered."""
        job = self._job if self._asked is not None else None
        return job is not None and isinstance(job, kind) and job.tag == self.position

    # Hints: asked again and again, a hint says where to look, which piece, which move, and then plays it

    def _hint(self) -> None:
        """A hint; asked again, more of it, and at last its moves are played, or the lost game is taken back."""
        session, advice = self.session, self._advice
        if session.status is Status.WON or self._awaits(ToAdvise):
            return
        if advice is not None and advice.further is not None:
            self._advise(advice.further)
        elif advice is not None and advice.moves:
            self.session = replace(session, hints_played=session.hints_played + 1)
            self._follow(Play(advice.moves))
        elif advice is not None and advice.lost:
            self._go_back()
        else:
            self.session = replace(session, hints=session.hints + 1)
            if session.status is Status.LOST:
                self._advise(self._loss or Advice(_("This cannot be won any more.")), lost=True)
                return
            options = self.settings.options(self.game)
            self._ask(ToAdvise(self.game, session.level, session.state, tag=self.position, options=options))

    def _advise(self, advice: Advice, *, lost: bool = False) -> None:
        if advice.lost or lost:
            advice = self._of_a_lost_game(advice)
        self._advice = advice
        action = self._asked_again(advice)
        more = None if action is None else _("H: {action}", action=action)
        self.note = Note(advice.text, NoteKind.HINT, more, advice.marks, action)

    def _asked_again(self, advice: Advice) -> Text | None:
        """What the hint key does next."""
        if advice.further is not None:
            return _("show more")
        if advice.moves:
            return _("do it")
        if advice.lost:
            return _("what was wrong?") if self._back is None else _("take it back")
        return None

    def _of_a_lost_game(self, advice: Advice) -> Advice:
        """What is said of a position that cannot be won; of a start, that the level has no solution."""
        session = self.session
        if session.state != self.game.rules.start(session.level):
            return advice._replace(moves=(), further=None, lost=True)
        return Advice(joined([advice.text, _LOST_LEVEL], " ") if advice.marks else _LOST_LEVEL, advice.marks)

    def _go_back(self) -> None:
        """Look for the last position that could still be won; once it is found, return to it."""
        history = self.session.now.chain()
        found = self._back.found if self._back is not None else None
        if found is None:
            if self._asked is None:
                restarts = [at for at, snapshot in enumerate(history) if snapshot.action.kind == "restart"]
                self._back = TakeBack(len(history) - 1, first=restarts[-1] if restarts else 0)
                self._look_back()
            return
        session = self.session
        for _step in range(len(history) - 1 - found):
            session = session.undo()
        self._arrive(session, None)
        self.note = Note(_("taken back"))

    def _look_back(self) -> None:
        """Ask about the next of the positions before this one, or say what was found."""
        history, back = self.session.now.chain(), self._back
        assert back is not None
        while (asked := back.next) is not None:
            status = self.game.rules.status(self.session.level, history[asked].state)
            if status is Status.OPEN:
                self._back = back
                self._ask(ToJudge(self.game, self.session.level, history[asked].state, tag=(self.position, asked)))
                return
            back = back.told(asked, winnable=status is Status.WON)
        self._back = back
        self._show_mistake(history, back)

    def _show_mistake(self, history: list[Snapshot], back: TakeBack) -> None:
        assert self._advice is not None
        marks = self._advice.marks
        if back.found is None:
            self._advice = Advice(_LOST_LEVEL, marks)
            self.note = Note(_LOST_LEVEL, NoteKind.HINT, None, marks)
            return
        steps, before, wrong = len(history) - 1 - back.found, history[back.found], history[back.found + 1].action
        counted = _.n("{n} step ago", "{n} steps ago", n=steps)
        if not wrong.moves:
            text = _("It could still be won {ago}.", ago=counted)
        else:
            first, notation = wrong.moves[0], self.game.notation
            written: Text | str = notation.write(self.session.level, before.state, wrong.moves)
            if len(wrong.moves) == 1 and isinstance(first, Direction):
                written = first.arrow
            elif len(wrong.moves) == 1 and notation.tell is not None:
                written = notation.tell(first)
            told = {
                True: _("The mistake was made {ago}, by {move}: before that, this could be won."),
                False: _("The game was lost at the latest {ago}, by {move}."),
            }[back.proven]
            text = _(told.msgid, ago=counted, move=written)
        self._advise(Advice(text, marks, lost=True))

    def _check(self) -> None:
        session = self.session
        if session.status is Status.OPEN and not self._awaits(ToJudge):
            self._ask(ToJudge(self.game, session.level, session.state, tag=self.position))

    def _solve(self) -> None:
        """Ask for a solution, or stop the one that plays itself."""
        session = self.session
        if self.autoplay:
            self.autoplay.clear()
        elif session.status is Status.OPEN and not self._awaits(ToSolve):
            self.session = replace(session, solved_for=True)
            self._ask(ToSolve(self.game, session.level, session.state, tag=self.position))

    def stop(self) -> None:
        """Wait for no answer any more, and let nothing play itself."""
        if self._asked is not None:
            self.thinker.cancel(self._asked)
            self._asked, self.note = None, None
        self.autoplay.clear()

    def answered(self, message: Working | Result) -> bool:
        """An answer of the thinker; whether it changes what is shown. Answers about older positions change nothing."""
        if isinstance(message, Working):
            return self._progressed(message)
        if isinstance(message, Solution) and message.job.background:
            return self._measured(message)
        asked = message.ticket == self._asked
        if asked:
            self._asked, self.note = None, None
        if asked and isinstance(message, Judgement) and self._looked_back(message):
            return True
        if message.job.tag != self.position:
            return asked
        match message:
            case Judgement():
                if message.why is not None and message.why.code == "internal":
                    self.note = Note(message.why.text)
                elif asked:
                    self._checked(message)
                elif self.settings.warns(self.game):
                    self._judgement = message
            case Hint() if asked:
                self._advise(message.advice)
            case Solution() if asked:
                self._solved(message)
        return True

    def _looked_back(self, judgement: Judgement) -> bool:
        """Whether this is about a position before a lost one; then the search for the mistake goes on."""
        tag = judgement.job.tag
        if self._back is None or not isinstance(tag, tuple) or tag[0] != self.position:
            return False
        self._back = self._back.told(tag[1], judgement.winnable)
        self._look_back()
        return True

    def _progressed(self, message: Working) -> bool:
        if isinstance(message.job, ToJudge):
            if message.job.tag != self.position or message.text is None:
                return False
            self._lower_bound = message.text
            return True
        if message.ticket != self._asked:
            return False
        count = _.n("thinking: {n} state (Esc stops)", "thinking: {n} states (Esc stops)", n=message.done)
        self.note = Note(count, NoteKind.THINKING)
        return True

    def _checked(self, judgement: Judgement) -> None:
        if judgement.winnable is None:
            self._advise(Advice(_("it is not known whether this can still be won")))
        elif judgement.winnable:
            self._advise(Advice(_("no mistake so far: this can still be won")))
        else:
            self._advise(judgement.reason or Advice(_("This cannot be won any more."), lost=True))

    def _solved(self, solution: Solution) -> None:
        answer = solution.answer
        if answer.solved:
            self.autoplay, self.paused, self._wait = list(answer.moves), False, 0.0
            text = _.n("A solution of {n} move.", "A solution of {n} moves.", n=answer.length)
            self.note = Note(text, more=_("Space pauses, T steps through it, S stops."))
        elif answer.verdict is Verdict.IMPOSSIBLE:
            job = solution.job
            self._judgement = Judgement(0, ToJudge(job.game, job.level, job.state, tag=job.tag), winnable=False)
            self.note = Note(_("proven: there is no solution from here"))
        else:
            self.note = Note(_("no solution found ({why})", why=answer.why.text if answer.why is not None else ""))

    # Time

    def tick(self, seconds: float, *, clock: bool = True, autoplay: bool = True) -> bool:
        """Seconds pass, for the clock and for a solution that plays itself; whether that changes what is shown."""
        if self._left:  # the front end has come back
            self._left = False
            self._measure(self.session)
        before = int(self.session.seconds)
        if clock and self.session.status is Status.OPEN:
            self.session = self.session.tick(seconds)
        changed = self.settings.timer and int(self.session.seconds) != before
        if self.autoplay and autoplay and not self.paused:
            self._wait += seconds
            if self._wait >= self._pace:
                self._wait = 0.0
                self._play(Play((self.autoplay.pop(0),)))
                changed = True
        return changed

    def _pause(self) -> None:
        self.paused = not self.paused

    def finish_autoplay(self) -> None:
        """Play the rest of a solution that plays itself as one step of undo."""
        moves = tuple(self.autoplay)
        self.autoplay.clear()
        self._play(Play(moves))

    # Winning

    def _won(self) -> None:
        record = self.session.record
        self._win = win = self.records.win(self.game, self.session.level, record)
        self.best = self.records.best(self.game, self.session.level)
        self.autoplay.clear()
        self._untold = (win.notice if win is not None else None) or self._untold
        self.note = Note(self._untold) if self._untold is not None else None
        self.end = self.end_strip(win)

    def end_strip(self, win: Win | None) -> EndStrip:
        """What the win was worth, and what can be done next."""
        session = self.session
        buttons = [
            Button(_("Next level"), "⏎", "next"),
            Button(_("Play again"), "R", "restart"),
            Button(COMMANDS["replay"].label, "T", "replay"),
            Button(COMMANDS["share"].label, "", "share"),
        ]
        if self.index + 1 >= len(self.levels):
            del buttons[0]
        if session.solved_for:
            lines = (_("So it does not count as a record. Play again to win it yourself."),)
            return EndStrip(_("Solved by the computer"), lines, tuple(buttons), by_machine=True)
        earned = win.stars if win is not None else stars(self.headers, session.length, session.hints_played)
        return EndStrip(_("Won!"), tuple(self._result(win)), tuple(buttons), earned)

    def _put_away(self) -> None:
        self.end = None

    def _share(self) -> Request | None:
        """The result as a text to send: the game, its lengths and stars, and the moves."""
        session, end = self.session, self.end
        if end is None:
            return None
        moves, _said = moves_to_copy(self.game, session.level, session.moves)
        stars_won = Text("★" * end.stars + "☆" * (3 - end.stars)) if end.stars is not None else end.title
        self.note = Note(_("result copied: paste it into a message"))
        parts = [self.game.title, stars_won, *end.lines, Text("{moves}", (("moves", moves),))]
        return Request("share", message=joined(parts, "\n"))

    def _result(self, win: Win | None) -> list[Text]:
        session, headers = self.session, self.headers
        rows = [_("{label}: {value}", label=row.label, value=row.value) for row in self._lengths()]
        lines = [joined([*rows, Text("{time}", (("time", clock_text(session.seconds)),))])]
        extra = [_("{label}: {value}", label=length.title, value=length.value) for length in self._extra_lengths()]
        if extra:
            lines.append(joined(extra))
        if session.hints:
            lines.append(self._hints_used())
        if perfect(headers, session.length):
            lines.append(_("Perfect! This is the best possible."))
        elif headers.optimum is not None:
            lines.append(_("The best possible is {n}.", n=headers.optimum))
        else:
            lines.append(self._best_possible())
        if win is None:
            return lines
        if win.record and win.best is not None:
            lines.append(_("A new record! It was {n}.", n=win.best))
        elif win.best is None:
            lines.append(_("The first record of this level."))
        elif win.own is not None and session.length < win.own:
            lines.append(_("Your best so far! It was {n}.", n=win.own))
        start = self.game.rules.start(session.level)
        lengths = lengths_of(self.game, session.level, start, session.moves) if win.beaten else ()
        beaten = [length.title for length in lengths if length.id in win.beaten]
        if beaten:
            lines.append(_("Best result so far: {lengths}.", lengths=joined(beaten, ", ")))
        return lines

    def _hints_used(self) -> Text:
        asked, played = self.session.hints, self.session.hints_played
        text = _.n("{n} hint", "{n} hints", n=asked)
        if not played:
            return text
        said = _.n("{n} of them was played: at most two stars", "{n} of them were played: at most two stars", n=played)
        return joined([text, said])

    # The view model

    def take_movement(self) -> Movement | None:
        """What moved since this was asked last, to be animated."""
        movement, self._movement = self._movement, None
        return movement

    def view(self) -> PlayView:
        """What there is to draw."""
        self._untold = None
        session = self.session
        advice = self._advice
        pointed = advice or (self._judgement.reason if self._judgement is not None else None)
        state = self._drag.preview(session) if self._drag.points else session.state
        board = replace(
            session.view,
            state=state,
            marks=pointed.marks if pointed is not None else (),
            options=self.shown_options,
            turn=self.turn if self.game.display.turned is not None else 0,
            pointer=None if self._keyboard else self._pointer,
            keyboard=self._keyboard,
            drag=self._drag.ends,
        )
        return PlayView(
            self.title,
            Place(self.index + 1, len(self.levels), self.levels.chapter(self.index)),
            board,
            advice.moves if advice is not None else (),
            self._panel(),
            tuple(map(self._state, available(self.game))),
            tuple(self._tools()),
            tuple(self._menu()),
            self._shown_note(),
            self.end,
            Autoplay(tuple(self.autoplay), self.paused) if self.autoplay else None,
            self.special_rules,
        )

    @property
    def title(self) -> Title:
        """The name of the level."""
        return Title(self.session.level.headers, self.entry.title)

    @property
    def headers(self) -> Headers:
        """What the level says of itself, with the proven optimum if that is known."""
        return judged_by(self.entry.level.headers, self.optimum)

    def _best_possible(self) -> Text:
        """What is known of the length of a shortest solution."""
        if self.headers.optimum is not None:
            return _("best possible: {n}", n=self.headers.optimum)
        if self._measuring is not None:
            return _("best possible: not known yet, being computed")
        return _("best possible: not known")

    def _panel(self) -> Panel:
        session, headers = self.session, self.headers
        bounds = thresholds(headers)
        shows_bound = self.settings.lower_bound and self.game.coaching.lower_bound is not None
        return Panel(
            tuple(self._lengths()),
            tuple(Row(length.title, str(length.value)) for length in self._extra_lengths()),
            clock_text(session.seconds) if self.settings.timer else None,
            self.best,
            stars(headers, session.length, session.hints_played) if bounds is not None else None,
            bounds,
            self._lower_bound if shows_bound else None,
            shows_bound,
            len(session.now.open),
            self._chosen(),
            None if self._unsolvable else self._best_possible(),
        )

    def _chosen(self) -> Chosen | None:
        session, chosen = self.session, self.game.controls.chosen
        return None if chosen is None else chosen(session.level, session.state, session.cursor)

    def _lengths(self) -> list[Row]:
        """What was played, in the game's own terms."""
        lengths, totals = self.game.lengths, self.session.now.totals
        if lengths.cost_title is not None:
            return [Row(lengths.cost_title, str(totals.cost))]
        rows = [Row(_("Moves"), str(totals.moves))]
        if lengths.pushes is not None:
            rows.append(Row(_("Pushes"), str(totals.pushes)))
        if lengths.metric(self.session.level) is Metric.COST:
            rows.append(Row(_("Cost"), str(totals.cost)))
        return rows

    def _extra_lengths(self) -> tuple[Length, ...]:
        """The lengths that only this game counts, computed once a position, if the player wants to see them."""
        count, session = self.game.lengths.extra, self.session
        if count is None or not self.settings.all_lengths:
            return ()
        if self._extra[0] is not session.now:
            start = self.game.rules.start(session.level)
            self._extra = session.now, tuple(count(session.level, start, session.moves))
        return self._extra[1]

    def _state(self, command: Command) -> CommandState:
        return CommandState(command, self._enabled(command.id))

    def _tools(self) -> Iterator[CommandState]:
        """The commands at the board. The slot has what stops a solution that plays itself, else what the game wants."""
        yield from (self._state(command) for command in COMMANDS.values() if command.place is Placement.TOOLS)
        slot = self.game.controls.slot
        if self.autoplay or self._asked is not None:
            slot = ("pause", "stop") if self.autoplay else ("stop",)
        elif self.session.now.open:
            slot = ("accept", "reject")
        yield from (self._state(COMMANDS[name]) for name in slot)

    def _menu(self) -> Iterator[MenuGroup]:
        """All commands that are neither in the bar nor at the board; those of the slot only when they can be used."""
        at_board = {state.command.id for state in self._tools()}
        for group, title in MENU.items():
            states = [self._state(command) for command in in_menu(self.game, group)]
            slot = [s for s in states if s.command.place is Placement.SLOT]
            hidden = {s.command.id for s in slot if not s.enabled or s.command.id in at_board}
            yield MenuGroup(title, tuple(state for state in states if state.command.id not in hidden))

    def _enabled(self, command: str) -> bool:
        session = self.session
        match command:
            case "undo":
                return session.now.before is not None
            case "redo":
                return session.undone is not None
            case "accept" | "reject":
                return bool(session.now.open)
            case "previous":
                return self.index > 0
            case "next":
                return self.index + 1 < len(self.levels)
            case "pause":
                return bool(self.autoplay)
            case "stop":
                return self._asked is not None or bool(self.autoplay)
        return True

    def _shown_note(self) -> Note | None:
        """What is to be said, its arrows as they are seen on a turned board."""
        note = self._spoken_note()
        if note is None or not self.turn:
            return note
        args = tuple((name, _turned_arrow(value, self.turn)) for name, value in note.text.args)
        return note._replace(text=replace(note.text, args=args))

    def _spoken_note(self) -> Note | None:
        """That the game is lost, else the last thing said, else how to close a supposition."""
        if self._advice is not None and self.note is not None:
            return self.note
        lost, count = self._lost_note(), len(self.session.now.open)
        if lost is not None or self.note is not None or not count:
            return lost or self.note
        keys = _("F3 accepts it, F4 rejects it.")
        return Note(_("Supposition {n}.", n=count), NoteKind.SUPPOSITION, more=keys)

    def _lost_note(self) -> Note | None:
        session = self.session
        if session.status is Status.LOST:
            why = self._loss
            lost = _("Lost!") if why is None else _("{why} {lost}", why=why.text, lost=_("Lost!"))
            marks = why.marks if why is not None else ()
            return Note(lost, NoteKind.LOST, _("A undoes the move, R starts again."), marks)
        if self._judgement is None or self._judgement.winnable is not False:
            return None
        reason = self._judgement.reason or Advice(_("This can no longer be won."))
        if session.state == self.game.rules.start(session.level):
            return Note(self._of_a_lost_game(reason).text, NoteKind.LOST, None, reason.marks)
        return Note(reason.text, NoteKind.LOST, _("A undoes, H helps."), reason.marks)


def _turned_arrow(value: Any, turn: int) -> Any:
    """An arrow in a text, as it points after so many quarter turns; anything else stays what it is."""
    return next((way.turned(turn).arrow for way in Direction if way.arrow == value), value)
