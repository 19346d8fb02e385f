"""The solution explained: each step with its rule and its reason, as a thinker finds them."""

from __future__ import annotations

from typing import Any, ClassVar

from cassetete.core.certify import replay
from cassetete.core.contract import Advice, AnyGame, Mark
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import Result, ToAdvise, Working
from cassetete.session.playback import LinePlayer
from cassetete.session.ports import Thinker

_ = Catalogue("cassetete")


class Explanation(LinePlayer):
    """The steps of a solution from the start of the level; `at` is how many of them are shown."""

    speeds: ClassVar[tuple[float, ...]] = (0.25, 0.5, 1, 2, 5)

    def __init__(self, game: AnyGame, level: Any, thinker: Thinker) -> None:
        super().__init__(speed=1)
        self._rules, self._level, self._thinker = game.rules, level, thinker
        self.steps: list[Advice] = []
        self.states: list[Any] = [game.rules.start(level)]
        self._ticket: int | None = thinker.ask(ToAdvise(game, level, self.states[0], whole=True))

    @property
    def count(self) -> int:
        """The steps found so far."""
        return len(self.steps)

    @property
    def complete(self) -> bool:
        """Whether all steps have been found."""
        return self._ticket is None

    @property
    def shown(self) -> Advice | None:
        """The step that is shown; None at the start."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What the step points at on the board."""
        return self.shown.marks if self.shown is not None else ()

    @property
    def place(self) -> Text:
        """Which step is shown."""
        return _("step {n} of {count}", n=self.at, count=str(self.count) if self.complete else f"{self.count}…")

    @property
    def pace(self) -> Text:
        """The speed in words."""
        return _("{n} seconds a step", n=f"{1 / self.rate:g}")

    @property
    def prompt(self) -> Text:
        """What to say before the first step."""
        if self.complete and not self.steps:
            return _("nothing to explain: no solution was found")
        return _("Each step gives a rule and the reason for it. Go on step by step, or let them play.")

    def receive(self, message: Working | Result) -> bool:
        """Add a step, or note that there are no more; whether the message belongs to it."""
        if self._ticket is None or message.ticket != self._ticket:
            return False
        if not isinstance(message, Working):
            self._ticket = None
        elif message.advice is not None:
            self.steps.append(message.advice)
            self.states.append(replay(self._rules, self._level, message.advice.moves, self.states[-1]))
        return True

    def stop(self) -> None:
        """Look for no more steps."""
        if self._ticket is not None:
            self._thinker.cancel(self._ticket)
            self._ticket = None
