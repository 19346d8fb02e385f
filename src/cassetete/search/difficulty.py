"""How hard a level is for a person: the chance that a player who looks no farther than the next move gets to the goal.

This player sees what each move leads to and prefers what looks nearer to the goal, hardly ever makes a move that is
seen to lose, and may give up at every step. The score is -log2 of the chance that this ends well: one more is a level
that half as many would solve. Where little can go wrong it stays low, even if the way is long; losses that show only
later make it grow. How well this orders levels as people find them is in docs/hunting.md.
"""

from __future__ import annotations

from collections import abc, deque
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log2
from typing import Any, NamedTuple, TypeAlias

from cassetete.core.answers import Limits
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Grade, Metric, Parameter, ParameterKind, Progress, Solver
from cassetete.core.drain import drain
from cassetete.core.message import Catalogue, Text
from cassetete.search.space import Space
from cassetete.speed import jit
from cassetete.speed.random import Random

_ = Catalogue("cassetete")

MOST_STATES = 20_000
"""So many states are looked at; of a larger level, only those near a solution."""

MOST_NODES, MOST_PLAIN = 1_000_000, 30_000
"""What a compiled solver, or a plain one, may look at for a solution of such a level."""

NOT_NEARER = 0.6
"""How much a move is liked that looks no nearer to the goal (one that does counts 1); its square, if it leads away."""

SEEN_LOST = 0.05
"""How much a move is liked that is seen to lose."""

PATIENCE = 0.98
"""The chance to go on, at every step."""

MOST_BESIDE = 3_000
"""Of a larger level, so many states on a solution and beside it are looked at."""

_UNKNOWN = 0.8
"""The chance to come back from a state that is too far from the solution to be looked at. With this, levels that can be
looked at whole have about the same score either way."""

_EXACT = 5e-4
"""A score that changes by no more than this part of itself (and of 1) is known well enough; after `_SWEEPS` too."""
_SWEEPS = 400

_WORDS = (("easy", _("easy")), ("normal", _("normal")), ("hard", _("hard")), ("expert", _("expert")))

ANY = _("any").msgid
DIFFICULTY = Parameter("difficulty", ParameterKind.CHOICE, ANY, (ANY, *dict(_WORDS)), _("difficulty"))
"""A generator's parameter; `of_difficulty` makes the levels."""

ATTEMPTS = 12
"""How many levels are made for one of the wanted difficulty."""

_FAILURES = 4
"""A generator that has found nothing so often is not asked again."""

CHOICES = _("a choice between moves")
TRAPS = _("a move beside the way that loses")
AWAY = _("a move that seems to lead away from the goal")


class Difficulty(NamedTuple):
    """-log2 of the chance of a player, and what a shortest solution passes."""

    score: float
    choices: int
    """The steps with more than one way to go on."""
    traps: int
    """The moves beside the way after which nothing can be won; of a large level, those that are seen at once."""
    away: int
    """The steps that seem to lead away from the goal."""
    length: int

    def graded(self, easy: float, normal: float, hard: float, *more: tuple[Text, int]) -> Grade:
        """The grade, by the greatest scores of the first three words."""
        at = sum(self.score > most for most in (easy, normal, hard))
        found = ((CHOICES, self.choices), (TRAPS, self.traps), (AWAY, self.away), *more)
        return Grade(*_WORDS[at], round(10 * self.score), tuple(one for one in found if one[1]))


def difficulty(
    space: Space,
    apparent: Callable[[Any], int],
    solution: Callable[[], Sequence[Any] | None],
    lost: Callable[[Any], bool] = lambda _state: False,
    most: int = MOST_STATES,
    beside: int = MOST_BESIDE,
) -> Difficulty | None:
    """How hard it is to get from the start to a goal; None if no solution is found.

    `apparent(state)` is how far from the goal a state looks, `lost(state)` a quick proof that it cannot be won. Where
    there are more than `most` states, `solution()` gives the states of a shortest solution, the start first, and so
    many states as `beside` says are looked at near it.

    >>> def line(n):
    ...     return [("+1", n + 1), ("-1", n - 1)] if 0 < n < 3 else []
    >>> difficulty(Space(1, line, lambda n: n == 3), lambda n: 3 - n, lambda: None)
    Difficulty(score=0.647..., choices=2, traps=1, away=0, length=2)
    """
    following = _explored(space, lost, most)
    way: Sequence[Any] | None
    if following is not None:
        far: Collection[Any] = ()
        left = _distances(space, following)
        way = _shortest(space.start, following, left)
    else:
        way = solution()
        if way is None:
            return None
        following, far = _beside(space, way, lost, beside)
        left = _distances(space, following)
    if way is None:
        return None
    choices = traps = away = 0
    for here, then in pairwise(way):
        options = following[here]
        choices += len(options) > 1
        traps += sum(state not in left for state in options)
        away += apparent(then) > apparent(here)
    score = _improbability(space.start, following, far, left, apparent, lost)
    return Difficulty(score, choices, traps, away, len(way) - 1)


def _liking(apparent: Callable[[Any], int], here: Any, then: Any) -> float:
    """How much a player likes a move that is not seen to lose."""
    before, after = apparent(here), apparent(then)
    return 1.0 if after < before else NOT_NEARER if after == before else NOT_NEARER**2


def _improbability(
    start: Any,
    following: Mapping[Any, Sequence[Hashable]],
    far: Collection[Any],
    left: Mapping[Any, int],
    apparent: Callable[[Any], int],
    lost: Callable[[Any], bool],
) -> float:
    """-log2 of the chance that the player gets from the start to a goal.

    A state's chance is what those that follow have, each as often as it is liked. From the goal backwards this is
    asked of all states, again and again, until the start's chance grows no more. Those that are `far` have a chance to
    come back.
    """
    order = sorted((state for state in left if left[state]), key=left.__getitem__)
    number = {state: n for n, state in enumerate(order)}
    goal = len(order)
    chances = [0.0] * goal + [1.0]
    shares: list[list[tuple[int, float]]] = []
    """For each state, those that follow, each with the chance that it is chosen."""
    for state in order:
        checkpoint()
        if state in far:
            shares.append([(number[after], _UNKNOWN) for after in following[state]])
            continue
        liked = [SEEN_LOST if lost(after) else _liking(apparent, state, after) for after in following[state]]
        whole = sum(liked) / PATIENCE
        ways = [(after, like) for after, like in zip(following[state], liked, strict=True) if after in left]
        shares.append([(number.get(after, goal), like / whole) for after, like in ways])
    score = 0.0
    for sweep in range(_SWEEPS):
        checkpoint()
        for n, ways_on in enumerate(shares):
            chance = 0.0
            for after, part in ways_on:  # quicker than `sum`, whose rounding changed in Python 3.12
                chance += chances[after] * part
            chances[n] = chance
        before, score = score, -log2(chances[number.get(start, goal)])
        if sweep and before - score <= _EXACT * (1 + score):
            break
    return score


Make: TypeAlias = Callable[[Mapping[str, Any], int], abc.Generator[Progress, None, Any]]
"""As `Generator.run`."""


def of_difficulty(make: Make, grade: Callable[[Any], Grade | None]) -> Make:
    """The same generator with the parameter `DIFFICULTY`: it goes on until a level has the wanted grade, or gives up.

    Levels have their grade in their headers. What is too large to be graded is for experts.
    """

    def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Any]:
        wanted = values.get(DIFFICULTY.name, ANY)
        others = {name: value for name, value in values.items() if name != DIFFICULTY.name}
        random = Random(seed)
        failed = 0
        for attempt in range(ATTEMPTS):
            level = yield from make(others, seed if attempt == 0 else random.bits())
            if level is None:
                failed += 1
                if wanted == ANY or failed == _FAILURES:
                    return None
                continue
            found = grade(level)
            word = found.id if found is not None else _WORDS[-1][0]
            if wanted in (ANY, word):
                return replace(level, headers=replace(level.headers, grade=word, seed=str(seed)))
        return None

    return run


def _options(space: Space, state: Any) -> list[Hashable]:
    """The states that follow, each once, without those that change nothing."""
    return list(dict.fromkeys(after for _move, after in space.successors(state) if after != state))


def _explored(space: Space, lost: Callable[[Any], bool], most: int) -> dict[Any, list[Hashable]] | None:
    """What follows each state that can be reached; None if there are too many."""
    found: dict[Any, list[Hashable]] = {}
    waiting = deque([space.start])
    seen = {space.start}
    while waiting:
        if len(seen) > most:
            return None
        checkpoint()
        state = waiting.popleft()
        found[state] = [] if space.goal(state) or lost(state) else _options(space, state)
        new = [after for after in found[state] if after not in seen]
        seen.update(new)
        waiting.extend(new)
    return found


def _beside(
    space: Space, way: Sequence[Any], lost: Callable[[Any], bool], most: int
) -> tuple[dict[Any, list[Hashable]], set[Any]]:
    """What follows each state of a solution and those beside it, nearest first; and the states that were too far.

    Of these it is only known from where they were found: that follows.
    """
    found: dict[Any, list[Hashable]] = {}
    waiting = deque(way)
    seen = set(way)
    came: dict[Any, Any] = {}
    while waiting and (len(seen) < most or waiting[0] not in came):
        checkpoint()
        state = waiting.popleft()
        found[state] = [] if space.goal(state) or lost(state) else _options(space, state)
        for after in found[state]:
            if after not in seen:
                seen.add(after)
                came[after] = state
                waiting.append(after)
    far = {state for state in waiting if not space.goal(state) and not lost(state)}
    for state in waiting:
        found[state] = [came[state]] if state in far else []
    return found, far


def _distances(space: Space, following: Mapping[Any, Sequence[Hashable]]) -> dict[Any, int]:
    """How far each state is from a goal; those from which none can be reached are missing."""
    before: dict[Any, list[Any]] = {}
    for state, options in following.items():
        for after in options:
            before.setdefault(after, []).append(state)
    left = {state: 0 for state in following if space.goal(state)}
    waiting = deque(left)
    while waiting:
        state = waiting.popleft()
        for earlier in before.get(state, ()):
            if earlier not in left:
                left[earlier] = left[state] + 1
                waiting.append(earlier)
    return left


def _shortest(start: Any, following: Mapping[Any, Sequence[Hashable]], left: dict[Any, int]) -> list[Any] | None:
    """The states of a shortest solution: of several, the one that comes first by its text."""
    if start not in left:
        return None
    way = [start]
    while left[way[-1]]:
        nearer = [state for state in following[way[-1]] if left.get(state, -1) == left[way[-1]] - 1]
        way.append(min(nearer, key=repr))
    return way


def solved_states(
    solvers: Sequence[Solver[Any, Any, Any]],
    level: Any,
    state: Any,
    metric: Metric,
    play: Callable[[Any, Any, Any], Any],
) -> list[Any] | None:
    """The states of a shortest solution, by the first solver that is ready and proves it; None if none finds one."""
    for solver in solvers:
        if metric in solver.optimal and solver.fits(level) and (not solver.kernel or jit.ready(solver.kernel)):
            limits = Limits(nodes=MOST_NODES if solver.kernel else MOST_PLAIN)
            answer = drain(solver.run(level, state, metric, limits))
            if not answer.solved:
                return None
            states = [state]
            for move in answer.moves:
                states.append(play(level, states[-1], move))
            return states
    return None
