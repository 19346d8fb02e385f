"""Pictures with smooth edges: shapes and sprites turned into PNG files of just the right size, each made once.

fltk's own polygons and discs have stairs for edges; its images do not. So whatever is not upright is drawn by resvg
into a file that `fltk.image` shows.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from cassetete.app.files import write_file

_SANS = "DejaVu Sans"
_MOST = 6000


class Rasters:
    """A folder of pictures, named by what they show; kept from one start to the next."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or _picture_folder()
        self._files: dict[str, str] = {}
        forget_old(self._folder)

    def file(self, svg: str) -> str:
        """The PNG file of an SVG text."""
        found = self._files.get(svg)
        if found is None:
            path = self._folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:32]}.png"
            try:
                os.utime(path)  # in use: another window that forgets the oldest leaves it
            except OSError:
                if not path.exists():
                    _write(path, svg)
            found = self._files[svg] = str(path)
        return found


def forget_old(folder: Path, most: int = _MOST) -> None:
    """Keep the newer half of a folder of pictures that has grown too large; they can all be made again."""
    files = [Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(".png")]
    if len(files) > most:
        for path in sorted(files, key=_last_use)[: -most // 2]:
            path.unlink(missing_ok=True)


def _last_use(path: Path) -> float:
    """When a picture was last needed; long ago if another window has just forgotten it too."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write(path: Path, svg: str) -> None:
    """Render a picture into a file, which is never there half-written."""
    import resvg_py

    letters = "<text" in svg  # looking through the system's fonts takes a while: only where there is something to write
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=not letters, sans_serif_family=_SANS))
    write_file(path, png, sync=False)


@cache
def _picture_folder() -> Path:
    """In the user's cache, or a temporary folder where that cannot be written."""
    folder = user_cache_path("cassetete") / "pictures"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cassetete-pictures-"))


def sized(svg: str, side: int) -> str:
    """A square sprite's source with a size in pixels.

    >>> sized('<svg viewBox="0 0 9 9"></svg>', 54)
    '<svg width="54" height="54" viewBox="0 0 9 9"></svg>'
    """
    return svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
