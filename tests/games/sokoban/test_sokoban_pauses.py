"""A step of a kernel may end anywhere, even in the middle of a node: what is found does not depend on it."""

from __future__ import annotations

import json
import subprocess
import sys

from processes import environment

SOLVE = """
import json, sys
from cassetete.app.levels.library import pack
from cassetete.app.solving.choose import named
from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.games.sokoban.kernels import a_star, advised_search, meeting_search, perimeter, pull_search
from cassetete.games.sokoban.solvers import box_groups, optimal
from cassetete.games.sokoban.solvers import perimeter as ring

optimal.PAIRS_FROM = optimal.LARGE_FROM = optimal.GROUPS_FROM = ring.FROM = 20
optimal._FEW_PARTS, box_groups.MANY_BOXES = 0, 1
found = {}
for work in (1, 700, 1 << 40):
    for module in (a_star, advised_search, meeting_search, perimeter, pull_search):
        module.WORK = work
    for name in pack("sokoban").names()[:6]:
        entry = pack("sokoban").entry(name)
        for solver in ("optimal", "portfolio"):
            chosen = named(entry.game, entry.level, solver)
            metric = entry.game.lengths.metric(entry.level)
            answer = solve_with(entry.game, chosen, entry.level, entry.state, metric, Limits(nodes=150))
            said = [answer.verdict.value, answer.expanded, "".join(move.letter for move in answer.moves)]
            found.setdefault(f"{name} {solver}", []).append(said)
print(json.dumps(found))
"""


def test_answers_and_node_counts_do_not_depend_on_where_steps_pause() -> None:
    """Uncompiled, where the work of a step can be set."""
    done = subprocess.run(
        [sys.executable, "-c", SOLVE], env=environment(CASSETETE_JIT="0"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == 12
    for name, answers in found.items():
        assert answers[0] == answers[1] == answers[2], name
