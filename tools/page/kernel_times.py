"""Measures the seconds inside kernel calls, here and in Pyodide (`measure.py kernels` runs it in both, by turns).

The work is the same in both places: every level of a game's pack, solved fast and shortest, and some work that takes
kernels longer: large levels drawn from a seed, and levels that the game's generators make. What was answered is written
down beside the seconds, to be compared.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

NODES = {"pushit": 300_000, "ricosheep": 300_000, "slitherlink": 300_000, "sokoban": 5_000, "turtle": 300_000}
"""Where a search ends."""

LARGE = {"pushit": range(1, 9), "ricosheep": (0, 1, 3, 5)}
"""The seeds of large levels, of the games whose packs take their kernels no time."""

GENERATED = {"slitherlink": range(1, 25)}
"""The seeds of the levels that a generator makes, of the games whose generator is nearly all kernel."""

ROUNDS = 5


def processor_clock() -> Callable[[], float]:
    """What tells the processor seconds of this thread: other programs do not change them as much as the time."""
    if sys.platform != "emscripten":
        return time.thread_time
    process = importlib.import_module("js").process

    def seconds() -> float:
        used = process.threadCpuUsage()
        return float(used.user + used.system) / 1e6

    return seconds


class Clock:
    """Adds up the processor seconds of kernel calls."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.now = processor_clock()

    def watch(self, variant: Any) -> None:
        """Add up what is called from now on."""
        run: Callable[[Any, bytes], Any] = variant.call

        def call(one: Any, words: bytes) -> Any:
            began = self.now()
            try:
                return run(one, words)
            finally:
                self.seconds += self.now() - began

        variant.call = call


def large_levels(game: str) -> Iterator[str]:
    """Levels that take kernels long, as texts: drawn from a seed, so the same everywhere."""
    for seed in LARGE.get(game, ()):
        chance = random.Random(seed)
        if game == "pushit":
            rows = [[chance.choice("11112223") for _ in range(12)] for _ in range(12)]
            yield "\n".join(map(" ".join, rows)) + "\n"
        else:
            rows = [[chance.choice("______B") for _ in range(16)] for _ in range(16)]
            for number, place in enumerate(chance.sample(range(256), 12)):
                rows[place // 16][place % 16] = "S" if number < 8 else "G"
            yield "\n".join(map("".join, rows)) + "\n"


def pieces(game: Any) -> Iterator[Callable[[], list[Any]]]:
    """The work of a game in pieces: each returns what it found, which is the same wherever it runs."""
    library = importlib.import_module("cassetete.app.levels.library")
    generate = importlib.import_module("cassetete.app.levels.generate").generate
    solution = importlib.import_module("cassetete.app.solving.hints").solution
    answers = importlib.import_module("cassetete.core.answers")
    memory = importlib.import_module("cassetete.front.page.thinking").MEMORY

    def solve(entry: Any, want: Any) -> Callable[[], list[Any]]:
        def work() -> list[Any]:
            limits = answers.Limits(nodes=NODES[game.id], memory=memory)
            answer = solution(game, entry.level, entry.state, limits, want=want)
            return [answer.verdict.name, answer.expanded, len(answer.moves)]

        return work

    def make(generator: Any, seed: int) -> Callable[[], list[Any]]:
        def work() -> list[Any]:
            level = generate(game, seed, generator.presets[-1].values, generator.id)
            return [None if level is None else game.formats[0].dump([level])]

        return work

    found = library.pack(game.id)
    for want in (answers.Want.FAST, answers.Want.SHORTEST):
        for name in found.names():
            yield solve(found.entry(name), want)
    for text in large_levels(game.id):
        [entry] = library.read_text(text, "", game)
        yield solve(entry, answers.Want.SHORTEST)
    for generator in game.making.generators:
        for seed in GENERATED.get(game.id, ()):
            if generator.kernel:
                yield make(generator, seed)


def measured(game: str) -> list[Any]:
    """What was found in a game, and the seconds in kernels of a round."""
    games = importlib.import_module("cassetete.app.registry").games()
    clock = Clock()
    clock.watch(importlib.import_module("cassetete.speed.library").Variant)
    work = list(pieces(games[game]))
    for piece in work:  # kernels are loaded, and browsers compile code better once it has run for a while
        piece()
    answers: list[list[Any]] = []
    clock.seconds = 0.0
    for _round in range(ROUNDS):  # the system counts in steps, which only many calls even out
        answers = [piece() for piece in work]
    return [answers, clock.seconds / ROUNDS]


if __name__ == "__main__":
    place = Path("/times")  # in Pyodide, the names are there
    if len(sys.argv) > 1:
        place = Path(sys.argv[1])
    else:
        sys.path.insert(0, "/package")
    asked = json.loads((place / "game.json").read_text("utf-8"))
    (place / "said.json").write_text(json.dumps(measured(asked)), "utf-8")
