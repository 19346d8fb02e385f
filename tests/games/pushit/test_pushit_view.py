"""How Push it down looks, moves and is steered."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.contract import Mark, MarkKind, Play, View
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.core.grid import Cell, Direction
from cassetete.front.page.patches import difference
from cassetete.games.pushit import rules
from cassetete.games.pushit.controls import bind
from cassetete.games.pushit.editor import EDITOR
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.model import Level, State
from cassetete.games.pushit.perspective import perspective
from cassetete.games.pushit.view import last_drawn, motions, scene, text
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Polygon, Scene, Shape, Sprite
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES
from cassetete.scene.tween import between

MAP6 = parse("4 3 3 0 0\n3 3 3 0 0\n3 1 3 0 0\n2 1 4 0 0\n1 1 1 0 1\n")[0].level
MOAT = parse("3 4 1 0\n4 3 4 1\n2 4 1 1\n0 1 1 1\n")[0].level


@st.composite
def boards(draw: st.DrawFn) -> Level:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    heights = draw(st.lists(st.integers(0, 4), min_size=rows * columns, max_size=rows * columns))
    start = (draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1)))
    return Level(columns, tuple(heights), start, draw(st.integers(1, 2)))


def place(shape: Shape) -> tuple[float, float]:
    return shape.points[0] if not hasattr(shape, "at") else shape.at


def keyed(of: Scene, key: str) -> list[Shape]:
    return [shape for shape in of.shapes if shape.key == key]


@given(boards(), st.integers(0, 3))
def test_the_ball_and_the_pushed_block_arrive_where_the_next_scene_has_them(level: Level, choice: int) -> None:
    state = rules.start(level)
    legal = rules.moves(level, state)
    if not legal:
        return
    move = legal[choice % len(legal)]
    after = rules.play(level, state, move)
    before_scene, after_scene = scene(level, View(state)), scene(level, View(after))
    last_frame = between(before_scene, motions(level, state, move), 1.0)
    (rolled,), (expected,) = keyed(last_frame, "ball"), keyed(after_scene, "ball")
    assert place(rolled) == pytest.approx(place(expected))
    way = next(way for way in rules.ways_from(level, state) if way.direction is move)
    if rules.pushed(level, state, way):
        assert way.behind is not None
        row, column = level.cell(way.next)
        block = keyed(last_frame, f"block-{row}-{column}")
        assert isinstance(block[-1], Polygon)
        top = perspective(level).top(level.cell(way.behind), after.heights[way.behind])
        assert block[-1].points == tuple(pytest.approx(point) for point in top)
    for key in ("guide-row", "guide-column"):
        assert place(keyed(last_frame, key)[0]) == pytest.approx(place(keyed(after_scene, key)[0]))


@given(boards())
def test_a_visible_top_is_picked_and_nothing_leaves_the_picture(level: Level) -> None:
    state = rules.start(level)
    drawn = scene(level, View(state))
    assert {shape.target for shape in drawn.shapes if shape.target is not None} == {
        level.cell(index) for index in range(len(level.heights))
    }
    for shape in drawn.shapes:
        points = shape.points if not hasattr(shape, "at") else (shape.at,)
        for x, y in points:
            assert -1e-9 <= x <= drawn.width + 1e-9
            assert -1e-9 <= y <= drawn.height + 1e-9
    # The exit's corner is the nearest of all: nothing can hide it.
    x, y = perspective(level).centre(level.cell(level.exit), state.heights[-1])
    assert pick(drawn, x, y) == level.cell(level.exit)


@settings(max_examples=40)
@given(boards(), st.integers(0, 3))
def test_drawing_the_movers_late_hides_and_shows_the_same(level: Level, turn: int) -> None:
    """The sheet's order (row by row, the ball right after its cell) gives the same thing at every point we try."""
    state = rules.start(level)
    drawn = scene(level, View(state, turn=turn))
    seen = perspective(level, turn).seen
    faces = [shape for shape in drawn.shapes if isinstance(shape, Polygon | Sprite) and shape.target is not None]
    order = sorted(faces, key=lambda shape: (seen(cast("Cell", shape.target)), isinstance(shape, Sprite)))
    by_the_sheet = Scene(drawn.width, drawn.height, tuple(_round(shape) for shape in order))
    ours = Scene(drawn.width, drawn.height, tuple(_round(shape) for shape in faces))
    steps = 6
    for row in range(level.rows * steps):
        for column in range(level.columns * steps):
            x = drawn.width * (column + 0.37) / (level.columns * steps)
            y = drawn.height * (row + 0.41) / (level.rows * steps)
            assert pick(ours, x, y) == pick(by_the_sheet, x, y)


def _round(shape: Polygon | Sprite) -> Shape:
    """A ball is round, its picture square: only a diamond inside it is looked at."""
    if isinstance(shape, Polygon):
        return shape
    (x, y), (w, h) = shape.at, shape.size
    corners = ((x + w / 2, y), (x + w, y + h / 2), (x + w / 2, y + h), (x, y + h / 2))
    return Polygon(corners, target="ball")


@given(boards(), st.lists(st.integers(0, 3), max_size=8), st.integers(0, 3))
def test_a_scene_is_the_same_whatever_was_drawn_before(level: Level, choices: list[int], turn: int) -> None:
    state = rules.start(level)
    states = [state]
    for choice in choices:
        legal = rules.moves(level, state)
        if not legal:
            break
        state = rules.play(level, state, legal[choice % len(legal)])
        states.append(state)
    views: list[View[State, Direction]] = [View(one, turn=turn) for one in states]
    along = [scene(level, view) for view in views]
    back = [scene(level, view) for view in reversed(views)]
    assert along == list(reversed(back))
    for view, drawn in zip(views, along, strict=True):
        last_drawn.cache_clear()
        assert scene(level, view) == drawn


@given(boards(), st.integers(0, 3))
def test_what_moves_is_drawn_after_the_cell_it_moves_over(level: Level, turn: int) -> None:
    state = rules.start(level)
    shapes = scene(level, View(state, turn=turn)).shapes
    for way in rules.ways_from(level, state):
        blocks = rules.pushed(level, state, way)
        if blocks is None:
            continue
        moves = [("ball", way.next)]
        if blocks:
            assert way.behind is not None
            row, column = level.cell(way.next)
            moves.append((f"block-{row}-{column}", way.behind))
        for key, there in moves:
            mover = [place for place, shape in enumerate(shapes) if shape.key == key]
            under = [n for n, shape in enumerate(shapes) if shape.key is None and shape.target == level.cell(there)]
            assert max(under) < min(mover)


def test_a_move_on_a_large_board_changes_few_shapes_and_keeps_the_order_of_the_others() -> None:
    chance = Random(5)
    level = Level(20, tuple(chance.choice((1, 1, 1, 2)) for _cell in range(400)), (10, 10))
    state = rules.start(level)
    before = scene(level, View(state))
    assert len(before.shapes) > 600 and rules.moves(level, state)
    for move in rules.moves(level, state):
        after = scene(level, View(rules.play(level, state, move)))
        patch = difference([str(shape) for shape in before.shapes], [str(shape) for shape in after.shapes])
        assert sum(out + len(into) for _at, out, into in patch) < 100


def test_every_theme_and_every_mark_can_be_drawn() -> None:
    state = rules.start(MAP6)
    marks = (Mark((1, 0)), Mark((4, 4), MarkKind.MISTAKE), Mark("nowhere"))
    view = View(state, Direction.LEFT, (2, 2), (state, state), marks)
    for theme in THEMES:
        assert "<polygon" in svg(scene(MAP6, view), theme=theme)
    assert text(MAP6, view).splitlines()[0] == "[4] 3  3  0  0"
    assert text(MAP6, view).splitlines()[1:] == [
        "*3* 3  3  0  0",
        " 3  1 |3| 0  0",
        " 2  1  4  0  0",
        " 1  1  1  0 !1!",
    ]


def test_the_exit_stays_green_under_a_block_and_blocks_have_three_faces() -> None:
    level = Level(3, (1, 1, 1, 3, 3, 2, 3, 3, 1))
    state = rules.play(level, rules.start(Level(3, level.heights, (0, 2))), Direction.DOWN)
    fills = {shape.fill for shape in scene(level, View(state)).shapes if isinstance(shape, Polygon)}
    assert {"top", "left", "right", "exit"} <= fills


@pytest.mark.parametrize(
    ("event", "letter"),
    [
        (Key("Right"), "R"),
        (Key("Down"), "D"),
        (Key("Left"), None),
        (Key("Right", ctrl=True), None),
        (Key("x"), None),
        (Press((0, 1)), "R"),
        (Press((1, 0)), "D"),
        (Press((0, 1), button=3), None),
        (Press((3, 3)), None),
        (Press(None), None),
        (Press("junk"), None),
        (Drag((2, 0), (2, 3)), "R"),
        (Drag((0, 0), (0, 0)), None),
        (Drag((0, 0), "junk"), None),
        (Hover((0, 1)), None),
    ],
)
def test_controls(event: Event, letter: str | None) -> None:
    bound = bind(MOAT, rules.start(MOAT), None, event)
    assert bound == (None if letter is None else Play((Direction.from_letter(letter),)))


def test_editing() -> None:
    level = EDITOR.blank(3, 3)
    level = EDITOR.apply(level, "raise", (1, 2))
    level = EDITOR.apply(level, "raise", (1, 2))
    level = EDITOR.apply(level, "lower", (1, 2))
    level = EDITOR.apply(level, "lower", (0, 0))
    level = EDITOR.apply(level, "start", (0, 2))
    assert level == Level(3, (0, 0, 0, 0, 0, 1, 0, 0, 0), (0, 2))
    assert EDITOR.apply(level, "raise", (3, 0)) == EDITOR.apply(level, "raise", None) == level


def test_editing_forgets_what_was_true_of_the_old_level() -> None:
    level = parse("# title: T\n# optimum: 3\n# stars: 3 4\n1 0\n0 0\n")[0].level
    changed = EDITOR.apply(level, "raise", (0, 0)).headers
    assert (changed.title, changed.optimum, changed.stars) == ("T", None, None)
    assert EDITOR.apply(level, "lower", (1, 1)).headers.optimum == 3
