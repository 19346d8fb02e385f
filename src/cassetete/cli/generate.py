"""`cassetete generate`: new levels, each from a seed of its own."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cassetete.app.files import CannotWrite, write_file
from cassetete.app.game_errors import in_game
from cassetete.app.levels.generate import BadParameter, Series, generator_of, settled
from cassetete.app.registry import games
from cassetete.cli.console import Console, UsageError
from cassetete.cli.limits import add_limits, in_force
from cassetete.cli.parser import Parser
from cassetete.cli.progress import ProgressBar
from cassetete.cli.read_levels import INTERNAL, add_bare, bare, game_named
from cassetete.core.checkpoint import LimitReached, checkpoint
from cassetete.core.contract import AnyGame, Generator, Parameter, ParameterKind, Progress
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.search.difficulty import DIFFICULTY

_ = Catalogue("cassetete")

IMPOSSIBLE, NOT_FOUND = 1, 2
_TAKEN = {"help", "lang", "generator", "count", "seed", "output", "force", "json", "bare", "seconds", "memory"}
_SIDES = {"rows", "columns"}
_OWN = "its_"
"""What the values of the generator's parameters are kept under, so that none can hide an option of the command."""


def add_arguments(parser: Parser) -> None:
    """Which game, how many, from which seed, and where to."""
    parser.epilog = parser.translate(
        _("exit codes: 0 all made, 1 proven impossible, 2 some not found within the budget; 64, 70, 130")
    )
    parser.option("game", metavar="GAME", help=_game_help)
    parser.option("--generator", metavar="ID", help=_("which of the game's generators (the first if not given)"))
    count = _("how many levels (1 if not given): one from each of the seeds S, S+1, S+2 …")
    parser.option("--count", metavar="N", type=parser.whole(1), default=1, help=count)
    seed = _("the first seed (0 if not given): the same seed gives the same level on every machine")
    parser.option("--seed", metavar="S", type=parser.whole(0), default=0, help=seed)
    where = _("the folder for the levels, a file GAME-SEED each (standard output if not given, or -)")
    parser.option("-o", "--output", metavar="DIR", help=where)
    parser.option("--force", action="store_true", help=_("replace existing files"))
    parser.option("--json", action="store_true", help=_("one JSON object per level, each on a line"))
    add_bare(parser)
    add_limits(parser)


def _game_help() -> Text:
    made = ", ".join(name for name, game in games().items() if game.making.generators)
    return _("the game ({games}); `generate GAME --help` lists its parameters", games=made)


def add_more(parser: Parser, arguments: Sequence[str]) -> None:
    """An option for each parameter of the generator that the arguments ask for."""
    words = [word for word in arguments if not word.startswith("-")]
    name = next((word for word in words if word in games()), None)
    if name is None:
        return
    game = games()[name]
    generator = _generator(game, _value_of("--generator", arguments))
    about = parser.translate(generator.title)
    if len(game.making.generators) > 1:
        others = ", ".join(other.id for other in game.making.generators if other is not generator)
        about = parser.translate(_("{title} (other generators: {others})", title=generator.title, others=others))
    group = parser.add_argument_group(f"{game.id} {generator.id}", about)
    for parameter in generator.parameters:
        _add_parameter(parser, group, parameter, generator)
    known = {parameter.name: parameter for parameter in generator.parameters}
    if set(known) >= _SIDES and "size" not in known:
        about = parser.translate(_("rows and columns together, such as 10x12"))
        action = _size_action(parser, known["rows"], known["columns"])
        group.add_argument("--size", metavar="RxC", action=action, help=about, default=argparse.SUPPRESS)


def _size_action(parser: Parser, rows: Parameter, columns: Parameter) -> type[argparse.Action]:
    """What `--size` does: both parameters are read from one word."""

    class Size(argparse.Action):
        def __call__(self, _parser: Any, namespace: argparse.Namespace, word: Any, _option: Any = None) -> None:
            first, cross, second = str(word).partition("x")
            if not cross:
                fault = _("'{value}' is not a size (two whole numbers, such as 10x12)", value=first[:40])
                raise argparse.ArgumentError(self, parser.translate(fault))
            for parameter, text in ((rows, first), (columns, second)):
                try:
                    setattr(namespace, _OWN + parameter.name, _within(parser, *parameter.range)(text))
                except argparse.ArgumentTypeError as error:
                    raise argparse.ArgumentError(self, str(error)) from None

    return Size


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    for here, following in zip(arguments, [*arguments, ""][1:], strict=False):
        if here == option and following:
            return following
        if here.startswith(f"{option}="):
            return here.partition("=")[2]
    return None


def _generator(game: AnyGame, name: str | None) -> Generator[Any]:
    if not game.making.generators:
        raise UsageError(_("{game} has no generator", game=game.id))
    try:
        return generator_of(game, name)
    except BadParameter as error:
        known = ", ".join(generator.id for generator in game.making.generators)
        raise UsageError(_("{what} (there are: {known})", what=error.text, known=known)) from None


def _add_parameter(
    parser: Parser, group: argparse._ArgumentGroup, parameter: Parameter, generator: Generator[Any]
) -> None:
    """`--name`, or `--level-name` where the command has an option of that name itself."""
    name = parameter.name.replace("_", "-")
    if name in _TAKEN:
        name = f"level-{name}"
    details: dict[str, Any] = {"dest": _OWN + parameter.name, "default": argparse.SUPPRESS}
    usual: object = parameter.default
    if parameter.kind is ParameterKind.FLAG:
        details["action"] = argparse.BooleanOptionalAction
        usual = f"--{name}" if parameter.default else f"--no-{name}"
        about = _("{label} ({usual} if not given)", label=parameter.label, usual=usual)
    elif parameter.kind is ParameterKind.INT:
        least, most = parameter.range
        details.update(type=_within(parser, least, most), metavar="N")
        about = _(
            "{label} (from {least} to {most}; {usual} if not given)",
            label=parameter.label,
            least=least,
            most=most,
            usual=usual,
        )
    else:
        details["choices"] = parameter.range
        about = _("{label} ({usual} if not given)", label=parameter.label, usual=usual)
        presets = [each.values for each in generator.presets if DIFFICULTY.name in each.values]
        if parameter.name == DIFFICULTY.name and presets:
            others = dict.fromkeys(name for values in presets for name in values if name != DIFFICULTY.name)
            about = _(
                "{label} ({usual} if not given); {words} also set {others} if none of these is given",
                label=parameter.label,
                usual=usual,
                words=", ".join(values[DIFFICULTY.name] for values in presets),
                others=", ".join(f"--{other.replace('_', '-')}" for other in others),
            )
        if usual == "none":
            alone = details["const"] = parameter.range[1]
            details["nargs"] = "?"
            about = _(
                "{label} ({usual} if not given, {alone} without a value)",
                label=parameter.label,
                usual=usual,
                alone=alone,
            )
    group.add_argument(f"--{name}", help=parser.translate(about).replace("%", "%%"), **details)


def _within(parser: Parser, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        if digits.isascii() and digits.isdigit() and len(digits) <= 12 and least <= sign * int(digits) <= most:
            return sign * int(digits)
        fault = _("'{value}' is not a whole number from {least} to {most}", value=text[:40], least=least, most=most)
        raise argparse.ArgumentTypeError(parser.translate(fault))

    return read


@dataclass(frozen=True)
class Order:
    """What is to be made: which generator with which values, the seeds, and the file of each (None: none)."""

    game: AnyGame
    generator: Generator[Any]
    values: dict[str, Any]
    seeds: range
    files: dict[int, Path]


def run(options: argparse.Namespace) -> int:
    """A level from each seed, written as soon as it is made."""
    game = game_named(options.game)
    assert game is not None  # argparse asks for it
    generator = _generator(game, options.generator)
    given = {key.removeprefix(_OWN): value for key, value in vars(options).items() if key.startswith(_OWN)}
    seeds = range(options.seed, options.seed + options.count)
    order = Order(game, generator, settled(generator, given), seeds, _files(options, game, seeds))
    series = Series(order.generator, order.values, seeds)
    console: Console = options.console
    code = found = 0
    with ProgressBar(console) as bar:
        try:
            for number, seed in enumerate(seeds):
                try:
                    with in_force(options):
                        level = _made(series, order, number, bar)
                except LimitReached:
                    level = None
                except Exception as error:
                    failed = in_game(error, game)
                    if os.environ.get("CASSETETE_DEBUG") == "1":
                        raise
                    bar.error(_("seed {seed}: {what}", seed=seed, what=failed.text))
                    code = INTERNAL
                    continue
                _deliver(order, seed, level, options, bar)
                found += level is not None
                code = max(code, 0 if level is not None else NOT_FOUND)
        except KeyboardInterrupt:
            bar.error(_("levels made: {n} of {total}", n=found, total=options.count))
            raise
        except CasseteteError as error:
            if isinstance(error, UsageError | CannotWrite):
                raise
            bar.error(error)
            return IMPOSSIBLE
    return code


def _files(options: argparse.Namespace, game: AnyGame, seeds: range) -> dict[int, Path]:
    """The file of each seed; UsageError, before any work is done, if one would be overwritten."""
    if options.output is None or options.output == "-":
        return {}
    folder = Path(options.output)
    ending = (game.formats[0].extensions or (".txt",))[0]
    files = {seed: folder / f"{game.id}-{seed}{ending}" for seed in seeds}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = [path for path in files.values() if path.exists()]
    except (OSError, ValueError) as error:
        raise CannotWrite(folder, error) from None
    if there and not options.force:
        raise UsageError(_("{path} already exists (--force replaces it)", path=there[0]))
    return files


def _made(series: Series, order: Order, number: int, bar: ProgressBar) -> Any:
    """The level of one of the seeds; None if none was found."""
    seed = order.seeds[number]

    def progress(step: Progress) -> bool:
        if bar.due:
            share = step.done / step.total if step.total else 0.0
            what = _("seed {seed}: {what}", seed=seed, what=step.text or "")
            bar.show(number + min(share, 1.0), len(order.seeds), what)
        checkpoint()
        return False

    return series.level(number, progress)


def _deliver(order: Order, seed: int, level: Any, options: argparse.Namespace, bar: ProgressBar) -> None:
    """Write the level where it should go, and tell of it."""
    if level is not None and options.bare:
        level = bare(level)
    text = None if level is None else order.game.formats[0].dump([level])
    path = order.files.get(seed)
    if text is not None and path is not None:
        if path.exists() and not options.force:  # it came while we worked
            raise UsageError(_("{path} already exists (--force replaces it)", path=path))
        write_file(path, text)
    if text is None:
        bar.error(_("seed {seed}: no level was found within the budget", seed=seed))
    if options.json:
        file = str(path) if path is not None and text is not None else None
        fields = {"game": order.game.id, "generator": order.generator.id, "seed": seed, "parameters": order.values}
        bar.print(json.dumps({**fields, "file": file, "level": text}))
    elif text is not None and path is not None:
        bar.print(str(path))
    elif text is not None:
        bar.print(text if seed != order.seeds[-1] else text.rstrip("\n"))
