"""Folders of the cache: what a process uses stays, of the rest the latest; two processes never trip over each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cassetete
from cassetete.core import folders_in_use
from cassetete.core.file_lock import lock_file
from cassetete.core.folders_in_use import hold, release_all, remove_all_but

SOURCES = Path(cassetete.__file__).parents[1]

HOLD = """
import sys
from pathlib import Path
from cassetete.core.folders_in_use import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _nothing_held() -> None:
    release_all()


def filled(parent: Path, ages: dict[str, int]) -> list[Path]:
    """Folders that were last used so many seconds ago."""
    for name, age in ages.items():
        folder = parent / name
        folder.mkdir(parents=True)
        (folder / "code.so").write_bytes(b"code")
        (folder / "in-use").touch()
        used = folder.stat().st_mtime - age
        os.utime(folder / "in-use", (used, used))
    return sorted(parent.iterdir())


def test_the_latest_are_kept(tmp_path: Path) -> None:
    folders = filled(tmp_path, {"a": 300, "b": 100, "c": 200, "d": 400})
    assert sorted(path.name for path in remove_all_but(2, folders)) == ["a", "d"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c"]


def test_what_was_made_before_uses_were_written_down_goes_by_its_own_age(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, moment in ((old, 1_000_000_000), (new, 1_500_000_000)):
        folder.mkdir()
        os.utime(folder, (moment, moment))
    assert remove_all_but(1, [old, new]) == [old]


def test_what_this_process_uses_stays(tmp_path: Path) -> None:
    folders = filled(tmp_path, {"a": 300, "b": 100})
    hold(tmp_path / "a")
    assert remove_all_but(0, folders) == [tmp_path / "b"]
    release_all()
    assert remove_all_but(0, folders) == [tmp_path / "a"]


def test_holding_a_folder_makes_it_the_latest(tmp_path: Path) -> None:
    folders = filled(tmp_path, {"a": 300, "b": 100})
    hold(tmp_path / "a")
    release_all()
    assert remove_all_but(1, folders) == [tmp_path / "b"]


def test_what_another_process_uses_stays_until_it_ends(tmp_path: Path) -> None:
    folders = filled(tmp_path, {"a": 300})
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with subprocess.Popen(
        [sys.executable, "-P", "-c", HOLD, str(tmp_path / "a")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as user:
        assert user.stdout is not None
        assert user.stdout.readline() == b"held\n"
        assert remove_all_but(0, folders) == []
        user.kill()
    assert remove_all_but(0, folders) == [tmp_path / "a"]


@pytest.mark.posix
def test_a_folder_that_is_removed_while_it_is_asked_for_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a"
    removals: list[Path] = []

    def lock_after_another_has_removed(descriptor: int, *, wait: bool, shared: bool = False) -> None:
        if not removals:
            removals.append(folder)
            shutil.rmtree(folder)
        lock_file(descriptor, wait=wait, shared=shared)

    monkeypatch.setattr(folders_in_use, "lock_file", lock_after_another_has_removed)
    hold(folder)
    assert removals and (folder / "in-use").exists()
    monkeypatch.undo()
    assert remove_all_but(0, [folder]) == []


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path) -> None:
    filled(tmp_path, {"a.removed-17": 0, "b": 0})
    folders_in_use.clear_away(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    hold(tmp_path / "file" / "folder")


@pytest.mark.posix
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    filled(tmp_path / "elsewhere", {"a": 300})
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "a")
    assert remove_all_but(0, [tmp_path / "link"]) == []
    assert (tmp_path / "elsewhere" / "a" / "code.so").exists()
