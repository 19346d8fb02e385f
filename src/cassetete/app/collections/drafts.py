"""Drafts: the drawing in the editor of each game, kept after every stroke until it is opened again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.store import Store
from cassetete.core.contract import AnyGame
from cassetete.core.headers import Headers


class Draft(NamedTuple):
    """A drawing, and the id in My levels of the level it is a change of, if it is one."""

    level: Any
    mine: int | None = None


class Drafts:
    """One drawing a game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, game: AnyGame, level: Any, mine: int | None = None) -> None:
        """Keep a drawing, in place of the one before."""
        row = game.id, game.formats[0].dump([level]), mine, self._store.date()
        query = "INSERT OR REPLACE INTO drafts (game, text, mine, updated) VALUES (?, ?, ?, ?)"
        self._store.write(lambda db: db.execute(query, row))

    def load(self, game: AnyGame) -> Draft | None:
        """The drawing of a game; None if there is none."""
        rows = self._store.read("SELECT text, mine FROM drafts WHERE game = ?", game.id)
        found = read_text(rows[0][0], "", game) if rows else []
        return Draft(found[0].level, rows[0][1]) if found and isinstance(found[0], LoadedLevel) else None

    def drop(self, game: AnyGame) -> None:
        """The drawing is kept elsewhere."""
        self._store.write(lambda db: db.execute("DELETE FROM drafts WHERE game = ?", (game.id,)))


def begin_drawing(store: Store, game: AnyGame, level: Any | None = None, mine: int | None = None) -> tuple[Draft, bool]:
    """The drawing to go on with: the one that was left, or a level; then the one that was left goes to My levels, which
    the second part of the answer says."""
    assert game.making.editor is not None
    editor, drafts = game.making.editor, Drafts(store)
    left = drafts.load(game)
    if level is None:
        return left or Draft(editor.blank(*editor.allowed(6, 6))), False
    moved = left is not None and left.level != level and not is_blank(game, left.level)
    if moved and left is not None:
        if left.mine is not None and MyLevels(store).has(left.mine):
            MyLevels(store).replace(game, left.mine, left.level)
        else:
            MyLevels(store).add(game, [left.level], Kind.DRAWN)
    drafts.keep(game, level, mine)
    return Draft(level, mine), moved


def is_blank(game: AnyGame, level: Any) -> bool:
    """Whether nothing is drawn yet."""
    assert game.making.editor is not None
    editor = game.making.editor
    return bool(replace(level, headers=Headers()) == editor.blank(*editor.size(level)))
