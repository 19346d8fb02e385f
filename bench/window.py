"""Frame times of the window while playing: every game's levels solved move by move, animated, on a real screen.

Needs a display, or Xvfb to start one. Prints, per game, the median, the 99th percentile and the slowest frame in
milliseconds of CPU time; a frame is the events, the game, the drawing and Tk's redraw.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

FRAME = 1 / 60
LEVELS = 4
MOST_MOVES = 25


def measure(levels: Path, peers: Mapping[str, str], report: Callable[[str], None]) -> list[dict[str, object]]:
    """One row a game."""
    del levels, peers  # the packs are played; nobody to compare with
    screen = _screen()
    if screen is None and not os.environ.get("DISPLAY"):
        report("window: no display and no Xvfb: not measured")
        return []
    try:
        return _rows(report)
    finally:
        if screen is not None:
            screen.kill()
            screen.wait()


def _screen() -> subprocess.Popen[bytes] | None:
    """A virtual screen of our own, where there is none."""
    if os.environ.get("DISPLAY") or shutil.which("Xvfb") is None:
        return None
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1700x1000x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as stream:
        os.environ["DISPLAY"] = f":{stream.readline().strip()}"
    return screen


def _rows(report: Callable[[str], None]) -> list[dict[str, object]]:
    from cassetete.app import library
    from cassetete.app.desk import Desk
    from cassetete.app.registry import games
    from cassetete.front import shelf
    from cassetete.front.window.screens.play import PlayScreen
    from cassetete.front.window.shell import Shell

    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as profile, Desk(Path(profile), "en") as desk:
        desk.choose("warn_lost", False)  # the judge works in another process and would only disturb the measuring
        shell = Shell(desk, (1080, 760))
        for game in games().values():
            pack = library.pack(game.id)
            if pack is None:
                continue
            frames: list[float] = []
            count = len(pack.names())
            for index in range(0, count, max(1, count // LEVELS)):
                screen = PlayScreen(shell, shelf.of_pack(pack), index, pack)
                shell.show(screen)
                _frame(shell)
                frames += _played(shell, screen)
            frames.sort()
            worst, late = frames[-1] * 1000, frames[int(len(frames) * 0.99)] * 1000
            report(f"window {game.id}: {len(frames)} frames, slowest {worst:.1f} ms")
            what = {"slowest": worst, "99 %": late, "median": frames[len(frames) // 2] * 1000}
            rows += [
                {"game": "window", "set": game.id, "what": f"frame, {name}", "unit": "ms", "ours": value}
                | {"others": {}, "ratio": {}, "note": "33 ms is the limit" if name == "slowest" else ""}
                for name, value in what.items()
            ]
        shell.canvas.close()
    return rows


def _played(shell: object, screen: object) -> list[float]:
    """The frames of a level's solution, each move shown to its end."""
    from cassetete.app.choose import solve
    from cassetete.core.contract import Play

    session = screen.session  # type: ignore[attr-defined]
    frames = []
    for move in solve(session.game, session.level).moves[:MOST_MOVES]:
        screen.command(Play((move,)))  # type: ignore[attr-defined]
        while True:
            frames.append(_frame(shell))
            if screen.animator.step is None:  # type: ignore[attr-defined]
                break
        screen.dialog = None  # type: ignore[attr-defined]
    return frames


def _frame(shell: object) -> float:
    """One turn of the window's loop, as the shell makes it, with the redraw that follows."""
    began = time.process_time()
    shell._dirty |= shell.screen.tick(FRAME)  # type: ignore[attr-defined]
    if shell._dirty:  # type: ignore[attr-defined]
        shell._draw()  # type: ignore[attr-defined]
    shell.canvas.root.update()  # type: ignore[attr-defined]
    return time.process_time() - began


if __name__ == "__main__":
    for row in measure(Path(), {}, print):
        print(f"{row['set']:12} {row['what']:16} {row['ours']:7.1f} {row['unit']}")
