"""The level generator: rough slopes, then annealing, until a level is exactly what was asked for.

What a level is scored by is proven: the fewest moves, the fewest pushes, and how many of the positions that can be
reached are lost. A board where the ball can roll straight to the exit is never made, nor one that starts low.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.drain import drain, relay
from cassetete.core.errors import Infeasible
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import ANY, DIFFICULTY, of_difficulty
from cassetete.speed.random import Random

from .. import rules
from ..grading import grade
from ..model import Level
from ..solvers.searches import KERNEL
from .annealing import Heights, anneal_heights

_ = Catalogue("pushit")

RESTARTS, STEPS = 8, 12_000
EFFORT = 20_000_000
"""How many states may be expanded for one level in all: about ten seconds."""
_DRAWS = 200
_LONG = 5
"""Where no greatest length is asked for, at most so many times the straight way."""
_STATES = 15_000


class LevelRequest(NamedTuple):
    """What a level must be like: ranges of its length and of its share of lost positions; its pushes (0: any)."""

    size: int
    height: int
    least: int
    most: int
    push: bool
    pushes: int
    lost_least: int
    lost_most: int

    @property
    def straight(self) -> int:
        """The length of a way without a detour."""
        return 2 * (self.size - 1)


def check(request: LevelRequest) -> None:
    """Raise Infeasible if no level can be like that.

    The way from a corner to the opposite one has an even number of moves, not fewer than the straight way; and no more
    positions can be lost than all, nor fewer than none.
    """
    if request.least > request.most:
        raise Infeasible(
            _("the minimum length ({least}) exceeds the maximum ({most})", least=request.least, most=request.most)
        )
    if request.lost_least > request.lost_most:
        raise Infeasible(
            _(
                "the minimum share ({least} %) exceeds the maximum ({most} %)",
                least=request.lost_least,
                most=request.lost_most,
            )
        )
    if request.most < request.straight:
        raise Infeasible(_("the straight path from corner to corner already has {n} moves", n=request.straight))
    if request.least == request.most and request.least % 2:
        raise Infeasible(_("from corner to opposite corner, the number of moves is always even"))


class Scorer:
    """How far boards are from a request: 0 is what was asked for, less is further away."""

    def __init__(self, request: LevelRequest) -> None:
        from ..solvers import graph, layouts  # kernels: loaded when a level is generated
        from .batch_solver import BatchSolver

        self.effort = 0
        self.ask(request)
        self._graph, self._search = graph.graph, layouts.search
        self._batch = BatchSolver(request.size, _STATES)

    def ask(self, request: LevelRequest) -> None:
        """Score by this request from now on."""
        self._request = request

    def score(self, heights: Heights) -> int | None:
        """Minus the distance from the request.

        None if there is no solution, too much to search, a low start, or no effort left.
        """
        request = self._request
        if 2 * heights[0] < request.height or self.effort >= EFFORT:
            return None
        length, expanded = self._batch.length(heights)
        self.effort += 20 + expanded
        if length < 0:
            return None
        if not request.least <= length <= request.most:
            return -64 - 16 * max(request.least - length, length - request.most)
        level = Level(request.size, heights)
        fewest = self.pushes(level)
        if request.pushes and fewest != request.pushes:
            return -32 - 4 * min(8, abs(fewest - request.pushes))
        if not fewest and (request.push or length == request.straight):
            return -32
        return -self._lost_distance(level)

    def _lost_distance(self, level: Level) -> int:
        """How far the share of lost positions is from what was asked."""
        request = self._request
        if (request.lost_least, request.lost_most) == (0, 100):
            return 0
        graph = self._graph(level, rules.start(level), _STATES)
        self.effort += _STATES if graph is None else graph.states
        if graph is None:
            return 30
        return (max(0, request.lost_least - graph.share, graph.share - request.lost_most) + 3) // 4

    def pushes(self, level: Level) -> int:
        """The fewest pushes of any solution; the level has one."""
        state = rules.start(level)
        answer = drain(self._search(level, state, ((0, 1), (1, 1)), Limits()))
        self.effort += 500 + answer.expanded
        count = 0
        for move in answer.moves:
            count += rules.pushes(level, state, move)
            state = rules.play(level, state, move)
        return count

    def with_headers(self, heights: Heights, seed: int) -> Level:
        """The level with what is known about it."""
        level = Level(self._request.size, heights)
        optimum = self._batch.length(heights)[0]
        headers = Headers(optimum=optimum, pushes=self.pushes(level), seed=str(seed))
        return Level(self._request.size, heights, headers=headers)


def run_evenly(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level that is exactly as requested and of the wanted difficulty, or None if none was found.

    Of the lengths that were asked for one is chosen and kept to, so that each comes up as often as the others: else it
    would be the lengths that are found first, or that most often have the difficulty.
    """
    random = Random(seed)
    aim = _aim(LevelRequest(**{name: value for name, value in values.items() if name != DIFFICULTY.name}), random)

    def aimed(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
        return run(values, seed, aim)

    level: Level | None = None
    rounds = (aimed, aimed, run) if values.get(DIFFICULTY.name, ANY) != ANY else (aimed,)
    for number, make in enumerate(rounds):
        level = yield from of_difficulty(make, grade)(values, random.bits() if number else seed)
        if level is not None:
            return replace(level, headers=replace(level.headers, seed=str(seed)))
    return None


def run(
    values: Mapping[str, Any], seed: int, aim: LevelRequest | None = None
) -> abc.Generator[Progress, None, Level | None]:
    """A level that is exactly as requested, or None if none was found within the budget; if possible as aimed at."""
    request = LevelRequest(**values)
    check(request)
    random = Random(seed)
    aim = aim or _aim(request, random)
    scorer = Scorer(aim)
    for attempt in range(RESTARTS):
        if attempt == 2 or scorer.effort >= EFFORT // 4:
            scorer.ask(request)  # such a length is hard to find: any that was asked for will do
        heights = yield from _slopes(request, scorer, random)
        if heights is None:
            continue
        work = anneal_heights(heights, scorer.score, request.height, STEPS, random, enough=0)
        result = yield from relay(work, lambda now: None if now.steps % 64 else Progress(scorer.effort, EFFORT))
        score, heights = result.best
        if score == 0:
            return scorer.with_headers(heights, seed)
    return None


def _aim(request: LevelRequest, random: Random) -> LevelRequest:
    """The request with one of its lengths, so that they all come up, not only those that are found first."""
    special = request.pushes or (request.lost_least, request.lost_most) != (0, 100)
    if special and request.most > _LONG * request.straight:
        return request  # such levels are rare enough
    most = min(request.most, max(request.least, _LONG * request.straight))
    lengths = [n for n in range(max(request.least, request.straight), most + 1) if n % 2 == 0]
    if not lengths:
        return request
    length = random.choice(lengths)
    return request._replace(least=length, most=length)


def _slopes(request: LevelRequest, scorer: Scorer, random: Random) -> abc.Generator[Progress, None, Heights | None]:
    """The best of some rough slopes; None if none of them has a solution."""
    best: tuple[int, Heights] | None = None
    for draw in range(_DRAWS):
        if draw % 16 == 0:
            yield Progress(scorer.effort, EFFORT)
        heights = _slope(request.size, request.height, random)
        score = scorer.score(heights)
        if score is not None and (best is None or score > best[0]):
            best = score, heights
        if score == 0:
            break
    return best and best[1]


def _slope(size: int, height: int, random: Random) -> Heights:
    """Heights that fall evenly from the start to the exit, each then a little more or less."""
    steps = 2 * (size - 1)
    heights = []
    for row in range(size):
        for column in range(size):
            even = height * (steps - row - column) // steps
            rough = even + random.choice((-2, -1, 0, 0, 1, 1))
            heights.append(max(0, min(height, rough)))
    heights[0] = max(1, height - 1)
    return tuple(heights)


PRESETS = (
    Preset(_("easy"), {"size": 4, "height": 3, "least": 6, "most": 12, "difficulty": "easy"}),
    Preset(_("normal"), {"size": 5, "height": 4, "least": 10, "most": 18, "difficulty": "normal"}),
    Preset(_("hard"), {"size": 6, "height": 4, "least": 18, "most": 36, "difficulty": "hard"}),
    Preset(_("expert"), {"size": 7, "height": 4, "least": 30, "most": 52, "difficulty": "expert"}),
)

GENERATORS = (
    Generator(
        "random",
        _("made to measure"),
        (
            Parameter("size", ParameterKind.INT, 5, (2, 12), _("rows and columns")),
            Parameter("height", ParameterKind.INT, 4, (1, 13), _("maximum height")),
            Parameter("least", ParameterKind.INT, 1, (1, 999), _("minimum length of the shortest solution")),
            Parameter("most", ParameterKind.INT, 999, (1, 999), _("maximum length of the shortest solution")),
            Parameter("push", ParameterKind.FLAG, True, (), _("impossible without a push")),
            Parameter("pushes", ParameterKind.INT, 0, (0, 99), _("pushes needed (0: any number)")),
            Parameter("lost_least", ParameterKind.INT, 0, (0, 100), _("minimum share of lost positions (%)")),
            Parameter("lost_most", ParameterKind.INT, 100, (0, 100), _("maximum share of lost positions (%)")),
            DIFFICULTY,
        ),
        run_evenly,
        PRESETS,
        kernel=KERNEL,
    ),
)
