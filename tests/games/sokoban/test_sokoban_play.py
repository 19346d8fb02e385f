"""What a player sees and does: pictures, clicks, drags, the editor, the pack."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cassetete.core.answers import Limits
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Aim, Mark, Metric, Play, Status, View
from cassetete.core.errors import BadLevel
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Cell, Direction
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.box_paths import bring, reach
from cassetete.games.sokoban.editor import apply, blank
from cassetete.games.sokoban.formats import sheet, xsb
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.model import Level, State
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Line
from cassetete.scene.tween import between
from cassetete.speed.random import Random
from games.sokoban.sokoban_boards import drawn

U, D, L, R = Direction
HOME = Path(rules.__file__).parent
ROOM = drawn("########", "#@     #", "#   $  #", "#      #", "#     .#", "########")


def bound(level: Level, event: Event) -> str:
    """The moves an event plays, in LURD."""
    play = GAME.bind(level, rules.start(level), None, event)
    assert not isinstance(play, Aim)
    return GAME.notation.write(level, rules.start(level), play.moves if play else ())


@pytest.mark.parametrize(
    ("event", "moves"),
    [
        (Key("Right"), "r"),
        (Key("Up"), ""),
        (Key("x"), ""),
        (Key("Right", ctrl=True), "rrrrr"),
        (Key("Down", ctrl=True), "ddd"),
        (Press((2, 1)), "d"),
        (Press((0, 0)), ""),
        (Press(None), ""),
        (Press((2, 1), button=3), ""),
        (Drag((1, 1), (3, 3)), ""),
        (Drag((2, 4), (2, 4)), ""),
        (Drag((2, 4), (0, 4)), ""),
    ],
)
def test_what_events_play(event: Event, moves: str) -> None:
    assert bound(ROOM, event) == moves


def test_a_click_walks_the_shortest_way_around_the_box() -> None:
    assert len(bound(ROOM, Press((2, 5)))) == 5


def test_a_click_chooses_a_box_and_the_next_one_sends_it_there() -> None:
    state = rules.start(ROOM)
    assert GAME.bind(ROOM, state, None, Press((2, 4))) == Aim((2, 4))
    assert GAME.bind(ROOM, state, (2, 4), Press((2, 4))) == Aim(None)  # chosen no more
    played = GAME.bind(ROOM, state, (2, 4), Press((4, 6)))
    assert isinstance(played, Play) and played.cursor is None
    assert replay(rules, ROOM, played.moves, state).boxes == {(4, 6)}
    assert bound(drawn("######", "#@$ .#", "######"), Press((1, 3))) == ""  # no way there, and no box is chosen
    assert GAME.bind(ROOM, state, (2, 4), Press((0, 0))) == Aim(None)


def test_the_chosen_box_keeps_its_targets_marked_and_a_drag_shows_the_box_where_it_would_go() -> None:
    state = rules.start(ROOM)

    def squares(view: View[State, Direction], fill: str) -> set[object]:
        return {shape.target for shape in GAME.scene(ROOM, view).shapes if getattr(shape, "fill", None) == fill}

    chosen: View[State, Direction] = View(state, cursor=(2, 4))
    assert squares(chosen, "cursor") == reach(ROOM, state, (2, 4)) == squares(replace(chosen, pointer=(1, 1)), "cursor")
    assert squares(View(state, pointer=(2, 4)), "muted") == reach(ROOM, state, (2, 4))
    dragged = GAME.scene(ROOM, View(state, drag=((2, 4), (4, 6)))).shapes
    (way,) = [shape for shape in dragged if isinstance(shape, Line)]
    assert (way.points[0], way.points[-1]) == ((4.5, 2.5), (6.5, 4.5))
    nowhere = GAME.scene(ROOM, View(state, drag=((2, 4), (0, 0)))).shapes
    assert not [shape for shape in nowhere if isinstance(shape, Line)]


def test_a_won_board_shows_no_places_to_push_to() -> None:
    corridor = drawn("#######", "#@$.  #", "#######")
    won = State((1, 2), frozenset({(1, 3)}))
    assert reach(corridor, won, (1, 3))  # the box could go on, but the game is over
    assert GAME.scene(corridor, View(won, pointer=(1, 3))) == GAME.scene(corridor, View(won))


def test_running_stops_before_a_box() -> None:
    assert bound(drawn("########", "#@  $ .#", "########"), Key("Right", ctrl=True)) == "rr"


def test_a_drag_brings_the_box_there_with_the_fewest_pushes() -> None:
    moves = bound(ROOM, Drag((2, 4), (3, 6)))
    assert sum(move.isupper() for move in moves) == 3
    state = replay(rules, ROOM, GAME.notation.read(ROOM, rules.start(ROOM), moves))
    assert state.boxes == {(3, 6)}


def test_a_drag_to_where_no_push_leads_does_nothing() -> None:
    assert bound(drawn("######", "#@$ .#", "#    #", "######"), Drag((1, 2), (2, 2))) == ""


def pushable(level: Level, state: State, box: Cell) -> dict[Cell, int]:
    """Where one box can be pushed and by how few pushes, step by step by the rules: what `reach` must agree with."""
    first = (box, state.player)
    found, fewest = {box: 0}, {first: 0}
    queue = deque([first])
    while queue:
        at, player = here = queue.popleft()
        now = State(player, state.boxes - {box} | {at})
        for direction in Direction:
            if rules.status(level, now) is not Status.OPEN or direction not in rules.moves(level, now):
                continue
            after = rules.play(level, now, direction)
            if after.boxes - {at} == now.boxes - {at}:
                to, pushed = at, 0
            else:
                moved = after.boxes - now.boxes
                if now.boxes - after.boxes != {at}:
                    continue  # another box
                [to], pushed = moved, 1
            there = (to, after.player)
            if there not in fewest or fewest[here] + pushed < fewest[there]:
                fewest[there] = fewest[here] + pushed
                found[to] = min(found.get(to, 99), fewest[there])
                (queue.append if pushed else queue.appendleft)(there)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_where_a_box_can_be_pushed_is_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    level = blank(7, 8)
    cells = [(i, j) for i in range(1, 6) for j in range(1, 7)]
    random.shuffle(cells)
    for tool, count in (("wall", 6), ("box", 2), ("player", 1), ("target", 2)):
        for _ in range(count):
            level = apply(level, tool, cells.pop())
    state = rules.start(level)
    for box in state.boxes:
        fewest = pushable(level, state, box)
        assert reach(level, state, box) == fewest.keys() - {box}
        for end, pushes in fewest.items():
            moves = bring(level, state, box, end)
            assert sum(rules.pushes(level, s, m) for s, m in steps(level, state, moves)) == pushes


def steps(level: Level, state: State, moves: list[Direction]) -> Iterator[tuple[State, Direction]]:
    for move in moves:
        yield state, move
        state = rules.play(level, state, move)


def test_the_text_picture_is_xsb() -> None:
    state = replay(rules, ROOM, (D, R, R, R))
    assert GAME.text(ROOM, View(state)).split("\n")[2] == "#   @$ #"


@pytest.mark.parametrize("moves", [(), (D,), (D, R, R, R)])
def test_motions_lead_from_one_picture_to_the_next(moves: tuple[Direction, ...]) -> None:
    before = replay(rules, ROOM, moves)
    for move in rules.moves(ROOM, before):
        moving = between(GAME.scene(ROOM, View(before)), GAME.motions(ROOM, before, move), 1.0)
        after = GAME.scene(ROOM, View(rules.play(ROOM, before, move)))
        assert {_at(shape) for shape in moving.shapes if shape.key} == {
            _at(shape) for shape in after.shapes if shape.key
        }


def _at(shape: object) -> object:
    return getattr(shape, "at", None)


def test_the_player_looks_where_he_went_and_every_cell_can_be_clicked() -> None:
    scene = GAME.scene(ROOM, View(rules.start(ROOM), last=L, marks=(Mark((2, 4)), Mark(R))))
    assert [getattr(shape, "name", "") for shape in scene.shapes if shape.key == "player"] == ["player-left"]
    for i in range(ROOM.rows):
        for j in range(ROOM.columns):
            assert pick(scene, j + 0.5, i + 0.5) == (i, j)


def test_every_sprite_has_its_picture() -> None:
    names = {path.stem for path in (HOME / "art").glob("*.svg")}
    assert names == {"wall", "target", "box", "box-on-target", *(f"player-{d.name.lower()}" for d in Direction)}


def test_a_position_is_a_level_that_starts_there() -> None:
    state = replay(rules, ROOM, (D, R, R, R))
    for form in GAME.formats:
        (parsed,) = form.parse(form.dump([GAME.position(ROOM, state)]))
        assert not isinstance(parsed, BadLevel)
        assert rules.start(parsed.level) == state


def test_drawing_a_level_stroke_by_stroke() -> None:
    assert GAME.making.editor is not None
    level = GAME.making.editor.blank(3, 5)
    for tool, target in [("player", (1, 1)), ("box", (1, 2)), ("target", (1, 3)), ("wall", (1, 9)), ("?", (1, 1))]:
        assert xsb.parse(xsb.dump([level]))[0].level == level  # type: ignore[union-attr]
        level = GAME.making.editor.apply(level, tool, target)
    assert level == drawn("#####", "#@$.#", "#####")
    assert GAME.problems(level) == []
    level = GAME.making.editor.apply(GAME.making.editor.apply(level, "target", (1, 2)), "player", (1, 2))
    assert GAME.text(level, View(rules.start(level))) == "#####\n# +.#\n#####"
    level = GAME.making.editor.apply(GAME.making.editor.apply(level, "wall", (1, 2)), "floor", (0, 0))
    assert GAME.text(level, View(rules.start(level))) == " ####\n# #.#\n#####"
    GAME.scene(level, View(rules.start(level)))


def test_the_pack_is_playable_and_its_optima_are_true() -> None:
    files = sorted([*HOME.glob("levels/*.xsb"), *HOME.glob("levels/*.txt")])
    assert len(files) == 40
    for file in files:
        (parsed,) = (sheet if file.suffix == ".txt" else xsb).parse(file.read_text("utf-8"))
        assert not isinstance(parsed, BadLevel)
        level = parsed.level
        assert GAME.problems(level) == [], file
        state = rules.start(level)
        (optimal,) = (solver for solver in GAME.solvers if solver.id == "optimal")
        answer = solve_with(GAME, optimal, level, state, Metric.PUSHES, Limits())
        assert answer.optimal
        pushes = sum(letter.isupper() for letter in GAME.notation.write(level, state, answer.moves))
        assert (level.headers.title != "", pushes) == (True, level.headers.optimum), file
