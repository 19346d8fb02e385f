"""Work for the tests' worker processes, which import it by name: each chore is a function from text to text."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from cassetete.app.hunts.worker import report
from cassetete.core.checkpoint import checkpoint


def shout(text: str) -> str:
    return text.upper()


def own_process(_text: str) -> str:
    return str(os.getpid())


def die_the_first_time(text: str) -> str:
    """The text is a file: the worker that finds it missing makes it, and is gone."""
    try:
        Path(text).touch(exist_ok=False)
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("killed processes do not go on")


def die_on_poison(text: str) -> str:
    if text == "poison":
        os.kill(os.getpid(), signal.SIGKILL)
    return text


def fail(text: str) -> str:
    raise ValueError(f"{text} cannot be done")


def report_half(text: str) -> str:
    report(0.5)
    return text


def look_at_limits(task: str) -> str:
    """Ends where a limit is reached."""
    checkpoint()
    return task
