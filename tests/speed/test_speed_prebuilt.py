"""Kernels built ahead of time answer as those that Numba compiles, and as those in WebAssembly; none is missing."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cassetete.app.registry import games
from cassetete.app.solving.kernels import kernels_of
from cassetete.core.contract import AnyGame
from cassetete.speed import build, jit

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
OURS = [game for game in games().values() if game.package.startswith("cassetete.games.")]

SAY = """
import json, sys
if sys.argv[1] != "compiled":
    sys.modules["numba"] = None  # a kernel that was not built cannot be compiled
sys.path.insert(0, sys.argv[2])
import every_call
if sys.argv[1] == "compiled":  # what is not compiled yet is not used for hints
    from cassetete.app.solving import kernels
    for kernel in kernels.kernels_of(every_call.games()[game] for game in sys.argv[3:]):
        if not kernels.ready(kernel):
            kernels.compile_now(kernel)
if sys.argv[1] == "packs":
    print(json.dumps({game: every_call.pack_verdicts(game) for game in sys.argv[3:]}))
    sys.exit()
said = {game: [every_call.answers(game), every_call.hunted(game)] for game in sys.argv[3:]}
assert ("numba" in sys.modules and sys.modules["numba"] is not None) == (sys.argv[1] == "compiled")
print(json.dumps(said))
"""


def built() -> bool:
    return all(jit.prebuilt(kernel) for kernel in kernels_of(OURS))


needs_kernels = pytest.mark.skipif(
    not built(), reason="the kernels were not built (`make warm` does, where there is a linker)"
)


def said(how: str, *ids: str, **environment: str) -> dict[str, Any]:
    command = [sys.executable, "-P", "-c", SAY, how, str(HERE), *ids]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "CASSETETE_GAMES": "", **environment}
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def natively() -> dict[str, Any]:
    """What the kernels of all games answer, built for this machine, with NumPy and without Numba."""
    return said("alone", *(game.id for game in OURS))


@needs_kernels
def test_they_answer_without_numba_and_numpy(natively: dict[str, Any]) -> None:
    assert said("alone", *natively, CASSETETE_ARRAYS="small") == natively
    assert all(any("SOLVED" in line for line in lines) for lines, _hunted in natively.values())


@needs_kernels
def test_every_level_of_the_packs_is_solved_without_a_compiler() -> None:
    """Searches that are long enough for their arrays to grow: whatever they call then was built, too."""
    found = said("packs", *(game.id for game in OURS))
    unsolved = {game: [name for name, asked, _unasked in levels if asked != "SOLVED"] for game, levels in found.items()}
    assert unsolved == {game.id: [] for game in OURS}


@needs_kernels
def test_numba_compiles_the_same(natively: dict[str, Any]) -> None:
    """One game, whose kernels are compiled soonest; `test_numba_compiles_all_the_same` has the others."""
    assert said("compiled", "ricosheep", CASSETETE_PREBUILT="0") == {"ricosheep": natively["ricosheep"]}


@pytest.mark.soak
@needs_kernels
def test_numba_compiles_all_the_same(natively: dict[str, Any]) -> None:
    assert said("compiled", *natively, CASSETETE_PREBUILT="0") == natively


CHECKED = """
import sys
from pathlib import Path
from cassetete.speed import build, jit
for module in sys.argv[1:]:
    folder = jit.built_folder(jit.game_folder(module))
    build.build(build.modules_beside(module), build.here(), folder, checked=True)
"""


def said_with_checked_indices(ids: list[str], cache: Path) -> dict[str, Any]:
    """What the kernels answer if an index below 0 ends the process."""
    cache.chmod(0o700)
    for one in OURS:
        for kernel in kernels_of([one] if one.id in ids else []):
            command = [sys.executable, "-P", "-c", CHECKED, kernel]
            environment = {**os.environ, "CASSETETE_CACHE": str(cache)}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            assert done.returncode == 0, done.stderr
    return said("alone", *ids, CASSETETE_CACHE=str(cache))


@needs_kernels
def test_no_index_is_below_zero(natively: dict[str, Any], tmp_path: Path) -> None:
    """What is built does not look: one game here; `test_no_index_is_below_zero_anywhere` has the others."""
    assert said_with_checked_indices(["ricosheep"], tmp_path) == {"ricosheep": natively["ricosheep"]}


@pytest.mark.soak
@needs_kernels
def test_no_index_is_below_zero_anywhere(natively: dict[str, Any], tmp_path: Path) -> None:
    assert said_with_checked_indices(list(natively), tmp_path) == natively


@needs_kernels
def test_indices_are_told_from_other_questions() -> None:
    """In the text that this Numba writes: else nothing is left out, or something else."""
    kernel = kernels_of([one for one in OURS if one.id == "ricosheep"])[0]
    for text in build.collected(build.modules_beside(kernel)).modules:
        plain, checked = build.plain_indices(text), build.plain_indices(text, checked=True)
        assert plain.count("select") < checked.count("select") == text.count("select")
        assert plain.count("getelementptr") == checked.count("getelementptr") == text.count("getelementptr")


@needs_kernels
def test_webassembly_answers_the_same(natively: dict[str, Any], tmp_path: Path) -> None:
    """In Pyodide, under node, from the files that the page has: the same nodes, solutions and levels."""
    page = page_builder()
    gathered = tmp_path / "in"
    page.gather_package(gathered)
    package, answers = gathered / "cassetete", tmp_path / "answers"
    answers.mkdir()
    for kernels in (gathered / "kernels").rglob("prebuilt"):
        kernels.replace(package / kernels.relative_to(gathered / "kernels"))
    page.run_in_pyodide(
        page.npm_package("pyodide"), HERE / "in_pyodide.py", {"package": package, "tests": HERE, "answers": answers}
    )
    found = json.loads((answers / "wasm.json").read_text("utf-8"))
    assert found == {game: lines for game, (lines, _hunted) in natively.items()}


def page_builder() -> ModuleType:
    """The module that builds the page."""
    spec = importlib.util.spec_from_file_location("page_build", ROOT / "tools" / "page" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named_kernels(module: ModuleType) -> Iterator[str]:
    """The kernels that a module names, itself or as part of another module."""
    assert module.__file__ is not None
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        found: Any = None
        if isinstance(node, ast.Name):
            found = getattr(module, node.id, None)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = getattr(getattr(module, node.value.id, None), node.attr, None)
        if isinstance(found, jit.Kernel):
            yield found.name


@needs_kernels
@pytest.mark.parametrize("one", OURS, ids=[game.id for game in OURS])
def test_every_kernel_that_a_driver_names_was_built(one: AnyGame) -> None:
    """A kernel that `warm_up` does not call would be missing in the page."""
    game = jit.game_folder(f"{one.package}.game")
    assert game is not None
    library = jit._library(game)
    assert library is not None
    package = importlib.import_module(one.package)
    drivers = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(package.__path__, f"{one.package}.")
        if not found.name.startswith((f"{one.package}.kernels", f"{one.package}.warm_up"))
    ]
    wanted = {name for driver in drivers for name in named_kernels(driver)}
    assert {name for name in wanted if not library.variants(name)} == set()
    if kernels_of([one]):
        assert wanted
