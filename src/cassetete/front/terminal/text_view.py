"""The view model as lines of text, for the screen and for the line mode."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from typing import Any, TypeGuard

from cassetete.app.crash_report import write_report
from cassetete.app.services import StoredRecords, StoredResults
from cassetete.app.store import Store, level_key
from cassetete.app.store.export import table
from cassetete.app.translate import Translator
from cassetete.app.workers.in_process import InProcessThinker
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, MarkKind, Status, View
from cassetete.core.events import Key
from cassetete.core.message import Catalogue, Text, one_line
from cassetete.session.commands import Command, available
from cassetete.session.controller import Controller, Request
from cassetete.session.ports import Levels, MemorySettings
from cassetete.session.saves import dump
from cassetete.session.view_model import EndStrip, Note, NoteKind, joined

_ = Catalogue("cassetete")

LIMITS = Limits(seconds=10, memory=1_000_000_000)
"""What a hint or a solution may cost before it is given up."""

PACE = 0.12
"""Seconds between the moves of a solution that plays itself."""

_SHORT_NAMES = {"previous": "prev", "options": "option", "warnings": "warn", "keys": "help"}
"""What the line mode calls these commands; it takes their full names too."""


class TextView:
    """A controller whose thinker answers at once, and what it shows as text."""

    def __init__(self, levels: Levels, start: int, translate: Translator, store: Store, *, person: bool) -> None:
        """`person`: someone sits there, whose unfinished games go on another day. Moves from a pipe always play a level
        from its start; what they win is recorded too."""
        self.translate, self._store, self._person = translate, store, person
        self._thinker = InProcessThinker(LIMITS)
        self._time = time.monotonic()
        self.controller = Controller(
            levels,
            start,
            records=StoredRecords(store) if person else StoredResults(store),
            thinker=self._thinker,
            settings=MemorySettings(),
            pace=PACE,
            live=Limits(nodes=0),
        )
        if store.notice is not None:
            self.controller.note = Note(store.notice)
        self.listen()

    def asks_name(self) -> bool:
        """Whether to ask whose the first record is: once, of a person; the answer may be empty."""
        end, store = self.controller.end, self._store
        known = store.player is not None or store.setting("name_asked") or os.environ.get("CASSETETE_ANONYMOUS")
        if known or not self._person or end is None or end.by_machine:
            return False
        store.set("name_asked", True)
        return True

    def set_player(self, name: str) -> None:
        """Who plays from now on."""
        if name.strip():
            self._store.player = name.strip()[:40]

    def records(self) -> list[str]:
        """The records of this level, the best of each player first."""
        controller = self.controller
        scores = self._store.top(level_key(controller.game, controller.session.level))
        return table(scores, self.translate) if scores else [self.translate(_("This level has no record yet."))]

    def do(self, command: str) -> Request | None:
        """Do a command and wait for its answer."""
        request = None
        with self._going_on():
            self.tick()
            self.controller.note = None
            request = self.controller.do(command)
            self.listen()
        return request

    def event(self, event: Key | None) -> None:
        """Give the game a key; None: one that it does not know."""
        with self._going_on():
            self.tick()
            self.controller.note = None
            refused = self.controller.event(event) if event is not None else None
            if refused is not None:
                self.controller.note = Note(refused)
            self.listen()

    def write(self, moves: str) -> Text | None:
        """Play moves in the game's notation; why not, if they cannot be played."""
        refused = None
        with self._going_on():
            self.tick()
            self.controller.note = None
            refused = self.controller.play_text(moves)
            self.listen()
        return refused

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """A person is told of an error of ours, which is reported, and goes on with the game. A program that plays
        gets the exit code of an error instead."""
        try:
            yield
        except Exception as error:
            if not self._person:
                raise
            with contextlib.suppress(Exception):  # it may be the game that is at fault
                self.controller.stop()
            session = ""
            with contextlib.suppress(Exception):
                session = dump(self.controller.session)
            write_report(error, f"terminal\n{session}")
            what = f"{type(error).__name__}: {error}"[:200]
            self.controller.note = Note(_("an error of ours: {error}; your game is kept", error=what))

    def listen(self) -> None:
        """Give the controller the answers to what it asked; Ctrl-C ends the thinking."""
        try:
            while messages := self._thinker.answers():  # an answer may lead to the next question
                for message in messages:
                    self.controller.answered(message)
        except KeyboardInterrupt:
            self.controller.stop()
            self.controller.note = Note(_("stopped thinking"))

    def tick(self) -> None:
        """Let the controller know how much time has passed."""
        now = time.monotonic()
        self.controller.tick(now - self._time, autoplay=False)
        self._time = now

    def commands(self) -> list[tuple[str, Command]]:
        """The commands a terminal has for this game, with their names in the line mode."""
        found = [command for command in available(self.controller.game) if command.text]
        return [(_SHORT_NAMES.get(command.id, command.id), command) for command in found]

    def heading(self) -> str:
        """The level's name, its place in the list, and what was used so far."""
        view, game = self.controller.view(), self.controller.game
        title = self.translate(view.title.in_language(self.translate.language))
        rows = [*view.panel.lengths]
        parts: list[Text | str] = [one_line(title), game.title]
        if view.place.total > 1:
            parts.append(f"{view.place.number}/{view.place.total}")
        parts += [_("{label}: {value}", label=row.label, value=row.value) for row in rows]
        if view.panel.suppositions:
            parts.append(_("suppositions: {n}", n=view.panel.suppositions))
        if view.panel.lower_bound is not None:
            parts.append(view.panel.lower_bound)
        return " · ".join(map(self.translate, parts))

    def board(self) -> list[str]:
        """The board, line by line."""
        return self.drawn(self.controller.view().board)

    def drawn(self, view: View[Any, Any]) -> list[str]:
        """A board, line by line."""
        return self.controller.game.text(self.controller.session.level, view).rstrip("\n").split("\n")

    def said(self, *, keys: bool) -> list[str]:
        """What there is to say: the note, and what a win was worth. `keys`: name the keys that help."""
        controller, note = self.controller, self.controller.view().note
        lines = [] if note is None else [self._note(note, keys)]
        if controller.session.status is Status.WON:
            lines += self._won(controller.end or controller.end_strip(None))
        return [line for line in lines if line]

    def _note(self, note: Note, keys: bool) -> str:
        if note.kind is NoteKind.SUPPOSITION and not keys:
            return ""  # the heading counts them
        if note.kind in (NoteKind.INFO, NoteKind.SUPPOSITION) and note.more is not None and keys:
            return self.translate(joined([note.text, note.more], " "))
        if note.kind is not NoteKind.LOST:
            return self.translate(note.text)
        if self.controller.session.status is Status.LOST:
            return self.translate(joined([note.text, _("Undo, or restart.")], " "))
        targets = [mark.target for mark in note.marks if mark.kind is MarkKind.MISTAKE]
        places = [f"{target[0] + 1},{target[1] + 1}" for target in targets if _is_cell(target)]
        if not places:
            return self.translate(note.text)
        return self.translate(_("{why} (row,column: {places})", why=note.text, places=" ".join(places)))

    def _won(self, end: EndStrip) -> list[str]:
        head = f"{self.translate(end.title)} {'★' * (end.stars or 0)}".rstrip()
        return [head, *map(self.translate, end.lines)]

    def explanation(self) -> Iterator[tuple[str, list[str]]]:
        """The steps of the solution from the start of the level: the reason of each, and the board after it."""
        game, level = self.controller.game, self.controller.session.level
        options = self.controller.settings.options(game)
        state = game.rules.start(level)
        for step in game.coaching.explain(level, state) if game.coaching.explain is not None else ():
            state = replay(game.rules, level, step.moves, state)
            yield self.translate(reason_of(step)), self.drawn(View(state, marks=step.marks, options=options))


def _is_cell(target: object) -> TypeGuard[tuple[int, int]]:
    """Whether it is a row and a column; what else is marked (a segment between two corners) the board itself shows."""
    return isinstance(target, tuple) and len(target) == 2 and all(isinstance(part, int) for part in target)


def reason_of(step: Advice) -> Text:
    """The name of a step's rule, and the reason.

    >>> str(reason_of(Advice(Text("it needs all its sides"), title=Text("clue"))))
    'clue: it needs all its sides'
    """
    return step.text if step.title is None else _("{rule}: {reason}", rule=step.title, reason=step.text)
