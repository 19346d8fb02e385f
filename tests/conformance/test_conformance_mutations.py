"""The suite tested itself: each mistake, planted in the toy game, is found by the check that is there for it."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
import test_conformance_coaching as coaching
import test_conformance_files as files
import test_conformance_front as front
import test_conformance_rules as rules
import test_conformance_session as sessions
import test_conformance_solvers as solvers

from cassetete.app.registry import games
from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Advice, Advisor, AnyGame, Mark, MarkKind, Metric, Play, Progress
from cassetete.core.drain import drain
from cassetete.core.events import Key
from cassetete.core.grid import Direction
from cassetete.core.message import Text
from cassetete.scene.tween import Motion
from cassetete.search import breadth_first, space

TOY: AnyGame = games()["taquin"]


def shortest(level: Any, state: Any) -> tuple[Any, ...]:
    return drain(breadth_first(*space(TOY.rules, level, state))).moves


def listed(level: Any, state: Any) -> list[Any]:
    assert TOY.solutions.all is not None
    return list(TOY.solutions.all(level, state, Metric.MOVES, Limits()))


def illegal(level: Any, state: Any) -> Direction:
    return next(move for move in Direction if move not in TOY.rules.moves(level, state))


def explain(level: Any, state: Any) -> Iterator[Advice]:
    """A right explanation: a solution, move by move."""
    for move in shortest(level, state):
        yield Advice(Text("slide"), moves=(move,))


def facts(level: Any, state: Any) -> Sequence[Any]:
    """Right facts: the first moves that all shortest solutions share."""
    columns = zip(*(answer.moves for answer in listed(level, state)), strict=True)
    found = []
    for moves in columns:
        if len(set(moves)) > 1:
            break
        found.append(moves[0])
    return found


def lower_bound(level: Any, state: Any) -> Text:
    """A right lower bound: each tile not in its place slides at least once."""
    wrong = sum(1 for place, tile in enumerate(state, 1) if tile and tile != place)
    return Text("{n}", (("n", wrong),))


SOUND: AnyGame = replace(
    TOY,
    solutions=replace(TOY.solutions, count=lambda level, state: len(listed(level, state)), facts=facts),
    coaching=replace(TOY.coaching, explain=explain, warn=lambda _level, _state: None, lower_bound=lower_bound),
)
"""The toy with right answers to everything that is planted wrongly below."""


def with_rules(**functions: Any) -> AnyGame:
    kept = {name: getattr(TOY.rules, name) for name in ("start", "moves", "play", "status", "cost")}
    return replace(SOUND, rules=SimpleNamespace(**{**kept, **functions}))


def with_coaching(**fields: Any) -> AnyGame:
    return replace(SOUND, coaching=replace(SOUND.coaching, **fields))


def with_solutions(**fields: Any) -> AnyGame:
    return replace(SOUND, solutions=replace(SOUND.solutions, **fields))


def with_format(**fields: Any) -> AnyGame:
    return replace(SOUND, formats=(replace(TOY.formats[0], **fields),))


def with_hint(advice: Callable[[Any, Any], Advice]) -> AnyGame:
    return with_coaching(advisors=(Advisor("wrong", advice),))


def with_solver(run: Callable[..., Any], **fields: Any) -> AnyGame:
    return replace(SOUND, solvers=(*TOY.solvers, replace(TOY.solvers[0], id="wrong", run=run, **fields)))


def drawn_without_marks(level: Any, view: Any) -> Any:
    return TOY.scene(level, replace(view, marks=()))


def text_without_marks(level: Any, view: Any) -> str:
    return TOY.text(level, replace(view, marks=()))


def false_optimum(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Any]:
    level = yield from TOY.making.generators[0].run(values, seed)
    assert level is not None
    return replace(level, headers=replace(level.headers, optimum=values["length"] + 1))


def other_level_each_time() -> Callable[[Mapping[str, Any], int], abc.Generator[Progress, None, Any]]:
    numbers = count()

    def run(values: Mapping[str, Any], _seed: int) -> abc.Generator[Progress, None, Any]:
        return (yield from TOY.making.generators[0].run(values, next(numbers)))

    return run


def with_generator(run: Any) -> AnyGame:
    return replace(SOUND, making=replace(TOY.making, generators=(replace(TOY.making.generators[0], run=run),)))


def says_impossible(
    _level: Any, state: Any, _metric: Metric, _limits: Limits
) -> abc.Generator[Visit[Any], None, Answer[Any]]:
    yield Visit(state, 1, 0, 0)
    return Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)


def detour(level: Any, state: Any, metric: Metric, limits: Limits) -> abc.Generator[Visit[Any], None, Answer[Any]]:
    """A solution with two moves too many that is said to be shortest."""
    answer = yield from TOY.solvers[0].run(level, state, metric, limits)
    for move in TOY.rules.moves(level, state) if answer.solved else ():
        rest = yield from TOY.solvers[0].run(level, TOY.rules.play(level, state, move), metric, limits)
        if rest.solved and len(rest.moves) >= len(answer.moves):
            return rest._replace(moves=(move, *rest.moves), optimal=True)
    return answer


def twice(level: Any, state: Any, metric: Metric, limits: Limits) -> abc.Generator[Answer[Any], None, Any]:
    assert TOY.solutions.all is not None
    for answer in TOY.solutions.all(level, state, metric, limits):
        yield answer
        yield answer


def mutable_order() -> Callable[[Any, Any], list[Any]]:
    calls = count()

    def moves(level: Any, state: Any) -> list[Any]:
        found = list(TOY.rules.moves(level, state))
        return found[::-1] if next(calls) % 2 else found

    return moves


@dataclass(frozen=True)
class Mistake:
    """A game with a planted mistake, and the check that must find it."""

    game: Callable[[], AnyGame]
    check: Callable[[AnyGame], None]


MISTAKES: dict[str, Mistake] = {
    "a hint with an illegal move": Mistake(
        lambda: with_hint(lambda level, state: Advice(Text("go"), moves=(illegal(level, state),))),
        coaching.test_hints_are_legal_shown_and_spoil_nothing,
    ),
    "an explanation with illegal moves": Mistake(
        lambda: with_coaching(
            explain=lambda level, state: iter([Advice(Text("go"), moves=(illegal(level, state),))]),
        ),
        coaching.test_explanations_are_legal_and_shown,
    ),
    "an explanation that stops halfway": Mistake(
        lambda: with_coaching(explain=lambda level, state: iter(list(explain(level, state))[:-1])),
        coaching.test_explanations_are_legal_and_shown,
    ),
    "a wrong count": Mistake(
        lambda: with_solutions(count=lambda level, state: len(listed(level, state)) + 1),
        coaching.test_counts_are_those_of_the_solutions_listed,
    ),
    "a false optimum of a generator": Mistake(
        lambda: with_generator(false_optimum), solvers.test_generators_are_reproducible_and_make_solvable_levels
    ),
    "a generator that ignores its seed": Mistake(
        lambda: with_generator(other_level_each_time()),
        solvers.test_generators_are_reproducible_and_make_solvable_levels,
    ),
    "a position that keeps the optimum": Mistake(
        lambda: replace(SOUND, position=lambda level, state: replace(level, tiles=state)),
        rules.test_every_position_loads_where_it_was,
    ),
    "a hint's mark that is not drawn": Mistake(
        lambda: replace(SOUND, scene=drawn_without_marks), coaching.test_hints_are_legal_shown_and_spoil_nothing
    ),
    "marks of a target that are not drawn": Mistake(
        lambda: replace(SOUND, scene=drawn_without_marks), front.test_hints_can_be_marked_on_every_target
    ),
    "marks that are missing in the text": Mistake(
        lambda: replace(SOUND, text=text_without_marks), coaching.test_hints_are_legal_shown_and_spoil_nothing
    ),
    "a cursor that is missing in the text": Mistake(
        lambda: replace(SOUND, text=lambda level, view: TOY.text(level, replace(view, cursor=None))),
        front.test_the_cursor_is_seen_in_the_window_and_in_the_terminal,
    ),
    "a key that plays an illegal move": Mistake(
        lambda: replace(
            SOUND,
            bind=lambda level, state, cursor, event: (
                Play((illegal(level, state),)) if isinstance(event, Key) else TOY.bind(level, state, cursor, event)
            ),
        ),
        front.test_any_event_gives_legal_moves_a_cursor_or_nothing,
    ),
    "motions of a key that is not in the scene": Mistake(
        lambda: replace(SOUND, motions=lambda *_given: [Motion("nobody", ((0, 0), (1, 0)))]),
        front.test_motions_end_where_the_pieces_are,
    ),
    "a likeness that takes every text": Mistake(
        lambda: with_format(likeness=lambda _text: 100), files.test_every_format_scores_its_own_best
    ),
    "a likeness that knows no typing errors": Mistake(
        lambda: with_format(likeness=lambda text: 0 if "§" in text else TOY.formats[0].likeness(text)),
        files.test_a_text_with_a_typing_error_still_looks_like_the_format,
    ),
    "a format that loses the headers": Mistake(
        lambda: with_format(
            dump=lambda levels: TOY.formats[0].dump([replace(levels[0], headers=levels[0].headers.of_position())])
        ),
        rules.test_levels_round_trip_through_the_first_format,
    ),
    "a notation that is not read as it is written": Mistake(
        lambda: replace(SOUND, notation=replace(TOY.notation, read=lambda *given: TOY.notation.read(*given)[::-1])),
        rules.test_notation_round_trip_and_replay,
    ),
    "moves in another order each time": Mistake(
        lambda: with_rules(moves=mutable_order()), rules.test_states_and_moves_are_values_in_a_fixed_order
    ),
    "an illegal move that is played all the same": Mistake(
        lambda: with_rules(
            play=lambda level, state, move: (
                TOY.rules.play(level, state, move) if move in TOY.rules.moves(level, state) else state
            )
        ),
        rules.test_moves_are_exactly_those_that_change_the_state,
    ),
    "moves that cost nothing": Mistake(
        lambda: with_rules(cost=lambda *_given: 0), rules.test_a_move_costs_one_unless_the_level_has_costs
    ),
    "a solver that says shortest of a detour": Mistake(
        lambda: with_solver(detour), solvers.test_claims_are_true_by_brute_force
    ),
    "a solver that says impossible of what can be won": Mistake(
        lambda: with_solver(says_impossible), solvers.test_claims_are_true_by_brute_force
    ),
    "solvers that disagree": Mistake(lambda: with_solver(says_impossible), solvers.test_solvers_agree),
    "solutions listed twice": Mistake(
        lambda: with_solutions(all=twice), solvers.test_all_solutions_are_shortest_different_and_replayed
    ),
    "a fact that is not true": Mistake(
        lambda: with_solutions(facts=lambda level, state: list(TOY.rules.moves(level, state))[-1:]),
        coaching.test_facts_are_true_in_every_solution,
    ),
    "a warning on the way to the win": Mistake(
        lambda: with_coaching(
            warn=lambda _level, _state: Advice(Text("lost"), (Mark((0, 0), MarkKind.MISTAKE),)),
        ),
        coaching.test_along_a_solution_nothing_is_lost_and_no_more_is_needed_than_is_played,
    ),
    "a warning that points at nothing": Mistake(
        lambda: with_coaching(warn=lambda _level, _state: Advice(Text("lost"))),
        coaching.test_a_warning_is_never_false_and_what_it_marks_can_be_drawn,
    ),
    "a lower bound above the shortest solution": Mistake(
        lambda: with_coaching(lower_bound=lambda _level, _state: Text("{n}", (("n", 99),))),
        coaching.test_along_a_solution_nothing_is_lost_and_no_more_is_needed_than_is_played,
    ),
}

OTHER_CHECKS = (sessions.test_history_equals_the_model, sessions.test_winning_is_recorded_once)
CHECKS = dict.fromkeys([*(mistake.check for mistake in MISTAKES.values()), *OTHER_CHECKS])


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found(name: str) -> None:
    """The check fails by an assertion, or by the rules' refusal of an illegal move."""
    mistake = MISTAKES[name]
    found = False
    try:
        mistake.check(mistake.game())
    except (Exception, pytest.fail.Exception) as error:
        assert not isinstance(error, TypeError | AttributeError | NameError), "the mistake itself is planted wrongly"
        found = True
    assert found, f"{mistake.check.__name__} does not find {name}"


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_the_sound_game_passes(check: Callable[[AnyGame], None]) -> None:
    check(SOUND)
