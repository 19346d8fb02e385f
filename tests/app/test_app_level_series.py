"""Levels of seeds that are asked for one after the other are those that each seed gives alone."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cassetete.app.levels.generate import Series
from cassetete.core.checkpoint import within
from cassetete.core.contract import Generator, Progress
from cassetete.core.headers import Headers
from cassetete.core.message import Text

SEEDS = range(100, 140)
BROKEN = 117
NONE = 121


@dataclass(frozen=True)
class Named:
    """A level that is no more than its seed."""

    headers: Headers


class Maker:
    """A generator that makes several levels at once: one seed has no level, and one an error."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.generator: Generator[Named] = Generator("maker", Text("maker"), (), self.run, many=self.many)

    def run(self, values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Named | None]:
        return (yield from self.many(values, [seed]))[0]

    def many(
        self, _values: Mapping[str, Any], seeds: Sequence[int]
    ) -> abc.Generator[Progress, None, list[Named | None]]:
        yield Progress(0, 0)
        self.batches.append(len(seeds))
        if BROKEN in seeds:
            raise ValueError(f"seed {BROKEN}")
        return [None if seed == NONE else Named(Headers(seed=str(seed))) for seed in seeds]


def asked(maker: Maker) -> list[str | None]:
    series = Series(maker.generator, {}, SEEDS)
    found: list[str | None] = []
    for place in range(len(SEEDS)):
        try:
            level = series.level(place, lambda _step: False)
            found.append(None if level is None else level.headers.seed)
        except ValueError as error:
            found.append(str(error))
    return found


EXPECTED = [f"seed {n}" if n == BROKEN else None if n == NONE else str(n) for n in SEEDS]


def test_a_seed_that_fails_harms_no_other() -> None:
    assert asked(Maker()) == EXPECTED


def test_where_a_level_may_only_take_some_seconds_each_is_made_alone() -> None:
    maker = Maker()
    with within(seconds=1000):
        assert asked(maker) == EXPECTED
    assert set(maker.batches) == {1}


@pytest.mark.parametrize("short", [-1.0, 1e9])
def test_batches_grow_while_they_are_short(short: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassetete.app.levels.generate._SHORT", short)
    monkeypatch.setattr("cassetete.app.levels.generate._LONG", 1e9)
    maker = Maker()
    assert asked(maker) == EXPECTED
    assert (max(maker.batches) > 4) == (short > 0)
