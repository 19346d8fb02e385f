"""Puts the built page into the wheel, where `make page` has built it; names the platform of its machine code."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Adds `page/` as `cassetete/front/page/built`; a wheel with kernels (`make wheel`) is for one kind of machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is written; an editable one finds the page in the source tree."""
        page = Path(self.root) / "page"
        if version != "editable" and (page / "precache.json").is_file():
            build_data["force_include"][str(page)] = "cassetete/front/page/built"
        if version != "editable" and any(Path(self.root).glob("src/cassetete/games/*/prebuilt/*.so")):
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
