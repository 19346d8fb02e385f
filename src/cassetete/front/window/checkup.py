"""The checks of `cassetete doctor` that need a window: display, tkinter, packages, fonts."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from cassetete.app.checkup import Check
from cassetete.core.message import Catalogue
from cassetete.front.window.main import missing_parts, why_not

_ = Catalogue("cassetete")

FONT = "DejaVu Sans"


def window_checks() -> Iterator[Check]:
    """Whether a window opens, and with which letters."""
    title = _("window")
    missing = missing_parts()
    if missing is not None:
        yield Check("window", title, "bad", missing, _("the terminal works: cassetete play --terminal"))
        return
    why = why_not()
    if why is not None:
        advice = _("on a machine without a screen, play in the terminal: cassetete play --terminal")
        yield Check("window", title, "bad", why, advice)
        return
    import tkinter
    from tkinter import font

    root = tkinter.Tk()
    try:
        root.withdraw()
        size = root.winfo_screenwidth(), root.winfo_screenheight()
        tk = str(root.tk.call("info", "patchlevel"))
        found = _("Tk {version}, a screen of {width} × {height}", version=tk, width=size[0], height=size[1])
        yield Check("window", title, "good", found)
        families = set(font.families(root))
    finally:
        root.destroy()
    if sys.platform in ("win32", "darwin") or FONT in families:
        yield Check("fonts", _("fonts"), "good", _("{n} families", n=len(families)))
    else:
        advice = _("letters look better with it (on Debian: apt install fonts-dejavu-core)")
        yield Check("fonts", _("fonts"), "note", _("{font} is not installed", font=FONT), advice)
