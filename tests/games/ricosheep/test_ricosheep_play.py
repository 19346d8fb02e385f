"""What a player sees and does: pictures, motions, keys, clicks, swipes, the editor, the levels that come along."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Limits
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Mark, MarkKind, Metric, Play, Status, View
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.core.grid import Direction
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import parse
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.model import Level
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Sprite
from cassetete.scene.svg import svg
from cassetete.scene.tween import between
from games.ricosheep.ricosheep_boards import boards

HOME = resources.files("cassetete.games.ricosheep")
EDITOR = GAME.making.editor
assert EDITOR is not None


def art(name: str) -> str:
    return (HOME / "art" / f"{name}.svg").read_text("utf-8")


def level_of(text: str) -> Level:
    return parse(text)[0].level


def pack_levels() -> list[str]:
    table = tomllib.loads((HOME / "levels" / "pack.toml").read_text("utf-8"))
    return [name for chapter in table["chapter"] for name in chapter["levels"]]


@pytest.mark.parametrize("name", pack_levels())
def test_a_level_of_the_pack_is_as_long_as_it_says(name: str) -> None:
    level = level_of((HOME / "levels" / f"{name}.txt").read_text("utf-8"))
    assert GAME.problems(level) == []
    assert level.headers.title
    answer = solve_with(GAME, GAME.solvers[0], level, level.start, Metric.MOVES, Limits())
    assert answer.length == level.headers.optimum


def test_the_pack_lists_every_level_once() -> None:
    files = sorted(file.name.removesuffix(".txt") for file in (HOME / "levels").iterdir() if file.name.endswith(".txt"))
    assert sorted(pack_levels()) == files


@settings(max_examples=40)
@given(boards(most=4), st.sampled_from(rules.DIRECTIONS))
def test_after_its_motions_the_old_scene_shows_the_pieces_where_they_now_are(level: Level, move: Direction) -> None:
    if move not in rules.moves(level, level.start):
        return
    after = rules.play(level, level.start, move)
    drawn = between(GAME.scene(level, View(level.start)), GAME.motions(level, level.start, move), 1.0)
    places = {(s.name, s.at) for s in drawn.shapes if isinstance(s, Sprite) and s.key is not None}
    now = {(s.name, s.at) for s in GAME.scene(level, View(after)).shapes if isinstance(s, Sprite) and s.key is not None}
    # Whom a wolf has eaten is drawn once more, where a wolf stands.
    assert {at for _name, at in places} == {at for _name, at in now}
    assert places >= now
    assert after.eaten or places == now


@given(boards(most=3), st.sampled_from(["light", "dark"]))
@settings(max_examples=20)
def test_every_board_can_be_drawn_and_every_cell_clicked(level: Level, theme: str) -> None:
    marks = (Mark((0, 0)), Mark(Direction.UP), Mark((0, 0), MarkKind.MISTAKE))
    scene = GAME.scene(level, View(level.start, cursor=(0, 0), marks=marks))
    assert svg(scene, art, theme).startswith("<svg")
    for row in range(level.rows):
        for column in range(level.columns):
            assert pick(scene, column + 0.5, row + 0.5) == (row, column)


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_the_examples_in_the_rules_for_players_are_levels(name: str) -> None:
    blocks = (HOME / name).read_text("utf-8").split("```")[1::2]
    for block, solution in zip(blocks, ["DLDLDLURU", "U"], strict=True):
        level = level_of(block.lstrip("\n"))
        assert GAME.problems(level) == []
        state = replay(rules, level, GAME.notation.read(level, level.start, solution))
        assert rules.status(level, state) is Status.WON


def test_wolves_wait_for_the_herd() -> None:
    level = level_of("S_W_\n____\n___G\n")
    herd, pack = GAME.motions(level, level.start, Direction.DOWN)
    assert (herd.key, pack.key) == ("sheep-0-0", "wolf-0-2")
    assert herd.end <= pack.start


def test_text_is_the_file_and_brackets_point_things_out() -> None:
    level = level_of("_B*\nS_W\n")
    assert GAME.text(level, View(level.start)) == "_B*\nS_W"
    assert GAME.text(level, View(level.start, marks=(Mark((1, 0)),))) == " _  B  *\n[S] _  W"


def test_text_with_colours_shows_ground_and_piece() -> None:
    level = level_of("a_B\n__G\n\nAS_\n__W\n")
    assert GAME.text(level, View(level.start)) == "aA _S B\n_  _  GW"


@pytest.mark.parametrize(
    ("event", "direction"),
    [
        (Key("Left"), Direction.LEFT),
        (Key("Down"), Direction.DOWN),
        (Key("a"), None),
        (Key("Left", ctrl=True), None),
        (Drag((0, 0), (0, 3)), Direction.RIGHT),
        (Drag((2, 1), (0, 0)), Direction.UP),
        (Drag((1, 1), (1, 1)), None),
        (Press((2, 2)), Direction.DOWN),
        (Press((1, 0)), Direction.LEFT),
        (Press((1, 4)), Direction.RIGHT),
        (Press((1, 2)), None),
        (Press((1, 0), button=3), None),
        (Press(None), None),
        (Hover((0, 0)), None),
    ],
)
def test_what_an_event_means(event: Event, direction: Direction | None) -> None:
    level = level_of("____G\n__S__\n_____\n")
    expected = None if direction is None else Play((direction,))
    assert GAME.bind(level, level.start, None, event) == expected


def test_an_event_that_moves_no_animal_does_nothing() -> None:
    level = level_of("S_\nG_\n")
    assert GAME.bind(level, level.start, None, Key("Left")) is None


def test_each_brush_draws_and_has_its_picture() -> None:
    assert EDITOR is not None
    level = EDITOR.blank(2, 3)
    assert (level.rows, level.columns) == (2, 3)
    for tool in EDITOR.tools:
        drawn = EDITOR.apply(level, tool.id, (1, 2))
        assert (drawn == level) == (tool.id == "empty")
        assert EDITOR.apply(drawn, tool.id, (1, 2)) == drawn
        assert EDITOR.apply(drawn, "empty", (1, 2)) == level
        if tool.sprite is not None:
            assert 'viewBox="0 0 100 100"' in art(tool.sprite)


def test_brushes_never_put_anybody_in_a_bush() -> None:
    assert EDITOR is not None
    level = EDITOR.apply(EDITOR.apply(EDITOR.blank(1, 1), "bush", (0, 0)), "wolf", (0, 0))
    assert (level.ground, level.pieces) == (("_",), ("W",))
    level = EDITOR.apply(level, "bush", (0, 0))
    assert (level.ground, level.pieces) == (("B",), ("_",))


def test_a_stroke_beside_the_board_does_nothing_and_one_on_it_forgets_the_old_lengths() -> None:
    assert EDITOR is not None
    level = level_of("# title: t\n# optimum: 1\nS_G\n")
    for target in [(0, 3), (-1, 0), None, "x"]:
        assert EDITOR.apply(level, "bush", target) is level
    drawn = EDITOR.apply(level, "bush", (0, 1))
    assert (drawn.headers.title, drawn.headers.optimum) == ("t", None)
