"""What is said to be compiled is compiled: for this copy of the source, not for another one."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import cassetete
from processes import PATIENCE

PACKAGE = Path(cassetete.__file__).parent
ASK = """
from cassetete.speed import jit
print(jit.ready("some.kernel"))
jit.mark_ready("some.kernel")
print(jit.ready("some.kernel"))
"""


def said(source: Path, cache: Path) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache)}
    environment.pop("CASSETETE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-P", "-c", ASK], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.split()


def test_each_copy_of_the_source_compiles_its_own(tmp_path: Path) -> None:
    copies = [tmp_path / "one", tmp_path / "two"]
    for copy in copies:
        for folder in ("core", "speed"):
            shutil.copytree(PACKAGE / folder, copy / "cassetete" / folder)
        (copy / "cassetete" / "__init__.py").touch()
    for copy in copies:
        assert said(copy, tmp_path / "cache") == ["False", "True"]
        assert said(copy, tmp_path / "cache") == ["True", "True"]
    kernel = copies[0] / "cassetete" / "speed" / "hashset.py"
    kernel.write_text(kernel.read_text("utf-8") + "\n", "utf-8")
    assert said(copies[0], tmp_path / "cache") == ["False", "True"]
    assert said(copies[1], tmp_path / "cache") == ["True", "True"]


KEEP = """
from cassetete.speed.jit import kernel

@kernel
def twice(n):
    return 2 * n

assert twice(21) == 42
"""


def waits_for_a_lock(pid: int) -> bool:
    """Whether the process stands before a lock that another holds (`->` in the system's list of locks)."""
    waiting = [line.split() for line in Path("/proc/locks").read_text("ascii").splitlines() if "-> FLOCK" in line]
    return str(pid) in [words[5] for words in waiting]


def test_one_process_at_a_time_keeps_machine_code(tmp_path: Path) -> None:
    """Two at once could each be given the other's code later."""
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(KEEP, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "XDG_CACHE_HOME": str(cache)}
    environment.pop("CASSETETE_JIT", None)
    where = "from cassetete.speed.jit import cache_folder; print(cache_folder())"
    output = subprocess.run([sys.executable, "-c", where], capture_output=True, text=True, check=True, env=environment)
    with (Path(output.stdout.strip()) / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen([sys.executable, str(program)], env=environment)
        deadline = time.monotonic() + PATIENCE
        while not waits_for_a_lock(process.pid):
            assert process.poll() is None, "it has written its code without waiting for the lock"
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert not list(cache.rglob("program.twice*"))
    assert process.wait() == 0
    assert {path.suffix for path in cache.rglob("program.twice*")} == {".nbi", ".nbc"}
