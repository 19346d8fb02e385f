"""Play: the controller's view model as parts of the page, and the player's fingers and keys as its events."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from cassetete.app.levels import library
from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards
from cassetete.app.levels.level_list import LevelList, of_entries
from cassetete.app.levels.links import BASE_SETTING, link
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.core.contract import AnyGame, Chosen, Status
from cassetete.core.errors import CasseteteError
from cassetete.core.events import Drag, Hover, Key, Press
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.drawing import symbol_id
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Spot, Typed, button
from cassetete.front.page.screens.editor import EditorScreen
from cassetete.front.page.screens.explain import ExplainScreen
from cassetete.front.page.screens.generator_sheet import GeneratorSheet, usable_generators
from cassetete.front.page.screens.play_sheets import KeysSheet, OptionsSheet, ShareSheet
from cassetete.front.page.screens.print_sheet import PrintSheet
from cassetete.front.page.screens.settings_sheet import SettingsSheet
from cassetete.front.page.screens.watch import WatchScreen
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES
from cassetete.session import saves
from cassetete.session.controller import Controller, Request
from cassetete.session.jobs import Result, Working
from cassetete.session.lesson import SKIP, LessonController
from cassetete.session.ports import NoRecords
from cassetete.session.session import Session
from cassetete.session.view_model import CommandState, Note, PlayView

_ = Catalogue("cassetete")

_NOT_HERE = frozenset({"quit", "text-size"})
"""Commands that a page has no use for, or has in another place."""

_AUTOPLAY_PACE, _CLOCK_PACE = 110, 1000


class PlayScreen(Screen):
    """A game being played. `back` is the screen to return to; without it, the levels of the game."""

    kind = "play"

    def __init__(self, table: Navigator, levels: LevelList, index: int = 0, back: Screen | None = None) -> None:
        super().__init__(table)
        self.levels = levels
        self.controller = self.new_controller(levels, index)
        self._back = back
        self._position = -1
        self._dragging = False
        self._picked: Hashable = None
        self._view = self.controller.view()
        self._linked: tuple[Any, str] | None = None
        self.crossing = False
        """Whether a tap does what the right button does (the draw/cross switch)."""
        self._requests: dict[str, Callable[[Request], None]] = {
            "replay": lambda request: self._replay(request.moves, request.at),
            "explain": lambda _request: self.table.show(ExplainScreen(self.table, self.game, self.session.level, self)),
            "search": lambda _request: self.table.show(
                WatchScreen(self.table, self.game, self.session.level, self.session.state, self)
            ),
            "copy": lambda request: self.table.effect(copy=request.text),
            "link": lambda _request: self._copy_link(),
            "print": lambda _request: self.table.open(
                PrintSheet(self.table, self.game, self.levels, self.controller.index)
            ),
            "another": lambda _request: self._another(),
            "copy-moves": lambda request: self.table.effect(copy=request.text),
            "paste": lambda _request: self.table.effect(ask="paste"),
            "save": lambda _request: self._save(),
            "load": lambda _request: self.table.effect(ask="file"),
            "keys": lambda _request: self.table.open(KeysSheet(self.table, self.game, self.controller.view())),
            "options": lambda _request: self.table.open(OptionsSheet(self.table, self.controller)),
            "edit": lambda _request: self.table.show(EditorScreen(self.table, self.game, self, self.session.level)),
            "settings": lambda _request: self.table.open(SettingsSheet(self.table)),
            "fullscreen": lambda _request: self.table.effect(fullscreen=True),
            "picture": lambda _request: self._save_picture(),
            "share": lambda request: self.share(self.say(request.message) if request.message is not None else ""),
            "theme": lambda _request: self._next_theme(),
            "back": lambda _request: self.back(),
            "menu": lambda _request: self.table.effect(menu=True),
        }

    def new_controller(self, levels: LevelList, index: int) -> Controller:
        """The controller of the game; a CasseteteError if the level cannot be played."""
        table = self.table
        return Controller(levels, index, records=table.records, thinker=table.thinker, settings=table.settings)

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
        return self.say(self.controller.title.in_language(self.settings.language))

    # What is shown

    def parts(self) -> dict[str, Any]:
        """The view model, in words."""
        view = self._view = self.controller.view()
        return {
            "head": self._head(view),
            "panel": self._panel(view),
            "note": self._note(view),
            "dock": self._dock(view),
            "menu": self._menu(view),
            "end": self._end(view),
            "play": {
                "game": self.game.id,
                "won": self.session.status is Status.WON,
                "blocked": self.controller.blocked,
                "touch": self._touch(),
                "held": [option.held for option in self.game.controls.options if option.held],
                "tab": self.game.controls.cursor(self.session.level, self.session.state) is not None,
            },
        }

    def _touch(self) -> Part:
        """What the fingers do here: where a drag draws, it follows the finger; elsewhere a stroke is a swipe."""
        return {"draws": self.game.coaching.judged_live is False, "crossing": self.crossing}

    def _head(self, view: PlayView) -> Part:
        place = view.place
        head: Part = {"title": self.title, "back": True}
        if place.total > 1:
            head["sub"] = f"{place.number} / {place.total}"
            on = {state.command.id: state.enabled for state in view.commands}
            head["steps"] = [
                button("previous", self.say(_("Previous")), icon="previous", on=on["previous"]),
                button("next", self.say(_("Next")), icon="next", on=on["next"]),
            ]
        else:
            head["sub"] = self.say(self.game.title)
        author = self.session.level.headers.author
        if author:
            head["by"] = self.say(_("by {author}", author=author))
        return head

    def _panel(self, view: PlayView) -> list[Part]:
        panel, say = view.panel, self.say
        rows = [[say(row.label), row.value] for row in panel.lengths]
        if panel.best is not None:
            rows.append([say(_("Best")), str(panel.best)])
        if panel.clock is not None:
            rows.append([say(_("Time")), panel.clock])
        blocks: list[Part] = [{"k": "rows", "rows": rows}]
        if panel.stars is not None and panel.thresholds is not None:
            blocks.append({"k": "stars", "stars": panel.stars, "of": list(panel.thresholds)})
        elif panel.best_possible is not None:
            blocks.append({"k": "text", "text": say(panel.best_possible)})
        if panel.chosen is not None:
            blocks.append(self._chosen(panel.chosen))
        if panel.extra:
            blocks.append({"k": "rows", "small": True, "rows": [[say(row.label), row.value] for row in panel.extra]})
        if panel.has_lower_bound:
            blocks.append({"k": "text", "role": "bound", "text": say(panel.lower_bound) if panel.lower_bound else ""})
        return blocks

    def _chosen(self, chosen: Chosen) -> Part:
        """The piece that the keys move."""
        art = self.table.art.named(self.game, [chosen.sprite]) if chosen.sprite else []
        if art:
            self.table.effect(art=art)
        symbol = symbol_id(self.game.id, chosen.sprite) if chosen.sprite else ""
        return {"k": "chosen", "symbol": symbol, "text": self.say(chosen.title)}

    def _note(self, view: PlayView) -> Part | None:
        note = view.note
        if note is None:
            return None
        found: Part = {"text": self.say(note.text), "kind": note.kind.value}
        if note.more is not None:
            found["more"] = self.say(note.more)
        if note.action is not None:
            action = self.say(note.action)
            found["do"] = button("hint", action[:1].upper() + action[1:], key="H")
        elif note.kind.value == "lost":
            found["do"] = button("undo", self.say(_("Undo")), icon="undo")
        elif note.kind.value == "thinking":
            found["do"] = button("stop", self.say(_("Stop")), icon="stop")
        return found

    def _dock(self, view: PlayView) -> list[Part]:
        """The buttons at the board."""
        if view.autoplay is not None:
            label = _("Play") if view.autoplay.paused else _("Pause")
            return [
                button("pause", self.say(label), icon="play" if view.autoplay.paused else "pause", primary=True),
                button("replay", self.say(_("Step by step")), icon="replay"),
                button("stop", self.say(_("Stop")), icon="stop"),
            ]
        dock = [self._command(state) for state in view.tools if state.command.id not in _NOT_HERE]
        if not self.game.coaching.judged_live:
            label = _("Cross") if self.crossing else _("Draw")
            dock.append(
                button("crossing", self.say(label), icon="cross" if self.crossing else "pencil", pressed=self.crossing)
            )
        return dock

    def _menu(self, view: PlayView) -> list[Part]:
        """Every other command, by groups."""
        on = {state.command.id: state.enabled for state in view.commands}
        around = [
            button("previous", self.say(_("Previous")), icon="previous", key="P", on=on["previous"]),
            button("next", self.say(_("Next")), icon="next", key="N", on=on["next"]),
            button("share", self.say(_("Share")), icon="share"),
        ]
        groups: list[Part] = [{"title": self.say(_("Level")), "buttons": around}]
        for group in view.menu:
            commands = [self._command(state) for state in group.commands if state.command.id not in _NOT_HERE]
            groups.append({"title": self.say(group.title), "buttons": commands})
        groups[-1]["buttons"].append(button("options", self.say(_("Options")), icon="options"))
        return groups

    def _command(self, state: CommandState) -> Part:
        command = state.command
        return button(command.id, self.say(command.label), icon=command.icon, key=command.key, on=state.enabled)

    def _end(self, view: PlayView) -> Part | None:
        end = view.end
        if end is None:
            return None
        return {
            "title": self.say(end.title),
            "lines": [self.say(line) for line in end.lines],
            "stars": end.stars,
            "buttons": [
                button(each.command, self.say(each.label), key=each.key, primary=number == 0)
                for number, each in enumerate(end.buttons)
                if each.command not in ("quit",)
            ],
        }

    def draw(self) -> Part | None:
        """The board of the view that the parts have shown, and what moved."""
        controller, view = self.controller, self._view
        movement = controller.take_movement()
        if controller.position == self._position or not self.settings.animations:
            movement = None
        self._position = controller.position
        return self.table.board.show(self.game, self.session.level, view.board, view.hint_moves, movement)

    # What is done

    def do(self, command: str, arguments: Arguments) -> None:
        """A command of the controller, and what it asks of the page."""
        if command == "text":
            self.opened(str(arguments.get("text", "")), str(arguments.get("name", "")))
        elif command == "crossing":
            self.crossing = not self.crossing
        elif command == "share" and self.session.status is not Status.WON:
            self.share()
        elif command in {state.command.id for state in self.controller.view().commands} | {SKIP}:
            request = self.controller.do(command)
            if request is not None:
                self._requests[request.command](request)

    def share(self, result: str = "") -> None:
        """The links to this level, this position and, where it is won, its solution; and the result in words."""
        self.table.open(ShareSheet(self.table, self.session, result))

    def _copy_link(self) -> None:
        """A link to this position; once the game is won, to its solution."""
        session = self.session
        won = session.status is Status.WON
        base = str(self.table.store.setting(BASE_SETTING) or "")
        self.table.effect(copy_link=link(self.game, session.level, session.moves, solution=won, base=base))

    def _another(self) -> None:
        """A random level like the last one."""
        generators = usable_generators(self.game)
        if generators:
            self.table.open(GeneratorSheet(self.table, self.game, generators, self._back, at_once=True))

    def _save_picture(self) -> None:
        """Offer the board as a file, in the theme that was chosen; without one, the page knows which it follows."""
        scene, chosen = self.table.board.scene, self.table.store.setting("theme")
        if scene is None:
            return
        themes = [chosen] * 2 if chosen in THEMES else ["light", "dark"]
        light, dark = (svg(scene, partial(library.art, self.game), theme) for theme in themes)
        self.table.effect(picture={"name": f"{self.game.id}.svg", "light": light, "dark": dark})

    def _next_theme(self) -> None:
        names = list(THEMES)
        self.settings.theme = names[(names.index(self.settings.theme) + 1) % len(names)]

    def opened(self, text: str, name: str = "") -> None:
        """A text that was pasted, or loaded from a file of that name: levels are opened, moves are replayed."""
        found = understood(text, self.game, self.session.level)
        if isinstance(found, Followed):
            self._replay(found.moves, 0)
        else:
            self.table.paste(text, self.game, name=name)

    def play_on_from(self, moves: tuple[Any, ...]) -> None:
        """Go on from moves that were shown."""
        self.controller.play_on_from(moves)

    def _replay(self, moves: tuple[Any, ...], at: int) -> None:
        def play_on(line: tuple[Any, ...]) -> None:
            self.table.show(self)
            self.play_on_from(line)

        self.table.replay(self.game, self.session.level, moves, self.title, self, play_on, at)

    def _save(self) -> None:
        name = f"{self.game.id}{saves.EXTENSION}"
        self.table.effect(file={"name": name, "text": self.controller.save_text()})

    def back(self) -> None:
        """To where the game was opened from."""
        if self._back is not None:
            self.table.show(self._back)
        else:
            self.table.levels(self.game)

    def leave(self) -> None:
        """The game is kept where it stands, its clock too."""
        self.controller.leave()

    # Events

    def key(self, typed: Typed) -> bool:
        """A command's key, else the game's."""
        end = self.controller.end
        if typed.command == "return" and end is not None:
            self.do(end.buttons[0].command, {})
            return True
        command = self.controller.command_of(typed.command)
        if command is not None:
            if command in _NOT_HERE:
                return False
            self.do(command, {})
            return True
        before = self.session
        said = self.controller.event(Key(typed.name, typed.ctrl))
        self._say(said)
        return self.session is not before or said is not None

    def _say(self, refused: Text | None) -> None:
        if refused is not None:
            self.controller.note = Note(refused)

    def hold(self, name: str, down: bool) -> None:
        """Some options are turned over for as long as a key is held."""
        self.controller.hold(name, down)

    def press(self, spot: Spot, mouse: int, touch: bool = False) -> None:
        """A tap. A finger does not hover: it first picks what a mouse would point out, a box say, then its place."""
        self._dragging = False
        self.controller.cancel_drag()
        target, before = self.table.board.at(*spot), self.session
        picked, self._picked = self._picked, None
        if picked is not None and picked != target:
            said = self.controller.event(Drag(picked, target, 1))
            self.controller.event(Hover(None))
            if said is not None or self.session.now is not before.now:
                self._say(said)
                return
        if touch and mouse == 1 and picked is None:
            cursor = before.cursor
            self.controller.event(Hover(target))
            if self.session.cursor != cursor and self.session.cursor is not None:
                self._picked = target
                return
        self._say(self.controller.event(Press(target, self._mouse(mouse))))

    def _mouse(self, mouse: int) -> int:
        return 4 - mouse if self.crossing and mouse in (1, 3) else mouse

    def drag(self, start: Spot, spot: Spot, mouse: int) -> None:
        """Follow the finger."""
        board = self.table.board
        if not self._dragging:
            self._dragging = True
            self.controller.drag((start.x, start.y), board.at(*start), board.at(*start), self._mouse(mouse))
        self.controller.drag((spot.x, spot.y), board.at(*start), board.at(*spot), self._mouse(mouse))

    def drop(self, start: Spot, spot: Spot, mouse: int, swipe: str) -> None:
        """A line that was drawn, a box that was dragged; else a quick stroke is an arrow key."""
        board, before = self.table.board, self.session
        self._dragging = False
        if swipe and self.game.display.turned is not None:
            self.controller.cancel_drag()
            self._say(self.controller.event(Key(_slanted(spot.x - start.x, spot.y - start.y))))
            return
        said = self.controller.drop(board.at(*start), board.at(*spot), self._mouse(mouse))
        if said is None and self.session is before and swipe and not self._touch()["draws"]:
            said = self.controller.event(Key(swipe))
        self._say(said)

    def cancel(self) -> None:
        """A pinch began: nothing is drawn."""
        self._dragging = False
        self.controller.cancel_drag()

    def hover(self, spot: Spot | None) -> None:
        """The board may show what lies under the mouse."""
        target = self.table.board.at(*spot) if spot is not None else None
        self.controller.event(Hover(target))

    # Time and answers

    def tick(self, seconds: float) -> None:
        """The clock, and a solution that plays itself."""
        self.controller.tick(min(seconds, 5.0))

    @property
    def pace(self) -> int:
        """Faster while a solution plays itself; a won game has no clock."""
        if self.controller.autoplay and not self.controller.paused:
            return _AUTOPLAY_PACE
        return _CLOCK_PACE if self.settings.timer and self.session.status is Status.OPEN else 0

    def answered(self, message: Working | Result) -> None:
        """The answers of the thinker."""
        self.controller.answered(message)

    @property
    def address(self) -> str:
        """The level's own link, so that the page can be reloaded in mid-game."""
        level = self.session.level
        if self._linked is None or self._linked[0] is not level:
            owner, _colon, name = self.controller.entry.source.partition(":")
            try:
                found = f"{owner}/{name}" if self._in_pack else link(self.game, level, base="").removeprefix("#")
            except CasseteteError:
                found = self.game.id
            self._linked = level, found
        return self._linked[1]

    @property
    def _in_pack(self) -> bool:
        return isinstance(self.controller.levels, LevelList) and self.controller.levels.pack is not None


def _slanted(right: float, down: float) -> str:
    """The arrow key of a stroke over a board in perspective, where the arrows go along its slanted sides.

    >>> _slanted(3, 2), _slanted(-3, 2)
    ('Right', 'Down')
    """
    if right >= 0:
        return "Right" if down >= 0 else "Up"
    return "Down" if down >= 0 else "Left"


class LessonScreen(PlayScreen):
    """The boards of the first lesson, each with a sentence; the next one comes when it is won."""

    def __init__(self, table: Navigator, game: AnyGame) -> None:
        self.boards = lesson_boards(game)
        super().__init__(table, of_entries([board.entry for board in self.boards]))
        self._requests[SKIP] = lambda _request: self._done()

    def new_controller(self, levels: LevelList, index: int) -> Controller:
        """Lessons start again each time, and are not kept."""
        table = self.table
        return LessonController(levels, index, records=NoRecords(), thinker=table.thinker, settings=table.settings)

    def parts(self) -> dict[str, Any]:
        """A game, with the text of the lesson above it."""
        index = self.controller.index
        board, language = self.boards[index], self.settings.language
        parts = super().parts()
        place = self.say(_("board {n} of {count}", n=index + 1, count=len(self.boards)))
        parts["head"] = {"title": self.say(_("First lesson")), "sub": place, "back": True}
        parts["lesson"] = {
            "text": board.texts.get(language, board.texts["en"]),
            "touch": board.touch.get(language, board.touch["en"]),
            "skip": button(SKIP, self.say(_("Skip the lesson"))),
        }
        return parts

    @property
    def title(self) -> str:
        """The boards of a lesson have no names."""
        return self.say(_("First lesson"))

    def _done(self) -> None:
        self.table.store.finish_lesson(self.game.id, FIRST_LESSON)
        self.table.levels(self.game)

    @property
    def address(self) -> str:
        """A lesson has no link of its own."""
        return self.game.id
