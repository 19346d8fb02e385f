"""Random levels through every solver: no two disagree, and every solution is replayed by the rules."""

from __future__ import annotations

import random

from report import Campaign
from small_levels import small_level

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.lengths import totals

LIMITS = Limits(nodes=1000)
"""So many states are all there are of most of these levels. No seconds: the same seed tries the same things."""


def disagreement(entry: LoadedLevel, metric: Metric, campaign: Campaign) -> str:
    """What two solvers say differently of a level; empty if they agree."""
    game, level, state = entry.game, entry.level, entry.state
    verdicts: dict[Verdict, str] = {}
    best: dict[int, str] = {}
    found: dict[int, str] = {}
    for solver in game.solvers:
        if not solver.fits(level):
            continue
        try:
            answer: Answer[object] = solve_with(game, solver, level, state, metric, LIMITS)
        except Exception as error:
            return f"{solver.id}: {type(error).__name__}: {error}"
        campaign.add("runs of solvers")
        if answer.verdict is not Verdict.UNKNOWN:
            campaign.add(f"runs {answer.verdict.value}")
            verdicts.setdefault(answer.verdict, solver.id)
        if answer.solved:
            length = totals(game, level, state, answer.moves).by(metric)
            found.setdefault(length, solver.id)
            if answer.optimal and metric in solver.optimal:
                best.setdefault(length, solver.id)
    if len(verdicts) > 1:
        return f"verdicts {verdicts}"
    if len(best) > 1:
        return f"shortest lengths {best}"
    return f"shortest {best}, but found {found}" if best and min(found) < min(best) else ""


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many levels, each by one of the lengths that its game counts."""
    dice = random.Random(seed)
    while campaign.tried < count:
        name, text = small_level(dice)
        game = games()[name]
        [entry] = read_text(text, "level", game)
        if not isinstance(entry, LoadedLevel):
            raise AssertionError(f"{text!r} is no level of {name}: {entry}")
        if entry.problems():
            continue
        claimed = sorted({metric for solver in game.solvers for metric in solver.optimal}, key=lambda one: one.value)
        metric = dice.choice([game.lengths.metric(entry.level), *claimed])
        fault = disagreement(entry, metric, campaign)
        campaign.check(not fault, f"{name} by {metric.value}: {fault}\n{text}")
