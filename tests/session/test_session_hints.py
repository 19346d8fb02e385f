"""Hints in the controller: told step by step, counted; in a lost game told, shown, and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.registry import games
from cassetete.app.solving.hints import hint
from cassetete.app.workers.in_process import InProcessThinker
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Status, View
from cassetete.core.headers import Headers
from cassetete.scene.shapes import Line, Point
from cassetete.session import saves
from cassetete.session.controller import Controller
from cassetete.session.hint_arrow import extent, hint_shapes
from cassetete.session.jobs import Judgement, ToJudge
from cassetete.session.ports import MemorySettings, NoRecords
from cassetete.session.stars import stars
from cassetete.session.take_back import TakeBack
from cassetete.session.view_model import Note


class Player:
    """A controller whose thinker answers at once, and that can ask for a hint."""

    def __init__(self, text: str, game: str) -> None:
        self.thinker = InProcessThinker(Limits(seconds=20))
        entries = [entry for entry in read_text(text, "a.txt", games()[game]) if isinstance(entry, LoadedLevel)]
        levels = of_entries(entries)
        self.controller = Controller(
            levels, 0, records=NoRecords(), thinker=self.thinker, settings=MemorySettings(), live=Limits(nodes=0)
        )
        self.listen()

    def listen(self) -> None:
        while messages := self.thinker.answers():
            for message in messages:
                self.controller.answered(message)

    def hint(self) -> str:
        """Ask for a hint, or for more of it; what is said then."""
        self.controller.do("hint")
        self.listen()
        note = self.note
        return "" if note is None else " ".join(str(text) for text in (note.text, note.more) if text is not None)

    def play(self, moves: str) -> None:
        for move in moves:
            assert self.controller.play_text(move) is None
        self.listen()

    @property
    def note(self) -> Note | None:
        return self.controller.view().note


def test_a_lost_game_is_told_shown_and_taken_back() -> None:
    player = Player("3 2 0 0\n3 9 9 0\n3 9 9 0\n3 3 3 1\n", "pushit")
    start = player.controller.session.state
    player.play("RRR")
    assert player.hint() == "The ball is below the exit and can never rise. H: what was wrong?"
    assert player.controller.view().board.marks
    assert player.hint() == ("The mistake was made 3 steps ago, by →: before that, this could be won. H: take it back")
    assert player.hint() == "taken back"
    assert player.controller.session.state == start
    assert (player.controller.session.hints, player.controller.session.hints_played) == (1, 0)
    player.controller.do("redo")
    assert len(player.controller.session.moves) == 1, "what was taken back can be done again"


def test_what_a_restart_took_back_is_no_mistake_any_more() -> None:
    player = Player("3 2 0 0\n3 9 9 0\n3 9 9 0\n3 3 3 1\n", "pushit")
    start = player.controller.session.state
    player.play("R")
    player.controller.do("restart")
    player.play("RR")
    player.hint()
    assert player.hint().startswith("The mistake was made 2 steps ago, by →")
    assert player.hint() == "taken back"
    assert player.controller.session.state == start
    assert player.controller.session.now.action.kind == "restart"


def test_the_mistake_of_a_piece_is_told_by_its_name_and_an_arrow() -> None:
    player = Player("3 0 0 0\n0 0 0 1\nanimals 2\nbut 1\n", "turtle")
    for move in ("0B", "0G"):
        assert player.controller.play_text(move) is None
    player.listen()
    player.hint()
    assert player.hint().startswith("The mistake was made 1 step ago, by the turtle ←:")


def test_a_game_lost_by_rule_is_taken_back_too() -> None:
    player = Player("WBSG\n____\n", "ricosheep")
    player.play("D")
    start = player.controller.session.state
    player.play("L")
    assert player.controller.session.status is Status.LOST
    assert player.hint() == "A wolf has eaten a sheep. H: what was wrong?"
    assert "1 step ago, by ←" in player.hint()
    player.hint()
    assert player.controller.session.state == start


def test_an_impossible_start_says_so_and_speaks_of_no_undo() -> None:
    player = Player("0 1\n1 9\n", "pushit")
    said = player.hint()
    assert said.endswith("This level has no solution: it cannot be won.") and "undo" not in said.lower()
    assert player.hint() == said  # asking again changes nothing
    stuck = "From here the ball can push nothing, and it cannot roll to the exit. "
    player = Player("1 0 0\n0 9 9\n0 9 0\n", "pushit")
    assert player.hint() == stuck + "This level has no solution: it cannot be won."
    player.play("R")
    player.hint()
    assert player.hint().endswith("This level has no solution: it cannot be won.")
    player.controller.do("undo")
    player.controller.do("check")
    player.listen()
    assert player.note is not None and "no solution" in str(player.note.text)


def test_the_live_warning_of_an_impossible_start_does_not_name_undo() -> None:
    player = Player("1 0 0\n0 9 9\n0 9 0\n", "pushit")
    controller = player.controller
    job = ToJudge(controller.game, controller.session.level, controller.session.state, tag=controller.position)
    controller.answered(Judgement(99, job, winnable=False))
    assert player.note is not None
    assert (str(player.note.text), player.note.more) == ("This level has no solution: it cannot be won.", None)
    player.play("R")
    job = replace(job, state=controller.session.state, tag=controller.position)
    controller.answered(Judgement(99, job, winnable=False))
    assert str(player.note.more) == "A undoes, H helps."


def test_played_hints_are_counted_kept_and_cost_the_third_star() -> None:
    player = Player("# optimum: 4\n3 3 3\n9 9 4\n9 9 2\n", "pushit")
    while not player.controller.session.moves:
        player.hint()
    session = player.controller.session
    assert (session.hints, session.hints_played) == (1, 1)
    again = saves.load(saves.dump(session), games())
    assert (again.hints, again.hints_played) == (1, 1)
    while player.controller.session.status is Status.OPEN:
        player.hint()
    dialog = player.controller.end
    assert dialog is not None
    assert dialog.stars == 2
    asked, played = player.controller.session.hints, player.controller.session.hints_played
    assert asked == played >= 1
    assert any("at most two stars" in str(line) for line in dialog.lines)
    assert player.controller.session.record.hints_played == played


@pytest.mark.parametrize(("length", "earned"), [(10, 2), (15, 2), (16, 1)])
def test_a_played_hint_leaves_at_most_two_stars(length: int, earned: int) -> None:
    assert stars(Headers(optimum=10), length, hints_played=1) == earned


@given(st.lists(st.sampled_from([True, False, None]), max_size=40), st.data())
def test_taking_back_finds_a_position_right_before_a_lost_one(before: list[bool | None], data: st.DataObject) -> None:
    winnable = [*before, False]
    first = data.draw(st.integers(0, len(before)), "the last restart")
    search = TakeBack(lost=len(winnable) - 1, first=first)
    asked: list[int] = []
    while (position := search.next) is not None:
        assert position not in asked and position >= first
        asked.append(position)
        search = search.told(position, winnable[position])
    if search.found is None:
        assert winnable[first] is False
    else:
        assert winnable[search.found] is not False and winnable[search.found + 1] is False
        assert search.proven == (winnable[search.found] is True)
    assert len(asked) <= 2 * len(winnable).bit_length() + 1


def test_a_stopped_search_for_the_mistake_can_be_asked_for_again() -> None:
    player = Player("3 2 0 0\n3 9 9 0\n3 9 9 0\n3 3 3 1\n", "pushit")
    player.play("RRR")
    player.hint()
    player.controller.do("hint")
    player.controller.do("stop")
    assert player.thinker.answers() == []
    player.controller.do("hint")
    player.listen()
    assert player.note is not None


def test_special_rules_are_said_when_a_level_opens_and_kept_for_the_list_of_keys() -> None:
    player = Player("# tall: 2\n# cost: 1 3\n1 0\n0 0\n", "pushit")
    said = [str(text) for text in player.controller.view().special_rules]
    assert said == [
        "Here the ball pushes up to 2 blocks at once.",
        "Here a move without a push costs 1 and a push costs 3.",
    ]
    assert player.note is not None and str(player.note.text) == " ".join(said)
    player.play("R")
    assert player.note is None
    assert not Player("1 0\n0 0\n", "pushit").controller.view().special_rules


def test_the_arrow_of_a_hint_begins_where_the_piece_ends(game: AnyGame) -> None:
    found = pack(game.id)
    assert found is not None
    for name in found.names()[:3]:
        entry = found.entry(name)
        advice = hint(game, entry.level, entry.state).last
        view: View[Any, Any] = View(entry.state, marks=advice.marks)
        scene = game.scene(entry.level, view)
        lines = [
            shape for shape in hint_shapes(game, entry.level, view, advice.moves, scene) if isinstance(shape, Line)
        ]
        state = replay(game.rules, entry.level, advice.moves[:-1], entry.state)
        keys = {motion.key for motion in game.motions(entry.level, state, advice.moves[-1])}
        pieces = [shape for shape in game.scene(entry.level, View(state)).shapes if shape.key in keys]
        assert bool(lines) == bool(pieces)
        for line in lines:
            assert any(_outside(line.points[0], extent(piece)) for piece in pieces)


def _outside(point: Point, corners: tuple[Point, Point]) -> bool:
    (left, top), (right, bottom) = corners
    return not (left < point[0] < right and top < point[1] < bottom)
