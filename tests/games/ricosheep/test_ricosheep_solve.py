"""The solvers: known lengths, agreement with exhaustive search, proofs without search."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.app.levels.library import pack
from cassetete.app.solving import choose
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.contract import Metric, Status
from cassetete.core.grid import Direction
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import parse
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.model import Level, State
from cassetete.games.ricosheep.solvers.lower_bound import lower_bound, too_few_sheep
from cassetete.search.best_first import DEAD_END
from classic import classic
from games.ricosheep.ricosheep_boards import boards, plain_boards

SOLVERS = {solver.id: solver for solver in GAME.solvers}
FIGURE = "_B_BS\nBB_S_\n_GBBS\n_BG__\n___BS\n"


def solve(level: Level, solver: str = "bfs", state: State | None = None) -> Answer[Direction]:
    start = level.start if state is None else state
    return solve_with(GAME, SOLVERS[solver], level, start, Metric.MOVES, Limits())


def distances_to_victory(level: Level) -> dict[State, int]:
    """For each state that can be reached and won, the fewest moves to a win: found backwards over the whole graph."""
    before: dict[State, list[State]] = {level.start: []}
    waiting = deque([level.start])
    while waiting:
        state = waiting.popleft()
        for move in rules.moves(level, state):
            following = rules.play(level, state, move)
            if following not in before:
                before[following] = []
                waiting.append(following)
            before[following].append(state)
    far = {state: 0 for state in before if rules.status(level, state) is Status.WON}
    waiting = deque(far)
    while waiting:
        state = waiting.popleft()
        for previous in before[state]:
            if previous not in far:
                far[previous] = far[state] + 1
                waiting.append(previous)
    return far


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("square/map1", 2),
        ("square/map2", 9),
        ("square/map3", 26),
        ("square/map4", 3),
        ("wide/wide1", 20),
        ("wide/wide2", 20),
        ("wide/wide3", 16),
        ("wide/wide4", 27),
        ("big/big1", 19),
        ("big/big2", 15),
        ("big/big3", 15),
        ("big/huge", 17),
        ("theme/one_sheep", 10),
        ("theme/one_sheep2", 16),
        ("theme/onegrass", 21),
        ("tests/losable", 1),
        ("tests/test_move", 2),
    ],
)
def test_the_official_maps_have_their_known_lengths(name: str, length: int) -> None:
    (parsed,) = parse(classic(f"ricosheep/{name}.txt").read_text("utf-8"))
    for solver in ("native", "bfs"):
        answer = solve(parsed.level, solver)
        assert (answer.verdict, answer.length, answer.optimal) == (Verdict.SOLVED, length, True)


def test_depth_first_is_not_minimal_on_the_sheets_own_figure() -> None:
    level = parse(FIGURE)[0].level
    assert (solve(level).length, solve(level, "dfs").length) == (9, 49)


@settings(max_examples=60)
@given(boards(most=4), st.sampled_from(sorted(SOLVERS)))
def test_solvers_agree_with_exhaustive_search(level: Level, solver: str) -> None:
    far = distances_to_victory(level)
    answer = solve(level, solver)
    assert answer.solved == (level.start in far)
    if not answer.solved:
        assert answer.verdict is Verdict.IMPOSSIBLE
    elif SOLVERS[solver].optimal:
        assert answer.length == far[level.start]
        assert answer.optimal
    else:
        assert answer.length >= far[level.start]


@settings(max_examples=60)
@given(plain_boards(most=4))
def test_not_moving_twice_along_a_line_loses_nothing(level: Level) -> None:
    far = distances_to_victory(level)
    answer = solve(level)
    assert (answer.length if answer.solved else None) == far.get(level.start)


@settings(max_examples=60)
@given(boards(most=4))
def test_the_lower_bound_never_exceeds_what_is_left(level: Level) -> None:
    far = distances_to_victory(level)
    bound = lower_bound(level, len(level.start.sheep))
    for state, left in far.items():
        assert bound(state) <= left
        assert too_few_sheep(level, state) is None


@pytest.mark.parametrize(
    "text",
    ["GS\nG_\n", "SSB_\n__BG\n", "a_\n\n_S\n", "aa_\n___\n\n_AB\n__B\n", "aG\n__\n\n_A\n__\n", "G_\n\n_W\n"],
)
@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_too_few_sheep_is_proven_without_a_search(text: str, solver: str) -> None:
    answer = solve(parse(text)[0].level, solver)
    assert answer.verdict is Verdict.IMPOSSIBLE
    assert answer.expanded == 0
    assert answer.why is not None
    assert answer.why.code == "too-few-sheep"


def test_a_lost_position_is_impossible() -> None:
    level = parse("# eaten: yes\nS_GW\n")[0].level
    for solver in SOLVERS:
        assert solve(level, solver).verdict is Verdict.IMPOSSIBLE
    assert lower_bound(level, 1)(level.start) == DEAD_END


def test_an_alternating_search_after_a_move_still_sees_all_four_ways() -> None:
    # From the position after "R" the herd must be free to go left at once, though it has just come from there.
    level = parse("_SG_\n")[0].level
    assert solve(level).verdict is Verdict.IMPOSSIBLE
    level = parse("GS__\n")[0].level
    after = rules.play(level, level.start, Direction.RIGHT)
    assert solve(level, state=after).moves == (Direction.LEFT,)


@settings(max_examples=40)
@given(boards(most=3))
def test_all_shortest_solutions_are_those_of_exhaustive_search(level: Level) -> None:
    far = distances_to_victory(level)

    def lines(state: State) -> list[tuple[Direction, ...]]:
        if far[state] == 0:
            return [()]
        nearer = [(m, rules.play(level, state, m)) for m in rules.moves(level, state)]
        return [(m, *rest) for m, s in nearer if far.get(s) == far[state] - 1 for rest in lines(s)]

    assert GAME.solutions.all is not None
    found = [answer.moves for answer in GAME.solutions.all(level, level.start, Metric.MOVES, Limits())]
    assert found == (lines(level.start) if level.start in far else [])


def test_limits_give_unknown_and_say_which() -> None:
    level = parse(FIGURE)[0].level
    for solver in GAME.solvers:
        answer = solve_with(GAME, solver, level, level.start, Metric.MOVES, Limits(nodes=3))
        assert answer.verdict is Verdict.UNKNOWN
        assert answer.why is not None
        assert answer.why.code == "nodes"


def test_watching_shows_states_from_the_start_on() -> None:
    level = parse(FIGURE)[0].level
    for solver in GAME.solvers:
        visits = list(solver.run(level, level.start, Metric.MOVES, Limits(nodes=20)))
        assert visits[0].state == level.start
        assert all(isinstance(visit.state, State) for visit in visits)


def test_replaying_a_solution_wins() -> None:
    level = parse(FIGURE)[0].level
    assert rules.status(level, replay(rules, level, solve(level).moves)) is Status.WON


def test_the_level_called_losing_can_be_lost_and_won() -> None:
    entry = pack("ricosheep").entry("losing")  # type: ignore[union-attr]
    after = {move: GAME.rules.play(entry.level, entry.state, move) for move in Direction}
    verdicts = {move.letter: choose.solve(GAME, entry.level, state).verdict for move, state in after.items()}
    assert set(verdicts.values()) == {Verdict.SOLVED, Verdict.IMPOSSIBLE}


def test_the_lower_bound_asks_for_the_limits_before_each_tuft() -> None:
    """On a meadow of 100 by 100 with as many tufts its tables take ten seconds."""
    [parsed] = parse("S_G\n___\nS_G\n")
    asked: list[None] = []

    def stop() -> bool:
        asked.append(None)
        return True

    with within(stop=stop), pytest.raises(LimitReached):
        lower_bound(parsed.level, 2)
    assert len(asked) == 1
