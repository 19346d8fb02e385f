"""Builds what Push it down's sheet hands in: dist/pushit.zip with pushit.py, its sources, maps/ and rapport.html."""

from __future__ import annotations

import ast
import html
import sys
import zipfile
from pathlib import Path

from cassetete import __version__

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "cassetete"
FOLDER = "pushit"


def first_sentence(node: ast.AST) -> str:
    """What a docstring says first."""
    text = " ".join((ast.get_docstring(node) or "").split())  # type: ignore[arg-type]
    return text.split(". ")[0].rstrip(".") + "."


def functions() -> str:
    """A row for each function of the sheet's own module."""
    tree = ast.parse((PACKAGE / "sujets" / "pushit.py").read_text("utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return "\n".join(
        f"<tr><td><code>{node.name}</code></td><td>{html.escape(first_sentence(node))}</td></tr>" for node in found
    )


def modules() -> str:
    """A row for each module of the game."""
    rows = []
    for path in sorted((PACKAGE / "games" / "pushit").glob("*.py")):
        sentence = first_sentence(ast.parse(path.read_text("utf-8")))
        rows.append(f"<tr><td><code>{path.name}</code></td><td>{html.escape(sentence)}</td></tr>")
    return "\n".join(rows)


def report() -> str:
    """The report, from its template and from the source itself."""
    template = Path(__file__).with_name("rapport.html.in").read_text("utf-8")
    return (
        template.replace("@VERSION@", __version__).replace("@FUNCTIONS@", functions()).replace("@MODULES@", modules())
    )


def wanted(path: Path) -> bool:
    """The shared code, and only this game."""
    inner = path.relative_to(PACKAGE)
    other_game = len(inner.parts) > 2 and inner.parts[0] == "games" and inner.parts[1] != "pushit"
    return path.is_file() and "__pycache__" not in inner.parts and not other_game


def main(target: Path | None = None) -> Path:
    """Write the archive; the same sources give the same bytes."""
    target = target or ROOT / "dist" / "pushit.zip"
    target.parent.mkdir(parents=True, exist_ok=True)
    files = {f"{FOLDER}/pushit.py": (ROOT / "pushit.py").read_bytes(), f"{FOLDER}/rapport.html": report().encode()}
    for path in sorted((ROOT / "maps").rglob("*.txt")):
        files[f"{FOLDER}/maps/{path.relative_to(ROOT / 'maps')}"] = path.read_bytes()
    for path in sorted(filter(wanted, PACKAGE.rglob("*"))):
        files[f"{FOLDER}/src/cassetete/{path.relative_to(PACKAGE)}"] = path.read_bytes()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return target


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
