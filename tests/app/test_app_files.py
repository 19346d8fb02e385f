"""Files are written whole or not at all, also where other programs hold them and names are long."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.files import CannotWrite, write_file
from cassetete.app.hunts.results import LONGEST_LINE, BadResultsFile, ResultsFile
from cassetete.app.levels.saving import file_name, free_name, replace_file


def held(number: int) -> PermissionError:
    """What Windows says of a file that another program reads."""
    error = PermissionError(13, "The process cannot access the file")
    error.winerror = number  # type: ignore[attr-defined, unused-ignore]
    return error


class Windows:
    """`Path.replace` as Windows has it while a file is held: refused so many times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, refused: int, number: int = 5) -> None:
        self.tries, self._refused, self._number = 0, refused, number
        really = Path.replace

        def replace(path: Path, target: Path) -> Path:
            self.tries += 1
            if self.tries <= self._refused:
                raise held(self._number)
            return really(path, target)

        monkeypatch.setattr(Path, "replace", replace)
        monkeypatch.setattr("cassetete.app.files.time.sleep", lambda _seconds: None)


@pytest.mark.parametrize("number", [5, 32])
def test_a_file_that_is_held_for_a_moment_is_written(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before", "utf-8")
    system = Windows(monkeypatch, 3, number)
    write_file(target, "after")
    assert system.tries == 4
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert target.read_text("utf-8") == "after"


def test_a_file_that_stays_held_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before", "utf-8")
    system = Windows(monkeypatch, 1000)
    with pytest.raises(CannotWrite):
        write_file(target, "after")
    assert 1 < system.tries < 20
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert target.read_text("utf-8") == "before"


def test_nothing_is_left_beside_a_file_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows removes no file that is read-only, and the new file has the mode of the old one."""
    target = tmp_path / "a.txt"
    target.write_text("before", "utf-8")
    target.chmod(stat.S_IREAD)
    really = Path.unlink

    def unlink(path: Path, *arguments: Any) -> None:
        if not path.stat().st_mode & stat.S_IWRITE:
            raise held(5)
        really(path, *arguments)

    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(os, "access", lambda *_arguments: False)
    system = Windows(monkeypatch, 1000)
    with pytest.raises(CannotWrite):
        write_file(target, "after")
    assert system.tries == 1  # waiting would not help
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    target.chmod(stat.S_IREAD | stat.S_IWRITE)


@given(title=st.text(st.characters(categories=["L", "N", "P", "S", "Z", "C"]), max_size=100))
def test_every_title_gives_a_name_that_every_system_takes(title: str) -> None:
    name = file_name(title, "sokoban", ".xsb")
    assert len(name.encode()) <= 200
    assert not set('<>:"/\\|?*\n\r\t\0') & set(name)
    stem = name.removesuffix(".xsb")
    assert stem and stem == stem.strip(" .")


@pytest.mark.parametrize("title", ["中" * 100, "𠀀" * 100, "é" * 100, "x" * 300])
def test_a_long_title_can_be_saved_again_and_again(title: str, tmp_path: Path) -> None:
    path = tmp_path / file_name(title, "sokoban", ".xsb")
    for number in range(12):
        replace_file(path, f"version {number}")
    assert path.read_text("utf-8") == "version 11"
    write_file(free_name(path), "another")
    assert len(list(tmp_path.iterdir())) == 11  # nine backups


@pytest.mark.parametrize("title", ["CON", "com1", "LPT9.x", "COM¹", "nul.txt.zip", "Aux "])
def test_the_devices_of_windows_are_no_names(title: str) -> None:
    assert file_name(title, "sokoban", ".xsb") == "sokoban.xsb"


def test_a_huge_file_that_is_no_hunt_is_refused_without_reading_it(tmp_path: Path) -> None:
    """Ten gigabytes of nothing, which take no room on a disk: only the end is read."""
    path = tmp_path / "results.jsonl"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)
    with pytest.raises(BadResultsFile):
        ResultsFile(path)
    assert path.stat().st_size == 10_000_000_000
    with path.open("r+b") as stream:  # a line that was cut short is still cut off
        stream.truncate(6 * LONGEST_LINE)
        stream.seek(5 * LONGEST_LINE)
        stream.write(b'\n{"game": "pushit"')
    with ResultsFile(path) as file:
        assert file.mended
    assert path.stat().st_size == 5 * LONGEST_LINE + 1
