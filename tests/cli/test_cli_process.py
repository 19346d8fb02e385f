"""The command as a process of its own: exit codes, pipes, what it loads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cassetete

ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cassetete", *arguments],
        input=given,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"cassetete {cassetete.__version__}\n")


def test_help_loads_no_game() -> None:
    look = "import sys; from cassetete.cli.main import main; main(['--help'])\n"
    look += "print([name for name in sys.modules if name.startswith('cassetete.games.') or 'plugin' in name])"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True)
    assert done.stdout.decode().endswith("\n[]\n")


def test_alone_it_welcomes_and_names_the_games() -> None:
    done = run()
    assert done.returncode == 0
    assert "cassetete play taquin" in done.stdout.decode()


def test_a_level_from_standard_input() -> None:
    done = run("solve", "-", "--json", given=b"1|2\n0|3\n")
    assert done.returncode == 0
    assert b'"source": "-"' in done.stdout and b'"moves": "L"' in done.stdout


def test_junk_from_standard_input() -> None:
    done = run("solve", "-", given=b"\xff\xfe\0junk")
    assert done.returncode == 3
    assert done.stderr.decode() == "-:1:1: this is not UTF-16 text\n"


def test_no_standard_input_at_all() -> None:
    command = f'"{sys.executable}" -m cassetete solve - <&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == 64
    assert done.stderr.decode() == "there is no standard input\n"


def test_a_broken_pipe_is_quiet() -> None:
    command = f'"{sys.executable}" -m cassetete perft taquin:one --depth 40 | head -n 1'
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"0 1\n", b"")


def test_a_full_disk_is_one_line() -> None:
    command = f'"{sys.executable}" -m cassetete show taquin:one > /dev/full'
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == 74
    assert done.stderr.decode() == "cannot write the answer: No space left on device\n"


def test_an_output_without_letters_for_it_does_not_fail() -> None:
    done = run("solve", "taquin:one", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"solved \\xb7 moves: 1" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_what_becomes_a_file_keeps_every_letter(encoding: str, tmp_path: Path) -> None:
    """On Windows, what goes into a pipe is in an encoding that lacks most letters."""
    level = tmp_path / "level.txt"
    level.write_text("# title: → 中 é\n1|2\n0|3\n", "utf-8")
    done = run("convert", str(level), PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "# title: → 中 é" in done.stdout.decode("utf-8").splitlines()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_moves_from_a_program_that_writes_a_mark_first(encoding: str) -> None:
    done = run("replay", "taquin:one", "-", given='{"level": 1, "moves": "L"}\n'.encode(encoding))
    assert (done.returncode, done.stderr) == (0, b"")


def test_moves_that_are_no_text() -> None:
    done = run("replay", "taquin:one", "-", given=b"L\0")
    assert (done.returncode, done.stderr.decode().splitlines()) == (64, ["standard input is not text"])


def test_wrong_moves_in_a_file_are_not_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("XYZ\n", "utf-8")
    done = run("replay", "taquin:one", str(tmp_path / "moves.txt"))
    assert done.returncode == 1
    assert "is not a move" in done.stderr.decode()
    assert "no such file" in run("replay", "taquin:one", str(tmp_path / "other.txt")).stderr.decode()


def test_a_broken_plugin_is_one_line_and_the_rest_works() -> None:
    done = run("levels", CASSETETE_GAMES="/nowhere")
    assert done.returncode == 0
    assert done.stderr.decode().count("\n") == 1 and "/nowhere" in done.stderr.decode()


def test_pushit_py_runs_on_the_sources_alone() -> None:
    """With any Python and nothing installed, and never looking for its environment twice."""
    bare = Path(sys.base_prefix) / "bin" / "python3"
    done = subprocess.run(
        [bare, "-S", ROOT / "pushit.py", "--level", "2"],
        input=b"solve\n",
        capture_output=True,
        env={**os.environ, "PUSHIT_VENV": "1"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")  # what comes through a pipe is played line by line
    assert "Solved by the computer" in done.stdout.decode()


def test_pushit_py_explains_itself() -> None:
    done = subprocess.run([sys.executable, ROOT / "pushit.py", "--help"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--level" in done.stdout


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    """A command with `cassetete` in it, run by the shell."""
    said = command.replace("cassetete", f'"{sys.executable}" -m cassetete', 1)
    return subprocess.run(["sh", "-c", said], capture_output=True, check=False)


def test_help_that_cannot_be_written_is_an_error() -> None:
    for command in ("cassetete --help", "cassetete solve --help", "cassetete --version"):
        done = shell(f"{command} >/dev/full")
        assert done.returncode == 74
        assert done.stderr.decode() == "cannot write the answer: No space left on device\n"
        done = shell(f"{command} >&-")
        assert (done.returncode, done.stderr.decode()) == (74, "cannot write the answer: Bad file descriptor\n")


def test_every_help_explains_the_exit_codes_of_writing_and_missing_packages() -> None:
    for command in ("cassetete --help", "cassetete solve --help", "cassetete levels --help"):
        assert b"69 a package is missing" in shell(command).stdout
        assert b"74 the answer cannot be written" in shell(command).stdout


def test_with_standard_error_closed_complaints_are_not_among_the_answers() -> None:
    done = shell("cassetete solve taquin:one /nowhere/at/all.txt --json 2>&-")
    assert done.returncode == 3
    assert b"nowhere" not in done.stdout.split(b"\n")[0]
    assert all(line.startswith(b"{") for line in done.stdout.splitlines())


def test_a_file_never_takes_the_place_of_a_closed_standard_error(tmp_path: Path) -> None:
    """What any library says there would be written into the file."""
    code = "import os, sys\nfrom cassetete.cli.main import main\n"
    code += f"main(['--version'])\nfile = open({str(tmp_path / 'answer.txt')!r}, 'w')\nos.write(2, b'complaint')"
    program = tmp_path / "program.py"
    program.write_text(code, "utf-8")
    assert subprocess.run(["sh", "-c", f'"{sys.executable}" "{program}" 2>&-'], check=False).returncode == 0
    assert (tmp_path / "answer.txt").read_text("utf-8") == ""


def test_an_answer_that_nobody_gets_is_an_error() -> None:
    assert shell("cassetete solve taquin:one --json >&-").returncode == 74


def test_ctrl_c_while_the_program_is_being_loaded() -> None:
    code = "import os, signal, sys\nclass Trip:\n    def find_spec(self, name, *rest):\n"
    code += "        if name == 'cassetete.cli.main':\n            os.kill(os.getpid(), signal.SIGINT)\n"
    code += "sys.meta_path.insert(0, Trip())\nfrom cassetete.__main__ import start\nsys.exit(start())"
    done = subprocess.run([sys.executable, "-c", code, "levels"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"interrupted\n")


def test_ctrl_c_after_the_answer_changes_nothing() -> None:
    code = "import atexit, os, signal, sys\nfrom cassetete.__main__ import start\n"
    code += "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\nsys.exit(start())"
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"cassetete ")


def test_ctrl_c_has_its_answer_from_the_first_line_on() -> None:
    code = "import os, signal\nimport cassetete.__main__\nos.kill(os.getpid(), signal.SIGINT)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"interrupted\n")
