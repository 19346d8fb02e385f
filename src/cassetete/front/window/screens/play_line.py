"""The line that a game has played: its lengths, its replay, and playing on from where a replay stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cassetete.core.contract import Length, Play
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue
from cassetete.session.session import Restart

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")


def lengths(screen: PlayScreen) -> tuple[Length, ...]:
    """What the game itself counts of the moves played, reckoned once a move."""
    now = screen.session.now
    if screen.own_lengths is None or screen.own_lengths[0] is not now:
        count, level = screen.game.lengths.extra, screen.session.level
        start = screen.game.rules.start(level)
        screen.own_lengths = now, tuple(count(level, start, screen.session.moves)) if count is not None else ()
    return screen.own_lengths[1]


def all_lengths(screen: PlayScreen) -> tuple[Length, ...]:
    """Every length of the moves played."""
    level = screen.session.level
    return lengths_of(screen.game, level, screen.game.rules.start(level), screen.session.moves)


def replay_game(screen: PlayScreen) -> None:
    """What has been played, or the solution that is being shown, in the solution player."""
    played = screen.session.moves
    if not played and not screen.autoplay:
        screen.tell(_("nothing has been played yet"))
        return
    replay(screen, (*played, *screen.autoplay), len(played) if screen.autoplay else 0)


def replay(screen: PlayScreen, moves: tuple[Any, ...], at: int = 0) -> None:
    """Show a line of moves from the level's start; the game stays as it is, unless it is played on from there."""

    def play_on(line: tuple[Any, ...]) -> None:
        screen.window.show(screen)
        play_from(screen, line)

    screen.autoplay.clear()
    screen.close_dialog()
    level = screen.session.level
    screen.navigator.replay(screen.game, level, moves, screen.title, back=screen, play_on=play_on, at=at)


def play_from(screen: PlayScreen, line: tuple[Any, ...]) -> None:
    """Go on from moves that were shown: like a game that was solved for the player, it enters no record."""
    screen.session = replace(screen.session, solved_for=True)
    screen.command(Restart())
    if line:
        screen.command(Play(line))
