"""My levels: the player's own levels of a game in collections, to play, name, order, change, delete and save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.app.collections.browser import Card
from cassetete.app.collections.my_levels import Kind, MyCollection, MyLevel, MyLevels
from cassetete.app.collections.sources import OwnLevels
from cassetete.app.levels.library import Unreadable
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.levels.saving import file_name
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Sheet, Typed, button
from cassetete.front.page.screens.card_grid import CardGridScreen
from cassetete.front.page.screens.editor import EditorScreen

_ = Catalogue("cassetete")


class MyLevelsScreen(CardGridScreen):
    """The player's own levels of a game."""

    collection: OwnLevels
    changeable = True

    def __init__(self, table: Navigator, game: AnyGame) -> None:
        self.mine = MyLevels(table.store)
        super().__init__(table, OwnLevels(game, self.mine))

    def heading(self) -> str:
        """The game, and that these are the player's own."""
        return self.say(_("My levels: {game}", game=self.game.title))

    def empty(self) -> Text:
        """How levels come here."""
        if self.browser.query:
            return super().empty()
        return _("What you draw, paste, generate, save or import comes here.")

    def tools(self) -> list[Part]:
        """What can be added, and the way back from a deletion."""
        say = self.say
        found = [
            button("load", say(_("Import…")), icon="open", key="F9"),
            button("paste", say(_("Paste")), icon="paste"),
            button("new", say(_("New collection…")), icon="plus"),
        ]
        if self.game.making.editor is not None:
            found.insert(2, button("editor", say(_("Draw a level…")), icon="edit"))
        if self.mine.deleted(self.game)[0]:
            found.insert(0, button("undo", say(_("Undo delete")), icon="undo", key="^Z"))
        return found

    def card_id(self, card: Card) -> str:
        """Its number in the store."""
        return str(self.collection.items[card.place].id)

    def place_of(self, card_id: str) -> int | None:
        """The place of a level among all."""
        return next((at for at, item in enumerate(self.collection.items) if str(item.id) == card_id), None)

    def item(self, card_id: str) -> MyLevel | None:
        """The level of a card."""
        place = self.place_of(card_id)
        return self.collection.items[place] if place is not None else None

    def changed(self, said: Text | None = None) -> None:
        """Show the list again after a change."""
        self.collection.reload()
        self.browser.refresh()
        if said is not None:
            self.table.tell(said)

    def shown(self) -> None:
        """A level may have been drawn or solved meanwhile."""
        self.changed()

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons, the menus of cards and collections, and what every grid has."""
        match command:
            case "load":
                self.table.effect(ask="file")
            case "paste":
                self.table.effect(ask="paste")
            case "text":
                self._add(str(arguments.get("text", "")), str(arguments.get("name", "")))
            case "editor":
                self.table.show(EditorScreen(self.table, self.game, self))
            case "new":
                self.table.open(CollectionSheet(self.table, self, None))
            case "undo" if self.mine.deleted(self.game)[0]:
                count = self.mine.undo_delete(self.game)
                self.changed(_.n("{n} level is back", "{n} levels are back", n=count))
            case "card":
                item = self.item(str(arguments.get("id", "")))
                if item is not None:
                    self.table.open(CardSheet(self.table, self, item))
            case "collection":
                key = str(arguments.get("key", ""))
                found = next((each for each in self.collection.collections if str(each.id) == key), None)
                if found is not None:
                    self.table.open(CollectionSheet(self.table, self, found))
            case _:
                super().do(command, arguments)

    def _add(self, text: str, name: str) -> None:
        """Levels from a text: a file's come as a collection of its name, pasted ones together."""
        found = understood(text, self.game)
        levels = [one.level for one in found if one.game is self.game] if not isinstance(found, Followed) else []
        if not levels:
            self.table.tell(_("there is no level of {game} in it", game=self.game.title))
            return
        added = self.mine.add(self.game, levels, Kind.OWN if name else Kind.PASTED, name)
        said = _.n("{n} level added", "{n} levels added", n=len(added.levels))
        self.changed(said if added.levels else _("these levels are in My levels already"))

    def key(self, typed: Typed) -> bool:
        """The keys of the buttons."""
        keys = {"ctrl z": "undo", "f9": "load"}
        if typed.command in keys:
            self.do(keys[typed.command], {})
            return True
        return super().key(typed)

    def back(self) -> None:
        """The levels of the game."""
        self.table.levels(self.game)

    @property
    def address(self) -> str:
        """Their own address."""
        return f"{self.game.id}/mine"


class CardSheet(Sheet):
    """A level of the player's own: its title and author, its place, and what to do with it."""

    def __init__(self, table: Navigator, screen: MyLevelsScreen, item: MyLevel) -> None:
        self.table, self.screen, self.item = table, screen, item

    def model(self) -> Part:
        """Two fields, a collection to choose, and the buttons."""
        say, item = self.table.say, self.item
        collections = [[str(each.id), self.screen.title_of(each.name)] for each in self.screen.collection.collections]
        buttons = [
            button("play", say(_("Play this level")), icon="play", primary=True),
            button("forward", say(_("Move forward")), icon="previous"),
            button("backward", say(_("Move back")), icon="next"),
            button("save", say(_("Save as a file…")), icon="save"),
            button("delete", say(_("Delete")), icon="delete"),
            button("close", say(_("Done")), key="Esc"),
        ]
        if self.screen.game.making.editor is not None:
            buttons.insert(1, button("edit", say(_("Edit")), icon="edit"))
        title, author = say(_("Title")), say(_("Author"))
        return {
            "title": item.title or say(_("Level")),
            "fields": [
                {"kind": "text", "name": "title", "label": title, "value": item.title, "most": 80, "at_once": True},
                {"kind": "text", "name": "author", "label": author, "value": item.author, "most": 80, "at_once": True},
                {
                    "kind": "select",
                    "name": "collection",
                    "label": say(_("Collection")),
                    "value": str(item.collection),
                    "choices": collections,
                },
            ],
            "buttons": buttons,
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Change a field, or one of the buttons."""
        screen, mine, game, item = self.screen, self.screen.mine, self.screen.game, self.item
        match command:
            case "set":
                self._set(str(arguments.get("name")), str(arguments.get("value", "")))
            case "play":
                place = screen.place_of(str(item.id))
                self.table.open(None)
                if place is not None:
                    screen.play(place)
            case "edit":
                self._edit()
            case "forward" | "backward":
                ids = [each.id for each in mine.levels(item.collection)]
                step = -1 if command == "forward" else 1
                mine.move(item.id, item.collection, ids.index(item.id) + step)
                screen.changed()
            case "save":
                name = file_name(item.title, game.id, game.formats[0].extensions[0])
                self.table.effect(file={"name": name, "text": item.text})
            case "delete":
                self.table.open(None)
                mine.delete([item.id])
                screen.changed(_("deleted: {title}", title=item.title or self.table.say(_("Level"))))

    def _set(self, name: str, value: str) -> None:
        screen, mine = self.screen, self.screen.mine
        known = {str(each.id): each.id for each in screen.collection.collections}
        if name == "collection" and value in known:
            mine.move(self.item.id, known[value], len(mine.levels(known[value])))
        elif name in ("title", "author"):
            mine.describe(screen.game, self.item, **{name: value})
        screen.changed()
        self.item = screen.item(str(self.item.id)) or self.item

    def _edit(self) -> None:
        screen = self.screen
        try:
            level = screen.mine.entry(screen.game, self.item).level
        except Unreadable as fault:
            self.table.tell(fault.text)
            return
        self.table.show(EditorScreen(self.table, screen.game, screen, level, self.item.id))


class CollectionSheet(Sheet):
    """A collection of the player's own: its title, its place, its file; or a new one."""

    def __init__(self, table: Navigator, screen: MyLevelsScreen, collection: MyCollection | None) -> None:
        self.table, self.screen, self.collection = table, screen, collection

    def model(self) -> Part:
        """The title, and the buttons."""
        say, collection = self.table.say, self.collection
        name = self.screen.title_of(collection.name) if collection is not None else ""
        buttons = [button("name", say(_("Done")), primary=True)]
        if collection is not None:
            buttons += [
                button("up", say(_("Move up")), icon="up"),
                button("down", say(_("Move down")), icon="down"),
                button("save", say(_("Save as a file…")), icon="save"),
                button("delete", say(_("Delete")), icon="delete"),
            ]
        buttons.append(button("close", say(_("Cancel")), key="Esc"))
        label = say(_("The title of the collection"))
        return {
            "title": name or say(_("New collection…")).rstrip("…"),
            "fields": [{"kind": "text", "name": "title", "label": label, "value": name, "most": 80}],
            "buttons": buttons,
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Name, move, save or delete."""
        screen, mine, game, collection = self.screen, self.screen.mine, self.screen.game, self.collection
        title = " ".join(str((arguments.get("values") or {}).get("title", "")).split())[:80]
        if command == "name" and not title:
            self.table.tell(_("enter a title"))
            return
        if command == "name" and collection is None:
            mine.new_collection(game, title)
        elif collection is None:
            return
        elif command == "name":
            mine.rename(collection.id, title)
        elif command in ("up", "down"):
            mine.move_collection(game, collection.id, -1 if command == "up" else 1)
        elif command == "save":
            self._save(collection)
        elif command == "delete":
            mine.delete_collection(collection.id)
            screen.changed(_("deleted: {title}", title=screen.title_of(collection.name)))
        else:
            return
        self.table.open(None)
        screen.changed()

    def _save(self, collection: MyCollection) -> None:
        """One file, or one for each level where the format holds one."""
        screen, game = self.screen, self.screen.game
        form, items = game.formats[0], screen.mine.levels(collection.id)
        name = screen.title_of(collection.name)
        levels = self._levels(items)
        if form.collection or len(levels) == 1:
            text = form.dump(levels)
            self.table.effect(file={"name": file_name(name, game.id, form.extensions[0]), "text": text})
            return
        for number, item in enumerate(items, 1):
            one = file_name(f"{number} {item.title}", game.id, form.extensions[0])
            self.table.effect(file={"name": one, "text": item.text})

    def _levels(self, items: Sequence[MyLevel]) -> list[Any]:
        found = []
        for item in items:
            try:
                found.append(self.screen.mine.entry(self.screen.game, item).level)
            except CasseteteError as error:
                self.table.tell(error.text)
        return found
