"""Reports of internal errors: a file for each fault, with all that is needed to find it and nothing about the user."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import platform
import re
import sys
import tempfile
import traceback
from datetime import datetime
from importlib import metadata
from pathlib import Path

from cassetete import __version__
from cassetete.app.files import CannotWrite, write_file
from cassetete.app.missing_package import PACKAGES
from cassetete.core.user_folders import home, log_folder

MOST = 20
"""How many reports are kept."""

_LONGEST = 200_000
_CAME = "this fault came "


def write_report(error: BaseException, context: str = "", folder: Path | None = None) -> Path | None:
    """Write a report; where it is, or None if it cannot be written.

    `context` is what was being done, as text: a saved game, a level, a command line. A fault that comes again replaces
    its report, which counts: one at every move must not drive out the others.
    """
    folder = folder or log_folder()
    place = _place_of(error)
    path = folder / f"crash-{datetime.now():%Y%m%d-%H%M%S-%f}-{place}.txt"
    before = [report for report in reports(folder) if report.stem.endswith(f"-{place}")]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(path, report_text(error, context, 1 + sum(map(_times, before))), sync=False)
    except (OSError, CannotWrite):
        return None
    for old in {*before, *reports(folder)[MOST:]} - {path}:
        with contextlib.suppress(OSError):
            old.unlink()
    return path


def reports(folder: Path | None = None) -> list[Path]:
    """The reports that are kept, the latest first."""
    try:
        return sorted((folder or log_folder()).glob("crash-*.txt"), reverse=True)
    except OSError:
        return []


def _place_of(error: BaseException) -> str:
    """The same for errors of one kind that come from the same lines: a message may have another number each time, and
    a recursion another depth."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = dict.fromkeys(f"{frame.filename}:{frame.lineno}" for frame in frames)
    return hashlib.sha256("\n".join([type(error).__qualname__, *lines]).encode("utf-8", "replace")).hexdigest()[:12]


def _times(report: Path) -> int:
    """How often the fault of a report has come."""
    with contextlib.suppress(OSError, ValueError), report.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith(_CAME):
                return int(line.removeprefix(_CAME).split()[0])
    return 1


def report_text(error: BaseException, context: str = "", times: int = 1) -> str:
    """What a report says: version, system, packages, what was being done, and where the error was raised."""
    lines = [
        f"cassetete {__version__}",
        f"Python {platform.python_version()} ({sys.implementation.name}), {platform.system()} {platform.release()}"
        f" {platform.machine()}",
        "packages: " + ", ".join(_versions()),
        *([f"{_CAME}{times} times; this is the last"] if times > 1 else []),
        "",
        *traceback.format_exception(error),
        "",
        "What was being done:",
        context[:_LONGEST] or "-",
    ]
    return without_personal("\n".join(line.rstrip("\n") for line in lines) + "\n")


def _versions() -> list[str]:
    names = sorted({package for package in PACKAGES.values() if "[" not in package} | {"numba", "numpy", "pillow"})
    found = []
    for name in names:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return found


def without_personal(text: str) -> str:
    """The text without the user's folders and name.

    >>> without_personal(f"File {Path.home() / 'levels' / 'a.txt'}, line 3")
    'File ~/levels/a.txt, line 3'
    """
    places = {str(Path(__file__).parents[2]): "…", str(home()): "~"}
    with contextlib.suppress(OSError):
        places[tempfile.gettempdir()] = "<temporary>"
    with contextlib.suppress(OSError):
        places.setdefault(str(Path.cwd()), ".")
    alike = 0
    if sys.platform == "win32":  # in a message of the system, each backslash is there twice
        text, alike = _slashes(text), re.IGNORECASE
        places = {_slashes(place): short for place, short in places.items()}
    for place in sorted(places, key=len, reverse=True):
        if len(place) > 1:
            text = re.sub(re.escape(place) + r"(?![\w.-])", places[place], text, flags=alike)
    text = _SOMEBODY.sub(r"\1<user>", text)
    with contextlib.suppress(Exception):  # there may be no name
        user = getpass.getuser()
        if len(user) > 2 and user != "root":
            text = re.sub(rf"\b{re.escape(user)}\b", "<user>", text)
    return text


_SOMEBODY = re.compile(r"(/home/|/users/)(?:[^/\s'\"]+(?: [^/\s'\"]+){0,3}(?=/)|[^/\s'\"]+)", re.IGNORECASE)
"""The home of any user; a name may have spaces."""


def _slashes(path: str) -> str:
    return re.sub(r"\\+", "/", path)
