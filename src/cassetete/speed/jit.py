"""Compiled kernels: `@kernel` is Numba's compiler where Numba is there, and nothing at all where it is not.

This is the only module that imports numba, and it does so when the first kernel module is imported: those are
imported inside `Solver.run`, never at start-up. `CASSETETE_JIT=0` runs the same code uncompiled.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable
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
    return _compiled(function)


def lean(function: F) -> F:
    """As `kernel`, for a function that makes no arrays: references to those it is given are then not counted.

    Counting them took a quarter of the time where small functions pass tuples of arrays to each other.
    """
    return _compiled(function, _nrt=False)


def _compiled(function: F, **options: bool) -> F:
    numba = _numba()
    if numba is not None:
        return cast(F, numba.njit(cache=True, nogil=True, **options)(function))

    import numpy

    @functools.wraps(function)
    def plain(*args: Any) -> Any:
        with numpy.errstate(over="ignore"):
            return function(*args)

    return cast(F, plain)


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
