"""Push it down's whole graph by the rules alone: slow, and certainly right."""

from __future__ import annotations

from collections import deque

from cassetete.games.pushit import rules
from cassetete.games.pushit.model import Level, State


def whole_graph(level: Level, start: State) -> dict[State, int | None]:
    """Every reachable state and its distance from the exit, by the rules alone."""
    before: dict[State, list[State]] = {start: []}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for move in rules.moves(level, state):
            reached = rules.play(level, state, move)
            if reached not in before:
                before[reached] = []
                waiting.append(reached)
            before[reached].append(state)
    distance: dict[State, int | None] = dict.fromkeys(before)
    waiting = deque(state for state in before if state.ball == level.exit)
    distance.update(dict.fromkeys(waiting, 0))
    while waiting:
        state = waiting.popleft()
        for previous in before[state]:
            if distance[previous] is None:
                distance[previous] = (distance[state] or 0) + 1
                waiting.append(previous)
    return distance


def needs_a_push(level: Level) -> bool:
    """Whether the level has solutions, but none without a push: the sheet's mark of an interesting level."""
    return not _reaches_exit(level, pushing=False) and _reaches_exit(level, pushing=True)


def _reaches_exit(level: Level, *, pushing: bool) -> bool:
    seen = {rules.start(level)}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        for move in rules.moves(level, state):
            reached = rules.play(level, state, move)
            if reached not in seen and (pushing or not rules.pushes(level, state, move)):
                if reached.ball == level.exit:
                    return True
                seen.add(reached)
                waiting.append(reached)
    return False
