"""What only some systems have is used behind a guard, everywhere in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from posix_names import MODULES, NAMES

import cassetete

SOURCES = Path(cassetete.__file__).parent
WINDOWS_MODULES = {"msvcrt", "winreg", "winsound", "_winapi"}

NEED_A_TERMINAL = {"front/terminal/screen.py", "front/terminal/keys.py"}
"""The modules that `front.terminal` imports only after it has found curses."""

BLOCKS = ast.FunctionDef | ast.Module | ast.ClassDef | ast.With | ast.For | ast.While | ast.ExceptHandler

Use = tuple[str, int, str, bool]
"""A platform-only name: file, line, name, and whether a guard is around it."""


def uses(source: str, path: str = "") -> Iterator[Use]:
    """Every use of a name that only some systems have."""
    yield from _walk(ast.parse(source), path, frozenset(), guarded=False)


def _walk(node: ast.AST, path: str, known: frozenset[str], guarded: bool) -> Iterator[Use]:
    """`known` are the names that a `hasattr` around has made sure of; `guarded` means that a platform was asked for,
    or that the lack of a module or a name is caught."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for module in modules:
            if module.partition(".")[0] in MODULES | WINDOWS_MODULES:
                yield path, node.lineno, module, guarded
        yield from _hidden(node, path, guarded)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        name = f"{node.value.id}.{node.attr}"
        if node.attr in NAMES.get(node.value.id, ()) or name in ("ctypes.windll", "ctypes.WinDLL"):
            yield path, node.lineno, name, guarded or name in known
    if isinstance(node, ast.Try):
        caught = [ast.unparse(handler.type) if handler.type else "Exception" for handler in node.handlers]
        safe = guarded or any(kind in "".join(caught) for kind in ("ImportError", "AttributeError", "Exception"))
        yield from _walk_all(node.body, path, known, safe)
        yield from _walk_all([*node.handlers, *node.orelse, *node.finalbody], path, known, guarded)
    elif isinstance(node, ast.If | ast.IfExp):
        safe, more = guarded or "sys.platform" in ast.unparse(node.test), known | _asked(node.test)
        yield from _walk(node.test, path, more, safe)
        yield from _walk_all(_listed(node.body), path, more, safe)
        yield from _walk_all(_listed(node.orelse), path, more if _negated(node.test) else known, safe)
    elif isinstance(
        node, ast.FunctionDef | ast.Module | ast.ClassDef | ast.With | ast.For | ast.While | ast.ExceptHandler
    ):
        others = [child for child in ast.iter_child_nodes(node) if child not in node.body]
        yield from _walk_all(others, path, known, guarded)
        yield from _walk_block(node.body, path, known, guarded)
    else:
        more = known | _asked(node) if isinstance(node, ast.BoolOp) else known
        yield from _walk_all(ast.iter_child_nodes(node), path, more, guarded)


def _hidden(node: ast.Import | ast.ImportFrom, path: str, guarded: bool) -> Iterator[Use]:
    """Names imported from their module, and modules imported by another name, under which nothing would be found."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom) and alias.name in NAMES.get(node.module or "", ()):
            yield path, node.lineno, f"{node.module}.{alias.name}", guarded
        if isinstance(node, ast.Import) and alias.name in NAMES and alias.asname not in (None, alias.name):
            yield path, node.lineno, f"{alias.name} as {alias.asname}", False


def _walk_all(nodes: Iterable[ast.AST], path: str, known: frozenset[str], guarded: bool) -> Iterator[Use]:
    for node in nodes:
        yield from _walk(node, path, known, guarded)


def _walk_block(body: Iterable[ast.stmt], path: str, known: frozenset[str], guarded: bool) -> Iterator[Use]:
    """Statements in order: after `if not hasattr(os, "x"): return` the name is known."""
    for statement in body:
        yield from _walk(statement, path, known, guarded)
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return | ast.Raise):
            if _negated(statement.test):
                known |= _asked(statement.test)
            guarded = guarded or "sys.platform" in ast.unparse(statement.test)


def _listed(part: ast.expr | list[ast.stmt]) -> list[ast.AST]:
    return [*part] if isinstance(part, list) else [part]


def _negated(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _asked(node: ast.AST) -> frozenset[str]:
    """The names that `hasattr` or `getattr` with a default asks for."""
    asked = set()
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("hasattr", "getattr"):
            asked.add(f"{ast.unparse(call.args[0])}.{ast.unparse(call.args[1])[1:-1]}")
    return frozenset(asked)


def test_every_platform_only_name_has_its_guard() -> None:
    found = [
        use
        for path in sorted(SOURCES.rglob("*.py"))
        for use in uses(path.read_text("utf-8"), path.relative_to(SOURCES).as_posix())
    ]
    assert len(found) > 10, "the search finds nothing any more"
    bare = [f"{path}:{line}: {name}" for path, line, name, guarded in found if not guarded]
    assert [use for use in bare if use.partition(":")[0] not in NEED_A_TERMINAL] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import os\nos.getuid()", [("os.getuid", False)]),
        ("import os\nif hasattr(os, 'getuid'):\n    os.getuid()", [("os.getuid", True)]),
        ("import os\nif hasattr(os, 'getpid'):\n    os.getuid()", [("os.getuid", False)]),
        ("import os\nif hasattr(os, 'getuid') and os.getuid() == 0:\n    pass", [("os.getuid", True)]),
        ("def f():\n    if not hasattr(os, 'getuid'):\n        return\n    os.getuid()", [("os.getuid", True)]),
        ("import fcntl", [("fcntl", False)]),
        ("from os import getuid", [("os.getuid", False)]),
        ("try:\n    from os import getuid\nexcept ImportError:\n    pass", [("os.getuid", True)]),
        ("import os as system", [("os as system", False)]),
        ("try:\n    import fcntl\nexcept ImportError:\n    fcntl = None", [("fcntl", True)]),
        ("try:\n    import fcntl\nexcept OSError:\n    fcntl = None", [("fcntl", False)]),
        ("if sys.platform == 'win32':\n    import msvcrt", [("msvcrt", True)]),
        ("signal.signal(signal.SIGHUP, f)", [("signal.SIGHUP", False)]),
    ],
)
def test_what_counts_as_a_guard(source: str, expected: list[tuple[str, bool]]) -> None:
    assert [(name, guarded) for _path, _line, name, guarded in uses(source)] == expected


def test_every_docstring_can_be_written() -> None:
    """From Python 3.13 on, a module with half a character in a docstring cannot be imported."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for path in sorted((Path(__file__).parents[2] / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, kinds):
                (ast.get_docstring(node) or "").encode()
