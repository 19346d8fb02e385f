"""Share links: a level, a position or a solution as an address that needs no server.

    https://…/#sokoban/first               a level of the pack, by its name
    https://…/#sokoban/z.CODE              any level: its text, compressed
    https://…/#sokoban/z.CODE/at.CODE      the position after some moves
    https://…/#sokoban/first/solution.CODE a solution to watch

Everything after `#` stays in the reader's browser. A link comes from anywhere, so what it holds is limited in size,
parsed as any file is, and its moves are replayed by the rules.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

from cassetete.app.levels.library import LoadedLevel, Unreadable, pack, read_text
from cassetete.app.levels.moves import follow
from cassetete.app.registry import games
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, whole

_ = Catalogue("cassetete")

DEFAULT_BASE = "http://127.0.0.1:8200/"
"""Where the page is, unless the player's settings say otherwise: `cassetete serve` on this machine."""

BASE_SETTING = "page_address"
"""The player's setting that says where the page is; CASSETETE_PAGE in the environment goes before it."""

LONGEST_LINK = 60_000
LONGEST_LEVEL = 20_000
LONGEST_MOVES = 200_000
"""In characters; what is longer is a file, not a link."""

SOURCE = "link"
_COMPRESSED = "z."
_AT, _SOLUTION = "at.", "solution."
_FRAGMENT = re.compile(r"\A(?:https?://[^\s#]*|[^\s#]*)#/?([A-Za-z][\w-]*/[^\s]*)\Z")


class BadLink(CasseteteError):
    """A link that does not lead to a level."""


@dataclass(frozen=True)
class SharedLevel:
    """What a link holds: a level, and the moves that lead to a position or are its solution."""

    entry: LoadedLevel
    moves: tuple[Any, ...] = ()
    is_solution: bool = False


def link(
    game: AnyGame,
    level: Any,
    moves: tuple[Any, ...] = (),
    *,
    solution: bool = False,
    base: str = DEFAULT_BASE,
) -> str:
    """The address of a level, of the position after some moves, or of a solution; BadLink if it would be too long.

    >>> from cassetete.app.levels.library import pack
    >>> entry = pack("sokoban").entry("first")
    >>> link(entry.game, entry.level, base="https://example.org/play/")
    'https://example.org/play/#sokoban/first'
    """
    parts = [game.id, _name_in_pack(game, level) or _COMPRESSED + _squeezed(_text_of(game, level))]
    if moves:
        notation = game.notation.write(level, game.rules.start(level), moves)
        parts.append((_SOLUTION if solution else _AT) + _squeezed(notation))
    fragment = "/".join(parts)
    if len(fragment) > LONGEST_LINK:
        raise BadLink(_("this is too large for a link: save it as a file"))
    return f"{base.partition('#')[0]}#{fragment}"


def base_address(chosen: object = None) -> str:
    """Where links lead: as the environment says, else as the player chose, else to this machine."""
    address = os.environ.get("CASSETETE_PAGE") or chosen
    return address if isinstance(address, str) and address.startswith(("http://", "https://")) else DEFAULT_BASE


def looks_like(text: str) -> bool:
    """Whether a text is such a link (or the part of one after `#`, with its `#`).

    >>> looks_like("http://127.0.0.1:8200/#sokoban/first"), looks_like("#sokoban/first"), looks_like("# title: x")
    (True, True, False)
    """
    found = _FRAGMENT.match(text.strip()) if len(text) <= LONGEST_LINK + 2000 else None
    return found is not None and found.group(1).partition("/")[0] in games()


def read(text: str) -> SharedLevel:
    """What a link holds; BadLink says what is wrong with it.

    >>> read("#sokoban/first").entry.level.headers.title == pack("sokoban").entry("first").level.headers.title
    True
    """
    if len(text) > LONGEST_LINK + 2000:
        raise BadLink(_("this link is too long"))
    found = _FRAGMENT.match(text.strip())
    if found is None:
        raise BadLink(_("this is not a link to a level"))
    game_id, *parts = unquote(found.group(1)).split("/")
    game = games().get(game_id)
    if game is None:
        raise BadLink(_("there is no game '{name}'", name=game_id[:40]))
    parts = [part for part in parts if part]
    if not 1 <= len(parts) <= 2:
        raise BadLink(_("this is not a link to a level"))
    entry = _level(game, parts[0])
    if len(parts) == 1:
        return SharedLevel(entry)
    kind = next((kind for kind in (_AT, _SOLUTION) if parts[1].startswith(kind)), None)
    if kind is None:
        raise BadLink(_("this is not a link to a level"))
    written = _unsqueezed(parts[1].removeprefix(kind), LONGEST_MOVES)
    try:
        followed = follow(game, entry.level, entry.state, written)
    except CasseteteError as error:
        raise BadLink(error.text) from None
    if kind == _SOLUTION and not followed.won:
        raise BadLink(_("the moves of this link do not solve its level"))
    return SharedLevel(entry, followed.moves, kind == _SOLUTION)


def _level(game: AnyGame, part: str) -> LoadedLevel:
    if not part.startswith(_COMPRESSED):
        found = pack(game.id)
        if found is None:
            raise BadLink(_("the pack has no level '{name}'", name=part[:80]))
        try:
            return found.entry(part)
        except CasseteteError as error:
            raise BadLink(error.text) from None
    items = read_text(_unsqueezed(part.removeprefix(_COMPRESSED), LONGEST_LEVEL), SOURCE, game)
    if len(items) != 1 or isinstance(items[0], Unreadable):
        fault = next((item for item in items if isinstance(item, Unreadable)), None)
        raise BadLink(fault.text if fault is not None else _("a link holds one level"))
    problems = items[0].problems()
    if problems:
        raise BadLink(problems[0].text)
    return items[0]


def _text_of(game: AnyGame, level: Any) -> str:
    text = game.formats[0].dump([level])
    if len(text) > LONGEST_LEVEL:
        raise BadLink(_("this is too large for a link: save it as a file"))
    return text


def _name_in_pack(game: AnyGame, level: Any) -> str | None:
    """The name of the level if the game's pack has exactly this one."""
    return _pack_names(game.id).get(level)


@cache
def _pack_names(game_id: str) -> dict[Any, str]:
    """The names of a pack's levels."""
    found = pack(game_id) if game_id in games() else None
    return {found.entry(name).level: name for name in found.names()} if found is not None else {}


def _squeezed(text: str) -> str:
    """A text as characters that any address may hold."""
    packer = zlib.compressobj(9, wbits=-15)
    content = packer.compress(whole(text).encode("utf-8")) + packer.flush()
    return base64.urlsafe_b64encode(content).decode("ascii").rstrip("=")


def _unsqueezed(code: str, longest: int) -> str:
    """The text in a code; BadLink if it is none, or longer than allowed, which is found out before it is unpacked."""
    try:
        content = base64.b64decode(code.encode("ascii") + b"=" * (-len(code) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(wbits=-15)
        found = unpacker.decompress(content, 4 * longest + 1)
        if not unpacker.eof and len(found) <= 4 * longest:
            raise BadLink(_("this link was cut short"))
        text = found.decode("utf-8")
    except (UnicodeError, binascii.Error, ValueError, zlib.error):
        raise BadLink(_("this link is damaged")) from None
    if len(text) > longest or "\0" in text:
        raise BadLink(_("this link holds too much"))
    return text
