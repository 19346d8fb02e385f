"""Measures the seconds inside kernel calls, here and in Pyodide (`measure.py kernels` runs it in both, by turns).

The work is the same in both places: every level of a game's pack, solved fast and shortest, and levels that the game's
generators make from a seed. What was answered is written down beside the seconds, to be compared. Of each piece of work
the least time counts.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

NODES = 300_000
SEEDS = {"pushit": (1,), "ricosheep": (1,), "slitherlink": range(1, 5), "sokoban": (1,), "turtle": (1,)}
"""The seeds of the levels that each generator makes."""

ROUNDS = 3


class Clock:
    """Adds up the seconds of kernel calls."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def watch(self, variant: Any) -> None:
        """Add up what is called from now on."""
        run: Callable[[Any, bytes], Any] = variant.call

        def call(one: Any, words: bytes) -> Any:
            began = time.perf_counter()
            try:
                return run(one, words)
            finally:
                self.seconds += time.perf_counter() - began

        variant.call = call


def pieces(game: Any) -> Iterator[Callable[[], list[Any]]]:
    """The work of a game in pieces: each returns what it found, which is the same wherever it runs."""
    generate = importlib.import_module("cassetete.app.levels.generate").generate
    solution = importlib.import_module("cassetete.app.solving.hints").solution
    answers = importlib.import_module("cassetete.core.answers")
    limits = answers.Limits(nodes=NODES, memory=importlib.import_module("cassetete.front.page.thinking").MEMORY)
    found = importlib.import_module("cassetete.app.levels.library").pack(game.id)

    def solve(entry: Any, want: Any) -> Callable[[], list[Any]]:
        def work() -> list[Any]:
            answer = solution(game, entry.level, entry.state, limits, want=want)
            return [answer.verdict.name, answer.expanded, len(answer.moves)]

        return work

    def make(generator: Any, values: Any, seed: int) -> Callable[[], list[Any]]:
        def work() -> list[Any]:
            level = generate(game, seed, values, generator.id)
            return [None if level is None else game.formats[0].dump([level])]

        return work

    for want in (answers.Want.FAST, answers.Want.SHORTEST):
        for name in found.names():
            yield solve(found.entry(name), want)
    for generator in game.making.generators:
        if generator.kernel:
            for seed in SEEDS[game.id]:
                yield make(generator, generator.presets[-1].values, seed)


def measured(ids: list[str]) -> dict[str, Any]:
    """For each game: what was found, and the least seconds in kernels of each piece."""
    games = importlib.import_module("cassetete.app.registry").games()
    clock = Clock()
    clock.watch(importlib.import_module("cassetete.speed.library").Variant)
    said = {}
    for game in ids:
        work = list(pieces(games[game]))
        for piece in work:  # kernels are loaded, and browsers compile code better once it has run for a while
            piece()
        answers: list[list[Any]] = []
        best = [float("inf")] * len(work)
        for _round in range(ROUNDS):
            answers = []
            for number, piece in enumerate(work):
                clock.seconds = 0.0
                answers.append(piece())
                best[number] = min(best[number], clock.seconds)
        said[game] = [answers, best]
    return said


if __name__ == "__main__":
    place = Path("/times")  # in Pyodide, the names are there
    if len(sys.argv) > 1:
        place = Path(sys.argv[1])
    else:
        sys.path.insert(0, "/package")
    asked = json.loads((place / "games.json").read_text("utf-8"))
    (place / "said.json").write_text(json.dumps(measured(asked)), "utf-8")
