"""The dialogs of the controller as widgets: a question, with stars above it where some were won."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cassetete.core.message import Text
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.layout import Layout
from cassetete.session.view_model import DialogKind, DialogModel


class WonDialog(Question):
    """Congratulations, with the stars above the title."""

    stars = 0

    def compose(self, layout: Layout) -> None:
        """The card, and the stars at its top."""
        super().compose(layout)
        if self.stars:
            layout.stars(layout.width / 2 - 38, self.top - 4, self.stars, 30)


def question(model: DialogModel, say: Callable[[Text], str], do: Callable[[str], None]) -> Question:
    """The widget of a dialog; its buttons do their commands."""
    answers = [(say(button.label), button.key, partial(do, button.command)) for button in model.buttons]
    lines = [say(line) for line in model.lines]
    if model.kind is not DialogKind.WON:
        return Question(say(model.title), lines, answers)
    dialog = WonDialog(say(model.title), lines, answers, width=560)
    dialog.stars = model.stars
    return dialog
