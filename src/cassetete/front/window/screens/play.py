"""Play: draws the view model of a game, and gives the controller what is typed and clicked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from cassetete.app.collections.opening import opened
from cassetete.app.levels.level_list import LevelList, of_entries
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.levels.saving import file_name
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.events import Hover, Key, Press
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.animation import Animator
from cassetete.front.window.paint.art import interface_art
from cassetete.front.window.paint.board import board_layer, is_board_target
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.prerender import Prerenderer
from cassetete.front.window.screens.base import BoardScreen
from cassetete.front.window.widgets import print_dialog as printing
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.file_prompt import ask_open, ask_save
from cassetete.front.window.widgets.generator_dialog import GeneratorDialog
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.front.window.widgets.outcome import question
from cassetete.front.window.widgets.picture_dialog import ask_picture
from cassetete.session import saves
from cassetete.session.commands import COMMANDS
from cassetete.session.controller import Controller, Request
from cassetete.session.jobs import Result, Working
from cassetete.session.ports import Win
from cassetete.session.session import Session
from cassetete.session.view_model import DialogModel, Note, NoteKind, PlayView

_ = Catalogue("cassetete")

_NARROW, _WIDE = 290, 336
_BUTTON = 33
_NOTE = 44
_ORDER = [
    "turn-left",
    "turn-right",
    "undo",
    "redo",
    "restart",
    "replay",
    "hint",
    "solve",
    "search",
    "keys",
    "check",
    "print",
    "explain",
    "suppose",
    "accept",
    "reject",
    "fullscreen",
    "save",
    "load",
    "copy",
    "paste",
    "previous",
    "next",
    "menu",
    "quit",
]
"""The buttons of the panel."""


class PlayScreen(BoardScreen):
    """A game being played. `back` is the screen that "Menu" leads to; without it, the levels of the game."""

    def __init__(self, window: WindowLoop, levels: LevelList, index: int = 0, back: Screen | None = None) -> None:
        super().__init__(window)
        self.levels = levels
        self.controller = self.new_controller(levels, index)
        self._back = back
        self.animator = Animator()
        self._prerenderer = Prerenderer(window.painter)
        self.away = False
        self._over: Hashable = None
        self._scale = 1.0
        self._board: Layer | None = None
        self._position = self.controller.position
        self._level = self.session.level
        self._model: DialogModel | None = None
        self._printing: printing.PrintDialog | None = None
        self._actions: dict[str, Callable[[], None]] = {name: partial(self.do, name) for name in COMMANDS}
        self._requests: dict[str, Callable[[Request], None]] = {
            "replay": lambda request: self._replay(request.moves, request.at),
            "explain": lambda _request: self.navigator.explain(self.game, self.session.level, self),
            "search": lambda _request: self.navigator.watch(self.game, self.session.level, self.session.state, self),
            "copy": lambda request: self.window.canvas.copy(request.text),
            "copy-moves": lambda request: self.window.canvas.copy(request.text),
            "paste": lambda _request: self._paste(),
            "save": lambda _request: self._save(),
            "load": lambda _request: self._load(),
            "print": lambda _request: self._print(),
            "picture": lambda _request: self._picture(),
            "another": lambda _request: self.open(GeneratorDialog(self, self.game, self._back, at_once=True)),
            "edit": lambda _request: self.navigator.editor(self.game, self.session.level, back=self),
            "keys": lambda _request: self.open(self._keys()),
            "fullscreen": lambda _request: self.window.toggle_full_screen(),
            "menu": lambda _request: self.menu(),
            "quit": lambda _request: self.window.quit(),
        }

    def new_controller(self, levels: LevelList, index: int) -> Controller:
        """The controller of the game; Unreadable if the level cannot be played."""
        services = self.services
        return Controller(levels, index, records=services.records, thinker=services.workers, settings=services.settings)

    @property
    def session(self) -> Session:
        """The game being played."""
        return self.controller.session

    @property
    def game(self) -> AnyGame:
        """The kind of game."""
        return self.controller.game

    @property
    def title(self) -> str:
        """The name of the level."""
        return self.services.translate(self.controller.title.in_language(self.settings.language))

    # Commands

    def actions(self) -> dict[str, Callable[[], None]]:
        """The commands, by the names of their buttons."""
        return self._actions

    def do(self, command: str) -> None:
        """Do a command of the controller, and what it asks of the window."""
        request = self.controller.do(command)
        if request is not None:
            self.changed()
            self._requests[request.command](request)
        self.changed()

    def play(self, moves: tuple[Any, ...]) -> None:
        """Play moves as one step."""
        self.controller.play(moves)
        self.changed()

    def play_on_from(self, moves: tuple[Any, ...]) -> None:
        """Go on from moves that were shown."""
        self.controller.play_on_from(moves)
        self.changed()

    def changed(self) -> None:
        """Follow the controller: animate what moved, show its dialog."""
        controller = self.controller
        if controller.position != self._position:
            self._position = controller.position
            self._moved()
        if controller.dialog is not self._model:
            self._model = controller.dialog
            self.dialog = question(self._model, self.say, self.do) if self._model is not None else None
        self.window.refresh()

    def _moved(self) -> None:
        controller, session = self.controller, self.session
        self.animator.finish()
        self.window.painter.settle()
        movement = controller.take_movement()
        if session.level is not self._level:
            self._level = session.level
            self.viewport.zoom, self.viewport.pan = 1.0, (0.0, 0.0)
            return
        if movement is not None and self.settings.animations:
            animate = self.animator.back if movement.backwards else self.animator.play
            animate(self.game, session.level, movement.state, movement.last, movement.moves, controller.turn)
        if self.game.display.console is not None:
            print(self.say(self.game.display.console(session.level, session.state)), flush=True)

    def tell(self, text: Text) -> None:
        """Say something below the board."""
        self.controller.note = Note(text)

    def receive(self, message: Working | Result) -> None:
        """The answers of the workers."""
        super().receive(message)
        if self._printing is not None and self._printing is not self.dialog:
            self._printing.receive(message)
        if self.controller.answered(message):
            self.changed()

    # Other screens and files

    def menu(self) -> None:
        """Back to where the game was opened from: its levels, or the editor."""
        if self._back is not None:
            self.window.show(self._back)
        else:
            self.navigator.levels(self.game)

    def leave(self) -> None:
        """The game is kept where it stands, its clock too."""
        self.controller.leave()
        self._stop_printing()

    def _replay(self, moves: tuple[Any, ...], at: int = 0) -> None:
        """Show moves from the start of the level; the game stays as it is, unless it is played on from there."""

        def play_on(line: tuple[Any, ...]) -> None:
            self.window.show(self)
            self.play_on_from(line)

        self.close_dialog()
        level = self.session.level
        self.navigator.replay(self.game, level, moves, self.title, back=self, play_on=play_on, at=at)

    def _save(self) -> None:
        name = file_name(self.title, self.game.id, saves.EXTENSION)
        ask_save(self, _("Save the game as…"), name, lambda _path: self.controller.save_text(), self.tell)

    def _load(self) -> None:
        """Ask for a file and open what is in it: a saved game, levels, or moves to replay."""

        def load(path: Path) -> Text | None:
            found = opened(path, self.game, self.session.level)
            if isinstance(found, Text):
                return found
            self.close_dialog()
            if isinstance(found, Followed):
                self._replay(found.moves)
            elif len(found.levels) > 1:
                self.navigator.collection(found)
            else:
                self.levels = found.levels
                self.controller.open(self.levels)
                self.changed()
            return None

        ask_open(self, _("Open a game, levels or a solution"), load)

    def _paste(self) -> None:
        """A level opens on its board, moves are replayed; a text that is neither changes nothing."""
        try:
            found = understood(self.window.canvas.paste(), self.game, self.session.level)
        except CasseteteError as error:
            self.tell(error.text)
            return
        if isinstance(found, Followed):
            self._replay(found.moves)
        else:
            self.navigator.play(of_entries(found))

    def _keys(self) -> Question:
        """The list of keys: the game's own, then those of every game."""
        say = self.services.translate
        lines = [say(text) for text in self.controller.special_rules]
        lines += [f"{say(help.keys)} — {say(help.text)}" for help in self.game.controls.keys]
        commands = [state.command for state in self.controller.view().commands if state.command.keys]
        shown = [f"{command.key} {say(command.label)}" for command in commands]
        lines += ["", *(" · ".join(shown[at : at + 4]) for at in range(0, len(shown), 4))]
        return Question(say(_("Keys")), lines, [(say(_("Back to the game")), "Esc", self.close_dialog)], width=640)

    def _picture(self) -> None:
        session = self.session
        ask_picture(self, self.game, session.level, session.state, session.moves, self.title, self.tell)

    # Pages to print

    def _print(self) -> None:
        def begin(which: range, path: Path) -> None:
            self._printing = printing.PrintDialog(self, self.game, self._entries(which), path, self._stop_printing)

        printing.ask(self, self.game, self.controller.index, len(self.levels), begin)

    def _entries(self, which: range) -> list[LoadedLevel]:
        found = []
        for index in which:
            try:
                found.append(self.levels.entry(index))
            except Unreadable:
                continue
        return found

    def _watch_printing(self) -> bool:
        """Keep the dialog open while pages are made; whether they are there now, or will never be."""
        if self._printing is None:
            return False
        if self.dialog is None:
            self.open(self._printing)
        said = self._printing.done()
        if said is None:
            return False
        self._printing = None
        self.tell(said)
        self.close_dialog()
        return True

    def _stop_printing(self) -> None:
        if self._printing is not None:
            self._printing.stop()
            self._printing = None

    # Time

    def tick(self, seconds: float) -> bool:
        """The clock, the animation, the solution that plays itself, pages that are ready."""
        dirty = self._watch_printing()
        moving = self.animator.step is not None
        clock = self.dialog is None and not self.away
        if self.controller.tick(seconds, clock=clock, autoplay=not moving):
            dirty = True
            if self.controller.position != self._position:
                self.changed()
        if moving:
            if self.animator.advance(seconds):
                self.window.painter.settle()
                return True
            self.window.painter.shift(self.animator.offsets(self._scale), at_once=not (dirty or self.window.pending))
        elif not dirty and not self.window.pending and not self.controller.autoplay:
            self._prerender()
        return dirty

    def _prerender(self) -> None:
        """Use an idle frame to render what may come next: a move, or the win."""
        width, height = self.window.canvas.width, self.window.canvas.height
        settings = self.settings

        def win_layer() -> Layer:
            layout = Layout(width, height)
            question(self.controller.won_dialog(Win(2, False, None)), self.say, self.do).compose(layout)
            return Layer(layout.scene(), art=interface_art)

        look = (width, height, settings.theme, settings.language)
        self._prerenderer.step(
            self.session, self.viewport, settings.theme, settings.options(self.game), look, win_layer
        )

    def focus(self, here: bool) -> None:
        """The clock stops meanwhile."""
        self.away = not here

    # Events

    def pressed(self, target: Hashable, button: int) -> None:
        """A press on the board."""
        if is_board_target(target):
            self.controller.event(Press(target, button))
            self.changed()

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """A swipe, a box that is dragged, a line that is drawn."""
        if self.dialog is not None:
            self.dialog.drag(start, end)
        elif not is_board_target(start):
            self.press(start, button)
        else:
            self.controller.drop(start, end, button)
            self.changed()

    def press(self, target: Hashable, button: int) -> None:
        """What was dragged a little is a press."""
        self.controller.cancel_drag()
        super().press(target, button)

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """Follow the pointer over the board."""
        if self.dialog is not None or self._board is None or not is_board_target(start):
            return False
        return self.controller.drag(self._board.inverse(x, y), start, self.window.target_at(x, y), button)

    def drawing(self) -> bool:
        """A game may take a drag that comes back to where it began, such as a closed loop."""
        return self.controller.drawing

    def hover(self, target: Hashable) -> bool:
        """Buttons light up; the board may show what lies under the pointer."""
        if self.dialog is None and target != self._over:
            self._over = target
            self.controller.event(Hover(target if is_board_target(target) else None))
            self.changed()
        return super().hover(target if not is_board_target(target) else None)

    def typed(self, typed: Typed) -> None:
        """The keys of the commands first, then the game's."""
        if typed.keysym in ("plus", "minus", "equal") and typed.ctrl:
            middle = (self.viewport.x + self.viewport.width / 2, self.viewport.y + self.viewport.height / 2)
            self.viewport.zoom_by(1 if typed.keysym != "minus" else -1, *middle)
            return
        held = ("ctrl " if typed.ctrl else "") + ("shift " if typed.ctrl and typed.shift else "")
        command = self.controller.command_of(held + typed.keysym.lower())
        if command is not None:
            self.do(command)
        else:
            self.controller.event(event_key(typed))
            self.changed()

    def hold(self, key: str, down: bool) -> bool:
        """Keys that show something for as long as they are held."""
        return self.controller.hold(event_key(Typed(key)).name, down)

    def wheel(self, x: int, y: int, step: int) -> None:
        """Enlarge or reduce the board."""
        if self.dialog is None:
            self.viewport.zoom_by(step, x, y)

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """The panel, the board beside it or above it, and the note."""
        view = self.controller.view()
        self._compose_panel(layout, view)
        self.make_room(layout)
        board, moves, step = view.board, view.hint_moves, self.animator.step
        if step is not None:
            board, moves = replace(board, state=step.state, last=step.last, marks=()), ()
        layer, self._scale = board_layer(self.game, self.session.level, board, self.viewport, moves)
        self._board = layer
        over = Layout(layout.width, layout.height)
        self._compose_note(over, view.note)
        return [layer, Layer(over.scene())]

    def make_room(self, layout: Layout) -> None:
        """Take what is needed above the board from its viewport."""

    def _compose_panel(self, layout: Layout, view: PlayView) -> None:
        viewport, order = self.viewport, self._buttons(view)
        if layout.width >= 760:
            side = _WIDE if layout.width >= 1000 else _NARROW
            viewport.x, viewport.y = 0.0, 0.0
            foot = 0 if _tall(layout) else _NOTE
            viewport.width, viewport.height = layout.width - side, float(layout.height - foot)
            self._compose_side(layout, view, side)
            return
        columns = 5
        buttons = -(-len(order) // columns) * (_BUTTON + 5)
        viewport.x, viewport.y = 0.0, 84.0
        viewport.width, viewport.height = float(layout.width), layout.height - 84.0 - buttons - 10 - _NOTE
        self._compose_head(layout, view)
        each = (layout.width - 20 - (columns - 1) * 5) / columns
        for index, (name, enabled) in enumerate(order):
            row, column = divmod(index, columns)
            y = layout.height - buttons - 6 + row * (_BUTTON + 5)
            self._button(layout, name, enabled, 10 + column * (each + 5), y, each, _BUTTON)

    def _buttons(self, view: PlayView) -> list[tuple[str, bool]]:
        """The commands of this game that have a button, and whether each can be used."""
        enabled = {state.command.id: state.enabled for state in view.commands}
        return [(name, enabled[name]) for name in _ORDER if name in enabled]

    def _button(
        self, layout: Layout, name: str, enabled: bool, x: float, y: float, width: float, height: float
    ) -> None:
        command = COMMANDS[name]
        layout.button(x, y, width, height, self.say(command.label), ("do", name), key=command.key, enabled=enabled)

    def _compose_head(self, layout: Layout, view: PlayView) -> None:
        """The narrow window's two lines above the board."""
        panel = view.panel
        layout.text(14, 24, self.title, LARGE, bold=True, room=layout.width - 110)
        rows = "   ".join(f"{self.say(row.label)} {row.value}" for row in panel.lengths)
        layout.text(14, 52, f"{rows}   {panel.clock or ''}", TEXT, "muted", room=layout.width - 110)
        bound = self.say(panel.lower_bound) if panel.lower_bound is not None else ""
        layout.text(14, 73, bound, SMALL, "muted", room=layout.width - 28)
        self._compose_stars(layout, view, layout.width - 82, 28)

    def _place(self, view: PlayView) -> str:
        """Where the level stands: its chapter, its number, how many are left."""
        place = view.place
        left = place.total - place.number
        text = self.say(_("level {n} of {count}, {left} to go", n=place.number, count=place.total, left=left))
        if place.chapter is None:
            return text
        return f"{place.chapter.get(self.settings.language, place.chapter['en'])} · {text}"

    def _compose_side(self, layout: Layout, view: PlayView, side: int) -> None:
        x, width = layout.width - side + 10, side - 32
        layout.panel(layout.width - side, 12, side - 12, layout.height - 24)
        y = layout.heading(x + 6, 34, self.title, width - 8)
        for line in wrapped(self._place(view), SMALL, width - 8)[:2]:
            layout.text(x + 6, y, line, SMALL, "muted")
            y += 18
        y += 12
        panel = view.panel
        rows = [(self.say(row.label), row.value) for row in panel.lengths]
        if panel.clock is not None:
            rows.append((self.say(_("Time")), panel.clock))
        rows.append((self.say(_("Your best")), str(panel.best) if panel.best is not None else "–"))
        for name, value in rows:
            layout.row(x + 6, y, width - 16, name, value)
            y += 25
        y = self._compose_extra(layout, view, x, y, width)
        self._compose_stars(layout, view, x + 16, y + 4)
        self._compose_buttons(layout, view, x, y + 34, width)

    def _compose_extra(self, layout: Layout, view: PlayView, x: float, y: float, width: float) -> float:
        """In small: the game's extra lengths, two a line, and what is needed at least from here."""
        first = (width - 16) * 0.57
        extra = view.panel.extra if layout.height >= 640 else ()
        for index, (label, value) in enumerate(extra):
            left, room = (x + 12 + first, width - 22 - first) if index % 2 else (x + 6, first - 4)
            layout.text(left, y, self.say(label), SMALL, "muted", room=room - 6 - 9 * len(value))
            layout.text(left + room, y, value, SMALL, anchor="end")
            y += 19 if index % 2 or index + 1 == len(extra) else 0
        if view.panel.has_lower_bound:
            if view.panel.lower_bound is not None:
                layout.text(x + 6, y, self.say(view.panel.lower_bound), SMALL, "muted", room=width - 16)
            y += 21
        return y

    def _compose_stars(self, layout: Layout, view: PlayView, x: float, y: float) -> None:
        if view.panel.stars is None or view.panel.thresholds is None:
            return
        layout.stars(x, y, view.panel.stars)
        if layout.width >= 760:
            three, two = view.panel.thresholds
            layout.text(x + 62, y, f"≤ {three} ★★★   ≤ {two} ★★", SMALL, "muted")

    def _compose_buttons(self, layout: Layout, view: PlayView, x: float, y: float, width: float) -> None:
        half = (width - 6) / 2
        order = self._buttons(view)
        rows = -(-len(order) // 2)
        gap = max(3.0, min(8.0, (layout.height - 30 - y - rows * _BUTTON) / rows))
        height = min(_BUTTON, (layout.height - 30 - y) / rows - 3)
        for index, (name, enabled) in enumerate(order):
            row, column = divmod(index, 2)
            self._button(layout, name, enabled, x + column * (half + 6), y + row * (height + gap), half, height)

    def _compose_note(self, layout: Layout, note: Note | None) -> None:
        """One line at the foot of the board: a hint, a warning, or what is going on."""
        if note is None:
            return
        viewport, text = self.viewport, self.say(note.text)
        if note.more is not None:
            more = self.say(note.more)
            text += f" ({more})" if note.kind is NoteKind.HINT else f" {more}"
        left, right = viewport.x + 10, viewport.x + viewport.width - 10
        if _tall(layout):
            left, right = viewport.x + viewport.width + 10, layout.width - 22.0
        bottom = layout.height - 24 if _tall(layout) else viewport.y + viewport.height + _NOTE - 4
        layout.note(left, bottom, right - left, text, 5, "bad" if note.kind is NoteKind.LOST else "accent")


def _tall(layout: Layout) -> bool:
    """Whether the panel beside the board has room for the note: then the board has the whole height."""
    return layout.width >= 760 and layout.height >= 860


def event_key(typed: Typed) -> Key:
    """A typed key as games know it: letters in lower case, keypad arrows as arrows."""
    name = typed.keysym.removeprefix("KP_")
    return Key(name.lower() if len(name) == 1 else name, typed.ctrl)
