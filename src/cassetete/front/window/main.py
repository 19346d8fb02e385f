"""Opens the window: at home, or at a level."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from cassetete.app.collections.sources import FileLevels
from cassetete.app.levels.level_list import LevelList
from cassetete.app.missing_package import PACKAGES
from cassetete.app.registry import games
from cassetete.app.services import Services
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

USUAL_SIZE = (1080, 760)


def missing_parts() -> Text | None:
    """What must be installed before a window can open; None if nothing."""
    if find_spec("tkinter") is None or find_spec("_tkinter") is None:
        return _("no window: this Python has no tkinter (on Debian: apt install python3-tk)")
    if find_spec("fltk") is None:
        name = PACKAGES["fltk"]
        return _("no window: {package} is missing (python -m pip install {package})", package=name)
    try:
        import _tkinter  # noqa: F401
    except ImportError as error:  # it is there, but not the library it needs
        return _("no window: tkinter cannot be loaded ({why})", why=str(error)[:200])
    return None


def why_not() -> Text | None:
    """What keeps a window from opening; None if nothing does."""
    missing = missing_parts()
    if missing is not None:
        return missing
    import tkinter

    try:
        root = tkinter.Tk()
    except tkinter.TclError:
        return _("no window: there is no display")
    try:
        tkinter.Label(root, text="a", font=("Helvetica", -14))
    except tkinter.TclError:  # an empty window would open, and stay empty
        return _("no window: this system has no fonts (on Debian: apt install fonts-dejavu-core)")
    finally:
        root.destroy()
    return None


def run(
    profile: Path | None,
    language: str | None,
    size: tuple[int, int] | None,
    levels: LevelList | None = None,
    index: int = 0,
    usual: tuple[int, int] = USUAL_SIZE,
    asks_name: bool = False,
    browsed: FileLevels | None = None,
) -> int:
    """Open the window, at a level or at home, and stay until it is closed.

    `size` is what the player asked for, in pixels; without it, `usual` is enlarged on screens with many pixels.
    `asks_name`: ask who plays, if that is not known, before the first level.
    From a level of a file that is `browsed`, Escape leads to the levels of that file.
    """
    from cassetete.front.window.loop.window_loop import WindowLoop
    from cassetete.front.window.navigation import Navigation
    from cassetete.front.window.screens.base import BaseScreen
    from cassetete.front.window.widgets.player_name import ask_name

    with Services(profile, language) as services:
        services.workers.warm()
        window = WindowLoop(services, Navigation, size or usual, in_units=size is None)
        nameless = services.store.player is None and not os.environ.get("CASSETETE_ANONYMOUS")
        if browsed is not None or levels is not None:
            if browsed is not None:
                window.navigator.collection(browsed, play=index)
            elif levels is not None:
                window.navigator.play(levels, index)
            if asks_name and nameless and isinstance(window.screen, BaseScreen):
                ask_name(window.screen, services.store)
        else:
            window.navigator.home()
        if not os.environ.get("CASSETETE_NO_WARM"):
            first = [levels.entry(0).game] if levels is not None else []
            window.prepare([*first, *games().values()])
        window.run()
    return 0
