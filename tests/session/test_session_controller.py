"""The controller, without any toolkit: every command of every game, wins by events alone, hints, saves and records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cassetete.app.levels.level_list import LevelList, of_entries, of_pack
from cassetete.app.levels.library import CLIPBOARD, LoadedLevel, pack, read_text
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.workers.in_process import InProcessThinker
from cassetete.core.answers import TIME_LIMIT, Answer, Limits, Verdict
from cassetete.core.contract import Advice, Advisor, Aim, AnyGame, Play, Status
from cassetete.core.errors import BadLevel
from cassetete.core.events import Event, Key, Press
from cassetete.core.headers import Headers
from cassetete.core.message import Text
from cassetete.session import saves
from cassetete.session.commands import COMMANDS, KEYS
from cassetete.session.controller import Controller
from cassetete.session.jobs import Hint, Judgement, Solution, ToAdvise, ToJudge, ToSolve, Working
from cassetete.session.lesson import SKIP, LessonController
from cassetete.session.ports import MemorySettings, NoRecords, Win
from cassetete.session.session import Record, Session, begin
from cassetete.session.stars import judged_by, stars
from cassetete.session.view_model import NoteKind
from fake_thinker import FakeThinker

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")
LIMITS = Limits(seconds=20)
TAQUIN = games()["taquin"]


class FakeRecords:
    """Running games as texts, and what was won."""

    def __init__(self) -> None:
        self.running: dict[tuple[str, str], str] = {}
        self.won: list[Record] = []
        self.optima: dict[tuple[str, str], int] = {}
        self.notice: Text | None = None

    def _key(self, game: AnyGame, level: Any) -> tuple[str, str]:
        return game.id, game.formats[0].dump([level])

    def load(self, game: AnyGame, level: Any) -> Session | None:
        text = self.running.get(self._key(game, level))
        return saves.load(text, games()) if text is not None else None

    def keep(self, session: Session, source: str) -> Text | None:
        self.running[self._key(session.game, session.level)] = saves.dump(session, source)
        return self.notice

    def win(self, game: AnyGame, level: Any, record: Record) -> Win | None:
        self.running.pop(self._key(game, level), None)
        before = self.best(game, level)
        if record.solved_for:
            return Win(0, False, before)
        self.won.append(record)
        length = record.totals.by(game.lengths.metric(level))
        earned = stars(judged_by(level.headers, self.optimum(game, level)), length)
        return Win(earned, before is not None and length < before, before, ("moves",))

    def best(self, game: AnyGame, level: Any) -> int | None:
        lengths = [record.totals.by(game.lengths.metric(level)) for record in self.won]
        return min(lengths) if lengths else None

    def optimum(self, game: AnyGame, level: Any) -> int | None:
        return self.optima.get(self._key(game, level))

    def keep_optimum(self, game: AnyGame, level: Any, value: int) -> None:
        self.optima[self._key(game, level)] = value


def controller_of(
    levels: LevelList,
    index: int = 0,
    *,
    records: FakeRecords | NoRecords | None = None,
    settings: MemorySettings | None = None,
) -> tuple[Controller, FakeThinker]:
    thinker = FakeThinker()
    controller = Controller(
        levels, index, records=records or FakeRecords(), thinker=thinker, settings=settings or MemorySettings()
    )
    return controller, thinker


def levels_of(game: AnyGame) -> LevelList:
    found = pack(game.id)
    assert found is not None
    return of_pack(found)


def first_move(controller: Controller) -> Any:
    session = controller.session
    return next(iter(session.game.rules.moves(session.level, session.state)))


def candidates(controller: Controller) -> Iterator[Event]:
    for name in ("Up", "Down", "Left", "Right", *"0123456789"):
        yield Key(name)
    session = controller.session
    scene = session.game.scene(session.level, controller.view().board)
    for target in dict.fromkeys(shape.target for shape in scene.shapes if shape.target is not None):
        yield Press(target)


def events_for(controller: Controller, move: Any) -> list[Event]:
    """The events that play a move: one, or one that places the cursor and another."""
    session = controller.session
    game, level = session.game, session.level
    wanted = game.rules.play(level, session.state, move)
    events = list(candidates(controller))

    def plays(event: Event, cursor: Any) -> bool:
        bound = game.bind(level, session.state, cursor, event)
        return (
            isinstance(bound, Play)
            and len(bound.moves) == 1
            and game.rules.play(level, session.state, bound.moves[0]) == wanted
        )

    for event in events:
        if plays(event, session.cursor):
            return [event]
    for first in events:
        bound = game.bind(level, session.state, session.cursor, first)
        if isinstance(bound, Aim):
            for second in events:
                if plays(second, bound.cursor):
                    return [first, second]
    raise AssertionError(f"no event of {game.id} plays {move!r}")


@pytest.mark.parametrize("name", [*OURS, "taquin"])
def test_every_game_is_won_by_events_alone(name: str) -> None:
    game = games()[name]
    records = FakeRecords()
    controller, _thinker = controller_of(levels_of(game), records=records)
    level = controller.session.level
    for move in solve(game, level).moves:
        assert controller.end is None
        for event in events_for(controller, move):
            assert controller.event(event) is None
    end = controller.view().end
    assert end is not None and not end.by_machine
    assert end.stars == 3
    [record] = records.won
    assert game.rules.status(level, controller.session.state) is Status.WON
    assert record.moves == controller.session.moves
    assert records.running == {}  # the game is over
    assert [button.command for button in end.buttons] == ["next", "restart", "replay", "share"]
    controller.do("next")
    assert (controller.index, controller.view().end) == (1, None)


def test_every_command_of_every_game(game: AnyGame) -> None:
    """Each does what it says, or says why it does nothing; what it asks of the front end has its own name."""
    for name in COMMANDS:
        controller, _thinker = controller_of(levels_of(game))
        controller.play((first_move(controller),))
        request = controller.do(name)
        assert request is None or request.command == name
        view = controller.view()
        assert isinstance(str(view.title.in_language("en")), str)
        assert {state.command.id for state in view.commands} <= set(COMMANDS)


def test_every_command_without_a_game_begun(game: AnyGame) -> None:
    for name in COMMANDS:
        controller, _thinker = controller_of(levels_of(game), len(levels_of(game)) - 1)
        controller.do(name)
        assert controller.view().board.state == controller.session.state


def test_an_unknown_command_is_an_error() -> None:
    controller, _thinker = controller_of(levels_of(TAQUIN))
    with pytest.raises(KeyError):
        controller.do("dance")


def test_no_two_commands_share_a_key() -> None:
    always = [command for command in COMMANDS.values() if command.id not in ("pause", "stop")]
    assert len(KEYS) == sum(len(command.keys) for command in always)


def enabled(controller: Controller, *names: str) -> list[bool]:
    states = {state.command.id: state.enabled for state in controller.view().commands}
    return [states[name] for name in names]


def test_undo_redo_restart_and_suppositions(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game))
    start = controller.session.state
    assert enabled(controller, "undo", "redo", "accept", "reject") == [False, False, False, False]
    controller.do("undo")
    assert str(controller.view().note.text) == "there is nothing to undo"  # type: ignore[union-attr]
    move = first_move(controller)
    controller.play((move,))
    after = controller.session.state
    forwards = controller.take_movement()
    assert forwards is not None and (forwards.state, forwards.moves, forwards.backwards) == (start, (move,), False)
    assert controller.take_movement() is None  # it is animated once
    controller.do("undo")
    backwards = controller.take_movement()
    assert backwards is not None and (backwards.state, backwards.moves, backwards.backwards) == (start, (move,), True)
    assert (controller.session.state, enabled(controller, "undo", "redo")) == (start, [False, True])
    controller.do("redo")
    assert controller.session.state == after
    controller.do("restart")
    assert (controller.session.state, controller.session.moves) == (start, ())
    controller.do("suppose")
    note = controller.view().note
    assert note is not None and note.kind is NoteKind.SUPPOSITION
    assert controller.view().panel.suppositions == 1
    controller.play((move,))
    controller.do("reject")
    assert controller.session.state == start
    controller.do("suppose")
    controller.play((move,))
    controller.do("accept")
    assert (controller.session.state, controller.session.now.open) == (after, ())
    controller.do("accept")
    assert str(controller.view().note.text) == "there is no open supposition"  # type: ignore[union-attr]


def answered(controller: Controller, thinker: FakeThinker, *jobs: type) -> None:
    """Answer the last question of those kinds, as a worker would."""
    ticket = max(number for number, job in enumerate(thinker.asked, 1) if isinstance(job, jobs))
    inner = InProcessThinker(LIMITS)
    job = thinker.asked[ticket - 1]
    inner.ask(job)
    for message in inner.answers():
        controller.answered(replace(message, ticket=ticket))


def test_a_hint_is_given_explained_and_played(game: AnyGame) -> None:
    controller, thinker = controller_of(levels_of(game))
    controller.do("hint")
    assert controller.view().note.kind is NoteKind.THINKING  # type: ignore[union-attr]
    controller.do("hint")  # asking again while waiting changes nothing
    assert sum(isinstance(job, ToAdvise) for job in thinker.asked) == 1
    answered(controller, thinker, ToAdvise)
    said: list[Text] = []
    while not controller.session.moves:  # the last time, the moves of the hint are played
        view = controller.view()
        assert view.note is not None and view.note.kind is NoteKind.HINT and view.note.more is not None
        assert view.hint_moves or view.board.marks or not said
        assert view.note.text not in said
        said.append(view.note.text)
        controller.do("hint")
    assert len(said) >= 2, "it is told in steps"
    assert (controller.session.hints, controller.session.hints_played) == (1, 1)


def test_late_answers_change_nothing(game: AnyGame) -> None:
    controller, thinker = controller_of(levels_of(game))
    level, state = controller.session.level, controller.session.state
    controller.do("hint")
    ticket, job = len(thinker.asked), thinker.asked[-1]
    assert isinstance(job, ToAdvise)
    controller.play((first_move(controller),))
    assert controller.answered(Hint(ticket, job, Advice(Text("too late")))) is True  # only the waiting is over
    assert controller.view().note is None
    judge = ToJudge(game, level, state, tag=controller.position - 1)
    controller.answered(Judgement(99, judge, winnable=False))
    assert controller.view().note is None
    assert not controller.answered(Working(99, judge, 0, text=Text("at least 3")))
    assert controller.view().panel.lower_bound is None


def test_a_cancelled_question_is_not_heard_any_more() -> None:
    controller, thinker = controller_of(levels_of(TAQUIN))
    for name in ("hint", "check", "solve"):
        controller.do(name)
        ticket = len(thinker.asked)
        assert controller.command_of("escape") == "stop"
        controller.do("stop")
        assert thinker.cancelled[-1] == ticket and controller.command_of("escape") == "back"
        assert controller.view().note is None
    job = thinker.asked[-1]
    assert isinstance(job, ToSolve)
    controller.answered(Solution(len(thinker.asked), job, Answer(Verdict.SOLVED, (first_move(controller),))))
    assert controller.autoplay == []


def test_each_position_is_judged_if_the_player_wants_it(game: AnyGame) -> None:
    settings = MemorySettings()
    controller, thinker = controller_of(levels_of(game), settings=settings)
    if not settings.warns(game):
        settings.toggle_warning(game)
    thinker.asked.clear()
    controller.play((first_move(controller),))
    if controller.session.status is not Status.OPEN:
        pytest.skip("one move wins")
    [job] = thinker.asked
    assert isinstance(job, ToJudge) and job.tag == controller.position
    reason = Advice(Text("This box is stuck."))
    controller.answered(Judgement(1, job, winnable=False, reason=reason))
    note = controller.view().note
    assert note is not None and (note.kind, note.text) == (NoteKind.LOST, reason.text)
    controller.do("undo")
    assert controller.view().note is None
    thinker.asked.clear()
    controller.do("suppose")
    controller.play((first_move(controller),))
    assert thinker.asked == []  # what is only supposed is not judged


def test_a_player_who_wants_no_warning_gets_none() -> None:
    sokoban = games()["sokoban"]
    settings = MemorySettings()
    settings.toggle_warning(sokoban)
    controller, thinker = controller_of(levels_of(sokoban), settings=settings)
    [job] = thinker.asked  # for the lower bound alone: it may search nothing
    assert isinstance(job, ToJudge) and job.limits.nodes == 0
    controller.answered(Judgement(1, job, winnable=False))
    assert controller.view().note is None
    settings.lower_bound = False
    thinker.asked.clear()
    controller.play((first_move(controller),))
    assert thinker.asked == [] and not controller.view().panel.has_lower_bound


def test_a_check_says_what_it_found() -> None:
    controller, thinker = controller_of(levels_of(TAQUIN))
    for winnable, said in ((True, "can still be won"), (False, "cannot be won"), (None, "not known")):
        controller.do("check")
        job = thinker.asked[-1]
        assert isinstance(job, ToJudge)
        controller.answered(Judgement(len(thinker.asked), job, winnable))
        assert said in str(controller.view().note.text)  # type: ignore[union-attr]


def test_an_error_in_the_game_s_own_code_is_said_and_the_game_goes_on() -> None:
    def fail(_level: Any, _state: Any) -> Advice:
        raise ZeroDivisionError("planted")

    broken = replace(TAQUIN, coaching=replace(TAQUIN.coaching, warn=fail, advisors=(Advisor("broken", fail),)))
    [entry] = [replace(levels_of(TAQUIN).entry(0), game=broken)]
    for name, job in (("check", ToJudge), ("hint", ToAdvise)):
        controller, thinker = controller_of(of_entries([entry]))
        controller.do(name)
        answered(controller, thinker, job)
        assert "planted" in str(controller.view().note.text)  # type: ignore[union-attr]
        assert controller.play((first_move(controller),)) is None


def test_a_solution_plays_itself_pauses_and_enters_no_record(game: AnyGame) -> None:
    records = FakeRecords()
    controller, thinker = controller_of(levels_of(game), records=records)
    controller.do("solve")
    answered(controller, thinker, ToSolve)
    autoplay = controller.view().autoplay
    assert autoplay is not None and not autoplay.paused
    assert "A solution of" in str(controller.view().note.text)  # type: ignore[union-attr]
    assert controller.command_of("space") == "pause"
    controller.do("pause")
    assert not controller.tick(5.0, clock=False) and controller.session.moves == ()
    controller.do("pause")
    assert not controller.tick(0.1, clock=False)
    assert not controller.tick(5.0, clock=False, autoplay=False)  # a piece is still on its way
    for _move in autoplay.moves:
        assert controller.tick(0.32, clock=False)
    assert controller.session.moves == autoplay.moves
    end = controller.view().end
    assert end is not None and end.by_machine and end.stars is None
    assert "computer" in str(end.title)
    assert records.won == []


def test_a_solution_can_be_stopped_stepped_through_or_played_at_once() -> None:
    controller, thinker = controller_of(levels_of(TAQUIN), 1)
    for name in ("stop", "solve"):
        controller.do("solve")
        answered(controller, thinker, ToSolve)
        controller.do(name)
        assert controller.view().autoplay is None
    controller.do("solve")
    answered(controller, thinker, ToSolve)
    request = controller.do("replay")
    assert request is not None and (len(request.moves), request.at) == (3, 0)
    assert controller.view().autoplay is None
    controller.do("solve")
    answered(controller, thinker, ToSolve)
    controller.finish_autoplay()
    assert controller.session.status is Status.WON
    controller.do("undo")
    assert controller.session.moves == ()


def test_what_cannot_be_solved_is_said() -> None:
    controller, thinker = controller_of(levels_of(TAQUIN))
    controller.do("solve")
    job = thinker.asked[-1]
    assert isinstance(job, ToSolve)
    controller.answered(Working(len(thinker.asked), job, 1234))
    assert "1234 states" in str(controller.view().note.text)  # type: ignore[union-attr]
    controller.answered(Solution(len(thinker.asked), job, Answer(Verdict.IMPOSSIBLE)))
    note = controller.view().note
    assert note is not None and note.kind is NoteKind.LOST
    assert controller.session.solved_for


def test_next_and_previous_keep_what_was_played(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game), records=NoRecords())
    controller.do("previous")
    assert str(controller.view().note.text) == "this is the first level"  # type: ignore[union-attr]
    moves = controller.game.rules.moves(controller.session.level, controller.session.state)
    states = [controller.session.play((move,)) for move in moves]
    move = next(session.moves[0] for session in states if session.status is Status.OPEN)
    controller.play((move,))
    played = controller.session
    controller.do("next")
    assert controller.session.level != played.level and controller.view().place.number == 2
    controller.do("previous")
    assert controller.session is played  # the very session: nothing was loaded again
    assert controller.view().place.number == 1


def test_a_won_level_starts_again() -> None:
    controller, _thinker = controller_of(levels_of(TAQUIN))
    controller.play_text("L")
    assert controller.view().end is not None
    controller.do("next")
    controller.do("previous")
    assert controller.session.status is Status.OPEN


def test_a_game_goes_on_where_it_was_left(game: AnyGame) -> None:
    records = FakeRecords()
    controller, _thinker = controller_of(levels_of(game), records=records)
    controller.play((first_move(controller),))
    controller.tick(7.0)
    controller.leave()
    again, _thinker = controller_of(levels_of(game), records=records)
    assert (again.session.moves, again.session.seconds) == (controller.session.moves, 7.0)


def test_a_kept_game_that_cannot_be_read_is_said() -> None:
    class Broken(FakeRecords):
        def load(self, game: AnyGame, level: Any) -> Session | None:
            raise BadLevel(Text("torn"))

    controller, _thinker = controller_of(levels_of(TAQUIN), records=Broken())
    assert "could not be read" in str(controller.view().note.text)  # type: ignore[union-attr]


def test_a_save_brings_the_game_back(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game))
    controller.play((first_move(controller),))
    controller.do("suppose")
    controller.tick(3.0)
    text = controller.save_text()
    [entry] = read_text(text, "my.save")
    assert isinstance(entry, LoadedLevel)
    loaded, _thinker = controller_of(of_entries([entry]))
    assert loaded.save_text().replace("my.save", controller.entry.source) == text


def test_opening_a_save_never_loses_the_running_game(game: AnyGame) -> None:
    """The saved game starts as it was saved; undo leads back to the game that was running."""
    records = FakeRecords()
    other, _thinker = controller_of(levels_of(game), records=NoRecords())
    other.do("suppose")
    [saved] = read_text(other.save_text(), "other.save")
    assert isinstance(saved, LoadedLevel)

    controller, _thinker = controller_of(levels_of(game), records=records)
    move = first_move(controller)
    controller.play((move,))
    running = controller.session
    controller.open(of_entries([saved]))
    assert (controller.session.moves, len(controller.session.now.open)) == ((), 1)
    controller.do("undo")  # the supposition
    controller.do("undo")  # the opening of the file
    assert (controller.session.state, controller.session.moves) == (running.state, (move,))
    controller.do("undo")
    assert controller.session.now.before is None

    # The same save opened once more changes nothing, and a program that starts later still has it all.
    again, _thinker = controller_of(levels_of(game), records=records)
    for _redo in range(3):
        again.do("redo")
    assert len(again.session.now.open) == 1


def test_opening_a_level_goes_on_with_its_running_game() -> None:
    records = FakeRecords()
    controller, _thinker = controller_of(levels_of(TAQUIN), records=records)
    level = controller.session.level
    controller.play_text("D")
    controller.do("next")
    controller.open(of_entries([LoadedLevel(TAQUIN, level, TAQUIN.rules.start(level), "copy.txt")]))
    assert len(controller.session.moves) == 1
    assert len(records.running) == 1


def test_what_is_undone_in_the_running_game_is_not_lost_either() -> None:
    level = levels_of(TAQUIN).entry(0).level
    down = TAQUIN.notation.read(level, TAQUIN.rules.start(level), "D")
    running = begin(TAQUIN, level).play(down).undo()
    opened = begin(TAQUIN, level).suppose().opened_over(running)
    assert opened.undo().undo().moves == down
    assert running.opened_over(running) is running


def test_a_record_is_said_to_be_one() -> None:
    records = FakeRecords()
    for moves, said in (("DUL", "The first record"), ("L", "It was 3")):
        controller, _thinker = controller_of(levels_of(TAQUIN), records=records)
        assert controller.view().panel.best == (None if moves == "DUL" else 3)
        assert controller.play_text(moves) is None
        end = controller.view().end
        assert end is not None and any(said in str(line) for line in end.lines)
        assert any("Best result so far: Moves" in str(line) for line in end.lines)
    controller.do("undo")
    controller.do("redo")
    assert len(records.won) == 2  # a win that is only redone is no new one


def test_moves_that_are_none_are_refused_with_a_reason() -> None:
    controller, _thinker = controller_of(levels_of(TAQUIN))
    assert str(controller.play_text("U")) == "no tile can slide that way"
    assert "'X' is not a move" in str(controller.play_text("X"))
    assert controller.session.moves == ()


def test_the_clock_stops_behind_dialogs_and_at_a_win() -> None:
    controller, _thinker = controller_of(levels_of(TAQUIN))
    assert controller.tick(5.0) and controller.view().panel.clock == "0:05"
    assert not controller.tick(5.0, clock=False)
    controller.play_text("L")
    controller.tick(60.0)
    assert controller.session.seconds == 5.0


def test_playing_on_from_a_replay_enters_no_record(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game))
    move = first_move(controller)
    controller.play((move,))
    request = controller.do("replay")
    assert request is not None and request.moves == (move,)
    controller.play_on_from(request.moves)
    assert controller.session.moves == (move,) and controller.session.solved_for


def test_copied_moves_read_back(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game))
    assert controller.do("copy-moves") is None
    assert str(controller.view().note.text) == "nothing has been played yet"  # type: ignore[union-attr]
    controller.play((first_move(controller),))
    request = controller.do("copy-moves")
    assert request is not None
    level = controller.session.level
    assert game.notation.read(level, game.rules.start(level), request.text) == controller.session.moves


def test_a_copied_level_reads_back_in_every_format(game: AnyGame) -> None:
    controller, _thinker = controller_of(levels_of(game))
    texts = [request.text for _again in range(len(game.formats)) if (request := controller.do("copy")) is not None]
    assert texts[0] == game.formats[0].dump([controller.session.level])
    for text in texts:
        [found] = read_text(text, "clipboard", game)
        assert isinstance(found, LoadedLevel)
    assert game.id != "slitherlink" or any("puzz.link" in text for text in texts)


def test_options_are_turned_and_reach_the_board() -> None:
    slitherlink = games()["slitherlink"]
    controller, _thinker = controller_of(levels_of(slitherlink))
    first = slitherlink.controls.options[0]
    before = first.id in controller.view().board.options
    assert controller.toggle_option(1) and (first.id in controller.view().board.options) is not before
    assert not controller.toggle_option(99)
    assert enabled(controller, "options") == [True]
    controller.do("explain")
    assert controller.session.solved_for


def test_a_drag_is_shown_before_it_is_played() -> None:
    controller, _thinker = controller_of(levels_of(games()["slitherlink"]))
    start = controller.session.state
    for x in (0.5, 1.5, 2.5):
        shown = controller.drag((x, 0.5), None, None, 1)
    assert shown and controller.drawing
    preview = controller.view().board.state
    assert preview != start and controller.session.state == start
    assert controller.drop(None, None, 1) is None
    assert controller.session.state == preview and not controller.drawing
    controller.drag((0.5, 0.5), None, None, 1)
    controller.drag((0.5, 1.5), None, None, 1)
    controller.cancel_drag()
    assert controller.view().board.state == preview


def test_a_lesson_leads_from_board_to_board() -> None:
    levels = of_entries([levels_of(TAQUIN).entry(0)] * 2)
    lesson = LessonController(levels, 0, records=NoRecords(), thinker=FakeThinker(), settings=MemorySettings())
    for command in ("next", SKIP):
        lesson.play_text("L")
        end = lesson.view().end
        assert end is not None and end.stars is None
        assert [button.command for button in end.buttons] == [command]
        request = lesson.do(command)
    assert request is not None and request.command == SKIP


def test_drawing_a_view_asks_little_of_the_settings() -> None:
    """Settings come from memory: a front end may read them for every frame."""
    calls: list[str] = []

    class Counted(MemorySettings):
        def options(self, game: AnyGame) -> frozenset[str]:
            calls.append(game.id)
            return super().options(game)

    controller, _thinker = controller_of(levels_of(TAQUIN), settings=Counted())
    calls.clear()
    controller.view()
    assert len(calls) == 1


# Stars while the optimum is not known


def untitled(name: str = "one") -> LoadedLevel:
    """A level of the pack as a file without headers brings it."""
    found = pack("taquin")
    assert found is not None
    level = replace(found.entry(name).level, headers=Headers())
    return LoadedLevel(TAQUIN, level, TAQUIN.rules.start(level), "my/hill.taquin")


def measures(thinker: FakeThinker) -> list[ToSolve]:
    return [job for job in thinker.asked if isinstance(job, ToSolve) and job.background]


def measured(thinker: FakeThinker, verdict: Verdict = Verdict.SOLVED) -> Solution:
    """The answer to the last question about an optimum, found by a real search."""
    job = measures(thinker)[-1]
    ticket = next(n for n, asked in enumerate(thinker.asked, 1) if asked is job)
    answer = solve(TAQUIN, job.level) if verdict is Verdict.SOLVED else Answer(verdict, why=TIME_LIMIT)
    return Solution(ticket, job, answer)


def test_the_optimum_of_a_level_without_one_is_asked_for_and_judges_the_game() -> None:
    records = FakeRecords()
    controller, thinker = controller_of(of_entries([untitled()]), records=records)
    assert len(measures(thinker)) == 1
    panel = controller.view().panel
    assert panel.thresholds is None and "not known yet" in str(panel.best_possible)
    answer = measured(thinker)
    assert controller.answered(answer)
    panel = controller.view().panel
    assert panel.thresholds == (1, 1) and str(panel.best_possible) == "best possible: 1"
    controller.play(answer.answer.moves)
    assert controller.end is not None and controller.end.stars == 3
    assert any("Perfect" in str(line) for line in controller.end.lines)
    again, later = controller_of(of_entries([untitled()]), records=records)
    assert not measures(later) and again.view().panel.thresholds == (1, 1), "kept by the records"


def test_a_win_before_the_optimum_is_known_is_judged_when_it_is() -> None:
    controller, thinker = controller_of(of_entries([untitled()]))
    answer = measured(thinker)
    controller.play(answer.answer.moves)
    assert controller.end is not None and controller.end.stars == 1
    assert any("not known yet" in str(line) for line in controller.end.lines)
    assert controller.answered(answer)
    assert controller.end is not None and controller.end.stars == 3


def test_a_level_without_a_solution_has_no_best_possible() -> None:
    controller, thinker = controller_of(of_entries([untitled()]))
    assert controller.answered(measured(thinker, Verdict.IMPOSSIBLE))
    assert controller.view().panel.best_possible is None


def test_an_optimum_that_was_not_found_is_called_unknown() -> None:
    controller, thinker = controller_of(of_entries([untitled()]))
    assert controller.answered(measured(thinker, Verdict.UNKNOWN))
    assert str(controller.view().panel.best_possible) == "best possible: not known"


def test_a_level_that_says_its_optimum_is_not_searched() -> None:
    _controller, thinker = controller_of(levels_of(TAQUIN))
    assert measures(thinker) == []


def test_leaving_ends_the_search_for_the_optimum_and_coming_back_begins_it_again() -> None:
    controller, thinker = controller_of(of_entries([untitled(), untitled("two")]))
    first = measured(thinker)
    controller.leave()
    assert thinker.cancelled == [first.ticket]
    assert not controller.answered(first), "it comes too late"
    controller.tick(0.1)
    assert len(measures(thinker)) == 2
    controller.do("next")
    assert len(thinker.cancelled) == 2 and len(measures(thinker)) == 3


def test_a_solution_does_not_wait_for_the_optimum() -> None:
    controller, thinker = controller_of(of_entries([untitled()]))
    controller.do("solve")
    assert controller.answered(measured(thinker)), "and the optimum ends no other question"
    view = controller.view()
    assert view.note is not None and view.note.kind is NoteKind.THINKING


def test_after_a_restart_a_game_that_was_solved_counts_again() -> None:
    records = FakeRecords()
    controller, thinker = controller_of(levels_of(TAQUIN), records=records)
    controller.do("solve")
    job = thinker.asked[-1]
    assert isinstance(job, ToSolve)
    answer = solve(TAQUIN, job.level)
    controller.answered(Solution(len(thinker.asked), job, answer))
    controller.finish_autoplay()
    assert records.won == [] and controller.session.solved_for
    controller.do("restart")
    assert not controller.session.solved_for
    controller.do("undo")
    assert controller.session.solved_for, "undone, the restart changes nothing"
    controller.do("redo")
    controller.play(answer.moves)
    assert len(records.won) == 1


def test_the_best_result_is_shown_after_a_win_and_a_restart() -> None:
    controller, _thinker = controller_of(of_entries([untitled()]))
    assert controller.view().panel.best is None
    controller.play(solve(TAQUIN, controller.session.level).moves)
    controller.do("restart")
    assert controller.view().panel.best == 1


def test_a_level_of_a_file_has_the_file_s_name_wherever_it_is_kept() -> None:
    records = FakeRecords()
    controller, _thinker = controller_of(of_entries([untitled()]), records=records)
    assert controller.view().title.in_language("en") == "hill"
    controller.play((first_move(controller),))
    assert controller.session.record.name == "hill"
    assert "name: hill\n" in controller.save_text()
    (saved,) = read_text(controller.save_text(), "elsewhere/x.save")
    assert isinstance(saved, LoadedLevel) and saved.name == "hill"
    (pasted,) = read_text(TAQUIN.formats[0].dump([untitled().level]), CLIPBOARD, TAQUIN)
    assert isinstance(pasted, LoadedLevel) and (pasted.name, str(pasted.title)) == ("", "Pasted level")


def test_what_goes_wrong_with_keeping_a_game_is_said_at_that_move() -> None:
    found, records = pack("sokoban"), FakeRecords()
    assert found is not None
    controller, _thinker = controller_of(of_pack(found), records=records)
    records.notice = Text("the folder was removed")
    controller.event(Key("Right"))
    records.notice = None
    controller.event(Key("Left"))
    note = controller.view().note
    assert note is not None and str(note.text) == "the folder was removed", "two keys may come before the first view"
    controller.event(Key("Right"))
    assert controller.view().note is None
