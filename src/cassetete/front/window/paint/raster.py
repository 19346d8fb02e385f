"""Shapes and sprites rendered to PNG files of the right size, each once.

fltk's own polygons and discs have jagged edges; its images do not. So whatever is not upright is rendered by resvg
into a file that `fltk.image` shows.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from cassetete.app.files import CannotWrite, write_file
from cassetete.core.cache_folder import cache_folder, temporary_folder

_SANS = {"win32": "Arial", "darwin": "Helvetica"}.get(sys.platform, "DejaVu Sans")
_MOST_FILES = 6000
_DRAFTS = 3600
"""Seconds after which nobody still writes a draft."""
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"\0\0\0\0IEND\xaeB`\x82"


def can_render() -> bool:
    """Whether there is a renderer; without one, everything is drawn by Tk itself."""
    return find_spec("resvg_py") is not None


class RasterCache:
    """A folder of PNG files, named by a hash of their SVG source; kept from one start to the next."""

    def __init__(self, folder: Path | None = None) -> None:
        self.renders = can_render()
        self._folder = folder or cache_folder("pictures")
        self._files: dict[str, str] = {}
        evict_oldest(self._folder)

    def file(self, svg: str) -> str:
        """The PNG file of an SVG text."""
        found = self._files.get(svg)
        if found is None or not is_whole(Path(found)):
            path = self._folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:32]}.png"
            if not is_whole(path):
                path = self._written(path, svg)
            with contextlib.suppress(OSError):
                os.utime(path)  # mark it as used, for `evict_oldest`
            found = self._files[svg] = str(path)
        return found

    def _written(self, path: Path, svg: str) -> Path:
        """Render a picture; into another folder from now on where this one takes no more: a full disk, say."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(path, svg)
        except (CannotWrite, OSError):
            self._folder = temporary_folder("pictures")
            path = self._folder / path.name
            _write(path, svg)
        return path


def evict_oldest(folder: Path, most: int = _MOST_FILES) -> None:
    """Delete the files used longest ago from a folder that has too many, down to half as many; and drafts of files
    that a killed process has left."""
    found = [Path(entry.path) for entry in os.scandir(folder)]
    for draft in (path for path in found if path.suffix == ".tmp" and _last_use(path) < time.time() - _DRAFTS):
        draft.unlink(missing_ok=True)
    files = [path for path in found if path.suffix == ".png"]
    if len(files) > most:
        for path in sorted(files, key=_last_use)[: -most // 2]:
            path.unlink(missing_ok=True)


def _last_use(path: Path) -> float:
    """When a file was last used; long ago if another window has just deleted it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def is_whole(path: Path) -> bool:
    """Whether a PNG file is there from its first to its last bytes: a power cut may leave it empty, or cut it short."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_PNG_START))
            file.seek(-len(_PNG_END), os.SEEK_END)
            return start == _PNG_START and file.read() == _PNG_END
    except OSError:
        return False


def _write(path: Path, svg: str) -> None:
    """Render a picture into a file, which is never there half-written."""
    import resvg_py

    letters = "<text" in svg  # reading the system's fonts is slow: only if there is a text
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=not letters, sans_serif_family=_SANS))
    write_file(path, png, sync=False)


def sized(svg: str, side: int) -> str:
    """A square sprite's SVG source with a size in pixels.

    >>> sized('<svg viewBox="0 0 9 9"></svg>', 54)
    '<svg width="54" height="54" viewBox="0 0 9 9"></svg>'
    """
    return svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
