"""How many pixels a unit of the window has on a screen: by what the desktop asks for, else by the screen's own size."""

from __future__ import annotations

import ctypes
import tkinter

_USUAL_DPI = 96.0


def screen_scale(root: tkinter.Tk) -> float:
    """Pixels a unit on the screen of a window: its dots per inch over the usual 96, in quarters, at least 1."""
    dpi = desktop_dpi(root) or root.winfo_fpixels("1i")
    return max(1.0, round(4 * dpi / _USUAL_DPI) / 4)


def desktop_dpi(root: tkinter.Tk) -> float | None:
    """The resource `Xft.dpi`, which desktops on X set when their user wants everything larger; None without it.

    Tk reads the resources too, but gives only those of its own program.
    """
    if root.tk.call("tk", "windowingsystem") != "x11":
        return None
    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XGetDefault.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
    x.XGetDefault.restype = ctypes.c_char_p
    x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    display = x.XOpenDisplay(str(root.winfo_screen()).encode())
    if not display:
        return None
    try:
        found = x.XGetDefault(display, b"Xft", b"dpi")
        dpi = float(found) if found else 0.0
    except ValueError:
        dpi = 0.0
    finally:
        x.XCloseDisplay(display)
    return dpi if 30 <= dpi <= 1200 else None
