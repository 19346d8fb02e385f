"""Locking a file against other processes, on any system."""

from __future__ import annotations

import os
import sys

_FAR = 0x7FFF_0000
"""Windows locks bytes and keeps others from reading them: this one lies behind the end of every file of ours."""


def lock_file(descriptor: int, *, wait: bool) -> None:
    """Lock an open file until it is closed; BlockingIOError if another process has, unless it is to `wait` for that.

    Where the system or the file system has no locks, nothing happens.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _FAR, os.SEEK_SET)
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return
            except OSError:  # it waits ten seconds at most
                if not wait:
                    raise BlockingIOError from None
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return
