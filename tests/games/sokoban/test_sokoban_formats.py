"""Reading and writing Sokoban levels: round trips, the variants in use, and errors with their place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.errors import BadLevel, BadMove
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.formats import FORMATS, slc, xsb, xsb_boards
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.model import Level
from classic import classic
from games.sokoban.sokoban_boards import any_level, drawn

FORM = {form.id: form for form in FORMATS}
U, D, L, R = Direction


def levels_in(text: str, form: str = "xsb") -> list[Level]:
    found = FORM[form].parse(text)
    return [one.level for one in found if not isinstance(one, BadLevel)]


@settings(deadline=None)
@given(st.lists(any_level(), min_size=1, max_size=4))
def test_collections_come_back_as_they_were(levels: list[Level]) -> None:
    for form in ("xsb", "slc"):
        assert levels_in(FORM[form].dump(levels), form) == levels


@settings(deadline=None)
@given(any_level())
def test_the_sheets_format_comes_back_as_it_was(level: Level) -> None:
    assert levels_in(FORM["sheet"].dump([level]), "sheet") == [level]


_SOUP = st.text("# @$+*.-_|0123456789()pPbBoROS:;<>/Level\n\r\t²é\0", max_size=200) | st.text(max_size=80)


@settings(max_examples=300, deadline=None)
@given(_SOUP, st.sampled_from(sorted(FORM)))
def test_any_text_is_read_or_refused_in_its_place(text: str, form: str) -> None:
    assert 0 <= FORM[form].likeness(text) <= 100
    try:
        found = FORM[form].parse(text)
    except BadLevel as error:
        found = [error]
    for one in found:
        if isinstance(one, BadLevel):
            assert one.line >= 1 and one.column >= 1
        else:
            GAME.problems(one.level)
            assert levels_in(FORM["xsb"].dump([one.level])) == [one.level]


@pytest.mark.parametrize("form", sorted(FORM))
@pytest.mark.parametrize("line", ["#" * 10_000_000, "O" * 10_000_000, "9" * 10_000_000, "x" * 10_000_000])
def test_an_endless_line_is_refused(form: str, line: str) -> None:
    FORM[form].likeness(line)
    with pytest.raises(BadLevel):
        FORM[form].parse(line)


@pytest.mark.parametrize(
    ("name", "count"), [("microban1_155.txt", 155), ("xsokoban_90.xsb", 90), ("boxoban_hard_000_1000.txt", 1000)]
)
def test_the_classic_sets_are_read_whole(name: str, count: int) -> None:
    text = classic(f"sokoban/{name}").read_text("utf-8")
    levels = levels_in(text)
    assert len(levels) == count
    assert levels_in(FORM["xsb"].dump(levels)) == levels
    assert FORM["xsb"].likeness(text) == 100
    assert all(level.headers.title and not GAME.problems(level) for level in levels)


BOARD = "#####\n#@$.#\n#####\n"


def test_comments_above_a_board_name_it() -> None:
    first, second = levels_in(f"; A set\n; by me\n\n; 1\n\n{BOARD}\n;screen.02\n{BOARD}")
    assert (first.headers.title, first.headers.notes) == ("1", ("A set", "by me"))
    assert (second.headers.title, second.headers.notes) == ("screen.02", ())


def test_keys_below_a_board_are_its_own() -> None:
    first, second = levels_in(f"{BOARD}Title: One\nAuthor: A\n\n{BOARD}Title: Two\n")
    assert (first.headers.title, first.headers.author, second.headers.title) == ("One", "A", "Two")


def test_a_file_may_write_all_its_keys_below_with_a_gap() -> None:
    first, second = levels_in(f"{BOARD}\nTitle: One\n\n{BOARD}\nTitle: Two\n")
    assert (first.headers.title, second.headers.title) == ("One", "Two")


def test_keys_above_a_board_are_its_own() -> None:
    first, second = levels_in(f"Title: One\nSource: here\n{BOARD}\nTitle: Two\nCost: 1 4\n\n{BOARD}")
    assert first.headers == Headers(title="One", extra=(("source", "here"),))
    assert (second.headers.title, second.costs) == ("Two", (1, 4))


def test_levels_need_no_blank_line_between_them() -> None:
    assert [level.headers.title for level in levels_in(f"; 1\n{BOARD}; 2\n{BOARD}; 3\n{BOARD}")] == ["1", "2", "3"]


def test_text_and_numbers_between_boards_are_no_rows() -> None:
    text = f"My levels\n=========\n\nLevel 1\n{BOARD}\n----------\n2.\n{BOARD}\n#### Level 3 ####\n\n{BOARD}"
    assert [level.headers.title for level in levels_in(text)] == ["Level 1", "2.", "#### Level 3 ####"]


def test_a_comment_block_is_kept_as_notes() -> None:
    (level,) = levels_in(f"{BOARD}Title: One\nComment:\n#####\nhard\nComment-End:\n")
    assert level.headers == Headers(title="One", notes=("#####", "hard"))


@pytest.mark.parametrize("rows", ["5#|#@$.#|5#", "5#|#@$.#\n5#", "5#\n#1@1$1.#\n2#3(#)\n", "#####\n#pbo#\n#####"])
def test_other_ways_to_write_a_board(rows: str) -> None:
    assert levels_in(rows) == [drawn("#####", "#@$.#", "#####")]


def test_floors_may_be_seen_and_the_margin_counts() -> None:
    assert drawn("  #####", "--#@-$_.#", "#####   ").boxes == {(1, 5)}
    assert drawn("  #####", "--#@-$_.#", "#####   ").columns == 9


def test_one_broken_level_does_not_lose_the_others() -> None:
    found = FORM["xsb"].parse(f"; 1\n{BOARD}\n; 2\n#####\n#@x.#\n#####\n\n; 3\n{BOARD}\n; 4\n#####\n#@$+#\n#####\n")
    assert [isinstance(one, BadLevel) for one in found] == [False, True, False, True]
    places = [(one.line, one.column) for one in found if isinstance(one, BadLevel)]
    assert places == [(8, 3), (18, 4)]


def test_places_are_those_of_the_file() -> None:
    (parsed,) = FORM["xsb"].parse("Title: One\n\n5#|#@2 $.#|7#\n")
    assert not isinstance(parsed, BadLevel)
    assert (parsed.line, parsed.places[1, 0], parsed.places[1, 4]) == (3, (3, 4), (3, 8))


def test_xml_escapes_and_cdata_are_read_and_written() -> None:
    text = (
        '<?xml version="1.0"?>\n<SokobanLevels>\n<Title>A &amp; B</Title>\n<LevelCollection Copyright="me">\n'
        '<Level Id="1 &lt; 2"><L>#####</L><L><![CDATA[#@$.#]]></L><L>#####</L></Level>\n'
        "</LevelCollection></SokobanLevels>\n"
    )
    (level,) = levels_in(text, "slc")
    assert level.headers == Headers(title="1 < 2", author="me", notes=("A & B",))
    assert levels_in(FORM["slc"].dump([level]), "slc") == [level]


def test_entities_are_refused() -> None:
    laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><SokobanLevels>&b;</SokobanLevels>'
    with pytest.raises(BadLevel, match="1:1: a document type"):
        FORM["slc"].parse(laughs)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (BOARD, "xsb"),
        ("OOOOO\nORBSO\nOOOOO\n", "sheet"),
        ("# title: Dots\nOOOOO\nO.B O\nOOOOO\n", "sheet"),
        ("<SokobanLevels/>", "slc"),
        ("#####\n#@x.#\n#####\n", "xsb"),
        ("OOOOO\nORxSO\nOOOOO\n", "sheet"),
    ],
)
def test_the_alphabets_are_recognised(text: str, form: str) -> None:
    scores = {one.id: one.likeness(text) for one in FORMATS}
    assert max(scores, key=lambda one: scores[one]) == form
    assert scores[form] >= 60 and all(score == 0 for one, score in scores.items() if one != form)


@pytest.mark.parametrize(
    "text", ["1 0\n0 2\n", "# title: Tour\n# tall: 2\n1 0\n0 0\n", "_BS\nG__\n", "2_\n_3\n", "words"]
)
def test_other_games_are_not_ours(text: str) -> None:
    assert [form.likeness(text) for form in FORMATS] == [0, 0, 0]


def test_lurd_is_read_in_every_way_it_is_written() -> None:
    level = drawn("#######", "#@ $ .#", "#######")
    state = rules.start(level)
    assert GAME.notation.write(level, state, (R, R, R)) == "rRR"
    for text in ("rRR", "RRR", "3r", "r2R", "r 2(R)\n", "3(r)"):
        assert GAME.notation.read(level, state, text) == (R, R, R)


@pytest.mark.parametrize(
    ("text", "column"),
    [("rrx", 3), ("2", 1), ("2(r", 2), ("r)", 2), ("0r", 1), ("9999999999r", 1), ("999(999(999(r)))", 15), ("²r", 1)],
)
def test_what_is_no_move_is_refused_in_its_place(text: str, column: int) -> None:
    level = drawn("#######", "#@ $ .#", "#######")
    with pytest.raises(BadMove) as freeze_deadlock_after:
        GAME.notation.read(level, rules.start(level), text)
    assert freeze_deadlock_after.value.column == column


PUBLISHED = """\
; A collection as people publish them
::  with comments of both kinds

Title: First
Author: Anna

-#####-
_#@$.#_
-#####-

; Level 2
########
#p b  o#
#  B  P#
########
Title: Second
Author: Ben
Comment: the goal is a letter

Solution/Pushes: 2
rrRR

; 3
7#|#@-$-.#|7#
"""


def test_what_people_publish_is_read() -> None:
    text = PUBLISHED.replace("P#", " #")
    levels = levels_in(text)
    assert len(levels) == 3 and not any(GAME.problems(level) for level in levels)
    assert [level.headers.title for level in levels] == ["First", "Second", "3"]
    assert [level.headers.author for level in levels] == ["Anna", "Ben", ""]
    assert levels[1].headers.solution == "rrRR"
    assert levels[2].boxes == {(1, 3)} and levels[2].targets == {(1, 5)}


@pytest.mark.parametrize(
    "below",
    [
        "Solution\nrRR\n",
        "\nSolution:\nrR\nR\n",
        "Title: x\n\nSolution (3 moves)\n\nrRR\n\nTitle: y\n",
        "Solution: rRR\n",
        "solution\nr2R\n",
    ],
)
def test_a_solution_below_a_board_is_of_that_board(below: str) -> None:
    text = "#######\n#@ $ .#\n#######\n" + below + "\n######\n#@ $ #\n#  . #\n######\n"
    first, second = levels_in(text)
    assert GAME.notation.read(first, rules.start(first), first.headers.solution) == (R, R, R)
    assert second.headers.solution == ""
    again = levels_in(FORM["xsb"].dump([first, second]))
    assert [level.headers.solution for level in again] == [first.headers.solution, ""]


@pytest.mark.parametrize(
    "text",
    [
        "rRR",
        "Solution\nrRR",
        "Solution: rRR",
        "Moves: 3\nPushes: 2\nrRR\n",
        "######\n#@ $.#\n######\n\nTitle: Forêt\nSolution (3 moves)\nr\nRR\n",
        "; by hand\nr\nR R",
        "Solution\nrRR\n\nSolution 2\nrRRll\n",
    ],
)
def test_moves_below_headings(text: str) -> None:
    read = GAME.notation.read(None, None, text)  # type: ignore[arg-type]
    assert "".join(move.letter for move in read) == "RRR"


@pytest.mark.parametrize(("text", "column"), [("rxR", 2), ("r\nRxR", 4), ("Solution\nrxR", 11)])
def test_a_mistake_among_moves_has_its_place(text: str, column: int) -> None:
    with pytest.raises(BadMove) as caught:
        GAME.notation.read(None, None, text)  # type: ignore[arg-type]
    assert caught.value.column == column


@pytest.mark.parametrize("form", [xsb, slc])
def test_a_collection_has_a_limit(form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xsb_boards, "MAX_LEVELS", 2)
    monkeypatch.setattr(slc, "MAX_LEVELS", 2)
    level = xsb.parse("#####\n#@$.#\n#####")[0].level  # type: ignore[union-attr]
    assert len(form.parse(form.dump([level] * 2))) == 2
    with pytest.raises(BadLevel, match="at most 2 levels"):
        form.parse(form.dump([level] * 3))
