"""The level maker: rough slopes, then small changes to them, until a level is exactly what was asked for.

What is judged is proven: the fewest moves, the fewest pushes, and how many of all the positions that can be reached are
lost. A board where the ball can roll straight to the exit is never made, nor one that starts in its lower half.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from typing import Any, NamedTuple

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.errors import Infeasible
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.speed.random import Random

from .. import rules
from ..model import Level
from ..solvers.searches import KERNEL, drained
from .annealing import Heights, climb

_ = Catalogue("pushit")

CLIMBS, STEPS = 8, 12_000
EFFORT = 20_000_000
"""The states a search for one level may expand in all: some ten seconds' worth."""
_DRAWS = 200
_STATES = 15_000
_HOT = 48
_GRADES = ((12, "easy"), (20, "medium"), (32, "hard"))


class Wish(NamedTuple):
    """What is asked of a level: ranges of its length and of the share of lost positions, its pushes (0: any number)."""

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


def refuse(wish: Wish) -> None:
    """Raise Infeasible if no level can be so.

    The way from a corner to the opposite one has an even number of moves, not fewer than the straight way; and no more
    positions can be lost than all, nor fewer than none.
    """
    if wish.least > wish.most:
        raise Infeasible(_("no length is at least {least} and at most {most}", least=wish.least, most=wish.most))
    if wish.lost_least > wish.lost_most:
        raise Infeasible(
            _("no share is at least {least} and at most {most}", least=wish.lost_least, most=wish.lost_most)
        )
    if wish.most < wish.straight:
        raise Infeasible(_("the straight way from corner to corner has {n} moves already", n=wish.straight))
    if wish.least == wish.most and wish.least % 2:
        raise Infeasible(_("from corner to opposite corner, the number of moves is always even"))


class Judge:
    """How far boards are from a wish, in a whole number: 0 is what was asked for."""

    def __init__(self, wish: Wish) -> None:
        from ..solvers import native
        from .evaluate import Probe

        self.effort = 0
        self._wish = wish
        self._native = native
        self._probe = Probe(wish.size, _STATES)

    def worth(self, heights: Heights) -> int | None:
        """Minus the distance from the wish; None if there is no solution or too much to search, or the start is low."""
        wish = self._wish
        if 2 * heights[0] < wish.height:
            return None
        length, expanded = self._probe.length(heights)
        self.effort += 20 + expanded
        if length < 0:
            return None
        if not wish.least <= length <= wish.most:
            return -64 - 16 * max(wish.least - length, length - wish.most)
        level = Level(wish.size, heights)
        fewest = self.pushes(level)
        if wish.pushes and fewest != wish.pushes:
            return -32 - 4 * min(8, abs(fewest - wish.pushes))
        if not fewest and (wish.push or length == wish.straight):
            return -32
        return -self._forgiven(level)

    def _forgiven(self, level: Level) -> int:
        """How far the share of lost positions is from what was asked."""
        wish = self._wish
        if (wish.lost_least, wish.lost_most) == (0, 100):
            return 0
        graph = self._native.graph(level, rules.start(level), _STATES)
        self.effort += _STATES if graph is None else graph.states
        if graph is None:
            return 30
        return (max(0, wish.lost_least - graph.share, graph.share - wish.lost_most) + 3) // 4

    def pushes(self, level: Level) -> int:
        """The fewest pushes of any solution; the level has one."""
        state = rules.start(level)
        answer = drained(self._native.search(level, state, ((0, 1), (1, 1)), Limits()))
        self.effort += 500 + answer.expanded
        count = 0
        for move in answer.moves:
            count += rules.pushes(level, state, move)
            state = rules.play(level, state, move)
        return count

    def signed(self, heights: Heights, seed: int) -> Level:
        """The level with what is known about it."""
        level = Level(self._wish.size, heights)
        optimum = self._probe.length(heights)[0]
        grade = next((name for most, name in _GRADES if optimum <= most), "expert")
        headers = Headers(optimum=optimum, pushes=self.pushes(level), grade=grade, seed=str(seed))
        return Level(self._wish.size, heights, headers=headers)


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level that is exactly as wished, or None if none was found within the budget."""
    wish = Wish(**values)
    refuse(wish)
    random = Random(seed)
    judge = Judge(wish)
    for _attempt in range(CLIMBS):
        heights = yield from _slopes(wish, judge, random)
        if heights is None:
            continue
        work = climb(heights, judge.worth, wish.height, STEPS, _HOT, random, enough=0)
        while judge.effort < EFFORT:
            try:
                step = next(work)
            except StopIteration as end:
                worth, heights = end.value
                if worth == 0:
                    return judge.signed(heights, seed)
                break
            if step % 64 == 0:
                yield Progress(judge.effort, EFFORT)
    return None


def _slopes(wish: Wish, judge: Judge, random: Random) -> abc.Generator[Progress, None, Heights | None]:
    """The best of some rough slopes; None if none of them has a solution."""
    best: tuple[int, Heights] | None = None
    for draw in range(_DRAWS):
        if draw % 16 == 0:
            yield Progress(judge.effort, EFFORT)
        heights = _slope(wish.size, wish.height, random)
        worth = judge.worth(heights)
        if worth is not None and (best is None or worth > best[0]):
            best = worth, heights
        if worth == 0 or judge.effort >= EFFORT:
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
    Preset(_("easy"), {"size": 4, "height": 3, "least": 4, "most": 14}),
    Preset(_("normal"), {"size": 5, "height": 4, "least": 10, "most": 30}),
    Preset(_("hard"), {"size": 6, "height": 4, "least": 20, "most": 80}),
)

GENERATORS = (
    Generator(
        "random",
        _("made to measure"),
        (
            Parameter("size", ParameterKind.INT, 5, (2, 12), _("rows and columns")),
            Parameter("height", ParameterKind.INT, 4, (1, 13), _("greatest height")),
            Parameter("least", ParameterKind.INT, 1, (1, 999), _("fewest moves of a shortest solution")),
            Parameter("most", ParameterKind.INT, 999, (1, 999), _("most moves of a shortest solution")),
            Parameter("push", ParameterKind.FLAG, True, (), _("impossible without a push")),
            Parameter("pushes", ParameterKind.INT, 0, (0, 99), _("pushes needed (0: any number)")),
            Parameter("lost_least", ParameterKind.INT, 0, (0, 100), _("at least so many lost positions in a hundred")),
            Parameter("lost_most", ParameterKind.INT, 100, (0, 100), _("at most so many lost positions in a hundred")),
        ),
        run,
        PRESETS,
        kernel=KERNEL,
    ),
)
