"""What Push it down's sheet hands in can be built, is complete, and runs where nothing is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_archive_runs(tmp_path: Path) -> None:
    archive = tmp_path / "pushit.zip"
    subprocess.run([sys.executable, ROOT / "tools" / "rendu.py", archive], check=True, capture_output=True)
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path)
        names = opened.namelist()
    assert {"pushit/pushit.py", "pushit/rapport.html", "pushit/maps/map_tour.txt"} <= set(names)
    assert not any("/games/sokoban/" in name for name in names)
    report = (tmp_path / "pushit" / "rapport.html").read_text("utf-8")
    assert not re.search("@[A-Z]+@", report)
    assert "coin_bas" in report
    assert "Limites connues" in report and "Aucun défaut" not in report
    assert report.count('class="field"') == 5, "authors, division of work, difficulties: fields to fill in"
    assert {"pushit/lib/fltk/fltk.py", "pushit/lib/fltk/LICENSE", "pushit/lib/platformdirs/LICENSE"} <= set(names)
    described = re.findall(r"<tr><td><code>(\w+)</code></td><td>([^<]*)</td></tr>", report)
    assert {"parse", "play", "status", "scene", "bind", "reachable"} <= {name for name, _what in described}
    assert all(len(what) > 10 for _name, what in described), "each with what it is for"
    assert "_overlay" in report, "the small ones too"
    bare = Path(sys.base_prefix) / "bin" / "python3"
    env = {name: value for name, value in os.environ.items() if name != "CASSETETE_GAMES"}
    env["XDG_DATA_HOME"] = str(tmp_path / "data")
    done = subprocess.run(
        [bare, "-S", tmp_path / "pushit" / "pushit.py"], input=b"solve\n", capture_output=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"Solved by the computer" in done.stdout
