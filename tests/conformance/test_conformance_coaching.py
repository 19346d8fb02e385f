"""Every game: what it says to the player is true: hints, warnings, explanations, counts, lower bounds and lengths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from walks import pack_entries, some_states

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.solving.choose import solve
from cassetete.app.solving.hints import hint
from cassetete.app.translate import Translator
from cassetete.core.answers import Limits, Verdict, Want
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, AnyGame, MarkKind, Status, View
from cassetete.core.drain import drain
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Text

NODES = Limits(nodes=50_000)


def open_states(game: AnyGame, entries: list[LoadedLevel], length: int) -> Iterator[tuple[Any, Any]]:
    """(level, state): the starts, some states of random play and of a solution."""
    for number, entry in enumerate(entries):
        solution = solve(game, entry.level, limits=NODES).moves
        halfway = replay(game.rules, entry.level, solution[: len(solution) // 2])
        for state in dict.fromkeys([*some_states(game, entry.level, seed=number, length=length), halfway]):
            if game.rules.status(entry.level, state) is Status.OPEN:
                yield entry.level, state


def advice_is_right(game: AnyGame, level: Any, state: Any, advice: Advice) -> None:
    """It speaks, its moves are legal, and what it points out is seen in the window and in the terminal."""
    assert isinstance(advice.text, Text)
    assert Translator("en")(advice.text) and Translator("fr")(advice.text)
    replay(game.rules, level, advice.moves, state)
    for mark in advice.marks:
        assert isinstance(mark.kind, MarkKind)
        seen = game.scene(level, View(state, marks=(mark,)))
        assert seen != game.scene(level, View(state)), f"the scene does not show {mark}"
    places = [mark for mark in advice.marks if mark.target not in advice.moves]  # a move is named by the sentence
    if any(mark.kind is not MarkKind.BECAUSE for mark in places):
        seen_text = game.text(level, View(state, marks=advice.marks))
        assert seen_text != game.text(level, View(state)), f"the text does not show {advice.marks}"
    if advice.further is not None:
        advice_is_right(game, level, state, advice.further)


def steps_of(advice: Advice) -> list[Advice]:
    """Everything a hint says when it is asked again and again."""
    return [advice, *(steps_of(advice.further) if advice.further is not None else [])]


def test_hints_are_legal_shown_and_spoil_nothing(game: AnyGame) -> None:
    switches = frozenset(option.id for option in game.controls.options)
    for level, state in open_states(game, pack_entries(game)[:4], length=6):
        for options in {frozenset(), switches}:
            advice = hint(game, level, state, NODES, options=options)
            advice_is_right(game, level, state, advice)
            assert not any(step.moves for step in steps_of(advice)[:-1]), "only the last step shows the moves"
            advice = advice.last
            if advice.moves and solve(game, level, state, want=Want.FAST, limits=NODES).solved:
                after = replay(game.rules, level, advice.moves, state)
                verdict = solve(game, level, after, want=Want.FAST, limits=NODES).verdict
                assert verdict is not Verdict.IMPOSSIBLE, "the hint loses the game"


@pytest.mark.needs(game=lambda game: game.coaching.explain is not None)
def test_explanations_are_legal_and_shown(game: AnyGame) -> None:
    assert game.coaching.explain is not None
    for entry in pack_entries(game)[:4]:
        state = entry.state
        for step in game.coaching.explain(entry.level, entry.state):
            advice_is_right(game, entry.level, state, step)
            state = replay(game.rules, entry.level, step.moves, state)
        assert game.rules.status(entry.level, state) is Status.WON, f"{entry.title}: explained, but not to the end"


@pytest.mark.needs(game=lambda game: game.solutions.count is not None and game.solutions.all is not None)
def test_counts_are_those_of_the_solutions_listed(game: AnyGame) -> None:
    assert game.solutions.count is not None and game.solutions.all is not None
    for level, state in open_states(game, pack_entries(game)[:4], length=4):
        found: list[Any] = []
        end = drain(game.solutions.all(level, state, game.lengths.metric(level), NODES), found.append)
        if end.complete:
            assert game.solutions.count(level, state) == len(found)


def listed(game: AnyGame, level: Any, state: Any) -> list[tuple[Any, ...]]:
    """The first solutions from a state; the empty one where it is won."""
    if game.rules.status(level, state) is Status.WON:
        return [()]
    assert game.solutions.all is not None
    return [answer.moves for answer in islice(game.solutions.all(level, state, game.lengths.metric(level), NODES), 20)]


@pytest.mark.needs(game=lambda game: game.solutions.facts is not None and game.solutions.all is not None)
def test_facts_are_true_in_every_solution(game: AnyGame) -> None:
    """Played first, they leave every solution: as many of them, and each can be played to its end."""
    assert game.solutions.facts is not None and game.solutions.all is not None
    for level, state in open_states(game, pack_entries(game)[:4], length=2):
        solutions = listed(game, level, state)
        if not solutions:
            continue
        after, facts = state, game.solutions.facts(level, state)
        for move in facts:
            if game.rules.status(level, after) is Status.OPEN:  # the last facts may come after the win
                after = game.rules.play(level, after, move)
        assert len(listed(game, level, after)) == len(solutions), "a fact rules a solution out"
        for moves in solutions:
            rest = list(moves)
            for move in facts:
                if move in rest:
                    rest.remove(move)
            assert game.rules.status(level, replay(game.rules, level, rest, after)) is Status.WON


@pytest.mark.needs(game=lambda game: game.coaching.warn is not None or game.coaching.lower_bound is not None)
def test_along_a_solution_nothing_is_lost_and_no_more_is_needed_than_is_played(game: AnyGame) -> None:
    assert game.coaching.warn is not None or game.coaching.lower_bound is not None
    for entry in pack_entries(game)[:10]:
        level, state = entry.level, entry.state
        left = list(solve(game, level, state).moves)
        while left:
            if game.coaching.warn is not None:
                assert game.coaching.warn(level, state) is None
            if game.coaching.lower_bound is not None:
                bound = game.coaching.lower_bound(level, state)
                assert bound is not None
                assert int(str(dict(bound.args)["n"])) <= len(left)
            state = game.rules.play(level, state, left.pop(0))


@pytest.mark.needs(game=lambda game: game.coaching.warn is not None)
def test_a_warning_is_never_false_and_what_it_marks_can_be_drawn(game: AnyGame) -> None:
    assert game.coaching.warn is not None
    for number, entry in enumerate(pack_entries(game)[:10]):
        for state in some_states(game, entry.level, seed=number, length=40):
            found = game.coaching.warn(entry.level, state)
            if found is None:
                continue
            assert any(mark.kind is MarkKind.MISTAKE for mark in found.marks)
            advice_is_right(game, entry.level, state, found)
            if game.rules.status(entry.level, state) is Status.OPEN:
                answer = solve(game, entry.level, state, want=Want.PROOF, limits=NODES)
                assert answer.verdict is not Verdict.SOLVED


def test_lengths_have_names_of_their_own_and_are_those_of_the_whole_line(game: AnyGame) -> None:
    for entry in pack_entries(game)[:3]:
        moves = solve(game, entry.level, entry.state).moves
        lengths = lengths_of(game, entry.level, entry.state, moves)
        assert len({length.id for length in lengths}) == len(lengths)
        assert lengths[0].value == len(moves)
        nothing = lengths_of(game, entry.level, entry.state, ())
        assert [length.id for length in nothing] == [length.id for length in lengths]
        assert {length.value for length in nothing} == {0}
