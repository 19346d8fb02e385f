"""`cassetete doctor`: checks this installation and says what to do about what is wrong."""

from __future__ import annotations

import argparse
import json

from cassetete.app.checkup import Check, checkup
from cassetete.cli.console import Console
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue
from cassetete.front.window.checkup import window_checks

_ = Catalogue("cassetete")

SOMETHING_TO_DO = 1
_SIGNS = {"good": _("good"), "note": _("note"), "bad": _("BAD")}


def add_arguments(parser: Parser) -> None:
    """Which profile, and how to print it."""
    from pathlib import Path

    parser.epilog = parser.translate(_("exit codes: 0 all works, 1 something does not"))
    where = _("the folder of your records and settings (the system's usual one if not given)")
    parser.option("--profile", metavar="DIR", type=Path, default=None, help=where)
    parser.option("--json", action="store_true", help=_("print one JSON object per line"))


def run(options: argparse.Namespace) -> int:
    """Every check, as soon as it is made."""
    console: Console = options.console
    say = console.translate
    worst = 0
    for check in (*window_checks(), *checkup(options.profile)):
        worst = max(worst, SOMETHING_TO_DO if check.state == "bad" else 0)
        if options.json:
            fields = {"check": check.id, "state": check.state, "found": say(check.found)}
            console.print(json.dumps(fields | ({"advice": say(check.advice)} if check.advice else {})))
        else:
            _print(check, console)
    return worst


def _print(check: Check, console: Console) -> None:
    say = console.translate
    console.print(f"{say(_SIGNS[check.state]):<6} {say(check.title)}: {say(check.found)}")
    if check.advice is not None:
        console.print(f"       → {say(check.advice)}")
