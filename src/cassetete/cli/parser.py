"""The argument parser of a command: translated help, errors as `UsageError`, numbers with bounds."""

from __future__ import annotations

import argparse
import contextlib
import gettext
import math
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from cassetete.app.translate import LANGUAGES
from cassetete.cli.console import Console, UsageError, standard_output
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

ARGPARSE = (
    _("usage: "),
    _("options"),
    _("positional arguments"),
    _("the following arguments are required: %s"),
    _("unrecognized arguments: %s"),
    _("argument %(argument_name)s: %(message)s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("expected one argument"),
    _("expected at most one argument"),
    _("ignored explicit argument %r"),
)
"""What argparse itself says: it looks these up in the catalogue that `argparse_in` gives it."""

EXIT_CODES = _(
    "exit codes of every command: 64 wrong usage, 69 a package is missing, 70 internal error,"
    " 74 the answer cannot be written, 130 interrupted"
)


@contextlib.contextmanager
def argparse_in(language: str) -> Iterator[None]:
    """Translate what argparse prints: it uses gettext, which reads the environment."""
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("cassetete", str(Path(__file__).parent.parent / "locale"))
    gettext.textdomain("cassetete")
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        del os.environ["LANGUAGE"]
        if before is not None:
            os.environ["LANGUAGE"] = before


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UsageError` instead of leaving, and takes its help as texts."""

    def __init__(self, console: Console, prog: str, description: Text, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=console.translate(description),
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
        )
        self.translate = console.translate
        self._later: dict[argparse.Action, Callable[[], Text]] = {}
        """Help that takes long to find out, such as which games can do something."""
        self.option("-h", "--help", action="help", help=_("show this help and exit"))
        self.option("--lang", choices=LANGUAGES, help=_("the language of all texts (the system's if not given)"))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or a version; unlike argparse, fail if that cannot be written."""
        standard_output()
        print(message, end="", file=file or sys.stderr, flush=True)

    def format_help(self) -> str:
        """The help; the exit codes that every command has stand at its end."""
        for action, later in self._later.items():
            action.help = self.translate(later())
        common = self.translate(EXIT_CODES)
        text = super().format_help()
        return text if common in text else f"{text.rstrip()}\n{'' if self.epilog else chr(10)}{common}\n"

    def option(self, *names: str, help: Text | Callable[[], Text], **details: Any) -> None:
        """Add an option or a positional argument whose help is a text; a function makes it when it is printed."""
        if isinstance(help, Text):
            self.add_argument(*names, help=self.translate(help), **details)
        else:
            self._later[self.add_argument(*names, help="…", **details)] = help

    def window_options(self) -> None:
        """Where the player's records are, and how large the window opens."""
        where = _("the folder of your records and settings (the system's usual one if not given)")
        self.option("--profile", metavar="DIR", type=Path, default=None, help=where)
        self.option(
            "--size", metavar="WxH", type=self.size, default=None, help=_("the window's size, such as 1000x700")
        )

    def size(self, text: str) -> tuple[int, int]:
        """The type of window sizes."""
        width, cross, height = text.partition("x")
        if cross and all(
            side.isascii() and side.isdigit() and 200 <= int(side[:9]) <= 10_000 for side in (width, height)
        ):
            return int(width), int(height)
        raise argparse.ArgumentTypeError(self.translate(_("'{value}' is not a size such as 1000x700", value=text[:40])))

    def error(self, message: str) -> NoReturn:
        """One line that says what is wrong and where help is."""
        raise UsageError(_("{prog}: {what} (see {prog} --help)", prog=self.prog, what=message))

    def whole(self, least: int) -> Callable[[str], int]:
        """The type of whole numbers from `least` on."""

        def read(text: str) -> int:
            if text.isascii() and text.isdigit() and len(text) <= 12 and int(text) >= least:
                return int(text)
            raise argparse.ArgumentTypeError(
                self.translate(_("'{value}' is not a whole number ≥ {least}", value=text[:40], least=least))
            )

        return read

    def amount(self, text: str) -> float:
        """The type of numbers that are not negative."""
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or number < 0:
            raise argparse.ArgumentTypeError(self.translate(_("'{value}' is not a number ≥ 0", value=text[:40])))
        return number
