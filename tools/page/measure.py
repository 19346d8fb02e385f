"""Measures the built page in Chromium and its server under load, and prints the table of docs/page.md.

`python tools/page/measure.py [start|key|packs|kernels|memory|server …]` measures some of it; without a name, all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import build
from bare_browser import bare_page
from playwright.sync_api import Browser, Page, sync_playwright

from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.levels.links import link
from cassetete.app.registry import games
from cassetete.app.workers.protocol import packed
from cassetete.core.answers import Limits, Want
from cassetete.front.page.files import built_page
from cassetete.front.page.thinker import ThinkingWorker
from cassetete.front.page.thinking import MEMORY
from cassetete.session.jobs import ToSolve

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PATIENCE = 300_000
RUNS = 5
KERNEL_RUNS = 2
LARGE = {"slitherlink": "_____0123", "ricosheep": "________B", "sokoban": "        #", "pushit": "11112"}
"""The signs that a large level is filled with."""

KEPT = "body[data-memory=kept]"
"""Whether Python's memory is kept for the next visit."""

PLAYERS, ARRIVAL = 200, 60.0
"""So many players come within so many seconds."""


def main(wanted: list[str]) -> int:
    """Measure what was asked for."""
    parts: dict[str, Callable[[], Iterator[str]]] = {
        "start": start, "key": key, "packs": packs, "kernels": kernels, "memory": memory, "server": server,
    }  # fmt: skip
    for name in wanted or parts:
        for line in parts[name]():
            print(f"{line}  [load {os.getloadavg()[0]:.1f}]", flush=True)
    return 0


@contextlib.contextmanager
def serving(*more: str) -> Iterator[tuple[str, int]]:
    """`cassetete serve`: its address and its process id."""
    command = [sys.executable, "-m", "cassetete", "serve", "--no-browser", "--port", "0", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found.group(), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield started
        started.close()


def opened(page: Page, address: str) -> float:
    """Go to an address; the seconds until its first board is drawn."""
    page.goto(address)
    page.wait_for_selector("body[data-seen][data-idle]", state="attached", timeout=PATIENCE)
    return float(page.evaluate("performance.getEntriesByName('first-board')[0].startTime")) / 1000


def _count_bytes(page: Page, into: list[int]) -> None:
    """Note how long the body of every answer is."""
    page.on("requestfinished", lambda request: into.append(request.sizes()["responseBodySize"]))


def start() -> Iterator[str]:
    """The first board: with nothing kept, and with everything kept."""
    first, second, received = [], [], 0
    with serving() as (address, _pid), chromium() as browser:
        for _run in range(RUNS):
            context = browser.new_context()
            page = context.new_page()
            sizes: list[int] = []
            _count_bytes(page, sizes)
            first.append(opened(page, f"{address}#ricosheep/1"))
            page.wait_for_selector("body[data-offline=ready]", state="attached", timeout=PATIENCE)
            page.wait_for_selector(KEPT, state="attached", timeout=PATIENCE)
            received = received or sum(sizes)
            page.goto("about:blank")
            second.append(opened(page, f"{address}#ricosheep/1"))
            context.close()
    yield f"first board, cold: {_spread(first)} s"
    yield f"first board, second visit: {_spread(second)} s"
    folder = built_page()
    assert folder is not None
    whole = sum(path.stat().st_size for path in folder.rglob("*.br"))
    yield f"first load: {whole / 1e6:.2f} MB with brotli 11 ({received / 1e6:.1f} MB counted by the browser)"


def _spread(values: list[float], digits: int = 2) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


_PAINTED = """async (key) => {
  const before = performance.now();
  const seen = document.body.dataset.seen;
  const board = document.querySelector("svg.board");
  board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  board.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
  const turn = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
  while (document.body.dataset.idle === undefined || document.body.dataset.seen === seen) await turn();
  const answered = performance.now();
  await new Promise((done) => requestAnimationFrame(() => turn().then(done)));
  return [answered - before, performance.now() - before];
}"""


def key() -> Iterator[str]:
    """From a key to the frame that shows it, on boards of 30 by 30, once everything has started."""
    with serving() as (address, _pid), chromium() as browser:
        for name in LARGE:
            keys = ("ArrowRight", " ") if name == "slitherlink" else ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            opened(page, f"{address}#{large_level(name)}")
            page.wait_for_selector("body[data-thinker][data-offline=ready]", state="attached", timeout=PATIENCE)
            page.locator("svg.board").focus()
            took = [page.evaluate(_PAINTED, keys[n % len(keys)]) for n in range(60)]
            answers, frames = [one[0] for one in took[10:]], [one[1] for one in took[10:]]
            page.close()
            yield f"30x30, {name}: key to picture {_spread(answers, 1)} ms, painted {_spread(frames, 1)} ms"


def large_level(name: str) -> str:
    """The link of a level of 30 by 30, as any player could draw it."""
    game, chance = games()[name], random.Random(1)
    rows = ["".join(chance.choice(LARGE[name]) for _ in range(30)) for _ in range(30)]
    if name == "ricosheep":
        rows[0] = "S" + rows[0][1:14] + "SS" + rows[0][16:]
        rows[29] = rows[29][:10] + "GGG" + rows[29][13:]
    if name == "sokoban":
        rows = ["#" * 30, *(f"#{row[1:29]}#" for row in rows[1:29]), "#" * 30]
        rows[15] = f"#{'  @ $ .$ .  ':<28}#"
    if name == "pushit":
        rows = [" ".join(row) for row in rows]
    [found] = read_text("\n".join(rows) + "\n", "", game)
    assert isinstance(found, LoadedLevel)
    return link(game, found.level, base="").removeprefix("#")


_SOLVE = """(packets) => new Promise((done) => {
  const worker = new Worker("thinker-worker.js", { type: "module" });
  const answers = [];
  let began = 0;
  const next = () => {
    if (answers.length === packets.length) { worker.terminate(); done(answers); return; }
    began = performance.now();
    worker.postMessage(packets[answers.length]);
  };
  worker.onmessage = ({ data }) => {
    if (data.ready) next();
    else if (data.ticket !== undefined && !data.progress) {
      answers.push([(performance.now() - began) / 1000, JSON.stringify(data)]);
      next();
    }
  };
})"""


def packs() -> Iterator[str]:
    """Every level of the packs, solved in the browser and natively: seconds, and how they compare."""
    with serving() as (address, _pid), chromium() as browser:
        page = browser.new_page()
        opened(page, address)
        for game in games().values():
            found = pack(game.id)
            if found is None or not game.package.startswith("cassetete."):
                continue
            entries = [found.entry(name) for name in found.names()]
            jobs = [
                ToSolve(game, one.level, one.state, Limits(seconds=60, memory=MEMORY), Want.FAST) for one in entries
            ]
            # Small levels are solved without kernels until those are worth loading: the first time does not count.
            packets = [packed(ticket, job) for ticket, job in enumerate(jobs * (1 + RUNS))]
            seen = page.evaluate(_SOLVE, packets)
            solved = sum('"solved"' in text for _seconds, text in seen[-len(jobs) :])
            here = _least([seconds for seconds, _text in seen], len(jobs))
            native = _least(natively(packets), len(jobs))
            slowest = max(range(len(jobs)), key=lambda n: here[n])
            yield (
                f"{game.id}: {solved} of {len(entries)} solved, slowest {here[slowest]:.3f} s"
                f" (native {native[slowest]:.3f} s, {here[slowest] / native[slowest]:.1f}x),"
                f" all {1000 * sum(here):.0f} ms (native {1000 * sum(native):.0f} ms,"
                f" {sum(here) / sum(native):.1f}x),"
                f" within 5 s: {sum(one <= 5 for one in here)}"
            )
        page.close()


def _least(seconds: list[float], count: int) -> list[float]:
    """The least time of each level, the first round left out."""
    return [min(seconds[count + number :: count]) for number in range(count)]


def natively(packets: list[Any]) -> list[float]:
    """The seconds that the same worker takes for the same questions here."""
    answers: list[str] = []
    worker = ThinkingWorker(answers.append, None)
    took = []
    for packet in packets:
        line = json.dumps(packet)
        began = time.perf_counter()
        worker.work(line)
        took.append(time.perf_counter() - began)
    return took


def kernels() -> Iterator[str]:
    """The seconds inside kernels: the same work as WebAssembly (Pyodide under node) and natively, by turns."""
    with tempfile.TemporaryDirectory() as scratch:
        times, gathered = Path(scratch) / "times", Path(scratch) / "in"
        times.mkdir()
        build.gather_package(gathered)
        package = gathered / "cassetete"
        for prebuilt in (gathered / "kernels").rglob("prebuilt"):
            prebuilt.replace(package / prebuilt.relative_to(gathered / "kernels"))
        for game in build.kernel_modules():
            (times / "game.json").write_text(json.dumps(game), "utf-8")
            page, here = _kernel_seconds(package, times)
            yield f"{game}: kernels {1000 * page:.0f} ms, natively {1000 * here:.0f} ms: {page / here:.2f}x"


def _kernel_seconds(package: Path, times: Path) -> tuple[float, float]:
    """The least seconds that a game's kernels take in the page and here; the answers must be equal."""
    script = Path(__file__).with_name("kernel_times.py")
    best = {"page": float("inf"), "here": float("inf")}
    answers: list[Any] = []
    for where in ("page", "here") * KERNEL_RUNS:
        if where == "page":
            folders = {"package": package, "times": times}
            build.run_in_pyodide(build.npm_package("pyodide"), script, folders, build.wheel_node())
        else:
            environment = {**os.environ, "CASSETETE_GAMES": ""}
            subprocess.run([sys.executable, "-P", str(script), str(times)], check=True, env=environment)
        found, seconds = json.loads((times / "said.json").read_text("utf-8"))
        assert seconds, "no kernel was called; `make warm` builds them"
        assert not answers or answers == found, "other answers than before"
        answers = found
        best[where] = min(best[where], seconds)
    return best["page"], best["here"]


def memory() -> Iterator[str]:
    """What the page's process holds after a game, a hint and a solution, on a first visit and on the next."""
    with serving() as (address, _pid), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for visit in ("first", "second"):
            with bare_page(shutil.which("chromium") or "", profile, FLAGS) as page:
                page.resize(360, 640)
                page.goto(f"{address}#sokoban/5")
                page.wait_for("document.querySelector('body[data-seen][data-thinker]') !== null")
                page.wait_for(f"document.querySelector({KEPT!r}) !== null")
                page.press("h")
                page.wait_for("document.querySelector('.note.hint') !== null")
                page.press("s")
                page.wait_for("document.querySelector('.end h2') !== null")
                size = max(_own_memory(pid) for pid in _renderers())
                yield f"memory of the page's process, {visit} visit: {size / 1e6:.0f} MB"


def _renderers() -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            line = (folder / "cmdline").read_bytes() if folder.name.isdecimal() else b""
            if b"--type=renderer" in line and _descends(int(folder.name), os.getpid()):
                found.append(int(folder.name))
    return found


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1:
        if pid == ancestor:
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    return False


def _own_memory(pid: int) -> int:
    """The memory that is the process's own, in bytes."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    return 1000 * sum(int(n) for n in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+)", text, re.MULTILINE))


def server() -> Iterator[str]:
    """Many players: each loads every file as a browser does, then has two small levels solved by the server."""
    with serving() as (address, pid):
        before = _children(pid)
        static, solving, again, failed = asyncio.run(_players(address))
        left = len(_children(pid) - before)
        yield (
            f"{PLAYERS} players within {ARRIVAL:.0f} s: {len(static)} files,"
            f" p50 {_percentile(static, 50)} ms, p95 {_percentile(static, 95)} ms;"
            f" {len(solving)} levels solved, p50 {_percentile(solving, 50)} ms, p95 {_percentile(solving, 95)} ms;"
            f" {again} told to try again, {failed} failed; worker processes while it runs: {left}"
        )
        workers = _children(pid)
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{one}").exists() for one in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    yield f"processes left after it ended: {sum(Path(f'/proc/{one}').exists() for one in workers)}"


def _percentile(seconds: list[float], percent: int) -> str:
    return f"{1000 * sorted(seconds)[len(seconds) * percent // 100]:.1f}"


def _children(pid: int) -> set[int]:
    found = set()
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if folder.name.isdecimal() and int(folder.name) != pid and _descends(int(folder.name), pid):
                found.add(int(folder.name))
    return found


async def _players(address: str) -> tuple[list[float], list[float], int, int]:
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    folder = built_page()
    assert folder is not None
    names = list(json.loads((folder / "precache.json").read_text("utf-8"))["files"])
    levels = ["######\n#@$ .#\n######\n", "_S__\n____\n__G_\n"]
    static: list[float] = []
    solving: list[float] = []
    counts = {"again": 0, "failed": 0}

    async def player(number: int, delay: float) -> None:
        await asyncio.sleep(delay)
        me = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        try:
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=me)
            for name in ("", *names):
                began = time.perf_counter()
                status = await _asked(
                    reader, writer, f"GET /{name} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br\r\n\r\n".encode()
                )
                static.append(time.perf_counter() - began)
                counts["failed"] += status != 200
            for level in levels:
                body = json.dumps({"level": level, "seconds": 5}).encode()
                head = f"POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                while True:
                    began = time.perf_counter()
                    status = await _asked(reader, writer, head + body)
                    if status != 503:
                        break
                    counts["again"] += 1
                    await asyncio.sleep(1)
                solving.append(time.perf_counter() - began)
                counts["failed"] += status != 200
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            counts["failed"] += 1

    chance = random.Random(7)
    await asyncio.gather(*(player(number, chance.uniform(0, ARRIVAL)) for number in range(PLAYERS)))
    return static, solving, counts["again"], counts["failed"]


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
    writer.write(request)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    await reader.readexactly(int(length.group(1)) if length is not None else 0)
    return int(head.split(b" ", 2)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
