"""Whether the game's kernels can be used at once; asking loads nothing."""

from __future__ import annotations

KERNEL = "cassetete.games.slitherlink.warm_up"


def compiled() -> bool:
    """Whether the kernels are ready."""
    from cassetete.speed import jit

    return jit.ready(KERNEL)
