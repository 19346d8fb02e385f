"""What commands print: answers on standard output, errors on standard error, in the reader's language."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterable

from cassetete.app.files import write_file
from cassetete.app.translate import Translator
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Text, one_line, printable


class UsageError(CasseteteError):
    """A command was used in a wrong way: exit code 64."""


def standard_output() -> None:
    """OSError if standard output is closed: an answer that nobody gets is no success."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _as_it_is(text: str) -> None:
    """Print what becomes a file as every file of ours is written: where another encoding is usual, as on Windows, it
    may lack a letter of a title."""
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    else:
        print(text, end="")


class Console:
    """Prints in one language."""

    def __init__(self, language: str) -> None:
        self.translate = Translator(language)

    def print(self, text: Text | str) -> None:
        """Print an answer and flush it: the reader of a pipe gets it at once."""
        standard_output()
        print(printable(self.translate(text)), flush=True)

    def print_pieces(self, pieces: Iterable[str]) -> None:
        """Print an answer that is too long to be held whole."""
        standard_output()
        for piece in pieces:
            print(printable(piece), end="")
        print(flush=True)

    def write(self, text: str, path: str | None) -> None:
        """Write an answer that is a whole file: to the path, or to standard output if there is none."""
        if path is None:
            standard_output()
            if sys.stdout.isatty():
                print(printable(text), end="")
            else:
                _as_it_is(text)
        else:
            write_file(path, text)

    def error(self, error: Text | str | CasseteteError) -> None:
        """Print one line on standard error; an error that knows its place starts with it."""
        text = error.text if isinstance(error, CasseteteError) else error
        place = getattr(error, "place", None)
        line = f"{place}: {self.translate(text)}" if place else self.translate(text)
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):  # nobody listens
                print(one_line(line), file=sys.stderr, flush=True)
