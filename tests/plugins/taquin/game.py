"""Taquin's table of contents, with the small parts a toy game needs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from cassetete.core.answers import Limits
from cassetete.core.contract import (
    Aim,
    Editor,
    Format,
    Game,
    Making,
    MarkKind,
    Metric,
    Notation,
    Play,
    Problem,
    Search,
    Solutions,
    Solver,
    Tool,
    View,
)
from cassetete.core.errors import BadMove
from cassetete.core.events import Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.scene.shapes import Label, Scene, Shape, box
from cassetete.scene.tween import Motion
from cassetete.search import all_shortest, breadth_first, depth_first, space, weigh

from . import rules
from .formats import dump, likeness, parse, text
from .generate import GENERATORS, HUNT
from .model import Level, State

_ = Catalogue("taquin")


def problems(level: Level) -> list[Problem]:
    """Each tile once, and so one hole."""
    if sorted(level.tiles) != list(range(level.size**2)):
        return [Problem(_("each tile must be there once"))]
    return []


def write(_level: Level, _state: State, moves: Sequence[Direction]) -> str:
    """A letter for each move."""
    return "".join(move.letter for move in moves)


def read(_level: Level, _state: State, text: str) -> tuple[Direction, ...]:
    """The moves of a text; BadMove where a letter is none."""
    for column, letter in enumerate(text, 1):
        if letter not in "UDLR":
            raise BadMove(_("'{letter}' is not a move", letter=letter), column)
    return tuple(Direction.from_letter(letter) for letter in text)


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """The board to draw: what moves has a key, what can be clicked a target."""
    shapes: list[Shape] = []
    for index, tile in enumerate(view.state):
        row, column = divmod(index, level.size)
        if tile:
            key = f"tile-{tile}"
            shapes.append(box(column, row, fill="top", stroke="ink", key=key, target=(row, column)))
            shapes.append(Label((column + 0.5, row + 0.5), str(tile), key=key))
    for mark in view.marks:
        if isinstance(mark.target, tuple):
            row, column = mark.target
            stroke = "bad" if mark.kind is MarkKind.MISTAKE else "hint"
            shapes.append(box(column, row, stroke=stroke, line=0.12))
    return Scene(level.size, level.size, tuple(shapes))


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The tile that slides, from where it stood."""
    after = rules.play(level, before, move)
    tile = after[before.index(0)]
    return [Motion(f"tile-{tile}", ((0, 0), (move.step[1], move.step[0])))]


def bind(level: Level, state: State, _cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """What a key or a click plays; only moves that are allowed."""
    direction = None
    if isinstance(event, Key):
        direction = Direction.from_key(event.name)
    elif isinstance(event, Press) and isinstance(event.target, tuple):
        hole = divmod(state.index(0), level.size)
        direction = next((d for d in Direction if (hole[0] - d.step[0], hole[1] - d.step[1]) == event.target), None)
    return Play((direction,)) if direction in rules.moves(level, state) and direction else None


def blank(rows: int, columns: int) -> Level:
    """A board in order to begin drawing with."""
    size = min(rows, columns)
    return Level(size, (*range(1, size * size), 0), Headers())


def swap_with_hole(level: Level, _tool: str, target: Hashable) -> Level:
    """What the one brush does."""
    assert isinstance(target, tuple)
    tiles = list(level.tiles)
    here, hole = target[0] * level.size + target[1], tiles.index(0)
    tiles[here], tiles[hole] = tiles[hole], tiles[here]
    return replace(level, tiles=tuple(tiles))


def resize(level: Level, rows: int, columns: int) -> Level:
    """The tiles of the upper left corner, numbered anew; further tiles around them when it grows."""
    size = blank(rows, columns).size
    inside = [divmod(at, size) for at in range(size * size)]
    kept = [level.tiles[row * level.size + column] for row, column in inside if max(row, column) < level.size]
    rank = {tile: number for number, tile in enumerate(sorted(kept))}
    old, new = iter(kept), iter(range(len(kept), size * size))
    tiles = tuple(rank[next(old)] if max(place) < level.size else next(new) for place in inside)
    return Level(size, tiles, level.headers.of_position())


def run_breadth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A shortest solution: every slide counts one, by every metric."""
    return breadth_first(*space(rules, level, state), limits=limits)


def run_depth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Any solution."""
    return depth_first(*space(rules, level, state), limits=limits)


EVERY = frozenset(Metric)

GAME = Game(
    id="taquin",
    title=_("Taquin"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=(Format("taquin", _("tiles"), (".txt",), likeness, parse, dump),),
    notation=Notation(write, read),
    problems=problems,
    position=lambda level, state: replace(level, tiles=state, headers=level.headers.of_position()),
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    solvers=(
        Solver("bfs", _("breadth-first"), run_breadth, EVERY),
        Solver("dfs", _("depth-first"), run_depth),
    ),
    solutions=Solutions(
        all=lambda level, state, metric, limits: all_shortest(
            *space(rules, level, state), weigh(rules, level, metric), limits
        )
    ),
    making=Making(
        generators=GENERATORS,
        hunt=HUNT,
        editor=Editor(
            blank,
            (Tool("swap", _("swap with the hole")),),
            swap_with_hole,
            (2, 2),
            (4, 4),
            size=lambda level: (level.size, level.size),
            resize=resize,
        ),
    ),
)
