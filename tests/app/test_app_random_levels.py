"""Random levels: what may be chosen, and a batch that ends in My levels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.collections.random_levels import COUNT, LARGEST_SEED, MOST_LEVELS, SEED, RandomLevels
from cassetete.app.collections.recipes import last_recipe
from cassetete.app.levels.generate import generate, settled
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.core.answers import TIME_LIMIT
from cassetete.session.jobs import Made, ToMake, Working


class Listed:
    """A thinker that only lists what it was asked and what was cancelled; the test answers."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.cancelled: list[int] = []

    def ask(self, job: Any) -> int:
        self.asked.append(job)
        return len(self.asked)

    def cancel(self, ticket: int) -> None:
        self.cancelled.append(ticket)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def random_levels(store: Store, game_id: str, seed: int = 7) -> tuple[RandomLevels, Listed]:
    thinker, game = Listed(), games()[game_id]
    return RandomLevels(game, game.making.generators, store, thinker, str, seed), thinker


@pytest.mark.parametrize("game_id", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_whatever_is_put_or_stepped_is_accepted_by_the_generator(store: Store, game_id: str) -> None:
    random, _thinker = random_levels(store, game_id)
    strange: list[Any] = [-1, 0, 1, 10**9, True, False, None, "x", "", 1.5, [], {}]
    for index, generator in enumerate(random.generators):
        random.use(index)
        for parameter in generator.parameters:
            for value in [*strange, *parameter.range]:
                random.put(parameter.name, value)
                assert settled(generator, random.values) == random.values, (parameter, value)
            seen = set()
            for step in [1] * 12 + [-1] * 12:
                random.step(parameter.name, step)
                seen.add(random.values[parameter.name])
                assert settled(generator, random.values) == random.values
            assert len(seen) > 1 or len(set(parameter.range)) == 1
        random.put("no such parameter", 3)
        assert settled(generator, random.values) == random.values
    for value in strange:
        random.put(SEED, value)
        random.put(COUNT, value)
        assert 0 <= random.seed <= LARGEST_SEED
        assert 1 <= random.count <= MOST_LEVELS
        assert type(random.seed) is int
        assert type(random.count) is int


@pytest.mark.parametrize("game_id", ["pushit", "ricosheep", "slitherlink", "sokoban", "turtle"])
def test_a_preset_gives_the_same_level_whatever_was_chosen_before(store: Store, game_id: str) -> None:
    random, _thinker = random_levels(store, game_id)
    for generator in random.generators:
        random.use(random.generators.index(generator))
        for before in generator.presets:
            for preset in generator.presets:
                random.take(before)
                random.take(preset)
                assert random.is_as(preset)
                assert random.values == settled(generator, preset.values)


def test_a_batch_is_made_level_by_level_and_kept(store: Store) -> None:
    random, thinker = random_levels(store, "ricosheep", seed=7)
    game = random.game
    random.put("rows", 5)
    random.put(COUNT, 3)
    random.start()
    assert random.going
    assert random.share is None
    ended = []
    for n in range(3):
        job = thinker.asked[-1]
        assert job == ToMake(game, 7 + n, random.values, random.generator.id)
        assert random.receive(Working(n + 1, job, 1, 4)) is None
        assert random.share == pytest.approx((n + 0.25) / 3)
        assert random.receive(Made(n, job, None)) is None  # an answer to what was asked before
        assert random.going
        ended.append(random.receive(Made(n + 1, job, generate(game, job.seed, job.values))))
    assert ended[:2] == [None, None]
    assert ended[2] is not None
    assert ended[2].name == "Ricosheep 9"
    assert not random.going
    assert len(thinker.asked) == 3
    [collection] = MyLevels(store).collections(game)
    assert collection.total == 3
    assert sorted(random.new) == sorted(each.id for each in MyLevels(store).levels(collection.id))
    assert last_recipe(store, game).values["rows"] == 5
    assert random_levels(store, "ricosheep")[0].values["rows"] == 5


def test_a_level_that_is_not_found_says_why_and_stopping_cancels(store: Store) -> None:
    random, thinker = random_levels(store, "turtle")
    random.start()
    assert random.receive(Made(1, thinker.asked[-1], None, TIME_LIMIT)) is None
    assert random.fault == str(TIME_LIMIT.text)
    assert not random.going
    random.start()
    assert random.fault == ""
    random.stop()
    random.stop()
    assert thinker.cancelled == [2]
    level = generate(random.game, 7, random.values)
    assert random.receive(Made(2, thinker.asked[-1], level)) is None  # it came too late
    assert MyLevels(store).count(random.game) == 0
