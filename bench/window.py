"""Frame times of the window while playing: shipped levels and large boards of every game, at two sizes of the window.

Needs a display, or Xvfb to start one. A frame is all that happens between two redraws: the key or the mouse, the game,
saving, drawing and Tk's redraw. Its milliseconds are CPU time: this program's and, if the bench starts its own Xvfb,
the X server's too. The frame that opens a level is counted apart. Large boards are also zoomed and panned.

There are several rounds, each in a new process without rendered pictures and with the same frames. The least time of
each frame counts; the slowest frame of any round is named beside it.
"""

from __future__ import annotations

import gc
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from timing import percentile, row, table

FRAME = 1 / 60
LIMIT = 33.0
SIZES = ((900, 700), (1600, 900))
ROUNDS = 3
SHIPPED = 4
MOST_MOVES = 25
THINKING = 3
"""Idle frames after each move: five moves a second."""
NOTCHES = 4
STILL = 10
"""Frames after each notch of the wheel."""
CELEBRATION = 120
"""Frames after a win."""

# Large boards, drawn with the editors' tools: their size, and on how many cells each tool is used.
LARGE: dict[str, tuple[tuple[int, int], dict[str, int]]] = {
    "pushit": ((8, 8), {"raise": 64}),
    "ricosheep": ((20, 20), {"bush": 60, "grass": 20, "sheep": 20}),
    "slitherlink": ((30, 30), {"0": 60, "1": 150, "2": 250, "3": 220}),
    "sokoban": ((20, 30), {"wall": 110, "target": 30, "box": 30, "player": 1}),
    "turtle": ((16, 16), {"wall": 60, "animal-0": 1, "animal-1": 1, "animal-2": 1, "animal-3": 1, "goal": 1}),
}


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:
    """A row for each game, kind of board and size: the slowest frame; median, 99th percentile and opening beside it."""
    del levels, peers  # it plays the games' own levels, and there is nothing to compare with
    if not os.environ.get("DISPLAY") and shutil.which("Xvfb") is None:
        report("no display and no Xvfb: not measured")
        return []
    rows = []
    for size in SIZES:
        rounds = []
        for number in range(ROUNDS):
            report(f"{size[0]}x{size[1]}, round {number + 1} of {ROUNDS}")
            command = [sys.executable, __file__, *map(str, size)]
            done = subprocess.run(command, env=_environment(), stdout=subprocess.PIPE, check=True)
            rounds.append(json.loads(done.stdout))
        rows += [_row(name, [times[name] for times in rounds]) for name in rounds[0]]
    return rows


def _environment() -> dict[str, str]:
    """The environment for a new process, with the module path of this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@contextmanager
def _screen() -> Iterator[int | None]:
    """Start Xvfb if there is no display; its process id."""
    if os.environ.get("DISPLAY") or shutil.which("Xvfb") is None:
        yield None
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1700x1000x24", "-nolisten", "tcp", "-noreset"]
    screen = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as stream:
            os.environ["DISPLAY"] = f":{stream.readline().strip()}"
        yield screen.pid
    finally:
        os.environ.pop("DISPLAY", None)
        screen.terminate()
        screen.wait()


@contextmanager
def _no_pictures() -> Iterator[None]:
    """Use an empty cache of pictures, but the usual cache of compiled kernels."""
    from cassetete.core.cache_folder import VARIABLE, cache_folder, cache_root

    kernels = cache_folder("kernels")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "kernels").symlink_to(kernels)
        os.environ[VARIABLE] = folder
        cache_root.cache_clear()
        yield


Times = tuple[list[float], list[float]]
"""The frames that open levels, and those of playing them."""


def _round(size: tuple[int, int], server: int | None) -> dict[str, Times]:
    """The times of one round, by the name of the row."""
    from cassetete.app.registry import games
    from cassetete.app.services import Services
    from cassetete.front.window.loop.window_loop import WindowLoop
    from cassetete.front.window.navigation import Navigation

    found: dict[str, Times] = {}
    with tempfile.TemporaryDirectory() as profile, Services(Path(profile), "en") as services:
        services.settings.warn_lost = False  # warnings come from another process
        services.store.player = "Ada"  # a question for the name would take the keys and the wheel
        window = WindowLoop(services, Navigation, size)
        gc.collect()
        for game in games().values():
            for kind, boards in (("shipped", _shipped(game)), ("large", _large(game))):
                if not boards:
                    continue
                with redirect_stdout(io.StringIO()):  # Slitherlink prints a line for each move
                    opening, frames = _measured(window, game, boards, CpuClock(server))
                found[f"{game.id} {kind} {size[0]}x{size[1]}"] = opening, frames
                if kind == "large":
                    found[f"{game.id} zoomed {size[0]}x{size[1]}"] = opening, _zoomed(window, CpuClock(server))
        window.canvas.close()
    return found


def _row(name: str, rounds: list[Times]) -> dict[str, object]:
    opening = [min(times) for times in zip(*(opening for opening, _frames in rounds), strict=True)]
    frames = [min(times) for times in zip(*(frames for _opening, frames in rounds), strict=True)]
    slowest = max(frames)
    figures = {
        "p50": percentile(frames, 50),
        "p99": percentile(frames, 99),
        "opening": max(opening),
        "slowest in any round": max(max(frames) for _opening, frames in rounds),
    }
    note = ", ".join(f"{what} {value:.1f}" for what, value in figures.items())
    note += f", over {LIMIT:.0f} ms" if slowest > LIMIT else ""
    return row("window", "slowest frame", slowest, {}, unit="ms", levels=name, note=note) | figures


Board = tuple[Any, list[Any]]
"""A level and the moves that are played on it."""


def _shipped(game: Any) -> list[Board]:
    """Some levels of the game's pack, with their solutions."""
    from cassetete.app.levels import library
    from cassetete.app.solving.choose import solve

    pack = library.pack(game.id)
    if pack is None:
        return []
    names = pack.names()
    chosen = [pack.entry(name).level for name in names[:: max(1, len(names) // SHIPPED)]]
    return [(level, list(solve(game, level).moves[:MOST_MOVES])) for level in chosen]


def _large(game: Any) -> list[Board]:
    """A large board, with random moves that the rules allow."""
    if game.id not in LARGE:
        return []
    chance = random.Random(game.id)
    (rows, columns), brushes = LARGE[game.id]
    level = game.making.editor.blank(rows, columns)
    edge = 0 if game.id == "pushit" else 1
    cells = [(i, j) for i in range(edge, rows - edge) for j in range(edge, columns - edge)]
    chance.shuffle(cells)
    for tool, strokes in brushes.items():
        for cell in [cells.pop() for _ in range(strokes)]:
            # a slope, so that the ball can go down
            for _ in range(9 - sum(cell) // 2 + chance.randrange(2) if tool == "raise" else 1):
                level = game.making.editor.apply(level, tool, _target(game.id, tool, cell, chance))
    state, moves = game.rules.start(level), []
    while len(moves) < 2 * MOST_MOVES and (there := list(game.rules.moves(level, state))):
        moves.append(chance.choice(there))
        state = game.rules.play(level, state, moves[-1])
    return [(level, moves)]


def _target(game: str, tool: str, cell: tuple[int, int], chance: random.Random) -> Hashable:
    if game == "slitherlink":
        return ("cell", *cell)
    return ("side", *cell, chance.choice((1, 8))) if tool == "wall" and game == "turtle" else cell


class CpuClock:
    """CPU milliseconds of this process, and of the X server if it is ours."""

    def __init__(self, server: int | None) -> None:
        self._server = Path(f"/proc/{server}/schedstat") if server is not None else None

    def now(self) -> float:
        """The total so far."""
        served = 0.0
        if self._server is not None and self._server.exists():
            served = int(self._server.read_text().split()[0]) / 1e6
        return time.process_time() * 1000 + served


def _measured(window: Any, game: Any, boards: list[Board], clock: CpuClock) -> tuple[list[float], list[float]]:
    """The frames that open the boards, and those of playing them."""
    from cassetete.app.levels.level_list import of_entries
    from cassetete.app.levels.library import LoadedLevel
    from cassetete.core.contract import Status
    from cassetete.front.window.screens.play import PlayScreen

    opening, frames = [], []
    for level, moves in boards:
        entry = LoadedLevel(game, level, game.rules.start(level), "")
        screens: list[Any] = []

        def show(entry: Any = entry, screens: list[Any] = screens) -> None:
            screens.append(PlayScreen(window, of_entries([entry])))
            window.show(screens[0])

        opening.append(_frame(window, clock, show))
        frames += [_frame(window, clock) for _ in range(20)]  # idle frames
        frames += _played(window, screens[0], moves, clock)
        if screens[0].session.status is Status.WON:
            frames += [_frame(window, clock) for _ in range(CELEBRATION)]
    return opening, frames


def _played(window: Any, screen: Any, moves: list[Any], clock: CpuClock) -> list[float]:
    """The frames of moves with their animations; now and then an undo and a redo, and a motion of the mouse."""
    from cassetete.front.window.paint.canvas import Mouse

    frames: list[float] = []

    def shown(act: Callable[[], object]) -> None:
        frames.append(_frame(window, clock, act))
        while screen.animator.step is not None:
            frames.append(_frame(window, clock))
        screen.dialog = None
        frames.extend(_frame(window, clock) for _ in range(THINKING))

    for count, move in enumerate(moves):
        shown(lambda move=move: screen.play((move,)))
        if count % 4 == 3:
            shown(lambda: screen.do("undo"))
            shown(lambda: screen.do("redo"))
        x, y = (37 * count) % window.canvas.width, (53 * count) % window.canvas.height
        shown(lambda x=x, y=y: window._dispatch(Mouse("move", x, y)))
    return frames


def _zoomed(window: Any, clock: CpuClock) -> list[float]:
    """The frames of zooming in on the board, panning it, and zooming out."""
    from cassetete.front.window.paint.canvas import Mouse

    frames: list[float] = []
    middle = (window.canvas.width // 3, window.canvas.height // 2)

    def turned(step: int) -> None:
        frames.append(_frame(window, clock, lambda: window._dispatch(Mouse("wheel", *middle, step))))
        frames.extend(_frame(window, clock) for _ in range(STILL))

    for _ in range(NOTCHES):
        turned(1)
    window._dispatch(Mouse("press", *middle, 2))
    places = [Mouse("move", middle[0] + x, middle[1] + x) for x in (*range(0, 120, 8), *range(120, -120, -8))]
    frames += [_frame(window, clock, lambda place=place: window._dispatch(place)) for place in places]
    window._dispatch(Mouse("release", *middle, 2))
    for _ in range(NOTCHES):
        turned(-1)
    return frames


def _frame(window: Any, clock: CpuClock, act: Callable[[], object] | None = None) -> float:
    """One turn of the window loop, with the redraw that follows."""
    began = clock.now()
    if act is not None:
        act()
    window.frame(FRAME)
    window.canvas.root.update()
    window.canvas.root.winfo_pointerx()  # waits for an answer: the server has drawn
    return clock.now() - began


if __name__ == "__main__":
    if sys.argv[1:]:
        wide, high = map(int, sys.argv[1:])
        with _screen() as screen, _no_pictures():
            print(json.dumps(_round((wide, high), screen)))
    else:
        print(table(measure(Path(), {}, lambda text: print(text, file=sys.stderr))))
