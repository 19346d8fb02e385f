"""The contract between a game and the program: the `Game` record and the values it is made of.

A game fills in a `Game`; everything else (undo, saves, hints, search view, command line, window) is written once for
all games. L is the game's level, S its state, M its move: all immutable and hashable. Functions of the contract are
called with positional arguments.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from operator import attrgetter
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
    """What the program asks of any level: that it can be a dictionary key, and its headers."""

    @property
    def headers(self) -> Headers:
        """What the file says about itself: title, author, optimum…"""

    def __hash__(self) -> int: ...


L = TypeVar("L", bound=LevelLike)
S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)
L_contra = TypeVar("L_contra", contravariant=True)

# --- The game as rules and text -----------------------------------------------------------------


class Status(Enum):
    """Where a game stands. LOST is by rule only (a wolf met a sheep); that no win is left is for solvers to say."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


class Rules(Protocol[L_contra, S, M]):
    """The rules in pure Python: everything faster is tested against them. A module can be one."""

    def start(self, level: L_contra, /) -> S:
        """The state a level starts in."""

    def moves(self, level: L_contra, state: S, /) -> Iterable[M]:
        """The moves that change the state, always in the same order; none unless the state is OPEN."""

    def play(self, level: L_contra, state: S, move: M, /) -> S:
        """The state after a move; IllegalMove if it is not one of `moves`."""

    def status(self, level: L_contra, state: S, /) -> Status:
        """OPEN, WON or LOST."""

    def cost(self, level: L_contra, state: S, move: M, /) -> int:
        """What the move costs: 1 unless the level says otherwise, never negative."""


class Problem(NamedTuple):
    """What keeps a readable level from being playable."""

    text: Text
    place: Cell | None = None
    """The cell it is about; None for the level as a whole."""


@dataclass(frozen=True, slots=True)
class Parsed(Generic[L]):
    """A level with where it stood in the text."""

    level: L
    line: int = 1
    """The line of its first row, from 1."""
    places: Mapping[Cell, tuple[int, int]] = field(default_factory=dict)
    """(line, column) of each cell that a `Problem` can name; cells not listed stand on the first row's line."""


@dataclass(frozen=True, slots=True)
class Format(Generic[L]):
    """One way of writing levels as text."""

    id: str
    """What `--to` and saves call it."""
    title: Text
    extensions: tuple[str, ...]
    """The file names it goes by, with the dot; the first is used for new files."""
    likeness: Callable[[str], int]
    """`likeness(text)`: how much a text looks like this format, 0 not at all, 100 beyond doubt. A text with a typing
    error in it must still score above 0, so that the error shown is the useful one. Never raises."""
    parse: Callable[[str], Sequence[Parsed[L] | BadLevel]]
    """`parse(text)`: the levels of a text. Raises BadLevel; in a collection, a level that cannot be read is replaced by
    its BadLevel."""
    dump: Callable[[Sequence[L]], str]
    """`dump(levels)`: the text of a file; a CasseteteError if the format cannot hold them."""
    collection: bool = False
    """Whether a file can hold several levels."""


@dataclass(frozen=True, slots=True)
class Notation(Generic[L, S, M]):
    """Moves as text, both ways, from a given state (Sokoban's capitals depend on it)."""

    write: Callable[[L, S, Sequence[M]], str]
    """`write(level, state, moves)`: legal moves from `state` as text."""
    read: Callable[[L, S, str], tuple[M, ...]]
    """`read(level, state, text)`: the moves; BadMove on what is not a move. Whether they are legal is for the rules."""
    short: Callable[[L, S, Sequence[M]], str] | None = None
    """Like `write` with run lengths (`3U`); `read` understands that too."""
    tell: Callable[[M], Text] | None = None
    """`tell(move)`: a move for a person to read ("the ladybird ←"); by default as it is written."""


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


# --- Drawing and playing ------------------------------------------------------------------------


class MarkKind(StrEnum):
    """What a mark says about its target; games draw each kind in a colour of its own."""

    HINT = "hint"
    """Play here: drawn in the role "hint"; the window adds an arrow where a hint's move starts."""
    MISTAKE = "mistake"
    """This is wrong, or why the game is lost: drawn in the role "bad"."""
    BECAUSE = "because"
    """What the reason rests on: drawn less strongly, usually in the role "accent"."""

    @property
    def role(self) -> str:
        """The usual colour: "hint", "bad" or "accent"."""
        return {"hint": "hint", "mistake": "bad", "because": "accent"}[self]

    @property
    def sign(self) -> str:
        """The usual sign in texts: ?, ! or a colon."""
        return {"hint": "?", "mistake": "!", "because": ":"}[self]


class Mark(NamedTuple):
    """Something to point out on the board."""

    target: Hashable
    """A target of the scene (a cell, a segment), or a move; what a game does not know it leaves out."""
    kind: MarkKind = MarkKind.HINT


@dataclass(frozen=True, slots=True)
class View(Generic[S, M]):
    """What there is to draw."""

    state: S
    last: M | None = None
    """The move that led here (it says which way a Sokoban player looks)."""
    cursor: Any = None
    """The cursor, as `Controls.cursor` and `Aim` set it; None if the game has none."""
    layers: tuple[S, ...] = ()
    """The states at which the open suppositions (F2) began, outermost first. What is new since a layer can be drawn in
    the roles "layer-0" to "layer-5"."""
    marks: tuple[Mark, ...] = ()
    """What a hint, a warning or the editor points out: the scene must show every mark whose target it knows, the text
    those of places."""
    options: frozenset[str] = frozenset()
    """The ids of the game's options that are on."""
    paper: bool = False
    """For printing: colour nothing that only helps while playing."""
    turn: int = 0
    """By how many quarter turns, clockwise, the player looks at the board from another side, 0 to 3; only games with
    `Display.turned` are ever turned."""
    pointer: Hashable = None
    """The target under the pointer, while the player uses it."""
    keyboard: bool = False
    """Whether the player uses the keyboard: what only helps with keys (a cursor, numbers on pieces) is shown then."""
    drag: tuple[Hashable, Hashable] | None = None
    """The drag under way: the target it began on, and the one it is over."""


SAME_CURSOR: Any = object()
"""The cursor of a `Play` that leaves it where it is (None would remove it)."""


@dataclass(frozen=True, slots=True)
class Play(Generic[M]):
    """An event that plays moves: one undo step, each move counted."""

    moves: tuple[M, ...]
    """Legal moves, one after the other."""
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


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the game's own. While it is on, its id is in `View.options` (what is drawn), in `Press.options` (what
    a click means) and in what `Controls.follow` gets."""

    id: str
    title: Text
    default: bool = False
    held: str = ""
    """A key (as `Key.name`) that turns the option over for as long as it is held."""


class Chosen(NamedTuple):
    """What the cursor has chosen, for the panel: its name, its picture in the game's `art` folder, and its key."""

    title: Text
    sprite: str = ""
    key: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Controls(Generic[L, S, M]):
    """What a game's controls have beyond `Game.bind`."""

    keys: tuple[Help, ...] = ()
    """The game's lines in the list of keys."""
    cursor: Callable[[L, S], Any] = lambda _level, _state: None
    """`cursor(level, state)`: where the cursor starts; None in a game without one."""
    options: tuple[Option, ...] = ()
    """Switches for the player."""
    follow: Callable[[L, S, frozenset[str]], Sequence[M]] | None = None
    """`follow(level, state, options)`: the moves played automatically after a move, as the options say."""
    slot: tuple[str, ...] = ()
    """The ids of the commands (`session.commands`) that are always at the board in this game."""
    chosen: Callable[[L, S, Any], Chosen | None] | None = None
    """`chosen(level, state, cursor)`: which piece the keys move, in a game where one is chosen first."""


# --- Solving ------------------------------------------------------------------------------------

Search: TypeAlias = abc.Generator[Visit[S], None, Answer[M]]
"""A running search: yields each state it expands (or progress, with state None) and returns its answer."""

SolutionStream: TypeAlias = abc.Generator[Answer[M], None, End]
"""Solutions one by one; the generator's value says whether they were all."""


@dataclass(frozen=True, slots=True)
class Solver(Generic[L, S, M]):
    """A way to solve."""

    id: str
    title: Text
    run: Callable[[L, S, Metric, Limits], Search[S, M]]
    """`run(level, state, metric, limits)`: a search. It says IMPOSSIBLE only when that is proven."""
    optimal: frozenset[Metric] = frozenset()
    """The metrics whose least it proves."""
    complete: bool = True
    """Whether it can prove that there is no solution."""
    fits: Callable[[L], bool] = lambda _level: True
    """`fits(level)`: whether it takes this level."""
    kernel: str = ""
    """The module of compiled code it runs on, if any (with a function `warm_up()` that compiles all of it). Until that
    is compiled for the first time, another solver answers what it can."""
    slice: int | None = None
    """How many nodes to give it before another solver is asked, where any solution will do; None: no limit."""


class Improvement(NamedTuple, Generic[M]):
    """How far a solution has been shortened."""

    moves: tuple[M, ...]
    """The best solution so far."""
    expanded: int = 0


Improving: TypeAlias = abc.Generator[Improvement[M], None, tuple[M, ...]]
"""A solution being shortened: yields the best so far and returns the best of all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lengths(Generic[L, S, M]):
    """How lines of play are measured; `core.lengths` does the counting."""

    metric: Callable[[L], Metric] = lambda _level: Metric.MOVES
    """`metric(level)`: what "shortest" means, for solvers, stars and records."""
    pushes: Callable[[L, S, M], int] | None = None
    """`pushes(level, state, move)`: the pushes of a move, in games that count them."""
    cost_title: Text | None = None
    """Names the cost where the number of moves says nothing (Slitherlink's segments); shown instead of the moves."""
    extra: Callable[[L, S, Sequence[M]], Sequence[Length]] | None = None
    """`extra(level, state, moves)`: lengths that only this game counts, always the same ones in the same order."""
    line: Callable[[L, S, Sequence[M]], tuple[S, int, int] | None] | None = None
    """`line(level, state, moves)`: where a line of moves that wins leads, its pushes and its cost, found sooner than
    move by move; None where the rules must be asked. A test compares the two."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Solutions(Generic[L, S, M]):
    """What is known of solutions beyond the one that a solver finds."""

    all: Callable[[L, S, Metric, Limits], SolutionStream[M]] | None = None
    """`all(level, state, metric, limits)`: every shortest solution (`solve --all`)."""
    count: Callable[[L, S], int] | None = None
    """`count(level, state)`: how many solutions there are (`solve --count`)."""
    facts: Callable[[L, S], Sequence[M]] | None = None
    """`facts(level, state)`: the moves that every solution contains (`solve --facts`)."""
    improve: Callable[[L, S, tuple[M, ...], Metric, Limits], Improving[M]] | None = None
    """`improve(level, state, moves, metric, limits)`: shortens a solution. Yields the best so far and returns it; each
    is replayed. Without it, windows of the solution are searched."""


# --- Helping the player -------------------------------------------------------------------------


class Advice(NamedTuple):
    """A hint, a warning, or one step of an explanation."""

    text: Text
    marks: tuple[Mark, ...] = ()
    """What to point out on the board."""
    moves: tuple[Any, ...] = ()
    """The legal moves it proposes; none for a warning."""
    further: Advice | None = None
    """What it says when it is asked again, before its moves are played."""
    title: Text | None = None
    """The name of the rule it uses."""
    lost: bool = False
    """It says, and it is proven, that the position cannot be won any more."""

    @property
    def last(self) -> Advice:
        """The last of what it says when it is asked again and again: the one with the moves."""
        return self if self.further is None else self.further.last


def ladder(*steps: Advice) -> Advice:
    """Advice that says a little more each time it is asked: where to look, which piece, which move.

    >>> str(ladder(Advice(Text("look here")), Advice(Text("push it"))).further.text)
    'push it'
    """
    first, *rest = steps
    return first._replace(further=ladder(*rest)) if rest else first


@dataclass(frozen=True, slots=True)
class Advisor(Generic[L, S]):
    """A game's own way to give a hint."""

    id: str
    run: Callable[[L, S], Advice | None]
    """`run(level, state)`: a hint for an open state; None if it has nothing to say and the next advisor is asked."""
    option: str | None = None
    """The id of an option: it is asked only while the player has that on."""


class Grade(NamedTuple):
    """How hard a level is."""

    id: str
    title: Text
    rank: int
    """A number to compare by."""
    needs: tuple[tuple[Text, int], ...] = ()
    """What it takes: each technique and how often."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Coaching(Generic[L, S, M]):
    """What a game says to its player."""

    advisors: tuple[Advisor[L, S], ...] = ()
    """Asked in order for a hint; if none knows one, the hint is the next step of a solution."""
    next_step: Callable[[L, S, tuple[M, ...]], Advice] | None = None
    """`next_step(level, state, solution)`: that hint in words, with its reason, as a `ladder`: where to look, which
    piece, which moves (the first of the solution, which was replayed). By default it says the move's notation."""
    warn: Callable[[L, S], Advice | None] | None = None
    """`warn(level, state)`: a quick proof that a state cannot be won any more, with what shows it marked as MISTAKE."""
    lower_bound: Callable[[L, S], Text | None] | None = None
    """`lower_bound(level, state)`: what is needed at least from here on, its number as the text's argument `n`."""
    explain: Callable[[L, S], abc.Iterator[Advice]] | None = None
    """`explain(level, state)`: the whole solution as steps with reasons; their moves, in order, are legal."""
    grade: Callable[[L], Grade | None] | None = None
    """`grade(level)`: how hard a level is; None if it cannot say."""
    judged_live: bool = True
    """False: mistakes are shown only when the player asks."""
    special_rules: Callable[[L], Sequence[Text]] | None = None
    """`special_rules(level)`: a sentence for each rule that only some levels have and this one has; it is said when the
    level opens."""


# --- Making levels ------------------------------------------------------------------------------


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
    """One setting of a generator: dialog field, command line option and documentation derive from it."""

    name: str
    """The key in `values`, and the option: `least_moves` becomes `--least-moves`."""
    kind: ParameterKind
    default: int | str | bool
    range: tuple[Any, ...]
    """(least, greatest), the choices, or (): see `ParameterKind`."""
    label: Text


class Progress(NamedTuple):
    """How far a long piece of work has come."""

    done: int
    total: int
    """0 if unknown."""
    text: Text | None = None
    kept: str = ""
    """In a task of a record hunt: all that is needed to continue it from here (`Hunt.resume`), in one line."""


class Preset(NamedTuple):
    """A ready-made choice of a generator's values; those it does not name keep their defaults."""

    title: Text
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Generator(Generic[L]):
    """A level maker. Its budgets are iterations, never seconds, so that one seed gives the same level everywhere."""

    id: str
    title: Text
    parameters: tuple[Parameter, ...]
    run: Callable[[Mapping[str, Any], int], abc.Generator[Progress, None, L | None]]
    """`run(values, seed)`: yields progress and returns a solvable level, or None if its budget ran out; Infeasible if
    there is no such level. An `optimum` in its headers must be true."""
    presets: tuple[Preset, ...] = ()
    kernel: str = ""
    """As `Solver.kernel`."""
    many: Callable[[Mapping[str, Any], Sequence[int]], abc.Generator[Progress, None, list[L | None]]] | None = None
    """`many(values, seeds)`: the levels that `run` makes of these seeds, where that is quicker than one at a time."""


class Found(NamedTuple):
    """What a task of a record hunt found."""

    length: int
    """The length of the hardest level's shortest solution, by the game's metric."""
    level: str
    """That level, in the game's first format."""
    tried: int
    """How many levels the task tried."""


class Tasks(NamedTuple):
    """A hunt cut into independent tasks, each a text."""

    exhaustive: bool
    """Whether together they try every level of the size."""
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hunt:
    """The hunt for the hardest level of a size: independent tasks, and results that merge."""

    sizes: Text
    """What sizes there are, for the command's help."""
    tasks: Callable[[str, int, int], Tasks]
    """`tasks(size, iterations, seed)`; a CasseteteError on a size it cannot read."""
    run: Callable[[str], abc.Generator[Progress, None, Found]]
    """`run(task)`: yields progress and returns what it found."""
    resume: Callable[[str, str], abc.Generator[Progress, None, Found]] | None = None
    """`resume(task, kept)`: goes on where the `kept` of a task's progress stood, and finds what `run` finds."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A brush of the editor; it works on targets of the scene."""

    id: str
    title: Text
    sprite: str | None = None
    """A picture of the game's `art` folder."""
    at_once: bool = False
    """It works on the whole board as soon as it is chosen: its target is None."""
    key: str = ""
    """A key (as `Key.name`) that uses it on the target under the pointer, without choosing it first."""
    how: Text | None = None
    """Said when it is chosen; of one that works at once, when it changes nothing."""


@dataclass(frozen=True, slots=True)
class Editor(Generic[L]):
    """Level drawing. Sizes are (rows, columns)."""

    blank: Callable[[int, int], L]
    """`blank(rows, columns)`: an empty board."""
    tools: tuple[Tool, ...]
    apply: Callable[[L, str, Hashable], L]
    """`apply(level, tool id, target)`: the level after a brush stroke; the same level if nothing is to do there."""
    smallest: tuple[int, int] = (1, 1)
    largest: tuple[int, int] = (32, 32)
    size: Callable[[L], tuple[int, int]] = field(kw_only=True, default=attrgetter("rows", "columns"))
    """`size(level)`: by default the level's `rows` and `columns`."""
    resize: Callable[[L, int, int], L] = field(kw_only=True)
    """`resize(level, rows, columns)`: keeps what is drawn as far as there is room. Made larger and then as it was, it
    is the same level again."""
    scene: Callable[[L, View[Any, Any]], Scene] | None = field(kw_only=True, default=None)
    """`scene(level, view)`: the board to draw on, where its targets are not those of play."""

    def allowed(self, rows: int, columns: int) -> tuple[int, int]:
        """The size nearest to a wanted one."""
        (least_rows, least_columns), (most_rows, most_columns) = self.smallest, self.largest
        return min(most_rows, max(least_rows, rows)), min(most_columns, max(least_columns, columns))


@dataclass(frozen=True, kw_only=True, slots=True)
class Making(Generic[L]):
    """How levels are made."""

    generators: tuple[Generator[L], ...] = ()
    """For "Random level…" and `generate`."""
    hunt: Hunt | None = None
    """For `hardest`."""
    editor: Editor[L] | None = None
    """For "Draw a level…"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Display(Generic[L, S]):
    """How the game is shown, beyond the board."""

    summary: Text | None = None
    """What the game is, in a few words, for the tile on the home screen."""
    window: tuple[int, int] = (1080, 760)
    """The window's first size in pixels."""
    console: Callable[[L, S], Text] | None = None
    """`console(level, state)`: a line printed on the console after each move."""
    report: Callable[[L, S], Mapping[str, Any]] | None = None
    """`report(level, won state)`: fields of the game's own in `solve --json`."""
    won_board_is_solution: bool = False
    """The won board shows the whole solution, and is printed as such."""
    turned: Callable[[L, S, Any, int], Sequence[Motion]] | None = None
    """`turned(level, state before, move, turn)`: what `Game.motions` are, seen by a player who has turned the board
    (`View.turn`). A game that has it can be turned, and draws the turned board in `scene` and `text`."""


# --- The game -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Game(Generic[L, S, M]):
    """A game: what every game has, then records of what a game can have more."""

    id: str
    """The name of its folder and of its message catalogue."""
    title: Text
    package: str
    """`__package__`: where its levels, lesson, art and messages are found."""
    level_type: type[L]
    """The class of its levels, each game its own: that is how a level's game is known."""
    rules: Rules[L, S, M]
    formats: tuple[Format[L], ...]
    """At least one; the first loses nothing."""
    notation: Notation[L, S, M]
    problems: Callable[[L], Sequence[Problem]]
    """`problems(level)`: what keeps a readable level from being playable; empty if nothing does."""
    position: Callable[[L, S], L]
    """`position(level, state)`: a level that starts in that state, its headers `headers.of_position()`."""
    scene: Callable[[L, View[S, M]], Scene]
    """`scene(level, view)`: the board as shapes. A `key` on what moves, a `target` on what can be clicked; colours are
    roles of `scene.theme`."""
    motions: Callable[[L, S, M], Sequence[Motion]]
    """`motions(level, state before, move)`: which keys of the scene slide where; () if nothing does."""
    text: Callable[[L, View[S, M]], str]
    """`text(level, view)`: the board for the terminal, with cursor and marks."""
    bind: Callable[[L, S, Any, Event], Play[M] | Aim | None]
    """`bind(level, state, cursor, event)`: what a key or click means; only legal moves, None for nothing."""
    solvers: tuple[Solver[L, S, M], ...]
    """In order of preference; one that is complete is enough."""
    controls: Controls[L, S, M] = field(default_factory=Controls)
    lengths: Lengths[L, S, M] = field(default_factory=Lengths)
    solutions: Solutions[L, S, M] = field(default_factory=Solutions)
    coaching: Coaching[L, S, M] = field(default_factory=Coaching)
    making: Making[L] = field(default_factory=Making)
    display: Display[L, S] = field(default_factory=Display)

    def motions_from(self, level: L, before: S, move: M, turn: int) -> Sequence[Motion]:
        """The motions of a move as they are seen after so many quarter turns of the board."""
        turned = self.display.turned
        return self.motions(level, before, move) if turned is None or not turn else turned(level, before, move, turn)

    def __repr__(self) -> str:
        return f"<game {self.id}>"


AnyGame: TypeAlias = Game[Any, Any, Any]
