"""Home: a board for each game, the game to go on with, the levels of the day."""

from __future__ import annotations

from typing import Any

from cassetete.app.collections import progress
from cassetete.app.levels import library
from cassetete.app.levels.level_list import of_entries, of_pack
from cassetete.app.registry import games
from cassetete.app.store import SavedGame
from cassetete.core.contract import AnyGame, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.board import picture
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Typed, button
from cassetete.front.page.screens.daily import daily_cards, open_daily
from cassetete.front.page.screens.records import RecordsScreen
from cassetete.front.page.screens.settings_sheet import DataSheet, SettingsSheet
from cassetete.session import saves

_ = Catalogue("cassetete")


class HomeScreen(Screen):
    """The first screen."""

    kind = "home"

    def parts(self) -> dict[str, Any]:
        """The games and the game to go on with."""
        say = self.say
        return {
            "head": {
                "title": "cassetete",
                "brand": True,
                "actions": [
                    button("records", say(_("Records")), icon="records"),
                    button("paste", say(_("Paste")), icon="paste"),
                    button("settings", say(_("Settings")), icon="settings"),
                ],
            },
            "home": {
                "lead": say(_("Five puzzles to play, to understand and to draw yourself.")),
                "resume": self._resume(),
                "daily": {"title": say(_("Levels of the day")), "cards": daily_cards(self.table)},
                "games": [self._tile(game) for game in games().values()],
            },
        }

    def _tile(self, game: AnyGame) -> Part:
        say, pack = self.say, library.pack(game.id)
        tile: Part = {"id": game.id, "title": say(game.title)}
        if game.display.summary is not None:
            tile["summary"] = say(game.display.summary)
        if pack is not None:
            names, solved = pack.names(), progress.of_pack(self.table.store, game.id)
            entry = pack.entry(names[len(names) // 2])
            tile["picture"] = picture(game, entry.level, View(entry.state), self.table.art)
            tile["label"] = say(_.n("{n} of {count} solved", "{n} of {count} solved", n=len(solved), count=len(names)))
            tile["stars"], tile["done"], tile["total"] = sum(solved.values()), len(solved), len(names)
        return tile

    def _resume(self) -> Part | None:
        left = self.table.store.latest_game()
        if left is None or left.game not in games():
            return None
        try:
            session = saves.load(left.save, games())
        except CasseteteError:
            return None
        game = session.game
        title = session.level.headers.title_in(self.settings.language) or self.say(game.title)
        return {
            "label": self.say(_("Continue")),
            "title": title,
            "game": self.say(game.title),
            "picture": picture(game, session.level, session.view, self.table.art),
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Open a game, go on with one, or one of the buttons above."""
        match command:
            case "game" if arguments.get("id") in games():
                self.table.game(games()[arguments["id"]])
            case "resume":
                left = self.table.store.latest_game()
                if left is not None:
                    resume(self.table, left)
            case "daily" if arguments.get("id") in games():
                open_daily(self.table, games()[arguments["id"]], self)
            case "records":
                self.table.show(RecordsScreen(self.table))
            case "settings":
                self.table.open(SettingsSheet(self.table))
            case "data":
                self.table.open(DataSheet(self.table))
            case "paste":
                self.table.effect(ask="paste")
            case "text":
                self.table.paste(str(arguments.get("text", "")), name=str(arguments.get("name", "")))

    def key(self, typed: Typed) -> bool:
        """Digits open a game, Return goes on."""
        found = list(games().values())
        if typed.command == "return":
            self.do("resume", {})
        elif typed.command.isdigit() and 1 <= int(typed.command) <= len(found):
            self.table.game(found[int(typed.command) - 1])
        else:
            return False
        return True

    def back(self) -> None:
        """There is nothing before the first screen."""


def resume(table: Navigator, left: SavedGame) -> None:
    """Go on with a game that was left, among the levels of its pack if it is one of them."""
    session = saves.load(left.save, games())
    game, found = session.game, library.pack(session.game.id)
    owner, _colon, name = left.source.partition(":")
    if found is not None and owner == game.id and name in found.names():
        levels, index = of_pack(found), found.names().index(name)
    else:
        entry = library.LoadedLevel(game, session.level, game.rules.start(session.level), left.source)
        levels, index = of_entries([entry]), 0
    levels.leave(index, session)
    table.play(levels, index)
