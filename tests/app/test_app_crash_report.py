"""Reports of internal errors: all that is needed to find the fault, and nothing about the user."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cassetete.app.crash_report import MOST, report_text, reports, without_personal, write_report
from cassetete.cli import levels as levels_command
from cassetete.cli.main import main


def an_error(text: str) -> Exception:
    try:
        raise KeyError(text)
    except KeyError as error:
        return error


def test_a_report_says_version_system_place_and_what_was_done() -> None:
    text = report_text(an_error("restart"), "title: a game\nmoves: RRL")
    assert text.startswith("cassetete ")
    for part in ("Python 3.", "KeyError: 'restart'", "test_app_crash_report.py", "moves: RRL"):
        assert part in text


def test_no_folder_and_no_name_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("USER", "ada")
    monkeypatch.setenv("LOGNAME", "ada")
    monkeypatch.chdir(tmp_path)
    private = f"/home/ada/levels/a.txt {tmp_path}/b.txt /home/bob/c.txt ada@ada-laptop"
    text = without_personal(private)
    assert "ada" not in text and "bob" not in text and str(tmp_path) not in text
    assert "levels/a.txt" in text and "b.txt" in text


def an_error_in_line(number: int) -> Exception:
    try:
        exec(compile("\n" * number + "{}[0]", "levels.py", "exec"))
    except KeyError as error:
        return error
    raise AssertionError


def test_the_latest_reports_are_kept(tmp_path: Path) -> None:
    written = [write_report(an_error_in_line(number), folder=tmp_path) for number in range(MOST + 5)]
    assert reports(tmp_path) == written[: -MOST - 1 : -1]


def test_a_fault_that_comes_again_and_again_is_one_report_and_drives_out_no_other(tmp_path: Path) -> None:
    """As one at every move does; each time with another message, and from another depth of a recursion."""

    def deep(depth: int) -> None:
        if not depth:
            raise ValueError(f"object at {id(tmp_path) + depth}")
        deep(depth - 1)

    others = [write_report(an_error_in_line(number), folder=tmp_path) for number in range(3)]
    for time in range(2 * MOST):
        try:
            deep(1 + time % 5)
        except ValueError as error:
            latest = write_report(error, f"move {time}", tmp_path)
    assert reports(tmp_path) == [latest, *others[::-1]]
    assert latest is not None
    text = latest.read_text("utf-8")
    assert f"this fault came {2 * MOST} times; this is the last\n" in text and f"move {2 * MOST - 1}" in text
    assert "came" not in others[0].read_text("utf-8") if others[0] else False


def test_errors_of_another_kind_from_the_same_line_are_other_reports(tmp_path: Path) -> None:
    for kind in (ValueError, KeyError, ValueError):
        try:
            raise kind("x")
        except (ValueError, KeyError) as error:
            write_report(error, folder=tmp_path)
    assert len(reports(tmp_path)) == 2


def test_where_nothing_can_be_written_there_is_no_report() -> None:
    assert write_report(an_error("x"), folder=Path("/dev/null/reports")) is None


def test_an_internal_error_of_a_command_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cassetete.app.crash_report.log_folder", lambda: tmp_path)
    assert main(["report"]) == 0
    assert capsys.readouterr().out == "There is no report: no internal error has happened.\n"

    def broken(_options: object) -> int:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(levels_command, "run", broken)
    assert main(["levels", "taquin"]) == 70
    [path] = reports(tmp_path)
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and str(path) in said and "a fault of ours" in said
    assert main(["report"]) == 0
    shown = capsys.readouterr().out
    assert "ZeroDivisionError: a fault of ours" in shown and "cassetete levels taquin" in shown
    assert os.fspath(tmp_path) not in shown
    assert main(["report", "--list"]) == 0
    assert capsys.readouterr().out == f"{path}\n"


@pytest.mark.parametrize(
    "private",
    [
        r"C:\Users\Ada Byron\levels\a.txt",
        r"FileNotFoundError: 'C:\\Users\\Ada Byron\\levels\\a.txt'",
        r"c:\users\ada byron\levels\a.txt",
        "C:/Users/Ada Byron/levels/a.txt",
        r"D:\backup\Users\Bob Smith Jones\levels\a.txt",
        r"'D:\\Users\\Bo\\levels\\a.txt'",
    ],
)
def test_no_folder_of_a_user_of_windows(private: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may have a space and less than three letters, and an error's message doubles every backslash."""
    monkeypatch.setattr("cassetete.app.crash_report.sys.platform", "win32")
    monkeypatch.setattr("cassetete.app.crash_report.home", lambda: r"C:\Users\Ada Byron")
    monkeypatch.setattr("getpass.getuser", lambda: "ab")
    text = without_personal(private)
    assert not [name for name in ("ada", "byron", "bob", "smith", "jones", "bo/") if name in text.lower()]
    assert "levels/a.txt" in text
