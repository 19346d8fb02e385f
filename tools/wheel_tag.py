"""A hook of hatchling's: a wheel with kernels built ahead of time is for one kind of machine, and its name says so."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelTag(BuildHookInterface):  # type: ignore[misc, type-arg, unused-ignore]
    """Names the platform if there is machine code in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is made."""
        if version != "editable" and any(Path(self.root).glob("src/cassetete/games/*/prebuilt/*.so")):
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
