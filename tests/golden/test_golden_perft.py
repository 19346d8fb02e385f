"""The number of states at each depth, kept in a file: rules that change by accident are noticed.

`python tests/golden/test_golden_perft.py` writes the table again, when a rule or a level has changed on purpose.
"""

from __future__ import annotations

import json
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import AnyGame
from cassetete.search.perft import layers

TABLE = Path(__file__).with_name("perft.json")
MOST_STATES = 1500
MOST_DEPTH = 12
MOST_MOVES = 40


def counted(game: AnyGame, name: str) -> list[int]:
    """The counts of the first depths, until they grow large or nothing is new."""
    found = pack(game.id)
    assert found is not None
    entry = found.entry(name)
    wide = len(list(game.rules.moves(entry.level, entry.state))) > MOST_MOVES  # marks anywhere on a large grid
    depths = islice(layers(game.rules, entry.level, entry.state), 2 if wide else MOST_DEPTH)
    return list(takewhile(lambda n: 0 < n <= MOST_STATES, depths))


def everything() -> dict[str, dict[str, list[int]]]:
    table = {}
    for game in games().values():
        found = pack(game.id)
        if game.package.startswith("cassetete.games.") and found is not None:
            table[game.id] = {name: counted(game, name) for name in found.names()}
    return table


def test_perft_is_as_it_was(game: AnyGame) -> None:
    kept: dict[str, Any] = json.loads(TABLE.read_text("utf-8"))
    if game.id not in kept:
        ours = game.package.startswith("cassetete.games.")
        assert not ours, f"no table for {game.id}: `python tests/golden/{Path(__file__).name}` writes it"
        return
    for name, counts in kept[game.id].items():
        assert counted(game, name) == counts, name


if __name__ == "__main__":
    rows = []
    for game_id, levels in everything().items():
        lines = ",\n".join(f'    "{name}": {json.dumps(counts)}' for name, counts in levels.items())
        rows.append(f'  "{game_id}": {{\n{lines}\n  }}')
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
