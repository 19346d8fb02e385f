"""The table a terminal plays at: the shelf, the game in hand, and what was last said. Screen and lines both use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from cassetete.app.levels.level_list import Shelf
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.solving import hints as advice
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, AnyGame, MarkKind, Play, Status, View
from cassetete.core.errors import CasseteteError, IllegalMove
from cassetete.core.events import Event
from cassetete.core.message import Catalogue, Text
from cassetete.core.one_line import one_line
from cassetete.session import stars as scores
from cassetete.session.follow import followed
from cassetete.session.session import (
    Accept,
    Advise,
    Advised,
    AskHint,
    AskSolution,
    Command,
    Redo,
    Reject,
    Restart,
    Session,
    Suppose,
    Undo,
    advance,
    hinted,
)

_ = Catalogue("cassetete")

T = TypeVar("T")

PATIENCE = Limits(seconds=10, memory=1_000_000_000)
"""How much a hint or a solution may cost before it is given up."""

HELP: tuple[tuple[str, str, Text], ...] = (
    ("undo", "A U Ctrl-Z", _("undo")),
    ("redo", "Y Ctrl-Y", _("redo")),
    ("restart", "R", _("start the level again")),
    ("next", "N", _("next level")),
    ("prev", "P", _("previous level")),
    ("hint", "H", _("a hint; asked again, it is played")),
    ("check", "C", _("are there mistakes?")),
    ("explain", "E", _("the solution, explained step by step")),
    ("option", "O", _("what can be switched on")),
    ("solve", "S", _("the solution plays itself")),
    ("suppose", "F2", _("suppose: what follows can be taken back as a whole")),
    ("accept", "F3", _("accept the supposition")),
    ("reject", "F4", _("reject the supposition")),
    ("warn", "W", _("say when a game can no longer be won, or do not")),
    ("help", "F1 ?", _("the keys")),
    ("quit", "Q", _("quit")),
)
"""What every game understands: the word of the line mode, the keys of the screen, what it does."""

_COMMANDS: dict[str, Command] = {
    "undo": Undo(),
    "redo": Redo(),
    "restart": Restart(),
    "suppose": Suppose(),
    "accept": Accept(),
    "reject": Reject(),
}
_NOTHING: dict[str, Text] = {
    "undo": _("there is nothing to undo"),
    "redo": _("there is nothing to redo"),
    "accept": _("there is no open supposition"),
    "reject": _("there is no open supposition"),
}
_DONE: dict[str, Text] = {
    "suppose": _("supposition opened"),
    "accept": _("supposition accepted"),
    "reject": _("supposition rejected"),
}


class Table:
    """The game in hand. Every method leaves something to say in `message`, or None."""

    def __init__(self, shelf: Shelf, start: int) -> None:
        self.shelf = shelf
        self.index = start
        self.message: Text | None = None
        self.warning = True
        self.entry: LoadedLevel
        self.session: Session
        self.entry, self.session = shelf.take(start)
        self.options = frozenset(option.id for option in self.game.controls.options if option.default)

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.session.game

    @property
    def finished(self) -> bool:
        """Whether the level is won or lost."""
        return self.session.status is not Status.OPEN

    def picture(self) -> list[str]:
        """The board, line by line."""
        view = replace(self.session.view, options=self.options)
        return self.game.text(self.session.level, view).rstrip("\n").split("\n")

    def help(self) -> list[tuple[str, str, Text]]:
        """The lines of HELP, without what this game has nothing for."""
        lacking = {"explain"} if self.game.coaching.explain is None else set()
        lacking |= {"option"} if not self.game.controls.options else set()
        return [line for line in HELP if line[0] not in lacking]

    def turn(self, number: int) -> bool:
        """Turn one of the game's options, by its number from 1; False if there is none."""
        if not 1 <= number <= len(self.game.controls.options):
            return False
        self.options ^= {self.game.controls.options[number - 1].id}
        return True

    def option_lines(self) -> list[tuple[bool, Text]]:
        """The game's options, each with whether it is on."""
        return [(option.id in self.options, option.title) for option in self.game.controls.options]

    def explanation(self) -> Iterator[tuple[Advice, list[str]]]:
        """The steps of the solution from the start of the level, each with the board after it; such a game enters no
        record."""
        game, level = self.game, self.session.level
        self.message = None
        if game.coaching.explain is None:
            self.message = _("solutions of {game} are not explained in words", game=game.title)
            return
        self.session = replace(self.session, solved_for=True)
        state = game.rules.start(level)
        for step in game.coaching.explain(level, state):
            state = replay(game.rules, level, step.moves, state)
            yield step, game.text(level, View(state, marks=step.marks, options=self.options)).split("\n")

    def heading(self) -> list[Text | str]:
        """The level's name, its place on the shelf, and what has been used so far."""
        totals = self.session.now.totals
        told: list[Text | str] = [one_line(self.entry.title), self.game.title, f"{self.index + 1}/{len(self.shelf)}"]
        told.append(_("moves: {n}", n=totals.moves))
        if self.game.lengths.pushes is not None:
            told.append(_("pushes: {n}", n=totals.pushes))
        if totals.cost != totals.moves:
            told.append(_("cost: {n}", n=totals.cost))
        if self.session.now.open:
            told.append(_("suppositions: {n}", n=len(self.session.now.open)))
        outlook = self.game.coaching.lower_bound
        ahead = outlook(self.session.level, self.session.state) if outlook is not None and not self.finished else None
        return told if ahead is None else [*told, ahead]

    def outcome(self) -> Text | None:
        """What to say of a level that is over."""
        session = self.session
        if session.status is Status.LOST:
            why = advice.reason(self.game, session.level, session.state)
            lost = _("Lost! Undo, or restart.")
            return lost if why is None else _("{why} {lost}", why=why.text, lost=lost)
        if session.status is not Status.WON:
            return self._lost()
        headers = session.level.headers
        rating = "★" * scores.stars(headers, session.length)
        if scores.perfect(headers, session.length):
            return _("Won! {stars} Nobody can do better.", stars=rating)
        if headers.optimum is not None:
            return _("Won! {stars} The best is {best}.", stars=rating, best=headers.optimum)
        return _("Won! {stars}", stars=rating)

    def _lost(self) -> Text | None:
        """Why the game can no longer be won, where that is plain to see, and which places show it."""
        session = self.session
        if not self.warning or not self.game.coaching.judged_live or session.now.open:
            return None
        why = advice.reason(self.game, session.level, session.state)
        if why is None:
            return None
        cells = [mark.target for mark in why.marks if mark.kind is MarkKind.MISTAKE]
        places = [f"{cell[0] + 1},{cell[1] + 1}" for cell in cells if isinstance(cell, tuple) and len(cell) == 2]
        if not places:
            return why.text
        return _("{why} (row,column: {places})", why=why.text, places=" ".join(places))

    def act(self, name: str) -> None:
        """Do what a word of HELP says (all but help, quit and solve, which are for who draws)."""
        self.message = None
        if name == "warn":
            self.warning = not self.warning
            self.message = _("losses are pointed out") if self.warning else _("losses are not pointed out")
        elif name in ("next", "prev"):
            self._walk(1 if name == "next" else -1)
        elif name == "hint":
            self._hint()
        elif name == "check":
            self._check()
        else:
            before = self.session
            self.session, _effects = advance(before, _COMMANDS[name])
            self.message = (_NOTHING if self.session is before else _DONE).get(name)

    def press(self, event: Event) -> None:
        """Give an event to the game."""
        self.message = None
        session = self.session
        bound = session.game.bind(session.level, session.state, session.cursor, event)
        if bound is not None:
            self._do(bound)

    def play(self, moves: tuple[Any, ...]) -> bool:
        """Play moves as one step; False, saying why, if the rules object."""
        self.message = None
        return self._do(Play(moves))

    def play_text(self, text: str) -> bool:
        """Play moves written in the game's notation."""
        session = self.session
        try:
            moves = session.game.notation.read(session.level, session.state, text)
        except CasseteteError as error:
            self.message = error.text
            return False
        return self.play(moves)

    def solution(self) -> tuple[Any, ...]:
        """The moves that win from here, thought out now; none, saying why, if there are none to give."""
        self.message = None
        session, effects = advance(self.session, AskSolution())
        if not effects:
            self.message = self.outcome()
            return ()
        answer = self._thought(lambda: advice.solution(session.game, session.level, session.state, PATIENCE))
        if answer is None or not answer.solved:
            self.message = advice.unsolved(answer).text if answer is not None else self.message
            return ()
        self.session = session
        return answer.moves

    def written(self, moves: tuple[Any, ...]) -> str:
        """Moves from the present state in the game's notation."""
        return self.game.notation.write(self.session.level, self.session.state, moves)

    def _do(self, command: Command) -> bool:
        try:
            if isinstance(command, Play):
                command = followed(self.session, command, self.options)
            self.session, _effects = advance(self.session, command)
        except IllegalMove as error:
            self.message = error.text
            return False
        return True

    def _walk(self, step: int) -> None:
        index = self.index + step
        if not 0 <= index < len(self.shelf):
            self.message = _("this is the last level") if step > 0 else _("this is the first level")
            return
        try:
            self.entry, self.session = self.shelf.take(index)
        except Unreadable as error:
            self.message = _("{place}: {what}", place=error.place, what=error.text)
            return
        self.index = index

    def _check(self) -> None:
        session = self.session
        if session.status is not Status.OPEN:
            return
        found = advice.reason(session.game, session.level, session.state)
        if found is None:
            winnable = self._thought(lambda: advice.judge(session.game, session.level, session.state, PATIENCE))
            found = {
                True: Advice(_("no mistake so far: this can still be won")),
                False: Advice(_("this cannot be won any more: undo, or restart")),
                None: Advice(self.message or _("nobody knows whether this can still be won")),
            }[winnable]
        self.session, _effects = advance(session, Advised(session.ticket, found))
        self.message = found.text

    def _hint(self) -> None:
        asked = hinted(self.session)
        if not isinstance(asked, AskHint):
            self._do(asked)
            self.message = asked.advice.text if isinstance(asked, Advised) else self.message
            return
        session, effects = advance(self.session, asked)
        self.session = session
        if not any(isinstance(effect, Advise) for effect in effects):
            return
        here = session.game, session.level, session.state
        given = self._thought(lambda: advice.hint(*here, PATIENCE, options=self.options))
        if given is not None:
            self.session, _effects = advance(session, Advised(session.ticket, given))
            self.message = given.text

    def _thought(self, think: Callable[[], T]) -> T | None:
        """What thinking gives; Ctrl-C ends it."""
        try:
            return think()
        except KeyboardInterrupt:
            self.message = _("stopped thinking")
            return None
