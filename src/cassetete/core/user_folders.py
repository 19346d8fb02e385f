"""The folders where a system keeps what belongs to a user: data, cache, logs, documents.

A user may have no home: a service, or a number in a container. Then the folders are below `NOWHERE`, where none can be
made: nothing is kept, and that is said, as on a disk that cannot be written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

_NAME = "cassetete"

NOWHERE = Path(os.devnull) / "no home"
"""A folder that no system can have."""


def data_folder() -> Path:
    """Records and settings."""
    try:
        from platformdirs import user_data_path
    except ImportError:
        return _plain("LOCALAPPDATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
    return _somewhere(lambda: user_data_path(_NAME, appauthor=False))


def cache_folder() -> Path:
    """What can be made again."""
    if sys.platform == "linux":  # as platformdirs has it, whose import would be a part of every command's start
        return _plain("", "", "XDG_CACHE_HOME", ".cache")
    try:
        from platformdirs import user_cache_path
    except ImportError:
        return _plain("LOCALAPPDATA", "Library/Caches", "XDG_CACHE_HOME", ".cache")
    return _somewhere(lambda: user_cache_path(_NAME, appauthor=False))


def log_folder() -> Path:
    """Reports of errors."""
    try:
        from platformdirs import user_log_path
    except ImportError:
        return _plain("LOCALAPPDATA", "Library/Logs", "XDG_STATE_HOME", ".local/state") / "log"
    return _somewhere(lambda: user_log_path(_NAME, appauthor=False))


def documents_folder() -> Path:
    """The user's own files."""
    try:
        from platformdirs import user_documents_path
    except ImportError:
        return home()
    return _somewhere(user_documents_path)


def home() -> Path:
    """The user's own folder."""
    return _somewhere(Path.home)


def _somewhere(find: Callable[[], Path]) -> Path:
    """The folder; `NOWHERE` where there is no home. Versions of platformdirs differ: some leave the `~` as it is."""
    try:
        folder = find()
    except RuntimeError:
        return NOWHERE
    return NOWHERE if folder.parts[:1] == ("~",) else folder


def _plain(windows: str, macos: str, variable: str, elsewhere: str) -> Path:
    """The usual place, without platformdirs: pure Python runs with nothing but the sources."""
    if sys.platform == "win32":
        return Path(os.environ.get(windows) or home()) / _NAME
    if sys.platform == "darwin":
        return home() / macos / _NAME
    return Path(os.environ.get(variable) or home() / elsewhere) / _NAME
