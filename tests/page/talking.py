"""Talking to the table as a browser does, without one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
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


def symbols_in(tree: Any) -> Iterator[str]:
    """The symbols that come with a tree of elements."""
    if not isinstance(tree, str):
        yield from tree[1].get("art") or ()
        for child in tree[2:]:
            yield from symbols_in(child)


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
                self._learn(symbols_in(tree))
        for _name, tree in update.get("parts", {}).get("pictures") or ():
            self._learn(symbols_in(tree))
        self.parts = dict.fromkeys(self.parts) | self.table.parts
        board = update.get("board")
        for holder in (board or {}, *update.get("effects", [])):
            self._learn(holder.get("art", []))
        if board is not None:
            self.elements = [] if board.get("fresh") else self.elements
            for patch in (*(frame["patch"] for frame in board.get("frames", [])), board["patch"]):
                self.elements = applied(self.elements, patch)
                unknown = set(re.findall('href="#(art-[^"]+)"', "".join(self.elements))) - self.symbols
                assert not unknown, "what is drawn was sent before"
        for key, text in update.get("rows", {}).items():
            self.texts.pop(key, None)
            if text is not None:
                self.texts[key] = text
        self.questions += update.get("think", [])
        self.effects += update.get("effects", [])
        return update

    def _learn(self, symbols: Iterator[str] | list[str]) -> None:
        self.symbols |= {ElementTree.fromstring(symbol).attrib["id"] for symbol in symbols}

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
