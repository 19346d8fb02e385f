"""Every game: its rules, notation, formats and positions hold together under random play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from walks import pack_entries, some_states, walk

from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Metric, Parsed, Status
from cassetete.core.errors import BadLevel, CasseteteError, IllegalMove
from cassetete.core.headers import Headers
from cassetete.core.lengths import totals

STEPS = 60


def parsed(game: AnyGame, text: str, form: int = 0) -> list[Any]:
    items = game.formats[form].parse(text)
    assert all(isinstance(item, Parsed) for item in items), items
    return [item.level for item in items if isinstance(item, Parsed)]


def test_states_and_moves_are_values_in_a_fixed_order(game: AnyGame) -> None:
    for entry in pack_entries(game):
        for before, move, after in walk(game, entry.level, seed=1, length=STEPS):
            moves = list(game.rules.moves(entry.level, before))
            assert moves == list(game.rules.moves(entry.level, before))
            assert len(set(moves)) == len(moves)
            assert hash(after) == hash(game.rules.play(entry.level, before, move))
            assert after == game.rules.play(entry.level, before, move)


def test_moves_are_exactly_those_that_change_the_state(game: AnyGame) -> None:
    for entry in pack_entries(game)[:6]:
        seen = {move for _s, move, _n in walk(game, entry.level, seed=2, length=STEPS)}
        for state in some_states(game, entry.level, seed=2, length=20):
            allowed = set(game.rules.moves(entry.level, state))
            for move in seen | allowed:
                if move in allowed:
                    assert game.rules.play(entry.level, state, move) != state
                else:
                    with pytest.raises(IllegalMove):
                        game.rules.play(entry.level, state, move)


def test_no_moves_once_won_or_lost(game: AnyGame) -> None:
    for entry in pack_entries(game):
        for state in some_states(game, entry.level, seed=3, length=STEPS):
            if game.rules.status(entry.level, state) is not Status.OPEN:
                assert list(game.rules.moves(entry.level, state)) == []


def test_notation_round_trip_and_replay(game: AnyGame) -> None:
    for entry in pack_entries(game):
        line = []
        state = start = game.rules.start(entry.level)
        for before, move, after in walk(game, entry.level, seed=4, length=STEPS):
            if before != state:
                break
            line.append(move)
            state = after
        written = game.notation.write(entry.level, start, line)
        assert game.notation.read(entry.level, start, written) == tuple(line)
        assert replay(game.rules, entry.level, line) == state
        assert totals(game, entry.level, start, line).moves == len(line)


def test_a_move_costs_one_unless_the_level_has_costs(game: AnyGame) -> None:
    for entry in pack_entries(game)[:6]:
        has_costs = game.lengths.metric(entry.level) is Metric.COST or game.lengths.cost_title is not None
        for before, move, _after in walk(game, entry.level, seed=12, length=STEPS):
            cost = game.rules.cost(entry.level, before, move)
            assert isinstance(cost, int)
            assert cost >= 0 if has_costs else cost == 1


def test_levels_round_trip_through_the_first_format(game: AnyGame) -> None:
    for entry in pack_entries(game):
        text = game.formats[0].dump([entry.level])
        assert parsed(game, text) == [entry.level]
        decorated = replace(
            entry.level,
            headers=Headers("Tïtle: x", "Ann O.", (3, 9), 2, 1, "easy", "7", (("colour-of-sky", "blue"),), ("A note",)),
        )
        assert parsed(game, game.formats[0].dump([decorated])) == [decorated]


def test_levels_round_trip_through_the_other_formats_that_can_hold_them(game: AnyGame) -> None:
    for number, form in enumerate(game.formats[1:], 1):
        held = 0
        for entry in pack_entries(game):
            try:
                text = form.dump([entry.level])
            except CasseteteError:
                continue
            held += 1
            [again] = parsed(game, text, number)
            assert replace(again, headers=Headers()) == replace(entry.level, headers=Headers())
        assert held, f"no level of the pack can be written as {form.id}"


def test_every_position_loads_where_it_was(game: AnyGame) -> None:
    for entry in pack_entries(game):
        for state in some_states(game, entry.level, seed=5, length=STEPS):
            position = game.position(entry.level, state)
            assert position.headers == entry.level.headers.of_position()
            [again] = parsed(game, game.formats[0].dump([position]))
            assert game.rules.start(again) == state
            assert game.rules.status(again, state) == game.rules.status(entry.level, state)
            assert list(game.rules.moves(again, state)) == list(game.rules.moves(entry.level, state))


def test_a_position_of_the_start_keeps_the_rules_of_the_level(game: AnyGame) -> None:
    for entry in pack_entries(game):
        position = game.position(entry.level, game.rules.start(entry.level))
        for before, move, after in walk(game, entry.level, seed=6, length=20):
            assert game.rules.play(position, before, move) == after
            assert game.rules.cost(position, before, move) == game.rules.cost(entry.level, before, move)


def test_bad_notation_is_a_bad_move(game: AnyGame) -> None:
    level = pack_entries(game)[0].level
    start = game.rules.start(level)
    for junk in ("?", "é", "9", "\x00", "(" * 50, "1,1-1,2", "²", "9" * 5000 + "U"):
        try:
            moves = game.notation.read(level, start, junk)
        except CasseteteError as error:
            assert not isinstance(error, BadLevel)
        else:
            assert isinstance(moves, tuple)
