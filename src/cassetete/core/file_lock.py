"""Locking a file against other processes, on any system."""

from __future__ import annotations

import os
import sys

_FAR = 0x7FFF_0000
"""Windows locks bytes and keeps others from reading them: this one lies behind the end of every file of ours."""


def lock_file(descriptor: int, *, wait: bool, shared: bool = False) -> None:
    """Lock an open file until it is closed; BlockingIOError if another process has, unless it is to `wait` for that.

    Several processes can have a `shared` lock at once, none of them while one has the other kind. Where the system or
    the file system has no locks, nothing happens; there are no shared ones on Windows.
    """
    if sys.platform == "win32":
        if shared:
            return
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
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(descriptor, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return
