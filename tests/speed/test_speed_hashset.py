"""What kernels share, compiled or not: the hash set is a set, and words are counted right."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import numpy as np
from cassetete.speed import bits, hashset, jit
from cassetete.speed.random import Random

random = Random(3)
table, known = hashset.empty(4), set()
for step in range(2000):
    key = random.bits() % (600 if step % 2 else 2**64 - 1)
    assert hashset.contains(table, np.uint64(key)) == (key in known)
    assert hashset.insert(table, np.uint64(key)) == (key not in known)
    known.add(key)
    if hashset.needs_room(table, len(known)):
        table = hashset.grown(table)
for key in [*known, *(1 << bit for bit in range(64))]:
    word = np.uint64(key)
    assert bits.bits_in(word) == key.bit_count()
    assert not key or bits.lowest(word) == (key & -key).bit_length() - 1
assert all(hashset.contains(table, np.uint64(key)) for key in known)
print(jit.compiled(), int(hashset.mixed(np.uint64(12345))))
"""


def run(jit: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CASSETETE_JIT": jit},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_compiled_and_uncompiled_are_the_same_set() -> None:
    plain, fast = run("0"), run("1")
    assert plain[0] == "False"
    assert fast[0] == "True"
    assert plain[1] == fast[1]
