"""What a front end draws of a game being played, as values; texts are translated by the front end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from cassetete.core.contract import Chosen, Mark, View
from cassetete.core.headers import Headers
from cassetete.core.message import Text
from cassetete.session.commands import Command


class Title(NamedTuple):
    """The name of a level: in the reader's language if its headers say so."""

    headers: Headers
    otherwise: str | Text

    def in_language(self, language: str) -> str | Text:
        """The name in a language."""
        return self.headers.title_in(language) or self.otherwise


class Place(NamedTuple):
    """Where a level stands: its number from 1, how many there are, and its chapter's title by language."""

    number: int
    total: int
    chapter: Mapping[str, str] | None


class Movement(NamedTuple):
    """Moves to animate: from a state, which was reached by `last`; backwards if they were undone."""

    state: Any
    last: Any
    moves: tuple[Any, ...]
    backwards: bool = False


class Row(NamedTuple):
    """A value with its label."""

    label: Text
    value: str


class Panel(NamedTuple):
    """The numbers of a game. What is not to be shown is None."""

    lengths: tuple[Row, ...]
    """What was played, in the game's own terms."""
    extra: tuple[Row, ...]
    """Lengths that only this game counts."""
    clock: str | None
    best: int | None
    """The best result at this level so far."""
    stars: int | None
    """The stars the game would earn if it were won now."""
    thresholds: tuple[int, int] | None
    """The results that earn three and two stars."""
    lower_bound: Text | None
    """What is needed at least from here."""
    has_lower_bound: bool
    """Whether there is such a line at all: room for it should be left."""
    suppositions: int
    chosen: Chosen | None = None
    """The piece that the keys move, in a game where one is chosen first."""
    best_possible: Text | None = None
    """What is known of the length of a shortest solution: it may still be being computed."""


class NoteKind(Enum):
    """What a note is about."""

    INFO = "info"
    HINT = "hint"
    THINKING = "thinking"
    SUPPOSITION = "supposition"
    LOST = "lost"


class Note(NamedTuple):
    """A sentence for the player. `more` says which key does something about it, `marks` what it points to, `action`
    what the hint key does next."""

    text: Text
    kind: NoteKind = NoteKind.INFO
    more: Text | None = None
    marks: tuple[Mark, ...] = ()
    action: Text | None = None


class CommandState(NamedTuple):
    """A command of this game, and whether it can be used now."""

    command: Command
    enabled: bool


class Button(NamedTuple):
    """A button of the end strip: it does a command. `key` is shown on it."""

    label: Text
    key: str
    command: str


@dataclass(frozen=True)
class EndStrip:
    """What is shown below the board when a game is won; the first button is the usual one, and Return presses it."""

    title: Text
    lines: tuple[Text, ...]
    buttons: tuple[Button, ...]
    stars: int | None = None
    """The stars that were earned; None if the win earns none."""
    by_machine: bool = False
    """Whether the computer solved the level."""


class MenuGroup(NamedTuple):
    """A part of the menu: its title and its commands."""

    title: Text
    commands: tuple[CommandState, ...]


class Autoplay(NamedTuple):
    """A solution that plays itself: the moves to come."""

    moves: tuple[Any, ...]
    paused: bool


@dataclass(frozen=True)
class PlayView:
    """Everything there is to draw."""

    title: Title
    place: Place
    board: View[Any, Any]
    hint_moves: tuple[Any, ...]
    """The moves of the hint that is shown, to be pointed out on the board."""
    panel: Panel
    commands: tuple[CommandState, ...]
    """All commands of this game."""
    tools: tuple[CommandState, ...]
    """Those at the board: undo, redo, restart, hint, and what the game has in its slot now."""
    menu: tuple[MenuGroup, ...]
    note: Note | None
    end: EndStrip | None
    autoplay: Autoplay | None
    special_rules: tuple[Text, ...] = ()
    """The rules that only some levels have, and this one has: for the page with the keys."""


def joined(texts: Sequence[Text], between: str = " · ") -> Text:
    """Texts in one line.

    >>> str(joined([Text("one"), Text("two")]))
    'one · two'
    """
    names = [f"text{number}" for number in range(len(texts))]
    pattern = between.join(f"{{{name}}}" for name in names)
    return Text(pattern, tuple(zip(names, texts, strict=True)))


def clock_text(seconds: float) -> str:
    """A time in minutes and seconds.

    >>> clock_text(75.9)
    '1:15'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
