"""An X server for tests, and programs that draw on it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import PATIENCE, environment


@contextmanager
def x_server(size: str = "1640x1000", dpi: int = 96, repeats: bool = False) -> Iterator[str]:
    """An X server on a free display, and the display's name; `repeats`: a key that is held is typed again and again."""
    server, number = _x_server(size, dpi, repeats)
    for _again in range(4):  # another server may take the free display
        if number:
            break
        server.wait()
        server, number = _x_server(size, dpi, repeats)
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # the signal came before Xvfb handled signals
            server.kill()
            server.wait()


def _x_server(size: str, dpi: int, repeats: bool = False) -> tuple[subprocess.Popen[bytes], str]:
    """A new server and its display's number, empty if it could not start.

    Mostly without key repeat (-r): on a slow machine, a key press may take long.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-dpi", str(dpi)]
    command += ["-nolisten", "tcp", "-noreset", *([] if repeats else ["-r"])]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as stream:
        return server, stream.readline().strip()


def set_resources(display: str, resources: str) -> None:
    """Set the X resources of a display, as a desktop does for its programs."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    x.XDefaultRootWindow.argtypes = (ctypes.c_void_p,)
    number = ctypes.c_int
    x.XChangeProperty.argtypes = (ctypes.c_void_p, *[ctypes.c_ulong] * 3, number, number, ctypes.c_char_p, number)
    x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    opened, content = x.XOpenDisplay(display.encode()), resources.encode()
    property_name, string_type, replace = x.XInternAtom(opened, b"RESOURCE_MANAGER", 0), 31, 0
    x.XChangeProperty(
        opened, x.XDefaultRootWindow(opened), property_name, string_type, 8, replace, content, len(content)
    )
    x.XCloseDisplay(opened)


def drawing(name: str, display: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of this folder on a display."""
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name(name)), str(folder)],
        env=environment(DISPLAY=display),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
