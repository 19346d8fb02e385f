"""Solved levels of a pack: counted the same whether the pack's keys are read from the levels or were written before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from cassetete.app.collections import progress
from cassetete.app.levels.library import Pack, pack
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.app.store.keys import level_key


class Solved:
    """A store that knows which levels were solved, and nothing else."""

    def __init__(self, *keys: str) -> None:
        self._keys = keys

    def solved(self, game: str) -> dict[str, int]:
        return {key: 2 for key in self._keys if key.startswith(f"{game}:")}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What is known of the keys before a test, and after it."""
    for _time in ("before", "after"):
        progress._keys.cache_clear()
        progress._written_keys.cache_clear()
        if _time == "before":
            yield


@pytest.mark.parametrize("game_id", [game.id for game in games().values() if game.package.startswith("cassetete.")])
def test_written_keys_count_as_the_levels_do(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pack(game_id)
    assert found is not None
    key = level_key(found.game, found.entry("2").level)
    store = cast(Store, Solved(key, f"{game_id}:of another level"))
    from_levels = progress.of_pack(store, game_id)
    assert from_levels == {key: 2}
    written = tmp_path / "keys.json"
    progress.write_keys(written)
    monkeypatch.setattr(progress, "WRITTEN", written)
    monkeypatch.setattr(Pack, "entry", None)  # no level is read
    progress._keys.cache_clear()
    progress._written_keys.cache_clear()
    assert progress.of_pack(store, game_id) == from_levels
