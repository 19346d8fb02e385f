"""`cassetete doctor`: what is found, and what to do about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app import checkup
from cassetete.app.registry import games
from cassetete.app.solving.kernels import kernels_of
from cassetete.front.window.main import missing_parts
from cassetete.speed import jit
from processes import environment

CHECKS = ["window", "python", "kernels", "cache", "workers", "store", "disk", "language", "reports"]


Found = tuple[int, dict[str, dict[str, str]]]


def doctor(folder: Path, *more: str, hidden: tuple[str, ...] = (), **variables: str) -> Found:
    """The exit code, and each check by its name; `hidden` modules are not installed."""
    code = "import sys\n"
    code += "".join(f"sys.modules[{name!r}] = None\n" for name in hidden)
    code += "import importlib.util\nfind = importlib.util.find_spec\n"
    code += f"importlib.util.find_spec = lambda name, *rest: None if name in {hidden!r} else find(name, *rest)\n"
    code += "from cassetete.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "doctor", "--json", "--profile", str(folder / "profile"), *more]
    named = environment(XDG_STATE_HOME=str(folder), **variables)
    done = subprocess.run(command, env=named, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {check["check"]: check for check in found}


def test_everything_is_checked(tmp_path: Path) -> None:
    code, found = doctor(tmp_path)
    assert set(CHECKS) <= found.keys()
    assert {name for name, check in found.items() if check["state"] == "bad"} == {"window"}  # tests have no display
    assert "terminal" in found["window"]["advice"]
    assert code == 1


def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path) -> None:
    hidden = ("numba", "pysat", "fpdf", "psutil", "platformdirs", "resvg_py")
    _code, found = doctor(tmp_path, hidden=hidden, CASSETETE_CACHE=str(tmp_path / "cache"))
    assert 'pip install "cassetete[fast]"' in found["kernels"]["advice"]
    assert 'pip install "python-sat"' in found["package python-sat"]["advice"]
    assert found["workers"]["state"] == "good"
    assert found["store"]["state"] == "good"


@pytest.mark.skipif(
    not all(jit.prebuilt(kernel) for kernel in kernels_of(games().values())), reason="the kernels were not built"
)
def test_kernels_that_were_built_need_no_numba(tmp_path: Path) -> None:
    _code, found = doctor(tmp_path, hidden=("numba",))
    assert found["kernels"]["state"] == "good" and "Numba is not needed" in found["kernels"]["found"]


def test_a_store_and_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    variables = {"XDG_CACHE_HOME": "/dev/null", "TMPDIR": str(tmp_path / "tmp")}
    code, found = doctor(tmp_path, "--profile", "/dev/null/profile", hidden=(), **variables)
    assert (code, found["cache"]["state"], found["store"]["state"]) == (1, "bad", "bad")
    assert "CASSETETE_CACHE" in found["cache"]["advice"]
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_package_that_cannot_be_loaded_is_not_called_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, a library of the system that a package needs is often missing."""
    package = tmp_path / "fpdf"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('DLL load failed', name='fpdf')", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "fpdf"]:
        monkeypatch.delitem(sys.modules, name)
    found = {check.id: check for check in checkup._packages()}
    assert found["package fpdf2"].state == "bad"
    assert "DLL load failed" in str(found["package fpdf2"].found)
    assert found["package psutil"].state == "good"


def test_a_tkinter_that_cannot_be_loaded_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    if missing_parts() is not None:
        pytest.skip("there is no tkinter here")
    monkeypatch.setitem(sys.modules, "_tkinter", None)
    said = str(missing_parts())
    assert said.startswith("no window: ") and "tkinter" in said
