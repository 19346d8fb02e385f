"""Every game: the levels that come with it are worth playing and say the truth about themselves."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from walks import pack_entries

from cassetete.app.levels.library import pack, read_text
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Want
from cassetete.core.contract import AnyGame, Parsed
from cassetete.core.headers import Headers
from cassetete.core.lengths import totals

OWN = Path(__file__).parent.parent.parent / "src" / "cassetete" / "games"


def test_packs_have_titles_in_both_languages_and_no_level_twice(game: AnyGame) -> None:
    found = pack(game.id)
    assert found is not None
    assert set(found.title) >= {"en", "fr"}
    assert all(set(chapter.title) >= {"en", "fr"} for chapter in found.chapters)
    assert len(set(found.names())) == len(found.names())
    if (OWN / game.id).is_dir():
        assert len(found.names()) >= 8
        files = {path.stem for path in (OWN / game.id / "levels").iterdir() if path.suffix != ".toml"}
        assert files == set(found.names())


def test_levels_are_playable_and_different(game: AnyGame) -> None:
    entries = pack_entries(game)
    for entry in entries:
        assert entry.problems() == []
        assert entry.level.headers.title
        assert entry.game is game
    assert len({replace(entry.level, headers=Headers()) for entry in entries}) == len(entries)
    assert len({entry.level.headers.title for entry in entries}) == len(entries)


def test_levels_have_titles_in_french_and_none_twice(game: AnyGame) -> None:
    if not (OWN / game.id).is_dir():
        return
    titles = []
    for entry in pack_entries(game):
        own = [value for key, value in entry.level.headers.extra if key.lower() == "title-fr"]
        assert own == [entry.level.headers.title_in("fr")], entry.title
        [again] = game.formats[0].parse(game.formats[0].dump([entry.level]))
        assert isinstance(again, Parsed)
        assert again.level.headers == entry.level.headers, entry.title
        titles += own
    assert len(set(titles)) == len(titles)


def test_level_texts_are_recognised(game: AnyGame) -> None:
    for entry in pack_entries(game):
        text = game.formats[0].dump([entry.level])
        [again] = read_text(text, "text")
        assert getattr(again, "game", again) is game


def test_the_optimum_in_the_file_is_the_optimum(game: AnyGame) -> None:
    for entry in pack_entries(game):
        answer = solve(game, entry.level, want=Want.SHORTEST)
        assert answer.solved, entry.title
        stated = entry.level.headers.optimum
        assert stated is not None, entry.title
        used = totals(game, entry.level, entry.state, answer.moves)
        assert used.by(game.lengths.metric(entry.level)) == stated, entry.title


def test_rules_for_players_in_both_languages(game: AnyGame) -> None:
    folder = files(game.package)
    english, french = ((folder / name).read_text("utf-8") for name in ("README.md", "README.fr.md"))
    assert english.startswith("# ")
    assert french.startswith("# ")
    assert english != french
