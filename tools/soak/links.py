"""Share links, pasted texts and saved games from anywhere: bombs, cut and changed ones. Each is read or refused in
words, at once, and takes little memory."""

from __future__ import annotations

import base64
import random
import resource
import time
import zlib
from collections.abc import Callable, Iterator

from files import mutated
from report import Campaign

from cassetete.app.levels import links
from cassetete.app.levels.library import pack, read_text
from cassetete.app.levels.paste import understood
from cassetete.app.registry import games
from cassetete.core.errors import CasseteteError
from cassetete.session import saves
from cassetete.session.session import begin

SLOWEST = 2.0
"""Seconds of CPU that one may take."""

_SIGNS = "\x1b\u202e\x00\x85\ud800\u2028\r\n\t\"<>&';\\%/#|:é漢🐢-_=.+0@$ 0123456789abcXYZ"


def squeezed(content: bytes) -> str:
    """As in a link."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(content) + packer.flush()).decode("ascii").rstrip("=")


def bombs() -> Iterator[str]:
    """Links that would unpack to far more than they are, or nest without end."""
    contents = (
        b"#" * 50_000_000, b" " * 200_000, b"\n" * 19_999, (b"3" * 139 + b"\n") * 140, b"99999(rl)",
        b"9(9(9(9(9(9(9(9(rl))))))))", b"(" * 20_000 + b"rl" + b")" * 20_000, b"\0" * 10, b"\xff" * 100,
    )  # fmt: skip
    codes = [squeezed(content) for content in contents]
    codes += ["A" * 61_000, "%41" * 19_000, "/" * 50_000, "", ".", "%", "%ff%fe", "=" * 100]
    for game in games():
        for kind in ("z.", "1/at.", "1/solution."):
            yield from (f"#{game}/{kind}{code}" for code in codes)


def changed(dice: random.Random, text: str) -> str:
    """A few signs changed."""
    for _change in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(text) + 1)
        some = "".join(dice.choices(_SIGNS, k=dice.randrange(1, 6)))
        kind = dice.randrange(4)
        if kind == 0:
            text = text[:at] + some + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + some + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + dice.randrange(1, 20) :]
        else:
            text = text[:at] + text[at : at + 30] * dice.choice((2, 9, 50)) + text[at:]
    return text


def originals() -> list[tuple[str, str]]:
    """Links, texts and saved games, each with its kind."""
    found = []
    for game in games().values():
        levels_of = pack(game.id)
        for name in [] if levels_of is None else levels_of.names()[:6]:
            assert levels_of is not None
            level = levels_of.entry(name).level
            text = game.formats[0].dump([level])
            some = tuple(game.rules.moves(level, game.rules.start(level)))[:1]
            found += [("link", links.link(game, level, some)), ("text", text)]
            found += [("coded", f"#{game.id}/z.\n{text}"), ("save", saves.dump(begin(game, level).play(some), "x"))]
    return found


def readers() -> dict[str, Callable[[str], object]]:
    """What reads each kind."""
    return {
        "link": links.read,
        "coded": links.read,
        "text": understood,
        "save": lambda text: read_text(text, "x"),
    }


def run(campaign: Campaign, count: int, seed: int) -> None:
    """All bombs, then so many changed ones."""
    dice = random.Random(seed)
    pool = originals()
    read = readers()

    def tried(kind: str, text: str) -> None:
        began = time.process_time()
        fault = ""
        try:
            read[kind](text)
            campaign.add("read")
        except CasseteteError as error:
            str(error.text)
            campaign.add("refused")
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        seconds = time.process_time() - began
        campaign.figure("CPU of one, at most", seconds, "s")
        if seconds > SLOWEST:
            fault = fault or f"{seconds:.1f} s"
        campaign.check(not fault, f"{kind} {text[:300]!r}: {fault}")

    for bomb in list(bombs())[: count or None]:
        tried("link", bomb)
    while campaign.tried < count:
        kind, text = dice.choice(pool)
        if kind == "coded":
            head, _break, body = text.partition("\n")
            tried(kind, head + squeezed(mutated(dice, body.encode(), dice.choice(pool)[1].encode())))
        else:
            tried(kind, changed(dice, text))
    campaign.figure("memory, at most", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6, "MB")
