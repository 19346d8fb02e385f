"""What a player sees and does: pictures, clicks, keys, and drawing boards."""

from __future__ import annotations

import pytest

from cassetete.app.levels.library import art
from cassetete.app.solving.hints import hint
from cassetete.app.translate import Translator
from cassetete.core.contract import Aim, Mark, Play, View
from cassetete.core.events import Drag, Hover, Key, Press
from cassetete.core.grid import Direction
from cassetete.games.turtle import editor as edit
from cassetete.games.turtle.controls import bind
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.hints import slid
from cassetete.games.turtle.model import ANIMALS, Level, Move, State
from cassetete.games.turtle.view import motions, scene, text, wall_lines
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Disc, Label, Line, Polygon, Sprite, bounds

LEVEL = Level(3, 4, (0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0), (0, 3, 11), 6)
#   0 . . 1
#   . _ * .
#   . . . 2
STATE = LEVEL.animals


def play(animal: int, direction: Direction) -> Play[Move]:
    return Play((Move(animal, direction),), cursor=animal)


@pytest.mark.parametrize(
    ("names", "animal"),
    [(("0", "agrave", "KP_0"), 0), (("1", "ampersand"), 1), (("2", "eacute"), 2)],
)
def test_digits_choose_on_every_keyboard(names: tuple[str, ...], animal: int) -> None:
    for name in names:
        assert bind(LEVEL, STATE, 0, Key(name)) == Aim(animal)


def test_keys() -> None:
    assert GAME.controls.cursor(LEVEL, STATE) == 0
    assert bind(LEVEL, STATE, 0, Key("quotedbl")) is None  # there is no animal 3 here
    assert [bind(LEVEL, STATE, animal, Key("Tab")) for animal in range(3)] == [Aim(1), Aim(2), Aim(0)]
    assert bind(LEVEL, STATE, 1, Key("Left")) == play(1, Direction.LEFT)
    assert bind(LEVEL, STATE, 1, Key("Right")) is None
    assert bind(LEVEL, STATE, None, Key("Down")) == play(0, Direction.DOWN)
    assert bind(LEVEL, STATE, 1, Key("Left", ctrl=True)) is None
    assert bind(LEVEL, (6, 3, 11), 0, Key("Left")) is None  # won
    assert bind(Level(1, 1, (0,)), (), 0, Key("Tab")) is None


def test_clicks_and_drags() -> None:
    assert bind(LEVEL, STATE, 0, Press((0, 3))) == Aim(1)
    assert bind(LEVEL, STATE, 0, Press((0, 2))) == play(0, Direction.RIGHT)
    assert bind(LEVEL, STATE, 0, Press((1, 2))) is None
    assert bind(LEVEL, STATE, 0, Press((0, 2), button=3)) is None
    assert bind(LEVEL, STATE, 0, Drag((2, 3), (2, 2))) == play(2, Direction.LEFT)
    assert bind(LEVEL, STATE, 0, Drag((2, 2), (2, 3))) is None
    assert bind(LEVEL, STATE, 0, Hover((0, 2))) is None


def test_a_side_counts_as_either_of_its_cells() -> None:
    assert bind(LEVEL, STATE, 0, Press(("side", 0, 1, 8))) == Aim(0)
    assert bind(LEVEL, STATE, 0, Press(("side", 0, 2, 8))) == play(0, Direction.RIGHT)
    assert bind(LEVEL, STATE, 0, Drag(("side", 0, 1, 8), (0, 3))) == play(0, Direction.RIGHT)


def test_the_scene_leads_from_points_to_cells_and_sides() -> None:
    drawn = scene(LEVEL, View(STATE, cursor=0))
    assert pick(drawn, 0.5, 0.5) == (0, 0)
    assert pick(drawn, 2.5, 0.5) == (0, 2)
    assert pick(drawn, 1.02, 0.5) == ("side", 0, 1, 8)
    assert pick(drawn, 1.5, 1.95) == ("side", 2, 1, 1)
    sprites = [shape for shape in drawn.shapes if isinstance(shape, Sprite)]
    assert [sprite.name for sprite in sprites] == ["hideout", "turtle", "ladybird", "rabbit"]
    assert [sprite.key for sprite in sprites[1:]] == ["animal-0", "animal-1", "animal-2"]
    for name in (*ANIMALS, "hideout"):
        assert 'viewBox="0 0 100 100"' in art(GAME, name)


def test_walls_are_drawn_once_and_joined() -> None:
    lines = wall_lines(LEVEL)
    assert lines.count(((1, 2), (2, 2))) == 1
    assert len(lines) == 5
    joined = wall_lines(Level(2, 3, (4, 0, 0, 0, 1, 0)))
    assert ((0, 1), (3, 1)) not in joined
    assert ((0, 1), (2, 1)) in joined


def test_walls_cut_no_mark() -> None:
    marks = tuple(Mark((row, column)) for row in range(3) for column in range(4))
    drawn = scene(LEVEL, View(STATE, cursor=0, marks=marks, layers=(STATE, STATE)))
    wall = max(shape.width for shape in drawn.shapes if isinstance(shape, Line) and shape.stroke == "wall")
    shown = [shape for shape in drawn.shapes if isinstance(shape, Disc | Polygon) and shape.stroke and not shape.fill]
    assert len(shown) == len(marks) + 2 * len(STATE) + 1
    for shape in shown:
        left, top, right, bottom = bounds(shape)
        for low, high in ((left, right), (top, bottom)):
            assert wall / 2 - 1e-9 <= low % 1 < high % 1 <= 1 - wall / 2 + 1e-9, shape


def test_a_hinted_slide_is_an_arrow() -> None:
    drawn = scene(LEVEL, View(STATE, marks=(Mark(Move(0, Direction.RIGHT)),)))
    [arrow] = [shape for shape in drawn.shapes if isinstance(shape, Line) and shape.arrow]
    assert arrow.points == ((0.5, 0.5), (2.5, 0.5))
    assert "?0" in text(LEVEL, View(STATE, marks=(Mark(Move(0, Direction.RIGHT)),)))


def test_a_hint_is_a_sentence() -> None:
    advice = hint(GAME, Level(1, 3, (0, 0, 0), (0,), 2), (0,)).last
    assert advice.moves == (Move(0, Direction.RIGHT),)
    assert Translator("en")(advice.text) == "Slide the turtle to the right."
    assert Translator("fr")(advice.text) == "Faites glisser la tortue vers la droite."


@pytest.mark.parametrize("animal", range(len(ANIMALS)))
@pytest.mark.parametrize("direction", Direction)
def test_every_slide_has_its_own_sentence(animal: int, direction: Direction) -> None:
    output = str(slid(Move(animal, direction)))
    assert f"Slide the {ANIMALS[animal]}" in output and direction.name.lower() in output


def test_the_panel_names_the_chosen_animal_with_its_picture_and_key() -> None:
    assert GAME.controls.chosen is not None
    for number, name in enumerate(ANIMALS[: len(STATE)]):
        found = GAME.controls.chosen(LEVEL, STATE, number)
        assert found is not None
        assert (str(found.title), found.sprite, found.key) == (f"The {name}", name, str(number))


def test_numbers_stand_on_the_animals_once_keys_are_used() -> None:
    def labels(view: View[State, Move]) -> list[str]:
        return [shape.text for shape in scene(LEVEL, view).shapes if isinstance(shape, Label)]

    assert not labels(View(STATE, cursor=0))
    assert labels(View(STATE, cursor=0, keyboard=True)) == [str(number) for number in range(len(STATE))]


def test_a_move_is_one_slide() -> None:
    [motion] = motions(LEVEL, STATE, Move(1, Direction.LEFT))
    assert (motion.key, motion.way) == ("animal-1", ((0, 0), (-2, 0)))


def test_the_text_picture() -> None:
    assert text(LEVEL, View(STATE, cursor=0)).splitlines() == [
        "+---+---+---+---+",
        "|[0]      .   1 |",
        "+   +   +   +   +",
        "|         *     |",
        "+   +---+   +   +",
        "| .           2 |",
        "+---+---+---+---+",
    ]
    assert text(LEVEL, View((6, 3, 11))).splitlines()[3] == "|         0*    |"


def test_drawing_a_board() -> None:
    level = edit.blank(2, 3)
    assert level.walls == (9, 1, 3, 12, 4, 6)
    assert len(GAME.problems(level)) == 2
    for tool, target in (
        ("animal-0", (0, 0)),
        ("animal-1", (1, 2)),
        ("goal", (0, 1)),
        ("wall", ("side", 0, 1, 2)),
        ("wall", ("side", 1, 0, 1)),
    ):
        level = edit.apply(level, tool, target)
    assert GAME.problems(level) == []
    assert level == Level(2, 3, (13, 3, 11, 13, 4, 6), (0, 5), 1)
    assert edit.apply(level, "wall", ("side", 0, 2, 8)).walls == (13, 1, 3, 13, 4, 6)  # the same wall, taken down
    assert edit.apply(level, "erase", ("side", 0, 1, 8)) == level  # no wall there
    assert edit.apply(level, "wall", ("side", 0, 0, 1)) == level  # the outer edge stands
    assert edit.apply(level, "animal-0", (1, 2)).animals == (5, 0)
    assert edit.apply(level, "animal-4", (1, 1)).animals == (0, 5, 4)
    assert edit.apply(level, "erase", (0, 0)).animals == (5,)
    assert edit.apply(level, "erase", (0, 1)).goal is None
    assert edit.apply(level, "goal", (0, 1)).goal is None
    for nonsense in (None, "x", (9, 9), ("side", 0, 0, 3), ("side", 0), (0, "a")):
        for brush in edit.TOOLS:
            if nonsense != ("side", 0, 0, 3) or brush.id == "wall":
                assert edit.apply(level, brush.id, nonsense) == level
