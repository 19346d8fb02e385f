"""Kept machine code: only from a folder that is this user's alone, and damaged files or a full disk do no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cassetete
from cassetete.core import cache_folder as module
from cassetete.core.cache_folder import VARIABLE
from cassetete.speed import jit

PACKAGE = Path(cassetete.__file__).parent


def run(code: str, **more: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), **more}
    for name in {"CASSETETE_JIT", VARIABLE} - more.keys():
        environment.pop(name, None)
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.posix
def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module._private(tmp_path / "mine", ours=True)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert not module._private(tmp_path / "mine", ours=True)


@pytest.mark.posix
def test_a_folder_that_others_can_write_is_emptied_and_closed(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "planted.nbi").write_bytes(b"code of another user")
    assert module._private(folder, ours=True)
    assert list(folder.iterdir()) == []
    assert folder.stat().st_mode & 0o077 == 0


WHERE = "from cassetete.core.cache_folder import cache_folder\nprint(cache_folder('kernels'), flush=True)\n"


@pytest.mark.posix
@pytest.mark.parametrize("shared", ["", "kernels"])
def test_a_folder_that_the_user_names_is_never_emptied(shared: str, tmp_path: Path) -> None:
    """With the usual settings of some systems, the group can write every folder that a user makes."""
    named = tmp_path / "named"
    for folder, mode in ((named, 0o700), (named / "kernels", 0o700), (named / shared, 0o775)):
        folder.mkdir(exist_ok=True)
        folder.chmod(mode)
    letters = [named / "letter.txt", named / "kernels" / "letter.txt"]
    for letter in letters:
        letter.write_text("mine", "utf-8")
    used = Path(run(WHERE, **{VARIABLE: str(named), "XDG_CACHE_HOME": str(tmp_path / "usual")}))
    assert all(letter.read_text("utf-8") == "mine" for letter in letters)
    assert not used.is_relative_to(named)


@pytest.mark.posix
def test_the_temporary_folder_is_private_and_goes_with_its_process(tmp_path: Path) -> None:
    unusable = {"XDG_CACHE_HOME": "/dev/null", "TMPDIR": str(tmp_path)}
    look = "import os\nprint(oct(os.stat(cache_folder('kernels').parent).st_mode & 0o777))\n"
    folder, mode = run(WHERE + look, **unusable).split()
    assert (mode, Path(folder).parents[1]) == ("0o700", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
def test_what_a_killed_process_has_left_is_removed_by_the_next(tmp_path: Path) -> None:
    unusable = {"XDG_CACHE_HOME": "/dev/null", "TMPDIR": str(tmp_path)}
    left = run(WHERE + "import os\nos._exit(0)", **unusable)
    assert Path(left).is_dir()
    run(WHERE, **unusable)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
def test_child_processes_share_the_temporary_folder(tmp_path: Path) -> None:
    ask = "import os, subprocess, sys\nfrom cassetete.app.processes import spawn\n"
    ask += "child = spawn.start('waiting_room', stdout=subprocess.PIPE, stderr=None)\n"
    ask += "print(child.communicate()[0].decode().strip(), cache_folder('kernels'))"
    (tmp_path / "waiting_room.py").write_text(
        "from cassetete.core.cache_folder import cache_folder\ndef main(): print(cache_folder('kernels'))\n", "utf-8"
    )
    (tmp_path / "tmp").mkdir()
    paths = os.pathsep.join([str(PACKAGE.parent), str(tmp_path)])
    child, parent = run(
        WHERE.splitlines()[0] + "\n" + ask, XDG_CACHE_HOME="/dev/null", TMPDIR=str(tmp_path / "tmp"), PYTHONPATH=paths
    ).split()
    assert child == parent


KEEP = """
from cassetete.speed.jit import kernel

@kernel
def twice(n):
    return 2 * n

print(twice(21))
"""


def kept(program: Path, cache: Path, more: str = "") -> str:
    program.write_text(KEEP, "utf-8")
    return run(f"{more}\nimport runpy\nrunpy.run_path({str(program)!r})", CASSETETE_CACHE=str(cache))


def test_damaged_machine_code_is_compiled_again(tmp_path: Path) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    assert kept(program, cache) == "42"
    [index], [code] = cache.rglob("*.nbi"), cache.rglob("*.nbc")
    whole = {index: index.read_bytes(), code: code.read_bytes()}
    for path, damaged in (
        (index, b"junk"),
        (index, whole[index][:-5]),
        (code, b""),
        (code, whole[code][:1000] + bytes([whole[code][1000] ^ 1]) + whole[code][1001:]),
    ):
        path.write_bytes(damaged)
        assert kept(program, cache) == "42"
        assert (index.stat().st_size, code.stat().st_size) == (len(whole[index]), len(whole[code]))


def test_a_full_cache_disk_keeps_nothing_and_does_no_harm(tmp_path: Path) -> None:
    full = "import os\nfrom numba.core.caching import IndexDataCacheFile\n"
    full += "def no_space(*_): raise OSError(28, os.strerror(28))\nIndexDataCacheFile._open_for_write = no_space\n"
    assert kept(tmp_path / "program.py", tmp_path / "cache", full) == "42"
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_machine_code_of_older_sources_is_removed_when_new_code_is_made(tmp_path: Path) -> None:
    """Of this game only, and not what was used lately."""
    kernels = tmp_path / "kernels"
    others = [kernels / "sokoban-0123456789abcdef", kernels / "notes"]
    old = [kernels / f"speed-{number:016x}" for number in range(9)]
    for age, folder in enumerate([*others, *old]):
        folder.mkdir(parents=True, mode=0o700)
        os.utime(folder, (1_500_000_000 - age, 1_500_000_000 - age))
    run("from cassetete.speed import jit\njit.remove_old_folders('nothing.of.any.game')", CASSETETE_CACHE=str(tmp_path))
    left = set(kernels.iterdir())
    assert left > {*others, *old[:5]} and left.isdisjoint(old[6:])
    assert len(left) == len(others) + 6


NOTHING_WRITABLE = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
COMMAND = "import sys\nfrom cassetete.cli.main import main\nsys.stderr = sys.stdout\nprint(main({words}))"


@pytest.mark.posix
def test_where_no_folder_can_be_written_commands_work_in_plain_python(tmp_path: Path) -> None:
    def said(*words: str) -> list[str]:
        code = NOTHING_WRITABLE + COMMAND.format(words=list(words))
        home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "LANGUAGE": "en"}
        return run(code, **home).splitlines()

    assert said("solve", "sokoban:1")[-1] == "0"
    assert said("generate", "ricosheep")[-1] == "0"
    named = said("solve", "slitherlink:1", "--solver", "native", "--seconds", "1")
    assert named == ["the solver 'native' needs compiled code, and no folder can be written", "64"]
    health = said("doctor")
    assert health[-1] == "1" and any("which cannot be written, nor can a temporary one" in line for line in health)


@pytest.mark.posix
def test_where_no_folder_can_be_written_the_cache_is_read(tmp_path: Path) -> None:
    (tmp_path / "cassetete" / "kernels").mkdir(mode=0o700, parents=True)
    assert run(NOTHING_WRITABLE + WHERE, XDG_CACHE_HOME=str(tmp_path)) == str(tmp_path / "cassetete" / "kernels")
    (tmp_path / "cassetete").chmod(0o777)
    assert run(NOTHING_WRITABLE + WHERE, XDG_CACHE_HOME=str(tmp_path)) == "/dev/null/no home/kernels"


@pytest.mark.posix
def test_compiled_code_is_read_from_a_cache_that_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The temporary folder that is written instead has none."""
    game = PACKAGE / "games" / "sokoban"
    full, temporary = tmp_path / "cassetete", tmp_path / "temporary"
    kept = full / "kernels" / jit._folder_name(game)
    kept.mkdir(mode=0o700, parents=True)
    (full / "kernels").chmod(0o700)
    full.chmod(0o700)
    monkeypatch.setattr(module, "_candidates", lambda: [(full, True)])
    monkeypatch.setattr(jit, "built_folder", lambda _game: temporary)
    assert jit._built_folders(game) == [temporary]  # the usual cache can be written
    monkeypatch.setattr(jit, "is_temporary", lambda: True)
    assert jit._built_folders(game) == [temporary, kept / "prebuilt"]
    (full / "kernels").chmod(0o722)  # others could have filled it
    assert jit._built_folders(game) == [temporary]
