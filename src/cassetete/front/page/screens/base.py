"""What all screens of the page have: parts to show, commands, keys and pointers, and the sheet in front of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from cassetete.app.levels.level_list import LevelList
from cassetete.app.store import Settings
from cassetete.core.contract import AnyGame
from cassetete.core.message import Text
from cassetete.front.page.board import ArtShelf, Board
from cassetete.front.page.store import PageStore
from cassetete.front.page.thinking import PageThinker
from cassetete.session.jobs import Result, Working
from cassetete.session.ports import Records

Part: TypeAlias = dict[str, Any]
"""A piece of a screen, ready for JSON."""

Arguments: TypeAlias = Mapping[str, Any]


class Typed(NamedTuple):
    """A key: as `Command.keys` names it ("ctrl z"), and as a game's `Key` does ("Left")."""

    command: str
    name: str
    ctrl: bool = False


class Spot(NamedTuple):
    """A point of the board, in board units."""

    x: float
    y: float


class Navigator(Protocol):
    """What a screen may ask of the table it is on."""

    store: PageStore
    settings: Settings
    thinker: PageThinker
    board: Board
    art: ArtShelf

    @property
    def records(self) -> Records:
        """The player's games and results."""

    def say(self, text: Text | str) -> str:
        """A message in the player's language."""

    def show(self, screen: Screen) -> None:
        """Turn to another screen."""

    def open(self, sheet: Sheet | None) -> None:
        """Put a sheet in front of the screen; None takes it away."""

    def effect(self, **effect: Any) -> None:
        """Ask something of the page: copy a text, offer a file, ask for one."""

    def tell(self, text: Text | str) -> None:
        """Say something that goes away by itself."""

    def random_seed(self) -> int:
        """A seed that a player can read out."""

    def home(self) -> None:
        """The games."""

    def game(self, game: AnyGame) -> None:
        """A game: its first lesson if it was never finished, else its levels."""

    def levels(self, game: AnyGame) -> None:
        """The levels of a game."""

    def lesson(self, game: AnyGame) -> None:
        """The first lesson of a game."""

    def play(self, levels: LevelList, index: int = 0, back: Screen | None = None) -> Any:
        """A level to play: its screen."""

    def replay(
        self,
        game: AnyGame,
        level: Any,
        moves: Sequence[Any],
        title: str,
        back: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        """The solution player."""

    def paste(self, text: str, game: AnyGame | None = None, level: Any = None, *, name: str = "") -> None:
        """Open what a text is: levels, moves, a saved game, a link; `name` is that of its file."""

    def my_levels(self, game: AnyGame) -> None:
        """The player's own levels of a game."""


def button(
    do: str,
    label: str,
    *,
    icon: str = "",
    key: str = "",
    on: bool = True,
    primary: bool = False,
    pressed: bool | None = None,
    **arguments: Any,
) -> Part:
    """A button; what has its usual value is left out."""
    found: Part = {"do": do, "label": label}
    if icon:
        found["icon"] = icon
    if key:
        found["key"] = key
    if not on:
        found["off"] = True
    if primary:
        found["primary"] = True
    if pressed is not None:
        found["pressed"] = pressed
    if arguments:
        found["args"] = arguments
    return found


class Sheet:
    """Something in front of a screen: a question, a form, a list."""

    def model(self) -> Part:
        """What to show."""
        raise NotImplementedError

    def do(self, command: str, arguments: Arguments) -> None:
        """A button of the sheet."""

    def answered(self, message: Working | Result) -> None:
        """An answer of the thinker."""

    def key(self, typed: Typed) -> bool:  # noqa: ARG002  # a sheet may have keys
        """A key; False if it means nothing here."""
        return False

    def close(self) -> None:
        """The sheet goes away."""


class Screen:
    """One screen. Its parts are compared with those sent before: only what changed goes to the page."""

    kind = ""
    """The name of its layout in the page."""

    def __init__(self, table: Navigator) -> None:
        self.table = table
        self.say = table.say
        self.settings = table.settings

    def parts(self) -> dict[str, Any]:
        """What to show, by parts."""
        raise NotImplementedError

    def draw(self) -> Part | None:
        """What changes on the board; None where nothing does, or there is none."""
        return None

    def do(self, command: str, arguments: Arguments) -> None:
        """A command of a button."""

    def key(self, typed: Typed) -> bool:  # noqa: ARG002  # most screens have their own
        """A key; False if it means nothing here."""
        return False

    def hold(self, name: str, down: bool) -> None:
        """A key is held down, or let go."""

    def press(self, spot: Spot, mouse: int, touch: bool = False) -> None:
        """A tap or a click on the board."""

    def drag(self, start: Spot, spot: Spot, mouse: int) -> None:
        """The pointer moves over the board while it is down."""

    def drop(self, start: Spot, spot: Spot, mouse: int, swipe: str) -> None:
        """The pointer goes up; `swipe` is the direction if the gesture was a quick stroke."""

    def cancel(self) -> None:
        """The gesture was something else, such as a pinch."""

    def hover(self, spot: Spot | None) -> None:
        """The mouse rests on a point of the board, or leaves it."""

    def tick(self, seconds: float) -> None:
        """Time passes."""

    @property
    def pace(self) -> int:
        """Milliseconds until the next tick is wanted; 0: none is."""
        return 0

    def answered(self, message: Working | Result) -> None:
        """An answer of the thinker."""

    def shown(self) -> None:
        """The screen comes to the front."""

    def leave(self) -> None:
        """Another screen comes."""

    @property
    def address(self) -> str:
        """What stands after `#` in the address while the screen is shown."""
        return ""

    def back(self) -> None:
        """One screen back."""
        self.table.home()
