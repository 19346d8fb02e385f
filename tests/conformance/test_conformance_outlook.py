"""Every game: what it says of a position without searching is true, and says what it points at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from walks import pack_entries, some_states

from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Limits, Verdict
from cassetete.core.contract import AnyGame, MarkKind, Status, View
from cassetete.core.lengths import lengths_of
from cassetete.session.jobs import Want


def those(able: Callable[[AnyGame], bool]) -> pytest.MarkDecorator:
    found = [one for one in games().values() if able(one)]
    return pytest.mark.parametrize("each", found, ids=[one.id for one in found])


@those(lambda one: one.coaching.warn is not None or one.coaching.lower_bound is not None)
def test_along_a_solution_nothing_is_lost_and_no_more_is_needed_than_is_played(each: AnyGame) -> None:
    game = each
    for entry in pack_entries(game)[:10]:
        level, state = entry.level, entry.state
        left = list(solve(game, level, state).moves)
        while left:
            if game.coaching.warn is not None:
                assert game.coaching.warn(level, state) is None
            if game.coaching.lower_bound is not None:
                told = game.coaching.lower_bound(level, state)
                assert told is not None
                assert int(str(dict(told.args)["n"])) <= len(left)
            state = game.rules.play(level, state, left.pop(0))


@those(lambda one: one.coaching.warn is not None)
def test_a_warning_is_never_false_and_what_it_marks_can_be_drawn(each: AnyGame) -> None:
    game, warn = each, each.coaching.warn
    assert warn is not None
    for number, entry in enumerate(pack_entries(game)[:10]):
        for state in some_states(game, entry.level, seed=number, length=40):
            found = warn(entry.level, state)
            if found is None:
                continue
            assert any(mark.kind is MarkKind.MISTAKE for mark in found.marks)
            game.scene(entry.level, View(state, marks=found.marks))
            game.text(entry.level, View(state, marks=found.marks))
            if game.rules.status(entry.level, state) is Status.OPEN:
                answer = solve(game, entry.level, state, want=Want.PROOF, limits=Limits(nodes=50_000))
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
