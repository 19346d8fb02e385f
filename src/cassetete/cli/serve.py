"""`cassetete serve`: the page in a browser, from this machine."""

from __future__ import annotations

import argparse
import contextlib
import socket
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from cassetete.cli.console import Console, UsageError
from cassetete.cli.parser import Parser
from cassetete.core.message import Catalogue
from cassetete.front.page.files import MARK, built_page

_ = Catalogue("cassetete")

PORT = 8200


def add_arguments(parser: Parser) -> None:
    """Where to listen."""
    parser.option("--port", metavar="N", type=parser.whole(0), default=PORT, help=_("the port (0: any free one)"))
    host = _("the address to listen on (default: this machine only)")
    parser.option("--host", metavar="ADDRESS", default="127.0.0.1", help=host)
    folder = _("a folder with the page, such as export-page writes (default: the one that was built)")
    parser.option("--folder", metavar="DIR", type=Path, default=None, help=folder)
    parser.option("--no-browser", action="store_true", help=_("do not open the browser"))
    parser.option("--no-thinking", action="store_true", help=_("serve files only: no /api/solve, no /api/generate"))


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    console: Console = options.console
    page: Path | None = options.folder or built_page()
    if page is None:
        raise UsageError(_("the page is not built: run make page"))
    if not (page / MARK).is_file():
        raise UsageError(_("{path}: there is no page in this folder", path=page))
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        raise UsageError(_("the server is not installed: pip install 'cassetete[web]'"))
    import uvicorn

    from cassetete.front.page.server import application
    from cassetete.front.page.slow_clients import ImpatientProtocol

    try:
        listening = bound(options.host, options.port)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        place = f"{options.host}:{options.port}"
        raise UsageError(_("cannot listen on {place}: {why}", place=place, why=why)) from None
    port = listening.getsockname()[1]
    shown = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{shown}:{port}/"
    app = application(page, think=not options.no_thinking)
    listening.listen(128)  # from here on a browser waits for its answer
    console.print(_("cassetete is at {address} (Ctrl-C stops)", address=address))
    if not options.no_browser:
        webbrowser.open(address)
    config = uvicorn.Config(
        app, http=ImpatientProtocol, log_level="warning", server_header=False, timeout_graceful_shutdown=3
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address. Its protocol is named: asyncio then lets nothing wait for a full packet, 40 ms a file."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening
