"""What kernels share, compiled or not: the hash set is a set, the index table finds rows, bits are counted."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import numpy as np
from cassetete.speed import bits, hashset, index_table, jit
from cassetete.speed.random import Random

random = Random(3)
table, known = hashset.empty(4), set()
for step in range(2000):
    key = random.bits() % (600 if step % 2 else 2**64 - 1)
    assert hashset.insert(table, np.uint64(key)) == (key not in known)
    known.add(key)
    if 2 * len(known) >= len(table):
        table = hashset.doubled(table)
assert not any(hashset.insert(table, np.uint64(key)) for key in known)
for key in [*known, *(1 << bit for bit in range(64))]:
    word = np.uint64(key)
    assert bits.bits_in(word) == key.bit_count()
    assert not key or bits.lowest(word) == (key & -key).bit_length() - 1

# Keys of a few values only: many rows share a tag, a slot, or both.
table, last = np.zeros(2048, np.uint64), np.uint64(2047)
rows, keys = [], []
for step in range(1500):
    row = random.below(800)
    key = np.uint64((row % 7 << 32) + row % 5)
    slot = index_table.first_slot(table, key, last)
    while table[slot] != 0 and rows[index_table.row_in(table, slot)] != row:
        slot = index_table.next_slot(table, key, slot, last)
    assert (table[slot] != 0) == (row in rows)
    if table[slot] == 0:
        assert index_table.row_in(table, slot) == -1
        table[slot] = index_table.entry(key, len(rows))
        rows.append(row)
        keys.append(key)
larger, last = np.zeros(4096, np.uint64), np.uint64(4095)
for index, key in enumerate(keys):
    index_table.put(larger, key, index, last)
for index, key in enumerate(keys):
    slot = index_table.first_slot(larger, key, last)
    while index_table.row_in(larger, slot) != index:
        assert larger[slot] != 0
        slot = index_table.next_slot(larger, key, slot, last)
print(jit.compiled(), int(bits.mixed(np.uint64(12345))))
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


def test_compiled_and_uncompiled_are_the_same() -> None:
    plain, fast = run("0"), run("1")
    assert plain[0] == "False"
    assert fast[0] == "True"
    assert plain[1] == fast[1]
