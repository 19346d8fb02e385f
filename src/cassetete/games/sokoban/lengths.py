"""The six lengths of a solution that Sokoban players compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cassetete.core.contract import Length
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State

_ = Catalogue("sokoban")


class Metrics(NamedTuple):
    """Moves; pushes; straight lines of pushes of one box; changes of box; runs of pushes without a step between them;
    straight lines of the player."""

    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    player_lines: int


def metrics(level: Level, state: State, moves: Sequence[Direction]) -> Metrics:
    """The metrics of a legal line of moves.

    >>> from .formats import xsb
    >>> level = xsb.parse("#######\\n#@ $ .#\\n#######")[0].level
    >>> metrics(level, rules.start(level), [Direction.RIGHT] * 3)
    Metrics(moves=3, pushes=2, box_lines=1, box_changes=1, pushing_sessions=1, player_lines=1)
    """
    pushes = lines = changes = sessions = ways = 0
    pushed = last = last_push = None
    pushing_before = False
    for move in moves:
        pushing = bool(rules.pushes(level, state, move))
        state = rules.play(level, state, move)
        ways += move is not last
        if pushing:
            assert state.player is not None
            pushes += 1
            same = pushed == state.player  # the box pushed last stood where the player stands now
            changes += not same
            lines += not same or move is not last_push
            sessions += not pushing_before
            pushed, last_push = rules.beside(state.player, move), move
        pushing_before, last = pushing, move
    return Metrics(len(moves), pushes, lines, changes, sessions, ways)


def extra(level: Level, state: State, moves: Sequence[Direction]) -> tuple[Length, ...]:
    """The four lengths that only Sokoban counts."""
    found = metrics(level, state, moves)
    return (
        Length("box-lines", _("Box lines"), found.box_lines),
        Length("box-changes", _("Box changes"), found.box_changes),
        Length("pushing-sessions", _("Pushing sessions"), found.pushing_sessions),
        Length("player-lines", _("Player lines"), found.player_lines),
    )
