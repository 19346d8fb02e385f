"""What a game does for the player after a move, where its options ask for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import Play
from cassetete.session.session import Session


def followed(session: Session, play: Play[Any], options: frozenset[str]) -> Play[Any]:
    """The moves, and those that the game's options add to them: one step to undo. What would only take the moves back
    is not added."""
    game, level = session.game, session.level
    if game.controls.follow is None:
        return play
    state = replay(game.rules, level, play.moves, session.state)
    more = game.controls.follow(level, state, options)
    if more and replay(game.rules, level, more, state) == session.state:
        return play
    return replace(play, moves=(*play.moves, *more))
