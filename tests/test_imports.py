"""No module of the package imports itself through others: local and TYPE_CHECKING imports are counted too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import cassetete

ROOT = Path(cassetete.__path__[0])


def test_no_import_cycles() -> None:
    found = ["\n  ".join(["import cycle:", *sorted(cycle)]) for cycle in cycles(import_graph(ROOT))]
    assert not found, "\n\n".join(found)


def test_every_kind_of_import_is_an_edge(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    write(package / "__init__.py", "from pack.top import run\n")
    write(package / "top.py", "def run():\n    from pack.room import inner\n    import pack.last\n")
    write(package / "room/__init__.py", "NAME = 1\n")
    write(
        package / "room/inner.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pack.last import x\n"
    )
    write(package / "last.py", "from pack.room import NAME\nfrom . import top\n")
    assert import_graph(package) == {
        "pack": {"pack.top"},
        "pack.top": {"pack.room.inner", "pack.last"},
        "pack.room": set(),
        "pack.room.inner": {"pack.last"},
        "pack.last": {"pack.room", "pack.top"},
    }
    assert cycles(import_graph(package)) == [{"pack.top", "pack.room.inner", "pack.last"}]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def import_graph(root: Path) -> dict[str, set[str]]:
    """The modules below a package, each with the modules of the package that it imports anywhere in its text.

    `from package import submodule` is an import of the submodule alone; of any other name, an import of the package.
    """
    files = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {module: set(_imported(module, path, files)) - {module} for module, path in files.items()}


def _imported(module: str, path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, node.module] if node.module else above)
            for alias in node.names:
                submodule = f"{source}.{alias.name}"
                if submodule in files:
                    yield submodule
                elif source in files:
                    yield source


def cycles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The groups of modules in which each can be reached from each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            component = set(stack[at:])
            del stack[at:]
            if len(component) > 1:
                found.append(component)

    for module in graph:
        if module not in index:
            visit(module)
    return found
