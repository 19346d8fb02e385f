"""The commands of a game being played, by the names of their buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cassetete.front.window.screens import play_files, play_hints, play_line
from cassetete.front.window.screens.play_keys import keys_dialog
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets import print_dialog as printing
from cassetete.session.session import Accept, AskSolution, Redo, Reject, Restart, Suppose, Undo

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen


def commands(screen: PlayScreen) -> dict[str, Callable[[], None]]:
    """What each of them does."""
    return {
        "undo": lambda: screen.command(Undo()),
        "redo": lambda: screen.command(Redo()),
        "restart": lambda: screen.command(Restart()),
        "hint": lambda: play_hints.ask(screen),
        "check": lambda: play_hints.check(screen),
        "explain": lambda: play_hints.explain(screen),
        "print": lambda: printing.ask(screen),
        "solve": lambda: _solve(screen),
        "search": lambda: _watch(screen),
        "suppose": lambda: screen.command(Suppose()),
        "accept": lambda: screen.command(Accept()),
        "reject": lambda: screen.command(Reject()),
        "save": lambda: play_files.save_as(screen),
        "load": lambda: play_files.load(screen),
        "previous": lambda: screen.go(-1),
        "next": lambda: screen.go(1),
        "replay": lambda: play_line.replay_game(screen),
        "paste": lambda: play_files.paste(screen),
        "copy": lambda: screen.tell(clipboard.copy_level(screen, screen.game, screen.session.level)),
        "copy-moves": lambda: screen.tell(play_files.copy_moves(screen)),
        "keys": lambda: screen.open(keys_dialog(screen)),
        "fullscreen": screen.window.toggle_full_screen,
        "menu": screen.menu,
        "quit": screen.window.quit,
    }


def _solve(screen: PlayScreen) -> None:
    """Ask for a solution, or stop the one that plays itself."""
    if screen.autoplay:
        screen.autoplay.clear()
    else:
        screen.command(AskSolution())


def _watch(screen: PlayScreen) -> None:
    """The search view."""
    session = screen.session
    screen.navigator.watch(session.game, session.level, session.state, screen)
