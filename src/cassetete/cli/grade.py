"""`cassetete grade`: how hard levels are, and what it takes to solve them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.solving import kernels
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits
from cassetete.cli.parser import Parser
from cassetete.cli.read_levels import add_reading, each_level, label
from cassetete.core.contract import Grade
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


def add_arguments(parser: Parser) -> None:
    """Which levels."""
    parser.epilog = parser.translate(
        _("exit codes: 0 all graded, 1 some not, 2 some given up, 3 some unreadable; 64, 70, 130")
    )
    add_reading(parser, many=True, after=False)
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """One paragraph for each level: its name, its grade, and each technique with how often it is used; at the end of
    several, how many there are of each grade."""
    console: Console = options.console
    grades: list[Grade | None] = []

    def work(entry: LoadedLevel) -> int:
        if entry.game.coaching.grade is None:
            raise UsageError(_("levels of {game} are not graded", game=entry.game.id))
        console.print(label(entry))
        found = entry.game.coaching.grade(entry.level)
        if found is None and _compiled(entry):
            found = entry.game.coaching.grade(entry.level)
        grades.append(found)
        if found is None:
            console.print("  " + console.translate(_why_none(entry)))
            return 1
        tell(console, found)
        return 0

    code = each_level(options, work)
    if len(grades) > 1:
        summarise(console, grades)
    return code


def _compiled(entry: LoadedLevel) -> bool:
    """Whether the game's fast solvers had to be compiled for this: with them there may be a grade."""
    missing = [one for one in kernels.kernels_of([entry.game]) if kernels.usable(one) and not kernels.ready(one)]
    for kernel in missing:
        kernels.compile_in_child(kernel)
    return bool(missing)


def _why_none(entry: LoadedLevel) -> Text:
    if any(solver.optimal for solver in entry.game.solvers):
        return _("no grade: no solution was found")
    return _("no grade: it does not have exactly one solution")


def tell(console: Console, found: Grade) -> None:
    """Print the grade and how often each technique is needed."""
    console.print("  " + console.translate(_("{grade} ({rank})", grade=found.title, rank=found.rank)))
    for title, times in found.needs:
        line = _.n("{n:4} time: {technique}", "{n:4} times: {technique}", n=times, technique=title)
        console.print("  " + console.translate(line))


def summarise(console: Console, grades: Sequence[Grade | None]) -> None:
    """Print how many levels have each grade, the easiest first, and their share of all."""
    console.print(_.n("{n} level", "{n} levels", n=len(grades)))
    ranks: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for grade in grades:
        word = console.translate(grade.title) if grade is not None else console.translate(_("no grade"))
        ranks[word] = max(ranks.get(word, 0), grade.rank) if grade is not None else 1_000_000
        counts[word] += 1
    for word in sorted(counts, key=lambda word: ranks[word]):
        console.print(f"  {counts[word]:4}  {counts[word] / len(grades):4.0%}  {word}")
