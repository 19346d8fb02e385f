"""Large levels with winning moves that are far too long, for `improve` and `replay`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hard_levels import HardLevel, ricosheep, turtle

from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Limits, Want
from cassetete.core.contract import AnyGame, Status


def sokoban_hall(rows: int, columns: int) -> tuple[str, str]:
    """A hall full of boxes, each beside its target, and the moves that push them there one by one."""
    grid = [["#" if i in (0, rows - 1) or j in (0, columns - 1) else " " for j in range(columns)] for i in range(rows)]
    grid[1][1] = "@"
    moves, at = "", 1
    boxes = range(2, columns - 3, 4)
    for i in range(2, rows - 2, 2):
        moves += "l" * (at - 1) + "d"
        at = 1
        for j in boxes:
            grid[i][j], grid[i][j + 1] = "$", "."
            moves += ("u" + "r" * (j - 1 - at) + "d" if j - 1 > at else "") + "R"
            at = j
        moves += "d"
    return "\n".join(map("".join, grid)) + "\n", moves[:-1]


def _wandered(game: AnyGame, text: str, length: int, dice: random.Random) -> tuple[LoadedLevel, list[Any], Any]:
    """A level, moves at random, and the state they lead to."""
    [entry] = read_text(text, "x", game)
    assert isinstance(entry, LoadedLevel)
    state, moves = entry.state, []
    for _step in range(length):
        allowed = list(game.rules.moves(entry.level, state))
        if not allowed:
            break
        moves.append(dice.choice(allowed))
        state = game.rules.play(entry.level, state, moves[-1])
    return entry, moves, state


def _until_won(game: AnyGame, level: Any, moves: list[Any]) -> HardLevel | None:
    """The level with the moves up to the first win."""
    state = game.rules.start(level)
    for count, move in enumerate(moves, 1):
        state = game.rules.play(level, state, move)
        if game.rules.status(level, state) is Status.WON:
            start = game.rules.start(level)
            written = game.notation.write(level, start, tuple(moves[:count]))
            return HardLevel(game.id, f"with {count} winning moves", game.formats[0].dump([level]), written)
    return None


def _turtle(side: int, length: int, seed: int) -> HardLevel | None:
    """The hideout is where the turtle ends after moves at random."""
    game = games()["turtle"]
    entry, moves, state = _wandered(game, turtle(side, side, 5, seed), length, random.Random(seed))
    return _until_won(game, replace(entry.level, goal=state[0]), moves)


def _ricosheep(side: int, length: int, seed: int) -> HardLevel | None:
    """The grass is where the sheep end."""
    game = games()["ricosheep"]
    entry, moves, state = _wandered(game, ricosheep(side, side, side, seed), length, random.Random(seed))
    ends = {(row, column) for row, column, _kind in state.sheep}
    ground = tuple(
        "".join("G" if (i, j) in ends else "_" if sign == "G" else sign for j, sign in enumerate(row))
        for i, row in enumerate(entry.level.ground)
    )
    return _until_won(game, replace(entry.level, ground=ground), moves)


def _of_pack(game: AnyGame, seed: int) -> HardLevel | None:
    """The last level of a pack: some moves at random, then a solution from there."""
    found = pack(game.id)
    assert found is not None
    level = found.entry(found.names()[-1]).level
    dice = random.Random(seed)
    for length in (40, 20, 10, 5, 2, 1, 0):
        _entry, moves, state = _wandered(game, game.formats[0].dump([level]), length, dice)
        if game.rules.status(level, state) is not Status.OPEN:
            continue
        answer = solve(game, level, state, want=Want.FAST, limits=Limits(seconds=5))
        if answer.solved:
            return _until_won(game, level, [*moves, *answer.moves])
    return None


def winning_levels(seed: int = 0) -> Iterator[HardLevel]:
    """A few of each game but Slitherlink, whose solutions have one length."""
    for rows, columns in ((20, 22), (50, 50), (100, 100)):
        text, moves = sokoban_hall(rows, columns)
        yield HardLevel("sokoban", f"hall {rows}x{columns}, won by {len(moves)} moves", text, moves)
    candidates = [
        _of_pack(games()["sokoban"], seed),
        _ricosheep(20, 300, seed),
        _ricosheep(100, 60, seed),
        _turtle(16, 300, seed),
        _turtle(32, 3000, seed),
        _of_pack(games()["turtle"], seed),
        _of_pack(games()["pushit"], seed),
    ]
    yield from (level for level in candidates if level is not None)
