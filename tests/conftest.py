"""What every test shares: the toy game is registered everywhere, and `game` runs a test over every game."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# A plugin that is named already is tested too: that is how its author runs the conformance suite. (Worker processes of
# the suite find the toy named already.)
os.environ["CASSETETE_GAMES"] = os.pathsep.join(
    dict.fromkeys([str(Path(__file__).parent / "plugins"), *os.environ.get("CASSETETE_GAMES", "").split(os.pathsep)])
).strip(os.pathsep)
os.environ["CASSETETE_LANG"] = "en"
if "XDG_STATE_HOME" not in os.environ:  # reports of errors that tests cause are not the developer's
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="cassetete-tests-")
    atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a script: programs under test would too
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.pop("DISPLAY", None)  # tests of windows start a screen of their own

from cassetete.app.registry import games

collect_ignore_glob = ["plugins/*", "waiting/*", "racing/*", "slow_to_compile/*", "portable/site/*"]

settings.register_profile("project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")
# Hypothesis also draws numbers and texts that stand in whatever modules are loaded by then, which depends on the tests
# that happened to run before in the same process: without them, each test has the same examples every time.
providers._get_local_constants = lambda: providers._local_constants


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs over every game, or over those that have what its mark `needs` asks for."""
    if "game" in metafunc.fixturenames:
        needs = metafunc.definition.get_closest_marker("needs")
        found = [game for game in games().values() if needs is None or needs.kwargs["game"](game)]
        metafunc.parametrize("game", found, ids=[game.id for game in found])
