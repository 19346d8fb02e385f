"""Finds the games: the folders of `cassetete.games`, installed plugins, and folders named by CASSETETE_GAMES."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import itertools
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import AnyGame, Format, Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "cassetete.games"
"""The package of the program's own games, and the entry-point group of plugins."""

FOLDERS = "CASSETETE_GAMES"
_MOST_TRIED = 1_000_000


class PluginWarning(UserWarning):
    """A plugin could not be loaded; the program goes on without it."""


class BadGame(Exception):
    """A plugin's record is wrong, and where."""


class Games(Mapping[str, AnyGame]):
    """Every game by its id: the program's own first, then plugins. A plugin cannot replace a game.

    One of the program's own is imported when it is asked for; plugins are searched for when no own game has the name,
    or all are wanted.
    """

    def __init__(self, plugins: Callable[[], Iterable[tuple[str, AnyGame]]]) -> None:
        self._search = plugins
        self._own = tuple(folder.name for folder in _game_folders(Path(importlib.import_module(GROUP).__path__[0])))

    def __getitem__(self, name: str) -> AnyGame:
        return _own_game(name) if name in self._own else self._plugins[name]

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._plugins

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(self._own, self._plugins)

    def __len__(self) -> int:
        return len(self._own) + len(self._plugins)

    def formats(self) -> Iterator[tuple[str, tuple[Format[Any], ...]]]:
        """The id of each game with its formats; of the program's own games nothing else is imported for it.

        >>> next(formats[0].id for name, formats in games().formats() if name == "pushit")
        'pushit'
        """
        return iter(self._formats)

    @cached_property
    def _formats(self) -> list[tuple[str, tuple[Format[Any], ...]]]:
        own = [(name, importlib.import_module(f"{GROUP}.{name}.formats").FORMATS) for name in self._own]
        return own + [(name, game.formats) for name, game in self._plugins.items()]

    @cached_property
    def _plugins(self) -> dict[str, AnyGame]:
        found: dict[str, AnyGame] = {}
        for where, game in self._search():
            if game.id in found or game.id in self._own:
                warnings.warn(f"{where}: there is already a game '{game.id}'", PluginWarning, stacklevel=2)
            else:
                found[game.id] = game
        return found


@cache
def games() -> Games:
    """Every game by its id.

    >>> list(games())[:2]
    ['pushit', 'ricosheep']
    """
    return Games(_plugins)


@cache
def _own_game(name: str) -> AnyGame:
    game: AnyGame = importlib.import_module(f"{GROUP}.{name}.game").GAME
    return game


def game_of(level: object) -> AnyGame:
    """The game a level belongs to; TypeError if it is not a level of any game."""
    for game in _likely_first(type(level).__module__):
        if isinstance(level, game.level_type):
            return game
    raise TypeError(f"not a level of any game: {type(level).__name__}")


def _likely_first(module: str) -> Iterator[AnyGame]:
    """The games, the one first in whose folder a module is."""
    name = module.removeprefix(f"{GROUP}.").partition(".")[0]
    if module.startswith(f"{GROUP}.") and name in games():
        yield games()[name]
    yield from games().values()


def _plugins() -> Iterator[tuple[str, AnyGame]]:
    for point in _entry_points():
        yield from _tried(point.value, partial(_load_installed, point))
    for named in os.environ.get(FOLDERS, "").split(os.pathsep):
        for folder in _game_folders(Path(named)) if named else ():
            yield from _tried(str(folder), partial(_load, folder))


def _tried(where: str, load: Callable[[], AnyGame]) -> list[tuple[str, AnyGame]]:
    """A plugin, or nothing if it cannot be loaded, which is said: it may do anything when it is imported, also leave
    the program, or print, which must not get among the answers."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return [(where, load())]
    except (KeyboardInterrupt, GeneratorExit, LimitReached):
        raise  # these are the user's
    except BaseException as error:
        warnings.warn(f"{where}: {_said(error)}", PluginWarning, stacklevel=4)
        return []


def _entry_points() -> Iterable[EntryPoint]:
    """The installed plugins. The module that knows of packages is slow to import, and to look through all of them:
    mostly their lists of entry points show that there is none."""
    if sys.platform == "emscripten":  # in a browser nothing is installed
        return ()
    for place in sys.path:
        with contextlib.suppress(OSError, ValueError):  # a folder that is closed to this user, a path that is none
            if Path(place or ".").is_dir():
                lists = Path(place).glob("*.*-info/entry_points.txt")
                if not any(map(_names_group, lists)):
                    continue
            if Path(place).exists():  # a package in a file, or one that names the group
                return _installed_plugins()
    return ()


def _names_group(file: Path) -> bool:
    try:
        return GROUP.encode() in file.read_bytes()
    except OSError:
        return False


def _installed_plugins() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    try:
        return entry_points(group=GROUP)
    except Exception as error:  # a list of another package that cannot be understood
        warnings.warn(f"installed plugins: {_said(error)}", PluginWarning, stacklevel=5)
        return ()


def _game_folders(folder: Path) -> list[Path]:
    """The folder itself if it is a game, else the games in it."""
    try:
        if _is_game(folder):
            return [folder]
        if folder.is_dir():
            return sorted(inner for inner in folder.iterdir() if _is_game(inner))
        why = f"there is no folder '{folder}'"
    except OSError as error:
        why = f"{folder}: {error.strerror}"
    warnings.warn(f"{FOLDERS}: {why}", PluginWarning, stacklevel=4)
    return []


def _is_game(folder: Path) -> bool:
    """Whether a folder has a game's record; the page has compiled modules only."""
    return (folder / "game.py").is_file() or (folder / "game.pyc").is_file()


def _load_installed(point: EntryPoint) -> AnyGame:
    return _checked(point.load())


def _load(folder: Path) -> AnyGame:
    """Import a folder as a package of its own name, so that it may import its own modules."""
    name = _module_name(folder)
    if name not in sys.modules:
        init = folder / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
        assert spec is not None and spec.loader is not None  # a .py path always has a loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            if init.is_file():
                spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]  # half a module
            raise
    return _checked(getattr(importlib.import_module(f"{name}.game"), "GAME", None))


def _module_name(folder: Path) -> str:
    """Two folders of the same name are two modules."""
    if not folder.name.isidentifier() and not f"_{folder.name}".replace("-", "_").isidentifier():
        raise BadGame("the folder's name must be letters, digits, '-' and '_': it is a module")
    name = first = f"cassetete_plugin_{folder.name}"
    number = 1
    while name in sys.modules and list(getattr(sys.modules[name], "__path__", ())) != [str(folder)]:
        number += 1
        name = f"{first}_{number}"
    return name


def _checked(found: object) -> AnyGame:
    """What a plugin gives as its game, if it is one and every field of it is right."""
    from cassetete.core.check_game import faults, trial  # for plugins only

    if found is None:
        raise BadGame("there is no GAME in its game.py")
    for fault in faults(found):
        name = f"game '{found.id}': " if isinstance(found, Game) else ""
        raise BadGame(f"{name}{fault}")
    assert isinstance(found, Game)
    for fault in trial(found, _first_level(found)):
        raise BadGame(f"game '{found.id}': {fault}")
    return found


def _first_level(game: AnyGame) -> str:
    """The text of a level that comes with a game; empty if there is none, or none that can be read."""
    from importlib import resources  # slow to import, and needed for plugins only

    levels = resources.files(game.package) / "levels"
    names = sorted(file.name for file in levels.iterdir()) if levels.is_dir() else []
    first = next((name for name in names if name.endswith(game.formats[0].extensions)), None)
    if first is None:
        return ""
    with (levels / first).open("rb") as stream:
        return stream.read(_MOST_TRIED).decode("utf-8", "replace")


def _said(error: BaseException) -> str:
    """An author's error with its type: the message alone may be no more than a missing key."""
    try:
        text = str(error)
    except Exception:  # its message is an error, too
        text = "?"
    return text if isinstance(error, BadGame) else f"{type(error).__name__}: {text}"
