"""The classic level sets beside the project: where they are, or why a test over them is skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def classic(inner: str) -> Path:
    """The file or folder `inner` of the classic sets; the test is skipped, saying so, where there are none."""
    named = os.environ.get("CASSETETE_LEVELS")
    folder = Path(named) if named else ROOT.parent / "shared" / "levels"
    path = folder / inner
    if not path.exists():
        if os.environ.get("CI") == "true" and named:
            pytest.fail(f"CASSETETE_LEVELS names a folder without {inner}")
        pytest.skip(f"the classic levels are not here ({inner}); CASSETETE_LEVELS may name their folder")
    return path
