"""`cassetete profile`: backs up a profile, moves it to another machine, joins the records of two machines."""

from __future__ import annotations

import argparse
from pathlib import Path

from cassetete.app.store import Store
from cassetete.app.store.transfer import BadProfile, export_profile, is_empty, merge_profile, read_profile
from cassetete.cli.console import Console, UsageError
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

NOT_KEPT = 1


def add_arguments(parser: Parser) -> None:
    """What to do, with which file and which profile."""
    parser.epilog = parser.translate(_("exit codes: 0 done, 1 nothing can be read or kept"))
    what = _("export: write your records, games and settings to a file; import: join those of a file to yours")
    parser.option("what", metavar="export|import", choices=("export", "import"), help=what)
    parser.option("file", metavar="FILE", nargs="?", help=_("the file (export: standard output if not given)"))
    where = _("the folder of your records and settings (the system's usual one if not given)")
    parser.option("--profile", metavar="DIR", type=Path, default=None, help=where)


def run(options: argparse.Namespace) -> int:
    """Write a profile, or join one to this one: nothing is lost, and the better of two records stays."""
    console: Console = options.console
    if options.what == "import" and options.file is None:
        raise UsageError(_("cassetete profile import: which file?"))
    try:
        tables = read_profile(Path(options.file)) if options.what == "import" else {}
    except BadProfile as error:
        raise UsageError(error.text) from None
    with Store(options.profile) as store:
        if store.notice is not None:
            console.error(store.notice)
        if options.what == "export":
            if store.path is None and is_empty(store):  # nothing was read: an empty file must not replace a backup
                return NOT_KEPT
            console.write(export_profile(store), options.file)
            return 0
        if store.path is None:
            return NOT_KEPT
        merged = merge_profile(store, tables)
    if not store.kept:
        console.error(store.notice or _("nothing can be kept"))
        return NOT_KEPT
    for table, count in merged.added.items():
        console.print(f"{table}: {count}")
    console.print(_.n("{n} entry is new or better", "{n} entries are new or better", n=merged.total))
    return 0
