"""The archive that Push it down's sheet asks for opens its window where nothing but Python and tkinter is installed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from cassetete.app.levels.library import LoadedLevel, read
from cassetete.app.solving.choose import solve
from cassetete.app.store import level_key
from window.driver import Player

ROOT = Path(__file__).parent.parent.parent


def test_the_archive_opens_its_window_in_a_bare_python(display: str, tmp_path: Path) -> None:
    archive = tmp_path / "pushit.zip"
    subprocess.run([sys.executable, ROOT / "tools" / "rendu.py", archive], check=True, capture_output=True)
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path)
    bare = Path(sys.base_prefix) / "bin" / "python3"
    program = (str(bare), "-I", "-S", str(tmp_path / "pushit" / "pushit.py"))
    player = Player(display, tmp_path / "profile", "--lang", "en", command=program)
    try:
        player.on("PlayScreen", "Prompt")
        player.type("Zoe")
        player.keys("Return")
        first = min((ROOT / "maps").glob("*.txt"))
        (entry,) = read(str(first))
        assert isinstance(entry, LoadedLevel)
        best = solve(entry.game, entry.level)
        player.until(lambda frame: frame.dialog is None)
        player.keys(*(move.name.capitalize() for move in best.moves))
        player.until(lambda frame: "Perfect!" in frame.words)
        key = level_key(entry.game, entry.level)
        assert player.store(lambda store: [(s.player, s.score) for s in store.top(key)]) == [("Zoe", best.length)]
        assert player.store(lambda store: store.optimum(key)) == best.length
        player.keys("q")
        assert player.ended() == 0
    finally:
        player.stop()
