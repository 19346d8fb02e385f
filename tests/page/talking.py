"""Talking to the table as a browser does, without one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from cassetete.front.page.patches import applied
from cassetete.front.page.table import Table
from cassetete.front.page.thinker import ThinkingWorker


def well_formed(tree: Any) -> None:
    """A tree of elements is what the page expects: a text, or a tag, properties and children."""
    if isinstance(tree, str):
        return
    tag, properties, *children = tree
    assert isinstance(tag, str) and tag.isalnum()
    for name, value in properties.items():
        assert name == "art" or isinstance(value, str | int | float), (tag, name, value)
        assert not name.startswith("on"), "no property is a script"
    for child in children:
        well_formed(child)


class Page:
    """What a browser would know: the parts (`shown`, and before they are trees of elements), the board's elements, the
    rows it keeps, the effects."""

    def __init__(
        self,
        texts: dict[str, str] | None = None,
        language: str = "en",
        *,
        then: str | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`texts` are those that were kept, `then` is the address to open."""
        self.texts = dict(texts or {})
        self.table = Table(self.texts, language, now)
        self.parts: dict[str, Any] = {}
        self.shown: dict[str, Any] = {}
        self.elements: list[str] = []
        self.symbols: set[str] = set()
        self.effects: list[dict[str, Any]] = []
        self.questions: list[dict[str, Any]] = []
        self.sent = 0
        if then is not None:
            self.send(t="open", address=then)

    def send(self, **message: Any) -> dict[str, Any]:
        self.sent += 1
        update: dict[str, Any] = json.loads(self.table.receive(json.dumps({"n": self.sent, **message})))
        assert update["n"] == self.sent
        self.shown |= update.get("parts", {})
        for part in update.get("parts", {}).values():
            for tree in part.get("show", ()) if isinstance(part, dict) else ():
                well_formed(tree)
        self.parts = dict.fromkeys(self.parts) | self.table.parts
        board = update.get("board")
        if board is not None:
            self.elements = [] if board.get("fresh") else self.elements
            for frame in board.get("frames", []):
                self.elements = applied(self.elements, frame["patch"])
            self.elements = applied(self.elements, board["patch"])
        for holder in (board or {}, *update.get("effects", [])):
            self.symbols |= {ElementTree.fromstring(symbol).attrib["id"] for symbol in holder.get("art", [])}
        for key, text in update.get("rows", {}).items():
            self.texts.pop(key, None)
            if text is not None:
                self.texts[key] = text
        self.questions += update.get("think", [])
        self.effects += update.get("effects", [])
        return update

    def do(self, command: str, **arguments: Any) -> dict[str, Any]:
        return self.send(t="do", do=command, args=arguments)

    def key(self, name: str, ctrl: bool = False) -> dict[str, Any]:
        return self.send(t="key", command=("ctrl " if ctrl else "") + name.lower(), name=name, ctrl=ctrl)

    def think(self) -> None:
        """Let a thinker answer everything that was asked."""
        while self.questions:
            packet = self.questions.pop(0)
            if packet["do"] != "cancel":
                answers: list[str] = []
                ThinkingWorker(answers.append, None).work(json.dumps(packet))
                for line in answers:
                    self.send(t="answer", packet=json.loads(line))
