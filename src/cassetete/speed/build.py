"""Builds a game's kernels ahead of time, for this machine or as WebAssembly: `python -m cassetete.speed.build`.

Numba compiles each kernel that `warm_up` calls to LLVM's language, without optimising it. That text knows nothing of
the machine but two lines, which name the target. All of a game's kernels are put together, optimised for the target,
and linked to a shared object (`speed.library` loads it): no compiler is needed where it runs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from cassetete.speed import jit, library

_OPTIMISE = "NUMBA_OPT"
_TARGET_LINE = re.compile(r"^target (datalayout|triple) = .*$", re.MULTILINE)
_FROM_THE_END = re.compile(
    r"  (?P<below>%\S+) = icmp slt i64 (?P<index>\S+), 0\n"
    r"  (?P<wrapped>%\S+) = add i64 (?P=index), \S+\n"
    r"  (?P<place>%\S+) = select i1 (?P=below), i64 (?P=wrapped), i64 (?P=index)\n"
)
"""What Numba writes for each index: below 0 it counts from the end of the array."""
_INDEX = r"  \g<place> = add i64 \g<index>, 0\n"
_CHECKED_INDEX = (
    r"  \g<below> = icmp slt i64 \g<index>, 0\n  \g<place> = select i1 \g<below>, i64 70368744177664, i64 \g<index>\n"
)
_DOOR = re.compile(r"k\d+")
_KNOWN = frozenset({"sqrt", "memset", "memcpy", "memmove"})
"""Functions that every C library has."""


class BuildError(Exception):
    """The kernels cannot be built, and why."""


class Target(NamedTuple):
    """What to build for."""

    platform: str
    """As in `library.PLATFORM`."""
    triple: str
    processor: str
    features: str
    needs: tuple[str, ...]
    """What the processor must have, as Linux names it."""
    link: Callable[[Path, Path], list[str]]
    """The command that makes a shared object of an object file."""
    inlined: int = 0
    """How large functions may be that are put in the place of their calls, as LLVM counts; 0 leaves it to LLVM."""


def _compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def _link_here(source: Path, target: Path) -> list[str]:
    compiler = _compiler()
    if compiler is None:
        raise BuildError("there is no C compiler to link with (cc)")
    return [compiler, "-shared", "-s", "-o", str(target), str(source), "-lm"]


def _link_wasm(source: Path, target: Path) -> list[str]:
    names = (*(f"wasm-ld-{version}" for version in range(30, 15, -1)), "wasm-ld")  # the last may be an old one
    linker = next(filter(None, map(shutil.which, names)), None)
    if linker is None:
        raise BuildError("there is no wasm-ld, version 16 or newer (on Debian: apt install lld-19)")
    options = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--strip-all"]
    return [linker, *options, "-o", str(target), str(source)]


_EVERY_BROWSER = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
# In a browser a call costs more: most arguments and every result go through memory.
WASM = Target("emscripten-wasm32", "wasm32-unknown-emscripten", "generic", _EVERY_BROWSER, (), _link_wasm, 1500)
_V2 = ("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3")
_V3 = (*_V2, "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe")


def here() -> Target:
    """This machine: on x86-64 the processors of the last ten years, elsewhere any of the kind."""
    import llvmlite.binding as llvm

    triple = llvm.get_default_triple()
    if library.PLATFORM.endswith(("x86_64", "amd64")):
        return Target(library.PLATFORM, triple, "x86-64-v3", "", _V3 if sys.platform == "linux" else (), _link_here)
    return Target(library.PLATFORM, triple, "generic", "", (), _link_here)


def possible() -> bool:
    """Whether kernels can be built here for this machine: the linker is tried, on some systems it is only a stub."""
    compiler = _compiler()
    if compiler is None or not fresh() or find_spec("llvmlite") is None:
        return False
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "nothing.c"
        source.touch()
        command = [compiler, "-shared", "-o", str(Path(scratch) / "nothing.so"), str(source)]
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL).returncode == 0


def fresh() -> bool:
    """Whether Numba is not in this process yet, or was told not to optimise."""
    return "numba" not in sys.modules or os.environ.get(_OPTIMISE) == "0"


class Leaf(NamedTuple):
    """A number or an array among the arguments of a kernel, its tuples taken apart."""

    kind: str
    """The type of a number, or the layout of an array, `C` or `A`."""
    dimensions: int = 0
    item: int = 0
    """The bytes of an array's items."""


class Entry(NamedTuple):
    """A kernel that Python calls, with one list of types."""

    name: str
    takes: list[library.Type]
    gives: library.Type
    function: str
    """Its name in LLVM's language."""
    leaves: list[Leaf]
    results: list[Leaf]
    returned: str
    """LLVM's type of what it returns."""

    @classmethod
    def read(cls, fields: list[Any]) -> Entry:
        """An entry that was written as JSON."""
        name, takes, gives, function, leaves, results, returned = fields
        taken, given = ([Leaf(*leaf) for leaf in some] for some in (leaves, results))
        return cls(name, takes, gives, function, taken, given, returned)


class Collected(NamedTuple):
    """The kernels of a game in LLVM's language."""

    entries: list[Entry]
    modules: list[str]


def collect(modules: Sequence[str]) -> Collected:
    """Run the modules' `warm_up`, and take down every kernel that they call, with the types."""
    if not fresh():
        raise BuildError("the kernels are collected in a process of their own")
    os.environ[_OPTIMISE] = "0"  # read when Numba is imported
    called: dict[tuple[str, str], tuple[jit.Kernel, tuple[Any, ...]]] = {}

    def watch(kernel: jit.Kernel, args: tuple[Any, ...]) -> None:
        types = tuple(map(kernel.dispatcher.typeof_pyval, args))
        called.setdefault((kernel.name, str(types)), (kernel, types))

    jit.Kernel.watch = watch
    try:
        for module in modules:
            importlib.import_module(module).warm_up()
    finally:
        jit.Kernel.watch = None
    entries, texts = [], []
    for (name, _types), (kernel, types) in sorted(called.items()):
        dispatcher = kernel.dispatcher
        compiled = dispatcher.overloads[types]
        context = dispatcher.targetctx
        signature = compiled.signature
        leaves: list[Leaf] = []
        takes = [_type_of(one, leaves) for one in signature.args]
        results: list[Leaf] = []
        gives = _type_of(signature.return_type, results)
        returned = str(context.get_return_type(signature.return_type))
        entry = Entry(name, takes, gives, compiled.fndesc.llvm_func_name, leaves, results, returned)
        entries.append(entry)
        texts.append(compiled.library.get_llvm_str())
    return Collected(entries, texts)


def collected(modules: Sequence[str]) -> Collected:
    """What `collect` finds, kept in the user's cache."""
    folder = jit.cache_folder(modules[0])
    kept = folder / "collected.json.gz"
    try:
        content = json.loads(gzip.decompress(kept.read_bytes()))
        return Collected([Entry.read(one) for one in content["entries"]], content["modules"])
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        found = collect(modules)
        write_whole(kept, gzip.compress(json.dumps(found._asdict()).encode(), 3))
        return found


def _type_of(numba_type: Any, leaves: list[Leaf]) -> library.Type:
    """A type of Numba's as `speed.library` writes it."""
    from numba import types
    from numba.np.numpy_support import as_dtype

    if isinstance(numba_type, types.Array):
        dtype, layout = as_dtype(numba_type.dtype), "C" if numba_type.layout == "C" else "A"
        leaves.append(Leaf(layout, numba_type.ndim, dtype.itemsize))
        return f"array {dtype.str} {numba_type.ndim} {layout}"
    if isinstance(numba_type, types.BaseTuple):
        return [_type_of(one, leaves) for one in numba_type.types]  # type: ignore[attr-defined]
    if isinstance(numba_type, types.NoneType):
        return "none"
    if isinstance(numba_type, types.Literal):
        numba_type = numba_type.literal_type
    name = "boolean" if isinstance(numba_type, types.Boolean) else str(numba_type)
    if not isinstance(numba_type, types.Number | types.Boolean):
        raise BuildError(f"a kernel takes or gives {numba_type}")
    leaves.append(Leaf(name))
    return name


def plain_indices(text: str, *, checked: bool = False) -> str:
    """Numba's text without the question, at each index, whether it is below 0.

    Kernels have no such indices: without the question, and the lengths of arrays that it needs, they are up to 1.3
    times as fast. `checked`: where there is one after all, it ends the process.
    """
    return _FROM_THE_END.sub(_CHECKED_INDEX if checked else _INDEX, text)


def compile_for(collected: Collected, target: Target, *, checked: bool = False) -> bytes:
    """The object file of a game's kernels: each entry as the symbol `k` and its number."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    if target.inlined:
        _inline(target.inlined)
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        target.processor, target.features, opt=3, reloc="pic", codemodel="default"
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n'
    whole = llvm.parse_assembly(head)
    for text in collected.modules:
        whole.link_in(llvm.parse_assembly(head + plain_indices(_TARGET_LINE.sub("", text), checked=checked)))
    parameters = {entry.function: _parameters(whole, entry) for entry in collected.entries}
    doors = [_door(number, entry, parameters[entry.function]) for number, entry in enumerate(collected.entries)]
    declared = [f"declare i32 @{name}(ptr, ptr, {', '.join(types)})" for name, types in parameters.items()]
    whole.link_in(llvm.parse_assembly("\n".join([head, *declared, *doors])))
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and not _DOOR.fullmatch(value.name):
            value.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    left = [function.name for function in whole.functions if function.is_declaration and function.name not in _KNOWN]
    if unknown := [name for name in left if not name.startswith("llvm.")]:
        raise BuildError(f"the kernels call what is not there without Numba: {', '.join(unknown)}")
    code: bytes = machine.emit_object(whole)
    return code


@cache
def _inline(size: int) -> None:
    """Tell LLVM how large functions to inline, for the rest of this process: it takes the option once."""
    import llvmlite.binding as llvm

    llvm.set_option("cassetete", f"-inline-threshold={size}")


def _parameters(module: Any, entry: Entry) -> list[str]:
    """The types of a function's parameters, without the two that all have."""
    return [str(argument.type) for argument in module.get_function(entry.function).arguments][2:]


def _door(number: int, entry: Entry, parameters: list[str]) -> str:
    """The function that takes an entry's arguments as words, calls it, and writes down what it returns."""
    lines: list[str] = []
    values: list[str] = []
    names = (f"%v{number}" for number in itertools.count())
    words = itertools.count()

    def new(operation: str) -> str:
        name = next(names)
        lines.append(f"  {name} = {operation}")
        return name

    def word(kind: str = "i64") -> str:
        return new(f"load {kind}, ptr {new(f'getelementptr i64, ptr %words, i32 {next(words)}')}, align 1")

    for leaf in entry.leaves:
        if not leaf.dimensions:
            kind = parameters[len(values)]
            values.append(word(kind) if kind in ("i64", "double") else new(f"trunc i64 {word()} to {kind}"))
            continue
        data = new(f"inttoptr i64 {word()} to ptr")
        shape = [word() for _each in range(leaf.dimensions)]
        if leaf.kind == "A":
            strides = [word() for _each in range(leaf.dimensions)]
        else:
            strides = [str(leaf.item)]
            for length in reversed(shape[1:]):
                strides.insert(0, new(f"mul i64 {strides[0]}, {length}"))
        items = shape[0]
        for length in shape[1:]:
            items = new(f"mul i64 {items}, {length}")
        values += ["null", "null", items, str(leaf.item), data, *shape, *strides]
    if len(values) != len(parameters):
        raise BuildError(f"{entry.name} takes {len(parameters)} words, not {len(values)}")
    given = "".join(f", {kind} {value}" for kind, value in zip(parameters, values, strict=True))
    lines.append(f"  %status = call i32 @{entry.function}(ptr %room, ptr %error{given})")
    if entry.results:
        whole = new(f"load {entry.returned}, ptr %room")
        for place, leaf in enumerate(entry.results):
            value, kind = whole, entry.returned
            if isinstance(entry.gives, list):
                value, kind = new(f"extractvalue {kind} {whole}, {place}"), _llvm_type(leaf)
            if kind not in ("i64", "double"):
                value = new(f"{'sext' if leaf.kind.startswith('int') else 'zext'} {kind} {value} to i64")
            kind = "double" if kind == "double" else "i64"
            lines.append(f"  store {kind} {value}, ptr {new(f'getelementptr i64, ptr %result, i32 {place}')}, align 1")
    body = ["  %room = alloca " + (entry.returned if entry.results else "ptr"), "  %error = alloca ptr", *lines]
    return "\n".join([f"define i32 @k{number}(ptr %words, ptr %result) {{", *body, "  ret i32 %status", "}"])


def _llvm_type(leaf: Leaf) -> str:
    if leaf.kind == "float64":
        return "double"
    return "i8" if leaf.kind == "boolean" else "i" + leaf.kind.lstrip("uint")


def build(modules: Sequence[str], target: Target, folder: Path, *, checked: bool = False) -> Path:
    """Build the kernels of a game's modules into a folder: the shared object, and the list of what is in it."""
    game = jit.game_folder(modules[0])
    if game is None or any(jit.game_folder(module) != game for module in modules):
        raise BuildError(f"not modules of one game: {' '.join(modules)}")
    found = collected(modules)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source, linked = Path(scratch) / "kernels.o", Path(scratch) / "kernels.so"
        source.write_bytes(compile_for(found, target, checked=checked))
        done = subprocess.run(target.link(source, linked), capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"linking failed: {done.stderr.strip()}")
        code = linked.read_bytes()
    code_hash = hashlib.sha256(code).hexdigest()
    name = f"{target.platform}-{code_hash[:8]}.so"
    functions: dict[str, list[dict[str, Any]]] = {}
    for number, entry in enumerate(found.entries):
        variant = {"symbol": f"k{number}", "takes": entry.takes, "gives": entry.gives}
        functions.setdefault(entry.name, []).append(variant)
    content: dict[str, Any] = {
        "version": 2,
        "library": name,
        "hash": code_hash,
        "sources": jit.sources_hash(game),
        "processor": target.needs,
        "functions": functions,
    }
    content["check"] = library.check_of(content)
    write_whole(folder / name, code)
    write_whole(folder / f"{target.platform}.json", json.dumps(content, indent=1).encode())
    for old in folder.glob(f"{target.platform}-*.so"):
        if old.name != name:
            old.unlink()
    return folder / name


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that another process sees all of it or nothing."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)


def modules_beside(module: str) -> list[str]:
    """A module that runs kernels, and the others of the same game: all are built together."""
    package = module.rpartition(".")[0]
    game = jit.game_folder(module)
    others = [f"{package}.{path.stem}" for path in game.glob("warm_up*.py")] if game is not None else []
    return sorted({module, *others})


def build_here(module: str) -> None:
    """Build the kernels of a module's game for this machine, into the user's cache."""
    game = jit.game_folder(module)
    if game is None:
        raise BuildError(f"{module} is not a module of a game")
    if not jit.prebuilt(module):
        build(modules_beside(module), here(), jit.built_folder(game))


def main() -> int:
    """Build the kernels of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", nargs="+", help="a game's modules that run its kernels once")
    parser.add_argument("--here", type=Path, metavar="FOLDER", help="build for this machine into a folder")
    parser.add_argument("--wasm", type=Path, metavar="FOLDER", help="build for the browser into a folder")
    given = parser.parse_args()
    try:
        for target, folder in ((here(), given.here), (WASM, given.wasm)):
            if folder is not None:
                print(build(given.module, target, folder))
    except BuildError as error:
        print(f"{given.module[0]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
