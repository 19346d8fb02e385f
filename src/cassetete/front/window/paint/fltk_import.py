"""fltk, imported without its messages, and without Pillow even if installed: the window is the same for all."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

_pillow = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "PIL"}
sys.modules["PIL"] = None  # type: ignore[assignment]  # "there is no such module", as the import system says it
try:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        import fltk
        from fltk import fltk as fltk_module
finally:
    del sys.modules["PIL"]
    sys.modules.update(_pillow)

__all__ = ["fltk", "fltk_module"]
