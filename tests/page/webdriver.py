"""A browser behind a WebDriver server, spoken to in a few lines: for WebKitGTK, which playwright does not drive."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 180.0
KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}


def webkit() -> str | None:
    """The program, if it is installed."""
    return shutil.which("WebKitWebDriver")


class WebKit:
    """One window of the browser."""

    def __init__(self, address: str, size: tuple[int, int]) -> None:
        self._server = address
        browser = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": {"args": ["--automation"]}}
        self._session = ""
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": browser}})
        self._session = f"/session/{answer['sessionId']}"
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": size[0], "height": size[1]})

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        content = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._server + self._session + path, content, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def open(self, address: str) -> None:
        """Go to an address."""
        self._ask("POST", "/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script: str, *arguments: Any) -> Any:
        """Ask until a script returns something that is true."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = self.run(script, *arguments)
            if found:
                return found
        raise AssertionError(f"never true: {script} (failed: {self.run('return document.body.dataset.failed')})")

    def settle(self) -> None:
        """Wait until the table has answered everything."""
        self.wait("return document.body?.dataset.idle !== undefined")

    def click(self, selector: str) -> None:
        """Click on an element with the mouse."""
        self.wait("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector)
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self._ask("POST", f"/element/{found}/click")
        self.settle()

    def key(self, *names: str) -> None:
        """Press keys."""
        for name in names:
            key = KEYS.get(name, name)
            actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
            self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})
            self.settle()

    def picture(self, path: Path) -> None:
        """A screenshot."""
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def close(self) -> None:
        """End the session."""
        with contextlib.suppress(AssertionError, OSError):
            self._ask("DELETE", "")


@contextlib.contextmanager
def started(display: str, size: tuple[int, int], folder: Path) -> Iterator[WebKit]:
    """The browser on a display, with a home of its own; it and its server end afterwards."""
    program = webkit()
    assert program is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "DISPLAY": display,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    command = [program, f"--port={port}", "--host=127.0.0.1"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"{address}/status", timeout=5):
                    break
            except (urllib.error.URLError, ConnectionError):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise
        window = WebKit(address, size)
        try:
            yield window
        finally:
            window.close()
    finally:
        process.terminate()
        process.wait()


def version() -> str:
    """The browser's version, for the record of what was tried."""
    said = subprocess.run([str(webkit()), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"[\d.]+", said)
    return found.group() if found else "?"
