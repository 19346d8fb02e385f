"""Levels for paper: pages of puzzles, then pages of their solutions, as SVG pictures or as one PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cassetete.app.levels import library
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.solving.choose import solve
from cassetete.app.translate import Translator
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import View
from cassetete.core.message import Catalogue
from cassetete.scene.pdf import Picture, Sheet, pdf
from cassetete.scene.shapes import Scene
from cassetete.scene.sheet import sheet

_ = Catalogue("cassetete")

_SHOWN = 60
"""The longest line of moves that is written out below a solution."""

PATIENCE = Limits(seconds=20)
"""What the solution of one level may cost."""


def sheets(
    entries: Sequence[LoadedLevel], translate: Translator, *, each: int = 6, solutions: bool = True, title: str = ""
) -> list[Sheet]:
    """So many levels a page, numbered, each with its grade if it has one; then, in the same order, the solutions."""
    heading = title or translate(entries[0].game.title)
    titles = [f"{number}. {named(entry, translate)}" for number, entry in enumerate(entries, 1)]
    puzzles = [
        Picture(name, board(entry), graded(entry, translate)) for name, entry in zip(titles, entries, strict=True)
    ]
    pages = _cut(heading, puzzles, each)
    if solutions:
        solved = [_solved(name, entry, translate) for name, entry in zip(titles, entries, strict=True)]
        pages += _cut(translate(_("{game}: solutions", game=heading)), solved, each)
    return pages


def _cut(heading: str, pictures: Sequence[Picture], each: int) -> list[Sheet]:
    return [Sheet(heading, tuple(pictures[at : at + each])) for at in range(0, len(pictures), each)]


def named(entry: LoadedLevel, translate: Translator) -> str:
    """The level's title in the language that is spoken, on one line."""
    title = entry.level.headers.title_in(translate.language) or entry.title
    return " ".join(title.split())[:80]


def graded(entry: LoadedLevel, translate: Translator) -> str:
    """How hard the level is, in a word."""
    found = entry.game.coaching.grade(entry.level) if entry.game.coaching.grade is not None else None
    return translate(found.title) if found is not None else ""


def board(entry: LoadedLevel) -> Scene:
    """The level as it starts."""
    return entry.game.scene(entry.level, View(entry.state, paper=True))


def _solved(title: str, entry: LoadedLevel, translate: Translator) -> Picture:
    """The level as it is when it is won, and in how many moves (as it starts, if no solution is found in time)."""
    answer = solve(entry.game, entry.level, entry.state, limits=PATIENCE)
    if not answer.solved:
        return Picture(title, board(entry), translate(_("no solution found")))
    state = replay(entry.game.rules, entry.level, answer.moves, entry.state)
    scene = entry.game.scene(entry.level, View(state, paper=True))
    if entry.game.display.won_board_is_solution or not answer.moves:
        return Picture(title, scene)
    moves = entry.game.notation.write(entry.level, entry.state, answer.moves)
    return Picture(title, scene, moves if len(moves) <= _SHOWN else translate(_("{n} moves", n=answer.length)))


def as_pdf(pages: Sequence[Sheet], entries: Sequence[LoadedLevel], across: int, paper: str) -> bytes:
    """All the pages in one file."""
    return pdf(pages, across, paper, partial(library.art, entries[0].game))


def as_svg(pages: Sequence[Sheet], entries: Sequence[LoadedLevel], across: int, paper: str) -> list[str]:
    """Each page as a picture."""
    art = partial(library.art, entries[0].game)
    return [sheet(page, across, art, paper=paper, number=(n, len(pages))) for n, page in enumerate(pages, 1)]
