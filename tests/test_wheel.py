"""The wheel: it has the built page in it where the page was built, and names its platform where it has machine code."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def build_data(root: Path, version: str = "standard") -> dict[str, Any]:
    """What the hook of the build adds, in a folder of sources."""
    pytest.importorskip("hatchling")
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    data: dict[str, Any] = {"force_include": {}}
    module.PageHook(str(root), {}, None, None, "", "wheel").initialize(version, data)
    return data


def test_a_built_page_goes_into_the_wheel(tmp_path: Path) -> None:
    assert build_data(tmp_path) == {"force_include": {}}
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("", "utf-8")
    assert build_data(tmp_path) == {"force_include": {}}, "a page that was not built to its end is left out"
    (tmp_path / "page" / "precache.json").write_text("{}", "utf-8")
    assert build_data(tmp_path) == {"force_include": {str(tmp_path / "page"): "cassetete/front/page/built"}}
    assert build_data(tmp_path, "editable") == {"force_include": {}}


def test_a_wheel_with_machine_code_is_for_one_kind_of_machine(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "cassetete" / "games" / "sokoban" / "prebuilt"
    folder.mkdir(parents=True)
    (folder / "kernels.so").write_bytes(b"")
    data = build_data(tmp_path)
    assert data["pure_python"] is False
    assert data["tag"].startswith("py3-none-")
