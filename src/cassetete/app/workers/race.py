"""Two processes at one level: the chosen solver in one, in the other the solver that finds any solution."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.answers import Verdict
from cassetete.session.jobs import Examined, Working

CHOSEN, OTHER = 0, 1


class Race:
    """Which answer counts, and when. What one process says of a level, where the solvers take turns, is never better:

    - A proof ends the race: that there is no solution, or that one is the shortest.
    - A solution of the other solver is kept until the chosen one has had its slice (as many nodes as it has with one
      process, and a third of the time), and then ends the race.
    - Without a solution both go on until the time is over. Where there is no time limit, the end of the chosen one
      ends the race, unless the other one has not had its own slice yet.
    """

    def __init__(self, other_slice: int, timed: bool, turn_over: bool = False, later: float = 0.0) -> None:
        """`later`: the seconds that the chosen solver had been at work when the other one began."""
        self._slice, self._timed, self._later = other_slice, timed, later
        self._ends: list[Examined | None] = [None, None]
        self._came = [0.0, 0.0]
        self._searched = [0, 0]
        self._turn_over = turn_over

    def progress(self, who: int, working: Working) -> None:
        """A process says how far it is."""
        self._turn_over = self._turn_over or working.turn_over
        self._searched[who] = max(self._searched[who], working.done)

    def end(self, who: int, found: Examined, now: float) -> None:
        """A process has answered."""
        self._ends[who], self._came[who] = found, now

    def result(self, now: float) -> Examined | None:
        """The answer that counts, as soon as it is known; it has the time and the states of both processes."""
        who = self._winner()
        if who is None:
            return None
        found = self._ends[who]
        assert found is not None
        if found.answer is None:
            return found
        rest = self._ends[1 - who]
        more = rest.answer.expanded if rest is not None and rest.answer is not None else self._searched[1 - who]
        seconds = found.answer.seconds + now - self._came[who] + (self._later if who == OTHER else 0.0)
        return replace(found, answer=found.answer._replace(expanded=found.answer.expanded + more, seconds=seconds))

    def _winner(self) -> int | None:
        chosen, other = self._ends
        for who, found in ((CHOSEN, chosen), (OTHER, other)):
            if found is not None and _proven(found):
                return who
        if chosen is not None and (_solved(chosen) or _failed(chosen)):
            return CHOSEN
        if other is not None and _solved(other):
            return OTHER if self._turn_over or chosen is not None else None
        if chosen is None:
            return None
        if other is None:
            enough = not self._timed and self._searched[OTHER] >= self._slice
            return CHOSEN if enough else None
        return OTHER if chosen.answer is None and other.answer is not None else CHOSEN


def _proven(found: Examined) -> bool:
    answer = found.answer
    return answer is not None and (answer.verdict is Verdict.IMPOSSIBLE or (answer.solved and answer.optimal))


def _solved(found: Examined) -> bool:
    return found.answer is not None and found.answer.solved


def _failed(found: Examined) -> bool:
    """Whether the game's own code failed."""
    return found.why is not None and found.why.code in ("internal", "error")
