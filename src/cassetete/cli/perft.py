"""`cassetete perft`: how many states there are at each depth, the test of any rules."""

from __future__ import annotations

import argparse
import json
from itertools import islice

from cassetete.app.levels.library import LoadedLevel
from cassetete.cli.console import Console
from cassetete.cli.limits import add_limits
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import add_reading, each_level
from cassetete.core.message import Catalogue
from cassetete.search.perft import layers

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which levels, and how deep."""
    add_reading(parser)
    parser.option("--depth", metavar="N", type=parser.whole(0), required=True, help=_("count down to this depth"))
    add_limits(parser)
    parser.option("--json", action="store_true", help=_("one JSON object per level, each on a line"))


def run(options: argparse.Namespace) -> int:
    """A line `depth states` for each depth, as soon as it is counted."""
    console: Console = options.console

    def work(entry: LoadedLevel) -> int:
        counts = islice(layers(entry.game.rules, entry.level, entry.state), options.depth + 1)
        if options.json:
            fields = {"game": entry.game.id, "source": entry.source, "level": entry.number, "states": list(counts)}
            console.print(json.dumps(fields))
        else:
            for depth, count in enumerate(counts):
                console.print(f"{depth} {count}")
        return 0

    return each_level(options, work)
