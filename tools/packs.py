"""Recomputes what the packs' levels say of themselves: `make packs` writes optimum, stars and the grade of those that
have one, `--check` compares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.core.contract import AnyGame
from cassetete.core.lengths import totals


def optimum(entry: LoadedLevel) -> int:
    """The least the level's metric can be, by the game's own proven solver."""
    game, level = entry.game, entry.level
    answer = solve(game, level)
    if not answer.solved:
        raise SystemExit(f"{entry.source}: {answer.verdict.value}")
    return totals(game, level, entry.state, answer.moves).by(game.lengths.metric(level))


def grade(entry: LoadedLevel) -> str | None:
    """The word of the level's grade, if its file has one."""
    found = entry.game.coaching.grade(entry.level) if entry.game.coaching.grade and entry.level.headers.grade else None
    return found.id if found is not None else entry.level.headers.grade


def files(game: AnyGame) -> Iterator[tuple[Path, LoadedLevel]]:
    """Each level of a game's pack with its file."""
    found = pack(game.id)
    home = Path(str(resources.files(game.package))) / "levels"
    for name in found.names() if found is not None else []:
        assert found is not None
        (path,) = (path for path in home.iterdir() if path.stem == name)
        yield path, found.entry(name)


def main() -> int:
    """Go over the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for name in options.game:
        if name not in games():
            parser.error(f"there is no game '{name}' (there are: {', '.join(games())})")
    wrong = 0
    for game in games().values():
        if options.game and game.id not in options.game:
            continue
        for path, entry in files(game):
            best = optimum(entry)
            headers = entry.level.headers
            stars = headers.stars if headers.stars and headers.stars[0] == best else (best, best * 3 // 2)
            word = grade(entry)
            if (headers.optimum, headers.stars, headers.grade) == (best, stars, word):
                continue
            wrong += 1
            print(
                f"{entry.source}: optimum {headers.optimum} is {best}, stars {headers.stars} are {stars}, "
                f"grade {headers.grade} is {word}"
            )
            if not options.check:
                level = replace(entry.level, headers=replace(headers, optimum=best, stars=stars, grade=word))
                form = next(form for form in game.formats if path.suffix in form.extensions)
                path.write_text(form.dump([level]), "utf-8")
    print(f"{wrong} levels {'differ' if options.check else 'were rewritten'}")
    return 1 if wrong and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
