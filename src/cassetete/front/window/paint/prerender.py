"""Pictures of what may come next, made while nothing happens, so that no move has to wait for them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from cassetete.app.store import Placing
from cassetete.front.window.paint.art import icon
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.painter import Layer
from cassetete.front.window.widgets.outcome import won_question
from cassetete.front.window.widgets.page import Page
from cassetete.scene.theme import THEMES
from cassetete.session.session import Record

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_MOST = 16


class Rehearsal:
    """Plays each move that is possible now behind the scenes, a little every frame, once for each position."""

    def __init__(self) -> None:
        self._place: Hashable = None
        self._moves: list[Any] = []
        self._ended: Hashable = None

    def step(self, screen: PlayScreen) -> None:
        """Prepare a move, or a part of one; called in frames in which nothing else is to be done."""
        session, frame = screen.session, screen.frame
        rules, level = session.game.rules, session.level
        theme = screen.desk.theme
        place = (session.ticket, id(level), frame.width, frame.height, frame.zoom, theme)
        if place != self._place:
            self._place = place
            still = not screen.shell.painter.has_pieces
            self._moves = [] if still else list(islice(rules.moves(level, session.state), _MOST))
        elif self._moves:
            move = self._moves[-1]
            after = rules.play(level, session.state, move)
            options = screen.desk.options(session.game)
            view = replace(session.view, state=after, last=move, marks=(), options=options)
            layer, _scale = board_layer(session.game, level, view, frame)
            if screen.shell.painter.prepare(layer, theme, THEMES[theme]):
                self._moves.pop()
        else:
            self._end(screen, theme)

    def _end(self, screen: PlayScreen, theme: str) -> None:
        """The words of a win, once for each size of the window, theme and language."""
        canvas = screen.shell.canvas
        look = (canvas.width, canvas.height, theme, screen.desk.language)
        if look != self._ended:
            won = Record(screen.session.now.totals, screen.session.seconds, 0, False)
            page = Page(canvas.width, canvas.height)
            won_question(screen, won, Placing(None, False, None, 2)).compose(page)
            if screen.shell.painter.prepare(Layer(page.scene(), art=icon), theme, THEMES[theme]):
                self._ended = look
