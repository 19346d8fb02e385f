"""Play: the board, what has been played, and a button for every command."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Any

from cassetete.app.levels.level_list import Shelf
from cassetete.app.levels.library import LoadedLevel, Pack, Unreadable
from cassetete.app.registry import games
from cassetete.app.store import Placing, level_key
from cassetete.core.contract import Aim, Length, Play, Status
from cassetete.core.errors import CasseteteError, IllegalMove
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.animation import Animator
from cassetete.front.window.paint.art import interface_art
from cassetete.front.window.paint.board import board_layer, is_board_target
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.drag_preview import Stroke
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.prerender import Prerenderer
from cassetete.front.window.screens import play_panel, play_thinking
from cassetete.front.window.screens.base import BaseScreen
from cassetete.front.window.screens.play_commands import commands
from cassetete.front.window.screens.play_keys import COMMANDS, event_key
from cassetete.front.window.widgets import print_dialog as printing
from cassetete.front.window.widgets.layout import Layout
from cassetete.front.window.widgets.outcome import lost_question, won_question
from cassetete.session import saves
from cassetete.session.follow import followed
from cassetete.session.jobs import Result, Working
from cassetete.session.session import Command, Effect, Judge, Record, Session, Tick, Undo, advance

_ = Catalogue("cassetete")

_AUTOPLAY = 0.32


class PlayScreen(BaseScreen):
    """A game being played."""

    def __init__(
        self,
        window: WindowLoop,
        levels: Shelf,
        index: int,
        from_pack: Pack | None,
        back: Screen | None = None,
    ) -> None:
        super().__init__(window)
        self.levels, self.index, self.pack = levels, index, from_pack
        self._back = back
        self.animator = Animator()
        self._prerenderer = Prerenderer(window.painter)
        self.note = ""
        self.thinking: int | None = None
        self.autoplay: list[Any] = []
        self.paused = False
        self.away = False
        self.best: int | None = None
        self.outlook: Text | None = None
        self.own_lengths: tuple[Any, tuple[Length, ...]] | None = None
        self._over: Hashable = None
        self._wait = 0.0
        self._seconds_shown = -1
        self._scale = 1.0
        self._board: Layer | None = None
        self._stroke = Stroke()
        self.printing: printing.PrintDialog | None = None
        self.entry: LoadedLevel
        self.session: Session
        self._load(index)

    # The level

    def _load(self, index: int) -> None:
        """Begin a level, or go on where it was left."""
        entry, session = self.levels.take(index)
        self.take(index, entry, session)

    def take(self, index: int, entry: LoadedLevel, session: Session) -> None:
        """Put a level and its game on the board."""
        left = self.desk.store.running(level_key(entry.game, entry.level))
        if left is not None and session.now.before is None:
            try:
                session = saves.load(left.save, games())
            except CasseteteError:
                self.note = self.say(_("the game that was left here could not be read"))
        self.index, self.entry, self.session = index, entry, session
        best = self.desk.store.best(level_key(entry.game, entry.level))
        self.best = best.score if best is not None else None
        self.viewport.zoom, self.viewport.pan = 1.0, (0.0, 0.0)
        self.animator.finish()
        play_thinking.stop(self)
        self.outlook = None
        if session.status is Status.OPEN and not session.now.open:
            self._perform(Judge(session.ticket, session.state))

    @property
    def source(self) -> str:
        """Where the level came from."""
        return self.entry.source

    @property
    def title(self) -> str:
        """The level's name."""
        named = self.session.level.headers.title_in(self.desk.language)
        if len(self.levels) > 1:
            return named or self.entry.title
        return named or self.entry.title.removesuffix("#1") or self.say(self.game.title)

    def go(self, step: int) -> None:
        """To the next or the previous level; locks do not bind here."""
        index = self.index + step
        if not 0 <= index < len(self.levels):
            self.note = self.say(_("there is no further level"))
            return
        self.close_dialog()
        try:
            self.note = ""
            self._load(index)
        except Unreadable as error:
            self.note = self.say(error.text)

    def actions(self) -> dict[str, Callable[[], None]]:
        """The commands, by the names of their buttons."""
        return commands(self)

    def command(self, command: Command) -> None:
        """Do what the player asks, show it, and keep the game."""
        before = self.session
        try:
            self.session, effects = advance(before, command)
        except IllegalMove:
            return
        if self.session is before:
            return
        if self.session.ticket != before.ticket:
            self.note, self.outlook = "", None
            self._animate(before, command)
            self.keep()
            self._console()
            if not (self.game.coaching.judged_live or self.session.now.open) and self.session.status is Status.OPEN:
                effects = (*effects, Judge(self.session.ticket, self.session.state))
        for effect in effects:
            self._perform(effect)
        self.window.refresh()

    @property
    def game(self) -> Any:
        """The game on the board."""
        return self.session.game

    def _animate(self, before: Session, command: Command) -> None:
        self.animator.finish()
        self.window.painter.settle()
        if not self.desk.wish("animations"):
            return
        if isinstance(command, Play):
            self.animator.play(self.game, before.level, before.state, before.now.last, command.moves)
        elif isinstance(command, Undo) and before.now.step.kind == "play":
            now = self.session
            self.animator.back(self.game, now.level, now.state, now.now.last, before.now.step.moves)

    def _console(self) -> None:
        """Slitherlink's sheet wants its two conditions on the console at each move: a game may have such lines."""
        if self.game.display.console is not None:
            print(self.say(self.game.display.console(self.session.level, self.session.state)), flush=True)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Record):
            self._won(effect)
        else:
            play_thinking.ask(self, effect)

    def _won(self, record: Record) -> None:
        placing = self.desk.store.win(self.game, self.session.level, record)
        self.autoplay.clear()
        self.open(won_question(self, record, placing))

    # What the analyst says

    def heard(self, message: Working | Result) -> None:
        """Judgements, hints and solutions, unless they come too late."""
        super().heard(message)
        play_thinking.heard(self, message)

    def play_itself(self, moves: Iterable[Any]) -> None:
        """Show moves on the board, one after the other."""
        self.autoplay, self.paused, self._wait = list(moves), False, 0.0

    def tell(self, text: Text) -> None:
        """Say something below the board."""
        self.note = self.say(text)

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """The panel, and the board beside it."""
        play_panel.compose(self, layout, self.viewport)
        self.make_room(layout)
        session = self.session
        step = self.animator.step
        view = replace(session.view, options=self.desk.options(self.game))
        if step is not None:
            view = replace(view, state=step.state, last=step.last, marks=())
        moves = session.advice.moves if session.advice is not None and step is None else ()
        if step is None and self._stroke.way:
            view = replace(view, state=self._stroke.preview(self.game, session))
        self._board, self._scale = layer, _same = board_layer(self.game, session.level, view, self.viewport, moves)
        over = Layout(layout.width, layout.height)
        play_panel.note(self, over, self.viewport)
        return [layer, Layer(over.scene())]

    def make_room(self, layout: Layout) -> None:
        """Take room above the board from its viewport."""

    def tick(self, seconds: float) -> bool:
        """The clock, the animation, the solution that plays itself, pages that are ready."""
        dirty = printing.watched(self)
        if self.dialog is None and not self.away:
            self.session, _effects = advance(self.session, Tick(seconds))
        if int(self.session.seconds) != self._seconds_shown:
            self._seconds_shown = int(self.session.seconds)
            dirty = bool(self.desk.wish("timer"))
        if self.animator.step is not None:
            if self.animator.advance(seconds):
                self.window.painter.settle()
                return True
            self.window.painter.shift(self.animator.offsets(self._scale), at_once=not (dirty or self.window.pending))
        elif self.autoplay and not self.paused:
            self._wait += seconds
            if self._wait >= _AUTOPLAY:
                self._wait = 0.0
                self.command(Play((self.autoplay.pop(0),)))
                dirty = True
        elif not dirty and not self.window.pending:
            self._prerender()
        return dirty

    def _prerender(self) -> None:
        """Use an idle frame to render what may come next: a move, or the win."""
        width, height, theme = self.window.canvas.width, self.window.canvas.height, self.desk.theme

        def win_layer() -> Layer:
            layout = Layout(width, height)
            won = Record(self.session.now.totals, self.session.seconds, 0, False)
            won_question(self, won, Placing(None, False, None, 2)).compose(layout)
            return Layer(layout.scene(), art=interface_art)

        look = (width, height, theme, self.desk.language)
        self._prerenderer.step(self.session, self.viewport, theme, self.desk.options(self.game), look, win_layer)

    def focus(self, here: bool) -> None:
        """The clock stops meanwhile."""
        self.away = not here

    # Events

    def pressed(self, target: Hashable, button: int) -> None:
        """A press on the board."""
        self._event(Press(target, button, self.desk.options(self.game)), target)

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """A swipe, a crate that is dragged, a line that is drawn."""
        way, self._stroke = self._stroke.way, Stroke()
        if self.dialog is not None or not is_board_target(start):
            self.press(start, button)
        else:
            self._event(Drag(start, end, button, way), start)

    def press(self, target: Hashable, button: int) -> None:
        """What was dragged a little is a press."""
        self._stroke = Stroke()
        super().press(target, button)

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """Follow the pointer over the board."""
        if self.dialog is not None or self._board is None or not is_board_target(start):
            return False
        target = self.window.target_at(x, y)
        self._stroke = self._stroke.to(self._board.inverse(x, y), start, target, button)
        return self._stroke.shown(self.game, self.session)

    def drawing(self) -> bool:
        """A game may take a drag that comes back to where it began, such as a closed loop."""
        return self._stroke.shown(self.game, self.session)

    def hover(self, target: Hashable) -> bool:
        """Buttons light up; the board may show what lies under the pointer."""
        if self.dialog is None and target != self._over:
            self._over = target
            self._event(Hover(target if is_board_target(target) else None), target)
        return super().hover(target if not is_board_target(target) else None)

    def _event(self, event: Event, target: Hashable) -> None:
        if not is_board_target(target) and not isinstance(event, Key | Hover):
            return
        session = self.session
        bound = self.game.bind(session.level, session.state, session.cursor, event)
        if isinstance(bound, Play | Aim):
            if isinstance(bound, Play):
                self.autoplay.clear()
                bound = followed(self.session, bound, self.desk.options(self.game))
            self.command(bound)
            self.window.refresh()

    def typed(self, typed: Typed) -> None:
        """The house's keys first, then the game's."""
        if typed.keysym == "Escape" and (self.thinking is not None or self.autoplay):
            play_thinking.stop(self)
            return
        if typed.keysym == "space" and self.autoplay:
            self.paused = not self.paused
            return
        if typed.keysym in ("plus", "minus", "equal") and typed.ctrl:
            middle = (self.viewport.x + self.viewport.width / 2, self.viewport.y + self.viewport.height / 2)
            self.viewport.zoom_by(1 if typed.keysym != "minus" else -1, *middle)
            return
        held = ("ctrl " if typed.ctrl else "") + ("shift " if typed.ctrl and typed.shift else "")
        name = COMMANDS.get(held + typed.keysym.lower())
        if name is not None and not (typed.ctrl and typed.keysym in ("Up", "Down", "Left", "Right")):
            self.actions()[name]()
            return
        self._event(event_key(typed), None)

    def wheel(self, x: int, y: int, step: int) -> None:
        """Enlarge or reduce the board."""
        if self.dialog is None:
            self.viewport.zoom_by(step, x, y)

    def pan(self, dx: int, dy: int) -> None:
        """Move the enlarged board."""
        self.viewport.move(dx, dy)

    # Leaving, files, help

    def menu(self) -> None:
        """Back to where the game was opened from: its levels, or the editor."""
        play_thinking.stop(self)
        if self._back is not None:
            self.window.show(self._back)
            return
        self.navigator.levels(self.game)

    def leave(self) -> None:
        """The game is kept where it stands, its clock too."""
        play_thinking.stop(self)
        printing.stop(self)
        if self.session.status is not Status.WON and self.session.now.before is not None:
            self.keep()

    def keep(self) -> None:
        """Write the game down, so that not even a crash loses it."""
        self.desk.store.keep(self.session, self.source)

    def lost_words(self) -> str:
        """What to say when the game cannot be won any more; nothing while it can, or while nobody knows."""
        return lost_question(self)
