"""How much of the levels that come with a game the player has solved; other levels of the game do not count."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.app.store.keys import level_key

WRITTEN = Path(__file__).with_name("pack_keys.json")
"""The keys of the packs' levels, where the program was built with them."""


def of_pack(store: Store, game: str) -> dict[str, int]:
    """The levels of a game's pack that the player solved, and the stars won at each."""
    solved = store.solved(game)
    if not solved:  # the levels need not be read
        return {}
    return {key: stars for key, stars in solved.items() if key in _keys(game)}


def counted(store: Store, game: str, solved: int) -> str:
    """So many solved levels of a game, as statistics show them: those of its pack of how many, and the others."""
    pack = library.pack(game) if game in games() else None
    if pack is None:
        return str(solved)
    own = len(of_pack(store, game))
    more = f" + {solved - own}" if solved > own else ""
    return f"{own} / {len(pack.names())}{more}"


def write_keys(path: Path) -> None:
    """Write the keys of every pack that comes with the program, for a copy of it that never changes: the page."""
    ours = [game.id for game in games().values() if game.package.startswith("cassetete.games.")]
    path.write_text(json.dumps({game: sorted(_read_keys(game)) for game in ours}), "utf-8")


@cache
def _keys(game: str) -> frozenset[str]:
    """The keys of a pack's levels. Reading them all takes a while in a browser; there they were written before."""
    return _written_keys().get(game) or _read_keys(game)


@cache
def _written_keys() -> dict[str, frozenset[str]]:
    try:
        written = json.loads(WRITTEN.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return {game: frozenset(keys) for game, keys in written.items()}


def _read_keys(game: str) -> frozenset[str]:
    pack = library.pack(game)
    return frozenset() if pack is None else frozenset(level_key(pack.game, pack.entry(n).level) for n in pack.names())
