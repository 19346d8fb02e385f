"""`cassetete serve`: right types and headers, compressed; thinking within limits; nothing left behind."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import socket
import urllib.request
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from uvicorn import Config
from uvicorn.server import ServerState

from cassetete.app.files import write_file
from cassetete.app.levels.library import pack
from cassetete.cli.main import main
from cassetete.cli.serve import bound
from cassetete.core.certify import replay
from cassetete.front.page import files, server, slow_clients
from page.browsing import Server, require_page


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build makes it, but small."""
    folder = tmp_path / "page"
    (folder / "pyodide").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>cassetete</title>" + "x" * 2000, "utf-8")
    (folder / "app.js").write_text("export {};" + "//" * 1000, "utf-8")
    (folder / "pyodide" / "pyodide.asm.wasm").write_bytes(b"\0asm" + bytes(3000))
    (folder / "precache.json").write_text('{"version": "1", "files": {}}', "utf-8")
    monkeypatch.setattr(files, "_PACKAGED", folder)
    return folder


def apart(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in a thread: the browser of other tests keeps a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work())).result()


class Answer(NamedTuple):
    """What the application sent."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


def ask(app: Starlette, path: str, body: Any = None, whole: bool = True, **headers: str) -> Answer:
    """A request, without a network; the rest of a body that is not `whole` never comes."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    sent: list[dict[str, Any]] = []

    async def run() -> None:
        requests = [{"type": "http.request", "body": content, "more_body": not whole}]

        async def receive() -> Any:
            if requests:
                return requests.pop()
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await app(scope, receive, send)

    apart(run)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(message.get("body", b"") for message in sent[1:]))


def test_files_have_their_types_headers_and_compression(page: Path) -> None:
    app = server.application(page)
    answer = ask(app, "/", Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.content).startswith(b"<!doctype html>")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ask(app, "/app.js").headers["content-type"].startswith("text/javascript")
    answer = ask(app, "/pyodide/pyodide.asm.wasm", Accept_Encoding="gzip, br")
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["content-encoding"] == "br"
    assert ask(app, "/pyodide/pyodide.asm.wasm", If_None_Match=answer.headers["etag"]).status == 304


@pytest.mark.parametrize("path", ["/nothing.js", "/../pyproject.toml", "/%2e%2e/etc/passwd", "//etc/passwd"])
def test_nothing_else_is_served(page: Path, path: str) -> None:
    assert ask(server.application(page), path).status == 404


def test_without_thinking_there_is_no_api(page: Path) -> None:
    assert ask(server.application(page, think=False), "/api/solve", {}).status in (404, 405)


BAD_REQUESTS = [
    ("solve", b"{", 400),
    ("solve", [], 400),
    ("solve", b"[" * 39_000, 400),
    ("solve", b'{"a":' * 7_000, 400),
    ("solve", b'{"game": "\xff"}', 400),
    ("solve", b'{"game": "ricosheep", "level": "_S\\nGB", "seconds": NaN}', 400),
    ("solve", {"game": ["ricosheep"], "level": {}, "want": []}, 400),
    ("solve", {"game": "ricosheep", "level": "nonsense!"}, 400),
    ("solve", {"game": "ricosheep", "level": "_S\nGB\n", "seconds": 1000}, 400),
    ("solve", {"game": "ricosheep", "level": "_S\nGB\n", "want": "magic"}, 400),
    ("solve", {"game": "ricosheep", "level": "_" * 50_000}, 413),
    ("generate", {"game": "chess"}, 400),
    ("generate", {"game": "ricosheep", "values": {"rows": 10_000}}, 400),
    ("generate", {"game": "ricosheep", "seed": "x"}, 400),
]


@pytest.mark.parametrize(("path", "body", "status"), BAD_REQUESTS)
def test_a_bad_request_is_refused_in_words(page: Path, path: str, body: Any, status: int) -> None:
    answer = ask(server.application(page), f"/api/{path}", body)
    assert answer.status == status
    assert answer.json["error"]


def test_a_body_that_does_not_come_is_not_waited_for(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.01)
    assert ask(server.application(page), "/api/solve", b"{", whole=False).status == 408


def test_a_browser_that_has_the_file_is_not_sent_it_again(page: Path) -> None:
    app = server.application(page)
    tag = ask(app, "/app.js").headers["etag"]
    for said in (tag, f"W/{tag}", f'"another", {tag}'):
        assert ask(app, "/app.js", If_None_Match=said).status == 304
    assert ask(app, "/app.js", If_None_Match='"another"').status == 200


def test_an_encoding_that_a_browser_refuses_is_not_used(page: Path) -> None:
    answer = ask(server.application(page), "/app.js", Accept_Encoding="br;q=0, gzip; q=0.0")
    assert "content-encoding" not in answer.headers
    assert answer.content == (page / "app.js").read_bytes()


def test_an_internal_error_is_reported_and_the_server_goes_on(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError("a fault \x1b[31mof ours")

    monkeypatch.setattr("cassetete.app.crash_report.log_folder", lambda: tmp_path / "log")
    monkeypatch.setattr(server, "read_text", broken)
    app = server.application(page)
    answer = ask(app, "/api/solve", {"game": "ricosheep", "level": "_S"})
    assert (answer.status, answer.json) == (500, {"error": "an internal error of the server"})
    [report] = (tmp_path / "log").iterdir()
    assert "ZeroDivisionError" in report.read_text("utf-8")
    said = capsys.readouterr().err
    assert str(report) in said and "\x1b" not in said
    assert ask(app, "/app.js").status == 200


def test_what_goes_wrong_with_connections_is_said_once_in_one_line(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        app = server.application(page)
        async with app.router.lifespan_context(app):
            loop = asyncio.get_running_loop()
            for number in (24, 24, 24, 23):
                error = OSError(number, "too many")
                loop.call_exception_handler({"message": "no more files", "exception": error})
            loop.call_exception_handler({"message": "something else"})

    apart(work)
    assert capsys.readouterr().err.splitlines() == [
        "no more files: OSError: [Errno 24] too many",
        "no more files: OSError: [Errno 23] too many",
        "something else",
    ]


async def talk(patience: float, request: bytes) -> bytes:
    """All that the server sends to a client who sends this much and then waits."""
    state = ServerState()
    config = Config(Starlette(), lifespan="off")
    config.load()
    with bound("127.0.0.1", 0) as listening, pytest.MonkeyPatch.context() as patch:
        patch.setattr(slow_clients, "PATIENCE", patience)
        loop = asyncio.get_running_loop()
        made = await loop.create_server(lambda: slow_clients.ImpatientProtocol(config, state, {}), sock=listening)
        async with made:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(request)
            answer = await reader.read()
            writer.close()
            await asyncio.gather(*state.tasks)
    return answer


@pytest.mark.parametrize("request_so_far", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_a_client_that_sends_half_a_header_is_sent_away(request_so_far: bytes) -> None:
    answers: list[bytes] = []

    async def work() -> None:
        answers.append(await talk(0.01, request_so_far))

    apart(work)
    assert answers == [b""]


def test_a_whole_request_is_answered() -> None:
    answers: list[bytes] = []

    async def work() -> None:
        answers.append(await talk(600, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))

    apart(work)
    assert answers[0].startswith(b"HTTP/1.1 404")


def test_beyond_the_queue_the_answer_is_503_with_retry_after(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_PER_CLIENT", 0)
    answer = ask(server.application(page), "/api/solve", {"game": "ricosheep", "level": "_S\nGB\n"})
    assert answer.status == 503
    assert int(answer.headers["retry-after"]) > 0


def test_the_queue_has_a_bound_for_each_client_and_for_all() -> None:
    async def fill() -> None:
        thinking = server.Thinking(workers=server.MOST_WAITING)
        async with contextlib.AsyncExitStack() as places:
            for number in range(server.MOST_WAITING):
                await places.enter_async_context(thinking.place(f"client {number // server.MOST_PER_CLIENT}"))
            with pytest.raises(server.TooManyJobs):
                await places.enter_async_context(thinking.place("another"))
        async with contextlib.AsyncExitStack() as places:
            for _number in range(server.MOST_PER_CLIENT):
                await places.enter_async_context(thinking.place("greedy"))
            with pytest.raises(server.TooManyJobs):
                await places.enter_async_context(thinking.place("greedy"))
            await places.enter_async_context(thinking.place("modest"))
        thinking.close()

    apart(fill)


def test_levels_are_solved_and_generated_natively_and_no_process_is_left() -> None:
    require_page()
    running = Server()
    try:
        found = pack("ricosheep")
        assert found is not None
        entry = found.entry("3")
        text = entry.game.formats[0].dump([entry.level])
        answer = post(f"{running.address}api/solve", {"game": "ricosheep", "level": text})
        assert answer["verdict"] == "solved"
        moves = entry.game.notation.read(entry.level, entry.state, answer["moves"])
        last = replay(entry.game.rules, entry.level, moves, entry.state)
        assert entry.game.rules.status(entry.level, last).value == "won"
        assert post(f"{running.address}api/generate", SMALL)["level"]
        workers = children(running.process.pid)
        assert workers
    finally:
        running.stop()
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


SMALL = {
    "game": "ricosheep",
    "seed": 3,
    "values": {"rows": 3, "columns": 3, "sheep": 1, "grass": 1, "bushes": 0, "length": 1},
}


def post(address: str, body: Any) -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


def test_without_a_page_serve_and_export_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("_PACKAGED", "_SOURCE_TREE"):
        monkeypatch.setattr(files, name, tmp_path / "none")
    assert main(["serve"]) == 64
    assert "make page" in capsys.readouterr().err
    assert main(["export-page", str(tmp_path / "out")]) == 64


def test_the_page_is_exported_as_files(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out" / "deep"
    assert main(["export-page", str(target)]) == 0
    assert (target / "pyodide" / "pyodide.asm.wasm").read_bytes() == (
        page / "pyodide" / "pyodide.asm.wasm"
    ).read_bytes()
    assert "4 files" in capsys.readouterr().out
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["export-page", str(blocked)]) == 74
    assert main(["export-page", str(blocked / "below")]) == 74


def test_an_export_that_ends_early_leaves_no_half_file_and_no_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def interrupted(path: Path, content: bytes, **how: bool) -> None:
        if len(written) == 3:  # of four files
            raise KeyboardInterrupt
        write_file(path, content, **how)
        written.append(path.name)

    monkeypatch.setattr(files, "write_file", interrupted)
    target = tmp_path / "out"
    assert main(["export-page", str(target)]) == 130
    there = [path for path in target.rglob("*") if path.is_file()]
    assert sorted(path.name for path in there) == sorted(written)
    assert all(path.read_bytes() == (page / path.relative_to(target)).read_bytes() for path in there)
    assert files.MARK not in written


def test_compressed_copies_beside_the_files_are_sent_unless_they_are_stale(page: Path) -> None:
    brotli = pytest.importorskip("brotli")
    plain = (page / "app.js").read_bytes()
    kept = brotli.compress(plain, quality=11)
    (page / "app.js.br").write_bytes(kept)
    (page / "index.html.br").write_bytes(brotli.compress(b"of yesterday"))
    (page / "precache.json.br").write_bytes(b"no brotli at all")
    found = server.load_files(page)
    assert found["app.js"].encoded["br"] == kept
    assert brotli.decompress(found["index.html"].encoded["br"]) == found["index.html"].plain
    assert "app.js.br" not in found


def test_an_answer_does_not_wait_for_a_full_packet() -> None:
    at_once: list[int] = []

    async def work() -> None:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            at_once.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with bound("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(answer, sock=listening):
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                assert await reader.read() == b""
                writer.close()

    apart(work)
    assert at_once and at_once[0]
