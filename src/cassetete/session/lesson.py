"""A first lesson being played: small boards, one after the other, that teach the rules."""

from __future__ import annotations

from cassetete.core.message import Catalogue
from cassetete.session.controller import Controller, Request
from cassetete.session.ports import Win
from cassetete.session.view_model import Button, EndStrip

_ = Catalogue("cassetete")

SKIP = "skip"
"""The command that ends the lesson."""


class LessonController(Controller):
    """Plays the boards of a lesson; the end of a won board leads to the next one."""

    def do(self, command: str) -> Request | None:
        """As in a game, and SKIP."""
        return Request(SKIP) if command == SKIP else super().do(command)

    def end_strip(self, win: Win | None) -> EndStrip:  # noqa: ARG002
        """On to the next board, or out of the lesson."""
        if self.index + 1 < len(self.levels):
            return EndStrip(_("Well done!"), (), (Button(_("Go on"), "⏎", "next"),))
        return EndStrip(_("You know the rules!"), (), (Button(_("To the levels"), "⏎", SKIP),))
