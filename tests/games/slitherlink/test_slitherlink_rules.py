"""The rules of Slitherlink, its notation, controls and editor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.certify import replay
from cassetete.core.contract import Aim, Mark, Play, Status, View
from cassetete.core.errors import BadMove, IllegalMove
from cassetete.core.events import Key, Press
from cassetete.core.grid import Direction
from cassetete.core.lengths import line
from cassetete.games.slitherlink import controls, rules
from cassetete.games.slitherlink import editor as edit
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.hints import hint
from cassetete.games.slitherlink.model import (
    Level,
    Put,
    State,
    edge_number,
    edges_at,
    flags,
    mask_of,
    segment_of,
    sides,
)
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Label, Line
from cassetete.session.session import begin

GRILLE1 = "----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n"
SQUARE = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)))


def level_of(text: str) -> Level:
    return parse(text)[0].level


def drawn(level: Level, *segments: object) -> State:
    edges = [edge_number(level.rows, level.columns, segment) for segment in segments]
    return State(mask_of(edge for edge in edges if edge is not None))


@given(st.integers(1, 6), st.integers(1, 6))
def test_numbers_and_segments_are_two_names_of_the_same(rows: int, columns: int) -> None:
    level = edit.blank(rows, columns)
    segments = [segment_of(rows, columns, edge) for edge in range(level.edges)]
    assert len(set(segments)) == level.edges
    for edge, (a, b) in enumerate(segments):
        assert edge_number(rows, columns, (a, b)) == edge_number(rows, columns, (b, a)) == edge
        assert edge in edges_at(rows, columns, a) and edge in edges_at(rows, columns, b)


def test_one_loop_is_the_loop_through_a_segment_that_has_them_all() -> None:
    level = edit.blank(2, 2)
    for mask in range(1 << level.edges):
        text = flags(mask, level.edges)
        first = text.find("1")
        through = rules.loop_length(level, text, first) if first >= 0 else None
        assert rules.one_loop(level, State(mask)) == (through == mask.bit_count() > 0)


@given(st.data())
def test_a_line_at_once_leads_where_its_moves_lead(data: st.DataObject) -> None:
    level = edit.blank(2, 2)
    segments = [segment_of(2, 2, edge) for edge in range(level.edges)]
    put = st.builds(Put, st.sampled_from([*segments, ((0, 0), (1, 1)), ((5, 5), (5, 6))]), st.sampled_from("+++++x.i"))
    state = State(*data.draw(st.sampled_from([(0, 0), (0b1, 0b10), (0b1, 0)])))
    loop = [Put(segment, "+") for segment in SQUARE if state.mark(edge_number(2, 2, segment) or 0) != "+"]
    moves = tuple(data.draw(st.one_of(st.lists(put, max_size=6), st.permutations(loop))))
    moves += tuple(data.draw(st.lists(put, max_size=1)))
    try:
        plain = replay(rules, level, moves, state), sum(move.mark == "+" for move in moves)
    except IllegalMove:
        plain = None
    at_once = rules.line(level, state, moves)
    if at_once is not None:
        assert plain == (at_once[0], at_once[2])
        assert rules.status(level, at_once[0]) is Status.WON
    elif plain is not None and {move.mark for move in moves} == {"+"}:
        assert rules.status(level, plain[0]) is not Status.WON  # what wins is found at once


def test_a_line_is_replayed_again_for_another_state() -> None:
    level = level_of("__\n")
    moves = tuple(Put(segment, "+") for segment in SQUARE)
    crossed = State(crossed=1)
    assert line(GAME, level, State(), moves).end == drawn(level, *SQUARE)
    assert line(GAME, level, crossed, moves).end == replay(rules, level, moves, crossed)
    with pytest.raises(IllegalMove):
        line(GAME, level, drawn(level, *SQUARE[:1]), moves)


@pytest.mark.parametrize(
    "target", [None, "x", (1, 2), ((0, 0), (1, 1)), ((0, 0), (0, -1)), ((2, 2), (2, 3)), ((0, 0),)]
)
def test_what_is_no_segment_has_no_number(target: object) -> None:
    assert edge_number(2, 2, target) is None


@pytest.mark.parametrize(
    ("grid", "segments", "won"),
    [
        ("__\n", SQUARE, True),
        ("_2\n", SQUARE, False),
        ("_1\n", SQUARE, True),
        ("__\n", SQUARE[:3], False),
        ("00\n00\n", (), False),
        ("___\n", (*SQUARE, ((0, 2), (0, 3)), ((0, 3), (1, 3)), ((1, 2), (1, 3)), ((0, 2), (1, 2))), False),
        ("__\n", (*SQUARE, ((0, 1), (0, 2)), ((0, 2), (1, 2)), ((1, 1), (1, 2))), False),
        ("__\n", (*SQUARE, ((0, 1), (0, 2))), False),
        ("__\n__\n", (*SQUARE, ((1, 1), (1, 2)), ((1, 2), (2, 2)), ((2, 1), (2, 2)), ((1, 1), (2, 1))), False),
    ],
    ids=["loop", "unmet", "met", "open", "empty", "two loops", "branch", "tail", "touching loops"],
)
def test_won_only_with_all_clues_met_and_one_loop(grid: str, segments: tuple[object, ...], won: bool) -> None:
    level = level_of(grid)
    assert (rules.status(level, drawn(level, *segments)) is Status.WON) is won


def test_crosses_count_for_nothing() -> None:
    level = level_of("0_\n\n0,0-0,1=x\n")
    assert rules.status(level, level.marks) is Status.OPEN


def test_each_segment_offers_the_two_marks_it_does_not_have() -> None:
    level = level_of("3\n\n0,0-0,1=+\n1,0-1,1=x\n")
    marks: dict[object, list[str]] = {}
    for move in rules.moves(level, level.marks):
        marks.setdefault(move.segment, []).append(move.mark)
    assert list(marks.values()) == [["x", "."], ["+", "."], ["+", "x"], ["+", "x"]]


def test_after_the_win_nothing_can_be_played() -> None:
    level = level_of("__\n")
    state = drawn(level, *SQUARE)
    assert rules.moves(level, state) == []
    with pytest.raises(IllegalMove):
        rules.play(level, state, Put(((0, 1), (0, 2)), "x"))


@pytest.mark.parametrize("move", [Put(((0, 0), (0, 1)), "."), Put(((0, 0), (0, 2)), "+"), Put(((0, 0), (0, 1)), "?")])
def test_illegal_moves(move: Put) -> None:
    level = level_of("3_\n")
    with pytest.raises(IllegalMove):
        rules.play(level, rules.start(level), move)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("hello", 1),
        ("0,0-0,1=+ junk", 11),
        ("0,0-0,1=+  0,0-1,1=x", 12),
        ("0,2-0,3=+", 5),
        ("9999,0-0,0=+", 1),
        ("0,0-0,1=*", 1),
        ("0,0-0,1=i", 9),
        ("²,0-0,1=+", 1),
        ("99999999999999999999,0-0,1=+", 1),
    ],
)
def test_bad_moves_have_their_column(text: str, column: int) -> None:
    level = level_of("3_\n__\n")
    with pytest.raises(BadMove) as caught:
        GAME.notation.read(level, level.marks, text)
    assert caught.value.column == column


def test_moves_are_read_and_written() -> None:
    level = level_of("3_\n__\n")
    moves = GAME.notation.read(level, level.marks, "0,1-0,0=+\n 1,2-2,2=x  0,0-0,1=. 1,2-0,1=i")
    assert GAME.notation.write(level, level.marks, moves) == "0,0-0,1=+ 1,2-2,2=x 0,0-0,1=. 0,1-1,2=i"


def test_clicks_draw_cross_and_erase() -> None:
    level = level_of("3_\n")
    segment = ((0, 0), (0, 1))
    for button, mark in ((1, "+"), (3, "x")):
        blank = controls.bind(level, State(), None, Press(segment, button))
        assert blank == Play((Put(segment, mark),), cursor=segment)
        for marked in (State(drawn=1), State(crossed=1)):
            assert controls.bind(level, marked, None, Press(segment, button)) == Play(
                (Put(segment, "."),), cursor=segment
            )
    assert controls.bind(level, State(), None, Press(segment, 2)) is None


def test_keys_draw_and_cross_at_the_cursor() -> None:
    level = level_of("3_\n")
    segment = ((0, 1), (1, 1))
    assert controls.bind(level, State(), segment, Key("space")) == Play((Put(segment, "+"),), cursor=segment)
    assert controls.bind(level, State(), segment, Key("x")) == Play((Put(segment, "x"),), cursor=segment)
    assert controls.bind(level, State(), segment, Key("q")) is None
    assert controls.bind(level, State(), None, Key("Right")) == Aim(segment)


@given(st.integers(1, 5), st.integers(1, 5))
def test_arrows_reach_every_segment(rows: int, columns: int) -> None:
    level = edit.blank(rows, columns)
    reached = {controls.first_segment(level, State())}
    waiting = list(reached)
    while waiting:
        segment = waiting.pop()
        for direction in Direction:
            found = controls.neighbour(level, segment, direction)
            if found is not None and found not in reached:
                reached.add(found)
                waiting.append(found)
    assert len(reached) == level.edges


@given(st.floats(0.5, 3.5), st.floats(0.5, 2.5))
def test_every_point_of_the_grid_can_be_clicked(x: float, y: float) -> None:
    level = edit.blank(2, 3)
    target = pick(GAME.scene(level, View(State())), min(x, 3.499), min(y, 2.499))
    if isinstance(target, tuple) and target[0] == "cell":
        assert max(abs(x - 0.5 - target[2] - 0.5), abs(y - 0.5 - target[1] - 0.5)) < 0.21
        return
    edge = edge_number(2, 3, target)
    assert edge is not None
    (i, j), (k, m) = segment_of(2, 3, edge)
    assert abs(x - 0.5 - (j + m) / 2) + abs(y - 0.5 - (i + k) / 2) < 0.51


def test_clue_colours_count_drawn_segments_only() -> None:
    level = level_of("1_\n")
    for state, role in (
        (State(crossed=0b1111), "ink"),
        (State(drawn=0b1), "accent"),
        (drawn(level, *SQUARE[:2]), "bad"),
    ):
        labels = [shape for shape in GAME.scene(level, View(state)).shapes if isinstance(shape, Label)]
        assert [label.fill for label in labels] == [role]


def test_lines_have_the_colour_of_their_supposition() -> None:
    level = edit.blank(1, 3)
    view: View[State, Put] = View(State(0b111), layers=(State(0b1), State(0b11)))
    roles = [shape.stroke for shape in GAME.scene(level, view).shapes if isinstance(shape, Line)]
    assert roles == ["layer-0", "layer-1", "layer-2"]


def test_text_shows_marks_cursor_and_hint() -> None:
    level = level_of("3_\n_0\n\n0,0-0,1=+\n0,0-1,0=+\n1,1-1,2=x\n")
    view: View[State, Put] = View(level.marks, cursor=((2, 0), (2, 1)), marks=(Mark(((0, 1), (1, 1))),))
    assert GAME.text(level, view).splitlines() == [
        " +---+   .",
        " | 3 ?",
        " +   . x .",
        "       0",
        " .[ ].   .",
    ]


def test_editor_changes_one_clue() -> None:
    level = edit.apply(edit.blank(2, 2), "2", ("cell", 1, 0))
    assert level.clues == ((None, None), (2, None))
    assert edit.apply(level, "erase", ("cell", 1, 0)) == edit.blank(2, 2)
    for nowhere in (None, ("cell", 5, 0), ((0, 0), (0, 1))):
        assert edit.apply(level, "3", nowhere) == level


def test_hint_shows_what_follows_and_why() -> None:
    level = level_of(GRILLE1)
    given = hint(level, State())
    assert given is not None
    assert str(given.text) == "Look at the 0 at (1, 5): it lacks no line, and 4 sides are still open."
    assert given.marks == ((("cell", 0, 4), "because"),) and not given.moves
    assert given.further is not None
    assert str(given.further.text) == "clue: these 4 segments can be decided." and not given.further.moves
    advice = given.last
    assert str(advice.text) == "clue: the 0 at (1, 5) has no line around it"
    assert {move.mark for move in advice.moves} == {"x"} and advice.marks[0].target == advice.moves[0].segment
    assert advice.marks[-1] == (("cell", 0, 4), "because")
    after = replay(rules, level, advice.moves)
    following = hint(level, after)
    assert following is not None and following.last.moves and following.last.moves != advice.moves


def test_hints_lead_to_the_win() -> None:
    level = level_of("_23_\n212_\n__32\n_12_\n")
    state = State()
    while rules.status(level, state) is Status.OPEN:
        advice = hint(level, state)
        assert advice is not None
        state = rules.play(level, state, advice.last.moves[0])
    assert rules.status(level, state) is Status.WON
    assert hint(level, state) is None


@pytest.mark.parametrize(("segment", "mark"), [(((0, 4), (0, 5)), "+"), (((1, 0), (2, 0)), "x")])
def test_hint_points_at_the_mistake(segment: object, mark: str) -> None:
    level = level_of(GRILLE1)
    edge = edge_number(6, 6, segment)
    assert edge is not None
    advice = hint(level, State().with_mark(edge, mark))
    assert advice is not None and not advice.moves and advice.further is not None
    assert [(m.target, m.kind) for m in advice.further.marks] == [(segment, "mistake")]


def test_hint_says_that_a_grid_has_no_solution() -> None:
    advice = hint(level_of("33\n33\n"), State())
    assert advice is not None and not advice.moves
    assert "no solution at all" in str(advice.text)


def test_the_panel_counts_segments_on_the_board_and_strokes_apart() -> None:
    level = Level(1, 1, ((None,),))
    session = begin(GAME, level)
    top, left = ((0, 0), (0, 1)), ((0, 0), (1, 0))
    for segment, mark in ((top, "+"), (top, "."), (top, "+"), (left, "+")):
        session = session.play((Put(segment, mark),))
    assert GAME.lengths.extra is not None
    (drawn,) = GAME.lengths.extra(level, rules.start(level), session.moves)
    assert (drawn.value, session.length) == (2, 3)


@given(st.data())
def test_clues_are_counted_the_same_on_small_and_large_grids(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    drawn = data.draw(st.integers(0, (1 << Level(rows, columns, ((None,) * columns,) * rows).edges) - 1))
    grid = [[(drawn >> n & 1 for n in sides(rows, columns, (i, j))) for j in range(columns)] for i in range(rows)]
    clues = [[sum(bits) for bits in row] for row in grid]
    if data.draw(st.booleans()):
        clues[data.draw(st.integers(0, rows - 1))][data.draw(st.integers(0, columns - 1))] ^= 1
    kept = [[clue if clue <= 3 else None for clue in row] for row in clues]
    level = Level(rows, columns, tuple(map(tuple, kept)))
    here = rules.clues_met(level, State(drawn))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "_LARGE", 0)
        assert rules.clues_met(level, State(drawn)) == here
