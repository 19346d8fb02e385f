"""The command `cassetete`, and `python -m cassetete`: Ctrl-C has its answer from the first moment on."""

import atexit
import contextlib
import os
import signal
import sys
from types import FrameType

_INTERRUPTED = 130


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Ctrl-C while the program is still being loaded."""
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


def start() -> int:
    """Load the program and run the command line; the exit code."""
    listening = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # it may be ignored (nohup)
    if listening:
        signal.signal(signal.SIGINT, _leave)
    from cassetete.cli.main import main

    if listening:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = main()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    if listening:
        signal.signal(signal.SIGINT, _leave)
    if code == _INTERRUPTED:
        _exit_at_once()
    return code


def _exit_at_once() -> None:
    """Exit with the code for Ctrl-C: Python would end by the signal instead if Ctrl-C fell into certain moments."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109  # not loaded yet
        del sys.path[0]  # a file of the current folder is not ours to run, whatever its name
    sys.exit(start())
