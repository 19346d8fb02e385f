"""The entry point: finds the command, and turns everything that can happen into one line and an exit code.

Only the module of the command that is asked for is imported, so that `--help` and `--version` load no game.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Protocol

from cassetete import __version__
from cassetete.app.files import CannotWrite
from cassetete.app.translate import LANGUAGES, system_language
from cassetete.cli.console import Console, UsageError
from cassetete.cli.interrupts import INTERRUPTED, ends_when_interrupted
from cassetete.cli.parser import EXIT_CODES, Parser, argparse_in
from cassetete.core.answers import CANCELLED
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

LIMIT, USAGE, MISSING, INTERNAL, WRITING, BROKEN_PIPE = 2, 64, 69, 70, 74, 141

WHAT_IT_IS = _("Five puzzle games in one program: play them, solve them, share them.")

COMMANDS = {
    "play": _("play a game"),
    "solve": _("solve levels"),
    "check": _("check levels for mistakes"),
    "grade": _("say how difficult levels are"),
    "explain": _("explain the whole solution, step by step"),
    "show": _("show a level, as text or as a picture"),
    "print": _("print levels on pages, with their solutions"),
    "replay": _("play moves and show the result"),
    "improve": _("make a solution shorter"),
    "records": _("show your records and best solutions"),
    "convert": _("write levels in another format"),
    "levels": _("list the games and their levels"),
    "perft": _("count the states by depth"),
    "generate": _("make new levels"),
    "hardest": _("search for the hardest level of a size"),
    "bench": _("compare the speed of the solvers with other programs"),
    "warm": _("compile the fast solvers ahead of time"),
    "serve": _("open the games in a browser, from this machine"),
    "export-page": _("write the games' page for any web server"),
    "profile": _("back up, move or merge your records and settings"),
    "doctor": _("check this installation and say what to do"),
    "report": _("show the report of the last internal error"),
}


class CommandModule(Protocol):
    """What the module of a command provides."""

    def add_arguments(self, parser: Parser) -> None:
        """Declare its arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code.

    >>> main(["levels", "--game"])
    64
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _reserve_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    console = Console(_language(arguments))
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_rest, **_named: console.error(str(message))
            code = _interruptible(arguments, console)
            if sys.stdout is not None:
                sys.stdout.flush()
            return code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except UsageError as error:
        console.error(error)
        return USAGE
    except CannotWrite as error:
        console.error(error)
        return WRITING
    except KeyboardInterrupt:
        console.error(_("interrupted"))
        return INTERRUPTED
    except LimitReached as reached:
        console.error(_("interrupted") if reached.why == CANCELLED else reached.why.text)
        return INTERRUPTED if reached.why == CANCELLED else LIMIT
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except Exception as error:
        return _internal(error, console, arguments)


def _reserve_standard_streams() -> None:
    """Where standard output or error is closed, the next file that is opened would take its place, and what is meant
    for the user would be written into it: the null device takes it instead."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # the lowest descriptor that is free: this one


def _interruptible(arguments: list[str], console: Console) -> int:
    """Ctrl-C ends the command within a second. A window, and play in a terminal, have their own ways."""
    if _split(arguments)[1] in (None, "play"):
        return _dispatch(arguments, console)
    with ends_when_interrupted() as interrupted, within(stop=interrupted.is_set):
        try:
            code = _dispatch(arguments, console)
        except Exception:
            if interrupted.is_set():  # what Python made of it: it raises another error where a class is being made
                raise KeyboardInterrupt from None
            raise
    if interrupted.is_set():  # swallowed: in a callback, say, where Python drops exceptions
        raise KeyboardInterrupt
    return code


def _language(arguments: Sequence[str]) -> str:
    """The language asked for, wherever --lang is: errors in the other arguments are printed in it too."""
    for index, argument in enumerate(arguments):
        following = arguments[index + 1] if index + 1 < len(arguments) else ""
        language = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and language in LANGUAGES:
            return language
    return system_language()


def _dispatch(arguments: list[str], console: Console) -> int:
    head, name, rest = _split(arguments)
    with argparse_in(console.translate.language):
        if name is None or "--version" in head:
            options = _main_parser(console).parse_args(head)
            options.console = console
            return _home(options)
        if name not in COMMANDS:
            known = ", ".join(COMMANDS)
            raise UsageError(
                _("cassetete: there is no command '{name}' (there are: {known})", name=name[:40], known=known)
            )
        module: CommandModule = importlib.import_module(f"cassetete.cli.{name.replace('-', '_')}")
        parser = Parser(console, f"cassetete {name}", COMMANDS[name])
        module.add_arguments(parser)
        if hasattr(module, "add_more"):
            module.add_more(parser, [*head, *rest])
        options = parser.parse_intermixed_args(getattr(module, "tidy", list)([*head, *rest]))
    options.console = console
    if name == "play":  # a window is open for hours: its worker processes have limits of their own
        return module.run(options)
    from cassetete.cli.limits import memory_in_force

    with memory_in_force(options):
        return module.run(options)


def _split(arguments: list[str]) -> tuple[list[str], str | None, list[str]]:
    """The options before the command, which mean the same as after it, the command, and the rest."""
    index = 0
    while index < len(arguments) and arguments[index].startswith("-") and arguments[index] != "-":
        index += 2 if arguments[index] in ("--lang", "--profile", "--size") else 1
    if index >= len(arguments):
        return arguments, None, []
    return arguments[:index], arguments[index], arguments[index + 1 :]


def _main_parser(console: Console) -> Parser:
    width = max(map(len, COMMANDS))
    lines = [f"  {name.ljust(width)}  {console.translate(text)}" for name, text in COMMANDS.items()]
    epilog = "\n".join(
        [
            console.translate(_("commands:")),
            *lines,
            "",
            console.translate(_("See `cassetete COMMAND --help` for more.")),
            console.translate(EXIT_CODES),
        ]
    )
    parser = Parser(console, "cassetete", WHAT_IT_IS, epilog)
    parser.usage = "cassetete [--lang {en,fr}] [--profile DIR] [--size WxH] [--version] [COMMAND …]"
    parser.window_options()
    parser.option(
        "--version", action="version", version=f"cassetete {__version__}", help=_("show the version and exit")
    )
    return parser


def _home(options: argparse.Namespace) -> int:
    """`cassetete` alone opens the window, or says why it cannot and how else to begin."""
    from cassetete.front.window.main import run, why_not

    why = why_not()
    if why is not None:
        options.console.error(why)
        return _welcome(options.console)
    return run(options.profile, options.console.translate.language if options.lang else None, options.size)


def _welcome(console: Console) -> int:
    """The games, and how to begin in the terminal."""
    from cassetete.app.registry import games

    console.print(WHAT_IT_IS)
    console.print("")
    width = max((len(name) for name in games()), default=0)
    for name, game in games().items():
        console.print(f"  cassetete play {name.ljust(width)}  {console.translate(game.title)}")
    console.print("")
    console.print(_("See also: cassetete levels (all games and levels), cassetete --help (all commands)."))
    return 0


def _drop_output() -> None:
    """The reader of standard output is gone: send the interpreter's last flush to the null device."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _internal(error: Exception, console: Console, arguments: Sequence[str] = ()) -> int:
    if os.environ.get("CASSETETE_DEBUG") == "1":
        import traceback

        traceback.print_exc()
    if isinstance(error, MemoryError):
        console.error(_("there is not enough memory for this"))
        return INTERNAL
    if isinstance(error, OSError) and error.filename is None and error.errno is not None:
        console.error(_("cannot write the answer: {why}", why=error.strerror or ""))
        _drop_output()
        return WRITING
    from cassetete.app.crash_report import write_report
    from cassetete.app.game_errors import describe
    from cassetete.app.missing_package import missing_package

    missing = missing_package(error)
    if missing is not None:
        console.error(missing)
        return MISSING
    path = write_report(error, "cassetete " + " ".join(arguments))
    if path is None:
        console.error(_("{what}; CASSETETE_DEBUG=1 shows more", what=describe(error)))
    else:
        console.error(_("{what}; the report is {path} (cassetete report shows it)", what=describe(error), path=path))
    return INTERNAL
