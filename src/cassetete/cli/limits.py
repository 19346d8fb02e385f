"""What a command may use: `--seconds` and `--memory`, kept in all it does."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager

from cassetete.cli.parser import Parser
from cassetete.core.checkpoint import within
from cassetete.core.message import Catalogue, Text
from cassetete.speed.budget import process_memory, usual_limit

_ = Catalogue("cassetete")

GAVE_UP = 2
"""The exit code where a limit came first."""

_EACH = _("give up on a level after S seconds")


def add_limits(parser: Parser, seconds: Text = _EACH) -> None:
    """The two options; memory has a limit even where none is given."""
    parser.option("--seconds", metavar="S", type=parser.amount, help=seconds)
    memory = _("give up when the program holds more than MB megabytes (half of the machine's memory if not given)")
    parser.option("--memory", metavar="MB", type=parser.amount, help=memory)


def in_force(options: argparse.Namespace) -> AbstractContextManager[None]:
    """The time limit of the options, for a block: LimitReached where it is over."""
    seconds = getattr(options, "seconds", None)
    return contextlib.nullcontext() if seconds is None else within(seconds)


@contextlib.contextmanager
def memory_in_force(options: argparse.Namespace) -> Iterator[None]:
    """The memory limit of the options, or the usual one, for a block."""
    with process_memory(memory_limit(getattr(options, "memory", None))):
        yield


def memory_limit(megabytes: float | None) -> int | None:
    """The limit asked for, else the usual one."""
    if megabytes is not None:
        return int(megabytes * 1_000_000)
    return usual_limit()
