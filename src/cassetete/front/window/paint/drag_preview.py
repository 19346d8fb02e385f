"""A stroke of the pointer over a board while a button is held, and what it would play if it ended now."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Play
from cassetete.core.errors import IllegalMove
from cassetete.core.events import Drag
from cassetete.scene.shapes import Point
from cassetete.session.session import Session


@dataclass(frozen=True)
class Stroke:
    """Where the pointer went, in board units, and the targets under its two ends."""

    way: tuple[Point, ...] = ()
    start: Hashable = None
    end: Hashable = None
    button: int = 1

    def to(self, point: Point, start: Hashable, end: Hashable, button: int) -> Stroke:
        """The stroke, a point further."""
        way = self.way if (start, button) == (self.start, self.button) else ()
        return replace(self, way=(*way, point), start=start, end=end, button=button)

    def play(self, game: AnyGame, session: Session) -> Play[Any] | None:
        """What the game makes of it, if it follows the pointer; a game that only looks at the ends shows nothing."""
        if len(self.way) < 2:
            return None
        here = session.level, session.state, session.cursor
        if not isinstance(game.bind(*here, Drag(None, None, self.button, self.way)), Play):
            return None
        bound = game.bind(*here, Drag(self.start, self.end, self.button, self.way))
        return bound if isinstance(bound, Play) else None

    def shown(self, game: AnyGame, session: Session) -> bool:
        """Whether there is something to show on the way."""
        return self.play(game, session) is not None

    def preview(self, game: AnyGame, session: Session) -> Any:
        """The board as it would be."""
        play = self.play(game, session)
        try:
            return replay(game.rules, session.level, play.moves, session.state) if play is not None else session.state
        except IllegalMove:
            return session.state
