"""Writes the tree of modules into docs/architecture.md: each with the first sentence of its docstring."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "cassetete"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- tree -->\n", "<!-- /tree -->\n"


def sentence(path: Path) -> str:
    """The first sentence of a module's docstring, in one line."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    line = " ".join(text.split("\n\n")[0].split())
    return re.split(r"\. (?=[A-Z`])", line)[0].rstrip(".")


def listed(folder: Path, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Each package and module below a folder, indented, with its sentence; packages after the modules beside them."""
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"{'  ' * depth}{path.name}", sentence(path)
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").is_file():
            yield f"{'  ' * depth}{path.name}/", sentence(path / "__init__.py")
            yield from listed(path, depth + 1)


def tree() -> str:
    """The whole tree as a block of Markdown."""
    rows = list(listed(PACKAGE))
    width = max(len(name) for name, _text in rows)
    return "```\n" + "".join(f"{name.ljust(width)}  {text}\n" for name, text in rows) + "```\n"


def main() -> int:
    """Rewrite the tree; with --check, only say whether it is up to date."""
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    wanted = before + BEGIN + tree() + END + after
    if "--check" in sys.argv:
        if page != wanted:
            print("docs/architecture.md: the tree of modules is out of date; run `make tree`", file=sys.stderr)
        return int(page != wanted)
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
