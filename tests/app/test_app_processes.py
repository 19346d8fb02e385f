"""Processes that the program starts: what they import, and what it sends them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app.processes import spawn
from processes import environment

TRAPS = ("hashlib", "json", "multiprocessing", "numpy", "pickle", "psutil", "queue")


def trapped(folder: Path) -> Path:
    """A folder of modules that leave a sign when they are imported."""
    for name in TRAPS:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'sprung')!r}, 'a').write('{name} ')\n", "utf-8")
    return folder / "sprung"


def test_no_process_imports_from_the_current_folder(tmp_path: Path) -> None:
    """Not even if it is among this program's own paths."""
    sign = trapped(tmp_path)
    code = "import os, sys\nimport chores, psutil\nfrom cassetete.app.hunts.pool import ProcessPool, run_tasks\n"
    code += "sys.path.insert(0, '')\nsys.path.insert(0, os.getcwd())\nos.environ['PYTHONPATH'] += os.pathsep\n"
    code += "with ProcessPool(1) as pool:\n    print([one.result for one in run_tasks(pool, chores.shout, 'a')])"
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("['A']\n", 0), done.stderr
    assert not sign.exists()


def test_a_module_that_only_the_current_folder_has_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that is not installed is not there, whatever lies in the current folder."""
    (tmp_path / "only_here.py").write_text("def main():\n    print('run')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = spawn.start("only_here", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate()
    assert out == b"" and b"No module named 'only_here'" in err


def test_the_module_on_the_command_line_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    sign = trapped(tmp_path)
    command = [sys.executable, "-m", "cassetete", "solve", "ricosheep:1", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not sign.exists()


@pytest.mark.posix  # elsewhere a folder that is in use cannot be removed
def test_a_folder_that_was_removed_is_no_obstacle(tmp_path: Path) -> None:
    code = "import os, sys\nimport chores\nfrom cassetete.app.hunts.pool import ProcessPool, run_tasks\n"
    code += "os.rmdir(os.getcwd())\n"
    code += "with ProcessPool(1) as pool:\n    print([one.result for one in run_tasks(pool, chores.shout, 'a')])"
    (tmp_path / "gone").mkdir()
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path / "gone", env=environment(), capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("['A']\n", 0), done.stderr
    assert Path(tmp_path).is_dir()
