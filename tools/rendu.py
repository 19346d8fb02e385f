"""Builds what Push it down's sheet hands in: dist/pushit.zip with pushit.py, its sources, maps/ and rapport.html."""

from __future__ import annotations

import ast
import html
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from cassetete import __version__

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "cassetete"
FOLDER = "pushit"
BROUGHT = {"eiffeltk": "fltk", "platformdirs": "platformdirs"}
"""The distributions in the archive, and the package of each: both are pure Python under the MIT licence."""


def first_sentence(node: ast.AST) -> str:
    """What a docstring says first."""
    text = " ".join((ast.get_docstring(node) or "").split())  # type: ignore[arg-type]
    return text.split(". ")[0].rstrip(".") + "."


def functions(path: Path) -> list[tuple[str, str]]:
    """The functions and classes of a module, with what each is for."""
    tree = ast.parse(path.read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [(node.name, first_sentence(node)) for node in tree.body if isinstance(node, kinds)]


def rows(pairs: Iterable[tuple[str, str]]) -> str:
    """A row of the table for each pair."""
    return "\n".join(
        f"<tr><td><code>{name}</code></td><td>{html.escape(what, quote=False)}</td></tr>" for name, what in pairs
    )


def subject() -> str:
    """The sheet's own functions, in French as they are written."""
    return rows(functions(PACKAGE / "sujets" / "pushit.py"))


def program() -> str:
    """The functions of the program that runs, file by file: `fonctions.toml` says of each in French what it is for."""
    said = tomllib.loads(Path(__file__).with_name("fonctions.toml").read_text("utf-8"))
    blocks = []
    for path in program_files():
        name = path.relative_to(PACKAGE).as_posix()
        known: dict[str, str] = said.get(name, {})
        pairs = [(function, known.get(function, what)) for function, what in functions(path)]
        if not pairs:
            continue
        blocks.append(f"<h3><code>{name}</code></h3>\n<table>\n{rows(pairs)}\n</table>")
    return "\n".join(blocks)


def undescribed() -> list[str]:
    """The functions of the program that `fonctions.toml` lacks, and those that it describes and that are no more."""
    said = tomllib.loads(Path(__file__).with_name("fonctions.toml").read_text("utf-8"))
    found = {
        path.relative_to(PACKAGE).as_posix(): {name for name, _what in functions(path)} for path in program_files()
    }
    return [
        f"tools/fonctions.toml: {name}: {function}"
        for name in sorted({*found, *said})
        for function in sorted(found.get(name, set()) ^ set(said.get(name, {})))
    ]


def program_files() -> list[Path]:
    """The files of the game itself: what runs when `pushit.py` plays; the rest is shared by all games."""
    game = PACKAGE / "games" / "pushit"
    searched = [game / "solvers" / "searches.py", game / "generators" / "generate.py"]
    return [*sorted(game.glob("*.py")), *searched]


def report() -> str:
    """The report, from its template and from the source itself."""
    template = Path(__file__).with_name("rapport.html.in").read_text("utf-8")
    parts = {"@VERSION@": __version__, "@FUNCTIONS@": subject(), "@PROGRAM@": program()}
    for mark, text in parts.items():
        template = template.replace(mark, text)
    return template


def wanted(path: Path) -> bool:
    """The shared code, and only this game."""
    inner = path.relative_to(PACKAGE)
    other_game = len(inner.parts) > 2 and inner.parts[0] == "games" and inner.parts[1] != "pushit"
    return path.is_file() and "__pycache__" not in inner.parts and not other_game


def brought() -> dict[str, bytes]:
    """What the window needs besides Python: fltk, which the sheet asks for, and platformdirs, with their licences."""
    files = {}
    for distribution, package in BROUGHT.items():
        found = metadata.distribution(distribution)
        for part in found.files or ():
            if part.suffix == ".py" and part.parts[0] == package and "doc" not in part.parts:
                files[f"{FOLDER}/lib/{part.as_posix()}"] = part.read_binary()
            elif part.name.upper().startswith("LICENSE"):
                files[f"{FOLDER}/lib/{package}/LICENSE"] = part.read_binary()
    return files


def main(target: Path | None = None) -> Path:
    """Write the archive; the same sources give the same bytes."""
    target = target or ROOT / "dist" / "pushit.zip"
    target.parent.mkdir(parents=True, exist_ok=True)
    files = {f"{FOLDER}/pushit.py": (ROOT / "pushit.py").read_bytes(), f"{FOLDER}/rapport.html": report().encode()}
    for path in sorted((ROOT / "maps").rglob("*.txt")):
        files[f"{FOLDER}/maps/{path.relative_to(ROOT / 'maps')}"] = path.read_bytes()
    for path in sorted(filter(wanted, PACKAGE.rglob("*"))):
        files[f"{FOLDER}/src/cassetete/{path.relative_to(PACKAGE)}"] = path.read_bytes()
    files |= brought()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return target


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
