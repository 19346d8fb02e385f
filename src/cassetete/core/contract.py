"""The contract between a game and the house: the GAME record and the values it is made of.

A game fills in a `Game`; everything else (undo, saves, hints, search display, command line, window) is written
once against it. L is the game's level, S its state, M its move: immutable and hashable, all three.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from cassetete.core.answers import Answer, End, Limits, Visit
from cassetete.core.errors import BadLevel
from cassetete.core.events import Event
from cassetete.core.grid import Cell
from cassetete.core.headers import Headers
from cassetete.core.message import Text
from cassetete.scene.shapes import Scene
from cassetete.scene.tween import Motion


class LevelLike(Protocol):
    """What the house asks of any level: that it can be a dictionary key, and its headers."""

    @property
    def headers(self) -> Headers:
        """What the file says about itself."""

    def __hash__(self) -> int: ...


L = TypeVar("L", bound=LevelLike)
S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)
L_contra = TypeVar("L_contra", contravariant=True)


class Status(Enum):
    """Where a game stands. LOST is by rule only (a wolf met a sheep); that no win is left is for solvers to say."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


class Rules(Protocol[L_contra, S, M]):
    """The rules, in pure Python: the truth that everything faster is tested against. A module can be one."""

    def start(self, level: L_contra, /) -> S:
        """The state a level starts in."""

    def moves(self, level: L_contra, state: S, /) -> Iterable[M]:
        """The moves that change the state, always in the same order; none unless the state is OPEN."""

    def play(self, level: L_contra, state: S, move: M, /) -> S:
        """The state after a move; IllegalMove if it is not one of `moves`."""

    def status(self, level: L_contra, state: S, /) -> Status:
        """OPEN, WON or LOST."""

    def cost(self, level: L_contra, state: S, move: M, /) -> int:
        """What the move costs: 1 unless the level says otherwise."""


class Problem(NamedTuple):
    """What keeps a readable level from being playable; `place` is a cell, None for the level as a whole."""

    text: Text
    place: Cell | None = None


@dataclass(frozen=True, slots=True)
class Parsed(Generic[L]):
    """A level with where it stood in the text: the line of its first row, and (line, column) of its cells."""

    level: L
    line: int = 1
    places: Mapping[Cell, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format(Generic[L]):
    """One way of writing levels as text.

    `likeness(text)` says how much a text looks like this format: 0 not at all, 100 beyond doubt; a text with a
    slip in it must still score well, for the error to be the useful one. `parse` raises BadLevel, or, in a
    collection, puts it in the place of the level that cannot be read. `dump` takes the levels of a file.
    """

    id: str
    title: Text
    extensions: tuple[str, ...]
    likeness: Callable[[str], int]
    parse: Callable[[str], Sequence[Parsed[L] | BadLevel]]
    dump: Callable[[Sequence[L]], str]
    collection: bool = False


@dataclass(frozen=True, slots=True)
class Notation(Generic[L, S, M]):
    """Moves as text, both ways, from a given state (Sokoban's capitals depend on it).

    `read` raises BadMove on what is no move; whether moves are legal is for the rules to say. `short`, if any, writes
    them with run lengths, which `read` understands too.
    """

    write: Callable[[L, S, Sequence[M]], str]
    read: Callable[[L, S, str], tuple[M, ...]]
    short: Callable[[L, S, Sequence[M]], str] | None = None


class MarkKind(StrEnum):
    """What a mark says about its target; games draw each kind in a colour of its own."""

    HINT = "hint"
    """Play here: drawn in the role "hint"; the window adds an arrow where the hint's move starts."""

    MISTAKE = "mistake"
    """This is wrong, or why the game is lost: drawn in the role "bad"."""

    BECAUSE = "because"
    """What the reason rests on: drawn less strongly, in the role "accent"."""


class Mark(NamedTuple):
    """Something to point out on the board."""

    target: Hashable
    """A target of the scene: a cell, a segment, or a move."""
    kind: MarkKind = MarkKind.HINT


@dataclass(frozen=True, slots=True)
class View(Generic[S, M]):
    """What there is to draw: the state, the last move (which way a keeper looks), the cursor, the states at the
    open suppositions from the outermost in, the marks of a hint, and the game's options that the player has on; on
    `paper` nothing is coloured that only helps while one plays."""

    state: S
    last: M | None = None
    cursor: Any = None
    layers: tuple[S, ...] = ()
    marks: tuple[Mark, ...] = ()
    options: frozenset[str] = frozenset()
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the game's own, for the player to turn. While on, its id is in `View.options` (what is drawn), in
    `Press.options` (what a click means) and in what `Game.follow` is told (what is done after a move)."""

    id: str
    title: Text
    default: bool = False


class SameCursor(Enum):
    """The type of SAME_CURSOR."""

    SAME_CURSOR = "same"


SAME_CURSOR = SameCursor.SAME_CURSOR
"""A `Play` that leaves the cursor where it is (None would remove it)."""


@dataclass(frozen=True, slots=True)
class Play(Generic[M]):
    """An event that plays moves: one undo step, each move counted."""

    moves: tuple[M, ...]
    """Legal moves, one after the other; none: nothing is played."""

    cursor: Any = SAME_CURSOR
    """Where the cursor goes; by default it stays."""


@dataclass(frozen=True, slots=True)
class Aim:
    """An event that only moves the cursor."""

    cursor: Any


@dataclass(frozen=True, slots=True)
class Help:
    """One line of the game's keys, for the list behind F1."""

    keys: str | Text
    text: Text


class Metric(Enum):
    """What "shortest" counts. Ties are always broken by the number of moves."""

    MOVES = "moves"
    PUSHES = "pushes"
    COST = "cost"


class Length(NamedTuple):
    """One length of a line of play; less is better."""

    id: str
    title: Text
    value: int


Search: TypeAlias = abc.Generator[Visit[S], None, Answer[M]]
"""A search under way: yields each state it expands (or progress, with state None) and returns its answer."""

SolutionStream: TypeAlias = abc.Generator[Answer[M], None, End]
"""Solutions one by one; the generator's value says whether they were all."""


@dataclass(frozen=True, slots=True)
class Solver(Generic[L, S, M]):
    """A way to solve. `optimal` names the metrics whose least it proves; `complete` means it can prove that there is
    no solution. `run(level, state, metric, limits)` is a search; `fits(level)` says whether it takes this level.

    `kernel` names the module of compiled code it runs on, if any (with a function `warm_up()` that compiles all of it):
    until that is compiled for the first time, another solver answers what it can.

    `slice` is how many nodes it is worth giving it before another solver is asked, where any solution will do in the
    end; None: it keeps its turn.
    """

    id: str
    title: Text
    run: Callable[[L, S, Metric, Limits], abc.Generator[Visit[S], None, Answer[M]]]
    optimal: frozenset[Metric] = frozenset()
    complete: bool = True
    fits: Callable[[L], bool] = lambda _level: True
    kernel: str = ""
    slice: int | None = None


class ParameterKind(StrEnum):
    """What values a parameter takes."""

    INT = "int"
    """A whole number; `Parameter.range` is the least and the greatest."""

    CHOICE = "choice"
    """One of the texts in `Parameter.range`."""

    FLAG = "flag"
    """True or False; `Parameter.range` is empty."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting of a generator: dialog field, command line option and documentation derive from it.

    `range` is the least and greatest number, or the choices.
    """

    name: str
    kind: ParameterKind
    default: int | str | bool
    range: tuple[Any, ...]
    label: Text


class Progress(NamedTuple):
    """How far a long piece of work has come: done of total (0 if unknown) and a word on it."""

    done: int
    total: int
    text: Text | None = None


class Preset(NamedTuple):
    """A ready-made choice of a generator's values; those it does not name keep their defaults."""

    title: Text
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Generator(Generic[L]):
    """A level maker: `run(values, seed)` yields progress and returns a level, or None if its budget ran out.

    Budgets are iterations, never seconds, so that one seed gives the same level everywhere. `kernel` is as a solver's.
    """

    id: str
    title: Text
    parameters: tuple[Parameter, ...]
    run: Callable[[Mapping[str, Any], int], abc.Generator[Progress, None, L | None]]
    presets: tuple[Preset, ...] = ()
    kernel: str = ""


class Found(NamedTuple):
    """What a task of a record hunt found: the hardest level's text and its length, and how many levels it tried."""

    length: int
    level: str
    tried: int


class Tasks(NamedTuple):
    """A hunt cut into independent tasks, each a text. `exhaustive`: together they try every level of the size."""

    exhaustive: bool
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hunt:
    """The hunt for the hardest level of a size: tasks that any process on any machine can do, and results that merge.

    `tasks(size, iterations, seed)` raises a CasseteteError on a size it cannot read; `run(task)` yields progress.
    """

    sizes: Text
    tasks: Callable[[str, int, int], Tasks]
    run: Callable[[str], abc.Generator[Progress, None, Found]]


class Advice(NamedTuple):
    """A hint: a sentence, what to point out on the board, and the moves it proposes (none for a warning).

    `further` is what it has to say when it is asked again, before its moves are played; `title` names the rule.
    """

    text: Text
    marks: tuple[Mark, ...] = ()
    moves: tuple[Any, ...] = ()
    further: Advice | None = None
    title: Text | None = None


class Better(NamedTuple, Generic[M]):
    """How far a solution has been shortened: the best line so far, and what has been searched for it."""

    moves: tuple[M, ...]
    expanded: int = 0


class Grade(NamedTuple):
    """How hard a level is: a word for it, a number to compare by, and what it takes: each technique and how often."""

    id: str
    title: Text
    rank: int
    needs: tuple[tuple[Text, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Advisor(Generic[L, S]):
    """A game's own way to give a hint; None if it has nothing to say, and the next advisor is asked. One that has an
    `option` is asked only while the player has that on."""

    id: str
    run: Callable[[L, S], Advice | None]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A brush of the editor; it works on targets of the scene."""

    id: str
    title: Text
    sprite: str | None = None


@dataclass(frozen=True, slots=True)
class Editor(Generic[L]):
    """Level drawing: an empty board of a size, the brushes, and what a brush does to a level at a target.

    Sizes are (rows, columns). `resize` gives the level another size and keeps what is drawn, as far as there is room:
    made larger and then as it was, it is the same level again.
    """

    blank: Callable[[int, int], L]
    tools: tuple[Tool, ...]
    apply: Callable[[L, str, Hashable], L]
    smallest: tuple[int, int] = (1, 1)
    largest: tuple[int, int] = (32, 32)
    size: Callable[[L], tuple[int, int]] = field(kw_only=True)
    resize: Callable[[L, int, int], L] = field(kw_only=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Controls(Generic[L, S, M]):
    """Beyond `bind`: the first cursor of a level, the game's lines in the list of keys, switches for the player, and
    `follow(level, state, options)`, the moves that follow of themselves while those switches are on."""

    keys: tuple[Help, ...] = ()
    cursor: Callable[[L, S], Any] = lambda _level, _state: None
    options: tuple[Option, ...] = ()
    follow: Callable[[L, S, frozenset[str]], Sequence[M]] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Lengths(Generic[L, S, M]):
    """How lines of play are measured. `metric(level)` says what "shortest" means; `pushes(level, state, move)` counts
    the pushes of a move; `cost_title` names the cost where the number of moves says nothing (Slitherlink's segments);
    `extra(level, state, moves)` are lengths of the game's own."""

    metric: Callable[[L], Metric] = lambda _level: Metric.MOVES
    pushes: Callable[[L, S, M], int] | None = None
    cost_title: Text | None = None
    extra: Callable[[L, S, Sequence[M]], Sequence[Length]] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Solutions(Generic[L, S, M]):
    """More than one solution: all shortest ones, how many there are, and what is true in each of them.

    `improve(level, state, moves, metric, limits)` shortens a solution: it yields the best one so far, and returns it.
    Without it, windows of the solution are searched.
    """

    all: Callable[[L, S, Metric, Limits], abc.Generator[Answer[M], None, End]] | None = None
    count: Callable[[L, S], int] | None = None
    facts: Callable[[L, S], Sequence[M]] | None = None
    improve: Callable[[L, S, tuple[M, ...], Metric, Limits], abc.Generator[Better[M], None, tuple[M, ...]]] | None = (
        None
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Coaching(Generic[L, S, M]):
    """What a game tells its player.

    `advisors` give hints; without one, the hint is the next move of a solution, in the words of `suggest`.
    `warn(level, state)` is a quick proof that a state cannot be won any more, with what shows it marked as a mistake.
    `lower_bound` says what is needed at least from a state on. `explain` gives the whole solution as steps with
    reasons, `grade` says how hard a level is. `judged_live=False`: mistakes are shown only when the player asks.
    """

    advisors: tuple[Advisor[L, S], ...] = ()
    suggest: Callable[[L, S, M], Text] | None = None
    warn: Callable[[L, S], Advice | None] | None = None
    lower_bound: Callable[[L, S], Text | None] | None = None
    explain: Callable[[L, S], abc.Iterator[Advice]] | None = None
    grade: Callable[[L], Grade | None] | None = None
    judged_live: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Making(Generic[L]):
    """Making levels: generators, the hunt for the hardest level of a size, and the editor."""

    generators: tuple[Generator[L], ...] = ()
    hunt: Hunt | None = None
    editor: Editor[L] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Display(Generic[L, S]):
    """Wishes of the game's sheet: the window's first size, a line on the console after each move, fields of its own
    in `solve --json`. `won_board_is_solution`: the won board shows the whole solution, and is printed as such."""

    window: tuple[int, int] = (1080, 760)
    console: Callable[[L, S], Text] | None = None
    report: Callable[[L, S], Mapping[str, Any]] | None = None
    won_board_is_solution: bool = False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[L, S, M]):
    """A game's table of contents: what every game has, then records of what a game can have more."""

    id: str
    title: Text
    package: str
    level_type: type[L]
    rules: Rules[L, S, M]
    formats: tuple[Format[L], ...]
    notation: Notation[L, S, M]
    problems: Callable[[L], Sequence[Problem]]
    position: Callable[[L, S], L]
    scene: Callable[[L, View[S, M]], Scene]
    motions: Callable[[L, S, M], Sequence[Motion]]
    text: Callable[[L, View[S, M]], str]
    bind: Callable[[L, S, Any, Event], Play[M] | Aim | None]
    solvers: tuple[Solver[L, S, M], ...]
    controls: Controls[L, S, M] = field(default_factory=Controls)
    lengths: Lengths[L, S, M] = field(default_factory=Lengths)
    solutions: Solutions[L, S, M] = field(default_factory=Solutions)
    coaching: Coaching[L, S, M] = field(default_factory=Coaching)
    making: Making[L] = field(default_factory=Making)
    display: Display[L, S] = field(default_factory=Display)

    def __repr__(self) -> str:
        return f"<game {self.id}>"


AnyGame: TypeAlias = Game[Any, Any, Any]
