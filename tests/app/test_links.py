"""Share links: what goes in comes out, and nothing else gets in."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels import links
from cassetete.app.levels.library import pack
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.registry import games
from cassetete.app.solving.hints import solution
from cassetete.core.answers import Limits

BASE = "https://example.org/puzzles/"


def squeezed(content: bytes) -> str:
    packer = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(content) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize("game_id", list(games()))
def test_every_level_of_the_packs_goes_through_a_link(game_id: str) -> None:
    found = pack(game_id)
    assert found is not None
    for name in found.names():
        entry = found.entry(name)
        address = links.link(entry.game, entry.level, base=BASE)
        assert address == f"{BASE}#{game_id}/{name}"
        assert links.read(address).entry.level == entry.level


@pytest.mark.parametrize("game_id", list(games()))
def test_a_position_and_its_moves_go_through_a_link(game_id: str) -> None:
    found = pack(game_id)
    assert found is not None
    entry = found.entry("1")
    game = entry.game
    move = next(iter(game.rules.moves(entry.level, entry.state)))
    after = game.rules.play(entry.level, entry.state, move)
    position = game.position(entry.level, after)
    shared = links.read(links.link(game, position, base=BASE))
    assert (shared.entry.level, shared.moves) == (position, ())
    shared = links.read(links.link(game, entry.level, (move,), base=BASE))
    assert (shared.entry.level, shared.moves, shared.is_solution) == (entry.level, (move,), False)


@pytest.mark.parametrize("game_id", list(games()))
def test_a_solution_goes_through_a_link(game_id: str) -> None:
    found = pack(game_id)
    assert found is not None
    entry = found.entry("1")
    answer = solution(entry.game, entry.level, entry.state, Limits(nodes=100_000))
    shared = links.read(links.link(entry.game, entry.level, answer.moves, solution=True, base=BASE))
    assert shared.is_solution
    assert shared.moves == answer.moves
    assert not links.read(links.link(entry.game, entry.level, answer.moves, base=BASE)).is_solution


def test_moves_that_do_not_win_are_no_solution() -> None:
    with pytest.raises(links.BadLink, match="do not solve"):
        links.read(f"#ricosheep/1/solution.{squeezed(b'')}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "not a link"),
        ("#sokoban", "not a link"),
        ("#chess/1", "no game 'chess'"),
        ("#sokoban/nowhere", "has no level 'nowhere'"),
        ("#sokoban/z.!!!!", "damaged"),
        ("#sokoban/z." + squeezed(b"x")[:-1], "damaged|cut short"),
        ("#sokoban/z." + squeezed(b"# title: nothing\n"), "."),
        ("#sokoban/first/elsewhere.abc", "not a link"),
        ("#sokoban/first/at." + squeezed(b"lllllllllllllllllll"), "move"),
        ("#sokoban/z." + squeezed(b"#" * 50_000_000), "too much|too long"),
        ("#sokoban/z." + "a" * 100_000, "too long"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(text: str, said: str) -> None:
    with pytest.raises(links.BadLink, match=said):
        links.read(text)


@given(st.text(max_size=60))
def test_any_text_after_the_name_of_a_game_is_refused_in_words(text: str) -> None:
    for fragment in (f"#sokoban/{text}", f"#sokoban/z.{text}", f"#sokoban/first/at.{text}"):
        try:
            links.read(fragment)
        except links.BadLink as error:
            assert str(error.text)


@given(st.binary(max_size=200))
def test_any_content_is_refused_in_words(content: bytes) -> None:
    try:
        links.read(f"#ricosheep/z.{squeezed(content)}")
    except links.BadLink as error:
        assert str(error.text)


def test_a_pasted_link_opens_its_level_and_on_that_level_its_solution() -> None:
    found = pack("ricosheep")
    assert found is not None
    entry = found.entry("1")
    answer = solution(entry.game, entry.level, entry.state, Limits(nodes=100_000))
    address = links.link(entry.game, entry.level, answer.moves, solution=True, base=BASE)
    opened = understood(address)
    assert isinstance(opened, list)
    assert [one.level for one in opened] == [entry.level]
    followed = understood(address, entry.game, entry.level)
    assert isinstance(followed, Followed)
    assert (followed.moves, followed.won) == (answer.moves, True)


def test_where_links_lead_is_chosen_by_the_environment_then_by_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CASSETETE_PAGE", raising=False)
    assert links.base_address() == links.DEFAULT_BASE
    assert links.base_address("javascript:alert(1)") == links.DEFAULT_BASE
    assert links.base_address("https://example.org/") == "https://example.org/"
    monkeypatch.setenv("CASSETETE_PAGE", BASE)
    assert links.base_address("https://example.org/") == BASE
