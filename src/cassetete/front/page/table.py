"""The table's worker plays: a line of JSON comes in for everything the player does, one goes out with what changes.

In: `{"n": 7, "t": "key", "command": "left", "name": "Left"}`. Out: `{"n": 7, "parts": {…}, "board": {…}, …}`: the parts
of the screen that changed, what changes on the board, the rows to keep, the questions for the thinker, and effects
that only a page can have (copy, offer a file). Messages are numbered; the page shows the number it has reached.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.sources import EntryLevels
from cassetete.app.game_errors import describe
from cassetete.app.levels import links
from cassetete.app.levels.decode import decode
from cassetete.app.levels.lessons import FIRST_LESSON, lesson_boards
from cassetete.app.levels.level_list import LevelList, of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.registry import games
from cassetete.app.services import StoredRecords
from cassetete.app.store import Settings
from cassetete.app.translate import LANGUAGES, Translator
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.board import ArtShelf, Board
from cassetete.front.page.screens.base import Screen, Sheet, Spot, Typed
from cassetete.front.page.screens.home import HomeScreen
from cassetete.front.page.screens.levels import CollectionScreen, LevelsScreen
from cassetete.front.page.screens.my_levels import MyLevelsScreen
from cassetete.front.page.screens.play import LessonScreen, PlayScreen
from cassetete.front.page.screens.records import RecordsScreen
from cassetete.front.page.screens.replay import ReplayScreen
from cassetete.front.page.screens.statistics import StatisticsScreen
from cassetete.front.page.store import PageStore
from cassetete.front.page.thinking import PageThinker
from cassetete.front.page.views import view

_ = Catalogue("cassetete")

_SPACED = re.compile(r" ([:;!?»])")
"""In French these signs stay on the line of the word before them."""


class Table:
    """Everything the page shows, and what it does about messages. `language` is the browser's."""

    def __init__(
        self,
        texts: Mapping[str, str],
        language: str = "en",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.now = now
        self.store = PageStore(texts, now)
        self.settings = Settings(self.store)
        if self.store.setting("language") not in LANGUAGES:
            self.store.set("language", language if language in LANGUAGES else "en")
        self.records = StoredRecords(self.store)
        self.thinker = PageThinker()
        self.art = ArtShelf()
        self.board = Board(self.art)
        self._translator = Translator(self.settings.language)
        self.parts: dict[str, Any] = {}
        """What is shown, before it becomes trees of elements."""
        self._sent: dict[str, str] = {}
        self._effects: list[dict[str, Any]] = []
        self._sheet: Sheet | None = None
        self._screen: Screen = HomeScreen(self)

    # Messages

    def receive(self, line: str) -> str:
        """Do what a message says; what changes."""
        message = json.loads(line)
        try:
            self._do(message)
        except CasseteteError as error:
            self.tell(error.text)
        except Exception as error:  # a fault in a game must not end the page
            self.tell(describe(error, self.board.game))
        return json.dumps({"n": message.get("n", 0), **self._changes()}, ensure_ascii=False, separators=(",", ":"))

    def _do(self, message: Mapping[str, Any]) -> None:
        front: Screen | Sheet = self._sheet or self._screen
        screen = self._screen
        match message["t"]:
            case "open":
                self.visit(str(message.get("address", "")))
            case "do":
                self._command(str(message["do"]), message.get("args") or {})
            case "key":
                typed = Typed(str(message["command"]), str(message["name"]), bool(message.get("ctrl")))
                if self._sheet is not None and typed.command == "escape":
                    self._command("close", {})
                else:
                    front.key(typed)
            case "hold":
                screen.hold(str(message["name"]), bool(message["down"]))
            case "press" if self._sheet is None:
                screen.press(Spot(*message["at"]), int(message["button"]), bool(message.get("touch")))
            case "drag" if self._sheet is None:
                for spot in message["way"]:
                    screen.drag(Spot(*message["from"]), Spot(*spot), int(message["button"]))
            case "drop" if self._sheet is None:
                swipe = str(message.get("swipe") or "")
                screen.drop(Spot(*message["from"]), Spot(*message["at"]), int(message["button"]), swipe)
            case "cancel":
                screen.cancel()
            case "hover":
                screen.hover(Spot(*message["at"]) if message.get("at") else None)
            case "tick" if self._sheet is None:
                screen.tick(float(message["seconds"]))
            case "answer":
                found = self.thinker.answer(message["packet"])
                if found is not None and self._sheet is not None:
                    self._sheet.answered(found)
                if found is not None:
                    self._screen.answered(found)
            case "rows":
                self.store.adopt(message["rows"])
                self._screen.shown()
            case "redraw":
                self.board.clear()

    def _command(self, command: str, arguments: Mapping[str, Any]) -> None:
        if command == "text" and "base64" in arguments:
            arguments = {**arguments, "text": decode(base64.b64decode(str(arguments["base64"])))}
        if command == "close" and self._sheet is not None:
            self.open(None)
        elif self._sheet is not None and not arguments.get("behind"):
            self._sheet.do(command, arguments)
        elif command == "back":
            self._screen.back()
        elif command == "home":
            self.home()
        else:
            self._screen.do(command, arguments)

    def _changes(self) -> dict[str, Any]:
        """What changed since the last message, by parts."""
        screen = self._screen
        parts: dict[str, Any] = {"kind": screen.kind, **screen.parts(), "pace": screen.pace}
        parts["sheet"] = self._sheet.model() if self._sheet is not None else None
        parts["look"] = {"theme": self.store.setting("theme") or "", "language": self.settings.language}
        parts["address"] = screen.address
        words = parts["words"] = self._words()
        if parts.get("head") and parts.get("menu"):
            parts["head"] = {**parts["head"], "menu": True}
        written = {name: json.dumps(part, ensure_ascii=False) for name, part in parts.items()}
        if self._sent.get("words") != written["words"]:
            self._sent = {}  # another language: everything is said again
        fresh = {name: view(name, parts[name], words) for name, text in written.items() if self._sent.get(name) != text}
        fresh |= dict.fromkeys(self._sent.keys() - written.keys())
        self._sent, self.parts = written, parts
        changes: dict[str, Any] = {"parts": fresh} if fresh else {}
        board = screen.draw()
        rows, packets = self.store.changes(), self.thinker.packets
        self.thinker.packets = []
        effects, self._effects = self._effects, []
        more = {"board": board, "rows": rows, "think": packets, "effects": effects}
        return changes | {name: value for name, value in more.items() if value}

    def _words(self) -> dict[str, str]:
        """The few texts that belong to the page itself."""
        texts = {
            "back": _("Back"),
            "close": _("Close"),
            "menu": _("Menu"),
            "paste": _("Paste a level, moves or a link here"),
            "open": _("Open"),
            "cancel": _("Cancel"),
            "update": _("A new version is ready."),
            "reload": _("Reload"),
            "copied": _("copied"),
            "board": _("the board"),
            "keys": _("Keys"),
            "stars": _("stars"),
            "locked": _("locked"),
            "fit": _("Fit the board"),
            "too_large": _("this file is too large"),
            "not_kept": _("This browser keeps nothing here: save your data as a file."),
        }
        return {name: self.say(text) for name, text in texts.items()}

    # What screens ask for

    def say(self, text: Text | str) -> str:
        """A message in the player's language."""
        if self._translator.language != self.settings.language:
            self._translator = Translator(self.settings.language)
        said = self._translator(text)
        return _SPACED.sub("\u00a0\\1", said) if self._translator.language == "fr" else said

    @property
    def screen(self) -> Screen:
        """The screen that is shown."""
        return self._screen

    def show(self, screen: Screen) -> None:
        """Turn to another screen."""
        self.open(None)
        if screen is not self._screen:
            self._screen.leave()
            self.board.clear()
            self._screen = screen
            self._sent.pop("kind", None)
            screen.shown()

    def open(self, sheet: Sheet | None) -> None:
        """Put a sheet in front of the screen."""
        if self._sheet is not None:
            self._sheet.close()
        self._sheet = sheet

    def effect(self, **effect: Any) -> None:
        """Something that only the page can do."""
        self._effects.append(effect)

    def tell(self, text: Text | str) -> None:
        """Say something that goes away by itself."""
        self._effects.append({"say": self.say(text)})

    def random_seed(self) -> int:
        """A seed that a player can read out."""
        return int(self.now().timestamp() * 1000) % 100_000

    # Screens

    def home(self) -> None:
        """The games."""
        self.show(HomeScreen(self))

    def game(self, game: AnyGame) -> None:
        """A game: its first lesson if it was never finished, else its levels."""
        if FIRST_LESSON not in self.store.lessons(game.id) and lesson_boards(game):
            self.lesson(game)
        else:
            self.levels(game)

    def levels(self, game: AnyGame) -> None:
        """The levels of a game."""
        self.show(LevelsScreen(self, game))

    def lesson(self, game: AnyGame) -> None:
        """The first lesson of a game."""
        self.show(LessonScreen(self, game))

    def play(self, levels: LevelList, index: int = 0, back: Screen | None = None) -> PlayScreen:
        """A level to play."""
        screen = PlayScreen(self, levels, index, back)
        self.show(screen)
        return screen

    def replay(
        self,
        game: AnyGame,
        level: Any,
        moves: Sequence[Any],
        title: str,
        back: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        """The solution player."""
        self.show(ReplayScreen(self, game, level, moves, title, back, play_on, at))

    def my_levels(self, game: AnyGame) -> None:
        """The player's own levels of a game."""
        self.show(MyLevelsScreen(self, game))

    def paste(self, text: str, game: AnyGame | None = None, level: Any = None, *, name: str = "") -> None:
        """Open what a text is: a link, levels, a saved game. A file of levels is browsed, pasted levels are kept."""
        if links.looks_like(text):
            self._visit_link(text)
            return
        found = understood(text, game, level)
        if isinstance(found, Followed):
            return
        if name and len(found) > 1:
            self.show(CollectionScreen(self, EntryLevels(found, name), self._screen))
            return
        if not name:
            self.keep_pasted(found)
        self.play(of_entries(found))

    def keep_pasted(self, entries: Sequence[LoadedLevel]) -> None:
        """Pasted levels are in My levels from then on."""
        mine = MyLevels(self.store)
        for game in {entry.game.id: entry.game for entry in entries}.values():
            mine.add(game, [entry.level for entry in entries if entry.game is game], Kind.PASTED)

    def visit(self, address: str) -> None:
        """Open what an address says after `#`: nothing is home, a game's name its levels, else a shared level."""
        name = address.strip().lstrip("#/")
        if not name:
            self.home()
        elif name in games():
            self.levels(games()[name])
        elif name.removesuffix("/mine") in games():
            self.my_levels(games()[name.removesuffix("/mine")])
        elif name in (RecordsScreen.kind, StatisticsScreen.kind):
            records = RecordsScreen(self)
            self.show(records if name == records.kind else StatisticsScreen(self, records))
        else:
            try:
                self._visit_link("#" + name)
            except CasseteteError:
                self.home()
                raise

    def _visit_link(self, text: str) -> None:
        shared = links.read(text)
        entry, found = shared.entry, pack(shared.entry.game.id)
        name = entry.source.partition(":")[2]
        if found is not None and entry.source == f"{entry.game.id}:{name}" and name in found.names():
            levels, index = of_pack(found), found.names().index(name)
        else:
            levels, index = of_entries([entry]), 0
        screen = self.play(levels, index)
        if shared.is_solution:
            title = entry.level.headers.title_in(self.settings.language) or self.say(entry.game.title)

            def play_on(line: tuple[Any, ...]) -> None:
                self.show(screen)
                screen.play_on_from(line)

            self.replay(entry.game, entry.level, shared.moves, title, screen, play_on)
        elif shared.moves and not screen.session.started:
            screen.controller.play(shared.moves)
