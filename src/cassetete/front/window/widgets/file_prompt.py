"""Asks for the path of a file, and writes it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from cassetete.app.files import CannotWrite, suggested_folder, write_file
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.widgets.dialogs import DialogHost, Prompt

_ = Catalogue("cassetete")


def ask_path(screen: DialogHost, title: Text, suggestion: str, act: Callable[[Path], Text | None]) -> None:
    """Ask for a file and do something with it; `act` returns what went wrong, if anything did."""

    def accept(typed: str) -> str | None:
        if not typed.strip():
            return screen.say(_("enter a file name"))
        try:
            path = Path(typed.strip()).expanduser()
        except RuntimeError:  # ~name of nobody
            path = Path(typed.strip())
        fault = act(path)
        return None if fault is None else complained(path, screen.say(fault))

    screen.open(Prompt(screen, title, str(suggested_folder() / suggestion) if suggestion else "", accept))


def complained(path: Path, fault: str) -> str:
    """What is wrong with a file also goes to the console, as Slitherlink's sheet wants it; the answer is the fault."""
    print(f"{path}: {fault}", file=sys.stderr, flush=True)
    return fault


def write_atomically(path: Path, text: str) -> Text | None:
    """Write a file whole or not at all; the answer is what went wrong, if anything did."""
    try:
        write_file(path, text)
    except CannotWrite as error:
        return error.text
    return None
