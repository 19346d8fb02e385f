"""The command `cassetete`, and `python -m cassetete`: Ctrl-C has its answer from the first line on to the last."""

# not `signal`, which loads several other modules first: Ctrl-C may come meanwhile
import _signal as signal  # type: ignore[import-not-found]
import os
import sys

INTERRUPTED = 130


def _leave(_number: int, _frame: object) -> None:
    """Ctrl-C while the program is being loaded."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


_listening = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # it may be ignored (nohup)
if _listening:
    signal.signal(signal.SIGINT, _leave)


def start() -> int:
    """Load the program and run the command line; the exit code."""
    from cassetete.cli.main import main

    try:
        if _listening:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
        if _listening:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if _listening:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _exit_now(code)
    return code


def _exit_now(code: int) -> None:
    """Exit as Python would, but for one thing: as it ends, Python gives Ctrl-C back to the system, which would end the
    program by the signal after the command has said all it has to say."""
    import atexit
    import contextlib
    import threading

    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109  # not loaded yet
        del sys.path[0]  # a file of the current folder is not ours to run, whatever its name
    sys.exit(start())
