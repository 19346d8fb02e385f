"""How hard a level is for a person: what one must know to stay on a shortest way, not only how long it is.

At each step of a shortest solution, every move that does not belong to one weighs between 0 and 1: 1 if nothing can be
won after it, less if it costs only a few moves. A step then takes log2(1 + weights) bits of knowledge: 0 where all
moves are good, or only one is possible. A step that seems to lead away from the goal takes one bit more. The score is
the sum.
"""

from __future__ import annotations

from collections import abc, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
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
"""So many states are looked at; of a larger level, only what the solution passes is judged."""

MOST_NODES, MOST_PLAIN = 1_000_000, 30_000
"""What a compiled solver, or a plain one, may look at for a solution of such a level."""

_UNKNOWN = 0.3
"""The weight of a move of which nothing is known."""

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
    """The bits of knowledge that a shortest solution takes, and what they come from."""

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
) -> Difficulty | None:
    """How hard it is to get from the start to a goal; None if no solution is found.

    `apparent(state)` is how far from the goal a state looks, `lost(state)` a quick proof that it cannot be won. Where
    there are more than `most` states, `solution()` gives the states of a shortest solution, the start first.

    >>> def line(n):
    ...     return [("+1", n + 1), ("-1", n - 1)] if 0 < n < 3 else []
    >>> difficulty(Space(1, line, lambda n: n == 3), lambda n: 3 - n, lambda: None)
    Difficulty(score=1.584..., choices=2, traps=1, away=0, length=2)
    """
    following = _explored(space, lost, most)
    left = _distances(space, following) if following is not None else None
    way = solution() if left is None else _shortest(space.start, following or {}, left)
    if way is None:
        return None
    score = 0.0
    choices = traps = away = 0
    for here, then in pairwise(way):
        checkpoint()
        options = following[here] if following is not None else _options(space, here)
        right, weights = 0, 0.0
        for state in options:
            if state == then or (left is not None and left.get(state) == left[then]):
                right += 1
            elif (left is not None and state not in left) or (left is None and lost(state)):
                weights += 1
                traps += 1
            else:
                loss = left[state] - left[then] if left is not None else 0
                weights += loss / (loss + 2) if left is not None else _UNKNOWN
        choices += len(options) > 1
        score += log2(1 + weights / max(1, right))
        if apparent(then) > apparent(here):
            away += 1
            score += 1
    return Difficulty(score, choices, traps, away, len(way) - 1)


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


def _options(space: Space, state: Any) -> set[Hashable]:
    """The states that follow, each once, without those that change nothing."""
    return {after for _move, after in space.successors(state) if after != state}


def _explored(space: Space, lost: Callable[[Any], bool], most: int) -> dict[Any, set[Hashable]] | None:
    """What follows each state that can be reached; None if there are too many."""
    found: dict[Any, set[Hashable]] = {}
    waiting = deque([space.start])
    seen = {space.start}
    while waiting:
        if len(seen) > most:
            return None
        checkpoint()
        state = waiting.popleft()
        found[state] = set() if space.goal(state) or lost(state) else _options(space, state)
        new = found[state] - seen
        seen |= new
        waiting.extend(new)
    return found


def _distances(space: Space, following: dict[Any, set[Hashable]]) -> dict[Any, int]:
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


def _shortest(start: Any, following: dict[Any, set[Hashable]], left: dict[Any, int]) -> list[Any] | None:
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
