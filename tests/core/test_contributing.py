"""CONTRIBUTING names files, roles and fields that exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from cassetete.core.contract import Coaching, Controls, Display, Game, Lengths, Making, MarkKind, Solutions
from cassetete.scene.theme import THEMES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_each_feature_is_in_the_file_that_is_named() -> None:
    files = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", section("Where to look"), re.MULTILINE)
    assert len(files) == len(set(files)) == 25
    missing = [file for file in files if not (ROOT / "src" / "cassetete" / file).is_file()]
    assert missing == []


def test_other_files_that_are_named_exist() -> None:
    named = set(re.findall(r"`((?:docs|tests|tools|bench)/[\w/.-]+\.\w+)`", TEXT)) - {"bench/mygame.py"}
    named |= {f"src/cassetete/{file}" for file in re.findall(r"`((?:core|scene|speed)/\w+\.py)`", TEXT)}
    assert len(named) > 8
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_every_role_and_every_mark_kind_is_there() -> None:
    for role in THEMES["light"]:
        assert f"`{role}`" in TEXT or role.startswith(("colour-", "layer-")), role
    for kind in MarkKind:
        assert f"| `{kind.name}` |" in TEXT


def test_every_field_of_the_contract_is_named() -> None:
    for record in (Game, Controls, Lengths, Solutions, Coaching, Making, Display):
        for field in fields(record):
            names = (f"`{field.name}", f"`{field.name.capitalize()}`")  # `Controls` stands for the field `controls`
            assert any(name in TEXT for name in names) or f"{field.name}(" in TEXT, f"{record.__name__}.{field.name}"


@pytest.mark.skipif(shutil.which("sed") is None or sys.platform != "linux", reason="the recipe is for GNU's sed")
def test_the_recipe_for_a_new_game_gives_one_that_works_and_speaks_french(tmp_path: Path) -> None:
    [recipe] = re.findall(
        r"^```\n(cp -r tests/plugins/taquin .*?)cassetete solve", section("Add a game"), re.DOTALL | re.MULTILINE
    )
    recipe = recipe.replace("src/cassetete/games/mygame", str(tmp_path / "mygame"))
    subprocess.run(["sh", "-e", "-c", recipe], cwd=ROOT, check=True)
    tool = [sys.executable, str(ROOT / "tools" / "messages.py"), str(tmp_path / "mygame")]
    env = {**os.environ, "CASSETETE_GAMES": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    assert subprocess.run(tool, capture_output=True, text=True, env=env, check=True).stdout == "messages: complete\n"
    command = [sys.executable, "-m", "cassetete", "solve", "mygame:", "--lang", "fr"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0 and "mygame:two" in done.stdout and "prouvé" in done.stdout, done
