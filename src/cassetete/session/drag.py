"""A drag of the pointer over a board while a button is held, and what it would play if it ended now."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import Play
from cassetete.core.errors import IllegalMove
from cassetete.core.events import Drag
from cassetete.scene.shapes import Point
from cassetete.session.session import Session


@dataclass(frozen=True)
class DragPath:
    """Where the pointer went, in board units, and the targets under its two ends."""

    points: tuple[Point, ...] = ()
    start: Hashable = None
    end: Hashable = None
    button: int = 1

    def to(self, point: Point, start: Hashable, end: Hashable, button: int) -> DragPath:
        """The path with one more point."""
        points = self.points if (start, button) == (self.start, self.button) else ()
        return replace(self, points=(*points, point), start=start, end=end, button=button)

    @property
    def ends(self) -> tuple[Hashable, Hashable] | None:
        """The targets under its two ends; None before anything is dragged, or by another button than the left."""
        return (self.start, self.end) if self.points and self.button == 1 else None

    def play(self, session: Session) -> Play[Any] | None:
        """What the game makes of it, if it follows the pointer; a game that looks only at the ends shows nothing."""
        if len(self.points) < 2:
            return None
        bind, here = session.game.bind, (session.level, session.state, session.cursor)
        if not isinstance(bind(*here, Drag(None, None, self.button, self.points)), Play):
            return None
        bound = bind(*here, Drag(self.start, self.end, self.button, self.points))
        return bound if isinstance(bound, Play) else None

    def preview(self, session: Session) -> Any:
        """The state as it would be if the drag ended now."""
        play = self.play(session)
        try:
            moves = play.moves if play is not None else ()
            return replay(session.game.rules, session.level, moves, session.state)
        except IllegalMove:
            return session.state
