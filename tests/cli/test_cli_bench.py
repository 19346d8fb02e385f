"""`cassetete bench` and `cassetete warm`: the driver, not the figures."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.cli.main import main
from processes import environment

ROOT = Path(__file__).parents[2]

BENCH = """
from timing import peer, row

def measure(levels, peers, report):
    report("measuring")
    assert (levels / "mark").exists()
    others = {"twin": 1.0, "slow": 0.0}
    if peer(peers, "friend", "no-such-program"):
        others["friend"] = 4.0
    return [row("taquin", "median", 0.5, others, levels="hard", note="a note")]
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench folder with one bench, and a folder of levels beside it."""
    folder = tmp_path / "bench"
    folder.mkdir()
    shutil.copy(ROOT / "bench" / "timing.py", folder)
    (folder / "taquin.py").write_text(BENCH, "utf-8")
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "mark").touch()
    monkeypatch.setenv("CASSETETE_BENCH", str(folder))
    monkeypatch.setenv("CASSETETE_LEVELS", str(tmp_path / "levels"))
    return folder


def test_a_table_with_ratios_and_a_file(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    [file] = (bench / "results").iterdir()
    first, second, taken, last = capsys.readouterr().out.splitlines()
    assert [first, second] == [
        "game    set   what    ours   others",
        "taquin  hard  median  0.5 s  twin 1 s (2.00x) slow 0 s (nanx) — a note",
    ]
    assert taken.startswith("taquin: measured in ") and last == f"written to {file}"
    output = json.loads(file.read_text("utf-8"))
    assert output["rows"][0]["ratio"] == {"twin": 2.0, "slow": None}
    assert {"date", "python", "machine", "cassetete", "levels"} < set(output)


def test_peers_and_levels_are_named(bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, file = tmp_path / "own", tmp_path / "x.json"
    own.mkdir()
    (own / "mark").touch()
    command = ["bench", "taquin", "--levels", str(own), "--peers", "friend=/bin/true", "--json", str(file)]
    assert main(command) == 0
    assert "friend 4 s (8.00x)" in capsys.readouterr().out
    output = json.loads(file.read_text("utf-8"))
    assert output["levels"] == str(own) and output["rows"][0]["others"]["friend"] == 4.0
    assert not (bench / "results").exists()


def test_a_bench_that_fails_does_not_stop_the_others(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bench / "turtle.py").write_text("def measure(levels, peers, report):\n    raise ValueError('no')\n", "utf-8")
    assert main(["bench"]) == 1
    captured = capsys.readouterr()
    # What a bench says it does is there too, as standard error is no terminal.
    assert captured.err.splitlines() == ["the bench of turtle failed: ValueError: no", "taquin: measuring"]
    assert "taquin" in captured.out


def test_what_was_measured_before_a_crash_is_printed_and_kept(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bench / "zz.py").write_text("def measure(levels, peers, report):\n    raise KeyboardInterrupt\n", "utf-8")
    file = tmp_path / "kept.json"
    assert main(["bench", "--json", str(file)]) == 130
    assert "taquin  hard  median" in capsys.readouterr().out
    assert [row["game"] for row in json.loads(file.read_text("utf-8"))["rows"]] == ["taquin"]


def test_a_bench_of_no_game_needs_no_levels(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "from timing import row\ndef measure(*given):\n    return [row('window', 'frame', 8.5, {}, unit='ms')]\n"
    (bench / "window.py").write_text(source, "utf-8")
    monkeypatch.setenv("CASSETETE_LEVELS", "/nowhere")
    assert main(["bench", "window"]) == 0
    assert "frame  8.5 ms" in capsys.readouterr().out
    assert main(["bench"]) == 64  # the games' benches want their levels


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["slitherlink"], "there is no bench of 'slitherlink' (there are: taquin)"),
        (["--levels", "/nowhere"], "there is no folder of levels '/nowhere': name one with --levels"),
        (["--peers", "friend"], "--peers: 'friend' is not NAME=PATH"),
    ],
)
def test_wrong_usage(bench: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *arguments]) == 64
    assert capsys.readouterr().err == said + "\n"


def test_without_the_source_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("CASSETETE_BENCH", raising=False)
    monkeypatch.setattr("cassetete.__file__", "/nowhere/lib/cassetete/__init__.py")
    assert main(["bench"]) == 64
    assert capsys.readouterr().err.startswith("the benches come with the source, not with the package")


def test_the_tools_of_the_benches_do_what_their_examples_say() -> None:
    done = subprocess.run([sys.executable, "-m", "doctest", str(ROOT / "bench" / "timing.py")], check=False)
    assert done.returncode == 0


KERNEL = "from cassetete.speed.jit import kernel\n\n@kernel\ndef twice(n):\n    return 2 * n\n\n"
GAME = """
from dataclasses import replace
from cassetete_plugin_taquin.game import GAME as TAQUIN
quick = replace(TAQUIN.solvers[0], id="quick", kernel=f"{__package__}.kernel")
maker = replace(TAQUIN.making.generators[0], kernel=f"{__package__}.broken")
GAME = replace(TAQUIN, id="warmed", solvers=(quick,), making=replace(TAQUIN.making, generators=(maker,)))
"""


def test_warm_compiles_what_is_not_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "warmed"
    folder.mkdir()
    (folder / "kernel.py").write_text(KERNEL + "def warm_up():\n    assert twice(2) == 4\n", "utf-8")
    (folder / "broken.py").write_text("def warm_up():\n    raise ValueError('no')\n", "utf-8")
    (folder / "game.py").write_text(GAME, "utf-8")
    named = {"CASSETETE_GAMES": f"{ROOT / 'tests' / 'plugins'}:{folder}", "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def warm(*arguments: str, **more: str) -> tuple[int, list[str], str]:
        command = [sys.executable, "-m", "cassetete", "warm", "warmed", *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment(**{**named, **more}), check=False
        )
        return done.returncode, done.stdout.splitlines(), done.stderr

    module = "cassetete_plugin_warmed.kernel"
    failed = "cassetete_plugin_warmed.broken cannot be compiled: ValueError: no\n"
    code, out, err = warm()
    assert (code, err) == (1, failed)
    assert out[0] == f"1/2 {module}: compiling…" and out[1].startswith(f"1/2 {module}: compiled in ")
    assert warm() == (1, [f"1/2 {module}: ready", "2/2 cassetete_plugin_warmed.broken: compiling…"], failed)
    assert warm("--quiet", CASSETETE_JIT="0") == (0, [], "")
