"""An XSB text cut into its boards, each with the headers and notes that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import SOLUTION, Header, lines_of
from cassetete.core.message import Catalogue

_ = Catalogue("sokoban")

_LONGEST_LINE = 100_000
_MOST_LINES = 500_000
MAX_LEVELS = 20_000
_WALLED = frozenset(" #@$+*.-_|0123456789()pPbBo")
_UNWALLED = frozenset(" @$+*.-_|")
_SIGN = re.compile(r"[#@$+*.\-_|0-9]")
_WORD = re.compile(r"[^\W\d_]{3}")
_KEY = re.compile(r"(?:#\s*)?([A-Za-z][A-Za-z0-9_-]*)\s*:\s?(.*)")
_RULER = re.compile(r"[\s=~-]*")
_SOLUTION = re.compile(r"\s*solution\b[^:]*:?(.*)", re.IGNORECASE)
_MOVES = re.compile(r"[udlrUDLR0-9()\s]+")


@dataclass
class BoardLines:
    """The lines of one board, and the headers and notes that belong to it."""

    lines: list[tuple[int, str]] = field(default_factory=list)
    keys: list[Header] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def proper(self) -> bool:
        """Whether it is really a board, not a line of dots between two paragraphs."""
        text = "".join(line for _number, line in self.lines)
        return len(self.lines) > 1 or any(sign in text for sign in "#@$+|")


@dataclass
class _SolutionLines:
    """A heading such as `Solution (24 moves)` and the moves in the lines below it, up to a line that is none."""

    line: int
    heading: str
    moves: str = ""

    def takes(self, line: str) -> bool:
        """Whether the line is one of the moves; blank lines before them do not matter."""
        if not line.strip():
            return not self.moves
        if not moves_only(line):
            return False
        self.moves += "".join(line.split())
        return True


@dataclass
class _Remark:
    """A line between boards: a header, or a note; neither, if it only separates."""

    line: int
    key: Header | None = None
    note: str | None = None


def moves_only(line: str) -> bool:
    """Whether a line has nothing but moves in it, with run lengths perhaps.

    >>> moves_only("3rU 2(lD)"), moves_only("12"), moves_only("Moves")
    (True, False, False)
    """
    return bool(_MOVES.fullmatch(line)) and any(letter in "udlr" for letter in line.lower())


def is_row(line: str) -> bool:
    """Whether the line is a row of a board: with walls, or at least with something that cannot be a ruler."""
    signs = set(line)
    if "#" in signs:
        return signs <= _WALLED
    return signs <= _UNWALLED and not signs <= {" ", "-", "|"}


def is_broken_row(line: str, beside_row: bool) -> bool:
    """Whether the line is meant to be a row, though something in it is not."""
    if "#" not in line or _WORD.search(line) or _KEY.fullmatch(line):
        return False
    signs = "".join(line.split())
    framed = beside_row and signs.startswith("#") and signs.endswith("#")
    return framed or 2 * len(_SIGN.findall(signs)) > len(signs)


def cut_boards(text: str) -> list[BoardLines]:
    """The boards of a text, with the headers and notes of each."""
    boards: list[BoardLines] = []
    gaps: list[list[_Remark]] = [[]]  # gaps[n] stands above board n, the last one below them all
    board: BoardLines | None = None
    solution: _SolutionLines | None = None
    for number, line, is_comment in _content(text):
        if solution is not None and solution.takes(line):
            continue
        if solution is not None and solution.moves:
            _place_solution(solution, boards, gaps)
        elif solution is not None:
            gaps[-1].append(_Remark(solution.line, note=solution.heading))
        solution = None
        if not is_comment and line and (is_row(line) or is_broken_row(line, board is not None)):
            board = board or BoardLines()
            board.lines.append((number, line))
            if len(board.lines) > MAX_SIDE:
                raise BadLevel(_("a board has at most {most} rows", most=MAX_SIDE), number)
            continue
        if board is not None and board.proper:
            boards.append(board)
            if len(boards) > MAX_LEVELS:
                raise BadLevel(_("a collection has at most {most} levels", most=MAX_LEVELS), board.lines[0][0])
            gaps.append([])
        elif board is not None:
            gaps[-1] += [_Remark(at, note=note) for at, note in board.lines]
        board = None
        heading = None if is_comment else _SOLUTION.fullmatch(line)
        if heading and not moves_only(heading[1]):  # else it is a header like any other
            solution = _SolutionLines(number, line)
            continue
        gaps[-1].append(_remark(number, line, is_comment))
    _assign(boards, gaps)
    return boards


def _content(text: str) -> Iterator[tuple[int, str, bool]]:
    """The lines, numbered, without spaces at their ends, and whether each is a comment; a blank one at the end."""
    lines = lines_of(text)
    if len(lines) > _MOST_LINES:
        raise BadLevel(_("a collection has at most {most} lines", most=_MOST_LINES), _MOST_LINES + 1)
    last_end = max((n for n, line in enumerate(lines, 1) if line.strip().lower() == "comment-end:"), default=0)
    inside = False
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            raise BadLevel(_("a row has at most {most} cells", most=MAX_SIDE), number, MAX_SIDE + 1)
        mark = line.strip().lower() if number <= last_end and len(line) < 20 else ""
        if mark in ("comment:", "comment-end:"):
            inside = mark == "comment:"
            continue
        yield number, line.rstrip(), inside or line.startswith((";", "::"))
    yield len(lines) + 1, "", False


def _remark(number: int, line: str, is_comment: bool) -> _Remark:
    if is_comment:
        mark = line[0] if line.startswith((";", "::")) else ""
        return _Remark(number, note=(line.lstrip(mark) if mark else line).strip())
    match = _KEY.fullmatch(line)
    if match:
        return _Remark(number, key=Header(match[1].lower(), match[2].strip(), number, match.start(2) + 1))
    return _Remark(number, note=None if _RULER.fullmatch(line) else line.strip())


def _place_solution(solution: _SolutionLines, boards: list[BoardLines], gaps: list[list[_Remark]]) -> None:
    """Moves under a heading are of the board above them; above all boards, of the first."""
    key = Header(SOLUTION, solution.moves, solution.line, 1)
    if boards:
        boards[-1].keys.append(key)
    else:
        gaps[-1].append(_Remark(solution.line, key=key))


def _assign(boards: list[BoardLines], gaps: list[list[_Remark]]) -> None:
    """Give each remark to its board."""
    keys_below = _has_title(gaps[-1]) and not _has_title(gaps[0])
    for n, gap in enumerate(gaps):
        above = boards[n - 1] if n else None
        below = boards[n] if n < len(boards) else None
        own = _touching(gap) if above else []
        if below is not None and len(own) == len(gap):
            own = []  # it touches both boards: of the one it stands above
        for remark in gap if below is None else own:
            if above is not None:
                _add_remark(above, remark)
        if below is not None:
            _add_remarks_above(below, above if keys_below else None, gap[len(own) :])


def _has_title(gap: list[_Remark]) -> bool:
    return any(remark.key is not None and remark.key.key == "title" for remark in gap)


def _touching(gap: list[_Remark]) -> list[_Remark]:
    """The first lines of a gap, up to one that only separates."""
    for n, remark in enumerate(gap):
        if remark.key is None and remark.note is None:
            return gap[:n]
    return gap


def _add_remark(board: BoardLines, remark: _Remark) -> None:
    if remark.key is not None:
        board.keys.append(remark.key)
    elif remark.note is not None:
        board.notes.append(remark.note)


def _add_remarks_above(board: BoardLines, above: BoardLines | None, gap: list[_Remark]) -> None:
    """What stands above a board; in a file that writes its keys below the boards, keys are of the one `above`."""
    titled = above is None and _has_title(gap)
    name = None if titled else next((remark for remark in reversed(gap) if remark.note), None)
    if name is not None:
        board.keys.append(Header("title", name.note or "", name.line, 1))
    for remark in gap:
        if remark.key is not None and above is not None:
            above.keys.append(remark.key)
        elif remark is not name:
            _add_remark(board, remark)
