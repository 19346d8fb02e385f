"""What is said to be compiled is compiled: for this copy of the source, not for another one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cassetete

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
