"""Games are found, not listed: a plugin folder is a game like the others, a broken one is said and left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app.registry import games

PLUGINS = Path(__file__).parent.parent / "plugins"

HEAVY = "{'numba', 'numpy', 'tkinter', '_tkinter', 'PIL', 'fltk', 'starlette', 'pysat'}"

LEVELS = "import sys; from cassetete.cli.main import main; sys.exit(main(['levels']))"


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **env}
    )


def test_a_folder_of_plugins_and_a_single_plugin() -> None:
    for named in (PLUGINS, PLUGINS / "taquin"):
        done = run("import cassetete; print(list(cassetete.games()))", CASSETETE_GAMES=str(named))
        assert done.stderr == ""
        assert "'taquin'" in done.stdout


def test_broken_plugins_are_said_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.py").write_text("1 / 0\n")
    done = run("import cassetete; print(len(cassetete.games()))", CASSETETE_GAMES=f"{tmp_path}{os.pathsep}{PLUGINS}")
    assert "division by zero" in done.stderr
    assert int(done.stdout) >= 1


def test_a_plugin_without_a_game_is_said_and_left_out(tmp_path: Path) -> None:
    half = "from cassetete.core.contract import Game\nGAME = Game(id='half')\n"
    for name, source in {"nothing": "", "number": "GAME = 3\n", "half": half}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.py").write_text(source)
    done = run("import cassetete; print(*cassetete.games())", CASSETETE_GAMES=f"{tmp_path}{os.pathsep}{PLUGINS}")
    assert "there is no GAME in its game.py" in done.stderr
    assert "GAME must be a Game, not an int" in done.stderr
    assert "TypeError" in done.stderr
    assert "'rules'" in done.stderr
    assert "taquin" in done.stdout.split()


def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PLUGINS / "taquin", tmp_path / "taquin"))


def test_a_pack_that_cannot_be_read_is_said_and_the_other_games_are_there(tmp_path: Path) -> None:
    pack = copied(tmp_path) / "levels" / "pack.toml"
    for text, why in {"title = {\n": "line 1", "[[chapter]]\nlevels = []\n": "there is no title"}.items():
        pack.write_text(text)
        done = run(LEVELS, CASSETETE_GAMES=str(tmp_path))
        assert "pack.toml" in done.stderr
        assert why in done.stderr
        assert "sokoban" in done.stdout
        assert "Taquin  (0 levels)" in done.stdout
        assert done.returncode == 0


def test_a_level_that_is_missing_is_said_and_the_others_are_listed(tmp_path: Path) -> None:
    (copied(tmp_path) / "levels" / "one.txt").unlink()
    done = run(LEVELS.replace("]", ", 'taquin']"), CASSETETE_GAMES=str(tmp_path))
    assert "the pack lists 'one' but has no file for it" in done.stderr
    assert "taquin:two" in done.stdout
    assert done.returncode == 3


KERNEL = """from cassetete.speed.jit import kernel


@kernel
def doubled(n):
    return n + n


def warm_up():
    doubled(1)
"""


def test_a_kernel_of_a_plugin_is_compiled_in_the_background(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without numba")
    (copied(tmp_path) / "kernel.py").write_text(KERNEL)
    code = (
        "import time, cassetete; from cassetete.app.solving import kernels\n"
        "list(cassetete.games()); name = 'cassetete_plugin_taquin.kernel'\n"
        "before = kernels.ready(name); kernels.start_compiling(name)\n"
        "while not kernels.finished_compiling(name): time.sleep(0.05)\n"
        "print(before, kernels.ready(name))"
    )
    done = run(code, CASSETETE_GAMES=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"), CASSETETE_JIT="1")
    assert done.stdout.split() == ["False", "True"], done.stderr


def test_a_plugin_cannot_replace_a_game(tmp_path: Path) -> None:
    (tmp_path / "taquin").symlink_to(PLUGINS / "taquin")
    done = run("import cassetete; list(cassetete.games())", CASSETETE_GAMES=f"{PLUGINS}{os.pathsep}{tmp_path}")
    assert "already a game" in done.stderr


def test_importing_every_game_loads_nothing_heavy() -> None:
    done = run(f"import sys, cassetete; list(cassetete.games().values()); print({HEAVY} & set(sys.modules))")
    assert done.stdout.strip() == "set()"


def test_importing_the_package_loads_no_game() -> None:
    done = run("import sys, cassetete; print([m for m in sys.modules if m.startswith('cassetete.games.')])")
    assert done.stdout.strip() == "[]"


LOADED = "[m.split('.')[2] for m in sys.modules if m.startswith('cassetete.games.') and m.endswith('.game')]"
GAMES_LOADED = f"print({LOADED})"


def test_a_game_that_is_asked_for_is_imported_alone() -> None:
    done = run(f"import sys, cassetete; cassetete.games()['turtle']; {GAMES_LOADED}")
    assert done.stdout.strip() == "['turtle']", done.stderr


def test_recognising_a_level_imports_its_game_alone(tmp_path: Path) -> None:
    (tmp_path / "level.txt").write_text("_S\n_G\n")
    code = f"import sys; from cassetete.cli.main import main; main(['solve', {str(tmp_path)!r}]); {GAMES_LOADED}"
    assert run(code).stdout.splitlines()[-1] == "['ricosheep']"


def test_a_folder_of_our_own_is_named_after_its_game() -> None:
    for name, game in games().items():
        assert game.id == name
        assert dict(games().formats())[name] == game.formats


def test_an_installed_plugin_is_found_by_its_entry_point(tmp_path: Path) -> None:
    shutil.copytree(PLUGINS / "taquin", tmp_path / "taquin_game")
    (tmp_path / "taquin_game" / "__init__.py").touch()
    info = tmp_path / "taquin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: taquin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cassetete.games]\ntaquin = taquin_game.game:GAME\n")
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import cassetete; print(list(cassetete.games()))"
    done = run(code)
    assert "'taquin'" in done.stdout, done.stderr


def test_the_name_games_is_the_function_and_the_folder() -> None:
    done = run(
        "import cassetete, cassetete.games.ricosheep.rules as rules\n"
        "print(callable(cassetete.games), 'ricosheep' in cassetete.games(), rules.__name__)"
    )
    assert done.stdout.split() == ["True", "True", "cassetete.games.ricosheep.rules"]
