"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from pathlib import Path

from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, whole

_ = Catalogue("cassetete")


_HELD = (5, 32)
"""What Windows says of a file that another program holds: access denied, sharing violation."""

_PAUSES = (0.01, 0.03, 0.1, 0.2)


class CannotWrite(CasseteteError):
    """A file that cannot be written; `place` is its path."""

    def __init__(self, path: str | Path, error: Exception) -> None:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        super().__init__(_("cannot be written: {why}", why=why))
        self.place = str(path)


def write_file(path: str | Path, content: str | bytes, *, sync: bool = True) -> None:
    """Write a text or bytes; what was there is replaced only when all is written. CannotWrite if it fails.

    `sync` waits for the disk, so that a power cut loses nothing.
    """
    content = whole(content).encode() if isinstance(content, str) else content
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise IsADirectoryError(21, os.strerror(21))
            target.write_bytes(content)  # a device or a pipe cannot be replaced
        else:
            _replace(target, content, sync)
    except (OSError, ValueError, RuntimeError) as error:
        raise CannotWrite(path, error) from None


def _replace(target: Path, content: bytes, sync: bool) -> None:
    draft = target.with_name(f".{target.name[:40]}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.write(content)
            if sync:
                stream.flush()
                os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        _rename(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.chmod(0o600)  # Windows removes nothing that is read-only
            draft.unlink()
        raise


def _rename(draft: Path, target: Path) -> None:
    """Put the new file in place. Windows refuses that while another program reads the old one: it is given a moment."""
    for pause in _PAUSES:
        try:
            draft.replace(target)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD or not os.access(target, os.W_OK):
                raise
            time.sleep(pause)
    draft.replace(target)
