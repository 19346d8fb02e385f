"""Lets every solver, generator and hint with a kernel work, and says what they answered: run by the twin tests.

It runs in a process of its own, or in Pyodide, with the kernels built ahead of time and no compiler: a call with types
that were not built ends it. What it returns must be the same wherever it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving import hints
from cassetete.app.solving.hints import solution
from cassetete.core.answers import Answer, Limits, Want
from cassetete.core.certify import solve_with
from cassetete.core.contract import AnyGame, Metric
from cassetete.front.page.thinking import MEMORY, UNASKED_MEMORY

NODES = Limits(nodes=3000)
HUNTS = {"pushit": "2x2", "ricosheep": "2x3", "sokoban": "3x3b1", "turtle": "3x3"}
SMALL = {"rooms": {"rows": 7, "columns": 8, "boxes": 2, "tries": 5}}


def answers(game_id: str, levels: int = 5) -> list[list[Any]]:
    """What the kernels of a game answer: for some levels of its pack, and for levels they make themselves."""
    game = games()[game_id]
    found = pack(game_id)
    assert found is not None
    names = found.names()
    said: list[list[Any]] = []
    for name in names[:: max(1, len(names) // levels)]:
        entry = found.entry(name)
        said += [[name, *line] for line in _about(game, entry.level, entry.state)]
    for generator in game.making.generators:
        if generator.kernel:
            for values in [preset.values for preset in generator.presets][:2] or [SMALL.get(generator.id, {})]:
                level = generate(game, 7, values, generator.id)
                said.append([generator.id, None if level is None else game.formats[0].dump([level])])
    return said


def pack_verdicts(game_id: str) -> list[list[Any]]:
    """The verdicts on every level of a game's pack, with the memory that a page has for what the player asks for, and
    with less: other searches are chosen then, whose arrays begin small and grow."""
    found = pack(game_id)
    assert found is not None
    verdicts = []
    for name in found.names():
        entry = found.entry(name)
        limits = [Limits(nodes=10_000_000, memory=memory) for memory in (MEMORY, UNASKED_MEMORY)]
        answers = [solution(entry.game, entry.level, entry.state, each, want=Want.FAST) for each in limits]
        verdicts.append([name, *(answer.verdict.name for answer in answers)])
    return verdicts


def _about(game: AnyGame, level: Any, state: Any) -> Iterator[list[Any]]:
    for solver in game.solvers:
        if solver.kernel and solver.fits(level):
            metrics: list[Metric] = [one for one in (Metric.MOVES, Metric.PUSHES) if one in solver.optimal]
            for metric in metrics or [game.lengths.metric(level)]:
                answer = solve_with(game, solver, level, state, metric, NODES)
                yield [solver.id, metric.value, *_line(game, level, state, answer)]
    yield ["judged", hints.judge(game, level, state, NODES)]
    yield ["hint", game.notation.write(level, state, hints.hint(game, level, state, NODES).moves)]
    if game.solutions.all is not None:
        metric = game.lengths.metric(level)
        ways = islice(game.solutions.all(level, state, metric, NODES), 20)
        yield ["ways", sorted(game.notation.write(level, state, one.moves) for one in ways if one is not None)]
    if game.solutions.facts is not None:
        yield ["facts", len(game.solutions.facts(level, state))]


def _line(game: AnyGame, level: Any, state: Any, answer: Answer[Any]) -> list[Any]:
    written = game.notation.write(level, state, answer.moves) if answer.solved else None
    return [answer.verdict.name, answer.expanded, answer.optimal, written]


def hunted(game_id: str) -> list[list[Any]]:
    """What the first tasks of a tiny hunt find."""
    hunt = games()[game_id].making.hunt
    if hunt is None:
        return []
    said = []
    for task in hunt.tasks(HUNTS[game_id], 20, 1).items[:2]:
        steps = hunt.run(task)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                said.append([task, *end.value])
                break
    return said
