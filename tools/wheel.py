"""Builds dist/cassetete-*.whl with the kernels in it, for this kind of machine: fast at once, without Numba."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from cassetete.app.registry import games
from cassetete.app.solving.kernels import kernels_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "cassetete" / "games"


def main() -> int:
    """Build each game's kernels into its folder, then the wheel, then clean the folders."""
    folders = []
    try:
        for game in games().values():
            modules = kernels_of([game])
            if game.package.startswith("cassetete.games.") and modules:
                folders.append(GAMES / game.id / "prebuilt")
                shutil.rmtree(folders[-1], ignore_errors=True)
                print(f"building the kernels of {game.id}…", flush=True)
                command = [sys.executable, "-P", "-m", "cassetete.speed.build", *modules, "--here", str(folders[-1])]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", "dist", "."], check=True, cwd=ROOT)
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
