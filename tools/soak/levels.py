"""Random levels through every solver: no two disagree, and every solution is replayed by the rules."""

from __future__ import annotations

import random

from hard_levels import pushit, ricosheep, slitherlink, sokoban, turtle
from report import Campaign

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.lengths import totals

LIMITS = Limits(nodes=3000, seconds=2.0)


def level_text(dice: random.Random) -> tuple[str, str]:
    """A game, and a small level of it."""
    seed = dice.randrange(1 << 30)
    game = dice.choice(("sokoban", "ricosheep", "pushit", "slitherlink", "turtle"))
    if game == "sokoban":
        return game, sokoban(dice.randrange(6, 8), dice.randrange(6, 9), dice.randrange(1, 4), seed)
    if game == "ricosheep":
        return game, ricosheep(dice.randrange(2, 6), dice.randrange(2, 6), dice.randrange(1, 4), seed)
    if game == "pushit":
        return game, pushit(dice.randrange(2, 5), seed)
    if game == "slitherlink":
        return game, slitherlink(dice.randrange(1, 5), dice.randrange(1, 5), dice.random(), seed)
    return game, turtle(dice.randrange(2, 7), dice.randrange(2, 7), dice.randrange(1, 4), seed)


def disagreement(entry: LoadedLevel) -> str:
    """What two solvers say differently of a level; empty if they agree."""
    game, level, state = entry.game, entry.level, entry.state
    metric = game.lengths.metric(level)
    verdicts: dict[Verdict, str] = {}
    best: dict[int, str] = {}
    for solver in game.solvers:
        if not solver.fits(level):
            continue
        try:
            answer: Answer[object] = solve_with(game, solver, level, state, metric, LIMITS)
        except Exception as error:
            return f"{solver.id}: {type(error).__name__}: {error}"
        if answer.verdict is not Verdict.UNKNOWN:
            verdicts.setdefault(answer.verdict, solver.id)
        if answer.solved and answer.optimal and metric in solver.optimal:
            best.setdefault(totals(game, level, state, answer.moves).by(metric), solver.id)
    if len(verdicts) > 1:
        return f"verdicts {verdicts}"
    return f"shortest lengths {best}" if len(best) > 1 else ""


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many levels."""
    dice = random.Random(seed)
    while campaign.tried < count:
        game, text = level_text(dice)
        [entry] = read_text(text, "level", games()[game])
        if not isinstance(entry, LoadedLevel) or entry.problems():
            continue
        fault = disagreement(entry)
        campaign.check(not fault, f"{game}: {fault}\n{text}")
