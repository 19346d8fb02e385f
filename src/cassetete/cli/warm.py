"""`cassetete warm`: compiles the fast solvers ahead of time, so that no player waits for it."""

from __future__ import annotations

import argparse

from cassetete.app.registry import games
from cassetete.app.solving import kernels
from cassetete.cli.console import Console
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import game_named
from cassetete.core.message import Catalogue
from cassetete.speed import jit

_ = Catalogue("cassetete")

FAILED = 1


def add_arguments(parser: Parser) -> None:
    """Which games."""
    parser.epilog = parser.translate(_("exit codes: 0 all compiled, 1 some not; 64, 70, 130"))
    parser.option("game", metavar="GAME", nargs="*", help=_("the games whose solvers to compile (all if not given)"))
    parser.option("--quiet", action="store_true", help=_("print only errors"))


def run(options: argparse.Namespace) -> int:
    """Compile each kernel that is not compiled yet, and say so."""
    console: Console = options.console
    wanted = [game for name in options.game if (game := game_named(name))] or list(games().values())
    found = kernels.kernels_of(wanted)
    say = (lambda _text: None) if options.quiet else console.print
    if not found:
        say(_("nothing to compile"))
    elif not jit.compiled():
        say(_("nothing to compile: plain Python is used here (no Numba, or CASSETETE_JIT=0)"))
        return 0
    code = 0
    for number, kernel in enumerate(found, 1):
        here = {"n": number, "total": len(found), "kernel": kernel}
        if kernels.ready(kernel):
            say(_("{n}/{total} {kernel}: ready", **here))
            continue
        say(_("{n}/{total} {kernel}: compiling…", **here))
        try:
            seconds = kernels.compile_now(kernel)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            console.error(_("{kernel} cannot be compiled: {what}", kernel=kernel, what=what))
            code = FAILED
        else:
            say(_("{n}/{total} {kernel}: compiled in {seconds} s", **here, seconds=f"{seconds:.1f}"))
    return code
