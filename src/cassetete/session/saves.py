"""Saved games as text: the level, the actions done and undone, and the clock. What is read back was replayed.

cassetete save 1
game: ricosheep
seconds: 12.5
level:
| _S
| GB
played:
| D
| !restart before=solved
undone:
| L
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cassetete.core.contract import AnyGame
from cassetete.core.errors import BadLevel, BadMove, CasseteteError
from cassetete.core.headers import lines_of
from cassetete.core.message import Catalogue, Text, one_line
from cassetete.session.history import Action, Help

if TYPE_CHECKING:
    from cassetete.session.session import Session

_ = Catalogue("cassetete")

EXTENSION = ".save"
VERSION = 1
_SIGNATURE = "cassetete save "
_MOST = 1e9
"""The greatest number of seconds, or hints, that a saved game may have: thirty years."""

_FIELDS = ("game", "name", "source", "seconds", "hints", "hints-played", "solved")
_SECTIONS = ("level", "played", "undone")
_HELP = re.compile(r"(before|after)=(?:(solved)(?:,([1-9][0-9]{0,8}))?|([1-9][0-9]{0,8}))")
_COMMANDS = ("restart", "suppose", "accept", "reject")


_recent: deque[tuple[Any, list[str]]] = deque(maxlen=4)
"""The levels saved last, as lines: a game is saved after every move, and its level never changes."""


def looks_like(text: str) -> bool:
    """Whether a text is a saved game."""
    return text.removeprefix("\ufeff").startswith(_SIGNATURE)


def _level_lines(game: AnyGame, level: Any) -> list[str]:
    for known, lines in _recent:
        if known is level:
            return lines
    lines = [f"| {line}" for line in game.formats[0].dump([level]).removesuffix("\n").split("\n")]
    _recent.append((level, lines))
    return lines


def dump(session: Session, source: str = "") -> str:
    """The session as text; `source` says where the level came from."""
    game, level = session.game, session.level
    fields = {
        "game": game.id,
        "name": one_line(session.name),
        "source": " ".join(source.splitlines()),
        "seconds": f"{session.seconds:.3f}",
        "hints": str(session.hints),
        "hints-played": str(session.hints_played or ""),
        "solved": "yes" if session.solved_for else "no",
    }
    lines = [f"{_SIGNATURE}{VERSION}"]
    lines += [f"{name}: {value}" for name, value in fields.items() if value]
    lines.append("level:")
    lines += _level_lines(game, level)
    lines.append("played:")
    for snapshot in session.now.chain()[1:]:
        assert snapshot.before is not None
        lines.append("| " + _written(game, level, snapshot.before.state, snapshot.action))
    lines.append("undone:")
    before, undone = session.now, session.undone
    while undone is not None:
        snapshot, undone = undone
        lines.append("| " + _written(game, level, before.state, snapshot.action))
        before = snapshot
    return "\n".join(lines) + "\n"


def _written(game: AnyGame, level: Any, state: Any, action: Action) -> str:
    if action.kind == "play":
        return game.notation.write(level, state, action.moves)
    helped = {"before": action.help_before, "after": action.help_after}
    words = [f"{when}={_help_written(help)}" for when, help in helped.items() if help != Help()]
    return " ".join([f"!{action.kind}", *words])


def _help_written(help: Help) -> str:
    return ",".join(
        [*(["solved"] if help.solved_for else []), *([str(help.hints_played)] if help.hints_played else [])]
    )


@dataclass
class _Draft:
    """A saved game cut into its parts, with the lines they stood on."""

    fields: dict[str, tuple[str, int]] = field(default_factory=dict)
    sections: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def bad(self, text: Text, name: str) -> BadLevel:
        """The error for a field's value."""
        return BadLevel(text, self.fields[name][1], len(name) + 3)


def load(text: str, games: Mapping[str, AnyGame]) -> Session:
    """The session a text describes, every action replayed by the rules; BadLevel where that fails."""
    from cassetete.session.session import begin  # most texts are no saved games

    draft = _cut(text)
    name = draft.fields.get("game", ("", 1))[0]
    if name not in games:
        raise BadLevel(_("there is no game '{name}'", name=name[:40]), draft.fields.get("game", ("", 1))[1])
    game = games[name]
    session = begin(game, _level(game, draft))
    for written, line in draft.sections.get("played", []):
        session = _performed(session, written, line)
    undone = draft.sections.get("undone", [])
    for written, line in undone:
        session = _performed(session, written, line)
    for _line in undone:
        session = session.undo()
    return replace(
        session,
        seconds=_number(draft, "seconds"),
        hints=int(_number(draft, "hints")),
        hints_played=int(_number(draft, "hints-played")),
        solved_for=draft.fields.get("solved", ("no", 0))[0] == "yes",
        name=draft.fields.get("name", ("", 0))[0],
    )


def _cut(text: str) -> _Draft:
    lines = lines_of(text)
    version = lines[0].removeprefix(_SIGNATURE).strip()
    if version != str(VERSION):
        raise BadLevel(_("this save has the unknown version '{version}'", version=version[:20]))
    draft = _Draft()
    section: list[tuple[str, int]] | None = None
    for number, line in enumerate(lines[1:], 2):
        name, colon, value = line.partition(":")
        if line.startswith("|") and section is not None:
            section.append((line[2:], number))
        elif colon and name in _SECTIONS and not value.strip():
            section = draft.sections.setdefault(name, [])
        elif colon and name in _FIELDS and section is None:
            draft.fields[name] = (value.strip(), number)
        elif line.strip():
            raise BadLevel(_("'{line}' has no place in a saved game", line=line[:40]), number)
    return draft


def _level(game: AnyGame, draft: _Draft) -> Any:
    rows = draft.sections.get("level", [])
    if not rows:
        raise BadLevel(_("this save has no level"))
    try:
        found = game.formats[0].parse("\n".join(row for row, _line in rows) + "\n")
    except BadLevel as error:
        found = [error]
    first = found[0] if len(found) == 1 else BadLevel(_("a save holds one level"))
    if isinstance(first, BadLevel):
        at = min(max(first.line, 1), len(rows)) - 1
        raise BadLevel(first.text, rows[at][1], first.column + 2)
    problems = game.problems(first.level)
    if problems:
        raise BadLevel(problems[0].text, rows[0][1])
    return first.level


def _performed(session: Session, written: str, line: int) -> Session:
    try:
        if written.startswith("!"):
            return session.perform(_step(written.removeprefix("!")))
        moves = session.game.notation.read(session.level, session.state, written)
        if not moves:
            raise BadMove(_("there is no move here"))
        return session.play(moves)
    except CasseteteError as error:
        raise BadLevel(error.text, line, getattr(error, "column", 1) + 2) from None


def _step(written: str) -> Action:
    """A step that is not a move; a restart may say what help the games before and after it had had."""
    kind, *words = written.split(" ")
    helped = {}
    for word in words if kind == "restart" else ():
        found = _HELP.fullmatch(word)
        if found is not None:
            helped[f"help_{found[1]}"] = Help(bool(found[2]), int(found[3] or found[4] or 0))
    if kind not in _COMMANDS or len(helped) != len(words):
        raise BadMove(_("'{kind}' is not a step", kind=written[:40]))
    return Action(kind, **helped)


def _number(draft: _Draft, name: str) -> float:
    value = draft.fields.get(name, ("0", 0))[0]
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= _MOST:  # not even if it is no number at all
        raise draft.bad(_("'{value}' is not a number ({name})", value=value[:40], name=name), name)
    return number
