"""Push it down!, as its sheet starts it: `python3 pushit.py` plays the levels of maps/."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def in_own_environment() -> None:
    """Go on with the Python of .venv if there is one; the variable keeps it from being tried twice."""
    python = HERE / ".venv" / "bin" / "python"
    if python.exists() and Path(sys.prefix).resolve() != HERE / ".venv" and not os.environ.get("PUSHIT_VENV"):
        os.environ["PUSHIT_VENV"] = "1"
        os.execv(python, [str(python), __file__, *sys.argv[1:]])


def main() -> int:
    """Play the levels of maps/, or those of the path that is given."""
    if sys.version_info < (3, 11):  # noqa: UP036 - run by whatever python3 there is
        print("pushit.py needs Python 3.11 or newer", file=sys.stderr)
        return 64
    in_own_environment()
    sys.path.insert(0, str(HERE / "src"))
    sys.path.append(str(HERE / "lib"))  # what the archive brings, for a Python where nothing is installed
    os.environ.setdefault("CASSETETE_QUIT_AT_ONCE", "1")  # the sheet's Q
    from cassetete.cli.main import main as cassetete

    given = sys.argv[1:]
    levels = [] if given and not given[0].startswith("-") else [str(HERE / "maps")]
    return cassetete(["play", "pushit", *levels, "--ask-name", *given])


if __name__ == "__main__":
    sys.exit(main())
