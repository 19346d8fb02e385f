"""Titles, authors and names of files that nobody would choose: whatever they are, nothing else breaks."""

from __future__ import annotations

import io
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cassetete.app.files import write_file
from cassetete.app.levels import links
from cassetete.app.levels.decode import decode
from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.levels.saving import file_name
from cassetete.app.store import Store
from cassetete.cli.main import main
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import LONGEST_TITLE, Headers, split_headers
from cassetete.core.message import printable, whole
from cassetete.session import saves
from cassetete.session.session import begin

PIECES = st.sampled_from(
    ["\x1b[2J", "\x9b", "\0", "\x7f", "\x85", "\u2028", "\u202e", "\ud800", "</script>", "]]>", '"', "CON", "aux.txt",
     "com1 .x", "LPT¹", "...", "   ", "../", "a:b", "\\", "?", "👩‍👩‍👧", "é" * 90, "x" * 10**4, "\n",
     "\r\n# optimum: 1\n", "| "]
)  # fmt: skip
TITLES = st.lists(PIECES | st.text(max_size=5), max_size=4).map("".join)
DEVICES = re.compile(r"(con|prn|aux|nul|(com|lpt)[1-9¹²³])\s*(\..*)?", re.IGNORECASE)


@given(TITLES, st.sampled_from(["", ".txt", ".save"]))
@example("aux .txt", "")
@example("con.", ".txt")
def test_every_system_takes_the_names_of_files(title: str, extension: str) -> None:
    name = file_name(title, "sokoban", extension)
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f\ud800-\udfff]', name)
    assert not DEVICES.fullmatch(name) and name[-1] not in " ." and name[0] != " "
    assert 0 < len(name.encode()) <= 200


@given(TITLES, TITLES)
def test_a_title_stays_in_its_line_of_a_file(title: str, author: str) -> None:
    headers = Headers(title=title, author=author, notes=(title,))
    read = split_headers(headers.dump() + "\n1 2\n")
    assert read.body == ["1 2"]
    assert read.headers.optimum is None
    assert len(read.headers.title) <= LONGEST_TITLE


@given(title=TITLES)
def test_a_level_is_kept_under_any_title(game: AnyGame, title: str) -> None:
    found = pack(game.id)
    assert found is not None
    level = found.entry("1").level
    level = replace(level, headers=replace(level.headers, title=title, author=title))
    for form in game.formats:
        try:
            form.dump([found.entry("1").level])
        except CasseteteError:
            continue  # this format cannot hold the level, whatever its title
        [entry] = read_text(decode(whole(form.dump([level])).encode()), "x", game)
        assert isinstance(entry, LoadedLevel), (form.id, entry)
    [entry] = read_text(saves.dump(replace(begin(game, level), name=title), source=title), "x", game)
    assert isinstance(entry, LoadedLevel), entry
    address = links.link(game, level)
    assert re.fullmatch("[!-~]+", address)
    assert replace(links.read(address).entry.level, headers=level.headers) == level


def test_half_a_character_is_written_as_what_it_is(tmp_path: Path) -> None:
    write_file(tmp_path / "x.txt", "caf\udce9\n")
    assert (tmp_path / "x.txt").read_bytes() == b"caf\\udce9\n"
    with Store(tmp_path) as store:
        store.write(lambda db: db.execute("INSERT INTO settings VALUES (?, ?)", ("x", '"caf\udce9"')))
        assert store.read("SELECT value FROM settings WHERE value = ?", '"caf\udce9"') == [(whole('"caf\udce9"'),)]


@pytest.mark.posix
@pytest.mark.skipif(os.name == "nt", reason="names of files are Unicode there")
def test_a_win_of_a_level_whose_file_has_no_name_in_utf8_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / os.fsdecode(b"caf\xe9.txt")
    try:
        file.write_text("_S\n_G\n")
    except OSError:
        pytest.skip("this disk has UTF-8 names only")
    monkeypatch.setattr("sys.stdin", io.StringIO("D\n"))
    profile = ["--profile", str(tmp_path / "profile")]
    assert main(["play", str(file), "--plain", *profile]) == 0
    assert main(["records", *profile]) == 0
    said = capsys.readouterr().out
    assert "caf\\udce9" in said and said == printable(said)
