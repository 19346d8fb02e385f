"""The levels of a game: its chapters with progress and stars, and the ways to other levels."""

from __future__ import annotations

from cassetete.app.collections.daily import Daily
from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.collections.sources import Collection, EntryLevels, OwnLevels, PackLevels
from cassetete.app.levels import library
from cassetete.app.levels.lessons import lesson_boards
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, button
from cassetete.front.page.screens.card_grid import CardGridScreen
from cassetete.front.page.screens.daily import has_daily, open_daily
from cassetete.front.page.screens.editor import EditorScreen
from cassetete.front.page.screens.generator_sheet import GeneratorSheet, usable_generators
from cassetete.front.page.screens.my_levels import MyLevelsScreen

_ = Catalogue("cassetete")


class LevelsScreen(CardGridScreen):
    """Choose a level, open a text, generate a level or draw one."""

    def __init__(self, table: Navigator, game: AnyGame) -> None:
        pack, mine = library.pack(game.id), MyLevels(table.store)
        collection: Collection = PackLevels(pack) if pack is not None else OwnLevels(game, mine)
        super().__init__(table, collection)
        self._has_lesson = bool(lesson_boards(game))

    def heading(self) -> str:
        """The game's name."""
        return self.say(self.game.title)

    def tools(self) -> list[Part]:
        """What this game has of: lesson, level of the day, random levels, drawing, own levels, files."""
        say, making = self.say, self.game.making
        found = [button("lesson", say(_("First lesson")), icon="lesson")] if self._has_lesson else []
        if has_daily(self.game):
            found.append(button("daily", say(self._daily_label()), icon="day"))
        if usable_generators(self.game):
            found.append(button("random", say(_("Random level…")), icon="dice"))
        if making.editor is not None:
            found.append(button("editor", say(_("Draw a level…")), icon="edit"))
        found += [
            button("mine", say(_("My levels")), icon="mine"),
            button("load", say(_("Open a file…")), icon="open"),
            button("paste", say(_("Paste")), icon="paste"),
        ]
        if self.browser.solved or self.browser.unsolved:
            found.append(button("unsolved", say(_("Only unsolved")), icon="filter", pressed=self.browser.unsolved))
        return found

    def _daily_label(self) -> Text:
        days = Daily(self.table.store).streak(self.game).days
        return _("Level of the day ({n})", n=days) if days else _("Level of the day")

    def do(self, command: str, arguments: Arguments) -> None:
        """Play a level, or one of the buttons."""
        match command:
            case "random" if usable_generators(self.game):
                self.table.open(GeneratorSheet(self.table, self.game, usable_generators(self.game), self))
            case "daily" if has_daily(self.game):
                open_daily(self.table, self.game, self)
            case "editor":
                self.table.show(EditorScreen(self.table, self.game, self))
            case "mine":
                self.table.show(MyLevelsScreen(self.table, self.game))
            case "lesson":
                self.table.lesson(self.game)
            case "load":
                self.table.effect(ask="file")
            case "paste":
                self.table.effect(ask="paste")
            case "text":
                self.table.paste(str(arguments.get("text", "")), self.game, name=str(arguments.get("name", "")))
            case _:
                super().do(command, arguments)


class CollectionScreen(CardGridScreen):
    """The levels of a file, to choose from. `origin` is the screen before."""

    collection: EntryLevels

    def __init__(self, table: Navigator, collection: EntryLevels, origin: Screen) -> None:
        super().__init__(table, collection)
        self._origin = origin

    def tools(self) -> list[Part]:
        """Keep them, or see only what is unsolved."""
        say = self.say
        return [
            button("keep", say(_("Add to My levels")), icon="mine"),
            button("unsolved", say(_("Only unsolved")), icon="filter", pressed=self.browser.unsolved),
        ]

    def do(self, command: str, arguments: Arguments) -> None:
        """Keep the levels, or what every grid has."""
        if command == "keep":
            levels = [entry.level for entry in self.collection.entries if entry.game is self.game]
            added = MyLevels(self.table.store).add(self.game, levels, title=self.heading())
            known = _("these levels are in My levels already")
            said = _.n("{n} level added", "{n} levels added", n=len(added.levels))
            self.table.tell(said if added.levels else known)
        elif command == "text":
            self.table.paste(str(arguments.get("text", "")), self.game, name=str(arguments.get("name", "")))
        else:
            super().do(command, arguments)

    def back(self) -> None:
        """Where the file was opened."""
        self.table.show(self._origin)
