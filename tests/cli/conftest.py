"""Commands have a profile of their own in each test, and nobody is asked for a name."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def fresh_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "data"))
    monkeypatch.setenv("CASSETETE_ANONYMOUS", "1")
