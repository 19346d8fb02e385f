"""The turtle's hints: on a proven way home, and true."""

from __future__ import annotations

from hypothesis import assume, given, settings

import cassetete
from cassetete.app.solving.hints import hint
from cassetete.core.contract import Advice
from cassetete.core.grid import Direction, cell_name
from cassetete.games.turtle import rules
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.grading import grade
from cassetete.games.turtle.hints import next_step
from cassetete.games.turtle.model import LETTERS, Level, Move, State
from cassetete.games.turtle.names import WHO
from games.turtle.turtle_boards import levels, naive_shortest, naive_stop


@settings(max_examples=60)
@given(levels(side=4, least=2, animals=3))
def test_each_hint_is_the_first_slide_of_a_shortest_way_and_needs_what_it_says(level: Level) -> None:
    ways = naive_shortest(level)
    advice = hint(GAME, level, level.animals)
    if not ways:
        assert advice.lost
        return
    assume(ways != {""})
    last = advice.last
    (move,) = last.moves
    assert any(way.startswith(f"{move.animal}{LETTERS[move.direction]}") for way in ways)
    if "needs something to stop it" in str(advice.text):
        _stop_is_needed(level, advice, ways)
        begins = {way for way in ways if way.startswith(f"{move.animal}{LETTERS[move.direction]}")}
        assert any(_what_for(level, way, dict(advice.text.args)) for way in begins)
    elif "slides home from" in str(advice.text):
        begins = {way for way in ways if way.startswith(f"{move.animal}{LETTERS[move.direction]}")}
        assert any(_comes_home(level, way, str(advice.text)) for way in begins)


def _comes_home(level: Level, way: str, said: str) -> bool:
    """Whether the last slide of a way starts where the hint says, and who it names stops that slide, or the turtle
    before it where the hint says so."""
    state: State = level.animals
    stopped: list[list[int]] = []
    for animal, letter in zip(map(int, way[::2]), way[1::2], strict=True):
        before, stop = state, naive_stop(level, state, animal, letter)
        state = (*state[:animal], stop, *state[animal + 1 :])
        if animal == 0:
            helpers = range(1, len(before))
            stopped.append([number for number in helpers if _stop_without(level, before, number, letter) != stop])
    named = [number for number in range(1, len(before)) if str(WHO[number]) in said]
    first = "has to stop it first" in said
    return f"from {cell_name(level.place(before[0]))}" in said and named == stopped[-2 if first else -1]


def _stop_without(level: Level, state: State, gone: int, letter: str) -> int:
    """Where the turtle stops if that helper is not there."""
    return naive_stop(level, (*state[:gone], -1, *state[gone + 1 :]), 0, letter)


def _stop_is_needed(level: Level, advice: Advice, ways: set[str]) -> None:
    """On some shortest way an animal stops at that cell beside another, and would slide on without it."""
    cell = str(dict(advice.text.args)["cell"])
    assert any(_held_at(level, way, cell) for way in ways)


def _what_for(level: Level, way: str, said: dict[str, object]) -> bool:
    """Whether the animal named is the one that stops the other one at the place named, if a place is."""
    if "place" not in said:
        return True
    state: State = level.animals
    for animal, letter in zip(map(int, way[::2]), way[1::2], strict=True):
        stop = naive_stop(level, state, animal, letter)
        if WHO[animal] == said["other"] and cell_name(level.place(stop)) == said["place"]:
            helper = next(n for n, who in enumerate(WHO) if who == said["animal"])
            without = tuple(-1 if number == helper else place for number, place in enumerate(state))
            if naive_stop(level, without, animal, letter) != stop:
                return True
        state = (*state[:animal], stop, *state[animal + 1 :])
    return False


def _held_at(level: Level, way: str, cell: str) -> bool:
    state: State = level.animals
    for animal, letter in zip(map(int, way[::2]), way[1::2], strict=True):
        stop = naive_stop(level, state, animal, letter)
        alone = tuple(place if number == animal else -1 for number, place in enumerate(state))
        if cell_name(level.place(stop)) == cell and naive_stop(level, alone, animal, letter) != stop:
            return True
        state = (*state[:animal], stop, *state[animal + 1 :])
    return False


def test_the_hint_tells_where_the_turtle_needs_a_stop_then_who_then_how() -> None:
    level = Level(3, 5, (0,) * 15, (10, 4), 13)  # the turtle slides right along the last row
    said = [str(step.text) for step in _steps(hint(GAME, level, level.animals))]
    assert said == [
        "To come home at d3, the turtle needs something to stop it.",
        "Bring the ladybird to e3.",
        "Slide the ladybird down.",
    ]


def test_the_hint_says_what_a_helper_that_is_stopped_is_good_for() -> None:
    down, left, right = Direction.DOWN, Direction.LEFT, Direction.RIGHT
    level = Level(4, 5, (0,) * 20, (10, 4, 15), 13)
    chain = (Move(2, right), Move(1, down), Move(0, right))
    assert [str(step.text) for step in _steps(next_step(level, level.animals, chain))] == [
        "At e3, the ladybird needs something to stop it: later it is to stop the turtle at d3.",
        "Bring the rabbit to e4.",
        "Slide the rabbit to the right.",
    ]
    level = Level(4, 5, (0,) * 20, (4, 0, 15), 10)
    way = (Move(2, right), Move(0, down), Move(0, left))
    said = [str(step.text) for step in _steps(next_step(level, level.animals, way))]
    assert said[:2] == ["At e3, on its way home, the turtle needs something to stop it.", "Bring the rabbit to e4."]


def test_a_turtle_that_goes_first_is_told_who_has_to_stop_it_later() -> None:
    level = Level(3, 4, (0,) * 12, (4, 1), 10)
    up, right, down = Direction.UP, Direction.RIGHT, Direction.DOWN
    way = (Move(0, up), Move(1, right), Move(0, right), Move(0, down))
    advice = next_step(level, level.animals, way)
    assert str(advice.text) == "In the end the turtle slides home from c1, where the ladybird has to stop it first."
    assert str(advice.last.text) == "Slide the turtle up."


def test_a_turtle_that_needs_no_help_is_told_so() -> None:
    level = Level(3, 5, (0,) * 15, (0, 7), 14)
    assert str(hint(GAME, level, level.animals).text) == "The turtle needs no help: 2 slides lead home."
    assert rules.status(level, level.animals).value == "open"


def _steps(advice: Advice) -> list[Advice]:
    return [advice, *(_steps(advice.further) if advice.further is not None else [])]


def test_a_grade_says_whether_the_turtle_needs_its_helpers() -> None:
    def said(level: Level) -> str:
        graded = grade(level)
        assert graded is not None
        return str(graded.needs[-1][0])

    assert said(Level(3, 5, (0,) * 15, (0, 7), 14)) == "a slide of the turtle, which needs no helper"
    assert said(Level(3, 5, (0,) * 15, (10, 4), 13)) == "a slide of a helper; the turtle alone also gets home"
    [level] = cassetete.load("turtle:hedge")
    assert said(level) == "a slide of a helper; the turtle alone does not get home"
