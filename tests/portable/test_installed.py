"""The wheel and the sdist, installed into a clean environment outside the clone: every command runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the sdist, built by the project's own backend."""
    folder = tmp_path_factory.mktemp("dist")
    build = "import hatchling.build as backend, sys\n"
    build += "print(backend.build_wheel(sys.argv[1]))\nprint(backend.build_sdist(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wheel, sdist = done.stdout.split()[-2:]
    return {"wheel": folder / wheel, "sdist": folder / sdist}


def clean(folder: Path) -> dict[str, str]:
    """The environment of a user who has never heard of this clone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CASSETETE", "PYTHON", "XDG"))}
    return {**kept, "HOME": str(folder), "CASSETETE_CACHE": str(folder / "cache")}


BASE = ("eiffeltk", "fpdf2", "platformdirs", "psutil", "python-sat", "resvg-py")


def install_base(packages: Path) -> None:
    """The packages of a base install and what they need, from the environment of the tests: no Numba, no NumPy."""
    wanted = [*BASE]
    done: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in done:
            continue
        done.add(name)
        found = metadata.distribution(name)
        wanted += [re.split(r"[^\w.-]", need, maxsplit=1)[0] for need in found.requires or () if "extra ==" not in need]
        for top in {Path(file).parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            there = Path(str(found.locate_file(top))).resolve()
            if (packages / top).exists():
                continue
            if sys.platform == "win32":  # not every user may make links there
                (shutil.copytree if there.is_dir() else shutil.copyfile)(there, packages / top)
            else:
                (packages / top).symlink_to(there)


def test_the_wheel_works_where_it_is_installed(built: dict[str, Path], tmp_path: Path) -> None:
    """Every command, in an environment with the base packages and nothing else."""
    windows = sys.platform == "win32"
    venv.create(tmp_path / "venv", with_pip=False, symlinks=not windows)
    python = tmp_path / "venv" / ("Scripts/python.exe" if windows else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip())
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(packages)]
    subprocess.run([*install, str(built["wheel"])], check=True, env=clean(tmp_path))
    install_base(packages)
    command = [python, ROOT / "tools" / "try_installed.py"]
    done = subprocess.run(command, cwd=tmp_path, env=clean(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    where = "import cassetete; print(cassetete.__file__)"
    found = subprocess.run([python, "-c", where], cwd=tmp_path, env=clean(tmp_path), capture_output=True, text=True)
    assert Path(found.stdout.strip()).is_relative_to(packages)


def test_the_wheel_has_all_that_the_source_has(built: dict[str, Path]) -> None:
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "cassetete").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = set(wheel.namelist())
        said = wheel.read(next(name for name in names if name.endswith("METADATA"))).decode()
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode == 0 and tracked.stdout:
        source &= {name.removeprefix("src/") for name in tracked.stdout.splitlines()}
    assert source <= names
    base = [line for line in said.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert not any("numba" in line for line in base)
    assert {line.split()[1] for line in said.splitlines() if line.startswith("Provides-Extra")} >= {"fast", "all"}


def test_the_sdist_builds_the_same_wheel(built: dict[str, Path], tmp_path: Path) -> None:
    with tarfile.open(built["sdist"]) as archive:
        archive.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    build = "import hatchling.build as backend, sys\nprint(backend.build_wheel(sys.argv[1]))"
    command = [sys.executable, "-c", build, str(tmp_path)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as again, zipfile.ZipFile(built["wheel"]) as first:
        made_here = ("cassetete/front/page/built/", "/prebuilt/")  # by `make page` and `make wheel`: no sources
        sources = [name for name in first.namelist() if not any(part in name for part in made_here)]
        assert sorted(again.namelist()) == sorted(sources)
        changed = [name for name in sources if again.read(name) != first.read(name) and not name.endswith("/RECORD")]
        assert changed == []
    assert (folder / "tests").is_dir() and (folder / "Makefile").is_file()


@pytest.mark.soak
@pytest.mark.parametrize(("extra", "most"), [("", 100), ("[fast]", 420)])
def test_what_an_install_takes(built: dict[str, Path], tmp_path: Path, extra: str, most: int) -> None:
    """Megabytes on disk, with all that pip brings from the index it is configured for."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(tmp_path / "all")]
    subprocess.run([*install, f"{built['wheel']}{extra}"], check=True)
    size = sum(path.stat().st_size for path in (tmp_path / "all").rglob("*") if path.is_file())
    print(f"cassetete{extra}: {size / 1e6:.0f} MB")
    assert size < most * 1_000_000
