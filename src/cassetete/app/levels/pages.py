"""Levels on pages for paper: the puzzles, then their solutions, as one PDF file or as SVG or PNG pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cassetete.app.files import write_file
from cassetete.app.levels import library
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.rasterise import png
from cassetete.app.solving.choose import solve
from cassetete.app.translate import Translator
from cassetete.core.answers import CANCELLED, Limits
from cassetete.core.certify import replay
from cassetete.core.checkpoint import LimitReached, checkpoint, within
from cassetete.core.contract import Progress, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.scene.pdf import pdf
from cassetete.scene.print_page import PAPERS, Picture, PrintPage
from cassetete.scene.shapes import Scene
from cassetete.scene.svg_page import svg_page

_ = Catalogue("cassetete")

FORMATS = ("pdf", "svg", "png")

_DOTS = 150
"""Dots per inch of a page that is a PNG picture."""

LIMITS = Limits(seconds=20)
"""What the solution of one level may cost, and so may its grade."""

_LONGEST = 60
"""The longest line of moves that is written below a solution."""


def write_pages(
    entries: Sequence[LoadedLevel],
    path: Path,
    translate: Translator,
    *,
    form: str,
    across: int = 2,
    each: int = 6,
    paper: str = "a4",
    title: str = "",
    solutions: bool = True,
    limits: Limits = LIMITS,
    progress: Callable[[Progress], bool] | None = None,
) -> list[Path]:
    """Write the pages of levels of one game; the files: a PDF file, or x.svg, x-2.svg, x-3.svg …, or the same as PNG.

    `each` is the number of levels on a page, `across` of those side by side. `progress` stops the work by returning
    True; no file is written then. Without a solution or a grade within the limits, the page does without.
    """
    try:
        with within(stop=None if progress is None else partial(progress, Progress(0, len(entries)))):
            puzzles = [_puzzle(number, entry, translate, limits) for number, entry in enumerate(entries, 1)]
    except LimitReached as reached:
        if progress is not None and reached.why == CANCELLED:
            return []
        raise
    heading = title or translate(entries[0].game.title)
    pages = _cut(heading, puzzles, each)
    if solutions:
        solved = []
        for done, (puzzle, entry) in enumerate(zip(puzzles, entries, strict=True)):
            step = Progress(done, len(entries))
            if progress is not None and progress(step):
                return []
            stop = None if progress is None else partial(progress, step)
            solved.append(_solution(puzzle.title, entry, translate, limits, stop))
        if progress is not None and progress(Progress(len(entries), len(entries))):
            return []
        pages += _cut(translate(_("{game}: solutions", game=heading)), solved, each)
    art = partial(library.art, entries[0].game)
    if form == "pdf":
        write_file(path, pdf(pages, across, paper, art, at_each=checkpoint))
        return [path]
    drawn: list[tuple[Path, str | bytes]] = []
    for number, page in enumerate(pages, 1):
        checkpoint()
        file = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        picture = svg_page(page, across, art, paper=paper, number=(number, len(pages)))
        width = round(PAPERS[paper][0] / 25.4 * _DOTS)
        drawn.append((file, picture if form == "svg" else png(picture, width)))
    for file, content in drawn:
        write_file(file, content)
    return [file for file, _content in drawn]


def page_form(path: Path, form: str | None = None) -> str:
    """The form of the pages, from the file's name if it is not given; a CasseteteError if there is none for it."""
    found = form or path.suffix.lower().removeprefix(".")
    if found not in FORMATS:
        raise CasseteteError(_("pages are x.pdf, x.svg or x.png"))
    return found


def _cut(heading: str, pictures: Sequence[Picture], each: int) -> list[PrintPage]:
    return [PrintPage(heading, tuple(pictures[at : at + each])) for at in range(0, len(pictures), each)]


def _title(entry: LoadedLevel, translate: Translator) -> str:
    title = entry.level.headers.title_in(translate.language) or translate(entry.title)
    return " ".join(title.split())[:80]


def _puzzle(number: int, entry: LoadedLevel, translate: Translator, limits: Limits) -> Picture:
    checkpoint()
    return Picture(f"{number}. {_title(entry, translate)}", _board(entry), _grade(entry, translate, limits))


def _grade(entry: LoadedLevel, translate: Translator, limits: Limits) -> str:
    """How difficult a level is; empty if that is not known, or not in time."""
    grade = entry.game.coaching.grade
    try:
        with within(limits.seconds):
            found = grade(entry.level) if grade is not None else None
    except LimitReached as reached:
        if reached.why == CANCELLED:
            raise
        return ""
    return translate(found.title) if found is not None else ""


def _board(entry: LoadedLevel) -> Scene:
    return entry.game.scene(entry.level, View(entry.state, paper=True))


def _solution(
    title: str, entry: LoadedLevel, translate: Translator, limits: Limits, stop: Callable[[], bool] | None
) -> Picture:
    """The won board and the moves, or their number; the start if no solution is found in time."""
    answer = solve(entry.game, entry.level, entry.state, limits=limits, stop=stop)
    if not answer.solved:
        return Picture(title, _board(entry), translate(_("no solution found")))
    state = replay(entry.game.rules, entry.level, answer.moves, entry.state)
    scene = entry.game.scene(entry.level, View(state, paper=True))
    if entry.game.display.won_board_is_solution or not answer.moves:
        return Picture(title, scene)
    moves = entry.game.notation.write(entry.level, entry.state, answer.moves)
    n = answer.length
    return Picture(title, scene, moves if len(moves) <= _LONGEST else translate(_.n("{n} move", "{n} moves", n=n)))
