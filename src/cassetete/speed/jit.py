"""Compiled kernels: `@kernel` makes a function run as machine code, built ahead of time or compiled by Numba.

Numba is imported when a kernel is called for which no machine code was built (`speed.build`, `speed.library`).
`CASSETETE_PREBUILT=0` leaves what was built aside, `CASSETETE_JIT=0` runs the same code uncompiled.

Every game with kernels has a module `warm_up.py` with one function `warm_up()`. It imports the game's solvers
and generators and runs each kernel once with the types they use, on inputs so small that only compiling takes time;
nothing imports it back. Its dotted name is the `kernel` of the game's solvers and generators: `speed.compile` calls
it, and `ready` says whether that was done.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar, cast

from cassetete.core import folders_in_use
from cassetete.core.cache_folder import cache_folder as private_folder
from cassetete.core.cache_folder import can_be_written, is_temporary, readable_folders
from cassetete.core.file_lock import lock_file
from cassetete.speed import library

F = TypeVar("F", bound=Callable[..., Any])

_SWITCH = "CASSETETE_JIT"
_PACKAGE = Path(__file__).parent.parent
_NOT_IN_KERNELS = frozenset(
    ("arrays.py", "budget.py", "build.py", "compile.py", "jit.py", "library.py", "random.py", "small_arrays.py")
)
"""Modules of `speed` from which kernels take nothing: editing them changes no machine code."""
_WAY = b"3"
"""How kernels are compiled: to be changed when this module gives Numba other options, or `speed.build` builds them in
another way, so that all is compiled again."""


@functools.cache
def available(module: str) -> bool:
    """Whether a module's kernels can run at all: they were built ahead of time, or numba is there to compile them, and
    a folder for what it makes. Uncompiled they need NumPy at least.
    """
    if os.environ.get(_SWITCH) == "0":
        return importlib.util.find_spec("numpy") is not None
    return (importlib.util.find_spec("numba") is not None and can_be_written()) or prebuilt(module)


def loaded(module: str) -> bool:
    """Whether a module's kernels cost nothing more to load: what was built is in this process, or the compiler is."""
    game = game_folder(module)
    built = _library(game) if game is not None else None
    return built.loaded if built is not None else "numba" in sys.modules


def loading_seconds(module: str) -> float:
    """About how long loading a module's kernels takes: what was built ahead of time needs no compiler."""
    return 0.1 if prebuilt(module) else 0.6


@functools.cache
def compiled() -> bool:
    """Whether kernels are compiled in this process, or were so ahead of time."""
    if os.environ.get(_SWITCH) == "0":
        return False
    return importlib.util.find_spec("numba") is not None or _any_prebuilt()


def _any_prebuilt() -> bool:
    """Whether something was built for this system, in the package or by this machine; it may not fit the source."""
    games = [found.parent for found in _PACKAGE.glob("games/*/warm_up.py*")]
    name = f"{library.PLATFORM}.json"
    return any((folder / name).exists() for game in games for folder in (game / "prebuilt", *_built_folders(game)))


def prebuilt(module: str) -> bool:
    """Whether a module's kernels were built ahead of time, for this system and from this source."""
    game = game_folder(module)
    return game is not None and _library(game) is not None


_libraries: dict[Path, library.Library] = {}


def _library(game: Path) -> library.Library | None:
    """What was built of a game's kernels; None if there is nothing (yet), or nothing that fits."""
    if os.environ.get(_SWITCH) == "0" or os.environ.get("CASSETETE_PREBUILT") == "0":
        return None
    if game not in _libraries:
        sources = sources_hash(game)
        found = library.find(game / "prebuilt", sources)
        if found is None and sources:
            for folder in _built_folders(game):
                found = found or library.find(folder, sources)
                if found is not None and not found.loads():
                    found = None
        if found is None:
            return None
        _libraries[game] = found
    return _libraries[game]


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays, and keep the machine code for the next process.

    Uncompiled, unsigned numbers wrap around just as they do compiled, without NumPy's warning.
    """
    return _kernel(function, {})


def lean(function: F) -> F:
    """A kernel that makes no arrays, nor calls one that does: Numba then counts no references to them.

    In kernels made of small functions the counting, at each call, can take half of the time. Only such kernels can be
    built ahead of time.
    """
    return _kernel(function, {"_nrt": False})


class Kernel:
    """A function that runs as machine code: built ahead of time, or compiled by Numba when it is first called.

    Numba takes it for the function that it compiled, in the code of other kernels.
    """

    watch: ClassVar[Callable[[Kernel, tuple[Any, ...]], None] | None] = None
    """Called at each call from Python: `speed.build` learns from it what is called, and with which types."""

    def __init__(self, function: Callable[..., Any], hidden: dict[str, bool]) -> None:
        self.function = function
        self._hidden = hidden
        self._variants: list[library.Variant] | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *args: Any) -> Any:
        """Run the machine code."""
        if Kernel.watch is not None:
            Kernel.watch(self, args)
            return self.dispatcher(*args)
        if self._variants is None:
            self._variants = self._built()
        for variant in self._variants:
            packed = variant.pack(args)
            if packed is not None:
                return variant.call(packed)
        return self.dispatcher(*args)

    def _built(self) -> list[library.Variant]:
        """The machine code that was built for the function, one for each list of types."""
        game = game_folder(self.function.__module__)
        if game is not None and (found := _library(game)) is not None:
            return found.variants(self.name)
        if game is None:  # a function of `speed` is in the library of each game that calls it
            return library.variants_in_use(self.name)
        return []

    @property
    def name(self) -> str:
        """The function's whole name."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's own object for the function; it compiles it for the types of a call."""
        numba = _numba()
        if numba is None:
            raise NotBuilt(f"{self.name} was not built for these types, and there is no compiler")
        options = {k: value for k, value in self._hidden.items() if hasattr(numba.core.options.DefaultOptions, k)}
        if Kernel.watch is not None or not can_be_written():
            return numba.njit(nogil=True, **options)(self.function)
        folder = cache_folder(self.function.__module__)
        numba.config.CACHE_DIR = str(folder)  # read when the function is decorated
        dispatcher = numba.njit(cache=True, nogil=True, **options)(self.function)
        _load_quickly(dispatcher._cache)
        _load_whole(dispatcher._cache)
        _save_alone(dispatcher._cache, folder)
        return dispatcher


class NotBuilt(Exception):
    """A kernel was called with types for which no machine code was built, where there is no compiler."""


def _kernel(function: F, hidden: dict[str, bool]) -> F:
    """The function as a kernel, with options of Numba's that have no public name; as it is where nothing compiles."""
    if compiled():
        return cast(F, Kernel(function, hidden))

    import numpy

    @functools.wraps(function)
    def plain(*args: Any) -> Any:
        with numpy.errstate(over="ignore"):
            return function(*args)

    return cast(F, plain)


def _load_quickly(cache: Any) -> None:
    """Kept machine code only needs Numba's runtime: without this, the first kernel that is loaded would import all of
    Numba's compiler, half a second of a new process. What must be compiled still brings it.
    """
    usual = cache.load_overload

    def load_overload(signature: Any, target: Any) -> Any:
        try:
            from numba.core.runtime.nrt import rtsys

            load = cache._load_overload
        except (ImportError, AttributeError):  # another Numba: its own way is as good, if slower
            return usual(signature, target)
        rtsys.initialize(target)
        return load(signature, target)

    cache.load_overload = load_overload


def _load_whole(cache: Any) -> None:
    """Machine code whose file is damaged is dropped, and compiled again. Each file ends with a hash of what it holds:
    a changed byte in machine code would otherwise be run.
    """
    usual, kept = cache.load_overload, cache._cache_file
    dump, find = kept._dump, kept._load_index

    def dump_with_hash(value: Any) -> bytes:
        content: bytes = dump(value)
        return content + hashlib.sha256(content).digest()

    def load_overload(signature: Any, target: Any) -> Any:
        try:
            index = Path(kept._index_path)
            if index.exists():
                _check(index, headed=True)
                for name in find().values():
                    data = Path(kept._data_path(name))
                    if data.exists():
                        _check(data)
            return usual(signature, target)
        except Exception:  # whatever is wrong with a file, compiling helps
            with contextlib.suppress(OSError):
                Path(kept._index_path).unlink()
            return None

    kept._dump = dump_with_hash
    cache.load_overload = load_overload


def _check(path: Path, *, headed: bool = False) -> None:
    """ValueError if a file of Numba's does not end with the hash of what it holds (after its version, if `headed`)."""
    import pickle

    with path.open("rb") as file:
        if headed:
            pickle.load(file)
        content = file.read()
    if hashlib.sha256(content[:-32]).digest() != content[-32:]:
        raise ValueError(f"{path} is damaged")


def _save_alone(cache: Any, folder: Path) -> None:
    """One process at a time keeps machine code. Numba reads the list of a function's kept codes, adds to it and writes
    it again: of two that did so at once for different types, one could later be given the other's code as its own.
    Where the disk is full, nothing is kept.
    """
    usual = cache.save_overload

    def save_overload(signature: Any, data: Any) -> None:
        with contextlib.suppress(OSError), _alone(folder):
            usual(signature, data)

    cache.save_overload = save_overload


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time runs such a block for a folder, where the system has locks."""
    with (folder / "lock").open("wb") as file:
        lock_file(file.fileno(), wait=True)
        yield


@functools.cache
def _numba() -> ModuleType | None:
    if os.environ.get(_SWITCH) == "0":
        return None
    try:
        numba = importlib.import_module("numba")
    except ImportError:
        return None

    typeof = numba.extending.typeof_impl
    typeof.register(Kernel)(lambda kernel, context: typeof(kernel.dispatcher, context))
    return numba


_folders: dict[str, Path] = {}


def game_folder(module: str) -> Path | None:
    """The folder of the game that a module belongs to: the nearest package with a `game.py`."""
    if module not in _folders:
        found = _game_folder(module)
        if found is None:
            return None  # a plugin may come later
        _folders[module] = found
    return _folders[module]


def _game_folder(module: str) -> Path | None:
    parts = module.split(".")
    for end in range(len(parts) - 1, 0, -1):
        places = getattr(sys.modules.get(".".join(parts[:end])), "__path__", None)
        folder = Path(next(iter(places))) if places else _PACKAGE.parent.joinpath(*parts[:end])
        if (folder / "game.py").is_file() or (folder / "game.pyc").is_file():
            return folder
    return None


def cache_folder(module: str = "") -> Path:
    """Where the machine code of a module's kernels is kept: a folder for each game, one for the rest.

    See `core.cache_folder`: nobody else can write it.
    """
    return _cache_folder(game_folder(module))


@functools.cache
def _cache_folder(game: Path | None) -> Path:
    folder = private_folder("kernels", _folder_name(game))
    folders_in_use.hold(folder)
    return folder


def _folder_name(game: Path | None) -> str:
    return f"{_name(game)}-{fingerprint(game)}"


def _name(game: Path | None) -> str:
    return game.name if game is not None else "speed"


_FOLDERS_KEPT = 6
"""Of each game: more than one, for those who go back and forth between versions or branches."""


def remove_old_folders(module: str) -> None:
    """Remove the machine code that was made from other sources of a module's game, except for what was used last."""
    game = game_folder(module)
    with contextlib.suppress(OSError):
        folder = _cache_folder(game).parent
        named = re.compile(f"{re.escape(_name(game))}-[0-9a-f]{{16}}")
        folders_in_use.remove_all_but(_FOLDERS_KEPT, [one for one in folder.iterdir() if named.fullmatch(one.name)])
        folders_in_use.clear_away(folder)


def fingerprint(game: Path | None = None) -> str:
    """A hash of all that a game's machine code depends on, so that what is kept under it is good or not there.

    Where the package is makes no difference: Numba finds kept code by the path of its source, and what is built ahead
    of time knows no paths.
    """
    place = "" if game is None else str(game.relative_to(_PACKAGE) if game.is_relative_to(_PACKAGE) else game)
    parts = (place, sys.version, _compiler(), sources_hash(game))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _compiler() -> str:
    """The version of Numba, read from its file: importing the module that knows of packages takes ten times as long."""
    spec = importlib.util.find_spec("numba")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        with contextlib.suppress(OSError):
            found = re.search(r'"version": "(.+)"', (Path(folder) / "_version.py").read_text("utf-8"))
            if found is not None:
                return found[1]
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


@functools.cache
def sources_hash(game: Path | None = None) -> str:
    """A hash of the source of a game's kernels and of `speed`; empty where there is no source, as in a page.

    Numba notices an edited function, but not an edited function that another file's kernel calls: so all count.
    """
    sources = [path for path in _PACKAGE.glob("speed/*.py") if path.name not in _NOT_IN_KERNELS]
    if not sources:
        return ""
    if game is not None:
        sources += [*game.glob("kernel*.py"), *game.glob("kernels/*.py"), *game.glob("warm_up*.py")]
    digest = hashlib.sha256(_WAY)
    for path in sorted(sources):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def built_folder(game: Path) -> Path:
    """Where the kernels of a game are kept that this machine built ahead of time."""
    return _cache_folder(game) / "prebuilt"


def _built_folders(game: Path) -> list[Path]:
    """Where to look for them: where the cache cannot be written, it may still be read."""
    usual = built_folder(game)
    if can_be_written() and not is_temporary():
        return [usual]
    found = [folder / "prebuilt" for folder in readable_folders("kernels", _folder_name(game))]
    return [usual, *(folder for folder in found if folder != usual)]


def ready(module: str) -> bool:
    """Whether the kernels of a module have been compiled by an earlier process (or need no compiling)."""
    if prebuilt(module) or os.environ.get(_SWITCH) == "0":
        return True
    return importlib.util.find_spec("numba") is not None and _stamp(module).exists()


def mark_ready(module: str) -> None:
    """Say that a module's kernels are compiled and kept: called when its first run has come to its end."""
    if compiled():
        with contextlib.suppress(OSError):  # a full disk: it will be compiled again
            _stamp(module).touch()


def _stamp(module: str) -> Path:
    """The file that says so: for this place of the package, because that is how Numba finds what it has kept."""
    place = hashlib.sha256(os.fsencode(_PACKAGE)).hexdigest()[:8]
    return cache_folder(module) / f"{module}-{place}.ready"
