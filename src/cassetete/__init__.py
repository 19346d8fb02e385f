"""cassetete: five puzzle games to play, solve, draw and share.

As a library it has four functions:

>>> import cassetete
>>> [level] = cassetete.load("pushit:map_tour")
>>> answer = cassetete.solve(level)
>>> answer.verdict.value, answer.length, answer.optimal
('solved', 10, True)

Importing this package loads no game; they are found when first asked for.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # importing `typing` takes as long as all the rest of this module
if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from typing import Any

    from cassetete.core.answers import Answer
    from cassetete.core.contract import AnyGame

__all__ = ["__version__", "games", "generate", "load", "solve"]
__version__ = "0.1.0"


def games() -> Mapping[str, AnyGame]:
    """Every game by its id: the program's own, and plugins.

    >>> list(games())[:5]
    ['pushit', 'ricosheep', 'slitherlink', 'sokoban', 'turtle']
    """
    from cassetete.app import registry

    return registry.games()


def load(path_or_text: str | PathLike[str], game: str | None = None) -> list[Any]:
    """The levels of a file, a folder, `pack:level`, or of a level's text itself (a string with a line break in it).

    A file may hold one level or a whole collection: the result is always a list. The game is recognised by what
    is written; `game` names it where that is not enough. What cannot be read raises an error that says where.

    >>> [level] = load("_S\\n_G\\n")
    >>> level.headers.title
    ''
    >>> load("_S\\n_x\\n", game="ricosheep")
    Traceback (most recent call last):
    ...
    cassetete.app.levels.library.Unreadable: <text>:2:2: unexpected 'x' (expected one of _ B G S * W)
    """
    from cassetete.app import registry
    from cassetete.app.levels import library

    chosen = None if game is None else registry.games()[game]
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        found = library.read_text(path_or_text, "<text>", chosen)
    else:
        found = list(library.read(str(path_or_text), chosen))
    levels = []
    for item in found:
        if isinstance(item, library.Unreadable):
            raise item
        levels.append(item.game.position(item.level, item.state) if item.session is not None else item.level)
    return levels


def solve(
    level: Any,
    want: str = "shortest",
    *,
    solver: str | None = None,
    metric: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> Answer[Any]:
    """Solve a level: SOLVED with replayed moves, IMPOSSIBLE (proven), or UNKNOWN with the limit that was hit.

    `want` is "shortest" (proven, in the game's metric or the one given: "moves", "pushes" or "cost"), "fast" or
    "proof"; `solver` names one of the game's solvers instead; `memory` is in bytes.

    >>> [level] = load("_S\\nGB\\n")
    >>> solve(level).verdict.value
    'solved'
    >>> solve(level, nodes=0).why.code
    'nodes'
    """
    from cassetete.app.registry import game_of
    from cassetete.app.solving.choose import solve as solve_level
    from cassetete.core.answers import Limits, Want
    from cassetete.core.contract import Metric

    game = game_of(level)
    problems = game.problems(level)
    if problems:
        raise ValueError(str(problems[0].text))
    return solve_level(
        game,
        level,
        want=Want(want),
        metric=None if metric is None else Metric(metric),
        solver=solver,
        limits=Limits(nodes, seconds, memory),
    )


def generate(game: str, seed: int = 0, **parameters: Any) -> Any:
    """A new level of a game, made from a seed: the same seed gives the same level on every machine.

    The parameters are those of the game's generator; None if its budget ran out before it found such a level.

    >>> level = generate("ricosheep", seed=1, rows=5, columns=5)
    >>> solve(level).verdict.value
    'solved'
    >>> level == generate("ricosheep", seed=1, rows=5, columns=5)
    True
    """
    from cassetete.app import registry
    from cassetete.app.levels import generate as making

    return making.generate(registry.games()[game], seed, parameters)


_games = games


class _CallablePackage(ModuleType):
    """`cassetete.games` names two things: the folder of the games, and the library's function.

    Importing any game binds the name to the folder, so the folder is made to answer like the function.
    """

    def __call__(self) -> Mapping[str, AnyGame]:
        return _games()


import_module("cassetete.games").__class__ = _CallablePackage
