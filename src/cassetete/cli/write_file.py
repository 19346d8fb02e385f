"""Writes a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from cassetete.cli.console import UsageError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


def write(where: str, text: str | bytes) -> None:
    """Write a file whole or not at all; UsageError if that is not possible."""
    try:
        target = Path(where).resolve()
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise IsADirectoryError(21, os.strerror(21))
            target.write_bytes(_bytes(text))  # a device or a pipe cannot be replaced
        else:
            _replace(target, _bytes(text))
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(_("{path}: cannot be written: {why}", path=where, why=why)) from None


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _replace(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.write(content)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
