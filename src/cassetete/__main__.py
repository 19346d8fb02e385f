"""`python -m cassetete` is the command `cassetete`."""

import os
import sys

if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109  # pathlib is not loaded
    del sys.path[0]  # a file of the current folder is not ours to run, whatever its name

from cassetete.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
