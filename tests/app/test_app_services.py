"""The services of a front end on this machine, as the controller uses them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cassetete.app.levels.level_list import of_entries, of_pack
from cassetete.app.levels.library import LoadedLevel, pack, read_text
from cassetete.app.registry import games
from cassetete.app.services import Services, StoredRecords, StoredResults
from cassetete.app.store import Store, level_key
from cassetete.session.controller import Controller

TAQUIN = games()["taquin"]


class Silence:
    """A thinker that never answers."""

    def ask(self, job: object) -> int:
        return 1

    def cancel(self, ticket: int) -> None:
        pass


def opened(services: Services) -> Controller:
    found = pack("taquin")
    assert found is not None
    return Controller(of_pack(found), 0, records=services.records, thinker=Silence(), settings=services.settings)


def test_drawing_reads_nothing_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Services(tmp_path) as services:
        controller = opened(services)
        controller.view()
        reads: list[str] = []

        def read(_store: Store, query: str, *_values: object) -> list[object]:
            reads.append(query)
            return []

        monkeypatch.setattr(Store, "read", read)
        for _frame in range(5):
            controller.view()
            controller.tick(0.3)
            services.translate(controller.game.title)
        assert reads == []


def test_a_win_is_recorded_with_its_stars(tmp_path: Path) -> None:
    with Services(tmp_path) as services:
        controller = opened(services)
        controller.play_text("L")
        assert controller.end is not None and controller.end.stars == 3
        key = level_key(TAQUIN, controller.session.level)
        assert services.store.stars(key) == 3 and services.store.saved_game(key) is None
        assert opened(services).best == 1


def test_a_loaded_save_leaves_the_running_game_in_the_store(tmp_path: Path) -> None:
    with Services(tmp_path) as services:
        controller = opened(services)
        controller.play_text("D")
        saved = controller.save_text().replace("| D\n", "| R\n")
        [entry] = read_text(saved, "other.save")
        assert isinstance(entry, LoadedLevel)
        controller.open(of_entries([entry]))
        start = TAQUIN.rules.start(entry.level)
        assert TAQUIN.notation.write(entry.level, start, controller.session.moves) == "R"
    with Services(tmp_path) as services:
        controller = opened(services)
        running = services.records.load(TAQUIN, controller.session.level)
        assert running is not None and [action.kind for action in running.actions()[0]] == ["play"]


@pytest.mark.posix  # Windows removes no file that is open
def test_a_removed_folder_is_said_at_the_next_move_though_another_write_has_met_it_first(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    with Services(profile) as services:
        controller = opened(services)
        controller.play_text("R")
        shutil.rmtree(profile)
        services.records.keep_optimum(TAQUIN, controller.session.level, 1)
        assert controller.view().note is None
        controller.do("undo")
        note = controller.view().note
        assert note is not None and "removed" in str(note.text)


@pytest.mark.parametrize("kind", [StoredRecords, StoredResults])
def test_a_win_that_the_disk_does_not_take_is_said(tmp_path: Path, kind: type[StoredRecords]) -> None:
    with Services(tmp_path) as services:
        services.records = kind(services.store)
        controller = opened(services)
        full = "SELECT RAISE(FAIL, 'database or disk is full')"
        services.store.connection.execute(f"CREATE TEMP TRIGGER full BEFORE INSERT ON scores BEGIN {full}; END")
        controller.play_text("L")
        note = controller.view().note
        assert controller.end is not None and note is not None
        assert "disk is full; nothing is saved" in str(note.text)
    with Store(tmp_path) as store:
        assert store.level_records() == []
