"""PNG pictures within limits: a large one is drawn in another process, because nothing can interrupt the drawing."""

from __future__ import annotations

import base64
import json
import re
import signal
import sys
import time
from typing import Any

from cassetete.core.answers import MEMORY_LIMIT
from cassetete.core.checkpoint import LimitReached, checkpoint, deadline
from cassetete.scene import raster
from cassetete.speed.budget import process_limit, resident_memory

LONGEST = 4096
"""The longer side in pixels of a picture whose width was not asked for, at most."""

_MUCH_TEXT = 300_000
_MANY_PIXELS = 4_000_000
"""What takes longer than to start a process: about 0.3 s."""

_ASK_EVERY = 0.01
_GRACE = 1.0
_CHILD = __name__
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([0-9.]+)" height="([0-9.]+)"')


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG picture as a PNG file, so many pixels wide, or in its own size up to `LONGEST`.

    LimitReached where the limits in force come first; the other process is gone then.
    """
    size = _SIZE.match(svg)  # a page in millimetres has none
    across, down = (float(size[1]), float(size[2])) if size is not None else (1.0, 1.0)
    if width is None and size is not None and max(across, down) > LONGEST:
        width = max(1, round(across * LONGEST / max(across, down)))
    drawn = across if width is None else width
    if len(svg) <= _MUCH_TEXT and drawn * drawn * down / across <= _MANY_PIXELS:
        return raster.png(svg, width)
    return _in_child(svg, width)


def _in_child(svg: str, width: int | None) -> bytes:
    """Let another process draw; in this one where none can be started."""
    import subprocess  # slow to import, and most pictures are small

    from cassetete.app.processes import spawn
    from cassetete.app.processes.lines import Lines

    checkpoint()
    end = deadline()
    left = "" if end is None else str(end - time.perf_counter() + _GRACE)
    try:
        process = spawn.start(_CHILD, left, stdout=subprocess.PIPE, stderr=None)
    except (OSError, ValueError):
        return raster.png(svg, width)
    lines = Lines(process)
    try:
        lines.send(json.dumps({"svg": svg, "width": width}).encode("ascii") + b"\n")
        while not (answers := lines.received()):
            if lines.ended:
                raise RuntimeError("the process that draws the picture has ended")
            checkpoint()
            most = process_limit()
            if most is not None and resident_memory() + resident_memory(process.pid) > most:
                raise LimitReached(MEMORY_LIMIT)
            time.sleep(_ASK_EVERY)
    finally:
        lines.close()
        spawn.kill(process)
        process.wait()
        lines.join()
    answer = json.loads(answers[0])
    if "error" in answer:
        raise ValueError(answer["error"])
    return base64.b64decode(answer["png"])


def main(seconds: str) -> None:
    """The process that draws. While it does, none of its threads runs: should the program that started it be killed,
    the system's alarm ends it when the time is over."""
    import queue

    from cassetete.app.processes.parent import Parent

    if seconds and sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, max(0.001, float(seconds)))
    packets: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    parent = Parent(packets.put)
    packet = packets.get()
    try:
        drawn = raster.png(packet["svg"], packet["width"])
    except ValueError as error:
        parent.send({"error": str(error)})
    else:
        parent.send({"png": base64.b64encode(drawn).decode("ascii")})
