"""The records as a text that can be printed or sent to a friend."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.registry import games
from cassetete.app.store.store import Score, Store, Table
from cassetete.core.text import Catalogue, Text

_ = Catalogue("cassetete")

_HEADINGS = ("", _("player"), _("score"), _("moves"), _("pushes"), _("cost"), _("time"), _("hints"), _("date"), "")
_LEFT = 1


def export(store: Store, words: Callable[[Text], str] = str) -> str:
    """Every level's top ten; `words` puts the headings into the reader's language, `*` marks a record."""
    told = [_level(table, words) for table in store.tables() if table.scores]
    return "\n\n".join([words(_("Records")), *told]) + "\n"


def clock(seconds: float) -> str:
    """A time in minutes and seconds.

    >>> clock(75.25), clock(3675)
    ('1:15.2', '61:15.0')
    """
    tenths = int(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _level(table: Table, words: Callable[[Text], str]) -> str:
    game = games().get(table.game)
    name = words(game.title) if game is not None else table.game
    heading = f"{name} – {table.title or table.level}"
    rows = [tuple(words(cell) if isinstance(cell, Text) else cell for cell in _HEADINGS)]
    rows += [_row(rank, score) for rank, score in enumerate(table.scores, 1)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    return "\n".join([heading, *(_aligned(row, widths) for row in rows)])


def _row(rank: int, score: Score) -> tuple[str, ...]:
    counts = (score.score, score.moves, score.pushes, score.cost)
    name = " ".join(score.player.split())
    mark = "*" if score.record else ""
    return f"{rank}.", name, *map(str, counts), clock(score.seconds), str(score.hints), score.date[:10], mark


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [c.ljust(w) if i == _LEFT else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
    return "  ".join(cells).rstrip()
