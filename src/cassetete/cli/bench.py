"""`cassetete bench`: the solvers measured against their C++ twins and other programs, in one table;
and the window's frames.

The benches are no part of the installed package: they stand in the source tree, one `bench/GAME.py` a game.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import cassetete
from cassetete.app.files import CannotWrite, write_file
from cassetete.app.registry import games
from cassetete.cli.console import Console, UsageError
from cassetete.cli.parser import Parser
from cassetete.cli.progress import ProgressBar
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

FAILED = 1
TIMING = "timing"
"""The module beside the benches that they share: it draws the table too."""


def add_arguments(parser: Parser) -> None:
    """Which games, on which levels, against whom."""
    parser.epilog = parser.translate(_("exit codes: 0 all measured, 1 some benches failed; 64, 70, 130"))
    parser.option(
        "game",
        metavar="GAME",
        nargs="*",
        help=_("the games to measure, or window (everything that has a bench if not given)"),
    )
    levels = _(
        "the folder of levels, a folder for each game in it (CASSETETE_LEVELS, or ../shared/levels if not given)"
    )
    parser.option("--levels", metavar="DIR", help=levels)
    peers = _("where another program is (on the PATH if not given): bench/README.md has the names")
    parser.option("--peers", metavar="NAME=PATH", action="extend", nargs="+", default=[], help=peers)
    where = _("the file for the results (bench/results/ if not given)")
    parser.option("--json", metavar="FILE", help=where)


def run(options: argparse.Namespace) -> int:
    """Measure; after each bench, print its table and write the file anew: what is measured is never lost."""
    console: Console = options.console
    folder = bench_folder()
    timing = _loaded(folder, TIMING)
    names = _names(folder, options.game)
    levels = _levels(options.levels, folder, names)
    peers = _peers(options.peers)
    target = options.json
    rows: list[Mapping[str, Any]] = []
    failed = []
    with ProgressBar(console) as bar:
        for number, name in enumerate(names):

            def report(text: str, number: int = number, name: str = name) -> None:
                bar.show(number, len(names), f"{name}: {text}")
                if text and not bar.live and sys.stderr is not None:
                    print(f"{name}: {text}", file=sys.stderr, flush=True)  # a log says how far it is

            report("")
            begun = time.monotonic()
            try:
                found = _loaded(folder, name).measure(levels, peers, report)
            except Exception as error:
                if os.environ.get("CASSETETE_DEBUG") == "1":
                    raise
                failed.append(name)
                what = f"{type(error).__name__}: {error}"
                bar.error(_("the bench of {game} failed: {what}", game=name, what=what))
                continue
            rows += found
            taken = round(time.monotonic() - begun)
            bar.print(timing.table(found))
            bar.print(_("{game}: measured in {minutes} min {seconds} s", game=name, **_minutes(taken)))
            target = target or str(_new_file(folder))
            write_file(target, json.dumps(_results(rows, levels), indent=1, ensure_ascii=False) + "\n")
    if rows:
        console.print(_("written to {path}", path=target))
    return FAILED if failed else 0


def _minutes(seconds: int) -> dict[str, int]:
    return dict(zip(("minutes", "seconds"), divmod(seconds, 60), strict=True))


def bench_folder() -> Path:
    """CASSETETE_BENCH, or the source tree's; UsageError if there is none."""
    named = os.environ.get("CASSETETE_BENCH")
    folder = Path(named) if named else Path(cassetete.__file__).parents[2] / "bench"
    if (folder / f"{TIMING}.py").is_file():
        return folder.resolve()
    if named:
        raise UsageError(_("CASSETETE_BENCH: '{path}' is not the bench folder of the source", path=named))
    raise UsageError(
        _("the benches come with the source, not with the package: run this there, or set CASSETETE_BENCH")
    )


def _names(folder: Path, wanted: Sequence[str]) -> list[str]:
    """The benches to run: games in the order of the registry, then what else there is (the window)."""
    files = sorted(path.stem for path in folder.glob("*.py") if path.stem != TIMING)
    there = [name for name in games() if name in files]
    there += [name for name in files if name not in games()]
    if not there:
        raise UsageError(_("{path}: there is no bench here", path=folder))
    for name in wanted:
        if name not in there:
            known = ", ".join(there)
            raise UsageError(_("there is no bench of '{name}' (there are: {known})", name=name[:40], known=known))
    return [name for name in there if not wanted or name in wanted]


def _levels(named: str | None, folder: Path, names: Sequence[str]) -> Path:
    """The folder of levels; it must be there if any game is measured."""
    chosen = named or os.environ.get("CASSETETE_LEVELS")
    levels = Path(chosen) if chosen else folder.parent.parent / "shared" / "levels"
    if not levels.is_dir() and any(name in games() for name in names):
        raise UsageError(_("there is no folder of levels '{path}': name one with --levels", path=levels))
    return levels.resolve()


def _peers(named: Sequence[str]) -> dict[str, str]:
    peers = {}
    for item in named:
        name, equals, path = item.partition("=")
        if not (name and equals and path):
            raise UsageError(_("--peers: '{item}' is not NAME=PATH", item=item[:80]))
        peers[name] = path
    return peers


def _loaded(folder: Path, name: str) -> ModuleType:
    """A module of the bench folder. Its name is a game's, and `turtle` is already someone else's: ours gets a prefix,
    except for what the benches share, which they import by its own name."""
    known = name if name == TIMING else f"cassetete_bench_{name}"
    spec = importlib.util.spec_from_file_location(known, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None  # a .py path always has a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    spec.loader.exec_module(module)
    return module


def _new_file(folder: Path) -> Path:
    results = folder / "results"
    try:
        results.mkdir(exist_ok=True)
    except OSError as error:
        raise CannotWrite(results, error) from None
    return results / f"{datetime.now().astimezone():%Y-%m-%dT%H-%M-%S}.json"


def _results(rows: Sequence[Mapping[str, Any]], levels: Path) -> dict[str, object]:
    """Everything about a run: when, on which machine, and the rows."""
    machine = {"system": platform.platform(), "processor": _processor(), "cores": os.cpu_count()}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "date": f"{datetime.now().astimezone():%Y-%m-%dT%H:%M:%S%z}",
        "cassetete": cassetete.__version__,
        "python": platform.python_version(),
        "machine": {**machine, "load": load},
        "levels": str(levels),
        "rows": [_finite(dict(row)) for row in rows],
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")


def _finite(value: Any) -> Any:
    """JSON has no NaN: what could not be divided is null."""
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
