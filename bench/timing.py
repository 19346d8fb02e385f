"""What the games' benches share: CPU time of calls and of programs, percentiles, C++ twins, rows and their table.

CPU time, never the clock on the wall: a busy machine must not change a verdict. `python bench/GAME.py` finds this
module beside it, and `cassetete bench` puts this folder on the path: a bench says `from timing import …`.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cassetete.core.errors import CasseteteError

T = TypeVar("T")

FLAGS = ("-O3", "-march=native", "-std=c++20")


class NoCompiler(Exception):
    """There is no C++ compiler here; a bench then leaves its twin out and says so in the note."""


class Timed(NamedTuple):
    """What a call gave, and the CPU seconds of each time it was made."""

    value: Any
    seconds: list[float]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)

    @property
    def least(self) -> float:
        """The quickest: what the machine can do when nothing disturbs it."""
        return min(self.seconds)


def cpu(call: Callable[[], T], repeat: int = 1, block: int = 1) -> Timed:
    """CPU seconds of this process (all its threads) for each of `repeat` calls, and the last value.

    What takes microseconds is called `block` times between two looks at the clock, which take as long.

    >>> cpu(lambda: 6 * 7, repeat=3).value
    42
    """
    value, seconds = None, []
    for _ in range(repeat):
        begun = time.process_time()
        for _each in range(block):
            value = call()
        seconds.append((time.process_time() - begun) / block)
    return Timed(value, seconds)


def cpu_of_program(
    command: Sequence[str | Path], given: str = "", repeat: int = 1, timeout: float | None = None, **environment: str
) -> Timed:
    """CPU seconds, user and system, of a program and its children, for each of `repeat` runs, and its last output.

    A program that fails raises CalledProcessError, one that is too slow TimeoutExpired.

    >>> cpu_of_program(["echo", "hello"]).value
    'hello\\n'
    """
    words = [str(word) for word in command]
    value, seconds = "", []
    for _ in range(repeat):
        before = _children()
        done = subprocess.run(
            words,
            input=given,
            capture_output=True,
            text=True,
            check=True,
            timeout=timeout,
            env={**os.environ, **environment},
        )
        value = done.stdout
        seconds.append(_children() - before)
    return Timed(value, seconds)


_ANSWERS = """
import json, sys, time
from cassetete.cli.console import Console
from cassetete.cli.main import main
times = []
Console.print = lambda self, text: times.append(time.process_time())
main(["solve", *sys.argv[1:], "--json"])
print(json.dumps(times))
"""


def command_per_level(files: Sequence[Path], *options: str) -> list[float]:
    """The CPU seconds of `cassetete solve FILE … --json` for each file: from one answer to the next.

    Reading, recognising, solving, replaying and writing count; starting does not: the first file is given twice.
    """
    words = [sys.executable, "-c", _ANSWERS, str(files[0]), *map(str, files), *options]
    times: list[float] = json.loads(cpu_of_program(words).value)
    assert len(times) == len(files) + 1, "not every file has one level"
    return [after - before for before, after in pairwise(times)]


def pack_by_command(game: str, others: Mapping[str, float]) -> dict[str, object]:
    """The row of a whole pack solved by `solve --json`; `others` are the milliseconds of programs that only solve."""
    folder = Path(sys.modules[f"cassetete.games.{game}"].__path__[0]) / "levels"
    files = sorted(folder.glob("*.txt"))
    seconds = min(sum(command_per_level(files)) for _run in range(3))
    note = f"{len(files)} levels, {1e3 * seconds / len(files):.2f} ms each"
    return row(game, "`solve --json`", 1e3 * seconds, others, unit="ms", levels="our pack", note=note)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def percentile(values: Sequence[float], hundredth: float) -> float:
    """The value that so many hundredths of them do not exceed (the nearest rank: always one of the values).

    >>> percentile([3, 1, 2, 10], 50), percentile([3, 1, 2, 10], 95)
    (2, 10)
    """
    ordered = sorted(values)
    rank = -(-len(ordered) * hundredth // 100)
    return ordered[max(0, int(rank) - 1)]


def twin(source: Path, flags: Sequence[str] = FLAGS) -> Path:
    """The program compiled from a C++ file, made only once for one state of the file, the flags and the compiler."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        raise NoCompiler("no C++ compiler (g++, c++, clang++ or $CXX)")
    version = subprocess.run([compiler, "--version"], capture_output=True, check=True).stdout
    digest = hashlib.sha256(b"\0".join([version, " ".join(flags).encode(), source.read_bytes()])).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"cassetete-twins-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():  # someone else's folder: their programs are not ours to run
        folder = Path(tempfile.mkdtemp(prefix="cassetete-twins-"))
    program = folder / f"{source.stem}-{digest}"
    if not program.exists():
        draft = program.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, *flags, "-o", str(draft), str(source)], check=True)
        draft.replace(program)
    return program


def peer(peers: Mapping[str, str], name: str, *programs: str) -> str | None:
    """Where another program is: where `--peers NAME=PATH` says, else the first of `programs` on the PATH, else None.

    >>> peer({"ricochet": "/opt/ricochet"}, "ricochet", "ricochet"), peer({}, "nobody", "no-such-program")
    ('/opt/ricochet', None)
    """
    if name in peers:
        return peers[name]
    return next((found for program in programs or (name,) if (found := shutil.which(program))), None)


def row(
    game: str,
    what: str,
    ours: float,
    others: Mapping[str, float],
    *,
    unit: str = "s",
    levels: str = "",
    note: str = "",
    more_is_better: bool = False,
) -> dict[str, object]:
    """One line of the table. A ratio says how many times better ours is: 2.0 is twice as fast, 0.5 half as fast.

    >>> row("turtle", "median", 0.5, {"C": 1.0})["ratio"]
    {'C': 2.0}
    """
    ratio = {
        name: (ours / other if more_is_better else other / ours) if ours and other else float("nan")
        for name, other in others.items()
    }
    return {
        "game": game,
        "set": levels,
        "what": what,
        "unit": unit,
        "ours": ours,
        "others": dict(others),
        "ratio": ratio,
        "note": note,
    }


def readable(folder: Path, game: str, parse: Callable[[str], Sequence[Any]]) -> list[Any]:
    """The first level of each text file in a folder, or in the game's own folder in it; what cannot be read is left."""
    own = folder / game
    found = []
    for path in sorted((own if own.is_dir() else folder).rglob("*.txt")):
        try:
            found.append(parse(path.read_text("utf-8"))[0].level)
        except (CasseteteError, UnicodeDecodeError):
            continue
    return found


def first_answer(game: str, level: str, solver: str = "native") -> dict[str, object]:
    """The row of a new process's first answer by a compiled solver, its machine code kept by an earlier process."""
    command = [sys.executable, "-m", "cassetete", "solve", "--game", game, "--solver", solver, "-"]
    keeping = {"PYTHONDONTWRITEBYTECODE": ""}  # what users have: Python keeps its bytecode
    cpu_of_program(command, level, **keeping)
    seconds = cpu_of_program(command, level, repeat=3, **keeping).seconds
    note = "from the start of Python to its end, a level that takes no time"
    return row(game, "first answer of a new process", min(seconds), {}, levels="a small level", note=note)


def _short(value: float) -> str:
    """A number of three digits, or a whole one.

    >>> _short(0.12345), _short(12.345), _short(1000)
    ('0.123', '12.3', '1000')
    """
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as text, in columns: ours, then each of the others with its ratio.

    >>> print(table([row("turtle", "median", 0.5, {"C": 1.0}, levels="hard")]))
    game    set   what    ours   others
    turtle  hard  median  0.5 s  C 1 s (2.00x)
    """
    lines = [("game", "set", "what", "ours", "others")]
    for item in rows:
        unit = f" {item['unit']}" if item["unit"] else ""
        others = [
            f"{name} {_short(value)}{unit} ({item['ratio'][name]:.2f}x)" for name, value in item["others"].items()
        ]
        note = [f"— {item['note']}"] if item.get("note") else []
        ours = f"{_short(item['ours'])}{unit}"
        lines.append((str(item["game"]), str(item["set"]), str(item["what"]), ours, " ".join([*others, *note])))
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[4]]).rstrip()
        for line in lines
    )
