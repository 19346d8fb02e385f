"""What a player sees while drawing: the segment under the pointer, errors in red, suppositions in their own colours."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Play, Status, View
from cassetete.core.drain import drain
from cassetete.core.events import Drag
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.controls import bind
from cassetete.games.slitherlink.editor import EDITOR
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.model import CROSSED, DRAWN, Level, Segment, State, edge_number, numbers, segment_of
from cassetete.games.slitherlink.options import OPTIONS, wrong
from cassetete.games.slitherlink.solvers.sheet import SHEET
from cassetete.games.slitherlink.view import scene, text
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Disc, Label, Line
from cassetete.scene.theme import THEMES
from cassetete.sujets import slitherlink as sujet

EMPTY = Level(3, 3, ((None,) * 3,) * 3)
USUAL = frozenset(option.id for option in OPTIONS if option.default)
SQUARE = (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))


def marked(level: Level, drawn: tuple[Segment, ...] = (), crossed: tuple[Segment, ...] = ()) -> State:
    state = State()
    for segments, mark in ((drawn, DRAWN), (crossed, CROSSED)):
        for segment in segments:
            edge = edge_number(level.rows, level.columns, segment)
            assert edge is not None
            state = state.with_mark(edge, mark)
    return state


def dragged(state: State, way: tuple[tuple[float, float], ...], button: int = 1) -> State:
    plain = scene(EMPTY, View(State()))
    start, end = (pick(plain, *point) for point in (way[0], way[-1]))
    played = bind(EMPTY, state, None, Drag(start, end, button, way))
    return replay(rules, EMPTY, played.moves, state) if isinstance(played, Play) else state


ROW = tuple(((0, j), (0, j + 1)) for j in range(3))
ALONG = ((1.0, 0.5), (3.0, 0.5))


def test_a_drag_that_begins_on_a_line_erases_it_and_leaves_crosses() -> None:
    state = marked(EMPTY, drawn=(ROW[0], ROW[2]), crossed=(ROW[1],))
    assert dragged(state, ALONG) == marked(EMPTY, crossed=(ROW[1],))
    assert dragged(marked(EMPTY, crossed=ROW), ALONG, button=3) == State()


def test_a_drag_never_overwrites_crosses_nor_crosses_lines_out() -> None:
    state = marked(EMPTY, crossed=(ROW[1],))
    assert dragged(state, ALONG) == marked(EMPTY, drawn=(ROW[0], ROW[2]), crossed=(ROW[1],))
    state = marked(EMPTY, drawn=(ROW[1],))
    assert dragged(state, ALONG, button=3) == marked(EMPTY, drawn=(ROW[1],), crossed=(ROW[0], ROW[2]))


def lines_of(view: View[State, object]) -> list[Line]:
    return [shape for shape in scene(EMPTY, view).shapes if isinstance(shape, Line)]  # type: ignore[arg-type]


def test_the_segment_under_the_pointer_is_lit_and_the_cursor_waits_for_a_key() -> None:
    plain = scene(EMPTY, View(State(), cursor=ROW[0]))
    assert plain == scene(EMPTY, View(State())), "no cursor before a key is used"
    lit = lines_of(View(State(), pointer=ROW[1]))
    assert [line.points for line in lit] == [((1.5, 0.5), (2.5, 0.5))]
    assert not lines_of(View(State(), pointer=("cell", 0, 0)))
    with_keys = scene(EMPTY, View(State(), cursor=ROW[0], pointer=ROW[1], keyboard=True))
    assert with_keys != plain and not [shape for shape in with_keys.shapes if isinstance(shape, Line)]


def test_branches_and_closed_loops_are_marked_at_once_unless_the_player_does_not_want_it() -> None:
    closed = marked(EMPTY, drawn=(*SQUARE, ((2, 2), (2, 3))))
    red = [line for line in lines_of(View(closed, options=USUAL)) if line.stroke == "bad"]
    assert len(red) == 4
    branch = marked(EMPTY, drawn=(((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 2))))
    shapes = scene(EMPTY, View(branch, options=USUAL)).shapes
    assert [shape.at for shape in shapes if isinstance(shape, Disc) and shape.stroke == "bad"] == [(1.5, 1.5)]
    assert "#" in text(EMPTY, View(branch, options=USUAL))
    for state in (closed, branch):
        off = scene(EMPTY, View(state, options=USUAL - {"errors"})).shapes
        assert "bad" not in {getattr(shape, "stroke", None) for shape in off}


@settings(max_examples=80)
@given(st.integers(0, 2**24 - 1), st.sampled_from([None, 0, 1, 2, 3]))
def test_what_is_marked_as_wrong_is_in_no_solution(drawn: int, clue: int | None) -> None:
    """Adding lines never mends it: a corner with three lines, or a closed loop beside something else."""
    level = Level(3, 3, ((clue, None, None), (None,) * 3, (None,) * 3))
    state = State(drawn)
    found = wrong(level, state)
    if rules.status(level, state) is Status.WON:
        assert found == ((), frozenset())
        return
    for vertex in found.branches:
        corner = divmod(vertex, 4)
        assert sum(corner in segment_of(3, 3, edge) for edge in numbers(drawn)) > 2
    degrees = {corner: 0 for edge in numbers(drawn) for corner in segment_of(3, 3, edge)}
    for edge in numbers(drawn):
        for corner in segment_of(3, 3, edge):
            degrees[corner] += 1
    for edge in found.loops:
        assert all(degrees[corner] == 2 for corner in segment_of(3, 3, edge))


def test_met_clues_are_dimmed_and_red_means_an_error() -> None:
    level = Level(1, 2, ((1, 0),))
    state = marked(level, drawn=(((0, 0), (0, 1)),), crossed=(((1, 0), (1, 1)),))
    shapes = scene(level, View(state, options=USUAL)).shapes
    assert [(shape.text, shape.fill) for shape in shapes if isinstance(shape, Label)] == [("1", "met"), ("0", "met")]
    assert "bad" not in {getattr(shape, "stroke", None) for shape in shapes}
    red = scene(level, View(state, options=USUAL | {"red-crosses"})).shapes
    assert sum(getattr(shape, "stroke", None) == "bad" for shape in red) == 2


def lab(colour: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, where distances are what eyes see."""
    linear = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in linear)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_suppositions_have_colours_of_their_own_in_every_theme() -> None:
    """None looks like a cross, an error, a hint, a plain line, or another supposition."""
    for theme, colours in THEMES.items():
        others = ["bad", "muted", "hint", "ink", "board"]
        layers = [f"layer-{number}" for number in range(1, 6)]
        for at, layer in enumerate(layers):
            for other in [*others, *layers[:at]]:
                far = sum((a - b) ** 2 for a, b in zip(lab(colours[layer]), lab(colours[other]), strict=True)) ** 0.5
                assert far > 20, f"{theme}: {layer} and {other} are {far:.0f} apart"


# The sheet's own backtracking


def drawn_by_the_sheet(indices: sujet.Indices) -> list[frozenset[Segment]]:
    """Every state of the sheet's recursion after a segment was drawn, as `resoudre` goes through them."""
    states: list[frozenset[Segment]] = []

    class Watched(dict[Segment, int]):
        def __setitem__(self, segment: Segment, value: int) -> None:
            super().__setitem__(segment, value)
            states.append(frozenset(self))

    sujet.resoudre(indices, Watched())
    return states


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([None, None, 0, 1, 2, 3]), min_size=6, max_size=6))
def test_the_search_view_shows_the_sheet_s_backtracking_state_by_state(clues: list[int | None]) -> None:
    level = Level(2, 3, (tuple(clues[:3]), tuple(clues[3:])))
    seen: list[State] = []
    answer = drain(
        SHEET.run(level, State(), Metric.COST, Limits(nodes=3000)),
        lambda visit: seen.append(visit.state) if visit.state is not None else None,
    )
    grown = [
        frozenset(segment_of(2, 3, edge) for edge in numbers(after.drawn))
        for before, after in zip([State(), *seen], seen, strict=False)
        if after.drawn & ~before.drawn
    ]
    expected = drawn_by_the_sheet([list(row) for row in level.clues])
    assert grown == expected[: len(grown)]
    if answer.verdict is not Verdict.UNKNOWN:
        assert len(grown) == len(expected)
        certain = solve_with(GAME, GAME.solvers[2], level, State(), Metric.COST, Limits())
        assert answer.verdict is certain.verdict


def test_the_sheet_s_search_keeps_what_the_player_drew_and_crossed() -> None:
    level = Level(2, 2, ((2, 3), (None, 2)))
    whole = solve_with(GAME, SHEET, level, State(), Metric.COST, Limits())
    assert whole.solved
    first = whole.moves[0].segment
    crossed = solve_with(GAME, SHEET, level, marked(level, crossed=(first,)), Metric.COST, Limits())
    assert all(put.segment != first for put in crossed.moves)
    drawn = solve_with(GAME, SHEET, level, marked(level, drawn=(first,)), Metric.COST, Limits())
    assert drawn.solved and len(drawn.moves) == len(whole.moves) - 1


# The editor


def test_a_whole_cell_is_the_editor_s_target_and_digits_are_keys() -> None:
    level = EDITOR.blank(2, 3)
    assert EDITOR.scene is not None
    board = EDITOR.scene(level, View(State()))
    for i in range(2):
        for j in range(3):
            for x, y in ((0.03, 0.5), (0.5, 0.97), (0.5, 0.5), (0.9, 0.05)):
                assert pick(board, j + 0.5 + x, i + 0.5 + y) == ("cell", i, j)
    keys = {tool.key: tool.id for tool in EDITOR.tools}
    assert all(keys[str(clue)] == str(clue) for clue in range(4)) and keys["BackSpace"] == "erase"


def test_segments_vierges_stays_on_the_grid_without_a_third_argument() -> None:
    try:
        sujet.utiliser_grille([[None, 3]])
        assert sujet.segments_vierges({}, (1, 2)) == [((0, 2), (1, 2)), ((1, 1), (1, 2))]
        assert sujet.segments_vierges({}, (1, 0)) == [((0, 0), (1, 0)), ((1, 0), (1, 1))]
    finally:
        sujet.utiliser_grille(sujet.GRILLE1)
    assert sujet.segments_vierges({}, (6, 6)) == [((5, 6), (6, 6)), ((6, 5), (6, 6))]
