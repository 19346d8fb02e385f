"""The program, which prepares no fast solvers but those of plugins: compiling our own takes minutes.

python preparing.py ARGUMENTS…
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from cassetete.app.solving import kernels
from cassetete.cli.main import main
from cassetete.core.contract import AnyGame

_every_kernel = kernels.kernels_of


def of_plugins(games: Iterable[AnyGame]) -> list[str]:
    """The kernels of the plugins among the games."""
    return [kernel for kernel in _every_kernel(games) if not kernel.startswith("cassetete.")]


if __name__ == "__main__":
    kernels.kernels_of = of_plugins
    sys.exit(main())
