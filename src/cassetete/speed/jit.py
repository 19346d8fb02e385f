"""Compiled kernels: `@kernel` is Numba's compiler where Numba is there, and nothing at all where it is not.

This is the only module that imports numba, and it does so when the first kernel module is imported: those are
imported inside `Solver.run`, never at start-up. `CASSETETE_JIT=0` runs the same code uncompiled.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

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
        dispatcher = numba.njit(cache=True, nogil=True, **options)(function)
        _load_quickly(dispatcher._cache)
        _save_alone(dispatcher._cache)
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


def _save_alone(cache: Any) -> None:
    """One process at a time keeps machine code. Numba reads the list of a function's kept codes, adds to it and writes
    it again: of two that did so at once for different types, one could later be given the other's code as its own.
    """
    usual = cache.save_overload

    def save_overload(signature: Any, data: Any) -> None:
        with _alone():
            usual(signature, data)

    cache.save_overload = save_overload


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """While no other process is in such a block; where the system has no locks, as it comes."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (cache_folder() / "lock").open("w") as file:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@functools.cache
def _numba() -> ModuleType | None:
    if os.environ.get(_SWITCH) == "0":
        return None
    try:
        numba = importlib.import_module("numba")
    except ImportError:
        return None
    numba.config.CACHE_DIR = str(cache_folder())
    return numba


@functools.cache
def cache_folder() -> Path:
    """Where machine code is kept: in the user's cache, or in a temporary folder where that cannot be written."""
    from platformdirs import user_cache_path  # here, so that pure Python runs where nothing is installed

    name = f"kernels-{fingerprint()}"
    for parent in (user_cache_path("cassetete"), Path(tempfile.gettempdir()) / f"cassetete-{os.getuid()}"):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="cassetete-kernels-"))


@functools.cache
def fingerprint() -> str:
    """A hash of all that machine code depends on, so that what is kept under it is good or not there.

    Numba notices an edited function, but not an edited function that another file's kernel calls: so the source of all
    kernels counts. It finds kept code by the path of its source, and drops what another Numba or Python made.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        compiler = version("numba")
    except PackageNotFoundError:
        compiler = ""
    digest = hashlib.sha256("\n".join((str(_PACKAGE), sys.version, compiler)).encode())
    for path in sorted([*_PACKAGE.glob("speed/*.py"), *_PACKAGE.glob("games/*/kernel*.py")]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def ready(module: str) -> bool:
    """Whether the kernels of a module have been compiled by an earlier process (or need no compiling)."""
    return os.environ.get(_SWITCH) == "0" or _stamp(module).exists()


def mark_ready(module: str) -> None:
    """Say that a module's kernels are compiled and kept: called when its first run has come to its end."""
    if compiled():
        _stamp(module).touch()


def _stamp(module: str) -> Path:
    return cache_folder() / f"{module}.ready"
