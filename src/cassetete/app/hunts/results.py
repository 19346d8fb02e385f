"""The results file of a hunt: one line of JSON for each finished task, and lines that keep how far others have come.

Files can be joined with `cat`. A line cut short (by a power cut, a killed process) is skipped, and removed before
anything is written after it: its task is done again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from cassetete.core.errors import CasseteteError
from cassetete.core.file_lock import lock_file
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

Report = Callable[[Text], None]

_BINARY = getattr(os, "O_BINARY", 0)
"""Windows writes line ends of its own without it."""

LONGEST_LINE = 100_000
_MOST_CUT = 20
"""The longest line that can be a result, and how many lines cut short may stand before one."""


class BadResultsFile(CasseteteError):
    """A file that cannot be read or written, or that another hunt is writing."""


@dataclass(frozen=True)
class TaskResult:
    """What a task found. `exhaustive`: the tasks of its hunt together try every level of the size."""

    game: str
    size: str
    task: str
    seed: int
    length: int
    level: str
    tried: int
    exhaustive: bool
    seconds: float

    @property
    def line(self) -> str:
        """As it stands in the file.

        >>> record = TaskResult("taquin", "2x2", "2x2 hole 0", 0, 6, "0|3", 6, True, 0.5)
        >>> read_line(record.line) == record
        True
        """
        return json.dumps(asdict(self)) + "\n"


@dataclass(frozen=True)
class BegunTask:
    """How far a task has come: its game continues it from the text `kept`. The last line of a task counts."""

    game: str
    size: str
    task: str
    kept: str
    seconds: float

    @property
    def line(self) -> str:
        """As it stands in the file.

        >>> begun = BegunTask("pushit", "5x5", "anneal 5 4 100000 7", "[512]", 0.5)
        >>> read_line(begun.line) == begun
        True
        """
        return json.dumps(asdict(self)) + "\n"


Record: TypeAlias = TaskResult | BegunTask


def read_line(line: str) -> Record | None:
    """The record in a line, even one that follows a line cut short; None if there is none.

    >>> record = TaskResult("taquin", "2x2", "2x2 hole 0", 0, 6, "0|3", 6, True, 0.5)
    >>> read_line('{"game": "taqu' + record.line) == record
    True
    """
    if len(line) > LONGEST_LINE:
        return None
    starts = [start.start() for start in re.finditer(r'\{"game": "', line)]
    for start in starts[-1:] if len(starts) > _MOST_CUT else starts:
        with suppress(ValueError, RecursionError):
            record = _understood(json.loads(line[start:]))
            if record is not None:
                return record
    return None


_KINDS: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "bool": (bool,), "float": (float, int)}


def _understood(found: Any) -> Record | None:
    if not isinstance(found, dict):
        return None
    kind = BegunTask if "kept" in found else TaskResult
    values: dict[str, Any] = {}
    for field in fields(kind):
        value, kinds = found.get(field.name), _KINDS[str(field.type)]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            return None
        values[field.name] = value
    return kind(**values)


def read(path: Path, report: Report) -> list[Record]:
    """The records in a file; other lines are reported and skipped."""
    records = []
    try:
        if path.is_char_device():
            raise BadResultsFile(_("{path}: a device is not a file of results", path=path))
        with path.open(encoding="utf-8", errors="replace") as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                while len(line) > LONGEST_LINE and not line.endswith("\n"):  # skip the rest, without keeping it
                    line = "…" + stream.readline(LONGEST_LINE)
                record = read_line(line)
                if record is not None:
                    records.append(record)
                elif line.strip():
                    report(_("{path}:{line}: skipped, this is not a finished task", path=path, line=number))
    except (OSError, ValueError) as error:
        raise _bad(path, error) from None
    return records


class ResultsFile:
    """A file being written: each line goes out whole, at once. Only one hunt at a time writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o666)
        except (OSError, ValueError) as error:
            raise _bad(path, error) from None
        try:
            lock_file(self._file, wait=False)
        except BlockingIOError:
            os.close(self._file)
            raise BadResultsFile(_("{path}: another search is writing this file", path=self.path)) from None
        self.mended = self._mend()

    def _mend(self) -> bool:
        """Cut off a last line that was cut short, or end it if only its end is missing; whether one was."""
        size = os.fstat(self._file).st_size
        if size == 0:
            return False
        start = max(0, size - 4 * LONGEST_LINE)
        with self.path.open("rb") as stream:
            stream.seek(start)
            content = stream.read(size - start)
        whole = content.rfind(b"\n") + 1
        last = content[whole:]
        if whole == 0 and start:  # the last line of a hunt is never as long
            os.close(self._file)
            raise BadResultsFile(_("{path}: this is not a file of results", path=self.path))
        if last and read_line(last.decode("utf-8", "replace")) is None:
            os.ftruncate(self._file, start + whole)
        elif last:
            os.write(self._file, b"\n")
        return bool(last)

    def add(self, record: Record) -> None:
        """Write a record; BadResultsFile if the disk is full."""
        line = record.line.encode("utf-8")
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            raise _bad(self.path, error) from None

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(OSError):  # a device has nothing to sync
            os.fsync(self._file)
        os.close(self._file)


def _bad(path: Path, error: Exception) -> BadResultsFile:
    why = getattr(error, "strerror", None) or str(error)
    return BadResultsFile(_("{path}: {why}", path=path, why=why))
