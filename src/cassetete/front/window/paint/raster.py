"""Shapes and sprites rendered to PNG files of the right size, each once.

fltk's own polygons and discs have jagged edges; its images do not. So whatever is not upright is rendered by resvg
into a file that `fltk.image` shows.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from cassetete.app.files import write_file

_SANS = "DejaVu Sans"
_MOST_FILES = 6000


def can_render() -> bool:
    """Whether there is a renderer; without one, everything is drawn by Tk itself."""
    return find_spec("resvg_py") is not None


class RasterCache:
    """A folder of PNG files, named by a hash of their SVG source; kept from one start to the next."""

    def __init__(self, folder: Path | None = None) -> None:
        self.renders = can_render()
        self._folder = folder or _cache_folder()
        self._files: dict[str, str] = {}
        evict_oldest(self._folder)

    def file(self, svg: str) -> str:
        """The PNG file of an SVG text."""
        found = self._files.get(svg)
        if found is None:
            path = self._folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:32]}.png"
            try:
                os.utime(path)  # mark it as used, for `evict_oldest`
            except OSError:
                if not path.exists():
                    _write(path, svg)
            found = self._files[svg] = str(path)
        return found


def evict_oldest(folder: Path, most: int = _MOST_FILES) -> None:
    """Delete the files used longest ago from a folder that has too many, down to half as many."""
    files = [Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(".png")]
    if len(files) > most:
        for path in sorted(files, key=_last_use)[: -most // 2]:
            path.unlink(missing_ok=True)


def _last_use(path: Path) -> float:
    """When a file was last used; long ago if another window has just deleted it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write(path: Path, svg: str) -> None:
    """Render a picture into a file, which is never there half-written."""
    import resvg_py

    letters = "<text" in svg  # reading the system's fonts is slow: only if there is a text
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=not letters, sans_serif_family=_SANS))
    write_file(path, png, sync=False)


@cache
def _cache_folder() -> Path:
    """In the user's cache, or a temporary folder if that is not writable."""
    folder = user_cache_path("cassetete") / "pictures"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cassetete-pictures-"))


def sized(svg: str, side: int) -> str:
    """A square sprite's SVG source with a size in pixels.

    >>> sized('<svg viewBox="0 0 9 9"></svg>', 54)
    '<svg width="54" height="54" viewBox="0 0 9 9"></svg>'
    """
    return svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
