"""Games are found, not listed: a plugin folder is a game like the others, a broken one is said and left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLUGINS = Path(__file__).parent.parent / "plugins"

HEAVY = "{'numba', 'numpy', 'tkinter', '_tkinter', 'PIL', 'fltk', 'starlette', 'pysat'}"


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


def test_a_plugin_cannot_replace_a_game(tmp_path: Path) -> None:
    (tmp_path / "taquin").symlink_to(PLUGINS / "taquin")
    done = run("import cassetete; cassetete.games()", CASSETETE_GAMES=f"{PLUGINS}{os.pathsep}{tmp_path}")
    assert "already a game" in done.stderr


def test_importing_every_game_loads_nothing_heavy() -> None:
    done = run(f"import sys, cassetete; cassetete.games(); print({HEAVY} & set(sys.modules))")
    assert done.stdout.strip() == "set()"


def test_importing_the_package_loads_no_game() -> None:
    done = run("import sys, cassetete; print([m for m in sys.modules if m.startswith('cassetete.games.')])")
    assert done.stdout.strip() == "[]"


def test_the_name_games_is_the_function_and_the_folder() -> None:
    done = run(
        "import cassetete, cassetete.games.ricosheep.rules as rules\n"
        "print(callable(cassetete.games), 'ricosheep' in cassetete.games(), rules.__name__)"
    )
    assert done.stdout.split() == ["True", "True", "cassetete.games.ricosheep.rules"]
