"""Statistics over the records: solved levels, stars, time and hints, by game and by month."""

from __future__ import annotations

from typing import NamedTuple

from cassetete.app.store.store import Store


class GameStatistics(NamedTuple):
    """What was reached in a game."""

    game: str
    solved: int
    stars: int
    three_stars: int
    wins: int
    seconds: float
    hints: int


class MonthStatistics(NamedTuple):
    """What was played of a game in a month, written as 2026-11."""

    month: str
    game: str
    wins: int
    seconds: float
    hints: int


class Statistics(NamedTuple):
    """By game, in the order of the ids; and by month, the first month first."""

    games: tuple[GameStatistics, ...]
    months: tuple[MonthStatistics, ...]

    @property
    def together(self) -> GameStatistics:
        """All games together, without a name."""
        found = self.games
        return GameStatistics(
            "",
            solved=sum(each.solved for each in found),
            stars=sum(each.stars for each in found),
            three_stars=sum(each.three_stars for each in found),
            wins=sum(each.wins for each in found),
            seconds=sum(each.seconds for each in found),
            hints=sum(each.hints for each in found),
        )

    @property
    def month_names(self) -> list[str]:
        """Every month from the first win to the last, those without a win too."""
        played = sorted({each.month for each in self.months})
        if not played:
            return []
        year, month = map(int, played[0].split("-"))
        names = [f"{year:04}-{month:02}"]
        while names[-1] < played[-1]:
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)
            names.append(f"{year:04}-{month:02}")
        return names


def statistics(store: Store) -> Statistics:
    """The statistics of the present player."""
    months = tuple(
        MonthStatistics(*row)
        for row in store.read(
            "SELECT substr(date, 1, 7) AS month, substr(level, 1, instr(level, ':') - 1) AS game, count(*),"
            " sum(seconds), sum(hints) FROM scores WHERE player = ? GROUP BY month, game ORDER BY month, game",
            store.player or "",
        )
    )
    games = []
    for name in sorted({each.game for each in months}):
        mine, stars = [each for each in months if each.game == name], list(store.solved(name).values())
        games.append(
            GameStatistics(
                name,
                solved=len(stars),
                stars=sum(stars),
                three_stars=sum(1 for won in stars if won == 3),
                wins=sum(each.wins for each in mine),
                seconds=sum(each.seconds for each in mine),
                hints=sum(each.hints for each in mine),
            )
        )
    return Statistics(tuple(games), months)


def hours(seconds: float) -> str:
    """A time in hours and minutes, or in seconds.

    >>> hours(3720), hours(75), hours(13)
    ('1 h 02', '1 min', '13 s')
    """
    if 0 < seconds < 60:
        return f"{seconds:.0f} s"
    minutes = int(seconds) // 60
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"
