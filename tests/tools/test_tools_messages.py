"""The tool that updates the catalogues, also those of plugins."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="catalogues are made with babel")

ROOT = Path(__file__).parents[2]


def made(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "messages.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_catalogue_of_a_folder(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "tests" / "plugins" / "taquin", tmp_path / "taquin"))
    shutil.rmtree(folder / "locale")
    first = made(folder)
    assert first.returncode == 1
    assert "taquin: no French for 'tiles'" in first.stderr
    catalogue = folder / "locale" / "fr" / "LC_MESSAGES" / "taquin.po"
    lines = catalogue.read_text("utf-8").split("\n")
    at = lines.index('msgid "tiles"')
    lines[at + 1] = 'msgstr "tuiles"'
    catalogue.write_text("\n".join(lines), "utf-8")
    assert "'tiles'" not in made(folder).stderr
    assert b"tuiles" in catalogue.with_suffix(".mo").read_bytes()


def test_a_text_that_is_there_twice_is_reported(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "tests" / "plugins" / "taquin", tmp_path / "taquin"))
    assert "several times" not in made(folder).stderr
    catalogue = folder / "locale" / "fr" / "LC_MESSAGES" / "taquin.po"
    lines = catalogue.read_text("utf-8").split("\n")
    at = lines.index('msgid "tiles"')
    lines[at + 1] = 'msgstr "les tuiles.les tuiles."'
    catalogue.write_text("\n".join(lines), "utf-8")
    assert "taquin: the French for 'tiles' says the same several times" in made("--check", folder).stderr


def test_a_name_that_is_no_catalogue_is_refused() -> None:
    assert "expected folders of games" in made("--check", "nosuch").stderr
