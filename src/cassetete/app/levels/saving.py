"""Saving in files: named after the title, added to a collection or in place of a file, which is kept as a backup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cassetete.app.files import CannotWrite, write_file
from cassetete.app.levels.library import recognise
from cassetete.core.contract import AnyGame, Format
from cassetete.core.errors import BadLevel, CasseteteError

_BACKUPS = 9
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³")}
_LONGEST_NAME = 80
_LONGEST_BYTES = 160
"""Systems count the bytes of a name, 255 at most, and something is added to it: a number, `.bak`, `.tmp`."""


def file_name(title: str, otherwise: str, extension: str) -> str:
    """A name for a file, from the title of what is in it; every system can have such a file.

    >>> file_name("L'été : niveau 3/4", "sokoban", ".xsb"), file_name("  ", "sokoban", ".xsb")
    ("L'été niveau 3 4.xsb", 'sokoban.xsb')
    """
    kept = "".join(c if c.isalnum() or c in " -_'(),.!+&" else " " for c in unicodedata.normalize("NFC", title))
    name = re.sub(r"\s+", " ", kept).strip(" .")[:_LONGEST_NAME]
    name = name.encode()[:_LONGEST_BYTES].decode(errors="ignore").strip(" .")
    if not name or name.lower().split(".")[0].strip() in _RESERVED:
        name = otherwise
    return name + extension


def format_for(path: Path, game: AnyGame) -> Format[Any]:
    """The format of a new file with that name: the first of the game that goes by its extension."""
    suffix = path.suffix.lower()
    return next((form for form in game.formats if suffix in form.extensions), game.formats[0])


def free_name(path: Path) -> Path:
    """The path if there is no such file; else the first of `x 2.txt`, `x 3.txt`… that is free."""
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem} {number}{path.suffix}")
        number += 1
    return free


def joined(before: str, game: AnyGame, level: Any) -> str | None:
    """The text of a collection with a level added at its end; None if the file cannot hold another level.

    What was there stays as it was: the text is read again, and must have the same levels and the new one.
    """
    try:
        _game, form = recognise(before, game)
        if not form.collection:
            return None
        found = [item if isinstance(item, BadLevel) else item.level for item in form.parse(before)]
        candidates = [f"{before.rstrip()}\n\n{form.dump([level])}"]
        if not any(isinstance(item, BadLevel) for item in found):
            candidates.append(form.dump([*found, level]))
        wanted = [_same(item) for item in (*found, level)]
        for text in candidates:
            read = [item if isinstance(item, BadLevel) else item.level for item in form.parse(text)]
            if [_same(item) for item in read] == wanted:
                return text
    except CasseteteError:
        pass
    return None


def _same(item: Any) -> Any:
    return str(item.text) if isinstance(item, BadLevel) else item


def level_text(path: Path, game: AnyGame, levels: Sequence[Any]) -> str:
    """The levels as the file of that name holds them; a CasseteteError if its format cannot."""
    return format_for(path, game).dump(levels)


def keep_backup(path: Path) -> Path | None:
    """Copy a file that is about to be replaced to `x.txt.bak`, or `x.txt.2.bak`…; None if there is no such file.

    A backup is not overwritten before there are nine: then the oldest goes.
    """
    if not path.is_file():
        return None
    try:
        content = path.read_bytes()
        names = [path.with_name(f"{path.name}{'' if n == 1 else f'.{n}'}.bak") for n in range(1, _BACKUPS + 1)]
        for name in names:
            if name.exists() and name.read_bytes() == content:
                return name
        free = next((name for name in names if not name.exists()), None)
        target = free or min(names, key=lambda name: name.stat().st_mtime)
    except OSError as error:
        raise CannotWrite(path, error) from None
    write_file(target, content)
    return target


def prepare_target(path: Path) -> Path | None:
    """Before a file is written: make its folder, and keep what was there as a backup, whose path is the answer."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(path, error) from None
    return keep_backup(path)


def replace_file(path: Path, content: str | bytes) -> Path | None:
    """Write a file; what was there is kept as a backup, whose path is the answer. CannotWrite if either fails."""
    backup = prepare_target(path)
    write_file(path, content)
    return backup
