"""The fast solvers are prepared in the background at the first start, one after the other, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from cassetete.app.registry import games
from cassetete.app.solving import kernels
from cassetete.app.solving.prepare import Preparation


class Compiling:
    """Stands in for the processes that compile: what was begun, and what has ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ready: set[str]) -> None:
        self.ready, self.ended = ready, set[str]()
        self.begun: list[str] = []
        monkeypatch.setattr(kernels, "usable", lambda kernel: kernel != "unusable")
        monkeypatch.setattr(kernels, "ready", lambda kernel: kernel in self.ready)
        monkeypatch.setattr(kernels, "start_compiling", self._begin)
        monkeypatch.setattr(kernels, "finished_compiling", lambda kernel: kernel in self.ended)

    def _begin(self, kernel: str) -> bool:
        self.begun.append(kernel)
        return True


def settled(preparation: Preparation) -> None:
    """Let it look at every kernel."""
    for _look in range(50):
        preparation.step()


def test_what_is_not_ready_is_compiled_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    named = ["first", "ready", "unusable", "second", "third"]
    monkeypatch.setattr(kernels, "kernels_of", lambda _games: list(named))
    children = Compiling(monkeypatch, {"ready"})
    preparation = Preparation(games().values())
    assert not preparation.active
    settled(preparation)
    for number, kernel in enumerate(("first", "second", "third")):
        assert children.begun[number:] == [kernel], "one at a time"
        assert (preparation.active, preparation.done, preparation.total) == (True, number, 3)
        assert not preparation.step()  # nothing new to say while it compiles
        children.ended.add(kernel)
        assert preparation.step()  # the next number, or the end
    assert (preparation.active, preparation.done, preparation.total) == (False, 3, 3)
    assert not preparation.step()


def test_nothing_is_said_where_everything_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "kernels_of", lambda _games: ["one", "two"])
    children = Compiling(monkeypatch, {"one", "two"})
    preparation = Preparation([])
    assert not any(preparation.step() for _look in range(10))
    assert not children.begun and not preparation.active


def test_the_kernels_of_the_game_that_is_played_come_first() -> None:
    order: list[Any] = list(games().values())
    first = kernels.kernels_of(order[-1:])
    assert kernels.kernels_of([order[-1], *order])[: len(first)] == first
