"""The server of the page: its files from memory, compressed, with strict headers; and native thinking behind limits."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import mimetypes
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cassetete.app.crash_report import write_report
from cassetete.app.game_errors import describe
from cassetete.app.levels.generate import settled
from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from cassetete.app.workers.pool import WorkerPool
from cassetete.app.workers.protocol import result_packet
from cassetete.core.answers import Limits, Want
from cassetete.core.errors import CasseteteError
from cassetete.core.message import one_line
from cassetete.session.jobs import Job, Result, ToMake, ToSolve, Working

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".zip": "application/zip",
}
_COMPRESSED = (".png", ".br", ".gz")

LARGEST_BODY = 40_000
MOST_SECONDS = 20.0
MOST_MEMORY = 500_000_000
WORKERS = 2
MOST_WAITING = 16
MOST_PER_CLIENT = 2
PATIENCE = 10.0
"""How many seconds a client may take to send the header of a request, and its body."""


@dataclass(frozen=True)
class StaticFile:
    """A file in memory: as it is, and as each encoding has it."""

    kind: str
    tag: str
    plain: bytes
    encoded: Mapping[str, bytes]

    def response(self, request: Request) -> Response:
        """The smallest form that the browser takes; nothing if it has the file already."""
        headers = {**HEADERS, "ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "").split(",")
        if self.tag in [tag.strip().removeprefix("W/") for tag in known]:
            return Response(status_code=304, headers=headers)
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        for encoding, content in self.encoded.items():
            if encoding in accepted:
                return Response(content, media_type=self.kind, headers={**headers, "Content-Encoding": encoding})
        return Response(self.plain, media_type=self.kind, headers=headers)


def _accepted(said: str) -> set[str]:
    """The encodings that a browser takes.

    >>> sorted(_accepted("gzip, br;q=0.5, zstd;q=0"))
    ['br', 'gzip']
    """
    parts = [part.replace(" ", "").partition(";q=") for part in said.split(",")]
    return {name for name, _q, weight in parts if not weight or weight.strip("0.")}


def load_files(folder: Path, quality: int = 5) -> dict[str, StaticFile]:
    """Every file of the page, by its path. Compressed copies beside a file (`x.br`) are used instead of making them."""
    return {
        path.relative_to(folder).as_posix(): _load(path, quality)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".br", ".gz")
    }


def _load(path: Path, quality: int) -> StaticFile:
    plain = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(plain).hexdigest()[:24]}"'
    encoded = {} if path.suffix in _COMPRESSED or len(plain) < 600 else _encoded(path, plain, quality)
    return StaticFile(kind, tag, plain, encoded)


def _encoded(path: Path, plain: bytes, quality: int) -> dict[str, bytes]:
    """Brotli first where there is one, then gzip."""
    found: dict[str, bytes] = {}
    beside = path.with_name(f"{path.name}.br")
    kept = beside.read_bytes() if beside.is_file() else None
    try:
        import brotli  # not needed, but a third smaller
    except ImportError:
        if kept is not None:
            found["br"] = kept
    else:
        if kept is None or _unpacked(brotli, kept) != plain:  # the file was changed after it was built
            kept = brotli.compress(plain, quality=quality)
        found["br"] = kept
    found["gzip"] = gzip.compress(plain, 6, mtime=0)
    return found


def _unpacked(brotli: Any, content: bytes) -> bytes | None:
    try:
        return bytes(brotli.decompress(content))
    except brotli.error:
        return None


class TooManyJobs(Exception):
    """The queue is full, or this client has enough jobs already."""


class Thinking:
    """Jobs of the server's clients, done by the program's worker processes; the others wait in a queue with a bound."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._pools = [WorkerPool() for _number in range(workers)]
        self._free: asyncio.Queue[WorkerPool] = asyncio.Queue()
        for pool in self._pools:
            self._free.put_nowait(pool)
        self._waiting = 0
        self._clients: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[WorkerPool]:
        """A place in the queue, then workers; TooManyJobs if there is no place."""
        if self._waiting >= MOST_WAITING or self._clients.get(client, 0) >= MOST_PER_CLIENT:
            raise TooManyJobs
        self._waiting += 1
        self._clients[client] = self._clients.get(client, 0) + 1
        try:
            pool = await self._free.get()
            try:
                yield pool
            finally:
                self._free.put_nowait(pool)
        finally:
            self._waiting -= 1
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    async def answer(self, pool: WorkerPool, job: Job, request: Request) -> Result:
        """The answer; cancelled when the client leaves or the time is over."""
        ticket = pool.ask(job)
        deadline = asyncio.get_running_loop().time() + MOST_SECONDS + 5
        cancelled = False
        while True:
            for message in pool.poll():
                if message.ticket == ticket and not isinstance(message, Working):
                    return message
            late = asyncio.get_running_loop().time() > deadline
            if not cancelled and (late or await request.is_disconnected()):
                pool.cancel(ticket)
                cancelled = True
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """End the worker processes."""
        for pool in self._pools:
            pool.close()


def application(folder: Path, *, think: bool = True) -> Starlette:
    """The page of a folder; with `think`, `/api/solve` and `/api/generate` too."""
    files = load_files(folder)
    thinking: list[Thinking] = []

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Trouble().tell)
        yield
        for one in thinking:
            one.close()

    async def file(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        found = files.get(name)
        return found.response(request) if found is not None else Response("not found", 404, headers=HEADERS)

    async def work(request: Request) -> Response:
        try:
            return await answered(request)
        except Exception as error:
            if isinstance(error, ClientDisconnect):
                return Response(status_code=400)
            path = write_report(error, f"{request.method} {request.url.path}")
            told = f"; the report is {path} (cassetete report shows it)" if path is not None else ""
            print(one_line(f"{describe(error)}{told}"), file=sys.stderr, flush=True)
            return JSONResponse({"error": "an internal error of the server"}, 500, headers=HEADERS)

    async def answered(request: Request) -> Response:
        try:
            job = await _job(request)
        except _BadRequest as error:
            return JSONResponse({"error": str(error)}, error.status, headers=HEADERS)
        if not thinking:
            thinking.append(Thinking())
        client = request.client.host if request.client is not None else ""
        try:
            async with thinking[0].place(client) as pool:
                result = await thinking[0].answer(pool, job, request)
        except TooManyJobs:
            headers = {**HEADERS, "Retry-After": "5"}
            return JSONResponse({"error": "too many jobs"}, 503, headers=headers)
        return JSONResponse(result_packet(result), headers={**HEADERS, "Cache-Control": "no-store"})

    routes = [Route("/", file), Route("/{name:path}", file)]
    if think:
        routes = [Route(f"/api/{name}", work, methods=["POST"]) for name in ("solve", "generate")] + routes
    return Starlette(routes=routes, lifespan=lifespan)


class Trouble:
    """What asyncio says of the connections: in one line, once in a row. With no more files to open it says of each of
    thousands of attempts the same, with a traceback."""

    def __init__(self) -> None:
        self._said = ""

    def tell(self, _loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Print it."""
        error = context.get("exception")
        line = one_line(f"{context.get('message', '')}" + (f": {type(error).__name__}: {error}" if error else ""))
        if line != self._said:
            self._said = line
            print(line, file=sys.stderr, flush=True)


class _BadRequest(Exception):
    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object of a request, read only as far as it may be long, and as long as it may take."""
    content = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                content += chunk
                if len(content) > LARGEST_BODY:
                    raise _BadRequest(f"a request has at most {LARGEST_BODY} bytes", 413)
    except TimeoutError:
        raise _BadRequest("this request took too long to arrive", 408) from None
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        raise _BadRequest("this is not JSON") from None
    if not isinstance(found, dict):
        raise _BadRequest("a JSON object is expected")
    return found


async def _job(request: Request) -> Job:
    """The job that a request describes: `{"game", "level"}` to solve, `{"game", "seed", "values"}` to generate."""
    body = await _body(request)
    game = games().get(str(body.get("game", "")))
    try:
        if request.url.path.endswith("/generate"):
            if game is None or not game.making.generators:
                raise _BadRequest("there is no such game")
            seed, values = body.get("seed", 0), body.get("values", {})
            if not isinstance(seed, int) or not isinstance(values, dict):
                raise _BadRequest("seed is a whole number, values an object")
            return ToMake(game, seed % 2**63, settled(game.making.generators[0], values))
        found = read_text(str(body.get("level", "")), "level", game)
        if len(found) != 1 or not isinstance(found[0], LoadedLevel):
            raise _BadRequest(str(found[0]) if found else "there is no level")
        problems = found[0].problems()
        if problems:
            raise _BadRequest(str(problems[0]))
        want = Want(body.get("want", "best"))
    except CasseteteError as error:
        raise _BadRequest(str(error)) from None
    except ValueError:
        raise _BadRequest("want is fast, best, shortest or proof") from None
    seconds = body.get("seconds", MOST_SECONDS)
    if not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise _BadRequest(f"seconds is a number up to {MOST_SECONDS:g}")
    limits = Limits(seconds=float(seconds), memory=MOST_MEMORY)
    return ToSolve(found[0].game, found[0].level, found[0].state, limits, want)
