"""The solution player: any line of moves, step by step, and a search for a shorter one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from cassetete.core.contract import AnyGame, Length, Metric, Status
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import Improved, Result, ToImprove, Working
from cassetete.session.playback import LinePlayer
from cassetete.session.ports import Thinker
from cassetete.session.view_model import Movement

_ = Catalogue("cassetete")

_ANIMATED = 4
"""Up to so many moves a second, pieces glide."""

SHORTER: Final = {
    Metric.MOVES: _("Fewer moves"),
    Metric.PUSHES: _("Fewer pushes"),
    Metric.COST: _("Lower cost"),
}
"""What to call a search for a solution that is shorter by a metric."""


class SolutionPlayer(LinePlayer):
    """Moves from a level's start; `at` is how many of them have been played."""

    speeds: ClassVar[tuple[float, ...]] = (1, 2, 4, 8, 20, 60, 200)

    def __init__(self, game: AnyGame, level: Any, moves: Sequence[Any], thinker: Thinker, at: int = 0) -> None:
        super().__init__(speed=2, at=at)
        self.game, self.level, self._thinker = game, level, thinker
        self.paused = False
        self.said: Text | None = None
        """What the last search, or the last command, has to say."""
        self.working: int | None = None
        """The ticket of the search for a shorter solution, while it goes on."""
        self._set(tuple(moves))

    def _set(self, moves: tuple[Any, ...]) -> None:
        """Set the moves, and every state they pass through."""
        rules, level = self.game.rules, self.level
        self.moves = moves
        self.states = [rules.start(level)]
        for move in moves:
            self.states.append(rules.play(level, self.states[-1], move))
        self.won = rules.status(level, self.states[-1]) is Status.WON
        self.lengths: tuple[Length, ...] = lengths_of(self.game, level, self.states[0], moves)

    @property
    def count(self) -> int:
        """The number of moves."""
        return len(self.moves)

    @property
    def last(self) -> Any:
        """The move that was played last; None at the start."""
        return self.moves[self.at - 1] if self.at else None

    @property
    def place(self) -> Text:
        """Which move is shown."""
        return _("move {n} of {count}", n=self.at, count=self.count)

    @property
    def pace(self) -> Text:
        """The speed in words."""
        return _.n("{n} move a second", "{n} moves a second", n=int(self.rate))

    def movement(self, before: int) -> Movement | None:
        """What glides between the move that was shown before and this one: a single step, at low speeds."""
        first = min(self.at, before)
        if abs(self.at - before) != 1 or not 0 <= first < self.count or self.rate > _ANIMATED:
            return None
        last = self.moves[first - 1] if first else None
        return Movement(self.states[first], last, self.moves[first : first + 1], backwards=self.at < before)

    # Shortening

    def metrics(self) -> list[Metric]:
        """The metrics by which the solution can be shortened: the game's own first."""
        own = self.game.lengths.metric(self.level)
        return [own] if own is Metric.MOVES else [own, Metric.MOVES]

    def improve(self, which: int) -> None:
        """Look for a shorter solution, by one of the metrics."""
        if self.working is not None or not self.won or not 0 <= which < len(self.metrics()):
            return
        job = ToImprove(self.game, self.level, self.states[0], self.moves, self.metrics()[which])
        self.working = self._thinker.ask(job)
        self.said = _("looking for a shorter solution… (Esc stops)")

    def stop(self) -> None:
        """End that search; it answers with the best it has."""
        if self.working is not None:
            self._thinker.cancel(self.working)

    def receive(self, message: Working | Result) -> bool:
        """Take in the progress of the search, or the shorter solution; whether the message belongs to it."""
        if self.working is None or message.ticket != self.working:
            return False
        if isinstance(message, Working):
            self.said = _.n(
                "{now} · {n} state searched (Esc stops)",
                "{now} · {n} states searched (Esc stops)",
                n=message.done,
                now=message.text if message.text is not None else "",
            )
        elif isinstance(message, Improved):
            self.working = None
            self._improved(message)
        return True

    def _improved(self, message: Improved) -> None:
        before = {length.id: length.value for length in self.lengths}
        if message.moves == self.moves:
            stopped = message.why is not None
            self.said = _("stopped: no shorter solution found") if stopped else _("no shorter solution found")
            return
        self._set(message.moves)
        self.go(0)
        metric = message.job.metric or self.game.lengths.metric(self.level)
        now = next(length for length in self.lengths if length.id == metric.value)
        if now.value == before[now.id]:
            now = self.lengths[0]
        self.said = _("{length}: {now} instead of {before}", length=now.title, now=now.value, before=before[now.id])
