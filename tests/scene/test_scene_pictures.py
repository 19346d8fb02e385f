"""Picking, tweening and drawing agree on where things are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cassetete.scene.pick import pick
from cassetete.scene.shapes import Disc, Label, Line, Polygon, Scene, Shape, Sprite, box, moved
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES
from cassetete.scene.tween import Motion, between

numbers = st.floats(-5, 5, allow_nan=False)


@given(numbers, numbers, numbers, numbers)
def test_moving_a_shape_moves_what_it_covers(x: float, y: float, dx: float, dy: float) -> None:
    shapes: list[Shape] = [
        Disc((1, 1), 0.7, target="t"),
        box(0, 0, 2, 1, target="t"),
        Sprite("s", (0, 0), (2, 2), target="t"),
        Label((1, 1), "a", 1.0, target="t"),
        Line(((0, 0), (2, 0.5), (1, 2)), width=0.4, target="t"),
        Polygon(((0, 0), (2, 0), (1, 1), (2, 2), (0, 2)), target="t"),
    ]
    for shape in shapes:
        here = pick(Scene(5, 5, (shape,)), x, y)
        there = pick(Scene(5, 5, (moved(shape, dx, dy),)), x + dx, y + dy)
        near_edge = pick(Scene(5, 5, (moved(shape, 1e-6, 1e-6),)), x, y) != pick(
            Scene(5, 5, (moved(shape, -1e-6, -1e-6),)), x, y
        )
        assert here == there or near_edge


def test_the_front_shape_is_picked() -> None:
    scene = Scene(1, 1, (box(0, 0, target="back"), Disc((0.5, 0.5), 0.2, target="front"), box(0, 0, fill="ink")))
    assert pick(scene, 0.5, 0.5) == "front"
    assert pick(scene, 0.1, 0.1) == "back"
    assert pick(scene, 2, 2) is None


def test_a_motion_of_two_legs_turns_its_corner() -> None:
    scene = Scene(3, 3, (Disc((0, 0), 0.1, key="b"), Disc((1, 1), 0.1, key="other")))
    way = Motion("b", ((0, 0), (1, 0), (1, 1)), start=0.5)
    places = [between(scene, [way], t).shapes[0] for t in (0, 0.5, 0.75, 1)]
    assert [shape.at for shape in places if isinstance(shape, Disc)] == [(0, 0), (0, 0), (1, 0), (1, 1)]
    assert between(scene, [way], 1).shapes[1] == scene.shapes[1]


def test_themes_know_the_same_roles() -> None:
    light, dark, blind = (set(THEMES[name]) for name in ("light", "dark", "colour-blind"))
    assert light == dark == blind


def test_text_is_escaped_and_sprites_are_nested() -> None:
    scene = Scene(1, 1, (Label((0, 0), "<&>"), Sprite("x", (0, 0), turn=90, mirror=True)))
    picture = svg(scene, lambda _name: '<?xml version="1.0"?><svg viewBox="0 0 9 9"><path d="M0 0"/></svg>')
    assert "&lt;&amp;&gt;" in picture
    assert 'viewBox="0 0 9 9"><path d="M0 0"/></svg>' in picture
    assert "rotate(90) scale(-1 1)" in picture
