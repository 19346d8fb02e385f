"""XSB, the common format: boards of `# @ + $ * .` between lines of text, with many levels in a file.

A line of board characters is a row (run lengths and `|` between rows allowed); `;` and
`::` begin comments; `Key: value` is a header; the rest is text. Lines that touch a board from below are its own,
the others belong to the board that follows, the last of them being its title where no `Title:` is given. A line
`Solution` below a board is followed by moves, and is of that board. Spaces at the end of a row do not count, those
before it do.
"""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import SOLUTION
from cassetete.core.message import Catalogue, Text

from ..model import Level
from .alphabet import LETTERS, XSB, BoardRow, file_rows, plain_row, read_board, unexpected
from .headers import own_pairs, understand
from .run_lengths import expand
from .xsb_boards import BoardLines, cut_boards, is_broken_row, is_row

_ = Catalogue("sokoban")


def parse(text: str) -> list[Parsed[Level] | BadLevel]:
    """Every level of the text; one that cannot be read leaves its error in its place."""
    found = [_level(board) for board in cut_boards(text)]
    if not found:
        raise BadLevel(_("there is no board here"))
    if len(found) == 1 and isinstance(found[0], BadLevel):
        raise found[0]
    return found


def dump(levels: Sequence[Level]) -> str:
    """The levels one after another, each below its notes and keys, a blank line between."""
    return "\n".join(_dumped(level) for level in levels)


def likeness(text: str) -> int:
    """How much a text looks like XSB: rows with walls `#` and something of a player, boxes and targets."""
    lines = [line.rstrip() for line in text[:100_000].split("\n") if "#" in line or "@" in line or "$" in line]
    lines = [line for line in lines if len(line) <= MAX_SIDE]
    rows = [line for line in lines if is_row(line)]
    broken = [line for line in lines if not is_row(line) and is_broken_row(line, bool(rows))]
    signs = set("".join(rows + broken))
    if not rows and not broken:
        return 60 if text[:1000].count("#") > 500 else 0  # one endless row: refused by this format
    if not signs & set("@$+*.pPbBo"):
        return 40
    if "#" not in signs:
        return 60 if not set("".join(text[:100_000].split())) - set("@$+*.-_|") else 0
    return 75 if broken else 100 if signs & set("@$+") else 90


def _dumped(level: Level) -> str:
    headers = level.headers
    lines = [f"; {note}".rstrip() for note in headers.notes]
    if headers.notes and not headers.title:
        lines.append("Title:")  # else the last note would be read as the title
    pairs = [*headers.items(), *own_pairs(level)]
    lines += [f"{key.capitalize()}: {value}" for key, value in pairs if key != SOLUTION]
    rows = file_rows(level, XSB)
    if not BoardLines([(0, row) for row in rows]).proper:
        rows[-1] += "|"
    solutions = [part for key, value in pairs if key == SOLUTION for part in (SOLUTION.capitalize(), value)]
    return "".join(f"{line}\n" for line in (*lines, *rows, *solutions))


def _level(board: BoardLines) -> Parsed[Level] | BadLevel:
    try:
        headers, costs = understand(board.keys, board.notes)
        rows = [row for number, line in board.lines for row in _rows(number, line)]
        return read_board(rows, XSB | LETTERS, costs, headers)
    except BadLevel as error:
        return error


def _rows(number: int, line: str) -> list[BoardRow]:
    """The row, or rows, that a line writes."""
    if not is_row(line):
        column = next(j for j, sign in enumerate(line, 1) if sign not in XSB and sign not in "0123456789()|")
        raise BadLevel(unexpected(line[column - 1], XSB), number, column)
    if not set(line) & set("0123456789()|"):
        return [plain_row(line, number)]

    def fail(message: Text, index: int) -> BadLevel:
        return BadLevel(message, number, index + 1)

    rows: list[BoardRow] = []
    offset = 0
    for part in line.removesuffix("|").split("|"):
        letters, indices = expand(part, MAX_SIDE, fail, offset)
        text = "".join(letters).rstrip()
        rows.append(BoardRow(text, number, [index + 1 for index in indices[: len(text)]]))
        offset += len(part) + 1
    return rows
