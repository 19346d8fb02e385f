"""Machine code that was built ahead of time: finding the library of a game, and calling the functions in it.

A library is a shared object with a list beside it (`speed.build` makes both): for each function and each list of types
that it is called with, a symbol. Every symbol takes two pointers, to the arguments and to room for what it returns, in
words of eight bytes. An array is its address and shape, then its strides if it need not be contiguous.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import struct
import sys
import weakref
from collections.abc import Callable, Sequence
from operator import is_
from pathlib import Path
from typing import Any, TypeAlias


def _platform() -> str:
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return f"{sys.platform}-{machine}".lower()


PLATFORM = _platform()
"""The system and its processor, as in the names of libraries: `linux-x86_64`, `emscripten-wasm32`."""

Type: TypeAlias = str | list[Any]
"""The type of an argument in the list: `int64`, `array <u8 2 C`, or the list of a tuple's types."""

Flat: TypeAlias = list[Any]
Add: TypeAlias = Callable[[Any, Flat], int]
"""Adds an argument's words: how many bytes its arrays hold, or less than 0 if it is not of the type."""

_REMEMBERED = 1 << 18
_REMEMBERED_IN_TUPLES = 1 << 22
"""The bytes of arguments that are remembered with their words, at most: of all of a call, and of a tuple of arrays."""

_NUMBERS = {"int": "q", "uint": "Q", "float": "d", "boolean": "?"}
_in_use: list[Library] = []


class Library:
    """The shared object of a game, loaded when the first of its functions is asked for."""

    def __init__(self, path: Path, functions: dict[str, list[dict[str, Any]]]) -> None:
        self._path, self._functions = path, functions
        self._code: ctypes.CDLL | None = None

    @property
    def loaded(self) -> bool:
        """Whether it is in this process and in use: another of its functions costs nothing more."""
        return self in _in_use

    def loads(self) -> bool:
        """Whether the system loads it: it may be on a disk from which nothing is run."""
        try:
            self._load()
        except OSError:
            return False
        return True

    def _load(self) -> ctypes.CDLL:
        if self._code is None:
            self._code = ctypes.CDLL(str(self._path))
        return self._code

    def variants(self, name: str) -> list[Variant]:
        """The code of a function, one for each list of types."""
        code = self._load()
        if not self.loaded:
            _in_use.append(self)
        return [Variant(code[one["symbol"]], one["takes"], one["gives"]) for one in self._functions.get(name, [])]


def variants_in_use(name: str) -> list[Variant]:
    """The code of a function in any of the libraries that are loaded."""
    for library in _in_use:
        found = library.variants(name)
        if found:
            return found
    return []


def find(folder: Path, sources: str) -> Library | None:
    """The library in a folder that is for this system, was made from these sources and is not damaged, if there is one.

    Where there are no sources (a page has compiled modules only), library and modules come from one build.
    """
    try:
        content = json.loads((folder / f"{PLATFORM}.json").read_bytes())
        if (sources and content["sources"] != sources) or not _runs(content["processor"]):
            return None
        # A changed type in the list would make machine code read and write where it must not. Lists of before have
        # neither of the two keys.
        if ("check" in content or "version" in content) and content["check"] != check_of(content):
            return None
        path = folder / content["library"]
        if hashlib.sha256(path.read_bytes()).hexdigest() != content["hash"]:
            return None
        return Library(path, content["functions"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # not there, damaged, or of another version
        return None


def check_of(content: dict[str, Any]) -> str:
    """A hash of all that a list says, for its own key `check`."""
    said = {key: value for key, value in content.items() if key != "check"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _runs(features: Sequence[str]) -> bool:
    """Whether this machine's processor has what the code needs."""
    if not features:
        return True
    try:
        lines = Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return False
    has = next((line.split(":")[1].split() for line in lines if line.startswith("flags")), [])
    return set(features) <= set(has)


class Variant:
    """The machine code of a function for one list of types."""

    def __init__(self, code: Any, takes: list[Type], gives: Type) -> None:
        self._code = code
        code.argtypes, code.restype = (ctypes.c_char_p, ctypes.c_void_p), ctypes.c_int
        self._adders = [_adder(one) for one in takes]
        self._words = struct.Struct("=" + "".join(_words(one) for one in takes))
        self._given = [] if gives == "none" else gives if isinstance(gives, list) else [gives]
        self._results = struct.Struct("=" + "".join(_words(one) for one in self._given))
        self._room = ctypes.c_char * max(8, self._results.size)
        self._alone = not isinstance(gives, list)
        self._last_args: tuple[Any, ...] = ()
        self._last_words = b""

    def pack(self, args: tuple[Any, ...]) -> bytes | None:
        """The arguments as words; None if their types are others."""
        if len(args) != len(self._adders):
            return None
        if len(self._last_args) == len(args) and all(map(is_, self._last_args, args)):
            return self._last_words  # a generator works on the same arrays, level after level
        flat: Flat = []
        held = 0
        for add, argument in zip(self._adders, args, strict=True):
            more = add(argument, flat)
            if more < 0:
                return None
            held += more
        try:
            words = self._words.pack(*flat)
        except struct.error:
            return None
        # Remembered arrays stay in memory: only small ones are.
        self._last_args, self._last_words = (args, words) if held <= _REMEMBERED else ((), b"")
        return words

    def call(self, words: bytes) -> Any:
        """Run the code."""
        room = self._room()
        if self._code(words, room):
            raise ArithmeticError(f"{self._code.__name__}: the kernel failed")  # it has divided by zero
        if not self._given:
            return None
        found = self._results.unpack_from(room)
        return found[0] if self._alone else found


def _words(kind: Type) -> str:
    """The words of a type, in the letters of `struct`."""
    if isinstance(kind, list):
        return "".join(map(_words, kind))
    if kind.startswith("array"):
        _array, _dtype, dimensions, layout = kind.split()
        return "Q" + "q" * (int(dimensions) * (1 if layout == "C" else 2))
    letter = _NUMBERS[kind.rstrip("0123456789")]
    return "?7x" if letter == "?" else letter


def _adder(kind: Type) -> Add:
    """What adds an argument of a type to the words."""
    if isinstance(kind, list):
        return _tuple_adder([_adder(one) for one in kind])
    if kind.startswith("array"):
        _array, dtype, dimensions, layout = kind.split()
        return _array_adder(dtype, int(dimensions), strided=layout != "C")
    return _add_number


def _add_number(argument: Any, flat: Flat) -> int:
    flat.append(argument)
    return -1 if isinstance(argument, tuple) else 0


def _tuple_adder(adders: list[Add]) -> Add:
    last: tuple[Any, ...] | None = None
    words: Flat = []
    held = 0

    def add_tuple(argument: Any, flat: Flat) -> int:
        nonlocal last, words, held
        if argument is last:
            flat.extend(words)
            return held
        if not isinstance(argument, tuple) or len(argument) != len(adders):
            return -1
        before, total = len(flat), 0
        for add, one in zip(adders, argument, strict=True):
            more = add(one, flat)
            if more < 0:
                return -1
            total += more
        last, words, held = (argument, flat[before:], total) if total <= _REMEMBERED_IN_TUPLES else (None, [], 0)
        return total

    return add_tuple


def _array_adder(dtype: str, dimensions: int, *, strided: bool) -> Add:
    last: Callable[[], Any] = type(None)
    words: Flat = []
    held = 0

    def add_array(argument: Any, flat: Flat) -> int:
        nonlocal last, words, held
        if last() is argument:  # mostly the same arrays, call after call; where they are does not change
            flat.extend(words)
            return held
        try:
            if argument.dtype.str != dtype or len(argument.shape) != dimensions:
                return -1
        except AttributeError:
            return -1
        own = None if strided else getattr(argument, "kernel_words", None)  # our own arrays remember theirs
        if own is not None:
            words, held = own
        elif not strided and not argument.flags.c_contiguous:
            return -1
        else:
            words = [argument.__array_interface__["data"][0], *argument.shape, *(argument.strides if strided else ())]
            held = int(argument.nbytes)
        flat.extend(words)
        last = weakref.ref(argument)
        return held

    return add_array
