"""The solution explained: each step with its rule and its reason, as the thinker finds them."""

from __future__ import annotations

from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import Advice, AnyGame, View
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Navigator, Part, Screen
from cassetete.front.page.screens.playback import PlaybackScreen
from cassetete.session.jobs import Result, ToAdvise, Working

_ = Catalogue("cassetete")


class ExplainScreen(PlaybackScreen):
    """The steps of a solution from the start of the level."""

    speeds = (6.0, 3.0, 1.5, 0.7)

    def __init__(self, table: Navigator, game: AnyGame, level: Any, origin: Screen) -> None:
        super().__init__(table, origin, speed=1)
        self.game, self.level = game, level
        self.steps: list[Advice] = []
        self.states: list[Any] = [game.rules.start(level)]
        self.at = 0
        self._waited = 0.0
        self.ticket: int | None = table.thinker.ask(ToAdvise(game, level, self.states[0], whole=True))

    @property
    def running(self) -> bool:
        """Whether there are more steps."""
        return self.at < len(self.steps) or self.ticket is not None

    def parts(self) -> dict[str, Any]:
        """The rule and the reason of the step."""
        say, known = self.say, len(self.steps)
        count = f"{known}…" if self.ticket is not None else str(known)
        label = say(_("step {n} of {count}", n=self.at, count=count))
        blocks: list[Part] = [{"k": "slider", "label": label, "at": self.at, "most": known}]
        if self.at:
            step = self.steps[self.at - 1]
            if step.title is not None:
                blocks.append({"k": "text", "role": "title", "text": say(step.title)})
            blocks.append({"k": "text", "text": say(step.text), "live": True})
        elif self.ticket is None and not known:
            blocks.append({"k": "text", "text": say(_("nothing to explain: no solution was found"))})
        else:
            how = _("Each step gives a rule and the reason for it. Press → for the next step, or let them play.")
            blocks.append({"k": "text", "role": "muted", "text": say(how)})
        pace = say(_("{n} seconds a step", n=f"{self.speeds[self.speed]:g}"))
        blocks.append(self.speed_block(pace))
        return {
            **self.base_parts(say(_("The solution explained")), say(self.game.title)),
            "panel": blocks,
            "dock": self.transport(self.at > 0, self.at < known),
        }

    def draw(self) -> Part | None:
        """The board after the step, with its marks."""
        marks = self.steps[self.at - 1].marks if self.at else ()
        view: View[Any, Any] = View(self.states[self.at], marks=marks, options=self.settings.options(self.game))
        return self.table.board.show(self.game, self.level, view)

    def step(self, number: int) -> None:
        """One step on or back."""
        self.go(self.at + number)

    def rewind(self, to_end: bool) -> None:
        """To the start or the end."""
        self.go(len(self.steps) if to_end else 0)

    def go(self, at: int) -> None:
        """To a step."""
        self.paused, self.at = True, min(len(self.steps), max(0, at))

    def answered(self, message: Working | Result) -> None:
        """Add a step, or note that there are no more."""
        if message.ticket != self.ticket:
            return
        if not isinstance(message, Working):
            self.ticket = None
        elif message.advice is not None:
            self.steps.append(message.advice)
            self.states.append(replay(self.game.rules, self.level, message.advice.moves, self.states[-1]))

    def tick(self, seconds: float) -> None:
        """Show the next step when it is time."""
        self._waited += seconds
        if self.paused or self._waited < self.speeds[self.speed] * 0.9:
            return
        self._waited = 0.0
        if self.at < len(self.steps):
            self.at += 1
        elif self.ticket is None:
            self.paused = True

    @property
    def pace(self) -> int:
        """As often as the speed asks."""
        return 0 if self.paused else int(self.speeds[self.speed] * 1000)

    def leave(self) -> None:
        """Cancel the search for steps."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None

    @property
    def address(self) -> str:
        """The same as that of the game it belongs to."""
        return self.origin.address
