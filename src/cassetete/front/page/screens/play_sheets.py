"""Sheets in front of a game: the keys and rules, the game's options, and links to share."""

from __future__ import annotations

from cassetete.app.levels.links import BASE_SETTING, link
from cassetete.app.levels.rules_text import rules_text
from cassetete.core.contract import AnyGame, Status
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Sheet, button
from cassetete.session.controller import Controller
from cassetete.session.session import Session
from cassetete.session.view_model import PlayView

_ = Catalogue("cassetete")


class KeysSheet(Sheet):
    """The keys: the game's own, then those of every game."""

    def __init__(self, table: Navigator, game: AnyGame, view: PlayView) -> None:
        self.table, self.game, self.view = table, game, view

    def model(self) -> Part:
        """Two lists of keys."""
        say = self.table.say
        own = [[say(help.keys), say(help.text)] for help in self.game.controls.keys]
        commands = [state.command for state in self.view.commands if state.command.keys and state.command.id != "quit"]
        return {
            "title": say(_("Keys and rules")),
            "wide": True,
            "lines": [say(rule) for rule in self.view.special_rules],
            "rules": [list(section) for section in rules_text(self.game, self.table.settings.language)],
            "keys": [
                {"title": say(self.game.title), "rows": own},
                {
                    "title": say(_("Every game")),
                    "rows": [[command.key, say(command.help)] for command in commands],
                },
                {
                    "title": say(_("Fingers")),
                    "rows": [
                        [say(_("Swipe")), say(_("the same as an arrow key"))],
                        [say(_("Long press")), say(_("the same as the right button of a mouse"))],
                        [say(_("Two fingers")), say(_("zoom and move the board"))],
                    ],
                },
            ],
            "buttons": [button("close", say(_("Back to the game")), key="Esc", primary=True)],
        }


class OptionsSheet(Sheet):
    """The switches of the game that is played."""

    def __init__(self, table: Navigator, controller: Controller) -> None:
        self.table, self.controller = table, controller

    def model(self) -> Part:
        """A switch for the warnings, and one for each option."""
        say, game = self.table.say, self.controller.game
        warns = say(_("Warn when a game can no longer be won"))
        fields = [{"kind": "flag", "name": "warnings", "label": warns, "value": self.table.settings.warns(game)}]
        for number, (on, title) in enumerate(self.controller.options(), 1):
            fields.append({"kind": "flag", "name": str(number), "label": say(title), "value": on})
        return {
            "title": say(_("Options")),
            "fields": fields,
            "buttons": [button("close", say(_("Done")), key="Esc", primary=True)],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Turn a switch."""
        name = str(arguments.get("name"))
        if command == "set" and name == "warnings":
            self.controller.do("warnings")
        elif command == "set" and name.isdigit():
            self.controller.toggle_option(int(name))


class ShareSheet(Sheet):
    """Links: the level, the position on the board, and the solution once the game is won."""

    def __init__(self, table: Navigator, session: Session, result: str = "") -> None:
        self.table, self.session, self.result = table, session, result

    def model(self) -> Part:
        """A line for each link."""
        say, session = self.table.say, self.session
        kinds = [(say(_("This level")), (), False)]
        if session.moves and session.status is Status.OPEN:
            kinds.append((say(_("This position")), session.moves, False))
        if session.moves and session.status is Status.WON:
            kinds.append((say(_("My solution, to watch")), session.moves, True))
        links = []
        fault = ""
        for label, moves, solution in kinds:
            try:
                base = str(self.table.store.setting(BASE_SETTING) or "")
                address = link(session.game, session.level, moves, solution=solution, base=base)
                links.append({"label": label, "address": address})
            except CasseteteError as error:
                fault = say(error.text)
        return {
            "title": say(_("Share")),
            "lines": [fault or say(_("The whole level is in the link: nothing is sent to a server."))],
            "links": links,
            "copy": say(_("Copy")),
            "copied": say(_("copied")),
            "send": say(_("Send…")),
            "buttons": [
                *([button("result", say(_("Copy the result")), icon="star")] if self.result else []),
                button("text", say(_("Copy as text")), icon="copy"),
                button("close", say(_("Done")), key="Esc", primary=True),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:  # noqa: ARG002  # the interface of all sheets
        """Copy the level's text, or the result in words."""
        if command == "result":
            self.table.effect(copy=self.result)
        elif command == "text":
            game = self.session.game
            self.table.effect(copy=game.formats[0].dump([self.session.level]))
            self.table.tell(_("the level was copied"))
