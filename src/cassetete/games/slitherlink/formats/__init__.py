"""The formats in which Slitherlink levels are read and written."""

from __future__ import annotations

from .grid import GRID
from .puzzlink import PUZZLINK

FORMATS = (GRID, PUZZLINK)
