"""My levels: the player's own levels of a game in collections, to play, name, order, change, delete and export."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import Any

from cassetete.app.collections import folders
from cassetete.app.collections.browser import Card, Section
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.opening import opened
from cassetete.app.collections.sources import OwnLevels
from cassetete.app.levels.library import Unreadable
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.levels.saving import file_name
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.screens.card_grid import CardGridScreen, GridButton
from cassetete.front.window.widgets import file_chooser
from cassetete.front.window.widgets.dialogs import Prompt, Question
from cassetete.front.window.widgets.file_prompt import ask_open, ask_save, save_level
from cassetete.front.window.widgets.layout import SMALL, Layout
from cassetete.front.window.widgets.text_field import TextField
from cassetete.scene.shapes import Disc, box

_ = Catalogue("cassetete")


class MyLevelsScreen(CardGridScreen):
    """The player's own levels. Cards are dragged to other places; titles and authors are changed where they stand."""

    collection: OwnLevels

    def __init__(self, window: WindowLoop, game: AnyGame) -> None:
        self.game, self.mine = game, MyLevels(window.services.store)
        super().__init__(window, OwnLevels(game, self.mine))
        self._field: TextField | None = None
        self._edited: tuple[int, str] = (0, "")

    def heading(self) -> str:
        """The game, and that these are the player's own."""
        return self.say(_("My levels: {game}", game=self.game.title))

    def go_back(self) -> None:
        """The levels of the game."""
        self.navigator.levels(self.game)

    def empty(self) -> Text:
        """How levels come here."""
        if self.search.value or self.browser.unsolved:
            return super().empty()
        return _("What you draw, paste, generate, save or import comes here.")

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons above the cards."""
        return super().actions() | {
            "import": self._import,
            "paste": self._paste,
            "draw": lambda: self.navigator.editor(self.game),
            "new": self._new_collection,
            "undo": self._undo_delete,
            "folder": self._ask_folder,
        }

    def buttons(self) -> list[GridButton]:
        """What can be added, and the way back from a deletion."""
        date, _count = self.mine.deleted(self.game)
        found = [
            GridButton("import", _("Import…"), "F9"),
            GridButton("paste", _("Paste"), "^V"),
            GridButton("new", _("New collection…")),
            GridButton("undo", _("Undo delete"), "^Z", bool(date)),
            GridButton("folder", _("Folder for files…")),
        ]
        if self.game.making.editor is not None:
            found.insert(2, GridButton("draw", _("Draw a level…")))
        return found

    def changed(self, said: Text | None = None) -> None:
        """Show the list again after a change."""
        self.collection.reload()
        self.browser.refresh()
        if said is not None:
            self.tell(said)
        self.window.refresh()

    def _look_again(self) -> None:
        self.collection.reload()
        super()._look_again()

    # Adding

    def _added(self, levels: list[object], kind: Kind, title: str = "") -> None:
        added = self.mine.add(self.game, levels, kind, title)
        said = _.n("{n} level added", "{n} levels added", n=len(added.levels))
        if not added.levels and added.known:
            said = _("these levels are in My levels already")
        self.changed(said)
        if added.levels:  # they may be far below
            self.chosen = next(at for at, each in enumerate(self.collection.items) if each.id == added.levels[0])
            self._seek = True

    def _import(self) -> None:
        def add(path: Path) -> Text | None:
            found = opened(path, self.game)
            if isinstance(found, Text):
                return found
            assert not isinstance(found, Followed)
            levels = [entry.level for entry in found.read_all().playable() if entry.game is self.game]
            if not levels:
                return _("there is no level of {game} in it", game=self.game.title)
            self._added(levels, Kind.OWN, str(found.title))
            return None

        ask_open(self, _("Import levels"), add)

    def _paste(self) -> None:
        try:
            found = understood(self.window.canvas.paste(), self.game)
        except CasseteteError as error:
            self.tell(error.text)
            return
        assert not isinstance(found, Followed)
        levels = [entry.level for entry in found if entry.game is self.game]
        if levels:
            self._added(levels, Kind.PASTED)
        else:
            self.tell(_("there is no level of {game} in it", game=self.game.title))

    def _new_collection(self) -> None:
        def accept(title: str) -> str | None:
            if not title.strip():
                return self.say(_("enter a title"))
            self.mine.new_collection(self.game, " ".join(title.split())[:80])
            self.changed()
            return None

        self.open(Prompt(self, _("The title of the collection"), "", accept))

    def _ask_folder(self) -> None:
        """Show where files go, and let the player choose another folder."""
        store = self.services.store

        def choose() -> None:
            here = folders.files_folder(store)
            chosen = file_chooser.choosers.open_folder(self.window.canvas.root, self.say(_("Folder for files")), here)
            if chosen is not None:
                folders.set_files_folder(store, chosen)
            self._ask_folder()

        def usual() -> None:
            folders.set_files_folder(store, None)
            self._ask_folder()

        answers = [
            (self.say(_("Another folder…")), "", choose),
            (self.say(_("The usual folder")), "", usual),
            (self.say(_("Done")), "Esc", self.close_dialog),
        ]
        lines = [self.say(_("New files go to:")), str(folders.files_folder(store))]
        self.open(Question(self.say(_("Folder for files")), lines, answers, width=600))

    # Sections

    def badge_room(self) -> float:
        """For the button with a card's menu."""
        return 42.0

    def section_room(self) -> float:
        """For the button with a collection's menu."""
        return 46.0

    def draw_section_more(self, layout: Layout, section: Section, x: float, y: float) -> None:
        """The button with the collection's menu."""
        _dots(layout, x + 14, y + 6, 30, ("collection", section.key), self.hot)

    def _collection_menu(self, key: str) -> None:
        collection = next(each for each in self.collection.collections if str(each.id) == key)
        number, name = collection.id, self.title_of(collection.name)

        def rename(title: str) -> str | None:
            self.mine.rename(number, title)
            self.changed()
            return None

        def step(by: int) -> None:
            self.mine.move_collection(self.game, number, by)
            self.close_dialog()
            self.changed()

        def delete() -> None:
            self.close_dialog()
            self.mine.delete_collection(number)
            self.changed(_("deleted: {title} (Ctrl-Z brings it back)", title=name))

        form = self.game.formats[0]
        choices: list[tuple[Text, Callable[[], None]]] = [
            (_("Rename…"), lambda: self.open(Prompt(self, _("The title of the collection"), name, rename))),
            (_("Move up"), lambda: step(-1)),
            (_("Move down"), lambda: step(1)),
            (_("Export as a folder…"), lambda: self._export_folder(number, name)),
        ]
        if form.collection or collection.total == 1:
            choices.insert(3, (_("Export as a file…"), lambda: self._export_file(number, name)))
        choices.append((_("Delete"), delete))
        self._menu(name, choices)

    def _menu(self, title: str, choices: list[tuple[Text, Callable[[], None]]]) -> None:
        answers = [(self.say(label), "", act) for label, act in choices]
        self.open(Question(title, [], [*answers, (self.say(_("Back")), "Esc", self.close_dialog)], width=520))

    def _export_file(self, number: int, name: str) -> None:
        form = self.game.formats[0]

        def content(path: Path) -> str:
            levels = [self.mine.entry(self.game, mine).level for mine in self.mine.levels(number)]
            return next((each for each in self.game.formats if path.suffix in each.extensions), form).dump(levels)

        title = file_name(name, self.game.id, form.extensions[0])
        ask_save(self, _("Export as a file…"), title, content, self.tell)

    def _export_folder(self, number: int, name: str) -> None:
        folder = folders.files_folder(self.services.store) / file_name(name, self.game.id, "")
        try:
            written = self.mine.export_folder(self.game, number, folder)
        except CasseteteError as error:
            said = error.text
        else:
            said = _("saved: {path}", path=written)
        self.close_dialog()
        self.tell(said)

    # Cards

    def draw_card(self, layout: Layout, card: Card, x: float, y: float, side: float) -> None:
        """The card, with a button for its menu."""
        super().draw_card(layout, card, x, y, side)
        _dots(layout, x + side - 36, y + self._card_height() - 31, 26, ("card", card.place), self.hot)

    def draw_title(self, layout: Layout, card: Card, x: float, y: float, room: float) -> None:
        """Title and author, each in a field of its own while it is changed."""
        item = self.collection.items[card.place]
        for index, (part, words, empty) in enumerate(
            (("title", item.title, _("no title")), ("author", item.author, _("no author")))
        ):
            top, target = y + 17 * index, (part, card.place)
            if self._field is not None and self._edited == (card.place, part):
                self._field.compose(layout, x - 4, top - 12, room + 8, 24, size=SMALL)
                continue
            fill = "board-alt" if self.hot == target else None
            layout.shapes.append(box(x - 4, top - 8, room + 8, 17, fill=fill, round=4, target=target))
            shown = f"{card.number}. {words or self.say(empty)}" if part == "title" else words or self.say(empty)
            layout.text(x, top, shown, SMALL if part == "title" else SMALL - 1, "ink" if words else "muted", room=room)

    def pressed(self, target: Hashable, button: int) -> None:
        """Change a title or an author, open a menu, or play."""
        if self._field is not None:
            if self._field.press(target):
                return
            self._keep_field()
        if isinstance(target, tuple) and target[0] in ("title", "author"):
            self._edit(int(target[1]), str(target[0]))
        elif isinstance(target, tuple) and target[0] == "card":
            self._card_menu(int(target[1]))
        elif isinstance(target, tuple) and target[0] == "collection":
            self._collection_menu(str(target[1]))
        else:
            super().pressed(target, button)

    def _edit(self, place: int, part: str) -> None:
        item = self.collection.items[place]
        value = item.title if part == "title" else item.author
        self._field, self._edited = TextField(value, name="card", longest=80), (place, part)
        self._field.select(0, len(value))
        self.chosen = place

    def _keep_field(self) -> None:
        """Keep what was typed into a card."""
        if self._field is None:
            return
        (place, part), value, self._field = self._edited, self._field.value, None
        try:
            self.mine.describe(self.game, self.collection.items[place], **{part: value})
        except CasseteteError as error:
            self.tell(error.text)
            return
        self.changed()

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """Move a level to where another one is."""
        if self.dialog is None and isinstance(start, tuple) and start[0] == "level" and isinstance(end, tuple):
            if end[0] in ("level", "title", "author", "card"):
                self._move(int(start[1]), int(end[1]))
            elif end[0] in ("fold", "collection"):
                self._move_to(int(start[1]), int(end[1]))
        elif self._field is None or not self._field.drag(start, end):
            super().drag(start, end, button)

    def _move(self, place: int, to: int) -> None:
        item, other = self.collection.items[place], self.collection.items[to]
        ids = [each.id for each in self.mine.levels(other.collection)]
        self.mine.move(item.id, other.collection, ids.index(other.id))
        self._moved(item.id)

    def _move_to(self, place: int, collection: int) -> None:
        item = self.collection.items[place]
        self.mine.move(item.id, collection, len(self.mine.levels(collection)))
        self._moved(item.id)

    def _moved(self, number: int) -> None:
        self.changed()
        self.chosen = next(at for at, each in enumerate(self.collection.items) if each.id == number)

    def _step(self, place: int, by: int) -> None:
        item = self.collection.items[place]
        ids = [each.id for each in self.mine.levels(item.collection)]
        self.mine.move(item.id, item.collection, ids.index(item.id) + by)
        self._moved(item.id)

    def _card_menu(self, place: int) -> None:
        self.chosen = place
        item = self.collection.items[place]

        def closing(act: Callable[[], None]) -> Callable[[], None]:
            def done() -> None:
                self.close_dialog()
                act()

            return done

        choices: list[tuple[Text, Callable[[], None]]] = [
            (_("Play this level"), closing(lambda: self.play(place))),
            (_("Title…"), closing(lambda: self._edit(place, "title"))),
            (_("Author…"), closing(lambda: self._edit(place, "author"))),
            (_("Move forward"), closing(lambda: self._step(place, -1))),
            (_("Move back"), closing(lambda: self._step(place, 1))),
            (_("Move to…"), lambda: self._ask_where(place)),
            (_("Save as a file…"), lambda: self._save(place)),
            (_("Delete"), closing(lambda: self._delete(place))),
        ]
        if self.game.making.editor is not None:
            choices.insert(1, (_("Edit"), closing(lambda: self._edit_level(place))))
        self._menu(item.title or self.say(_("Level {n}", n=place + 1)), choices)

    def _ask_where(self, place: int) -> None:
        def move(collection: int) -> None:
            self.close_dialog()
            self._move_to(place, collection)

        here = self.collection.items[place].collection
        found = [each for each in self.collection.collections if each.id != here]
        names = [(each.id, self.title_of(each.name)) for each in found]
        answers = [(name, "", partial(move, number)) for number, name in names]
        lines = [] if answers else [self.say(_("There is no other collection: make one first."))]
        back = (self.say(_("Back")), "Esc", self.close_dialog)
        self.open(Question(self.say(_("Move to…")), lines, [*answers, back], width=520))

    def _level(self, place: int) -> Any:
        try:
            return self.mine.entry(self.game, self.collection.items[place]).level
        except Unreadable as fault:
            self.tell(fault.text)
            return None

    def _save(self, place: int) -> None:
        level = self._level(place)
        if level is not None:
            save_level(self, self.game, level, self.tell)

    def _edit_level(self, place: int) -> None:
        level = self._level(place)
        if level is not None:
            self.navigator.editor(self.game, level, mine=self.collection.items[place].id, back=self)

    def _delete(self, place: int) -> None:
        item = self.collection.items[place]
        self.mine.delete([item.id])
        title = item.title or self.say(_("Level {n}", n=place + 1))
        self.changed(_("deleted: {title} (Ctrl-Z brings it back)", title=title))

    def _undo_delete(self) -> None:
        if self.mine.deleted(self.game)[0]:
            count = self.mine.undo_delete(self.game)
            self.changed(_.n("{n} level is back", "{n} levels are back", n=count))

    def typed(self, typed: Typed) -> None:
        """The field of a card, the keys of the buttons, and those of every grid."""
        if self._field is not None:
            self._type_into_card(typed)
        elif typed.ctrl and typed.keysym.lower() == "z":
            self._undo_delete()
        elif typed.ctrl and typed.keysym.lower() == "v" and not self.search.value:
            self._paste()
        elif typed.keysym == "F9":
            self._import()
        elif typed.ctrl and typed.keysym in ("Left", "Right") and self.collection.items:
            self._step(self.chosen, -1 if typed.keysym == "Left" else 1)
        elif typed.keysym == "Delete" and not self.search.value and self.chosen < len(self.collection.items):
            self._delete(self.chosen)
        elif typed.keysym == "F2" and self.chosen < len(self.collection.items):
            self._edit(self.chosen, "title")
        else:
            super().typed(typed)

    def _type_into_card(self, typed: Typed) -> None:
        assert self._field is not None
        if typed.keysym in ("Return", "KP_Enter"):
            self._keep_field()
        elif typed.keysym == "Escape":
            self._field = None
        elif typed.keysym in ("Tab", "ISO_Left_Tab"):
            (place, part) = self._edited
            self._keep_field()
            self._edit(place, "author" if part == "title" else "title")
        else:
            self._field.key(typed, self.window.canvas)

    def leave(self) -> None:
        """Keep what is typed."""
        self._keep_field()
        super().leave()


def _dots(layout: Layout, x: float, y: float, size: float, target: Hashable, hot: Hashable) -> None:
    """A small button with three dots."""
    fill = "board-alt" if hot == target else "board"
    layout.shapes.append(box(x, y, size, size, fill=fill, stroke="grid", line=1, round=6, target=target))
    for step in (-1, 0, 1):
        layout.shapes.append(Disc((x + size / 2 + step * size / 4.5, y + size / 2), 1.8, "ink", target=target))
