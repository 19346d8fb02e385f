"""Every game: the boards of its samples.toml, one for each rule and each way of being wrong."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text, recognise
from cassetete.app.solving.choose import solve
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Format, Parsed
from cassetete.core.errors import IllegalMove
from cassetete.core.lengths import totals


def table(game: AnyGame, name: str, needed: bool = True) -> list[dict[str, Any]]:
    text = (resources.files(game.package) / "samples.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text).get(name, [])
    assert found or not needed, f"{game.id} has no {name} in its samples"
    return found


def form_of(game: AnyGame, sample: dict[str, Any]) -> Format[Any]:
    """The format a sample names, or the one its text is recognised as."""
    named = [form for form in game.formats if form.id == sample.get("format")]
    return named[0] if named else recognise(sample["level"], game)[1]


def read(game: AnyGame, sample: dict[str, Any]) -> LoadedLevel:
    [item] = form_of(game, sample).parse(sample["level"])
    assert isinstance(item, Parsed), (sample["name"], item)
    return LoadedLevel(game, item.level, game.rules.start(item.level), "sample", 1, item)


def test_samples(game: AnyGame) -> None:
    for sample in table(game, "sample"):
        entry = read(game, sample)
        moves = game.notation.read(entry.level, entry.state, sample.get("moves", ""))
        reached = replay(game.rules, entry.level, moves, entry.state)
        if "status" in sample:
            assert game.rules.status(entry.level, reached).value == sample["status"], sample["name"]
        if "position" in sample:
            written = form_of(game, sample).dump([game.position(entry.level, reached)])
            assert written == sample["position"], sample["name"]
        if "solve" in sample:
            answer = solve(game, entry.level)
            assert answer.verdict.value == sample["solve"], sample["name"]
            if "length" in sample:
                used = totals(game, entry.level, entry.state, answer.moves)
                assert used.by(game.lengths.metric(entry.level)) == sample["length"], sample["name"]


def test_bad_texts_are_refused_at_their_place(game: AnyGame) -> None:
    for sample in table(game, "bad"):
        items = read_text(sample["text"], "sample", game)
        errors = [item for item in items if isinstance(item, Unreadable)]
        assert errors, sample["name"]
        assert [errors[0].line, errors[0].column] == sample["at"], (sample["name"], str(errors[0]))


def test_problems_are_found_at_their_place(game: AnyGame) -> None:
    for sample in table(game, "problem", needed=False):  # every Slitherlink grid that can be read can be played
        problems = read(game, sample).problems()
        assert problems, sample["name"]
        assert sample["at"] in [[p.line, p.column] for p in problems], (sample["name"], list(map(str, problems)))


def test_illegal_moves_are_refused(game: AnyGame) -> None:
    for sample in table(game, "illegal"):
        entry = read(game, sample)
        moves = game.notation.read(entry.level, entry.state, sample["moves"])
        with pytest.raises(IllegalMove):
            replay(game.rules, entry.level, moves, entry.state)
