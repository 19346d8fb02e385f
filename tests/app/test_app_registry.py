"""Games are found, not listed: a plugin folder is a game like the others, a broken one is said and left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.app.levels import library
from cassetete.app.registry import PluginWarning, games

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
    copied(tmp_path)
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


AT_IMPORT = {
    "raise SystemExit(0)": "SystemExit: 0",
    "import sys; sys.exit('gone')": "SystemExit: gone",
    "raise BaseException('odd')": "BaseException: odd",
    "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd": "Odd: ?",
    "raise ValueError('a\\nb\\x1b[2J' + 'x' * 10**6)": "ValueError: a\\nb\\x1b[2Jxxx",
    "def f(): return f()\nf()": "RecursionError",
    "(": "SyntaxError",
    "import nothing_of_the_kind": "ModuleNotFoundError",
    "GAME = type('Game', (), {'id': 'taquin'})()": "GAME must be a Game, not a Game",
}


@pytest.mark.parametrize(("source", "why"), AT_IMPORT.items())
def test_whatever_a_plugin_does_when_it_is_imported_it_is_said_in_one_line(
    source: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.py").write_text(source)
    done = run(LEVELS, CASSETETE_GAMES=f"{tmp_path}{os.pathsep}{PLUGINS}")
    assert done.returncode == 0 and "sokoban" in done.stdout and "taquin" in done.stdout
    [line] = done.stderr.splitlines()
    assert str(tmp_path / "broken") in line and why in line and "\x1b" not in line


def test_what_a_plugin_prints_when_it_is_imported_is_no_answer(tmp_path: Path) -> None:
    with (copied(tmp_path) / "game.py").open("a") as file:
        file.write("print('spoken at import')\n")
    done = run(LEVELS, CASSETETE_GAMES=str(tmp_path))
    assert "Taquin" in done.stdout and "spoken" not in done.stdout and "spoken at import" in done.stderr


def test_two_folders_of_the_same_name_are_two_plugins(tmp_path: Path) -> None:
    for place, name in (("a", "taquin"), ("b", "other")):
        shutil.copytree(PLUGINS / "taquin", tmp_path / place / "taquin")
        with (tmp_path / place / "taquin" / "game.py").open("a") as file:
            file.write(f"\nfrom dataclasses import replace\nGAME = replace(GAME, id={name!r})\n")
    (tmp_path / "b" / "taquin" / "levels" / "pack.toml").write_text(
        'title = "B"\n[[chapter]]\ntitle = "B"\nlevels = ["one"]\n'
    )
    done = run(LEVELS, CASSETETE_GAMES=f"{tmp_path / 'a'}{os.pathsep}{tmp_path / 'b'}")
    assert done.stderr == ""
    assert "taquin       Taquin  (2 levels)" in done.stdout and "other        Taquin  (1 level)" in done.stdout


def test_a_folder_whose_name_is_no_module(tmp_path: Path) -> None:
    copied(tmp_path).rename(tmp_path / "ta.quin 2")
    done = run(LEVELS, CASSETETE_GAMES=str(tmp_path))
    assert "ta.quin 2: the folder's name must be letters" in done.stderr
    assert done.returncode == 0 and "sokoban" in done.stdout


def test_a_name_that_no_system_takes_is_no_folder(tmp_path: Path) -> None:
    done = run(LEVELS, CASSETETE_GAMES=str(tmp_path / ("x" * 5000)))
    assert "CASSETETE_GAMES: " in done.stderr and done.stderr.count("\n") == 1
    assert done.returncode == 0 and "sokoban" in done.stdout


GROUP = "[cassetete.games]\nbroken = "


@pytest.mark.parametrize(
    "listed", [f"{GROUP}nothing.there:GAME\n", f"{GROUP}(\n", "[cassetete.games\n\x00=\n", "cassetete.games"]
)
def test_a_broken_entry_point_is_said(listed: str, tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(listed)
    done = run(f"import sys; sys.path.append({str(tmp_path)!r}); sys.argv[1:] = []; {LEVELS}", CASSETETE_GAMES="")
    assert done.returncode == 0 and "sokoban" in done.stdout and "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


def test_a_text_that_cannot_be_said_is_named(tmp_path: Path) -> None:
    for number, (title, why) in enumerate({"{nobody}": "KeyError", "{": "ValueError", "a\\x1b": "control"}.items()):
        folder = shutil.copytree(PLUGINS / "taquin", tmp_path / f"taquin{number}")
        with (folder / "game.py").open("a") as file:
            file.write(f"\nfrom dataclasses import replace\nGAME = replace(GAME, id='t{number}', title=_('{title}'))\n")
        done = run(LEVELS, CASSETETE_GAMES=str(folder))
        assert f"game 't{number}': title " in done.stderr and why in done.stderr
        assert done.returncode == 0 and "sokoban" in done.stdout


@pytest.mark.parametrize("damage", ["empty", "cut", "no magic", "braces"])
def test_a_damaged_catalogue_is_english(damage: str, tmp_path: Path) -> None:
    file = copied(tmp_path) / "locale" / "fr" / "LC_MESSAGES" / "taquin.mo"
    content = file.read_bytes()
    harmed = {"empty": b"", "cut": content[:-40], "no magic": b"x" + content, "braces": content.replace(b"{", b"[")}
    file.write_bytes(harmed[damage])
    done = run(LEVELS, CASSETETE_GAMES=str(tmp_path), CASSETETE_LANG="fr")
    assert done.returncode == 0 and "taquin" in done.stdout and "Traceback" not in done.stderr
    assert damage == "braces" or "taquin.mo: this is no catalogue" in done.stderr


@pytest.mark.parametrize(
    "source", [None, "", "<svg", "<p/>", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "x" * 1_000_001]
)
def test_a_picture_of_a_plugin_that_is_none_is_a_grey_square(
    source: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "art").mkdir()
    if source is not None:
        (tmp_path / "art" / "tile.svg").write_text(source)
    monkeypatch.setattr(library, "game_folder", lambda _game: tmp_path)
    library._art_of_plugin.cache_clear()
    with pytest.warns(PluginWarning, match="this is no picture"):
        assert "M1 1h6v6" in library.art(games()["taquin"], "tile")
    library._art_of_plugin.cache_clear()


@pytest.mark.parametrize("said", ["'much'", "10**9", "-1", "float('nan')", "None"])
def test_a_likeness_that_is_none_leaves_the_files_of_others_alone(said: str, tmp_path: Path) -> None:
    with (copied(tmp_path) / "game.py").open("a") as file:
        file.write("\nfrom dataclasses import replace\n")
        file.write(f"odd = replace(GAME.formats[0], likeness=lambda text: 50 if '|' in text else {said})\n")
        file.write("GAME = replace(GAME, formats=(odd,))\n")
    (tmp_path / "level.txt").write_text("_S\n_G\n")
    code = (
        f"import sys; from cassetete.cli.main import main; sys.exit(main(['solve', {str(tmp_path / 'level.txt')!r}]))"
    )
    done = run(code, CASSETETE_GAMES=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "likeness of the format 'taquin' must be from 0 to 100" in done.stderr
