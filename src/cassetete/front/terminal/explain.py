"""The steps of an explained solution in plain words."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.core.contract import Advice
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


def spoken(step: Advice, say: Callable[[Text], str]) -> str:
    """The rule's name and the reason.

    >>> spoken(Advice(Text("it needs all its sides"), title=Text("clue")), str)
    'clue: it needs all its sides'
    """
    return say(step.text if step.title is None else _("{rule}: {reason}", rule=step.title, reason=step.text))
