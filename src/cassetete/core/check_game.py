"""Checks a plugin's `Game` record: a wrong field is named, before anything runs into it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from cassetete.core.contract import AnyGame, Game, Parameter, ParameterKind, Rules, Status, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import LONGEST_LINE, Text, one_line
from cassetete.scene.shapes import Scene

_RULES = ("start", "moves", "play", "status", "cost")


def faults(game: object) -> Iterator[str]:
    """What is wrong with a record, a sentence each; nothing if all is well.

    >>> list(faults("chess"))
    ['GAME must be a Game, not a str']
    """
    found = list(_wrong(game, Game, "GAME"))
    yield from found
    if found or not isinstance(game, Game):
        return
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", game.id):
        yield f"id must be small letters, digits, '-' and '_', not {game.id!r}"
    for name in ("formats", "solvers"):
        if not getattr(game, name):
            yield f"{name} must not be empty"
    generators = game.making.generators
    named: dict[str, tuple[Any, ...]] = {
        "formats": game.formats,
        "solvers": game.solvers,
        "making.generators": generators,
    }
    for name, records in named.items():
        ids = [record.id for record in records]
        if len(set(ids)) < len(ids):
            yield f"{name}: two have the same id ({', '.join(ids)})"
    for at, generator in enumerate(generators):
        for number, parameter in enumerate(generator.parameters):
            yield from _wrong_parameter(parameter, f"making.generators[{at}].parameters[{number}]")


def _wrong_parameter(parameter: Parameter, where: str) -> Iterator[str]:
    allowed, default = parameter.range, parameter.default
    if parameter.kind is ParameterKind.FLAG:
        if not isinstance(default, bool):
            yield f"{where}.default must be True or False, not {default!r}"
    elif parameter.kind is ParameterKind.CHOICE:
        if default not in allowed:
            yield f"{where}.default must be one of its choices, not {default!r}"
    elif len(allowed) != 2 or not all(isinstance(end, int) for end in allowed):
        yield f"{where}.range must be the least and the greatest number, not {allowed!r}"
    elif not isinstance(default, int) or not allowed[0] <= default <= allowed[1]:
        yield f"{where}.default must be a number from {allowed[0]} to {allowed[1]}, not {default!r}"


@cache
def _fields(record: type) -> dict[str, Any]:
    return get_type_hints(record)


def _wrong(value: object, kind: Any, where: str) -> Iterator[str]:
    """What keeps a value from being of a kind that the contract's annotations name; functions are only looked at."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return
    if origin in (Union, UnionType):
        yield from _wrong_in_union(value, inner, where)
    elif origin is Callable:
        if not callable(value):
            yield f"{where} must be a function, not {_said(value)}"
    elif origin is Rules:
        missing = [name for name in _RULES if not callable(getattr(value, name, None))]
        if missing:
            yield f"{where} has no function {', '.join(missing)}"
    elif not isinstance(value, origin):
        yield f"{where} must be {_article(origin)}, not {_said(value)}"
    elif (origin is tuple and inner[1:] == (...,)) or origin is frozenset:
        for number, item in enumerate(value):
            yield from _wrong(item, inner[0], f"{where}[{number}]")
    elif origin is tuple and len(value) != len(inner):
        yield f"{where} must have {len(inner)} values, not {len(value)}"
    elif isinstance(value, Text):
        yield from _wrong_text(value, where)
    elif is_dataclass(origin) or hasattr(origin, "_fields"):
        prefix = "" if origin is Game else f"{where}."
        for name, of in _fields(origin).items():
            yield from _wrong(getattr(value, name), of, prefix + name)


def _wrong_text(text: Text, where: str) -> Iterator[str]:
    try:
        said = str(text)
    except Exception as error:  # braces that nothing fills, a message that is none
        yield f"{where} cannot be said: {type(error).__name__}: {error}"
        return
    if one_line(said) != said:
        yield f"{where} must be one line of at most {LONGEST_LINE} characters, without control characters"


def _wrong_in_union(value: object, options: tuple[Any, ...], where: str) -> Iterator[str]:
    if value is None and NoneType in options:
        return
    some = [option for option in options if option is not NoneType]
    if len(some) == 1:
        yield from _wrong(value, some[0], where)
    elif all(any(_wrong(value, option, where)) for option in some):
        yield f"{where} must be {' or '.join(map(_article, some))}, not {_said(value)}"


def _article(kind: type) -> str:
    name = kind.__name__
    return f"an {name}" if name[0] in "aeiouAEIOU" else f"a {name}"


def _said(value: object) -> str:
    return "None" if value is None else _article(type(value))


def trial(game: AnyGame, text: str) -> Iterator[str]:
    """What the functions that every game has give back wrongly for a level of its own, given as text.

    A level that cannot be read says nothing: the library reports it where it is opened.
    """
    form = game.formats[0]
    try:
        level = next(item.level for item in form.parse(text) if not isinstance(item, CasseteteError))
    except (CasseteteError, StopIteration):
        return
    state = game.rules.start(level)
    view: View[Any, Any] = View(state, cursor=game.controls.cursor(level, state))
    calls: Mapping[str, tuple[Any, Callable[[], object]]] = {
        "level_type": (game.level_type, lambda: level),
        "formats[0].likeness": (int, lambda: form.likeness(text)),
        "formats[0].dump": (str, lambda: form.dump([level])),
        "notation.write": (str, lambda: game.notation.write(level, state, ())),
        "notation.read": (tuple, lambda: game.notation.read(level, state, "")),
        "problems": (Sequence, lambda: game.problems(level)),
        "position": (game.level_type, lambda: game.position(level, state)),
        "text": (str, lambda: game.text(level, view)),
        "scene": (Scene, lambda: game.scene(level, view)),
        "rules.status": (Status, lambda: game.rules.status(level, state)),
        "rules.moves": (Iterable, lambda: game.rules.moves(level, state)),
    }
    for name, (kind, call) in calls.items():
        result = call()
        if not isinstance(result, kind):
            yield f"{name} must return {_article(kind)}, not {_said(result)}"
    for at, problem in enumerate(game.problems(level) or ()):
        if not isinstance(getattr(problem, "text", None), Text):
            yield f"problems must return Problems with a Text, not {_said(problem)} (number {at})"
