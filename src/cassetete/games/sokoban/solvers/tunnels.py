"""Tunnels: pushes after which the same box may be pushed on at once, at no loss of pushes.

A box is pushed from a to b, away from z, c comes next:   ####
                                                          zabc     with walls on both sides of a,
                                                          ####     and b not a target,
and on one side of b a wall (or dead squares on both): on b it can only be pushed on to c, or back.

Claim: some solution with the fewest pushes pushes on to c directly after each such push. So the positions between
need not be kept, and where c is taken or dead the push need not be tried.

Proof. Take a solution with the fewest pushes, and in it a push of a box A from a to b that A's next push does not
follow directly. There is a next one, for b is no target. Until then A stands on b, and nothing needs a: it has no
neighbours but z and b. A box could come there only from z, and would hold A and itself for ever, A off the targets. The
player could only go in and out again, or push a box from z away from a, but no box comes to z while the player is
there. So let A stay on a meanwhile: b is free in exchange, the player still walks wherever they walked before, and no
push is in the way of another. If A's next push goes back to a, both are left out: two pushes fewer, which cannot be.
So it goes to c, and the push from a to b can be made just before it. Do this with the last such push of the solution;
those after it stay as they are, so it comes to an end.

PI-corrals (`kernels/pi_corral.py`) want the first push of a solution to be one into the corral; both hold together.
Take a solution as above: before its first push p into the corral nothing inside it changes, so p can be made now. If
p leads into a tunnel, the pushes that follow it at once stay inside the corral, for the free cells from b on are part
of it: they can be made now as well, and leave the player no less room.

Fewer steps is another matter: a search that counts them must not use this. Tunnel macros are those of Rolling Stone
(Junghanns and Schaeffer 2001, "Sokoban: enhancing general single-agent search methods using domain knowledge"). The
simple kind, a box pushed through to the far end whatever its cells are, loses shortest solutions where the box should
have waited (Microban 10 is such a level). Here it may still wait on the first cell of a tunnel, on targets, and where
it comes out.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np


def tunnel_pushes(step: Any, target: Any, dead: Any) -> Any:
    """For each cell and direction 1 where a box that is pushed from there is pushed on at once."""
    # Lists, not arrays: the boards are small, and the page has no NumPy.
    cells, targets, lost = step.tolist(), target.tolist(), dead.tolist()
    wall = len(cells) - 1
    tunnel = np.zeros(step.shape, np.uint8)
    for cell, beside in enumerate(cells):
        for d, to in enumerate(beside):
            one, two = (2, 3) if d < 2 else (0, 1)
            if beside[one] != wall or beside[two] != wall or to == wall or targets[to]:
                continue
            left, right = cells[to][one], cells[to][two]
            if wall in (left, right) or (lost[left] and lost[right]):
                tunnel[cell, d] = 1
    return tunnel
