"""Asks for a file: a path to type, with completion, or the system's chooser; before a file is replaced, asks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from cassetete.app.collections.folders import completions, files_folder, last_folder, remember_folder, typed_path
from cassetete.app.files import CannotWrite
from cassetete.app.levels.library import LARGEST_FILE, LoadedLevel, read
from cassetete.app.levels.saving import file_name, free_name, joined, level_text, replace_file
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets import file_chooser
from cassetete.front.window.widgets.dialogs import DialogHost, Prompt, Question
from cassetete.front.window.widgets.layout import GAP, SMALL, Layout, fitted, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.scene.shapes import box

_ = Catalogue("cassetete")

_ROW = 26
_MOST_ROWS = 7


def complained(path: Path, fault: str) -> str:
    """What is wrong with a file also goes to the console, as Slitherlink's sheet wants it; the answer is the fault."""
    print(f"{path}: {fault}", file=sys.stderr, flush=True)
    return fault


class PathDialog(Prompt):
    """A path to type. Tab completes it; what it may become is listed below, and opened by a click."""

    def __init__(
        self,
        screen: DialogHost,
        title: Text,
        folder: Path,
        name: str,
        accept: Callable[[Path], Text | None],
        *,
        ok: Text,
        browse: tuple[tuple[Text, Callable[[str, Path], Path | None]], ...],
    ) -> None:
        """`browse` are the buttons for the system's choosers: each gets the dialog's title and the folder."""
        super().__init__(screen, title, "", lambda _value: None, ok)
        self.folder, self._act = folder, accept
        start = "" if name else f"{folder}/".replace("//", "/")
        self.field = TextField(start + name, longest=4000, complete=lambda typed: completions(typed, folder))
        if name:
            self.field.select(0, len(Path(name).stem))
        self._browse = browse
        self._listed = not name

    @property
    def path(self) -> Path:
        """The path in the field."""
        return typed_path(self.field.value, self.folder)

    @property
    def _inside(self) -> Path:
        """The folder of the path, which may be that folder itself."""
        return self.path if self.field.value.endswith("/") else self.path.parent

    def _rows(self) -> list[str]:
        if not self._listed:
            return self.field.choices[:_MOST_ROWS]
        return list(completions(self.field.value, self.folder))[:_MOST_ROWS]

    def compose(self, layout: Layout) -> None:
        """The field, the list, what is wrong, and the buttons."""
        width = min(640.0, layout.width - 40.0)
        said = self.fault or self.screen.say(_("In {folder}", folder=self._inside))
        lines = wrapped_path(said, width - 48)
        rows = _MOST_ROWS if self._listed else len(self._rows())
        height = 190 + 18 * len(lines) + _ROW * rows + 46
        x, y, width = layout.dialog(width, height, self.title)
        self.field.compose(layout, x + 24, y + 62, width - 48, 40)
        top = y + 116
        for index, line in enumerate(lines):
            layout.text(x + 24, top + 18 * index, line, SMALL, "bad" if self.fault else "muted")
        top += 18 * len(lines)
        found = self._rows()
        if self._listed and not found:
            whole = self.field.value.endswith("/")
            empty = _("This folder is empty.") if whole else _("Nothing here begins with that.")
            layout.text(x + 34, top + _ROW / 2, self.screen.say(empty), SMALL, "muted", room=width - 68)
        for index, row in enumerate(found):
            target = ("path", row)
            fill = "board-alt" if layout.hot == target else "board"
            layout.shapes.append(
                box(x + 24, top + _ROW * index, width - 48, _ROW - 2, fill=fill, round=4, target=target)
            )
            name = row.rstrip("/").rpartition("/")[2] + ("/" if row.endswith("/") else "")
            layout.text(x + 34, top + _ROW * (index + 0.5) - 1, name, SMALL, room=width - 68)
        top = y + height - 108
        each = (width - 48 - GAP * (len(self._browse) - 1)) / len(self._browse)
        for index, (label, _ask) in enumerate(self._browse):
            layout.button(
                x + 24 + index * (each + GAP), top, each, 36, self.screen.say(label), ("answer", f"browse{index}")
            )
        half = (width - 48 - GAP) / 2
        layout.button(x + 24, top + 48, half, 40, self._ok, ("answer", "ok"), key="⏎", primary=True)
        layout.button(x + 24 + half + GAP, top + 48, half, 40, self._cancel, ("answer", "no"), key="Esc")

    def press(self, target: Hashable) -> None:
        """A row of the list, a chooser, or what every prompt has."""
        if isinstance(target, tuple) and target[0] == "path":
            self.field.set(str(target[1]))
            if not str(target[1]).endswith("/") and self._listed:
                self._done()
        elif isinstance(target, tuple) and target[0] == "answer" and str(target[1]).startswith("browse"):
            self._choose(int(str(target[1])[-1]))
        else:
            super().press(target)

    def _choose(self, index: int) -> None:
        here = self.path
        folder = here if here.is_dir() else here.parent
        chosen = self._browse[index][1](self.title, folder)
        if chosen is not None and self.screen.dialog is self:
            self.field.set(str(chosen))
            self._done()

    def key(self, typed: Typed) -> None:
        """A new text: what was wrong with the old one is gone."""
        before = self.field.value
        super().key(typed)
        if self.field.value != before:
            self.fault = ""

    def _done(self) -> None:
        if not self.field.value.strip():
            self.fault = self.screen.say(_("enter a file name"))
            return
        try:
            fault = self._act(self.path)
        except (OSError, ValueError, RuntimeError) as error:
            fault = _("cannot be read: {why}", why=getattr(error, "strerror", None) or str(error))
        self.fault = complained(self.path, self.screen.say(fault)) if fault is not None else ""
        if fault is None and self.screen.dialog is self:
            self.screen.close_dialog()


def wrapped_path(text: str, room: float) -> list[str]:
    """A text with a path in at most two lines."""
    lines = wrapped(text, SMALL, room)
    return [fitted(line, SMALL, room) for line in (lines if len(lines) <= 3 else lines[:3])]


def ask_open(screen: DialogHost, title: Text, act: Callable[[Path], Text | None], *, folders: bool = True) -> None:
    """Ask for a file, or a folder, and do something with it; `act` returns what went wrong, if anything did."""
    store, root = screen.services.store, screen.window.canvas.root

    def accept(path: Path) -> Text | None:
        fault = act(path)
        if fault is None:
            remember_folder(store, path)
        return fault

    browse: list[tuple[Text, Callable[[str, Path], Path | None]]] = [
        (_("Choose a file…"), lambda said, folder: file_chooser.choosers.open_file(root, said, folder))
    ]
    if folders:
        browse.append(
            (_("Choose a folder…"), lambda said, folder: file_chooser.choosers.open_folder(root, said, folder))
        )
    folder = last_folder(store)
    screen.open(PathDialog(screen, title, folder, "", accept, ok=_("Open"), browse=tuple(browse)))


Use = Callable[[Path, str | None], Text | None]
"""Writes a file, with what is new joined to what was there, if that is given; the answer is what went wrong."""


def ask_target(
    screen: DialogHost, title: Text, name: str, use: Use, *, add: Callable[[str], str | None] | None = None
) -> None:
    """Ask for a file to write, and write it by `use`.

    If there is such a file, the player chooses: add to it, if `add(its text)` gives its text with the addition; take
    another name; or replace it.
    """
    root, suffix = screen.window.canvas.root, Path(name).suffix

    def accept(path: Path) -> Text | None:
        try:
            if path.is_dir():
                path = path / name
            if not path.suffix and suffix:
                path = path.with_name(path.name + suffix)
            if not path.exists():
                return use(path, None)
            if not path.is_file():  # writing to a pipe waits for its reader
                return _("this is a device or a pipe, not a file")
        except OSError as error:  # a folder that is closed to this user
            return CannotWrite(path, error).text
        screen.open(_exists(screen, path, use, add))
        return None

    store = screen.services.store
    folder = files_folder(store)

    def choose(said: str, typed: Path) -> Path | None:
        """The system's chooser begins where the last file was, unless the player has typed another folder."""
        return file_chooser.choosers.save_file(root, said, last_folder(store) if typed == folder else typed, name)

    screen.open(PathDialog(screen, title, folder, name, accept, ok=_("Save"), browse=((_("Choose a place…"), choose),)))


def _exists(screen: DialogHost, path: Path, use: Use, add: Callable[[str], str | None] | None) -> Question:
    """The question about a file that is there already; the first answer, and Return, lose nothing."""
    say = screen.say
    lines = [say(_("{path} is there already.", path=path))]

    def done(target: Path, text: str | None = None) -> Callable[[], None]:
        def act() -> None:
            fault = use(target, text)
            if fault is not None:
                back = (say(_("Back")), "Esc", screen.close_dialog)
                screen.open(Question(say(_("Not saved")), [str(target), say(fault)], [back], width=560))

        return act

    answers: list[tuple[str, str, Callable[[], None]]] = []
    together = None
    if add is not None:
        try:
            if path.stat().st_size <= LARGEST_FILE:
                together = add(path.read_text("utf-8"))
        except (OSError, ValueError):
            together = None
    if together is not None:
        answers.append((say(_("Add to this collection")), "A", done(path, together)))
        count = sum(1 for item in read(str(path)) if isinstance(item, LoadedLevel))
        lines.append(say(_.n("It has {n} level.", "It has {n} levels.", n=count)))
    other = free_name(path)
    answers.append((say(_("Save as “{name}”", name=other.name)), "N", done(other)))
    answers.append((say(_("Replace it (a backup is kept)")), "R", done(path)))
    answers.append((say(_("Cancel")), "Esc", screen.close_dialog))
    return Question(say(_("Save over a file?")), lines, answers, width=620)


def ask_save(
    screen: DialogHost,
    title: Text,
    name: str,
    content: Callable[[Path], str | bytes],
    said: Callable[[Text], None],
    *,
    add: Callable[[str], str | None] | None = None,
) -> None:
    """Ask for a file and write `content(path)` into it; a file that was there is kept as a backup.

    `said` gets the sentence that says so, with the path.
    """

    def use(path: Path, joined_text: str | None) -> Text | None:
        try:
            backup = replace_file(path, content(path) if joined_text is None else joined_text)
        except CasseteteError as error:
            return error.text
        remember_folder(screen.services.store, path)
        if screen.dialog is not None:
            screen.close_dialog()
        if backup is None:
            said(_("saved: {path}", path=path))
        else:
            said(_("saved: {path} (the file before is {backup})", path=path, backup=backup.name))
        return None

    ask_target(screen, title, name, use, add=add)


def save_level(screen: DialogHost, game: AnyGame, level: Any, said: Callable[[Text], None]) -> None:
    """Save a level in a file named after its title, or add it to a collection."""
    name = file_name(level.headers.title, game.id, game.formats[0].extensions[0])
    ask_save(
        screen,
        _("Save the level as…"),
        name,
        lambda path: level_text(path, game, [level]),
        said,
        add=lambda before: joined(before, game, level),
    )
