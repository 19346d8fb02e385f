"""Files in other encodings than UTF-8 are read: byte order marks, UTF-16, Latin-1, and what XML declares."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.decode import decode
from cassetete.app.levels.library import LoadedLevel, read
from cassetete.core.errors import BadLevel

XSB = "; François l'a dessiné\nTitle: Forêt\n\n#####\n#@$.#\n#####\n"
SLC = (
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<SokobanLevels><LevelCollection Copyright="François">'
    '<Level Id="Forêt"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>\n'
)


@pytest.mark.parametrize("text", [XSB, SLC], ids=["xsb", "slc"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_another_encoding_is_read(text: str, encoding: str, tmp_path: Path) -> None:
    if text is SLC and encoding != "latin-1":
        text = text.replace("ISO-8859-1", encoding.removesuffix("-sig"))
    path = tmp_path / "level.txt"
    path.write_bytes(text.encode(encoding))
    (entry,) = read(str(path))
    assert isinstance(entry, LoadedLevel) and entry.game.id == "sokoban"
    assert entry.level.headers.title == "Forêt"


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=2, max_size=50))
def test_marked_text_comes_back_as_it_was(text: str) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        assert decode(text.encode(encoding)) == text


@given(st.binary(max_size=100))
def test_any_bytes_are_text_or_refused(content: bytes) -> None:
    try:
        text = decode(content)
    except BadLevel as error:
        assert error.line >= 1 and error.column >= 1
    else:
        assert "\0" not in text


def test_the_end_of_file_mark_of_dos_is_dropped() -> None:
    assert decode(b"3_2\r\n\x1a") == "3_2\r\n"


def test_the_line_ends_of_old_macintoshes_are_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "level.xsb"
    path.write_bytes(XSB.replace("\n", "\r").encode("mac-roman"))
    (entry,) = read(str(path))
    assert isinstance(entry, LoadedLevel) and entry.game.id == "sokoban"
