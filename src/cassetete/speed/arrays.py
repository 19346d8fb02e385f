"""The arrays of kernels and of what drives them: the only module that imports NumPy."""

from __future__ import annotations

import numpy as np

__all__ = ["np"]
