"""Hostile titles and authors through all that writes them: files, pictures, pages, links, saved games, the terminal."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from report import Campaign

from cassetete.app.collections.my_levels import MyLevels
from cassetete.app.levels import links
from cassetete.app.levels.decode import decode
from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.levels.saving import file_name
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.cli.main import main
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import whole
from cassetete.session import saves
from cassetete.session.session import begin

PIECES = [
    "\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "\x07", "\x00", "\x7f", "\x85", "\u2028", "\u2029", "\u202e", "\u2066",
    "\ufeff", "\ufffe", "\ud800", "\udfff", "</text><script>alert(1)</script>", "</script>", "<img src=x onerror=x()>",
    "]]>", "<![CDATA[", "<!--", "-->", "&amp;", "&a;", "<?xml?>", "\"'`", "' onload='x", "{0}", "{nobody}", "%s%n",
    "${x}", "CON", "aux.txt", "nul ", "com1", "LPT¹", "trailing...", "trailing   ", "../../etc/passwd", "..\\..\\x",
    "a:b", "C:\\x", "/dev/null", "~root/x", "-rf", "--help", "*?<>|", "👩‍👩‍👧", "é" * 90, "一" * 90, "e\u0301" * 40,
    "x" * 10**5, "\t", "\r", "\n", "# title: other", "\n# optimum: 1\n", "| !restart", "level:", "=1+1", "@SUM(1)", "ﬁ",
    "ß", " ", "", ".", "title", "\\", "\\u001b", "()", "(" * 300, "BT /F1 Tf", ") Tj ET", "%PDF",
]  # fmt: skip

_ON_TERMINAL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\..*)?", re.IGNORECASE)
_SVG = "{http://www.w3.org/2000/svg}"
_ELEMENTS = {
    "svg",
    "g",
    "rect",
    "path",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "defs",
    "use",
    "title",
}
_ELEMENTS |= {"animate", "animateTransform", "linearGradient", "radialGradient", "stop", "clipPath", "set", "symbol"}


def wrong_name(name: str) -> str:
    """Why Windows would not take a name of a file; empty if it would."""
    if not name or len(name.encode("utf-8", "surrogatepass")) > 200 or name[-1] in " .":
        return "empty, too long, or its end is cut off"
    if re.search(r'[<>:"/\\|?*\x00-\x1f\ud800-\udfff]', name):
        return "a character that names cannot have"
    return "the name of a device" if _RESERVED.fullmatch(name) else ""


def wrong_svg(content: str) -> str:
    """Why a picture is no SVG, or has more in it than drawings."""
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        return f"no XML: {error}"
    for element in root.iter():
        if element.tag.removeprefix(_SVG) not in _ELEMENTS:
            return f"an element {element.tag}"
        for name, value in element.attrib.items():
            if name.lower().startswith("on") or value.strip().lower().startswith("javascript:"):
                return f"an attribute {name}={value[:40]!r}"
    return ""


def _dumped(game: AnyGame, level: Any) -> Iterator[str]:
    """Each format holds the level: what is read back has the same board, and a title of one line."""
    for form in game.formats:
        try:
            text = form.dump([level])
        except CasseteteError:
            continue  # a format may refuse a level
        found = read_text(decode(whole(text).encode()), "x", game)
        if len(found) != 1 or not isinstance(found[0], LoadedLevel):
            yield f"{form.id}: written, and not read back: {found}"[:300]
        elif form is game.formats[0]:
            read = found[0].level
            if replace(read, headers=level.headers) != level:
                yield f"{form.id}: another board"
            if read.headers.optimum != level.headers.optimum:
                yield f"{form.id}: the title became another header"


def _kept(game: AnyGame, level: Any, folder: Path) -> Iterator[str]:
    """A saved game, a link, and a level of the player's own."""
    for source in ("", level.headers.title):
        text = saves.dump(replace(begin(game, level), name=level.headers.title), source)
        found = read_text(text, "x", game)
        if len(found) != 1 or not isinstance(found[0], LoadedLevel):
            yield f"a saved game is not read back: {found}"[:300]
    with contextlib.suppress(links.BadLink):  # too large
        address = links.link(game, level)
        if not re.fullmatch(r"[!-~]+", address):
            yield f"a link with other characters: {address[:80]!r}"
        if replace(links.read(address).entry.level, headers=level.headers) != level:
            yield "a link to another level"
    with Store(folder / "profile") as store:
        mine = MyLevels(store)
        with contextlib.suppress(CasseteteError):  # what cannot be kept is said
            collection = mine.new_collection(game, level.headers.title)
            mine.add_to(game, collection, [level])
            written = mine.export_folder(game, collection, folder / "exported")
            for file in written.iterdir():
                if why := wrong_name(file.name):
                    yield f"a file {file.name!r}: {why}"
                file.unlink()
            written.rmdir()


def _commands(path: str, folder: Path, title: str) -> Iterator[list[str]]:
    """Every command that prints or writes what a level says of itself."""
    limits = ["--seconds", "2"]
    yield ["check", path]
    yield ["show", path]
    yield ["solve", path, *limits]
    yield ["solve", path, "--json", *limits]
    yield ["grade", path, *limits]
    yield ["explain", path, *limits]
    yield ["replay", path, "U"]
    yield ["convert", path]
    yield ["print", path, "-o", str(folder / "page.svg"), *limits]
    yield ["print", path, "-o", str(folder / "page.pdf"), *limits, *([] if "\0" in title else ["--title", "x" + title])]
    yield ["show", path, "-o", str(folder / "one.svg"), *limits]
    yield ["show", path, "--solution", "-o", str(folder / "film.svg"), *limits]
    yield ["show", path, "--solution", "-o", str(folder / "film.gif"), *limits]
    yield ["records", "--profile", str(folder / "profile")]


def _commanded(path: str, folder: Path, title: str, some: Callable[[list[str]], bool]) -> Iterator[str]:
    for command in filter(some, _commands(path, folder, title)):
        said = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="surrogatepass", write_through=True)
        said.isatty = lambda: True  # type: ignore[method-assign]  # what a terminal gets
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                code = main(command)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            yield f"{command[0]}: {type(error).__name__}: {error}"[:300]
            continue
        raw: Any = said.buffer
        text = raw.getvalue().decode("utf-8", "surrogatepass")
        allowed = {0, 1, 2, 3, *([64] if command[0] == "explain" else [])}  # not every game explains
        if code not in allowed or "Traceback" in text:
            yield f"{command[0]} gave {code}: {text[-200:]!r}"
        if found := _ON_TERMINAL.search(text):
            yield f"{command[0]} printed {found[0]!r}"
        if command[:3:2] == ["solve", "--json"] and code == 0:
            json.loads(text)


def _written(folder: Path) -> Iterator[str]:
    """The pictures and pages that the commands wrote."""
    for file in sorted(folder.iterdir()):
        if file.suffix == ".svg":
            if why := wrong_svg(file.read_text("utf-8")):
                yield f"{file.name}: {why}"
        elif file.suffix == ".pdf":
            yield from _wrong_pdf(file)
        elif file.suffix == ".gif" and not file.read_bytes().startswith(b"GIF89a"):
            yield f"{file.name}: no GIF"
        elif file.suffix == ".tmp":
            yield f"{file.name} is left"
        if file.is_file():
            file.unlink()


def _wrong_pdf(file: Path) -> Iterator[str]:
    try:
        import pypdf
    except ImportError:
        return
    try:
        read = pypdf.PdfReader(file, strict=True)
        "".join(page.extract_text() for page in read.pages)
    except Exception as error:
        yield f"{file.name}: no PDF: {type(error).__name__}: {error}"
        return
    if b"/JavaScript" in file.read_bytes() or "/AA" in read.trailer["/Root"]:
        yield f"{file.name}: it does something by itself"


def tried(game: AnyGame, title: str, author: str, folder: Path, dice: random.Random, share: float) -> list[str]:
    """What is wrong with all that is written of a level with such a title."""
    found = pack(game.id)
    assert found is not None
    level = found.entry("1").level
    level = replace(level, headers=replace(level.headers, title=title, author=author))
    faults = [*_dumped(game, level), *_kept(game, level, folder)]
    names = [file_name(title, game.id, extension) for extension in ("", ".txt", ".save")]
    faults += [f"the name {name!r}: {wrong_name(name)}" for name in names if wrong_name(name)]
    file = folder / "level.txt"
    text = game.formats[0].dump([level])
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    faults += _commanded(str(file), folder, title, lambda _command: dice.random() < share)
    file.unlink()
    return [*faults, *_written(folder)]


def run(campaign: Campaign, count: int, seed: int) -> None:
    """So many titles: first each piece alone, then pieces put together."""
    dice = random.Random(seed)
    sys.setrecursionlimit(10_000)
    own = [game for game in games().values() if pack(game.id) is not None]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while campaign.tried < count:
            at = campaign.tried
            pieces = [PIECES[at]] if at < len(PIECES) else dice.choices(PIECES, k=dice.choice((1, 2, 2, 3, 5)))
            title = "".join(pieces)
            author = dice.choice(PIECES)
            game = own[at % len(own)]
            share = 1.0 if len(title) < 1000 and not at % 10 else 0.25
            faults = tried(game, title, author, folder, dice, share)
            campaign.check(not faults, f"{game.id}, title {title[:60]!r}, author {author[:30]!r}: {faults}")
