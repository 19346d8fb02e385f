"""My levels: the player's own levels in collections, kept in the store; every change is one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from cassetete.app.files import CannotWrite
from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text
from cassetete.app.levels.saving import file_name, free_name, replace_file
from cassetete.app.store import Store, level_key
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


class Kind(Enum):
    """How the levels of a collection came: one collection for each way, and as many OWN ones as the player likes."""

    DRAWN = "drawn"
    SAVED = "saved"
    PASTED = "pasted"
    GENERATED = "generated"
    OWN = "own"

    @property
    def title(self) -> Text:
        """The name of the collection, unless the player has given it another."""
        return _TITLES[self]

    @classmethod
    def _missing_(cls, _value: object) -> Kind:
        """A kind that this version does not know, in an imported profile: the player's own."""
        return cls.OWN


_TITLES = {
    Kind.DRAWN: _("Drawn levels"),
    Kind.SAVED: _("Saved levels"),
    Kind.PASTED: _("Pasted levels"),
    Kind.GENERATED: _("Random levels"),
    Kind.OWN: _("Collection"),
}


class MyCollection(NamedTuple):
    """A collection: `title` is empty if the player has given it no name."""

    id: int
    game: str
    kind: Kind
    title: str
    total: int

    @property
    def name(self) -> Text | str:
        """What to call it."""
        return self.title or self.kind.title


class MyLevel(NamedTuple):
    """A level: `level` is its key in the records, `text` the level in its game's first format."""

    id: int
    collection: int
    level: str
    title: str
    author: str
    text: str


class Added(NamedTuple):
    """What was added to a collection: the ids of the new levels, and how many were there already."""

    collection: int
    levels: tuple[int, ...]
    known: int


class MyLevels:
    """The player's own levels."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading

    def collections(self, game: AnyGame) -> list[MyCollection]:
        """The collections of a game, in the player's order; those without levels that nobody named are left out."""
        rows = self._store.read(
            "SELECT c.id, c.game, c.kind, c.title, count(l.id) FROM collections c"
            " LEFT JOIN my_levels l ON l.collection = c.id AND l.deleted IS NULL"
            " WHERE c.game = ? AND c.deleted IS NULL GROUP BY c.id ORDER BY c.place, c.id",
            game.id,
        )
        found = [MyCollection(number, name, Kind(kind), title, count) for number, name, kind, title, count in rows]
        return [each for each in found if each.total or each.kind is Kind.OWN or each.title]

    def levels(self, collection: int) -> list[MyLevel]:
        """The levels of a collection, in order."""
        rows = self._store.read(
            "SELECT id, collection, level, title, author, text FROM my_levels"
            " WHERE collection = ? AND deleted IS NULL ORDER BY place, id",
            collection,
        )
        return [MyLevel(*row) for row in rows]

    def count(self, game: AnyGame) -> int:
        """How many levels of a game there are."""
        return sum(each.total for each in self.collections(game))

    def has(self, number: int) -> bool:
        """Whether a level is still there."""
        return bool(self._store.read("SELECT id FROM my_levels WHERE id = ? AND deleted IS NULL", number))

    def entry(self, game: AnyGame, mine: MyLevel, number: int = 1) -> LoadedLevel:
        """A level to be played; Unreadable if it cannot be read."""
        source = mine.title or str(self._name(mine.collection))
        [found] = read_text(mine.text, source, game)
        if isinstance(found, Unreadable):
            raise found
        return replace(found, number=number)

    def _name(self, collection: int) -> Text | str:
        rows = self._store.read("SELECT kind, title FROM collections WHERE id = ?", collection)
        return rows[0][1] or Kind(rows[0][0]).title if rows else ""

    # Adding

    def add(self, game: AnyGame, levels: Iterable[Any], kind: Kind = Kind.OWN, title: str = "") -> Added:
        """Add levels to the collection of their kind, or to the player's own one of that title, made if need be.

        A board that is in that collection already is not added again.
        """
        rows = [self._row(game, level) for level in levels]
        date = self._store.date()

        def write(db: sqlite3.Connection) -> Added:
            query = "SELECT id FROM collections WHERE game = ? AND kind = ? AND deleted IS NULL"
            values: tuple[str, ...] = (game.id, kind.value)
            if kind is Kind.OWN:
                query, values = query + " AND title = ?", (*values, title)
            found = db.execute(query, values).fetchone()
            collection = found[0] if found else self._new(db, game, kind, title)
            return self._append(db, collection, rows, date)

        return self._store.write(write)

    def add_to(self, game: AnyGame, collection: int, levels: Iterable[Any]) -> Added:
        """Add levels to a collection; a board that is there already is not added again."""
        rows = [self._row(game, level) for level in levels]
        date = self._store.date()
        return self._store.write(lambda db: self._append(db, collection, rows, date))

    def new_collection(self, game: AnyGame, title: str) -> int:
        """A new collection, empty."""
        return self._store.write(lambda db: self._new(db, game, Kind.OWN, title))

    @staticmethod
    def _row(game: AnyGame, level: Any) -> tuple[str, str, str, str]:
        return level_key(game, level), level.headers.title, level.headers.author, game.formats[0].dump([level])

    def _new(self, db: sqlite3.Connection, game: AnyGame, kind: Kind, title: str) -> int:
        name = ""
        if kind is not Kind.OWN:  # there is one of each kind: two open pages that make it at once make the same one
            earlier = db.execute("SELECT count(*) FROM collections WHERE game = ? AND kind = ?", (game.id, kind.value))
            name = f"{game.id} {kind.value} {earlier.fetchone()[0]}"
        number = db.execute(
            "INSERT INTO collections (id, game, kind, title, place)"
            " SELECT ?4, ?1, ?2, ?3, coalesce(max(place), 0) + 1 FROM collections WHERE game = ?1",
            (game.id, kind.value, title, self._store.new_number(db, "collections", name)),
        ).lastrowid
        assert number is not None
        return number

    def _append(
        self, db: sqlite3.Connection, collection: int, rows: Sequence[tuple[str, str, str, str]], date: str
    ) -> Added:
        known = dict(
            db.execute("SELECT level, id FROM my_levels WHERE collection = ? AND deleted IS NULL", (collection,))
        )
        last = db.execute("SELECT coalesce(max(place), 0) FROM my_levels WHERE collection = ?", (collection,))
        place = last.fetchone()[0]
        new: list[int] = []
        for row in rows:
            if row[0] in known:
                continue
            place += 1
            number = db.execute(
                "INSERT INTO my_levels (id, collection, place, level, title, author, text, added)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (self._store.new_number(db, "my_levels"), collection, place, *row, date),
            ).lastrowid
            assert number is not None
            known[row[0]] = number
            new.append(number)
        return Added(collection, tuple(new), len(rows) - len(new))

    # Changing

    def rename(self, collection: int, title: str) -> None:
        """Give a collection a name."""
        title = " ".join(title.split())[:80]
        self._store.write(lambda db: db.execute("UPDATE collections SET title = ? WHERE id = ?", (title, collection)))

    def describe(self, game: AnyGame, mine: MyLevel, title: str | None = None, author: str | None = None) -> None:
        """Give a level another title or author, in its own text too."""
        level = self.entry(game, mine).level
        headers = level.headers
        if title is not None:
            headers = replace(headers, title=" ".join(title.split())[:80])
        if author is not None:
            headers = replace(headers, author=" ".join(author.split())[:80])
        self.replace(game, mine.id, replace(level, headers=headers))

    def replace(self, game: AnyGame, number: int, level: Any) -> None:
        """Put another board in the place of one, as after a change in the editor."""
        row = (*self._row(game, level), number)
        query = "UPDATE my_levels SET level = ?, title = ?, author = ?, text = ? WHERE id = ?"
        self._store.write(lambda db: db.execute(query, row))

    def move(self, number: int, collection: int, place: int) -> None:
        """Move a level to a place (from 0) of a collection."""

        def write(db: sqlite3.Connection) -> None:
            ids = [
                row[0]
                for row in db.execute(
                    "SELECT id FROM my_levels WHERE collection = ? AND deleted IS NULL AND id != ? ORDER BY place, id",
                    (collection, number),
                )
            ]
            ids.insert(max(0, min(place, len(ids))), number)
            db.execute("UPDATE my_levels SET collection = ? WHERE id = ?", (collection, number))
            db.executemany("UPDATE my_levels SET place = ? WHERE id = ?", [(at, each) for at, each in enumerate(ids)])

        self._store.write(write)

    def move_collection(self, game: AnyGame, collection: int, step: int) -> None:
        """Move a collection up (-1) or down (1)."""
        ids = [each.id for each in self.collections(game)]
        at = ids.index(collection)
        ids.insert(max(0, min(at + step, len(ids) - 1)), ids.pop(at))
        rows = [(place, each) for place, each in enumerate(ids)]
        self._store.write(lambda db: db.executemany("UPDATE collections SET place = ? WHERE id = ?", rows))

    # Deleting, which can be undone

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete levels; `undo_delete` brings them back to their places."""
        date = self._store.date()
        rows = [(date, number) for number in numbers]
        self._store.write(lambda db: db.executemany("UPDATE my_levels SET deleted = ? WHERE id = ?", rows))

    def delete_collection(self, collection: int) -> None:
        """Delete a collection and its levels; `undo_delete` brings them back."""
        date = self._store.date()

        def write(db: sqlite3.Connection) -> None:
            db.execute("UPDATE collections SET deleted = ? WHERE id = ?", (date, collection))
            db.execute("UPDATE my_levels SET deleted = ? WHERE collection = ? AND deleted IS NULL", (date, collection))

        self._store.write(write)

    def deleted(self, game: AnyGame) -> tuple[str, int]:
        """The latest deletion that can be undone: its date, and how many levels it took; ("", 0) if there is none."""
        rows = self._store.read(
            "SELECT d, sum(n) FROM (SELECT l.deleted AS d, count(*) AS n FROM my_levels l"
            " JOIN collections c ON c.id = l.collection WHERE c.game = ?1 AND l.deleted IS NOT NULL GROUP BY l.deleted"
            " UNION ALL SELECT deleted, 0 FROM collections WHERE game = ?1 AND deleted IS NOT NULL)"
            " GROUP BY d ORDER BY d DESC LIMIT 1",
            game.id,
        )
        return (str(rows[0][0]), int(rows[0][1])) if rows else ("", 0)

    def undo_delete(self, game: AnyGame) -> int:
        """Bring back what was deleted last; the answer is how many levels that were."""
        date, count = self.deleted(game)

        def write(db: sqlite3.Connection) -> None:
            db.execute("UPDATE collections SET deleted = NULL WHERE deleted = ?", (date,))
            db.execute("UPDATE my_levels SET deleted = NULL WHERE deleted = ?", (date,))

        if date:
            self._store.write(write)
        return count

    # Exporting

    def export_file(self, game: AnyGame, collection: int, path: Path) -> Path:
        """Write a collection as one file; a CasseteteError if the game's format holds one level only."""
        levels = [self.entry(game, mine).level for mine in self.levels(collection)]
        form = next((each for each in game.formats if path.suffix.lower() in each.extensions), game.formats[0])
        if len(levels) != 1 and not form.collection:
            raise CasseteteError(_("this format holds one level a file: export a folder"))
        replace_file(path, form.dump(levels))
        return path

    def export_folder(self, game: AnyGame, collection: int, folder: Path) -> Path:
        """Write a collection as a folder of files in playing order; the folder must be new or empty."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                folder = free_name(folder)
                folder.mkdir()
        except OSError as error:
            raise CannotWrite(folder, error) from None
        found = self.levels(collection)
        digits = len(str(len(found)))
        for number, mine in enumerate(found, 1):
            name = file_name(f"{number:0{digits}} {mine.title}", game.id, game.formats[0].extensions[0])
            replace_file(folder / name, mine.text)
        return folder
