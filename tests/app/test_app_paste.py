"""What a pasted text is taken for: a level of any game, moves for the level on the board, or neither."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cassetete.app.levels import library
from cassetete.app.levels.library import pack
from cassetete.app.levels.moves import Followed, WrongMoves
from cassetete.app.levels.paste import NotUnderstood, understood
from cassetete.app.registry import Games, games
from cassetete.app.solving.choose import solve
from cassetete.core.errors import BadLevel

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")


@pytest.mark.parametrize("name", OURS)
def test_every_format_of_every_game_can_be_pasted(name: str) -> None:
    found = pack(name)
    assert found is not None
    written = 0
    for level_name in found.names()[:3]:
        entry = found.entry(level_name)
        for form in entry.game.formats:
            try:
                text = form.dump([entry.level])
            except BadLevel:
                continue  # a DriftingDroids ID needs a standard board
            pasted = understood(text, games()["sokoban"] if name != "sokoban" else None)
            assert not isinstance(pasted, Followed)
            assert [item.game.id for item in pasted] == [name]
            assert pasted[0].state == entry.state
            written += 1
    assert written >= 3


@pytest.mark.parametrize("name", OURS)
def test_moves_are_replayed_from_the_start(name: str) -> None:
    entry = pack(name).entry("2")  # type: ignore[union-attr]
    game, level = entry.game, entry.level
    moves = solve(game, level).moves
    text = game.notation.write(level, entry.state, moves)
    followed = understood(f"  {text}\n", game, level)
    assert followed == Followed(moves, followed.state, True)  # type: ignore[union-attr]
    if game.notation.short is not None:
        assert understood(game.notation.short(level, entry.state, moves), game, level) == followed
    part = understood(game.notation.write(level, entry.state, moves[:1]), game, level)
    assert isinstance(part, Followed) and part.won is (len(moves) == 1)


def test_a_wrong_move_is_named_by_its_number() -> None:
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    with pytest.raises(WrongMoves, match="move 5 is not allowed"):
        understood("u4r", entry.game, entry.level)


@pytest.mark.parametrize("text", ["", " \n ", "hello, world", "\0", "x" * 5_000_000, "####\n#@ #\n####\n", "{}[]"])
def test_what_is_neither_is_refused(text: str) -> None:
    entry = pack("sokoban").entry("round")  # type: ignore[union-attr]
    for where in ((), (entry.game,), (entry.game, entry.level)):
        with pytest.raises(NotUnderstood):
            understood(text, *where)


def test_what_no_game_knows_is_said_once() -> None:
    with pytest.raises(NotUnderstood, match="this is not a level: no known game has such levels"):
        understood("hello, world")


def test_a_text_that_fits_two_games_is_pasted_into_the_current_one(monkeypatch: pytest.MonkeyPatch) -> None:
    turtle = games()["turtle"]
    twin = replace(turtle, id="twin")
    both = Games(lambda: [("here", twin)])
    monkeypatch.setattr(library, "games", lambda: both)
    text = next(form for form in turtle.formats).dump([pack("turtle").entry("1").level])  # type: ignore[union-attr]
    with pytest.raises(NotUnderstood, match="several games"):
        understood(text)
    found = understood(text, twin)
    assert not isinstance(found, Followed) and found[0].game.id == "twin"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://puzz.link/p?slither/4/3/06b.hd", "slitherlink"),
        ("0765+42+2E21BD0F+93", "turtle"),
        ("7#|#@2-$.#|7#", "sokoban"),
    ],
)
def test_puzzle_links_and_codes_are_levels(text: str, name: str) -> None:
    found = understood(text)
    assert not isinstance(found, Followed)
    assert [entry.game.id for entry in found] == [name]
