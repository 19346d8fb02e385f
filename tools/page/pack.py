"""Run by Pyodide's Python: folders in /packing/in become archives /packing/out/FOLDER.zip, modules compiled.

Only the Python that will import them can compile them. The archives are stored, not compressed: the server's
compression does better on them, and the browser has nothing to unpack twice. The same sources give the same bytes.
"""

from __future__ import annotations

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

HEADER = MAGIC_NUMBER + bytes(12)  # checked against no source: there is none


def code_of(path: Path, name: str) -> bytes:
    """A module as the bytes of its .pyc, without docstrings: nothing in the page reads them."""
    module = compile(path.read_bytes(), name, "exec", optimize=2, dont_inherit=True)
    return HEADER + marshal.dumps(module)


def pack(folder: Path, target: Path) -> None:
    """Write one archive."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            if not path.is_file():
                continue
            name = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                archive.writestr(zipfile.ZipInfo(f"{name}c"), code_of(path, name))
            else:
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes())


for each in sorted(Path("/packing/in").iterdir()):
    pack(each, Path("/packing/out") / f"{each.name}.zip")
