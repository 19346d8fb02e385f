"""Renders the pictures of the next possible moves while nothing happens, so that no move waits for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from itertools import islice
from typing import Any

from cassetete.front.window.paint.board import Viewport, board_layer
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.painter import Painter
from cassetete.session.session import Session

_MOST_MOVES = 16


class Prerenderer:
    """Renders the board after each possible move, a little every frame, once for each position."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._position: Hashable = None
        self._moves: list[Any] = []
        self._win: Hashable = None

    def step(
        self,
        session: Session,
        viewport: Viewport,
        theme: str,
        options: frozenset[str],
        win: Hashable,
        win_layer: Callable[[], Layer],
    ) -> None:
        """Render one move or a part of it; call it in frames that have nothing else to do.

        After the moves comes the layer of a win, once for each value of `win`.
        """
        rules, level = session.game.rules, session.level
        position = (session.now, id(level), viewport.width, viewport.height, viewport.zoom, theme)
        if position != self._position:
            self._position = position
            self._moves = (
                list(islice(rules.moves(level, session.state), _MOST_MOVES)) if self._painter.has_pieces else []
            )
        elif self._moves:
            move = self._moves[-1]
            after = rules.play(level, session.state, move)
            view = replace(session.view, state=after, last=move, marks=(), options=options)
            layer, _scale = board_layer(session.game, level, view, viewport)
            if self._painter.prerender(layer, theme):
                self._moves.pop()
        elif win != self._win and self._painter.prerender(win_layer(), theme):
            self._win = win
