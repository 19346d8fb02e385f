"""Where the built page is, and copying it for any web server."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.files import CannotWrite, write_file

_PACKAGED = Path(__file__).parent / "built"
_SOURCE_TREE = Path(__file__).parents[4] / "page"
MARK = "precache.json"
"""The file that the build writes last: a folder without it is not a page."""


def built_page() -> Path | None:
    """The folder of the built page: the one that came with the package, or the one that `make page` wrote."""
    return next((folder for folder in (_PACKAGED, _SOURCE_TREE) if (folder / MARK).is_file()), None)


def copy_page(page: Path, target: Path) -> int:
    """Copy the page into a folder, which is made; how many files. What else is in the folder stays there.

    Each file is written whole or not at all, and the one that makes the folder a page comes last. CannotWrite if that
    fails.
    """
    files = [path for path in page.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda path: (path.name == MARK, path)):
        there = target / path.relative_to(page)
        try:
            there.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(error.filename or there.parent, error) from None
        write_file(there, path.read_bytes(), sync=False)
    return len(files)
