"""The levels of a game: its chapters with progress and stars, and the ways to other levels."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from cassetete.app.levels import library
from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.level_list import of_pack
from cassetete.app.solving import kernels
from cassetete.app.store import level_key
from cassetete.core.contract import AnyGame, View
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.front.page.board import picture
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.editor import EditorScreen
from cassetete.front.page.screens.generator_sheet import GeneratorSheet

_ = Catalogue("cassetete")


class _PackLevel(NamedTuple):
    """A level of a pack: its name, its key in the store, and its headers."""

    name: str
    key: str
    headers: Headers


@cache
def _pack_levels(game_id: str) -> dict[str, _PackLevel]:
    """The levels of a pack, read once."""
    found = library.pack(game_id)
    entries = [(name, found.entry(name)) for name in found.names()] if found is not None else []
    return {name: _PackLevel(name, level_key(one.game, one.level), one.level.headers) for name, one in entries}


class LevelsScreen(Screen):
    """Choose a level, open a text, generate a level or draw one."""

    kind = "levels"

    def __init__(self, table: Navigator, game: AnyGame) -> None:
        super().__init__(table)
        self.game = game
        self.pack = library.pack(game.id)
        self.pictures: list[tuple[str, Part]] = []
        self._has_lesson = bool(lesson_boards(game))

    def _stars_won(self) -> dict[str, int | None]:
        """Stars by level name; None for levels that were never solved."""
        solved = self.table.store.solved(self.game.id)
        return {name: solved.get(level.key) for name, level in _pack_levels(self.game.id).items()}

    def parts(self) -> dict[str, Any]:
        """The chapters, below a row of buttons."""
        say = self.say
        tools = [button("random", say(_("Random level…")), icon="dice")] if self.generators else []
        if self.game.making.editor is not None:
            tools.append(button("editor", say(_("Draw a level…")), icon="edit"))
        if self._has_lesson:
            tools.insert(0, button("lesson", say(_("First lesson")), icon="lesson"))
        tools += [
            button("load", say(_("Open a file…")), icon="open"),
            button("paste", say(_("Paste")), icon="paste"),
        ]
        stars = self._stars_won()
        won = sum(star is not None for star in stars.values())
        total = _.n("{n} of {count} solved", "{n} of {count} solved", n=won, count=len(stars))
        return {
            "head": {"title": say(self.game.title), "sub": say(total), "back": True},
            "levels": {
                "game": self.game.id,
                "tools": tools,
                "done": won,
                "total": len(stars),
                "locked": say(_("Solve the level before it first.")),
                "chapters": self._chapters(stars),
            },
            "pictures": self.pictures,
        }

    @property
    def generators(self) -> list[Any]:
        """The generators that can run here."""
        return [one for one in self.game.making.generators if kernels.usable(one.kernel)]

    def _chapters(self, stars: dict[str, int | None]) -> list[Part]:
        language = self.settings.language
        chapters, number, before = [], 0, True
        for chapter in self.pack.chapters if self.pack is not None else ():
            cards = []
            for name in chapter.levels:
                number += 1
                locked = self.settings.lock_levels and not (before or stars[name] is not None)
                title = _pack_levels(self.game.id)[name].headers.title_in(language)
                card: Part = {"name": name, "number": number, "title": title}
                if locked:
                    card["locked"] = True
                if stars[name] is not None:
                    card["stars"] = stars[name]
                cards.append(card)
                before = stars[name] is not None
            chapters.append({"title": chapter.title.get(language, chapter.title["en"]), "cards": cards})
        return chapters

    def do(self, command: str, arguments: Arguments) -> None:
        """Play a level, or one of the buttons."""
        match command:
            case "level" if self.pack is not None and arguments.get("name") in self.pack.names():
                self.table.play(of_pack(self.pack), self.pack.names().index(arguments["name"]))
            case "pictures" if self.pack is not None:
                self.pictures = [
                    (name, self._picture(name)) for name in arguments["names"][:24] if name in self.pack.names()
                ]
            case "random":
                self.table.open(GeneratorSheet(self.table, self.game, self.generators))
            case "editor":
                self.table.show(EditorScreen(self.table, self.game, self))
            case "lesson":
                self.table.lesson(self.game)
            case "load":
                self.table.effect(ask="file")
            case "paste":
                self.table.effect(ask="paste")
            case "text":
                self.table.paste(str(arguments.get("text", "")), self.game)

    def _picture(self, name: str) -> Part:
        assert self.pack is not None
        entry = self.pack.entry(name)
        return picture(self.game, entry.level, View(entry.state), self.table.art)

    def key(self, typed: Typed) -> bool:
        """Escape goes back; the cards are reached by Tab and arrows in the page."""
        if typed.command == "escape":
            self.back()
            return True
        return False

    @property
    def address(self) -> str:
        """The game's name."""
        return self.game.id
