"""Judgements, hints and solutions of any game: can it still be won, what is the next move, what is the whole solution.

All of it runs in this process, within limits and until `stop` returns True; worker processes use it too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from cassetete.app.solving.choose import NoSolver, Watch, solve
from cassetete.core.answers import Answer, Limits, Verdict, Want, Why
from cassetete.core.contract import Advice, AnyGame, Mark, Metric, Status, View, ladder
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import HINT, JUDGE, SOLVE

_ = Catalogue("cassetete")

_LOST = _("This cannot be won any more.")

Stop = Callable[[], bool]


def reason(game: AnyGame, level: Any, state: Any) -> Advice | None:
    """The game's own quick proof that the state cannot be won any more, if it has one."""
    return game.coaching.warn(level, state) if game.coaching.warn is not None else None


def judge(game: AnyGame, level: Any, state: Any, limits: Limits = JUDGE, stop: Stop | None = None) -> bool | None:
    """Whether the state can still be won: True and False are proven, None is unknown.

    >>> from cassetete.app.levels.library import pack
    >>> entry = pack("ricosheep").entry("1")
    >>> judge(entry.game, entry.level, entry.state)
    True
    """
    status = game.rules.status(level, state)
    if status is not Status.OPEN:
        return status is Status.WON
    verdict = solution(game, level, state, limits, stop, want=Want.PROOF).verdict
    return None if verdict is Verdict.UNKNOWN else verdict is Verdict.SOLVED


def hint(
    game: AnyGame,
    level: Any,
    state: Any,
    limits: Limits = HINT,
    stop: Stop | None = None,
    options: frozenset[str] = frozenset(),
) -> Advice:
    """The game's own advice, else the first move of a shortest solution, else why there is none to give.

    >>> from cassetete.app.levels.library import pack
    >>> entry = pack("ricosheep").entry("1")
    >>> len(hint(entry.game, entry.level, entry.state).last.moves)
    1
    """
    status = game.rules.status(level, state)
    if status is Status.WON:
        return Advice(_("this level is won"))
    if status is Status.LOST:
        return reason(game, level, state) or Advice(_LOST, lost=True)
    for advisor in game.coaching.advisors:
        asked = advisor.option is None or advisor.option in options
        advice = advisor.run(level, state) if asked else None
        if advice is not None:
            return advice
    lost = reason(game, level, state)
    if lost is not None and lost.lost:
        return lost
    answer = solution(game, level, state, limits, stop, want=Want.BEST)
    return _step(game, level, state, answer) if answer.solved else unsolved(answer)


def _step(game: AnyGame, level: Any, state: Any, answer: Answer[Any]) -> Advice:
    """The first move of a solution, told in three steps: how much is left, which piece moves, and how."""
    if game.coaching.next_step is not None:
        return game.coaching.next_step(level, state, answer.moves)
    first = answer.moves[:1]
    left = _.n("{n} move is enough from here.", "{n} moves are enough from here.", n=answer.length)
    steps = [Advice(left)]
    pieces = moving(game, level, state, first)
    if pieces:
        steps.append(Advice(_("This is what moves next."), tuple(Mark(target) for target in pieces)))
    said = _tried(first[0], game.notation.write(level, state, first))
    return ladder(*steps, Advice(said, moves=first))


def moving(game: AnyGame, level: Any, state: Any, moves: Sequence[Any]) -> list[Hashable]:
    """The targets of the pieces that moves slide, where these stand now."""
    where: dict[str, Hashable] = {}
    for shape in game.scene(level, View(state)).shapes:
        if shape.key is not None and shape.target is not None:
            where[shape.key] = shape.target
    keys = [motion.key for motion in game.motions(level, state, moves[0])] if moves else []
    return list(dict.fromkeys(where[key] for key in keys if key in where))


def _tried(move: Any, written: str) -> Text:
    """A move as advice: in words if it is a direction, and as it is written."""
    said = {
        Direction.UP: _("try going up ({move})", move=written),
        Direction.DOWN: _("try going down ({move})", move=written),
        Direction.LEFT: _("try going left ({move})", move=written),
        Direction.RIGHT: _("try going right ({move})", move=written),
    }
    return said[move] if isinstance(move, Direction) else _("try {move}", move=written)


def unsolved(answer: Answer[Any]) -> Advice:
    """What to say when there is no solution to show."""
    if answer.verdict is Verdict.IMPOSSIBLE:
        return Advice(_LOST, lost=True)
    why = answer.why.text if answer.why is not None else _("unknown")
    return Advice(_("no solution found ({why})", why=why))


def solution(
    game: AnyGame,
    level: Any,
    state: Any,
    limits: Limits = SOLVE,
    stop: Stop | None = None,
    *,
    want: Want = Want.SHORTEST,
    metric: Metric | None = None,
    solver: str | None = None,
    watch: Watch | None = None,
) -> Answer[Any]:
    """The answer of the named solver, or of one that gives what is wanted, replayed; `watch` is called at each step.

    Where no solver gives the guarantee that is wanted, the first that takes the level does what it can.
    """
    why: Why | None = None
    for wanted in dict.fromkeys((want, Want.FAST)):
        try:
            return solve(
                game, level, state, want=wanted, metric=metric, solver=solver, limits=limits, stop=stop, watch=watch
            )
        except NoSolver as error:
            why = why or Why("no-solver", error.text)
    return Answer(Verdict.UNKNOWN, why=why)
