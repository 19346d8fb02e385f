"""The settings of the page: language, theme, switches; and all data as one file."""

from __future__ import annotations

import base64
import binascii

from cassetete.app.levels.links import BASE_SETTING, base_address
from cassetete.app.registry import games
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Sheet, button
from cassetete.scene.theme import THEMES

_ = Catalogue("cassetete")

_LANGUAGES = {"en": "English", "fr": "Français"}
_THEMES = {"light": _("light"), "dark": _("dark"), "colour-blind": _("colour-blind")}
_SWITCHES = {
    "animations": _("Animations"),
    "timer": _("Show the time"),
    "warn_lost": _("Warn when a game can no longer be won"),
    "lower_bound": _("Show the minimum still needed"),
    "all_lengths": _("Show all lengths that a game counts"),
    "lock_levels": _("Lock a level until the one before is solved"),
}
LONGEST_NAME = 40
LONGEST_ADDRESS = 200


class SettingsSheet(Sheet):
    """Everything a player can choose."""

    def __init__(self, table: Navigator) -> None:
        self.table = table

    def model(self) -> Part:
        """Name, language, theme and switches."""
        say, settings, store = self.table.say, self.table.settings, self.table.store
        theme = store.setting("theme")
        themes = [["", say(_("as the system"))], *([name, say(_THEMES[name])] for name in THEMES)]
        fields: list[Part] = [
            {
                "kind": "text",
                "name": "player",
                "label": say(_("Your name")),
                "value": store.player or "",
                "most": LONGEST_NAME,
                "at_once": True,
            },
            {
                "kind": "select",
                "name": "language",
                "label": say(_("Language")),
                "value": settings.language,
                "choices": [[code, name] for code, name in _LANGUAGES.items()],
            },
            {
                "kind": "select",
                "name": "theme",
                "label": say(_("Theme")),
                "value": theme if theme in THEMES else "",
                "choices": themes,
            },
        ]
        fields += [
            {"kind": "flag", "name": name, "label": say(label), "value": bool(getattr(settings, name))}
            for name, label in _SWITCHES.items()
        ]
        for game in games().values():
            name = say(game.title)
            if not game.coaching.judged_live:
                label = say(_("{game}: warn about mistakes", game=name))
                fields.append(
                    {"kind": "flag", "name": f"warn:{game.id}", "label": label, "value": settings.warns(game)}
                )
            for option in game.controls.options:
                on = option.id in settings.options(game)
                label = say(_("{name}: {value}", name=name, value=say(option.title)))
                fields.append({"kind": "flag", "name": f"option:{game.id}:{option.id}", "label": label, "value": on})
        fields.append(
            {
                "kind": "text",
                "name": "page_address",
                "label": say(_("Links lead to (empty: this page)")),
                "value": str(store.setting(BASE_SETTING) or ""),
                "most": LONGEST_ADDRESS,
                "at_once": True,
            }
        )
        return {
            "title": say(_("Settings")),
            "fields": fields,
            "buttons": [
                button("close", say(_("Done")), key="Esc", primary=True),
                button("data", say(_("Your data…")), icon="save"),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Change a setting."""
        if command == "data":
            self.table.open(DataSheet(self.table))
        elif command == "set":
            self._set(str(arguments.get("name")), arguments.get("value"))

    def _set(self, name: str, value: object) -> None:
        settings, store = self.table.settings, self.table.store
        kind, _colon, rest = name.partition(":")
        game = games().get(rest.partition(":")[0])
        if name == "player":
            store.player = " ".join(str(value).split())[:LONGEST_NAME]
        elif name == "page_address":
            self._set_address(str(value).strip()[:LONGEST_ADDRESS])
        elif name == "language" and value in _LANGUAGES:
            settings.language = str(value)
        elif name == "theme" and (value in THEMES or not value):
            store.set("theme", value)
        elif name in _SWITCHES:
            setattr(settings, name, bool(value))
        elif kind == "warn" and game is not None:
            settings.toggle_warning(game)
        elif kind == "option" and game is not None:
            settings.toggle_option(game, rest.partition(":")[2])

    def _set_address(self, address: str) -> None:
        if address and base_address(address) != address:
            self.table.tell(_("an address begins with https:// or http://"))
        else:
            self.table.store.set(BASE_SETTING, address or None)


class DataSheet(Sheet):
    """All data of the player as one file: to keep it, or to take it to another machine."""

    def __init__(self, table: Navigator) -> None:
        self.table = table

    def model(self) -> Part:
        """Two buttons."""
        say = self.table.say
        return {
            "title": say(_("Your data")),
            "lines": [
                say(_("Games, stars, records and settings stay in this browser. A file keeps them safe.")),
                say(_("The window of cassetete uses the same file.")),
            ],
            "buttons": [
                button("export", say(_("Save everything in a file")), icon="save", primary=True),
                button("import", say(_("Add the data of a file…")), icon="open"),
                button("close", say(_("Done")), key="Esc"),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Give the file out, or take one in."""
        store = self.table.store
        match command:
            case "export":
                content = base64.b64encode(store.file()).decode("ascii")
                self.table.effect(file={"name": "cassetete.sqlite", "base64": content})
            case "import":
                self.table.effect(ask="data")
            case "bytes":
                try:
                    content_bytes = base64.b64decode(str(arguments.get("base64", "")), validate=True)
                    count = store.take_over(content_bytes)
                except binascii.Error:
                    self.table.tell(_("this is not a file of saved data"))
                except CasseteteError as error:
                    self.table.tell(error.text)
                else:
                    self.table.tell(_.n("{n} entry was added", "{n} entries were added", n=count))
