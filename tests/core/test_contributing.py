"""CONTRIBUTING names files, roles and fields that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

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
