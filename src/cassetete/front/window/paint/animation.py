"""The animation of moves: where each piece is, some milliseconds after a move."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cassetete.core.contract import AnyGame
from cassetete.scene.shapes import Point
from cassetete.scene.tween import Motion, ease, offset

ONE_MOVE = 0.15
MANY_MOVES = 0.6


@dataclass(frozen=True)
class AnimatedMove:
    """A move to animate: the state it is played from, the move before it, and the motions of the pieces."""

    state: Any
    last: Any
    motions: tuple[Motion, ...]
    seconds: float
    backwards: bool = False


class Animator:
    """Animates moves one after the other; a new move, or `finish`, ends the animation at once."""

    def __init__(self) -> None:
        self._steps: deque[AnimatedMove] = deque()
        self._spent = 0.0

    @property
    def step(self) -> AnimatedMove | None:
        """The move that is being animated."""
        return self._steps[0] if self._steps else None

    def finish(self) -> None:
        """End the animation: every piece is in its place."""
        self._steps.clear()
        self._spent = 0.0

    def play(self, game: AnyGame, level: Any, state: Any, last: Any, moves: Sequence[Any], turn: int = 0) -> None:
        """Animate moves from a state, on a board that is turned by so many quarters."""
        self.finish()
        seconds = min(ONE_MOVE, MANY_MOVES / len(moves))
        for move in moves:
            motions = tuple(game.motions_from(level, state, move, turn))
            if motions:
                self._steps.append(AnimatedMove(state, last, motions, seconds))
            state, last = game.rules.play(level, state, move), move

    def back(self, game: AnyGame, level: Any, state: Any, last: Any, moves: Sequence[Any], turn: int = 0) -> None:
        """Animate the undo of moves from a state: a single move glides back, several jump."""
        self.finish()
        if len(moves) == 1:
            motions = tuple(game.motions_from(level, state, moves[0], turn))
            if motions:
                self._steps.append(AnimatedMove(state, last, motions, ONE_MOVE, backwards=True))

    def advance(self, seconds: float) -> bool:
        """Let time pass; True when a move ended, so that another scene must be drawn."""
        if not self._steps:
            return False
        self._spent += seconds
        if self._spent < self._steps[0].seconds:
            return False
        self._spent = 0.0
        self._steps.popleft()
        return True

    def offsets(self, scale: float) -> dict[str, Point]:
        """How far each moving piece is from its place in the scene, in pixels, at so many pixels a board unit."""
        if not self._steps:
            return {}
        step = self._steps[0]
        progress = ease(min(1.0, self._spent / step.seconds))
        if step.backwards:
            progress = 1.0 - progress
        ways = {motion.key: offset(motion, progress) for motion in step.motions}
        return {key: (dx * scale, dy * scale) for key, (dx, dy) in ways.items()}
