"""Slitherlink files: grids, positions, puzz.link addresses; fuzzed input gives BadLevel or a level, nothing else."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Want
from cassetete.core.contract import Status
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import Headers
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.formats import puzzlink
from cassetete.games.slitherlink.formats.grid import GRID
from cassetete.games.slitherlink.formats.puzzlink import PUZZLINK
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.model import Level, State
from cassetete.games.slitherlink.solvers.native import unique
from classic import classic

SAMPLES = tomllib.loads((resources.files(GAME.package) / "samples.toml").read_text("utf-8"))
FORMATS = {form.id: form for form in GAME.formats}
WORDS = st.text("abcdefgh 0123:#", min_size=1, max_size=12).map(str.strip).filter(lambda word: word and word[0] != "#")


@st.composite
def levels(draw: st.DrawFn, marked: bool = True) -> Level:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    clue = st.sampled_from((None, None, 0, 1, 2, 3, 4))
    clues = tuple(tuple(draw(clue) for _ in range(columns)) for _ in range(rows))
    level = Level(rows, columns, clues)
    every = (1 << level.edges) - 1
    lines = draw(st.integers(0, every)) if marked else 0
    crosses = draw(st.integers(0, every)) & ~lines if marked else 0
    inside = draw(st.integers(0, (1 << rows * columns) - 1)) if marked else 0
    outside = draw(st.integers(0, (1 << rows * columns) - 1)) & ~inside if marked else 0
    headers = Headers(title=draw(WORDS), optimum=draw(st.none() | st.integers(0, 99)), extra=(("key", draw(WORDS)),))
    return Level(rows, columns, clues, State(lines, crosses, inside, outside), headers)


@given(levels())
def test_grid_round_trip(level: Level) -> None:
    assert [found.level for found in GRID.parse(GRID.dump([level]))] == [level]  # type: ignore[union-attr]


@given(levels(marked=False))
def test_address_round_trip_without_marks(level: Level) -> None:
    assert [found.level for found in PUZZLINK.parse(PUZZLINK.dump([level]))] == [level]  # type: ignore[union-attr]


@given(levels(), st.integers(0, 2**60), st.integers(0, 2**60))
def test_a_position_loads_as_it_was(level: Level, lines: int, crosses: int) -> None:
    every = (1 << level.edges) - 1
    state = State(lines & every, crosses & every & ~lines)
    (found,) = GRID.parse(GRID.dump([GAME.position(level, state)]))
    assert rules.start(found.level) == state  # type: ignore[union-attr]


def test_every_character_of_an_address() -> None:
    level = puzzlink.parse("https://puzz.link/p?slither/4/3/06b.hd")[0].level
    assert level.clues == ((0, 1, None, 1), (None, None, None, None), (None, 3, None, None))


@pytest.mark.parametrize(
    "address",
    [
        "slither/3/2/3gi2",
        "https://puzz.link/p?slither/3/2/8.h2",
        "http://pzv.jp/p.html?slither/3/2/d.g2",
        "slitherlink/3/2/3j2",
    ],
)
def test_the_same_grid_by_several_addresses(address: str) -> None:
    assert puzzlink.parse(address)[0].level.clues == ((3, None, None), (None, None, 2))


def test_dash_and_underscore_are_both_empty() -> None:
    assert GRID.parse("-_3\n")[0].level.clues == ((None, None, 3),)  # type: ignore[union-attr]


@pytest.mark.parametrize("bad", SAMPLES["bad"], ids=lambda bad: str(bad["name"]))
def test_bad_files_have_their_place(bad: dict[str, object]) -> None:
    with pytest.raises(BadLevel) as caught:
        FORMATS[str(bad.get("format", "grid"))].parse(str(bad["text"]))
    assert [caught.value.line, caught.value.column] == bad["at"]


@given(st.text("_-0123x4 \n\t#:,=+.²é🐑", max_size=60) | st.text(max_size=60))
@example("")
@example("\n\n")
@example("# title: x\n")
@example("slither/")
@example("slither/2/2/²")
@example("_\n\n٣,0-0,1=+")
def test_fuzzed_text_is_a_level_or_a_bad_level(text: str) -> None:
    for form in GAME.formats:
        assert 0 <= form.likeness(text) <= 100
        for start in ("", "slither/", "slither/2/2/", "__\n__\n\n"):
            try:
                form.parse(start + text)
            except BadLevel as error:
                assert error.line >= 1 and error.column >= 1


@pytest.mark.parametrize(
    "text", ["_" * 10_000_000, "slither/1000/1000/" + "0" * 10_000_000, "_\n\n" + "0" * 10_000_000]
)
def test_ten_megabytes_are_refused(text: str) -> None:
    form = max(GAME.formats, key=lambda form: form.likeness(text))
    with pytest.raises(BadLevel):
        form.parse(text)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("3_2\n_0_\n", 90, 100),
        ("# title: x\n\n3_2\n_0_\n", 90, 100),
        ("32\n22\n", 90, 100),
        ("3_\n__\n\n0,0-0,1=+\n", 100, 100),
        ("3_2\n_4_\n", 90, 100),
        ("3_2\n_5_\n", 60, 80),
        ("3_2\n_a_\n", 60, 80),
        ("3_2\n_0\n", 60, 100),
        ("___\n___\n", 60, 60),
        ("_B_\nSG_\n", 0, 0),
        ("1 2\n3 0\n", 0, 0),
        ("#####\n#@$.#\n#####\n", 0, 0),
        ("OOO\nORO\n", 0, 0),
        ("", 0, 0),
    ],
)
def test_likeness_of_a_grid(text: str, least: int, most: int) -> None:
    assert least <= GRID.likeness(text) <= most


def test_likeness_of_an_address() -> None:
    assert PUZZLINK.likeness("# title: x\nhttps://puzz.link/p?slither/3/x") == 100
    assert PUZZLINK.likeness("https://puzz.link/p?nurikabe/3/3/g") == 80


def test_the_pack_is_whole_and_each_level_has_one_solution() -> None:
    folder = resources.files(GAME.package) / "levels"
    chapters = tomllib.loads((folder / "pack.toml").read_text("utf-8"))["chapter"]
    names = [name for chapter in chapters for name in chapter["levels"]]
    assert sorted(names) == sorted(path.name[:-4] for path in folder.iterdir() if path.name.endswith(".txt"))
    for name in names:
        (found,) = GRID.parse((folder / f"{name}.txt").read_text("utf-8"))
        assert not isinstance(found, BadLevel)
        assert found.level.headers.title and found.level.headers.optimum
        assert unique(found.level), name
        assert rules.status(found.level, found.level.marks) is Status.OPEN


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?slither/2/2/d0",
        "puzz.link/p?slither/2/2/d0",
        "http://pzv.jp/p.html?slither/2/2/d0/",
        "?slither/2/2/d0",
        "slitherlink/2/2/3h0",
        "https://puzz.link/p?slither/2/2/3..0",
    ],
)
def test_addresses_as_people_paste_them(address: str) -> None:
    (entry,) = read_text(address + "\n", "pasted")
    assert isinstance(entry, LoadedLevel) and entry.level.clues == ((3, None), (None, 0))


@pytest.mark.parametrize(
    ("address", "column", "words"),
    [
        ("https://puzz.link/p?slither/f/2/2/3h0", 29, "'f' stands for other rules"),
        ("https://puzz.link/p?slither/v:/2/2/3h0", 29, "'v:' stands for other rules"),
        ("https://puzz.link/p?slither/2/2/3?h", 34, "'?' means nothing"),
        ("https://puzz.link/p?slither/0/2/g", 29, "1 to"),
        ("https://puzz.link/p?slither/2/2/33333", 37, "more cells"),
        ("https://puzz.link/p?slither/2/2/3", 34, "too few cells (1 of 4)"),
        ("https://puzz.link/p?slither", 28, "size is missing"),
        ("https://puzz.link/p?nurikabe/2/2/3", 21, "'nurikabe', not for slither"),
    ],
)
def test_addresses_that_cannot_be_read_say_why_and_where(address: str, column: int, words: str) -> None:
    (entry,) = read_text(address + "\n", "pasted")
    assert isinstance(entry, Unreadable)
    assert entry.place.endswith(f":1:{column}") and words in str(entry.text)


def test_the_largest_grid_goes_into_an_address_and_back() -> None:
    level = Level(1, MAX_SIDE, (tuple(3 if j % 97 == 0 else None for j in range(MAX_SIDE)),))
    (found,) = PUZZLINK.parse(PUZZLINK.dump([level]))
    assert found.level == level  # type: ignore[union-attr]


@given(levels(marked=False))
def test_an_address_is_what_pzpr_writes(level: Level) -> None:
    """pzpr's rule, stated apart from our encoder: a clue takes up to two empty cells after it, also past the end."""
    cells = [clue for row in level.clues for clue in row]
    body = PUZZLINK.dump([Level(level.rows, level.columns, level.clues)]).strip().rsplit("/", 1)[1]
    at = 0
    for n, character in enumerate(body):
        value = int(character, 36)
        if value > 15:
            run = cells[at : at + value - 15]
            assert len(run) == value - 15 and run == [None] * len(run)
            assert value == 35 or at + len(run) == len(cells) or cells[at + len(run)] is not None
            at += len(run)
            continue
        empty, clue = divmod(value, 5)
        assert cells[at] == clue and not any(cell is not None for cell in cells[at + 1 : at + 1 + empty])
        following = next((k for k in (1, 2) if at + k < len(cells) and cells[at + k] is not None), 3)
        assert empty == following - 1, "the longest that the next clue leaves; three cells at the end of the grid"
        at += 1 + empty
        assert at < len(cells) or n == len(body) - 1
    assert at >= len(cells)


@pytest.mark.parametrize(
    "address",
    [
        "http://pzv.jp/p.html?slither/4/4/dgdh2c7b",
        "http://pzv.jp/p.html?slither/4/4/dgdh2c7b/",
        "?slither/4/4/dgdh2c7b",
        "https://puzz.link/p?slither_edit/4/4/dgdh2c7b",
        "puzz.link/p?slither_play/4/4/dgdh2c7b",
        "https://pzprxs.vercel.app/p.html?slither/4/4/dgdh2c7b",
        "https://puzz.link/p?type=player&slither/4/4/dgdh2c7b",
    ],
)
def test_an_address_may_run_past_the_end_of_the_grid(address: str) -> None:
    (entry,) = read_text(address + "\n", "pasted")
    assert isinstance(entry, LoadedLevel)
    clues = ((3, None, None, None), (3, None, None, None), (None, 2, 2, None), (None, 2, None, 1))
    assert entry.level.clues == clues
    assert PUZZLINK.dump([entry.level]) == "https://puzz.link/p?slither/4/4/dgdh2c7b\n"


def test_every_classic_puzzle_goes_into_an_address_and_back() -> None:
    files = sorted(path for path in classic("slitherlink").rglob("*.txt"))
    for path in files:
        (found,) = GRID.parse(path.read_text("utf-8"))
        assert not isinstance(found, BadLevel)
        (back,) = PUZZLINK.parse(PUZZLINK.dump([found.level]))
        assert back.level.clues == found.level.clues, path.name  # type: ignore[union-attr]


def test_a_clue_4_is_a_loop_around_one_cell() -> None:
    (entry,) = read_text("https://puzz.link/p?slither/3/3/jeh\n", "pasted")
    assert isinstance(entry, LoadedLevel) and entry.level.clues[1] == (None, 4, None)
    answer = solve(GAME, entry.level, want=Want.PROOF)
    assert answer.solved and answer.optimal and len(answer.moves) == 4


def test_a_grid_without_clues_is_recognised() -> None:
    (entry,) = read_text("____\n____\n", "blank.txt")
    assert isinstance(entry, LoadedLevel) and entry.game is GAME
