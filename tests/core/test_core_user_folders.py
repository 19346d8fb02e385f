"""Where the user's folders are, on each system and for a user without a home."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cassetete.app.crash_report import write_report
from cassetete.app.store import Store
from cassetete.cli.main import main
from cassetete.core import user_folders
from cassetete.core.user_folders import NOWHERE

FOLDERS = ("data_folder", "cache_folder", "log_folder", "documents_folder")


@pytest.fixture(params=[True, False], ids=["platformdirs", "plain"])
def without_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No HOME, and a user whom the system does not know: as in many containers."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.setattr(Path, "home", homeless)
    if not request.param:
        monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.chdir(tmp_path)


@pytest.mark.posix
@pytest.mark.usefixtures("without_home")
@pytest.mark.parametrize("name", FOLDERS)
def test_a_user_without_a_home_has_no_folders(name: str) -> None:
    folder = getattr(user_folders, name)()
    assert folder.is_relative_to(NOWHERE)
    with pytest.raises(OSError):
        folder.mkdir(parents=True)


@pytest.mark.posix
@pytest.mark.usefixtures("without_home")
def test_a_user_without_a_home_plays_and_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store() as store:
        assert store.path is None and store.notice is not None
    assert write_report(ValueError("x")) is None
    assert main(["records"]) == 0
    assert main(["report"]) == 0
    assert main(["profile", "export", "backup.json"]) == 1
    assert list(tmp_path.iterdir()) == []  # no folder is called ~
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("system", "expected"),
    [("win32", "/data/cassetete"), ("darwin", "/home/ada/Library/Application Support/cassetete")],
)
def test_the_usual_folders_without_platformdirs(system: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(user_folders, "home", lambda: Path("/home/ada"))
    monkeypatch.setenv("LOCALAPPDATA", "/data")
    found = user_folders._plain("LOCALAPPDATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
    assert found.as_posix() == expected
    monkeypatch.delenv("LOCALAPPDATA")
    assert user_folders._plain("LOCALAPPDATA", "x", "y", "z").is_relative_to("/home/ada")
