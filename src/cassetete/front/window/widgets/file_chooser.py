"""The system's file choosers, as Tk opens them. Tests replace `choosers`."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog
from typing import Any, Protocol


class Choosers(Protocol):
    """Asks for a path; None if the player cancels."""

    def open_file(self, root: tkinter.Tk, title: str, folder: Path) -> Path | None:
        """A file to open."""

    def open_folder(self, root: tkinter.Tk, title: str, folder: Path) -> Path | None:
        """A folder to open."""

    def save_file(self, root: tkinter.Tk, title: str, folder: Path, name: str) -> Path | None:
        """A file to write; whether one that exists is replaced is asked by us."""


class SystemChoosers:
    """Tk's choosers, which are the system's own on Windows and macOS."""

    def open_file(self, root: tkinter.Tk, title: str, folder: Path) -> Path | None:
        """A file to open."""
        return _asked(root, filedialog.askopenfilename, title=title, initialdir=_existing(folder))

    def open_folder(self, root: tkinter.Tk, title: str, folder: Path) -> Path | None:
        """A folder to open."""
        return _asked(root, filedialog.askdirectory, title=title, initialdir=_existing(folder), mustexist=True)

    def save_file(self, root: tkinter.Tk, title: str, folder: Path, name: str) -> Path | None:
        """A file to write."""
        options = {"title": title, "initialdir": _existing(folder), "initialfile": name, "confirmoverwrite": False}
        return _asked(root, filedialog.asksaveasfilename, **options)


def _asked(root: tkinter.Tk, ask: Callable[..., Any], **options: Any) -> Path | None:
    typed_into = root.focus_get() or root
    try:
        answer = ask(parent=root, **options)
        typed_into.focus_force()  # the root itself has no keys
    except tkinter.TclError:
        return None  # the window was closed meanwhile
    return Path(answer) if isinstance(answer, str) and answer else None


def _existing(folder: Path) -> str:
    """The folder, or the nearest above it that is there: Tk would show another one."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return str(folder)


choosers: Choosers = SystemChoosers()
