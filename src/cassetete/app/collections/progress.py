"""How much of the levels that come with a game the player has solved; other levels of the game do not count."""

from __future__ import annotations

from functools import cache

from cassetete.app.levels import library
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.app.store.keys import level_key


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


@cache
def _keys(game: str) -> frozenset[str]:
    pack = library.pack(game)
    return frozenset() if pack is None else frozenset(level_key(pack.game, pack.entry(n).level) for n in pack.names())
