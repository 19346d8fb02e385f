"""The board on the page: what is drawn there now, and the patches and motions that lead to the next scene."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from cassetete.app.levels import library
from cassetete.core.contract import AnyGame, View
from cassetete.front.page.drawing import MARGIN, Ground, element, elements, grounds, sprites, symbol
from cassetete.front.page.patches import difference
from cassetete.scene.pick import pick
from cassetete.scene.shapes import Scene, Shape
from cassetete.scene.tween import Motion
from cassetete.session.hint_arrow import hint_shapes
from cassetete.session.view_model import Movement

ONE_MOVE = 150
MANY_MOVES = 600
"""Milliseconds that the animation of one move takes, and of many together."""

MOST_FRAMES = 16
"""A long walk shows some of its steps: each costs a scene."""


class ArtShelf:
    """The sprites the page has already; a new one is sent once, as a symbol."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str]] = set()

    def missing(self, game: AnyGame, shapes: Iterable[Shape]) -> list[str]:
        """The symbols of some shapes that the page does not have yet."""
        return self.named(game, sorted(sprites(shapes)))

    def named(self, game: AnyGame, names: Sequence[str]) -> list[str]:
        """The symbols of some sprites that the page does not have yet."""
        new = [name for name in names if (game.id, name) not in self._known]
        self._known.update((game.id, name) for name in new)
        return [symbol(game.id, name, library.art(game, name)) for name in new]


class Board:
    """The elements on the page. Every message says only what changes."""

    def __init__(self, art: ArtShelf) -> None:
        self._art = art
        self._drawn: list[str] | None = None
        self._size: tuple[float, float] | None = None
        self.scene: Scene | None = None
        self.game: AnyGame | None = None
        self._drawn_game: AnyGame | None = None
        self._known: dict[int, str | None] = {}
        """The elements of the scene, by the identity of its shapes."""
        self._grounds: list[tuple[Ground, list[int]]] = []
        """What does not move, with the identities of its shapes."""

    def clear(self) -> None:
        """The page has taken the board away."""
        self._drawn, self._size, self.scene, self._known, self._grounds = None, None, None, {}, []

    def at(self, x: float, y: float) -> Hashable:
        """The target at a point, in board units."""
        return pick(self.scene, x, y) if self.scene is not None else None

    def show(
        self,
        game: AnyGame,
        level: Any,
        view: View[Any, Any],
        hint: Sequence[Any] = (),
        movement: Movement | None = None,
    ) -> dict[str, Any] | None:
        """Draw a view, after the animation of what moved; None if nothing changes."""
        self.game = game
        fresh = self._drawn is None
        art: list[str] = []
        frames = self._frames(game, level, view, movement, art) if movement is not None and not fresh else []
        scene = game.scene(level, view)
        if hint:
            pointed = hint_shapes(game, level, view, hint, scene)
            scene = Scene(scene.width, scene.height, (*scene.shapes, *pointed), scene.background)
        update = self._to(game, scene)
        if art:
            update["art"] = [*art, *update.get("art", ())]
        if frames:
            update["frames"] = frames
        return update if update.keys() - {"patch"} or update["patch"] else None

    def _to(self, game: AnyGame, scene: Scene) -> dict[str, Any]:
        after, new = self._elements(game, scene.shapes)
        update: dict[str, Any] = {"patch": difference(self._drawn or [], after)}
        if self._drawn is None:
            update["fresh"] = True
        art = self._art.missing(game, new)
        if art:
            update["art"] = art
        size = scene.width, scene.height
        if size != self._size:
            update["box"] = [-MARGIN, -MARGIN, scene.width + 2 * MARGIN, scene.height + 2 * MARGIN]
            update["ground"] = scene.background
        self._drawn, self._size, self.scene, self._drawn_game = after, size, scene, game
        return update

    def _elements(self, game: AnyGame, shapes: tuple[Shape, ...]) -> tuple[list[str], list[Shape]]:
        """The elements of a scene, and its shapes that were not in the last one.

        A large board is mostly the same as before: what was drawn is known by the identity of its shapes.
        """
        known = self._known if game is self._drawn_game else {}
        identities = list(map(id, shapes))
        places = self._places(identities)
        new: list[Shape] = []
        if self._drawn is None or places is None:
            found = grounds(shapes, game.id)
            self._grounds = [(one, list(map(id, one.shapes))) for one in found]
            places = [one.start for one in found]
            new += [shape for one in found for shape in one.shapes]
        after: list[str] = []
        self._known = {}
        at = 0
        for (ground, its), start in zip((*self._grounds, (None, ())), (*places, len(shapes)), strict=True):
            between = identities[at:start]
            drawn = list(map(known.get, between))
            if None in drawn:
                for place in [place for place, one in enumerate(drawn) if one is None]:
                    new.append(shapes[at + place])
                    drawn[place] = element(new[-1], game.id)
            self._known.update(zip(between, drawn, strict=True))
            after += filter(None, drawn)
            after += ground.elements if ground is not None else ()
            at = start + len(its)
        return after, new

    def _places(self, identities: list[int]) -> list[int] | None:
        """Where the grounds of the last scene are in another one; None if one of them is not there."""
        places = []
        at = 0
        for _ground, its in self._grounds:
            try:
                at = identities.index(its[0], at)
            except ValueError:
                return None
            if identities[at : at + len(its)] != its:
                return None
            places.append(at)
            at += len(its)
        return places

    def _frames(
        self, game: AnyGame, level: Any, view: View[Any, Any], movement: Movement, art: list[str]
    ) -> list[dict[str, Any]]:
        """The scenes along the moves, each with the pieces that glide to the next; `art` gets their symbols."""
        moves = movement.moves
        if movement.backwards and len(moves) > 1:
            return []
        each = -(-len(moves) // MOST_FRAMES)
        pace = min(ONE_MOVE, MANY_MOVES / len(moves) * each)
        state, last = movement.state, movement.last
        frames = []
        for number, move in enumerate(moves):
            if number % each == 0:
                motions = game.motions_from(level, state, move, view.turn)
                if motions:
                    there = replace(view, state=state, last=last, marks=())
                    if number == 0 and not movement.backwards:
                        patch: Any = []  # it is on the page already
                    else:
                        update = self._to(game, game.scene(level, there))
                        patch = update["patch"]
                        art += update.get("art", ())
                    frame = {"patch": patch, "ms": round(pace), "moves": [_motion(motion) for motion in motions]}
                    frames.append({**frame, "back": True} if movement.backwards else frame)
            if number + 1 < len(moves):
                state, last = game.rules.play(level, state, move), move
        return frames


def _motion(motion: Motion) -> list[Any]:
    return [motion.key, [list(point) for point in motion.way], motion.start, motion.end]


def picture(game: AnyGame, level: Any, view: View[Any, Any], art: ArtShelf) -> dict[str, Any]:
    """A small picture of a level, for a card: its box and its elements, and the symbols it needs."""
    scene = game.scene(level, view)
    box = [-MARGIN, -MARGIN, scene.width + 2 * MARGIN, scene.height + 2 * MARGIN]
    found = {"box": box, "svg": "".join(elements(scene, game.id)), "ground": scene.background}
    symbols = art.missing(game, scene.shapes)
    return {**found, "art": symbols} if symbols else found
