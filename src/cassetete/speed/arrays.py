"""The arrays of kernels and of what drives them: NumPy, or where it is not installed a small module of our own.

Drivers and kernels write `from cassetete.speed.arrays import np`. `CASSETETE_ARRAYS=small` is for tests: it takes our
own although NumPy is there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
elif os.environ.get("CASSETETE_ARRAYS") == "small":
    from cassetete.speed import small_arrays as np
else:
    try:
        import numpy as np
    except ImportError:
        from cassetete.speed import small_arrays as np

__all__ = ["np"]
