"""Every game: what it draws, what events do, what the editor can hold."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from walks import pack_entries, walk

from cassetete.app.levels.library import art
from cassetete.core.certify import replay
from cassetete.core.contract import Aim, AnyGame, Mark, MarkKind, Play, View
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Scene, Sprite
from cassetete.scene.svg import svg
from cassetete.scene.theme import THEMES
from cassetete.scene.tween import between
from cassetete.speed.random import Random

KEYS = ["Up", "Down", "Left", "Right", "Tab", "space", "x", "0", "1", "2", "3", "4", "agrave", "ampersand", "plus", "z"]


def targets(scene: Scene) -> list[Any]:
    return list(dict.fromkeys(shape.target for shape in scene.shapes if shape.target is not None))


def test_scenes_are_drawn_in_every_theme_with_the_game_s_own_art(game: AnyGame) -> None:
    for entry in pack_entries(game)[:3]:
        scene = game.scene(entry.level, View(entry.state, cursor=game.controls.cursor(entry.level, entry.state)))
        for theme in THEMES:
            picture = svg(scene, lambda name: art(game, name), theme)
            assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_hints_can_be_marked_on_every_target(game: AnyGame) -> None:
    entry = pack_entries(game)[0]
    plain = game.scene(entry.level, View(entry.state))
    for target in targets(plain):
        for kind in MarkKind:
            marked = game.scene(entry.level, View(entry.state, marks=(Mark(target, kind),)))
            assert marked != plain, (target, kind)


def test_motions_end_where_the_pieces_are(game: AnyGame) -> None:
    """At the end of its way each moving sprite stands where a sprite of the next scene stands."""
    for entry in pack_entries(game):
        for state, move, after in walk(game, entry.level, seed=8, length=25):
            motions = game.motions(entry.level, state, move)
            before = game.scene(entry.level, View(state))
            keys = {shape.key for shape in before.shapes}
            assert {motion.key for motion in motions} <= keys
            last = between(before, motions, 1.0)
            moved = {motion.key for motion in motions}
            ended = {_place(shape) for shape in last.shapes if isinstance(shape, Sprite) and shape.key in moved}
            following = game.scene(entry.level, View(after, last=move))
            standing = {_place(shape) for shape in following.shapes if isinstance(shape, Sprite)}
            assert not ended - standing, (entry.title, move, ended - standing)


def _place(sprite: Sprite) -> tuple[float, float]:
    return (round(sprite.at[0], 6), round(sprite.at[1], 6))


def test_text_pictures_show_the_state(game: AnyGame) -> None:
    for entry in pack_entries(game)[:6]:
        for state, move, after in walk(game, entry.level, seed=9, length=10):
            assert game.text(entry.level, View(state)) != game.text(entry.level, View(after))
            assert game.text(entry.level, View(after, last=move)).strip()


def test_any_event_gives_legal_moves_a_cursor_or_nothing(game: AnyGame) -> None:
    played = 0
    for number, entry in enumerate(pack_entries(game)[:6]):
        random = Random(number)
        state, cursor = entry.state, game.controls.cursor(entry.level, entry.state)
        for _step in range(150):
            found = targets(game.scene(entry.level, View(state, cursor=cursor)))
            event = _random_event(random, [*found, None, "nonsense", (99, 99)])
            match game.bind(entry.level, state, cursor, event):
                case Play(moves=moves):
                    state = replay(game.rules, entry.level, moves, state)
                    played += 1
                case Aim(cursor=aimed):
                    cursor = aimed
                case None:
                    pass
    assert played > 20


def test_the_cursor_is_seen_in_the_window_and_in_the_terminal(game: AnyGame) -> None:
    entry = pack_entries(game)[0]
    level, state, first = entry.level, entry.state, game.controls.cursor(entry.level, entry.state)
    for name in KEYS:
        match game.bind(level, state, first, Key(name)):
            case Aim(cursor=aimed) if aimed != first:
                for draw in (game.scene, game.text):
                    seen = [draw(level, View(state, cursor=cursor, keyboard=True)) for cursor in (aimed, first)]
                    assert seen[0] != seen[1], name
            case _:
                pass


def _random_event(random: Random, found: list[Any]) -> Event:
    kind = random.below(4)
    if kind == 0:
        return Key(random.choice(KEYS), ctrl=random.chance(1, 4))
    if kind == 1:
        return Press(random.choice(found), random.choice([1, 3]))
    if kind == 2:
        return Drag(random.choice(found), random.choice(found), random.choice([1, 3]))
    return Hover(random.choice(found))


def test_every_point_of_a_target_leads_to_a_target(game: AnyGame) -> None:
    entry = pack_entries(game)[0]
    scene = game.scene(entry.level, View(entry.state))
    known = set(targets(scene))
    hits = {pick(scene, x / 4, y / 4) for x in range(int(scene.width * 4)) for y in range(int(scene.height * 4))}
    assert hits - {None}
    assert hits - {None} <= known


def test_another_size_keeps_what_is_drawn(game: AnyGame) -> None:
    if game.making.editor is None:
        pytest.skip(f"{game.id} has no editor")
    editor, random = game.making.editor, Random(6)
    least, most = editor.smallest, editor.largest
    for _level in range(12):
        level = editor.blank(min(most[0], least[0] + random.below(4)), min(most[1], least[1] + random.below(4)))
        for _stroke in range(40):
            found = targets(game.scene(level, View(game.rules.start(level))))
            level = editor.apply(level, random.choice(editor.tools).id, random.choice(found))
        size = editor.size(level)
        wanted = (min(most[0], size[0] + random.below(4)), min(most[1], size[1] + random.below(4)))
        larger = editor.resize(level, *wanted)
        assert editor.size(larger) == editor.size(editor.blank(*wanted))
        assert editor.resize(larger, *size) == level
        smaller = editor.resize(level, *least)
        assert editor.size(smaller) == editor.size(editor.blank(*least))
        list(game.problems(smaller))
        game.scene(smaller, View(game.rules.start(smaller)))


def test_the_levels_of_the_pack_can_be_resized(game: AnyGame) -> None:
    if game.making.editor is None:
        pytest.skip(f"{game.id} has no editor")
    editor = game.making.editor
    for entry in pack_entries(game)[:8]:
        rows, columns = editor.size(entry.level)
        if rows < editor.largest[0] and columns < editor.largest[1]:
            back = editor.resize(editor.resize(entry.level, rows + 1, columns + 1), rows, columns)
            before, after = (game.text(level, View(game.rules.start(level))) for level in (entry.level, back))
            assert after == before


def test_the_editor_holds_half_drawn_levels(game: AnyGame) -> None:
    if game.making.editor is None:
        pytest.skip(f"{game.id} has no editor")
    editor = game.making.editor
    random = Random(5)
    least = editor.smallest
    for size in (least, (least[0] + 1, least[1] + 2)):
        level = editor.blank(*size)
        changed = 0
        for _step in range(80):
            list(game.problems(level))
            [again] = game.formats[0].parse(game.formats[0].dump([level]))
            assert getattr(again, "level", again) == level
            state = game.rules.start(level)
            list(game.rules.moves(level, state))
            found = targets(game.scene(level, View(state)))
            tool = random.choice(editor.tools)
            following = editor.apply(level, tool.id, random.choice(found))
            changed += following != level
            level = following
        assert changed > 10
        assert editor.size(level) == editor.size(editor.blank(*size))
    assert editor.size(editor.blank(*editor.largest)) == editor.largest
    assert len({tool.id for tool in editor.tools}) == len(editor.tools)
