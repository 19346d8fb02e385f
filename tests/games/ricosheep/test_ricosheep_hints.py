"""Ricosheep's hints: on a shortest way to a win, and true."""

from __future__ import annotations

from hypothesis import given, settings

from cassetete.app.solving.choose import solve
from cassetete.app.solving.hints import hint
from cassetete.core.contract import Advice, MarkKind, Status
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import FORMATS
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.hints import next_step, special_rules
from cassetete.games.ricosheep.model import Level
from games.ricosheep.ricosheep_boards import boards


def steps_of(advice: Advice) -> list[Advice]:
    return [advice, *(steps_of(advice.further) if advice.further is not None else [])]


@settings(max_examples=80)
@given(boards(most=4))
def test_hints_lead_to_a_win_in_as_few_moves_as_there_are(level: Level) -> None:
    state = rules.start(level)
    answer = solve(GAME, level, state, solver="bfs")
    left = answer.length
    while rules.status(level, state) is Status.OPEN:
        advice = hint(GAME, level, state)
        if not answer.solved:
            assert advice.lost
            return
        (move,) = advice.last.moves
        state, left = rules.play(level, state, move), left - 1
    assert left == 0 or not answer.solved


@settings(max_examples=80)
@given(boards(most=4))
def test_what_the_hint_says_happens_on_that_way(level: Level) -> None:
    start = rules.start(level)
    answer = solve(GAME, level, start, solver="bfs")
    if not answer.solved or not answer.moves:
        return
    nudge, piece, last = steps_of(next_step(level, start, answer.moves))
    states = [start]
    for move in answer.moves:
        states.append(rules.play(level, states[-1], move))
    tuft, *others = [mark.target for mark in nudge.marks]
    covered = {(row, column) for row, column, _coat in states[-1].sheep}
    assert tuft in covered and level.ground[tuft[0]][tuft[1]] not in "_B"
    assert piece.marks[0].target in {(row, column) for row, column, _coat in start.sheep}
    (other,) = others
    assert nudge.marks[1].kind is MarkKind.BECAUSE
    if "slides onto" in str(nudge.text):  # from there, and no other sheep is needed
        before = [sheep for sheep in states[-2].sheep if sheep[:2] == other]
        ((_sheep, stop),) = rules.slide(level, before, answer.moves[-1])
        assert before and other != tuft and stop == tuft
    else:  # a sheep stands there, and without it the other would have gone on
        assert other in covered
        alone = [sheep for sheep in states[-1].sheep if sheep[:2] == tuft]
        ((_sheep, stop),) = rules.slide(level, alone, answer.moves[-1])
        assert stop != tuft
    assert last.moves == answer.moves[:1]


def test_the_hint_tells_of_the_sheep_that_others_stop_against() -> None:
    level = FORMATS[0].parse("_____\nSS_G_\n_____\n")[0].level  # type: ignore[union-attr]
    said = [str(step.text) for step in steps_of(hint(GAME, level, level.start))]
    assert said[0] == "The last move goes right: the grass at d2 needs a sheep at e2 to stop against."
    assert said[1] == "The sheep at a2 comes to the grass at d2 in the end."
    assert said[2] == "Send the herd right: this move wins."


def test_wolves_and_colours_are_announced() -> None:
    assert [str(text) for text in special_rules(Level(("a_",), ("AW",)))] == [
        "Wolves follow the herd: no sheep may meet one.",
        "Coloured grass needs a sheep of its colour.",
    ]
    assert not special_rules(Level(("G_",), ("_S",)))
