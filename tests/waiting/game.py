"""The toy game again, with work that does not end the first time: for tests that kill, interrupt and go on.

WAITING names a pipe. The first process that comes to the slow piece of work writes its number into it and waits; the
others just do it. A plugin of its own: CASSETETE_GAMES names it after the toy's.
"""

from __future__ import annotations

import os
import time
from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cassetete_plugin_taquin.game import GAME as TAQUIN  # type: ignore[import-not-found]

from cassetete.core.contract import Found, Generator, Hunt, Progress, Tasks
from cassetete.core.message import Text


def wait_the_first_time() -> None:
    pipe = Path(os.environ["WAITING"])
    try:
        Path(f"{pipe}.begun").touch(exist_ok=False)
    except FileExistsError:
        return
    pipe.write_text(str(os.getpid()), "ascii")
    while True:  # not signal.pause(): a signal that comes just before it would never be heard
        time.sleep(0.05)


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    return Tasks(size == "all", ("2x2 hole 0", "2x2 hole 1", "slow", "2x2 hole 2"))


def run(task: str) -> abc.Generator[Progress, None, Found]:
    if task == "slow":
        wait_the_first_time()
    found: Found = yield from TAQUIN.making.hunt.run("2x2 hole 3" if task == "slow" else task)
    return found


def make(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Any]:
    if seed == 2:
        yield Progress(1, 2)
        wait_the_first_time()
    return (yield from TAQUIN.making.generators[0].run({"size": 2, "length": 4}, seed))


GAME = replace(
    TAQUIN,
    id="waiting",
    package="cassetete_plugin_taquin",
    making=replace(
        TAQUIN.making,
        generators=(Generator("slow", Text("slow"), (), make),),
        hunt=Hunt(Text("all or some"), tasks, run),
    ),
)
