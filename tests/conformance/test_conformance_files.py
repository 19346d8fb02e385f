"""Every game: no text, however broken, gives anything but a level or an error with a place in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from walks import pack_entries

from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text, recognise
from cassetete.app.registry import games
from cassetete.core.contract import AnyGame
from cassetete.session import saves
from cassetete.session.session import begin
from cassetete.speed.random import Random

SCRAPS = [
    "",
    " ",
    "_",
    "0",
    "9",
    "15",
    "16",
    "-1",
    "#",
    "# ",
    "# start: 9 9\n",
    "# cost: x\n",
    "# stars: 1\n",
    "\n",
    "\n\n",
]
SCRAPS += [
    "\t",
    "\r",
    "\x00",
    "é",
    "²",
    "٣",
    "|",
    "S",
    "W",
    "A",
    "a",
    "$",
    "@",
    "R",
    "but 3\n",
    "situation 5\n",
    "animals 1 1\n",
]
SCRAPS += ["0,0-0,1=+\n", "9" * 4000, "<Level>", "&", ";", "Title: x\n", "\u2028", "\ufeff", "slither/3/3/g", "+42+"]


def check(game: AnyGame | None, text: str) -> None:
    for item in read_text(text, "fuzz", game):
        if isinstance(item, Unreadable):
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert 1 <= item.line <= len(lines) + 1, str(item)
            assert item.column >= 1
            assert str(item.text)
        else:
            assert isinstance(item, LoadedLevel)
            one = item.game
            for problem in item.problems():
                assert str(problem.text)
            list(one.rules.moves(item.level, item.state))
            again = one.formats[0].parse(one.formats[0].dump([item.level]))
            assert [getattr(level, "level", level) for level in again] == [item.level]


def test_damaged_levels(game: AnyGame) -> None:
    random = Random(11)
    texts = [form.dump([entry.level]) for entry in pack_entries(game)[:4] for form in game.formats[:1]]
    texts += [saves.dump(begin(game, entry.level)) for entry in pack_entries(game)[:2]]
    for text in texts:
        for _time in range(60):
            damaged = text
            for _cut in range(1 + random.below(3)):
                start = random.below(len(damaged) + 1)
                end = min(len(damaged), start + random.below(4))
                damaged = damaged[:start] + random.choice(SCRAPS) + damaged[end:]
            check(game, damaged)
            check(None, damaged)


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_text_at_all(text: str) -> None:
    check(None, text)
    for game in games().values():
        check(game, text)


@given(st.text(alphabet="_-BGSW*0123 \n#O.R$@+abAF|", max_size=60))
@settings(max_examples=200)
def test_texts_that_look_like_levels(text: str) -> None:
    check(None, text)
    for game in games().values():
        check(game, text)


def test_huge_lines_are_refused(game: AnyGame) -> None:
    text = game.formats[0].dump([pack_entries(game)[0].level])
    body = next(line for line in text.split("\n") if line and not line.startswith("# "))
    huge = (body * (2_000_000 // len(body)))[:2_000_000]
    for junk in (huge, huge + "\n" + huge, "x" * 2_000_000, "\n" * 2_000_000 + "x"):
        for item in read_text(junk, "huge", game):
            assert isinstance(item, Unreadable), junk[:20]


def likeness(game: AnyGame, text: str) -> int:
    return max(form.likeness(text) for form in game.formats)


def test_every_format_scores_its_own_best(game: AnyGame) -> None:
    others = [other for other in games().values() if other.id != game.id]
    for entry in pack_entries(game):
        text = game.formats[0].dump([entry.level])
        score = likeness(game, text)
        assert 0 < score <= 100
        assert all(likeness(other, text) < score for other in others), entry.title
    for other in others:
        for entry in pack_entries(other)[:10]:
            text = other.formats[0].dump([entry.level])
            assert likeness(game, text) < likeness(other, text), f"takes a level of {other.id} for its own"


def test_a_text_with_a_typing_error_still_looks_like_the_format(game: AnyGame) -> None:
    lines = game.formats[0].dump([pack_entries(game)[0].level]).rstrip("\n").split("\n")
    lines[-1] = lines[-1][:-1] + "§"
    assert 0 < likeness(game, "\n".join(lines) + "\n") <= 100


def test_a_grid_of_nothing_but_blanks_is_a_slitherlink() -> None:
    for text in ("___\n___\n", "_\n", "---\n---\n"):
        assert recognise(text)[0].id == "slitherlink"
