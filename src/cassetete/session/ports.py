"""What the controller needs from outside, as protocols; and the simplest thing that fulfils each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from cassetete.core.contract import AnyGame
from cassetete.core.message import Text
from cassetete.session.jobs import Job
from cassetete.session.session import Record, Session


class LevelEntry(Protocol):
    """A level that was read."""

    @property
    def game(self) -> AnyGame:
        """The game it belongs to."""

    @property
    def level(self) -> Any:
        """The level itself."""

    @property
    def source(self) -> str:
        """Where it came from."""

    @property
    def name(self) -> str:
        """Its title, or its file's name; empty if it has neither."""

    @property
    def title(self) -> str | Text:
        """Its name, or what to say where it has none."""

    @property
    def session(self) -> Session | None:
        """The saved game that was read, if it is one."""


class Levels(Protocol):
    """Levels in order, and the game that was left at each of them."""

    notice: Text | None
    """What to tell the player first."""

    def __len__(self) -> int: ...

    def entry(self, index: int) -> LevelEntry:
        """The level at a place, from 0; a CasseteteError if it cannot be played."""

    def left(self, index: int) -> Session | None:
        """The game that was left at a place, since this list exists."""

    def leave(self, index: int, session: Session | None) -> None:
        """Keep the game at a place until it is opened again; None: it is over."""

    def chapter(self, index: int) -> Mapping[str, str] | None:
        """The title, by language, of the chapter a level is in."""


class Win(NamedTuple):
    """What a win was worth: its stars, whether it beat the best before (None: there was none), and the ids of the
    lengths in which it beat every solution before."""

    stars: int
    record: bool
    best: int | None
    beaten: tuple[str, ...] = ()
    own: int | None = None
    """The player's own best before."""
    notice: Text | None = None
    """What to tell the player if the win was not kept as usual."""


class Records(Protocol):
    """Running games and results, which outlive the program; by default, nothing is kept."""

    def load(self, game: AnyGame, level: Any) -> Session | None:  # noqa: ARG002
        """The running game of a level; a CasseteteError if it cannot be read."""
        return None

    def keep(self, session: Session, source: str) -> Text | None:  # noqa: ARG002
        """Keep the running game of a level; what to tell the player if that does not go as usual."""
        return None

    def win(self, game: AnyGame, level: Any, record: Record) -> Win | None:  # noqa: ARG002
        """Record a won game; its running game is over. None if nothing is recorded here."""
        return None

    def best(self, game: AnyGame, level: Any) -> int | None:  # noqa: ARG002
        """The player's best result at a level."""
        return None

    def optimum(self, game: AnyGame, level: Any) -> int | None:  # noqa: ARG002
        """The length of a shortest solution by the game's metric, if it was found before."""
        return None

    def keep_optimum(self, game: AnyGame, level: Any, value: int) -> None:  # noqa: ARG002
        """Keep the proven length of a shortest solution: the level's results are judged by it."""
        return


class Thinker(Protocol):
    """Answers questions later: the front end hands each answer to the controller."""

    def ask(self, job: Job) -> int:
        """Ask a question; the ticket comes back with the answer."""

    def cancel(self, ticket: int) -> None:
        """The answer is no longer wanted."""


class Settings(Protocol):
    """What the player chose."""

    @property
    def timer(self) -> bool:
        """Whether the clock is shown."""

    @property
    def lower_bound(self) -> bool:
        """Whether it is shown how much is needed at least."""

    @property
    def all_lengths(self) -> bool:
        """Whether the lengths that only this game counts are shown too."""

    def warns(self, game: AnyGame) -> bool:
        """Whether to say that a game can no longer be won."""

    def toggle_warning(self, game: AnyGame) -> None:
        """Turn that on or off for a game."""

    def options(self, game: AnyGame) -> frozenset[str]:
        """The ids of the game's own options that are on."""

    def toggle_option(self, game: AnyGame, option: str) -> None:
        """Turn one of them on or off."""


class NoRecords(Records):
    """Records that keep nothing: for lessons, and for a terminal without a profile."""


class MemorySettings:
    """Settings that last as long as the program; all begin with their defaults."""

    def __init__(self) -> None:
        self.timer = True
        self.lower_bound = True
        self.all_lengths = False
        self._turned: set[tuple[str, str]] = set()

    def warns(self, game: AnyGame) -> bool:
        """Whether to say that a game can no longer be won."""
        return game.coaching.judged_live != ((game.id, "") in self._turned)

    def toggle_warning(self, game: AnyGame) -> None:
        """Turn that on or off."""
        self._turned ^= {(game.id, "")}

    def options(self, game: AnyGame) -> frozenset[str]:
        """The options that are on."""
        return frozenset(o.id for o in game.controls.options if o.default != ((game.id, o.id) in self._turned))

    def toggle_option(self, game: AnyGame, option: str) -> None:
        """Turn an option on or off."""
        self._turned ^= {(game.id, option)}
