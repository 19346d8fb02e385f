"""Compiled kernels: `@kernel` compiles a function with Numba, or leaves it as it is where Numba is not installed.

This is the only module that imports numba, and it does so when the first kernel module is imported: those are
imported inside `Solver.run`, never at start-up. `CASSETETE_JIT=0` runs the same code uncompiled.

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
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from cassetete.core.cache_folder import cache_folder as private_folder
from cassetete.core.file_lock import lock_file

F = TypeVar("F", bound=Callable[..., Any])

_SWITCH = "CASSETETE_JIT"
_PACKAGE = Path(__file__).parent.parent


@functools.cache
def available() -> bool:
    """Whether kernels can run at all: they need numba, or uncompiled at least numpy."""
    return importlib.util.find_spec("numpy" if os.environ.get(_SWITCH) == "0" else "numba") is not None


def loaded() -> bool:
    """Whether Numba is in this process already."""
    return "numba" in sys.modules


def compiled() -> bool:
    """Whether kernels are compiled in this process."""
    return _numba() is not None


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays, and keep the machine code for the next process.

    Uncompiled, unsigned numbers wrap around just as they do compiled, without NumPy's warning.
    """
    return _compiled(function, {})


def lean(function: F) -> F:
    """A kernel that makes no arrays, nor calls one that does: Numba then counts no references to them.

    In kernels made of small functions the counting, at each call, can take half of the time.
    """
    return _compiled(function, {"_nrt": False})


def _compiled(function: F, hidden: dict[str, bool]) -> F:
    """The function compiled, with options of Numba's that have no public name, where it has them."""
    numba = _numba()
    if numba is not None:
        options = {name: value for name, value in hidden.items() if hasattr(numba.core.options.DefaultOptions, name)}
        folder = cache_folder(function.__module__)
        numba.config.CACHE_DIR = str(folder)  # read when the function is decorated
        dispatcher = numba.njit(cache=True, nogil=True, **options)(function)
        _load_quickly(dispatcher._cache)
        _load_whole(dispatcher._cache)
        _save_alone(dispatcher._cache, folder)
        return cast(F, dispatcher)

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
        return importlib.import_module("numba")
    except ImportError:
        return None


def _game_folder(module: str) -> Path | None:
    """The folder of the game that a module belongs to: the nearest package with a `game.py`."""
    parts = module.split(".")
    for end in range(len(parts) - 1, 0, -1):
        places = getattr(sys.modules.get(".".join(parts[:end])), "__path__", None)
        folder = Path(next(iter(places))) if places else _PACKAGE.parent.joinpath(*parts[:end])
        if (folder / "game.py").is_file():
            return folder
    return None


def cache_folder(module: str = "") -> Path:
    """Where the machine code of a module's kernels is kept: a folder for each game, one for the rest.

    See `core.cache_folder`: nobody else can write it.
    """
    return _cache_folder(_game_folder(module))


@functools.cache
def _cache_folder(game: Path | None) -> Path:
    return private_folder("kernels", f"{game.name if game is not None else 'speed'}-{fingerprint(game)}")


def fingerprint(game: Path | None = None) -> str:
    """A hash of all that a game's machine code depends on, so that what is kept under it is good or not there.

    Numba notices an edited function, but not an edited function that another file's kernel calls: so the source of all
    the game's kernels counts, and of `speed`. It finds kept code by the path of its source, and drops what another
    Numba or Python made.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        compiler = version("numba")
    except PackageNotFoundError:
        compiler = ""
    digest = hashlib.sha256("\n".join((str(_PACKAGE), str(game), sys.version, compiler)).encode())
    sources = [*_PACKAGE.glob("speed/*.py")]
    if game is not None:
        sources += [*game.glob("kernel*.py"), *game.glob("kernels/*.py"), *game.glob("warm_up*.py")]
    for path in sorted(sources):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def ready(module: str) -> bool:
    """Whether the kernels of a module have been compiled by an earlier process (or need no compiling)."""
    return os.environ.get(_SWITCH) == "0" or _stamp(module).exists()


def mark_ready(module: str) -> None:
    """Say that a module's kernels are compiled and kept: called when its first run has come to its end."""
    if compiled():
        with contextlib.suppress(OSError):  # a full disk: it will be compiled again
            _stamp(module).touch()


def _stamp(module: str) -> Path:
    return cache_folder(module) / f"{module}.ready"
