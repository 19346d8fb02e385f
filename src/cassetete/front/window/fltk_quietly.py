"""fltk, imported without its greeting to those who have no Pillow: we need none."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
    import fltk
    from fltk import fltk as fltk_module

__all__ = ["fltk", "fltk_module"]
