"""A library of kernels is used only if it fits: this system, these sources, not damaged; and only for its types."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cassetete.speed import library, small_arrays
from cassetete.speed.arrays import np


def written(folder: Path, **changes: Any) -> Path:
    code = b"machine code"
    (folder / "some.so").write_bytes(code)
    content = {
        "library": "some.so",
        "hash": hashlib.sha256(code).hexdigest(),
        "sources": "abc",
        "processor": [],
        "functions": {},
    }
    (folder / f"{library.PLATFORM}.json").write_text(json.dumps(content | changes), "utf-8")
    return folder


def test_it_is_found_if_it_fits(tmp_path: Path) -> None:
    assert library.find(tmp_path, "abc") is None
    found = library.find(written(tmp_path), "abc")
    assert found is not None and not found.loaded
    assert library.find(tmp_path, "") is not None  # a page has no sources


@pytest.mark.parametrize(
    "changes", [{"sources": "abd"}, {"library": "other.so"}, {"hash": "0"}, {"processor": ["no-such"]}, {"hash": None}]
)
def test_it_is_left_aside_if_it_does_not_fit(changes: dict[str, Any], tmp_path: Path) -> None:
    assert library.find(written(tmp_path, **changes), "abc") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sources": "abc"}', "nonsense"])
def test_a_list_of_another_version_is_left_aside(text: str, tmp_path: Path) -> None:
    (written(tmp_path) / f"{library.PLATFORM}.json").write_text(text, "utf-8")
    assert library.find(tmp_path, "abc") is None


@pytest.mark.parametrize("key", ["check", "version", "functions", "hash", "library"])
def test_a_list_with_a_damaged_place_is_left_aside(key: str, tmp_path: Path) -> None:
    content: dict[str, Any] = {"functions": {"f": [{"symbol": "k0", "takes": ["array <u8 1 C"], "gives": "none"}]}}
    path = written(tmp_path, version=2, **content) / f"{library.PLATFORM}.json"
    whole = json.loads(path.read_bytes())
    path.write_text(json.dumps(whole | {"check": library.check_of(whole)}), "utf-8")
    assert library.find(tmp_path, "abc") is not None
    text = path.read_text("utf-8")
    for old, new in ((f'"{key}"', f'"{key[:-1]}x"'), ("<u8 1 C", "<u8 1 A"), ('"k0"', '"k1"')):
        path.write_text(text.replace(old, new), "utf-8")
        assert library.find(tmp_path, "abc") is None


def test_a_deep_list_is_left_aside(tmp_path: Path) -> None:
    (written(tmp_path) / f"{library.PLATFORM}.json").write_text("[" * 200_000, "utf-8")
    assert library.find(tmp_path, "abc") is None


def test_what_the_system_does_not_load_is_said(tmp_path: Path) -> None:
    found = library.find(written(tmp_path), "abc")
    assert found is not None and not found.loads() and not found.loaded


class Code:
    """A function of a library that takes down its words."""

    argtypes: Any = ()
    restype: Any = None

    def __call__(self, words: bytes, _room: Any) -> int:
        self.words = words
        return 0


@pytest.mark.parametrize("arrays", [np, small_arrays])
def test_arguments_become_words_only_if_their_types_are_right(arrays: Any) -> None:
    code = Code()
    variant = library.Variant(code, ["int64", "array <u8 2 C", ["boolean", "array <i4 1 A"]], "none")
    table, row = arrays.zeros((3, 5), arrays.uint64), arrays.zeros(9, arrays.int32)
    words = variant.pack((-1, table, (True, row[::2])))
    assert words is not None and len(words) == 8 * (1 + 3 + 1 + 3)
    assert variant.call(words) is None and code.words is words
    numbers = [int.from_bytes(words[8 * i : 8 * i + 8], "little", signed=True) for i in range(8)]
    assert numbers == [-1, table.ctypes.data, 3, 5, 1, row.ctypes.data, 5, 8]
    for wrong in (
        (-1, table),
        (1.5, table, (True, row)),
        (2**63, table, (True, row)),
        (-1, table[0], (True, row)),
        (-1, table[:, 1:], (True, row)),
        (-1, row, (True, row)),
        (-1, table, (True,)),
        (-1, table, row),
        (-1, 3, (True, row)),
    ):
        assert variant.pack(wrong) is None
