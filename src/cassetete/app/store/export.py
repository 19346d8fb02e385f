"""The records as a text that can be printed or sent to a friend."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from cassetete.app.store.store import LevelRecords, Score, Store
from cassetete.core.lengths import lengths_of
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_HEADINGS = (
    "",
    _("player"),
    _("score"),
    _("moves"),
    _("pushes"),
    _("cost"),
    _("time"),
    _("hints"),
    _("played"),
    _("date"),
    "",
)
_LEFT = 1


def export(store: Store, translate: Callable[[Text], str] = str, game: str = "") -> str:
    """Every level's top ten (of one game), the best of each player first; `*` marks a record.

    `translate` is for the headings.
    """
    found = [records for records in store.level_records() if records.scores and (not game or records.game == game)]
    blocks = [_level(records, translate) for records in found]
    return "\n\n".join([translate(_("Records")), *blocks]) + "\n"


def solutions(store: Store, translate: Callable[[Text], str] = str, *, short: bool = False, game: str = "") -> str:
    """The best solutions of every level (of one game), each level as text and then a line a length: what it counts, how
    much, who played it, and the moves; `short` writes them with run lengths where the notation has them."""
    blocks = [
        _solved(records, translate, short)
        for records in store.level_records()
        if records.bests and (not game or records.game == game)
    ]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _solved(records: LevelRecords, translate: Callable[[Text], str], short: bool) -> str:
    names = length_names(records)
    entry = kept_level(records)
    lines = [_heading(records, translate), records.board.rstrip("\n")]
    for best in records.bests:
        name = translate(names[best.metric]) if best.metric in names else best.metric
        line = best.solution
        if short and entry is not None and entry.game.notation.short is not None:
            moves = entry.game.notation.read(entry.level, entry.state, line)
            line = entry.game.notation.short(entry.level, entry.state, moves)
        lines.append(f"{name} {best.value} ({' '.join(best.player.split()) or '–'}): {line}")
    return "\n".join(lines)


def kept_level(records: LevelRecords) -> LoadedLevel | None:
    """The level of the records, read from its kept text; None if that cannot be read."""
    game = games().get(records.game)
    if game is None or not records.board:
        return None
    found = read_text(records.board, records.title, game)
    return found[0] if len(found) == 1 and isinstance(found[0], LoadedLevel) and not found[0].problems() else None


def length_names(records: LevelRecords) -> dict[str, Text]:
    """What a game calls the lengths of its solutions, by their ids."""
    entry = kept_level(records)
    if entry is None:
        return {}
    return {length.id: length.title for length in lengths_of(entry.game, entry.level, entry.state, ())}


def clock(seconds: float) -> str:
    """A time in minutes and seconds.

    >>> clock(75.25), clock(3675)
    ('1:15.2', '61:15.0')
    """
    tenths = int(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _heading(records: LevelRecords, translate: Callable[[Text], str]) -> str:
    game = games().get(records.game)
    name = translate(game.title) if game is not None else records.game
    return f"{name} – {records.title or translate(untitled(records))}"


def untitled(records: LevelRecords) -> Text:
    """What to call a level without a name: by the day it was first won."""
    return _("untitled level ({date})", date=min((score.date[:10] for score in records.scores), default="–"))


def _level(records: LevelRecords, translate: Callable[[Text], str]) -> str:
    return "\n".join([_heading(records, translate), *table(records.scores, translate)])


def table(scores: list[Score], translate: Callable[[Text], str]) -> list[str]:
    """Scores as lines of a table, after a line of headings."""
    rows = [tuple(translate(cell) if isinstance(cell, Text) else cell for cell in _HEADINGS)]
    rows += [_row(rank, score) for rank, score in enumerate(scores, 1)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    return [_aligned(row, widths) for row in rows]


def _row(rank: int, score: Score) -> tuple[str, ...]:
    counts = (score.score, score.moves, score.pushes, score.cost)
    name = " ".join(score.player.split())
    mark = "*" if score.record else ""
    hints = str(score.hints), str(score.hints_played)
    return f"{rank}.", name, *map(str, counts), clock(score.seconds), *hints, score.date[:10], mark


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [c.ljust(w) if i == _LEFT else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
    return "  ".join(cells).rstrip()
