"""Play: draws the view model of a game, and gives the controller what is typed and clicked."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from math import pi, sin
from pathlib import Path
from typing import Any

from cassetete.app.collections.opening import opened
from cassetete.app.levels import links
from cassetete.app.levels.level_list import LevelList, of_entries
from cassetete.app.levels.library import LoadedLevel, Unreadable
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.levels.rules_text import Section, rules_text
from cassetete.app.levels.saving import file_name
from cassetete.app.store.settings import TEXT_SIZES
from cassetete.core.contract import AnyGame, Status, View
from cassetete.core.errors import CasseteteError
from cassetete.core.events import Hover, Key, Press
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint import confetti
from cassetete.front.window.paint.animation import Animator
from cassetete.front.window.paint.art import interface_art
from cassetete.front.window.paint.board import board_layer, is_board_target
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fit import Rect, is_box, outline
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.prerender import Prerenderer
from cassetete.front.window.screens.base import BoardScreen
from cassetete.front.window.widgets import print_dialog as printing
from cassetete.front.window.widgets.clipboard import keep_pasted
from cassetete.front.window.widgets.dialogs import Prompt
from cassetete.front.window.widgets.end_strip import EndStripWidget
from cassetete.front.window.widgets.file_prompt import ask_open, ask_save
from cassetete.front.window.widgets.generator_dialog import GeneratorDialog
from cassetete.front.window.widgets.keys_dialog import KeysDialog
from cassetete.front.window.widgets.layout import SMALL, TEXT, Layout, lines_of, wrapped
from cassetete.front.window.widgets.menu import MenuDialog
from cassetete.front.window.widgets.picture_dialog import ask_picture
from cassetete.front.window.widgets.settings_dialog import SettingsDialog
from cassetete.front.window.widgets.sounds import Sounds
from cassetete.scene.shapes import Point, Sprite, box
from cassetete.scene.theme import THEMES
from cassetete.session import saves
from cassetete.session.commands import COMMANDS, Command
from cassetete.session.controller import Controller, Request
from cassetete.session.jobs import Result, Working
from cassetete.session.ports import Win
from cassetete.session.session import Session
from cassetete.session.view_model import EndStrip, Note, NoteKind, PlayView

_ = Catalogue("cassetete")

_SIDE = 216
"""The width of the column beside the board, in a wide window."""
_BAR = 46
_TITLE = 27
"""The height of the title alone, above the numbers."""
_TOOL = 46
_GAP = 8
_LINE = 21
_CELEBRATION = 0.9
_SHAKE = 0.24


class PlayScreen(BoardScreen):
    """A game being played. `back` is the screen that "Menu" leads to; without it, the levels of the game."""

    asks_name = True
    """Whether to ask for the player's name at the first record."""

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
        self._end: EndStrip | None = None
        self._sounds = Sounds()
        self._celebrating = 0.0
        self._blocked = self.controller.blocked
        self._shaking = 0.0
        self._note_room = 0.0
        self._outlined: tuple[Any, int] | None = None
        self._printing: printing.PrintDialog | None = None
        self._actions: dict[str, Callable[[], None]] = {name: partial(self.do, name) for name in COMMANDS}
        self._requests: dict[str, Callable[[Request], None]] = {
            "replay": lambda request: self._replay(request.moves, request.at),
            "explain": lambda _request: self.navigator.explain(self.game, self.session.level, self),
            "search": lambda _request: self.navigator.watch(self.game, self.session.level, self.session.state, self),
            "copy": lambda request: self.window.canvas.copy(request.text),
            "link": lambda _request: self._copy_link(),
            "copy-moves": lambda request: self.window.canvas.copy(request.text),
            "paste": lambda _request: self._paste(),
            "save": lambda _request: self._save(),
            "load": lambda _request: self._load(),
            "print": lambda _request: self._print(),
            "share": lambda request: self._share(request),
            "picture": lambda _request: self._picture(),
            "another": lambda _request: self.open(GeneratorDialog(self, self.game, self._back, at_once=True)),
            "edit": lambda _request: self.navigator.editor(self.game, self.session.level, back=self),
            "keys": lambda _request: self.open(self._keys()),
            "fullscreen": lambda _request: self.window.toggle_full_screen(),
            "theme": lambda _request: self._next_theme(),
            "text-size": lambda _request: self._next_text_size(),
            "settings": lambda _request: self.open(SettingsDialog(self)),
            "menu": lambda _request: self._open_menu(),
            "back": lambda _request: self.go_back(),
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
        if controller.end is not self._end:
            self._end = controller.end
            if self._end is not None and not self._end.by_machine:
                self._sound("won")
            celebrates = self._end is not None and not self._end.by_machine and self.settings.animations
            self._celebrating = _CELEBRATION if celebrates else 0.0
        if controller.blocked != self._blocked:
            self._blocked = controller.blocked
            self._sound("blocked")
            self._shaking = _SHAKE if self.settings.animations else 0.0
        self.window.refresh()

    @property
    def end_shown(self) -> bool:
        """Whether the strip below a won board is shown: after the last move's animation and the celebration."""
        return self._end is not None and self.animator.step is None and not self._celebrating

    def _moved(self) -> None:
        controller, session = self.controller, self.session
        self.animator.finish()
        self.window.painter.settle()
        movement = controller.take_movement()
        if session.level is not self._level:
            self._level = session.level
            self.viewport.zoom, self.viewport.pan = 1.0, (0.0, 0.0)
            self._note_room = 0.0
            return
        if movement is not None:
            lost = session.status is Status.LOST
            self._sound("lost" if lost else "back" if movement.backwards else "move")
        if movement is not None and self.settings.animations:
            animate = self.animator.back if movement.backwards else self.animator.play
            animate(self.game, session.level, movement.state, movement.last, movement.moves, controller.turn)
        if self.game.display.console is not None:
            print(self.say(self.game.display.console(session.level, session.state)), flush=True)

    def _sound(self, name: str) -> None:
        if self.settings.sounds:
            self._sounds.play(name)

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

    def go_back(self) -> None:
        """Back to where the game was opened from: its levels, or the editor."""
        if self._back is not None:
            self.window.show(self._back)
        else:
            self.navigator.levels(self.game)

    def leave(self) -> None:
        """The game is kept where it stands, its clock too."""
        self.controller.leave()
        self._stop_printing()
        self._sounds.close()

    def _replay(self, moves: tuple[Any, ...], at: int = 0) -> None:
        """Show moves from the start of the level; the game stays as it is, unless it is played on from there."""

        def play_on(line: tuple[Any, ...]) -> None:
            self.window.show(self)
            self.play_on_from(line)

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

    def _copy_link(self) -> None:
        """A link to the level, to the position on the board, or to its solution once it is won."""
        session = self.session
        base = links.base_address(self.services.store.setting(links.BASE_SETTING))
        won = session.status is Status.WON
        try:
            address = links.link(self.game, session.level, session.moves, solution=won, base=base)
        except CasseteteError as error:
            self.tell(error.text)
            return
        self.window.canvas.copy(address)
        self.tell(_("the link was copied"))

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
            keep_pasted(self, found)
            self.navigator.play(of_entries(found), back=self._back)

    def _keys(self) -> KeysDialog:
        """The rules of this level, the game's keys, those of every game, and the rules of the game."""
        say = self.services.translate
        rows = [(say(help.keys), say(help.text)) for help in self.game.controls.keys]
        commands = [state.command for state in self.controller.view().commands if state.command.keys]
        rows += [(command.all_keys, say(command.help)) for command in commands]
        special = tuple(say(text) for text in self.controller.special_rules)
        rules = [Section(say(_("This level")), special)] if special else []
        rules += [Section(say(_("The rules")), ()), *rules_text(self.game, self.settings.language)]
        return KeysDialog(say(_("Keys and rules")), say(_("Back to the game")), rows, rules, self.close_dialog)

    def _open_menu(self) -> None:
        self.open(MenuDialog(lambda: self.controller.view().menu, self.say, self.do, self.key, self.close_dialog))

    def _next_theme(self) -> None:
        names = list(THEMES)
        self.settings.theme = names[(names.index(self.settings.theme) + 1) % len(names)]

    def _next_text_size(self) -> None:
        names = list(TEXT_SIZES)
        self.settings.text_size = names[(names.index(self.settings.text_size) + 1) % len(names)]
        self._note_room = 0.0

    def _share(self, request: Request) -> None:
        assert request.message is not None
        self.window.canvas.copy(f"{self.title}\n{self.say(request.message)}")

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
        dirty |= self._pass_effects(seconds, moving)
        if self.controller.tick(seconds, clock=clock, autoplay=not moving):
            dirty = True
            if self.controller.position != self._position:
                self.changed()
        if moving:
            if self.animator.advance(seconds):
                self.window.painter.settle()
                return True
            self.window.painter.shift(self.animator.offsets(self._scale), at_once=not (dirty or self.window.pending))
        elif self._shaking or self._celebrating:
            self.window.painter.shift(self._effect_offsets(), at_once=not (dirty or self.window.pending))
        elif not dirty and not self.window.pending and not self.controller.autoplay:
            self._prerender()
        return dirty

    def _prerender(self) -> None:
        """Use an idle frame to render what may come next: a move, or the win."""
        width, height = self.window.canvas.width, self.window.canvas.height
        settings = self.settings

        def win_layer() -> Layer:
            layout = Layout(width, height)
            strip = EndStripWidget(self.controller.end_strip(Win(2, False, None)), self.say, self._foot_width(layout))
            strip.compose(layout, Rect(8, height - strip.height - 8, strip.width, strip.height))
            return Layer(layout.scene(), art=interface_art)

        look = (width, height, settings.theme, settings.language)
        self._prerenderer.step(
            self.session, self.viewport, settings.theme, settings.options(self.game), look, win_layer
        )

    def _pass_effects(self, seconds: float, moving: bool) -> bool:
        """Let a shake or a celebration go on; True when one ends. Both wait for the animation of a move."""
        if moving or not (self._shaking or self._celebrating):
            return False
        before = self._shaking, self._celebrating
        self._shaking = max(0.0, self._shaking - seconds)
        self._celebrating = max(0.0, self._celebrating - seconds)
        if before[0] and not self._shaking:
            self.window.painter.settle()
        if before[1] and not self._celebrating:
            self._ask_name_once()
        begun = before[1] == _CELEBRATION
        return begun or (bool(before[0]) and not self._shaking) or (bool(before[1]) and not self._celebrating)

    def _effect_offsets(self) -> dict[str, Point]:
        if self._celebrating:
            return confetti.offsets(1 - self._celebrating / _CELEBRATION, self.viewport.height)
        share = self._shaking / _SHAKE
        aside = 5 * share * sin(6 * pi * share)
        return dict.fromkeys(self.window.painter.pieces, (aside, 0.0))

    def _ask_name_once(self) -> None:
        """At the first record, ask whose it is; the player may skip that, and is not asked again."""
        store = self.services.store
        asked = store.player is not None or store.setting("name_asked") or os.environ.get("CASSETETE_ANONYMOUS")
        if asked or not self.asks_name or self._end is None or self._end.by_machine or self.dialog is not None:
            return
        store.set("name_asked", True)

        def accept(name: str) -> str | None:
            if name.strip():
                store.player = name.strip()[:40]
            return None

        self.open(Prompt(self, _("Your first record! Your name?"), "", accept, cancel=_("Skip")))

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
        if typed.keysym in ("q", "Q") and not typed.ctrl and self.asks_before_quitting():
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
        self.viewport.zoom_by(step, x, y)

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """Bar and tools around the board, the note or the end strip below it."""
        view = self.controller.view()
        board, moves, step = view.board, view.hint_moves, self.animator.step
        if step is not None:
            board, moves = replace(board, state=step.state, last=step.last, marks=()), ()
        self._outline(board)
        viewport = self.viewport
        wide = layout.is_wide
        viewport.x = viewport.y = 0.0
        viewport.width, viewport.height = layout.width - (_SIDE if wide else 0.0), float(layout.height)
        over = Layout(layout.width, layout.height, self.hot, tips=layout.tips)
        viewport.above, viewport.below = self._bar(over, view, wide), ()
        if wide:
            y = self._panel(layout, view, layout.width - _SIDE, _BAR + 6)
            self._side(layout, view, layout.width - _SIDE, y)
        elif not self.end_shown:
            self._foot_tools(layout, view)
        self.make_room(layout)
        if self.end_shown and self._end is not None:
            self._compose_end(over, self._end)
        self._compose_note(over, view.note, wide)
        if viewport.zoom > 1:
            viewport.margin = 0.0
        layer, self._scale = board_layer(self.game, self.session.level, board, viewport, moves)
        self._board = layer
        front = [layer, Layer(over.scene())]
        if self._celebrating and step is None:
            front.append(Layer(confetti.scene(viewport.width, viewport.height)))
        return front

    def _outline(self, board: View[Any, Any]) -> None:
        """Find out which shape the board has, once a level and a turn."""
        level, turn = self.session.level, board.turn
        if self._outlined is None or self._outlined[0] is not level or self._outlined[1] != turn:
            self._outlined, self.viewport.outline = (level, turn), outline(self.game.scene(level, board))

    def make_room(self, layout: Layout) -> None:
        """Take what is needed above the board from its viewport."""

    # The bar: back, title, stars, previous and next level, menu

    def _bar(self, layout: Layout, view: PlayView, wide: bool) -> tuple[Rect, ...]:
        """The bar's two ends; the answer is where they are. A board whose corners are free reaches up between them.

        What reaches up higher still, such as a line above a piece, goes on behind the title.
        """
        enabled = {state.command.id: state.enabled for state in view.commands}
        right = layout.width - 6.0
        for name in ("menu", "next", "previous"):
            if name != "menu" and view.place.total < 2:
                continue
            right -= 36
            self._icon(layout, name, Rect(right, 6, 34, 34), enabled[name])
        if view.panel.stars is not None and view.panel.thresholds is not None:
            right -= 64
            layout.stars(right + 12, 17 if not wide else 23, view.panel.stars, 16)
            if not wide:
                three, two = view.panel.thresholds
                layout.text(right + 31, 36, f"≤{three} · ≤{two}", 11, "muted", "middle", room=64)
        elif not wide and view.panel.best_possible is not None:  # there is no panel that says that it is not known
            right -= 64
            layout.stars(right + 12, 17, 0, 16)
            layout.text(right + 31, 36, "≤ ?", 11, "muted", "middle", room=64)
        long = room = right - 52 - 12
        if not is_box(self.viewport.outline):
            room = min(room, layout.width * 0.27)
        parts = self._numbers(view) if not wide else [self._place(view)]
        lines = lines_of(parts, room)
        if is_box(self.viewport.outline):
            del lines[1:]
        used = min(room, max(text_width(line, SMALL) for line in lines))
        words = min(long, text_width(self.title, TEXT + 1, bold=True))
        title = Rect(0, 0, 46 + words + 6, _TITLE if lines[0] else _BAR)
        numbers = Rect(0, 0, 46 + used + 6, _BAR + 18.0 * (len(lines) - 1))
        for place in (title, numbers):
            layout.shapes.append(box(*place, fill="paper"))
        self._icon(layout, "back", Rect(6, 6, 34, 34), True)
        layout.title(46, 16 if lines[0] else 23, self.title, TEXT + 1, long)
        for index, line in enumerate(lines):
            layout.text(46, 36 + 18 * index, line, SMALL, "muted", room=room)
        self.viewport.margin = 6.0
        return title, numbers, Rect(right - 4, 0, layout.width - right + 4, _BAR)

    def _icon(self, layout: Layout, name: str, rect: Rect, enabled: bool) -> None:
        command = COMMANDS[name]
        layout.tool(rect, "", ("do", name), command.icon, enabled=enabled, tip=self._tip(command))

    def _tip(self, command: Command) -> str:
        return f"{self.say(command.help)} ({command.all_keys})" if command.keys else self.say(command.help)

    def _place(self, view: PlayView) -> str:
        """Where the level stands: its chapter and its number; nothing for a single level."""
        place = view.place
        if place.total < 2:
            return ""
        text = self.say(_("level {n} of {count}", n=place.number, count=place.total))
        if place.chapter is None:
            return text
        return f"{text} · {place.chapter.get(self.settings.language, place.chapter['en'])}"

    def _numbers(self, view: PlayView) -> list[str]:
        """The panel in short."""
        panel = view.panel
        parts = []
        if panel.chosen is not None:
            parts.append(f"{panel.chosen.key} {self.say(panel.chosen.title)}")
        parts += [f"{self.say(row.label)} {row.value}" for row in panel.lengths]
        if panel.best is not None:
            parts.append(self.say(_("best {n}", n=panel.best)))
        if panel.clock is not None:
            parts.append(panel.clock)
        if view.place.total > 1:
            parts.append(f"{view.place.number}/{view.place.total}")
        if panel.lower_bound is not None:
            parts.append(self.say(panel.lower_bound))
        return parts

    # The panel and the tools

    def _panel(self, layout: Layout, view: PlayView, x: float, y: float) -> float:
        """Moves, best and star thresholds; in small what the player has switched on. The answer is the y below it."""
        panel, width = view.panel, _SIDE - 12
        rows = [(self.say(row.label), row.value) for row in panel.lengths]
        if panel.clock is not None:
            rows.append((self.say(_("Time")), panel.clock))
        rows.append((self.say(_("Your best")), str(panel.best) if panel.best is not None else "–"))
        small = [(self.say(row.label), row.value) for row in panel.extra]
        bound = wrapped(self.say(panel.lower_bound), SMALL, width - 28) if panel.lower_bound is not None else []
        height = 16 + 25 * len(rows) + 18 * (len(small) + max(len(bound), panel.has_lower_bound))
        known = wrapped(self.say(panel.best_possible), SMALL, width - 28) if panel.best_possible is not None else []
        height += 26 if panel.thresholds is not None else 18 * len(known)
        height += 34 if panel.chosen is not None else 0
        layout.panel(x, y, width, height)
        at = y + 20
        if panel.chosen is not None:
            piece = panel.chosen
            layout.shapes.append(Sprite(f"{self.game.id}/{piece.sprite}", (x + 12, at - 14), (30, 30)))
            layout.row(x + 50, at, width - 64, self.say(piece.title), piece.key)
            at += 34
        for name, value in rows:
            layout.row(x + 14, at, width - 28, name, value)
            at += 25
        if panel.thresholds is not None:
            three, two = panel.thresholds
            layout.text(x + 14, at, f"★★★ ≤ {three}   ★★ ≤ {two}", SMALL, "muted", room=width - 28)
            at += 26
        for line in known if panel.thresholds is None else ():
            layout.text(x + 14, at - 4, line, SMALL, "muted", room=width - 28)
            at += 18
        for name, value in small:
            layout.text(x + 14, at - 4, name, SMALL, "muted", room=width - 34 - 9 * len(value))
            layout.text(x + width - 14, at - 4, value, SMALL, anchor="end")
            at += 18
        for line in bound:
            layout.text(x + 14, at - 4, line, SMALL, "muted", room=width - 28)
            at += 18
        return y + height + _GAP

    def _side(self, layout: Layout, view: PlayView, x: float, y: float) -> None:
        """The tools below the panel, one a line."""
        room = layout.height - y - _GAP
        height = max(26.0, min(40.0, room / len(view.tools) - 5))
        for command, enabled in view.tools:
            words, key = self.say(command.label), command.key
            layout.button(
                x,
                y,
                _SIDE - 12,
                height,
                words,
                ("do", command.id),
                key=key,
                enabled=enabled,
                glyph=command.icon,
                tip=self._tip(command),
            )
            y += height + 5
        self._side_end = y

    def _foot_tools(self, layout: Layout, view: PlayView) -> None:
        """The tools in the lower corners: what takes moves back at the left, help and the game's own at the right."""
        left, right = view.tools[:3], view.tools[3:]
        each = min(66.0, (layout.width - 2 * _GAP - 24) / len(view.tools) - 4)
        y = layout.height - _TOOL - 4.0
        groups = ((left, float(_GAP)), (right, layout.width - _GAP - len(right) * (each + 4) + 4))
        for states, x in groups:
            for index, (command, enabled) in enumerate(states):
                rect = Rect(x + index * (each + 4), y, each, _TOOL)
                target = ("do", command.id)
                layout.tool(
                    rect, self.say(command.label), target, command.icon, enabled=enabled, tip=self._tip(command)
                )
            width = len(states) * (each + 4) - 4
            self.viewport.below += (Rect(x - 4, y - 4, width + 8, _TOOL + 8),)

    # Below the board: the note, or the end strip

    def _foot_width(self, layout: Layout) -> float:
        return layout.width - (_SIDE if layout.is_wide else 0.0) - 2 * _GAP

    def _compose_end(self, layout: Layout, end: EndStrip) -> None:
        strip = EndStripWidget(end, self.say, self._foot_width(layout))
        rect = Rect(_GAP, layout.height - strip.height - _GAP, strip.width, strip.height)
        strip.compose(layout, rect)
        self.viewport.below += (Rect(0, rect.y - 8, rect.width + 2 * _GAP, strip.height),)

    def _compose_note(self, layout: Layout, note: Note | None, wide: bool) -> None:
        """A hint, a warning, or what is going on: beside the board where there is room, else below it.

        The room below the board is kept as long as the level is played: the board changes its size once, not at every
        note.
        """
        bottom = min((rect.y for rect in self.viewport.below), default=float(layout.height) - 4)
        width = self._foot_width(layout)
        if note is not None:
            text, role = self._words(note), "bad" if note.kind is NoteKind.LOST else "accent"
            if wide and self._note_aside(layout, text, role):
                return
            lines = wrapped(text, TEXT, width - 28)
            height = 18 + 22.0 * len(lines)
            self._note_room = max(self._note_room, height)
            layout.note(_GAP, bottom - 4, width, text, len(lines), role)
        if self._note_room:
            top = bottom - self._note_room - 8
            self.viewport.below += (Rect(0, top, width + 2 * _GAP, self._note_room + 8),)

    def _words(self, note: Note) -> str:
        text, preparing = self.say(note.text), self.window.preparing
        if note.kind is NoteKind.THINKING and preparing is not None:
            text = f"{text} · {self.say(preparing[0])}"
        if note.more is None:
            return text
        more = self.say(note.more)
        return f"{text} ({more})" if note.kind is NoteKind.HINT else f"{text} {more}"

    def _note_aside(self, layout: Layout, text: str, role: str) -> bool:
        """Put a note below the tools; False if it does not fit there."""
        x, width, top = layout.width - _SIDE, _SIDE - 12.0, self._side_end + 6
        for size, step in ((TEXT, _LINE), (SMALL, 17)):
            lines = wrapped(text, size, width - 24)
            height = 14 + step * len(lines)
            if top + height <= layout.height - 8 and all(text_width(line, size) <= width - 20 for line in lines):
                layout.shapes.append(box(x, top, width, height, fill="board", stroke=role, line=1.5, round=8))
                for index, line in enumerate(lines):
                    layout.text(x + 12, top + 7 + step * (index + 0.5), line, size, role)
                return True
        return False


def event_key(typed: Typed) -> Key:
    """A typed key as games know it: letters in lower case, keypad arrows as arrows."""
    name = typed.keysym.removeprefix("KP_")
    return Key(name.lower() if len(name) == 1 else name, typed.ctrl)
