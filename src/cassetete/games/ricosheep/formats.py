"""Level files: the sheet's grid, or two grids (ground, then pieces) where one is not enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import Cell, rectangle
from cassetete.core.headers import Header, lines_of, split_headers
from cassetete.core.message import Catalogue

from .model import BUSH, EMPTY, GRASS, GROUNDS, PIECES, SHEEP, TINTED_GRASS, TINTED_SHEEP, WOLF, Level, State

_ = Catalogue("ricosheep")

SHEEP_ON_GRASS = "*"
ONE_GRID = EMPTY + BUSH + GRASS + SHEEP + SHEEP_ON_GRASS + WOLF
# What each letter of the one grid says of the ground and of the piece, and back.
_GROUND_OF = str.maketrans({SHEEP: EMPTY, SHEEP_ON_GRASS: GRASS, WOLF: EMPTY})
_PIECE_OF = str.maketrans({BUSH: EMPTY, GRASS: EMPTY, SHEEP_ON_GRASS: SHEEP})
_LETTER = {(g, EMPTY): g for g in (EMPTY, BUSH, GRASS)} | {
    (EMPTY, SHEEP): SHEEP,
    (GRASS, SHEEP): SHEEP_ON_GRASS,
    (EMPTY, WOLF): WOLF,
}
_SAMPLE = 20_000
_LETTERS = set(ONE_GRID + TINTED_GRASS + TINTED_SHEEP) - {EMPTY}


def parse(text: str) -> list[Parsed[Level]]:
    """The level of a file, in one grid or two.

    >>> parse("_S*\\n_BW\\n")[0].level.pieces
    ('_SS', '__W')
    """
    sheet = split_headers(text, {"eaten"})
    eaten = _yes_or_no(sheet.own["eaten"]) if "eaten" in sheet.own else False
    first, second, second_line = _grids(sheet.body, sheet.line)
    if second is None:
        rectangle(first, ONE_GRID, sheet.line)
        ground = tuple(row.translate(_GROUND_OF) for row in first)
        pieces = tuple(row.translate(_PIECE_OF) for row in first)
    else:
        rectangle(first, GROUNDS, sheet.line)
        rectangle(second, PIECES, second_line)
        _same_size(first, second, second_line)
        ground, pieces = tuple(first), tuple(second)
    return [Parsed(Level(ground, pieces, eaten, sheet.headers), sheet.line, _places(pieces, second_line))]


def _grids(body: list[str], line: int) -> tuple[list[str], list[str] | None, int]:
    """The first grid, the second if there is one, and the line of the grid that holds the pieces."""
    if "" not in body:
        return body, None, line
    gap = after = body.index("")
    while not body[after]:
        after += 1
    second = body[after:]
    if "" in second:
        third = after + second.index("")
        while not body[third]:
            third += 1
        raise BadLevel(_("a level has one grid or two: this is a third"), line + third, 1)
    return body[:gap], second, line + after


def _same_size(ground: list[str], pieces: list[str], line: int) -> None:
    if len(pieces[0]) != len(ground[0]):
        column = min(len(pieces[0]), len(ground[0])) + 1
        text = _(
            "the rows of pieces and of ground differ in length: {n} and {first}", n=len(pieces[0]), first=len(ground[0])
        )
        raise BadLevel(text, line, column)
    if len(pieces) != len(ground):
        text = _(
            "the grids of pieces and of ground differ in height: {n} and {first}", n=len(pieces), first=len(ground)
        )
        raise BadLevel(text, line + min(len(pieces), len(ground)), 1)


def _yes_or_no(header: Header) -> bool:
    if header.value not in ("yes", "no"):
        text = _("'eaten' must be yes or no, not '{value}'", value=header.value[:40])
        raise BadLevel(text, header.line, header.column)
    return header.value == "yes"


def _places(pieces: tuple[str, ...], line: int) -> dict[Cell, tuple[int, int]]:
    """Where each piece is in the file: a problem can point at nothing else."""
    return {
        (i, j): (line + i, j + 1)
        for i, row in enumerate(pieces)
        if row.strip(EMPTY)
        for j, piece in enumerate(row)
        if piece != EMPTY
    }


def dump(levels: Sequence[Level]) -> str:
    """The level in the sheet's one grid if that is enough, else in two."""
    level = levels[0]
    grid = one_grid(level)
    return dump_two(levels) if grid is None else _written(level, grid)


def dump_two(levels: Sequence[Level]) -> str:
    """The level in two grids, which any level can be written in."""
    level = levels[0]
    return _written(level, (*level.ground, "", *level.pieces))


def _written(level: Level, lines: Sequence[str]) -> str:
    own = [("eaten", "yes")] if level.eaten else []
    return level.headers.dump(own) + "".join(line + "\n" for line in lines)


def one_grid(level: Level) -> tuple[str, ...] | None:
    """The rows of the one grid; None where it has no letter: colours, a wolf on grass, a piece in a bush."""
    pairs = [list(zip(ground, piece, strict=True)) for ground, piece in zip(level.ground, level.pieces, strict=True)]
    if any(pair not in _LETTER for row in pairs for pair in row):
        return None
    return tuple("".join(_LETTER[pair] for pair in row) for row in pairs)


def position(level: Level, state: State) -> Level:
    """The level with its pieces where they are now."""
    rows = [[EMPTY] * level.columns for _row in range(level.rows)]
    for row, column, coat in state.sheep:
        rows[row][column] = coat
    for row, column in state.wolves:
        rows[row][column] = WOLF
    pieces = tuple("".join(row) for row in rows)
    return replace(level, pieces=pieces, eaten=state.eaten, headers=level.headers.of_position())


def likeness(text: str) -> int:
    """How much a text looks like a level, by its letters; a sheep makes it nearly certain."""
    lines = [line.rstrip() for line in lines_of(text[:_SAMPLE])]
    lines = [line for line in lines if not line.startswith("#")]
    while lines and not lines[0]:
        lines.pop(0)
    body = "\n".join(lines).rstrip()
    used = set(body) - {"\n"}
    if used <= set(ONE_GRID):
        if not used:
            return 0
        if used == {EMPTY}:
            return 50
        return 95 if used & {SHEEP, SHEEP_ON_GRASS} else 60
    ground, gap, pieces = body.partition("\n\n")
    if gap and set(ground) <= set(GROUNDS + "\n") and set(pieces) <= set(PIECES + "\n"):
        return 95
    return _likeness_with_errors("".join(body.split()))


def _likeness_with_errors(body: str) -> int:
    """For a text with other characters too: most must be ours, and our letters no fewer than others."""
    letters = sum(body.count(letter) for letter in _LETTERS)
    ours = letters + body.count(EMPTY)
    if letters < len(body) - ours or ours * 10 < len(body) * 7:
        return 0
    return 60 + 19 * ours // len(body)


FORMATS = (
    Format("sheet", _("one grid, as on the sheet"), (".txt",), likeness, parse, dump),
    Format("layers", _("two grids: ground, then pieces"), (".txt",), likeness, parse, dump_two),
)
