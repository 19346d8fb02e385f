"""Puts the built page into the wheel, where `make page` has built it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Adds `page/` as `cassetete/front/page/built`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is written; an editable one finds the page in the source tree."""
        page = Path(self.root) / "page"
        if version != "editable" and (page / "precache.json").is_file():
            build_data["force_include"][str(page)] = "cassetete/front/page/built"
